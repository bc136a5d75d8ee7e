#pragma once
/// How many samples a GPU has in a step, and how many pass until all is trained.

#include "models/application/data_parallel/parameters.hpp"

namespace gpuscape::data_parallel {

/// Weights, gradients, and what the optimizer keeps.
[[nodiscard]] Bytes model_bytes(const Parameters& all, NumberFormat precision);
/// Samples that fill the GPU's memory as far as the application says, in eights from 16 on; 0: it
/// says nothing.
[[nodiscard]] double batch_by_memory(const Parameters& all, const StepGpu& gpu,
                                     NumberFormat precision);
/// Samples that pass until it is trained, with that many in a step of all GPUs; 0: not known.
/// An evaluated sample counts as its forward pass.
[[nodiscard]] double samples_to_train(const Parameters& all, double batch);

/// Share of an exchange that begins when the backward pass has ended: half of a bucket, or all of
/// it where it fills none.
[[nodiscard]] double last_bucket(const Parameters& all, Bytes exchange);

}  // namespace gpuscape::data_parallel
