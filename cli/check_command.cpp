#include "cli/check_command.hpp"
#include "cli/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include "sim/base/excerpt.hpp"
#include "sim/base/unit_text.hpp"
#include "sim/model/build_platform.hpp"
#include "sim/model/check.hpp"
#include "sim/model/check_placement.hpp"
#include "sim/platform/gang.hpp"
#include "sim/scenario/resolved.hpp"
#include "sim/workload/read_head.hpp"

namespace gpuscape {

namespace {

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", human_count(count), count == 1 ? one : many);
}

std::string group_text(const NodeGroup& group) {
  if (group.pool)
    return fmt::format("{}: pool of {}", group.name, human_count(group.capacity.gpus));
  return fmt::format("{}: {} x {} GPUs", group.name, human_count(group.count), group.capacity.gpus);
}

std::string stream_text(const StreamSpec& stream) {
  if (!stream.transfers.empty())
    return fmt::format("{} ({})", stream.name,
                       counted(std::ssize(stream.transfers), "transfer", "transfers"));
  if (stream.trace)
    return fmt::format("{} ({} {})", stream.name, stream.trace->format,
                       stream.trace->file_as_written);
  return fmt::format("{} (generated)", stream.name);
}

void print_summary(const ScenarioSpec& spec, const Registry& registry, std::ostream& out) {
  constexpr std::size_t kMostNamed = 8;
  const Platform platform = build_platform(spec.cluster, registry);
  std::vector<std::string> groups;
  for (const NodeGroup& group : platform.groups()) groups.push_back(group_text(group));
  std::vector<std::string> streams;
  for (const StreamSpec& stream : spec.streams) streams.push_back(stream_text(stream));
  for (std::vector<std::string>* names : {&groups, &streams}) {
    if (names->size() <= kMostNamed) continue;
    names->resize(kMostNamed);
    names->emplace_back("…");
  }
  out << fmt::format("{}: no faults\n", spec.file);
  out << fmt::format("  {} ({}) · {}: {}\n", counted(platform.gpus_total(), "GPU", "GPUs"),
                     fmt::join(groups, ", "),
                     counted(std::ssize(spec.streams), "stream", "streams"),
                     fmt::join(streams, ", "));
  if (spec.run.by_steps) {
    out << "  transfers one by one";
  } else {
    out << fmt::format("  {}, backfill {}, {}", spec.scheduler.policy.type,
                       spec.scheduler.backfill.type, spec.scheduler.placement.type);
  }
  if (!spec.slo.empty()) out << " · " << counted(std::ssize(spec.slo), "objective", "objectives");
  if (!spec.variants.empty()) out << fmt::format(" · variants: {}", fmt::join(spec.variants, ", "));
  out << "\n";
  for (const std::string& note : spec.notes) out << fmt::format("  {}\n", note);
}

/// How many of the jobs at the beginning of a log fit on no group of nodes. All of a whole log: a
/// fault, since a run of it ends with nothing started.
void check_demands(const LogHead& head, const StreamSpec& stream, ScenarioSpec& spec,
                   const Registry& registry, ReadingContext& context) {
  const Platform platform = build_platform(spec.cluster, registry);
  const auto never = std::ranges::count_if(head.demands, [&](const Demand& demand) {
    return std::ranges::none_of(
        platform.groups(), [&](const NodeGroup& group) { return fits_when_empty(demand, group); });
  });
  if (never == 0) return;
  const std::string of_how_many = fmt::format("{}{}", head.whole ? "" : "first ",
                                              counted(std::ssize(head.demands), "job", "jobs"));
  const std::string what =
      fmt::format("{} of the {} of stream \"{}\" ask for more than any group of nodes has",
                  human_count(never), of_how_many, excerpt(stream.name));
  if (head.whole && never == std::ssize(head.demands)) {
    context.add(stream.trace->file_place, "", what + ": no job can be placed here",
                "a job goes on the nodes of one group: one of them must have what it asks for");
  } else {
    spec.notes.push_back(what + ": they would never start");
  }
}

/// Reads the beginning of each log: what a run would refuse is a fault of the scenario too.
void check_logs(LoadedScenario& loaded, const Registry& registry) {
  if (loaded.context.has_issues()) return;
  std::set<std::string> seen;
  const auto check_spec = [&](ScenarioSpec& spec) {
    for (const StreamSpec& stream : spec.streams) {
      if (!stream.trace || !seen.insert(stream.trace->format + stream.trace->file).second) continue;
      const LogHead head = read_head(*stream.trace);
      loaded.context.add(head.issues);
      if (head.issues.empty() && !spec.run.by_steps)
        check_demands(head, stream, spec, registry, loaded.context);
    }
  };
  check_spec(loaded.spec);
  for (ScenarioSpec& other : loaded.others) check_spec(other);
}

}  // namespace

int check_command(const CheckOptions& options, const Registry& registry, std::ostream& out,
                  std::ostream& err) {
  constexpr int kInputWrong = 2;
  LoadedScenario loaded = load_with_profiles(options.file, options.load);
  check(loaded, registry);
  check_files(loaded);
  check_placement(loaded, registry);
  check_logs(loaded, registry);
  if (loaded.context.has_issues()) {
    const auto faults = static_cast<std::int64_t>(loaded.context.issue_count());
    err << format_issues(loaded.context.sorted_issues());
    err << fmt::format("{}: {}\n", options.file, counted(faults, "fault", "faults"));
    return kInputWrong;
  }
  if (options.resolved) {
    out << resolved_text(loaded.spec);
  } else {
    print_summary(loaded.spec, registry, out);
  }
  return 0;
}

}  // namespace gpuscape
