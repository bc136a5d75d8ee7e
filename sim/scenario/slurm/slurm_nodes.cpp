#include "sim/scenario/slurm/slurm_nodes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostOffered = 1000;
constexpr std::size_t kMostNodes = 1'000'000;

/// "IDLE+DRAIN", "DOWN*": no job starts there.
bool is_closed(std::string_view state) {
  constexpr std::array<std::string_view, 11> kClosed{
      "DOWN",    "DRAIN",  "DRAINED", "DRAINING",       "FAIL", "FAILING",
      "UNKNOWN", "FUTURE", "ERROR",   "NOT_RESPONDING", "INVAL"};
  return std::ranges::any_of(slurm_words(state, '+'), [&](std::string word) {
    while (!word.empty() && (word.back() < 'A' || word.back() > 'Z')) word.pop_back();
    return std::ranges::find(kClosed, word) != kClosed.end();
  });
}

/// "n" for "n12", "gpu" for "gpu-07".
std::string prefix_of(std::string_view node) {
  const auto is_in = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  while (!node.empty() && is_in(node.back(), "0123456789")) node.remove_suffix(1);
  while (!node.empty() && is_in(node.back(), "-_.")) node.remove_suffix(1);
  return node.empty() ? "node" : std::string(node);
}

std::string some_names(const std::set<std::string>& names) {
  constexpr std::size_t kMostNamed = 10;
  std::vector<std::string> some;
  for (const std::string& name : names)
    if (some.size() < kMostNamed) some.push_back(excerpt(name));
  if (names.size() > kMostNamed) some.emplace_back("…");
  return fmt::format("{}", fmt::join(some, ", "));
}

}  // namespace

void SlurmNodes::read(const SlurmRecords& records, SlurmValues& values) {
  for (const SlurmRecord& record : records.nodes) add(record, values);
  name_groups();
  note_gaps(values);
  if (!closed_.empty())
    values.note(fmt::format("{} node{} down or drained in Slurm's text {} left out: {}",
                            closed_.size(), closed_.size() == 1 ? "" : "s",
                            closed_.size() == 1 ? "is" : "are", some_names(closed_)));
}

void SlurmNodes::add(const SlurmRecord& record, SlurmValues& values) {
  const std::vector<std::string> names = values.hosts(record.find("NodeName"));
  const auto first_of = [&](std::initializer_list<std::string_view> keys) {
    const SlurmField* found = nullptr;
    for (const std::string_view key : keys)
      if (found == nullptr) found = record.find(key);
    return found;
  };
  const SlurmField* cores = first_of({"CPUEfctv", "CPUTot", "CPUs"});
  if (cores == nullptr)
    return values.fault(record,
                        fmt::format("node \"{}\" has no CPUTot: part of its text is missing",
                                    excerpt(record.value("NodeName"))));
  Capacity capacity;
  const SlurmValues::Gpus gres = values.gpus_of_gres(record.find("Gres"));
  capacity.gpus = gpus_of(gres, names);
  capacity.gpu_model = gres.type;
  if (capacity.gpus > 0) values.add_gpu_type(gres.type);
  const SlurmField* features =
      first_of({"ActiveFeatures", "Features", "Feature", "AvailableFeatures"});
  if (features != nullptr && features->value != "(null)")
    capacity.features = slurm_words(features->value, ',');
  capacity.cores = std::min<std::int64_t>(values.count(cores).value_or(0), 1'000'000);
  // Slurm writes 1 where nobody configured it, and then bounds no job by it.
  constexpr std::int64_t kPebibyte = std::int64_t{1} << 30U;  // in MiB
  capacity.memory_mib = values.count(record.find("RealMemory")).value_or(0);
  if (capacity.memory_mib == 1) {
    capacity.memory_mib = kPebibyte;
    without_memory_.insert(names.begin(), names.end());
  }
  if (nodes_.size() + closed_.size() + names.size() > kMostNodes)
    return values.fault(record, fmt::format("with these, the cluster has more than {} nodes",
                                            human_count(kMostNodes)));
  for (const std::string& name : names) {
    if (nodes_.contains(name) || closed_.contains(name))
      values.fault(record, fmt::format("node \"{}\" is described twice", excerpt(name)),
                   "put texts of one cluster, each once, into the folder");
    else if (is_closed(record.value("State")))
      closed_.insert(name);
    else
      add_to_group(name, capacity, record.place);
  }
}

/// Instances beside whole GPUs are left out: a job for a whole GPU finds none in them. Where all
/// GPUs are cut, their parts are counted together.
std::int64_t SlurmNodes::gpus_of(const SlurmValues::Gpus& gres,
                                 const std::vector<std::string>& names) {
  if (gres.instances == 0) return gres.whole;
  Cut& cut = gres.whole > 0 ? mixed_ : all_cut_;
  cut.nodes.insert(names.begin(), names.end());
  cut.instances += gres.instances * std::ssize(names);
  cut.whole += gres.whole * std::ssize(names);
  return gres.whole > 0 ? gres.whole : (gres.thousandths + 999) / 1000;
}

void SlurmNodes::note_gaps(SlurmValues& values) const {
  if (!without_memory_.empty())
    values.note(
        fmt::format("RealMemory=1 of {} says that it is not configured: memory bounds no "
                    "job there",
                    some_names(without_memory_)));
  if (mixed_.instances > 0)
    values.note(fmt::format(
        "{} of the {} GPUs in Gres of {} are instances of a GPU (MIG): left "
        "out, the {} whole ones are counted",
        mixed_.instances, mixed_.instances + mixed_.whole, some_names(mixed_.nodes), mixed_.whole));
  if (all_cut_.instances > 0)
    values.note(
        fmt::format("{} instances of a GPU (MIG) in Gres of {} are counted as the GPUs "
                    "that they are parts of",
                    all_cut_.instances, some_names(all_cut_.nodes)));
}

void SlurmNodes::add_to_group(const std::string& node, const Capacity& capacity,
                              const SourcePlace& place) {
  const std::string prefix = prefix_of(node);
  const auto [known, added] = group_of_.try_emplace({prefix, capacity}, groups_.size());
  if (added) groups_.push_back({prefix, node, capacity, 0, place});
  nodes_[node] = {known->second, groups_[known->second].count++};
}

/// By the prefix where one group alone has it, else by the first node's name.
void SlurmNodes::name_groups() {
  std::map<std::string, int> groups_with;
  for (const Group& group : groups_) ++groups_with[group.prefix];
  std::set<std::string> taken;
  for (Group& group : groups_) {
    if (groups_with[group.prefix] == 1) group.name = group.prefix;
    const std::string name = group.name;
    for (int i = 2; !taken.insert(group.name).second; ++i)
      group.name = fmt::format("{}-{}", name, i);
  }
}

JsonValue SlurmNodes::cluster() const {
  JsonValue nodes = JsonValue::make_object();
  for (const Group& group : groups_) {
    JsonValue node = json_object(group.place);
    node.set("type", json_text("custom", group.place));
    node.set("count", json_at(JsonValue::make_integer(group.count), group.place));
    node.set("gpus", json_at(JsonValue::make_integer(group.capacity.gpus), group.place));
    node.set("cores", json_at(JsonValue::make_integer(group.capacity.cores), group.place));
    if (!group.capacity.gpu_model.empty())
      node.set("gpu_model", json_text(group.capacity.gpu_model, group.place));
    if (!group.capacity.features.empty()) {
      JsonValue features = json_at(JsonValue::make_array(), group.place);
      for (const std::string& feature : group.capacity.features)
        features.items().push_back(json_text(feature, group.place));
      node.set("features", std::move(features));
    }
    const double bytes = 1048576.0 * static_cast<double>(group.capacity.memory_mib);
    node.set("memory", json_text(exact_text(Bytes(bytes)), group.place));
    nodes.members().push_back({group.name, std::move(node), group.place});
  }
  JsonValue cluster = JsonValue::make_object();
  cluster.set("nodes", std::move(nodes));
  return cluster;
}

std::string SlurmNodes::range_text(std::size_t group, std::uint32_t first,
                                   std::uint32_t last) const {
  const Group& of = groups_[group];
  if (first == 0 && last + 1 == of.count) return of.name;
  return first == last ? fmt::format("{}/{}", of.name, first)
                       : fmt::format("{}/{}-{}", of.name, first, last);
}

std::string SlurmNodes::list(const SlurmField* field, SlurmValues& values) const {
  std::set<std::pair<std::size_t, std::uint32_t>> places;
  for (const std::string& name : values.hosts(field)) {
    const auto at = nodes_.find(name);
    if (at != nodes_.end()) places.emplace(at->second.group, at->second.index);
    if (at != nodes_.end() || closed_.contains(name)) continue;
    std::vector<std::string> known;  // some of them: there may be as many faults as nodes
    for (auto at_node = nodes_.begin(); at_node != nodes_.end() && known.size() < kMostOffered;
         ++at_node)
      known.push_back(at_node->first);
    values.fault(*field, fmt::format("unknown node \"{}\"", excerpt(name)),
                 known.empty() ? "put what scontrol show node prints into the folder"
                               : nearest_hint(name, known));
    return {};
  }
  std::vector<std::string> ranges;
  for (auto at = places.begin(); at != places.end();) {
    const auto [group, first] = *at;
    std::uint32_t last = first;
    for (++at; at != places.end() && *at == std::pair(group, last + 1); ++at) ++last;
    ranges.push_back(range_text(group, first, last));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

}  // namespace gpuscape
