/// Any bytes as a quantity: refused with a message, or a finite value that prints and reads back
/// equal.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"

namespace {

template <class Value>
void check(std::string_view text, gpuscape::UnitReading<Value> (*parse)(std::string_view)) {
  const auto reading = parse(text);
  gpuscape::ensure(reading.value.has_value() == reading.message.empty(), "a value or a message");
  if (!reading.value) return;
  gpuscape::ensure(std::isfinite(reading.value->value()), "a value is finite");
  gpuscape::human_text(*reading.value);
  const auto again = parse(gpuscape::exact_text(*reading.value));
  gpuscape::ensure(again.value == reading.value, "exact text reads back equal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text, &gpuscape::parse<gpuscape::Seconds>);
  check(text, &gpuscape::parse<gpuscape::Bytes>);
  check(text, &gpuscape::parse<gpuscape::BytesPerSecond>);
  return 0;
}
