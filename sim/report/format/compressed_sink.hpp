#pragma once
/// Text on its way to a file, compressed as the file's name says.

#include <memory>
#include <string_view>

#include "sim/report/format/text_sink.hpp"

namespace gpuscape {

/// Takes text; the last of it goes on with `finish`.
class FinishingSink : public TextSink {
 public:
  virtual void finish() = 0;
};

/// Compresses for a name that ends in ".gz" or ".zst", and hands on what it is given for any other.
/// Equal text gives equal bytes: no date or name is stored. `sink` must outlive it.
std::unique_ptr<FinishingSink> make_compressed_sink(std::string_view name, TextSink& sink);

}  // namespace gpuscape
