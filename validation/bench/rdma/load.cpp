#include "rdma/load.hpp"

#include "core/measure.hpp"

namespace gpuscape::bench {

namespace {

std::int64_t from_one(const Message& message, const char* name, std::int64_t most) {
  const std::int64_t value = message.number(name, most);
  if (value == 0) throw Failure(std::string("an RDMA load with \"") + name + "\" 0");
  return value;
}

Verb verb_of(const std::string& text) {
  for (const Verb verb : {Verb::kSend, Verb::kWrite, Verb::kRead})
    if (text == text_of(verb)) return verb;
  throw Failure("\"" + printable(text, 32) + "\" is not an RDMA verb");
}

}  // namespace

RdmaLoad load_of(const Message& message) {
  RdmaLoad load;
  load.verb = verb_of(message.text("verb"));
  load.latency = message.number("latency", 1) == 1;
  load.bytes = static_cast<std::size_t>(from_one(message, "bytes", kMostRdmaBytes));
  load.queue_pairs = static_cast<int>(from_one(message, "queue_pairs", kMostQueuePairs));
  load.depth = static_cast<int>(from_one(message, "depth", kMostDepth));
  if (static_cast<std::int64_t>(load.bytes) * load.queue_pairs > kMostRdmaBytesOfAll ||
      load.depth * load.queue_pairs > kMostDepthOfAll)
    throw Failure("an RDMA load that is larger than any that is measured");
  return load;
}

}  // namespace gpuscape::bench
