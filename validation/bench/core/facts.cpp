#include "core/measure.hpp"

namespace gpuscape::bench {

namespace {

void append(std::string& name, const std::string& part) {
  if (!part.empty()) name += "/" + part;
}

}  // namespace

std::string Facts::name() const {
  std::string name = family;
  append(name, operation);
  append(name, path);
  append(name, direction);
  append(name, memory);
  for (const auto& [key, value] : more) append(name, key + ":" + value);
  if (streams > 0) append(name, "streams:" + std::to_string(streams));
  if (depth > 0) append(name, "depth:" + std::to_string(depth));
  if (bytes > 0.0)
    append(name, std::to_string(static_cast<std::int64_t>(bytes)));
  else if (flops > 0.0)
    append(name, std::to_string(static_cast<std::int64_t>(flops)) + "flop");
  return name;
}

}  // namespace gpuscape::bench
