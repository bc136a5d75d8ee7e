#include "sim/report/runs/sealed_text.hpp"

#include "sim/base/digest/sha256.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kSumKey = ",\n \"sha256\": \"";
constexpr std::string_view kEnd = "\"\n}\n";
constexpr std::size_t kSumDigits = 64;

}  // namespace

std::string sealed_text(const JsonValue& object) {
  std::string text = write_json(object, 1);
  text.resize(text.size() - 2);  // "\n}"
  Sha256 sum;
  sum.add(text);
  return text + std::string(kSumKey) + sum.hex() + std::string(kEnd);
}

std::string seal_fault(std::string_view text) {
  const std::size_t tail = kSumKey.size() + kSumDigits + kEnd.size();
  if (text.size() < tail || !text.ends_with(kEnd) ||
      text.substr(text.size() - tail, kSumKey.size()) != kSumKey)
    return "its end is missing";
  const std::string_view body = text.substr(0, text.size() - tail);
  Sha256 sum;
  sum.add(body);
  if (sum.hex() != text.substr(body.size() + kSumKey.size(), kSumDigits))
    return "its bytes are not those that were written";
  return "";
}

}  // namespace gpuscape
