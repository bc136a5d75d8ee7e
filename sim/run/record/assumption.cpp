#include "sim/run/record/assumption.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/record/run_result.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

namespace {

using Kind = Assumption::Kind;
using Assumptions = std::vector<Assumption>;

void add_stated(Assumptions& all, const std::vector<std::string>& texts) {
  std::ranges::transform(texts, std::back_inserter(all), Assumption::stated);
}

/// What several logs say stands there once, with their names.
void add_of_logs(Assumptions& all, const std::vector<ReadReport>& reads) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;  // text and logs
  for (const ReadReport& read : reads)
    for (const std::string& text : read.assumptions) {
      auto at = std::ranges::find(said, text, [](const auto& one) { return one.first; });
      if (at == said.end()) at = said.insert(at, {text, {}});
      if (std::ranges::find(at->second, read.file) == at->second.end())
        at->second.push_back(read.file);
    }
  for (const auto& [text, logs] : said)
    all.push_back(Assumption::stated(
        logs.size() == 1 ? text : fmt::format("{}: {}", fmt::join(logs, ", "), text)));
}

void add_arrivals(Assumptions& all, const ScenarioSpec& scenario) {
  const auto closed = std::ranges::count_if(
      scenario.streams, [](const StreamSpec& stream) { return stream.closed.has_value(); });
  if (closed < std::ssize(scenario.streams)) all.push_back({.kind = Kind::open_arrivals});
  if (closed > 0) all.push_back({.kind = Kind::closed_arrivals});
}

bool is_on_several_groups(const RunResult& result, std::size_t job) {
  return std::ranges::any_of(result.jobs.segments(job), [&](const Segment& segment) {
    const std::span<const AllocationSpan> spans = result.jobs.spans(segment);
    return std::ranges::any_of(spans, [&](const AllocationSpan& span) {
      return result.group_of(span.node) != result.group_of(spans.front().node);
    });
  });
}

std::string spanning_text(const RunResult& result) {
  std::int64_t jobs = 0;
  for (std::size_t job = 0; job < result.jobs.size(); ++job)
    jobs += is_on_several_groups(result, job) ? 1 : 0;
  return fmt::format(
      "a job may span groups of one GPU model where no single group has room: {} job{} did",
      human_count(jobs), jobs == 1 ? "" : "s");
}

void add_policies(Assumptions& all, const ScenarioSpec& scenario, const RunResult& result) {
  if (scenario.scheduler.spans_groups) all.push_back(Assumption::stated(spanning_text(result)));
  add_stated(all, result.policy_notes);
  if (scenario.scheduler.start_up > Seconds(0.0))
    all.push_back(Assumption::stated(fmt::format(
        "each start of a job takes {} before it works (start_up), on top of its run time",
        human_text(scenario.scheduler.start_up))));
  if (result.expected_by_run_time > 0)
    all.push_back({.kind = result.traffic || result.input ? Kind::backfill_is_told_alone
                                                          : Kind::backfill_is_told,
                   .jobs = result.expected_by_run_time});
  if (result.cores_or_memory_ignored > 0)
    all.push_back({.kind = Kind::pool_ignores_demands, .jobs = result.cores_or_memory_ignored});
}

void add_network(Assumptions& all, const ScenarioSpec& scenario, const RunResult& result) {
  const std::size_t networks = scenario.cluster.networks.size();
  if (result.input)
    all.push_back(Assumption::stated(
        "run times are those with ample storage: a job that waits for what it reads runs longer"));
  if (!result.traffic) {
    if (networks > 0) all.push_back({.kind = Kind::networks_are_idle});
    if (result.rescaling.empty()) all.push_back({.kind = Kind::run_times_as_given});
    return;
  }
  all.push_back({.kind = Kind::run_times_are_alone});
  if (result.traffic->shorter_than_a_step > 0)
    all.push_back({.kind = Kind::shorter_than_a_step, .jobs = result.traffic->shorter_than_a_step});
  const std::vector<std::string>& carry = result.traffic->networks;
  if (networks > carry.size())
    all.push_back(Assumption::stated(fmt::format("of the networks only \"{}\" {} traffic",
                                                 fmt::join(carry, "\" and \""),
                                                 carry.size() == 1 ? "carries" : "carry")));
}

void add_parts_of_gpus(Assumptions& all, const ScenarioSpec& scenario) {
  const auto asks = [](const StreamSpec& stream) {
    return !stream.gpu_profile.empty() || stream.gpu_memory > Bytes(0.0);
  };
  if (!scenario.scheduler.shares_gpus && std::ranges::any_of(scenario.streams, asks))
    all.push_back(Assumption::stated(
        "jobs that ask for a part of a GPU have a whole one: no nodes share theirs (gpu_sharing)"));
}

void add_requests(Assumptions& all, const RunResult& result) {
  if (result.serving.empty()) return;
  all.push_back(Assumption::stated(
      "requests come at random, in one queue to all servers of a stream; start-up, moves and "
      "checkpoints keep no server from answering; no published latency is at hand to hold "
      "answers against"));
}

constexpr std::pair<ToldBy, std::string_view> kTold[] = {
    {ToldBy::pair, "as was measured of the two"},
    {ToldBy::processes, "by the law of several processes, from runs of one"},
    {ToldBy::uses, "by what each uses alone, a law that is held against no measurement"},
    {ToldBy::guess, "by a guess (interference)"},
};

/// Where more than one thing tells the pace of neighbours on a GPU: which told it of whom.
void add_neighbours(Assumptions& all, const RunResult& result) {
  constexpr std::size_t kMostNamed = 4;
  for (const auto& [by, how] : kTold) {
    std::set<std::string> pairs;
    for (const SharingResult& group : result.sharing)
      for (const SharingOfStream& of : group.streams)
        for (const auto& [other, told] : of.told_by)
          if (told == by)
            pairs.insert(fmt::format(
                "{} beside {}", excerpt(result.streams[of.stream]),
                other == of.stream ? "others of theirs" : excerpt(result.streams[other])));
    if (pairs.empty()) continue;
    const std::size_t more = pairs.size() - std::min(pairs.size(), kMostNamed);
    std::vector<std::string> named(
        pairs.begin(), std::next(pairs.begin(), static_cast<std::ptrdiff_t>(pairs.size() - more)));
    if (more > 0) named.push_back(fmt::format("{} more", more));
    all.push_back(Assumption::stated(
        fmt::format("pace of jobs on one GPU {}: {}", how, fmt::join(named, ", "))));
  }
}

/// A log is replayed once, unless more is asked for: its failures are drawn once as well.
void add_draws_of_failures(Assumptions& all, const ScenarioSpec& scenario) {
  const bool drawn = std::ranges::any_of(scenario.cluster.failures,
                                         [](const FailureSpec& of) { return of.log.empty(); });
  const bool logs_alone = std::ranges::all_of(
      scenario.streams, [](const StreamSpec& stream) { return stream.trace.has_value(); });
  if (drawn && scenario.run.replications.value_or(logs_alone ? 1 : 2) == 1)
    all.push_back(Assumption::stated(
        "failures are drawn once, and the figures are of that draw: \"replications\" of \"run\" "
        "shows how far others lie from it"));
}

}  // namespace

std::vector<Assumption> assumptions_of(const ScenarioSpec& scenario, const RunResult& result) {
  Assumptions all;
  add_arrivals(all, scenario);
  add_stated(all, scenario.notes);
  add_of_logs(all, result.reads);
  add_policies(all, scenario, result);
  add_parts_of_gpus(all, scenario);
  add_requests(all, result);
  add_neighbours(all, result);
  add_draws_of_failures(all, scenario);
  if (result.use) add_stated(all, use_phrases(*result.use));
  add_stated(all, result.rescaling);
  add_network(all, scenario, result);
  return all;
}

}  // namespace gpuscape
