#include <algorithm>
#include <iterator>

#include "composite/composites.hpp"
#include "core/families.hpp"

namespace gpuscape::bench {

namespace {

/// Of what the families measure, the points that a prediction reads.
bool is_needed(const Facts& facts) {
  const bool plain = facts.more.count("wait") == 0;
  if (facts.operation == "exchange" || facts.operation == "rate" || facts.operation == "sum")
    return true;
  if (facts.family == "host")
    return facts.operation == "bandwidth" ||
           (facts.bytes >= 4096 && facts.bytes <= (16 << 20) && facts.from == facts.to);
  if (facts.family == "tcp" && plain) return facts.operation == "latency" || facts.streams == 1;
  if (facts.family == "storage")
    return facts.operation == "random" && facts.direction == "read" && facts.depth <= 16 &&
           facts.bytes <= (1 << 20);
  return false;
}

void take_points(Offer from, Offer& into) {
  for (Measure& measure : from.measures)
    if (is_needed(measure.facts)) into.measures.push_back(std::move(measure));
  std::move(from.devices.begin(), from.devices.end(), std::back_inserter(into.devices));
  std::move(from.absent.begin(), from.absent.end(), std::back_inserter(into.absent));
}

void take(std::vector<Measure> measures, Offer& into) {
  std::move(measures.begin(), measures.end(), std::back_inserter(into.measures));
}

}  // namespace

Offer offer_composites(const Options& options) {
  Options points = options;
  points.quick = false;
  // A small file, as the composites have one.
  points.max_bytes = std::min(options.max_bytes, std::int64_t{256} << 20);
  Offer offer;
  offer.measures.push_back(control_kernel("begin"));
  take_points(offer_host(points), offer);
  take(pipeline_composites(), offer);
  take_points(offer_tcp(points), offer);
  offer.measures.push_back(control_kernel("middle"));
  take_points(offer_shared_memory(points), offer);
  take(ring_composites(), offer);
  take(remote_composites(), offer);
  take_points(offer_storage(points), offer);
  take(reader_composites(options), offer);
  offer.measures.push_back(control_kernel("end"));
  return offer;
}

}  // namespace gpuscape::bench
