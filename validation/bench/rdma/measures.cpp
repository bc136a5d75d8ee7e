#include "rdma/measures.hpp"

#include <algorithm>

#include "rdma/end.hpp"

namespace gpuscape::bench {

namespace {

constexpr Verb kVerbs[] = {Verb::kSend, Verb::kWrite, Verb::kRead};

/// What lies on the path, and whether a load failed because nothing answered.
struct Shared {
  RdmaPath path;
  std::string out_of_reach = {};
};

std::unique_ptr<Probe> prepared(const std::shared_ptr<Shared>& shared, const RdmaLoad& load) {
  if (!shared->out_of_reach.empty()) throw Failure("not tried again: " + shared->out_of_reach);
  try {
    return shared->path.prepare(load);
  } catch (const Failure& fault) {
    if (dynamic_cast<const OutOfReach*>(&fault) != nullptr) shared->out_of_reach = fault.what();
    throw;
  }
}

Measure measure_of(const std::shared_ptr<Shared>& shared, const RdmaLoad& load,
                   const char* operation) {
  Measure measure;
  Facts& facts = measure.facts;
  facts.family = "rdma";
  facts.operation = operation;
  facts.path = shared->path.name;
  facts.direction = text_of(load.verb);
  facts.memory = "host";
  // What is read goes the other way.
  facts.from = load.verb == Verb::kRead ? shared->path.to : shared->path.from;
  facts.to = load.verb == Verb::kRead ? shared->path.from : shared->path.to;
  facts.bytes = static_cast<double>(load.bytes);
  facts.streams = load.queue_pairs;
  // By the size alone, and so no part of what tells one path from another.
  if (load.latency || load.bytes <= 8) facts.depth = load.depth;
  if (!shared->path.link.empty()) facts.more["link"] = shared->path.link;
  const double bytes_seconds = facts.bytes / shared->path.bytes_per_second;
  measure.expected_seconds = load.latency ? 2e-6 + bytes_seconds : 0.2e-6 + bytes_seconds;
  const auto fitting = static_cast<std::int64_t>(1e-3 / measure.expected_seconds);
  const std::int64_t least = load.latency ? 1 : load.depth * load.queue_pairs;
  measure.batch = std::max(least, std::min<std::int64_t>(fitting, load.latency ? 100 : 2 * least));
  measure.marks = shared->path.marks;
  measure.proven = false;
  measure.prepare = [shared, load] { return prepared(shared, load); };
  return measure;
}

/// At most four megabytes in flight on a queue pair, and at least two requests.
int depth_of(std::size_t bytes) {
  return static_cast<int>(std::clamp<std::size_t>((std::size_t{4} << 20) / bytes, 2, 64));
}

}  // namespace

std::string label_of(const Adapter& adapter) {
  return adapter.port == 1 ? adapter.name : adapter.name + ":" + std::to_string(adapter.port);
}

std::vector<Measure> rdma_measures(const RdmaPath& path, const Options& options) {
  const auto shared = std::make_shared<Shared>(Shared{path});
  const std::size_t step = (options.quick ? 8 : 2) * (path.alike ? 8 : 1);
  std::vector<Measure> measures;
  for (const Verb verb : kVerbs)
    for (std::size_t bytes = 2; bytes <= std::size_t{8} << 20; bytes *= step)
      measures.push_back(measure_of(shared, {verb, true, bytes, 1, 1}, "latency"));
  for (const Verb verb : kVerbs)
    for (std::size_t bytes = 2; bytes <= std::size_t{8} << 20; bytes *= step)
      measures.push_back(measure_of(shared, {verb, false, bytes, 1, depth_of(bytes)}, "bandwidth"));
  for (const Verb verb : kVerbs)
    for (int pairs = 2; pairs <= 8; pairs *= 2)
      for (const std::size_t bytes : {std::size_t{65536}, std::size_t{1} << 20})
        measures.push_back(
            measure_of(shared, {verb, false, bytes, pairs, depth_of(bytes)}, "bandwidth"));
  for (const Verb verb : kVerbs)
    for (int pairs = 1; pairs <= 8; pairs *= 2)
      measures.push_back(measure_of(shared, {verb, false, 8, pairs, 128}, "message-rate"));
  return measures;
}

}  // namespace gpuscape::bench
