/// What nodes have of a dataset when a job begins on them, by a stage-in or from jobs before it.

#include <algorithm>
#include <cmath>

#include "sim/run/pace/job_input.hpp"

namespace gpuscape {

/// Each of its nodes copies the same, as fast as it comes and as its own drives take it.
void JobInput::begin_staging(std::uint32_t slot) {
  Reader& reader = readers_[slot];
  const InputPlan::Data& data = data_of(reader);
  reader.store = data.on;
  reader.of_store = reader.is_mixed() ? reader.mixed : 1.0;
  leave_ways(slot);
  reader.uses.clear();
  add_uses(data.on, reader.of_store, reader);
  add_connections(data, reader.of_store, reader);
  add_way(data.on, reader.of_store, reader);
  double most = reader.shape.bound;
  if (data.cache_on)
    most = std::min(most, shaper_.plan().stores[*data.cache_on].facts.write_bandwidth.value());
  if (reader.uses.empty() && !std::isfinite(most)) {  // nothing bounds it: it takes no time
    reader.staging = false;
    reader.has.clear();
    return begin(slot);
  }
  ways_.join(slot, reader.shared);
  reader.activity =
      simulation_.fluid().start(simulation_.now(), data.spec.size * data.kept, BytesPerSecond(most),
                                reader.uses, token_of(slot, kEpoch));
  reader.since = simulation_.now();
  reader.rate = BytesPerSecond(0.0);
  reader.by = staging_of_[reader.shape.data];
  look_at(slot);
}

/// Whether all of its nodes have what they keep. Where only some have, those do not read that.
bool JobInput::find_what_stayed(Reader& reader, Seconds done) {
  reader.has.clear();
  const std::size_t data = reader.shape.data;
  if (!stays_.stays(data)) return false;
  std::size_t found = 0;
  double from_store = 0.0;
  const double kept = reader.staging ? 1.0 : data_of(reader).kept;
  for (const InputShape::Node& node : reader.shape.nodes) {
    const bool has = stays_.holds(data, node.node);
    found += has ? 1U : 0U;
    reader.has.push_back(has);
    from_store += part_of(reader, node) * (has ? 1.0 - kept : 1.0);
    stays_.use(data, node.node);
  }
  if (!(done > Seconds(0.0))) stays_.count_start(data, reader.has.size(), found);
  const bool all = found == reader.has.size();
  const bool reads_all = reader.shape.first_epoch - done > Seconds(kLeastEpoch);
  const bool copies = reader.staging || (reads_all && !data_of(reader).spec.stages_in);
  if (found == 0 || all || !copies) reader.has.clear();
  reader.mixed = from_store / together(reader);
  return all;
}

/// `share` is that of all of its nodes together.
double JobInput::share_of(const Reader& reader, const InputShape::Node& node, std::size_t store,
                          double share) const {
  if (!reader.is_mixed()) return share;
  const bool has = reader.has[static_cast<std::size_t>(&node - reader.shape.nodes.data())];
  const InputPlan::Data& data = data_of(reader);
  const double kept = !has ? 0.0 : reader.staging ? 1.0 : data.kept;
  return store == data.on ? 1.0 - kept : kept;
}

const NodeFilter* JobInput::holders(ApplicationKey runs) const {
  const std::optional<std::size_t> data = shaper_.dataset(runs);
  return data ? stays_.holders(*data) : nullptr;
}

void JobInput::keep(Reader& reader) {
  if (!stays_.stays(reader.shape.data)) return;
  for (const InputShape::Node& node : reader.shape.nodes) stays_.keep(reader.shape.data, node.node);
}

/// One that ends with its first epoch leaves it, too.
void JobInput::leave_what_stays(Reader& reader, bool complete) {
  const std::size_t data = reader.shape.data;
  if (!stays_.stays(data)) return;
  const bool has_read = !(reader.epoch_left - reader.work > Seconds(kLeastEpoch));
  if (complete && !reader.cached && !reader.staging && has_read) keep(reader);
  for (const InputShape::Node& node : reader.shape.nodes) stays_.leave(data, node.node);
  reader.has.clear();
}

}  // namespace gpuscape
