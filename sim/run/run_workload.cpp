#include "sim/run/run_workload.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/scenario/located.hpp"
#include "sim/workload/draw/closed_places.hpp"
#include "sim/workload/draw/closed_source.hpp"
#include "sim/workload/draw/generator.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "sim/workload/shape/align_logs.hpp"
#include "sim/workload/shape/asking_source.hpp"
#include "sim/workload/shape/marked_source.hpp"
#include "sim/workload/shape/shape_log.hpp"

namespace gpuscape {

namespace {

bool asks_for_parts(const StreamSpec& stream) {
  return !stream.gpu_profile.empty() || stream.gpu_memory > Bytes(0.0);
}

std::unique_ptr<WorkloadSource> build_drawn(const StreamSpec& stream, const GeneratorKey& key,
                                            const StreamAsks& asks, const Platform& platform) {
  std::unique_ptr<WorkloadSource> source;
  if (stream.generate) source = make_generator(*stream.generate, platform.gpus_total(), key);
  if (stream.closed)
    source = make_closed_source(*stream.closed, closed_places(stream, platform), key);
  if (asks.any()) source = make_asking_source(std::move(source), asks);
  if (stream.rules.empty()) return source;
  return make_marked_source(std::move(source), StreamRules(stream, key.seed, key.replication));
}

std::vector<std::uint32_t> intern_users(const std::optional<GenerateSpec>& spec,
                                        OriginTable& origins) {
  std::vector<std::uint32_t> users;
  const std::int32_t count = spec && spec->users ? spec->users->count : 0;
  for (std::int32_t rank = 1; rank <= count; ++rank)
    users.push_back(origins.intern(fmt::format("user{}", rank), "", "", ""));
  return users;
}

}  // namespace

void refuse_unknown_texts(const ScenarioSpec& scenario, const OriginTable& origins) {
  std::vector<Issue> issues;
  for (const SloSpec& slo : scenario.slo) {
    if (!slo.where) continue;
    const std::pair<const TextPatterns&, std::string JobOrigin::*> texts[] = {
        {slo.where->account, &JobOrigin::account},
        {slo.where->user, &JobOrigin::user},
        {slo.where->partition, &JobOrigin::partition},
        {slo.where->qos, &JobOrigin::qos}};
    constexpr std::string_view kKeys[] = {"account", "user", "partition", "qos"};
    for (std::size_t i = 0; i < std::size(texts); ++i) {
      const auto& [patterns, member] = texts[i];
      bool known = patterns.empty();
      for (std::uint32_t o = 0; o < origins.size() && !known; ++o)
        known = !(origins[o].*member).empty();
      if (known) continue;
      const SourcePlace& place = slo.where->place;
      issues.push_back(
          {.file = place.file ? *place.file : "",
           .line = place.line,
           .column = place.column,
           .pointer = slo.where->pointer,
           .message = fmt::format("the workload has no {} for any job, so \"{}\" matches nothing",
                                  kKeys[i], kKeys[i]),
           .hint = ""});
    }
  }
  if (!issues.empty()) throw ScenarioError(std::move(issues));
}

namespace {

/// Where GPUs are whole, a job that asks for a part of one takes all of it, and the report says so.
void round_up_parts(JobTable& table, ReadReport& report) {
  std::int64_t jobs = 0;
  table.change_demands([&jobs](Demand& demand) {
    jobs += demand.gpu_milli != 0 ? 1 : 0;
    demand.gpu_milli = 0;
  });
  if (jobs == 0) return;
  report.assumptions.push_back(fmt::format(
      "{} job{} for a part of a GPU and take{} a whole one (\"gpu_sharing\": \"shares\" of the "
      "scheduler lets them share)",
      human_count(jobs), jobs == 1 ? " asks" : "s ask", jobs == 1 ? "s" : ""));
}

/// What the stream says of nodes, for jobs that do not say it themselves.
NodeAsk ask_of(const StreamSpec& stream) {
  return {stream.gpu_models, stream.features, stream.gpus_from};
}

/// Jobs whose rows ask for no kind of node ask for the stream's.
void ask_as_the_stream(const StreamSpec& stream, JobTable& table) {
  NodeAsks& all = table.origins().asks();
  table.change_demands([&](Demand& demand) {
    NodeAsk ask = all[demand.asks];
    const bool has_none = demand.gpus == 0 && stream.gpus_from != GpusFrom::anywhere;
    if (ask.gpu_models.empty() && ask.features.empty()) {
      ask.gpu_models = stream.gpu_models;
      ask.features = stream.features;
    }
    if (!has_none) ask.gpus_from = stream.gpus_from;
    const bool says_part = !ask.gpu_profile.empty() || ask.gpu_memory > Bytes(0.0);
    if (demand.gpus == 1 && !says_part)
      ask_for_part({stream.gpu_profile, stream.gpu_memory}, ask, demand);
    demand.asks = all.intern(ask).value_or(demand.asks);
  });
}

}  // namespace

RunInputs load_traces(const ScenarioSpec& scenario, bool states_and_names,
                      const std::stop_token& stop) {
  if (scenario.run.by_steps)
    throw ScenarioError(located({{.file = "",
                                  .pointer = "/run/detail",
                                  .message = "the scenario has transfers, and no jobs",
                                  .hint = "gpuscape run and gpuscape crosscheck take transfers"}},
                                scenario));
  const auto origins = std::make_shared<OriginTable>();
  RunInputs inputs;
  inputs.origins = origins;
  inputs.traces.resize(scenario.streams.size());
  std::vector<OwnClockLog> logs;
  for (std::size_t i = 0; i < scenario.streams.size(); ++i) {
    const StreamSpec& stream = scenario.streams[i];
    NodeAsk ask = ask_of(stream);
    const std::uint16_t asks = origins->asks().intern(ask).value_or(0);
    inputs.traces[i].asks = asks;
    if (!stream.trace) {
      Demand part;
      ask_for_part({stream.gpu_profile, stream.gpu_memory}, ask, part);
      inputs.traces[i].asks_of_part = origins->asks().intern(ask).value_or(0);
      inputs.traces[i].users = intern_users(stream.generate, *origins);
      continue;
    }
    auto table = std::make_shared<JobTable>(origins);
    if (states_and_names) table->keep_states_and_names();
    StreamRules rules(stream, scenario.run.seed);
    if (!rules.empty()) table->mark_with(rules);
    inputs.traces[i].report = read_trace(*stream.trace, *table, stop);
    shape_log(stream, scenario.run.seed, rules, *table, inputs.traces[i].report);
    if (asks != 0 || asks_for_parts(stream)) ask_as_the_stream(stream, *table);
    if (!scenario.scheduler.shares_gpus) round_up_parts(*table, inputs.traces[i].report);
    logs.push_back({stream.name, &*stream.trace, table.get(), &inputs.traces[i].report});
    inputs.traces[i].table = std::move(table);
  }
  align_logs(logs);
  return inputs;
}

std::optional<Seconds> unix_origin_of(const RunInputs& inputs) {
  std::optional<Seconds> origin;
  for (const LoadedTrace& trace : inputs.traces) {
    if (trace.table == nullptr) continue;  // jobs that are drawn
    if (!trace.report.unix_origin) return std::nullopt;
    if (origin && *origin != *trace.report.unix_origin) return std::nullopt;
    origin = trace.report.unix_origin;
  }
  return origin;
}

std::unique_ptr<WorkloadSource> build_workload(const ScenarioSpec& scenario,
                                               const RunInputs& inputs,
                                               const Platform& platform) try {
  std::vector<std::unique_ptr<WorkloadSource>> sources;
  for (std::size_t i = 0; i < scenario.streams.size(); ++i) {
    const StreamSpec& stream = scenario.streams[i];
    const auto index = static_cast<std::uint16_t>(i);
    sources.push_back(stream.trace ? make_table_source(inputs.traces[i].table, index)
                                   : build_drawn(stream,
                                                 {scenario.run.seed, inputs.replication,
                                                  stream.name, index, inputs.traces[i].users},
                                                 {.whole = inputs.traces[i].asks,
                                                  .part = inputs.traces[i].asks_of_part,
                                                  .parts = asks_for_parts(stream) &&
                                                           scenario.scheduler.shares_gpus},
                                                 platform));
  }
  if (sources.size() == 1) return std::move(sources.front());
  return merge_sources(std::move(sources));
} catch (const ScenarioError& error) {
  throw ScenarioError(located(error.issues(), scenario));
}

}  // namespace gpuscape
