#include "sim/run/transfers/transfer_run.hpp"

#include <algorithm>

#include "sim/run/transfers/gpus_in_turn.hpp"
#include "sim/run/transfers/steps_alone.hpp"
#include "sim/run/transfers/transfer_fluid.hpp"

namespace gpuscape {

namespace {

constexpr const char* kOtherTraffic = "other traffic";
constexpr double kByOthers = 1.01;  ///< longer than alone or than computing, with that as the cause

TransferRow row_of(const CheckedScenario& scenario, const PlannedTransfer& planned,
                   const PlannedSize& size) {
  const ClusterGraph& graph = scenario.cluster->graph();
  TransferRow row;
  const auto end = [&](const std::string& store, Endpoint device) {
    return store.empty() ? graph.name(device) : "storage/" + store;
  };
  row.from = end(planned.from_store, planned.from);
  row.to = end(planned.to_store, planned.to);
  row.transport = planned.transport;
  row.basis = planned.basis;
  row.outside_range = size.outside_range;
  row.path = path_class_name(planned.path);
  row.message = size.message;
  row.concurrent = planned.concurrent;
  row.in_flight = planned.in_flight;
  row.messages = planned.messages;
  row.latency = size.latency;
  for (const TransferPhase& phase : size.phases)
    for (const ClusterLink link : scenario.plan.routes[phase.route])
      if (link < kFirstBothWays) row.links.push_back(link_name(scenario.plan, graph, link));
  return row;
}

CollectiveRow row_of(const PlannedCollective& planned, const PlannedExchange& exchange,
                     const TransferDates& dates) {
  CollectiveRow row{.operation = planned.operation,
                    .among = planned.among,
                    .library = planned.library,
                    .basis = planned.basis,
                    .type = planned.type,
                    .in_place = planned.in_place,
                    .algorithm = exchange.algorithm,
                    .protocol = exchange.protocol,
                    .bytes = exchange.bytes,
                    .bus_factor = planned.bus_factor,
                    .start = dates.start,
                    .end = dates.end,
                    .time = dates.time,
                    .latency = exchange.latency,
                    .idle_time = exchange.idle_time,
                    .ended = dates.ended > 0,
                    .bound_by = exchange.bound_by};
  for (const PlannedStage& stage : exchange.stages) row.rounds += stage.rounds;
  return row;
}

/// What of an exchange computing does not hide, alone.
Seconds exposed(const PlannedExchange& exchange, const PlannedStep& step) {
  return std::max({Seconds(0.0), step.late, exchange.idle_time - step.covers});
}

/// What of copies for the next step computing does not hide.
Seconds shown_beside(const PlannedStep& step) {
  if (!step.access) return Seconds(0.0);
  return std::max(Seconds(0.0), step.access->copies - step.access->before - step.compute);
}

/// What a step takes alone without what it reads.
Seconds without_reads(const PlannedExchange& exchange, const PlannedStep& step) {
  const Seconds before = step.access ? step.access->before : Seconds(0.0);
  return before + step.compute + std::max(exposed(exchange, step), shown_beside(step));
}

/// What of its reads nothing else hides.
Seconds shown_reads(const PlannedExchange& exchange, const PlannedStep& step) {
  if (!step.reads) return Seconds(0.0);
  return std::max(Seconds(0.0), step.reads->alone - without_reads(exchange, step));
}

/// Of what a step takes beyond computing, the longest: an exchange that is not hidden by it, calls
/// or copies of remote GPUs, or what it reads from a store.
std::string longest_wait(const PlannedExchange& exchange, const PlannedStep& step) {
  std::string cause = exchange.bound_by;
  Seconds longest = exposed(exchange, step);
  const auto take = [&](Seconds time, const std::string& by) {
    if (!(time > longest)) return;
    longest = time;
    cause = by;
  };
  if (step.access) take(step.access->calls, "calls");
  if (step.access) take(step.access->before + shown_beside(step), step.access->bound_by);
  if (step.reads) take(shown_reads(exchange, step), step.reads->bound_by);
  return cause;
}

StepRow step_row(const PlannedCollective& planned, const PlannedExchange& exchange,
                 const PlannedStep& step, const TransferDates& dates) {
  StepRow row{.application = planned.application,
              .stream = planned.stream,
              .scaling = planned.scaling,
              .gpus = step.gpus,
              .nodes = step.nodes,
              .steps = step.steps,
              .samples = step.samples,
              .to_train = step.to_train,
              .start_up = step.start_up,
              .compute = step.compute,
              .exchange = exchange.idle_time,
              .algorithm = exchange.algorithm,
              .basis = step.basis,
              .start = dates.start,
              .end = dates.end,
              .time = dates.time,
              .ended = dates.ended > 0,
              .bound_by = step.input_bound ? "input" : "compute"};
  if (step.reads) {
    row.dataset = step.reads->dataset;
    row.store = step.reads->store;
    row.read = step.reads->bytes;
    row.input = step.reads->alone;
  }
  if (step.access) {
    row.client = step.access->client;
    row.calls = step.access->calls;
    row.copies = step.access->copies;
    row.compute -= row.calls;
  }
  row.alone = without_reads(exchange, step) + shown_reads(exchange, step);
  if (row.ended && row.step() > row.compute * kByOthers)
    row.bound_by = longest_wait(exchange, step);
  return row;
}

/// The bound of the phase that takes longest at it.
RateLimit own_limit(const PlannedSize& size) {
  const auto longest = std::ranges::max_element(size.phases, {}, [](const TransferPhase& phase) {
    return (phase.bytes / phase.bound).value();
  });
  return longest->limit;
}

/// Where a step takes longer than the sum of its parts, whose dates alone were not run.
void guess_others(StepRow& row) {
  if (row.ended && row.step() > row.alone * kByOthers) row.bound_by = kOtherTraffic;
  row.alone = Seconds(0.0);
}

/// What others cost, and where: without them on its GPUs, less than half of it would be left.
void tell_others(const StepsWithoutOthers& without, std::vector<StepRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    StepRow& row = rows[i];
    if (!(without.alone[i] > Seconds(0.0))) {
      guess_others(row);
      continue;
    }
    row.alone = without.alone[i];
    if (!(row.step() > row.alone * kByOthers)) continue;
    const Seconds by_links = without.own_gpus[i] - row.alone;
    row.bound_by = by_links < (row.step() - row.alone) * 0.5 ? "others on its GPUs" : kOtherTraffic;
  }
}

std::string limit_text(const CheckedScenario& scenario, const TransferLinks& links,
                       const PlannedSize& size, std::optional<FluidTransfers::Limit> limit) {
  if (!limit || limit->is_none()) return std::string(rate_limit_text(own_limit(size)));
  return link_name(scenario.plan, scenario.cluster->graph(), links.links[limit->index()]);
}

/// What bounds steps is their own: others are not looked at.
TransferResult rows_of(const CheckedScenario& scenario, const std::vector<TransferDates>& dates) {
  TransferResult result;
  for (const NamedNetwork& of : scenario.cluster->networks())
    if (RoutingFacts facts = of.network->routing(); !facts.path.empty())
      result.routing.push_back({of.name, std::move(facts)});
  result.rows.reserve(dates.size());
  result.footprint = scenario.plan.footprint;
  for (const PlannedTransfer& planned : scenario.plan.transfers) {
    for (const PlannedSize& size : planned.sizes) {
      const TransferDates& when = dates[result.rows.size()];
      TransferRow row = row_of(scenario, planned, size);
      row.ended = when.ended == planned.concurrent;
      row.start = when.start;
      row.end = when.end;
      row.time = when.time;
      result.partial = result.partial || !row.ended;
      result.rows.push_back(std::move(row));
    }
  }
  std::size_t next = result.rows.size();
  for (const PlannedCollective& planned : scenario.plan.collectives) {
    for (const PlannedExchange& exchange : planned.sizes) {
      if (exchange.step) {
        result.steps.push_back(step_row(planned, exchange, *exchange.step, dates[next++]));
        result.partial = result.partial || !result.steps.back().ended;
        continue;
      }
      result.collectives.push_back(row_of(planned, exchange, dates[next++]));
      result.partial = result.partial || !result.collectives.back().ended;
    }
  }
  return result;
}

}  // namespace

TransferResult transfer_result(const CheckedScenario& scenario,
                               const std::vector<TransferDates>& dates) {
  TransferResult result = rows_of(scenario, dates);
  for (StepRow& row : result.steps) guess_others(row);
  return result;
}

TransferResult run_transfers(const CheckedScenario& scenario, const std::stop_token& stop) {
  const std::optional<TransferPlan> in_turn = plan_in_turn(scenario, stop);
  const TransferPlan& plan = in_turn ? *in_turn : scenario.plan;
  const ClusterGraph& graph = scenario.cluster->graph();
  const TransferLinks links = links_of(plan, graph);
  FluidTransfers run(plan, links);
  run.run(stop);
  TransferResult result = rows_of(scenario, run.life().dates());
  result.network = "fluid";
  std::size_t index = 0;
  for (const PlannedTransfer& planned : plan.transfers) {
    for (const PlannedSize& size : planned.sizes) {
      TransferRow& row = result.rows[index];
      const bool waits = row.ended && row.latency > row.duration() * 0.5;
      row.bound_by = waits ? "latency" : limit_text(scenario, links, size, run.limit_of(index));
      ++index;
    }
  }
  tell_others(steps_without_others(plan, graph, run.life().dates(), stop), result.steps);
  return result;
}

}  // namespace gpuscape
