#pragma once

#include <string>
#include <string_view>

#include "sim/base/digest/sha256.hpp"
#include "sim/report/format/text_sink.hpp"

namespace gpuscape {

/// Passes the text on.
class DigestSink final : public TextSink {
 public:
  explicit DigestSink(TextSink& sink) : sink_(sink) {}
  void write(std::string_view text) override {
    digest_.add(text);
    sink_.write(text);
  }
  [[nodiscard]] std::string hex() const { return digest_.hex(); }

 private:
  TextSink& sink_;
  Sha256 digest_;
};

}  // namespace gpuscape
