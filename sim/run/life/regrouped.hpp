#pragma once
/// Jobs that go to other nodes while they run, or have more or fewer: their lives are lists of
/// stretches, as all lives are to which a part belongs, even one that adds none.

#include "sim/run/life/life_part.hpp"

namespace gpuscape {

class Regrouped final : public LifePart {
 public:
  std::optional<Stretch> next(const LifeView& /*life*/) override { return std::nullopt; }
};

}  // namespace gpuscape
