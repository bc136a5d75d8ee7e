#pragma once

#include <string_view>

namespace gpuscape {

/// Where long text goes, piece by piece.
class TextSink {
 public:
  virtual ~TextSink() = default;
  /// Takes the text over. Throws RunError where it cannot be kept.
  virtual void write(std::string_view text) = 0;
};

}  // namespace gpuscape
