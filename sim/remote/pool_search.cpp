#include "sim/remote/pool_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/run/run.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

constexpr double kWaitQuantile = 0.95;

/// Runs that a bisection over 1 to `most` takes at most, that of `most` itself among them.
std::int64_t runs_among(std::int64_t most) {
  return 1 + static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(most - 1)));
}

class Search {
 public:
  Search(const PoolCase& of, RemotePool& pool) : of_(of), pool_(pool) {}
  void search();

 private:
  struct Tried {
    PoolWaits waits;
    std::int64_t never_started = 0;
  };
  [[nodiscard]] const PoolDesigns& designs() const {
    const std::optional<PoolDesigns>& designs = pool_.choice.pool;
    if (!designs) throw InternalError("a pool is searched where its designs are known");
    return *designs;
  }
  [[nodiscard]] RunInputs asked_inputs() const;
  template <class Leaves>
  [[nodiscard]] Tried run(const CheckedScenario& scenario, const RunInputs& inputs,
                          const Leaves& leaves);
  [[nodiscard]] Tried run_today();
  [[nodiscard]] Tried run_with(std::int64_t own, std::int64_t lent);
  template <class Enough>
  [[nodiscard]] std::optional<std::int64_t> least(std::int64_t most, const Enough& enough);
  [[nodiscard]] bool stay_as_today(const Tried& tried) const {
    return tried.waits.stay <= today_.waits.stay;
  }
  [[nodiscard]] bool all_as_today(const Tried& tried) const {
    return stay_as_today(tried) && tried.waits.leave <= today_.waits.leave &&
           tried.never_started <= today_.never_started;
  }
  void refuse(const Tried& tried);

  const PoolCase& of_;
  RemotePool& pool_;
  RunInputs inputs_;
  Tried today_;
};

/// Those who leave take what is free, in nodes of their own first; all others those nodes' own.
RunInputs Search::asked_inputs() const {
  RunInputs inputs = of_.inputs;
  for (std::size_t stream = 0; stream < inputs.traces.size(); ++stream) {
    auto table = std::make_shared<JobTable>(*inputs.traces[stream].table);
    NodeAsks& asks = table->origins().asks();
    std::size_t row = 0;
    table->change_demands([&](Demand& demand) {
      Job job = table->job(row++);
      job.stream = static_cast<std::uint16_t>(stream);
      if (demand.gpus <= 0) return;
      const auto kind = of_.kinds.find(of_.local.spec, job);
      const bool leaves = kind && of_.leaves[*kind];
      const GpusFrom from = leaves ? GpusFrom::anywhere : GpusFrom::own_nodes;
      if (leaves && demand.nodes == 0)  // as many clients as it has nodes today
        demand.nodes = (demand.gpus - 1) / pool_.gpus_of_node + 1;
      const NodeAsk asked = asks[demand.asks];
      demand.asks = asks.intern(asked.gpu_models, asked.features, from).value_or(demand.asks);
    });
    inputs.traces[stream].table = std::move(table);
  }
  return inputs;
}

template <class Leaves>
Search::Tried Search::run(const CheckedScenario& scenario, const RunInputs& inputs,
                          const Leaves& leaves) {
  ++pool_.runs;
  Run run(scenario, inputs);
  if (!run.step_until(kForever, of_.stop)) throw Interrupted("interrupted; nothing was printed");
  const RunResult result = run.finish();
  std::vector<double> leave;
  std::vector<double> stay;
  Tried tried;
  for (std::size_t i = 0; i < result.jobs.size(); ++i) {
    const Job& job = result.jobs.job(i);
    if (!result.jobs.in_statistics(i) || job.demand.gpus <= 0) continue;
    if (!result.jobs.started(i)) {
      ++tried.never_started;
      continue;
    }
    (leaves(job) ? leave : stay).push_back(result.jobs.wait(i).value());
  }
  const auto p95 = [](std::vector<double>& waits) {
    std::ranges::sort(waits);
    return waits.empty() ? Seconds(0.0) : Seconds(quantile(waits, kWaitQuantile));
  };
  tried.waits = {p95(leave), p95(stay)};
  return tried;
}

Search::Tried Search::run_today() {
  const CheckedScenario today = open_scenario(of_.source, designs().today, of_.registry);
  return run(today, of_.inputs, [&](const Job& job) {
    const auto kind = of_.kinds.find(of_.local.spec, job);
    return kind && of_.leaves[*kind];
  });
}

Search::Tried Search::run_with(std::int64_t own, std::int64_t lent) {
  const CheckedScenario pool =
      open_scenario(of_.source, designs().with_nodes(own, lent), of_.registry);
  return run(pool, inputs_, [&](const Job& job) {
    return inputs_.origins->asks()[job.demand.asks].gpus_from != GpusFrom::own_nodes;
  });
}

/// Nothing where `most` is not enough.
template <class Enough>
std::optional<std::int64_t> Search::least(std::int64_t most, const Enough& enough) {
  if (!enough(most)) return std::nullopt;
  std::int64_t too_few = 0;
  std::int64_t known = most;
  while (known - too_few > 1) {
    const std::int64_t middle = too_few + (known - too_few) / 2;
    (enough(middle) ? known : too_few) = middle;
  }
  return known;
}

void Search::refuse(const Tried& tried) {
  const auto wait = [](std::string_view who, Seconds then, Seconds today) {
    return fmt::format("the p95 wait of those who {} is {} (today {})", who, human_text(then),
                       human_text(today));
  };
  std::string why = fmt::format("with twice the nodes of today {} more jobs do not fit",
                                tried.never_started - today_.never_started);
  if (tried.never_started <= today_.never_started)
    why = "with twice the nodes of today " +
          (stay_as_today(tried) ? wait("leave", tried.waits.leave, today_.waits.leave)
                                : wait("stay", tried.waits.stay, today_.waits.stay));
  pool_.why_not = std::move(why);
}

void Search::search() {
  const std::int64_t most = pool_.nodes_today * 2;
  const bool any_stay = pool_.stay > 0;
  if (of_.begins) of_.begins(1 + runs_among(most) * (any_stay ? 2 : 1));
  inputs_ = asked_inputs();
  today_ = run_today();
  pool_.today = today_.waits;
  Tried last;
  if (any_stay) {
    const auto own = least(most, [&](std::int64_t nodes) {
      last = run_with(nodes, most);
      return stay_as_today(last) && last.never_started <= today_.never_started;
    });
    if (!own) return refuse(last);
    pool_.nodes_own = *own;
  }
  const auto lent = least(most, [&](std::int64_t nodes) {
    last = run_with(pool_.nodes_own, nodes);
    if (!all_as_today(last)) return false;
    pool_.then = last.waits;
    return true;
  });
  if (!lent) return refuse(last);
  pool_.nodes_lent = *lent;
}

}  // namespace

Design PoolDesigns::with_nodes(std::int64_t own, std::int64_t lends) const {
  JsonValue nodes = JsonValue::make_object();
  const auto set = [&](const std::string& group, std::int64_t count) {
    JsonValue counted = JsonValue::make_object();
    counted.set("count", JsonValue::make_integer(count));
    nodes.set(group, count == 0 ? JsonValue::make_null() : std::move(counted));
  };
  set(own_nodes, own);
  set(lent_nodes, lends);
  JsonValue cluster = JsonValue::make_object();
  cluster.set("nodes", std::move(nodes));
  JsonValue patch = JsonValue::make_object();
  patch.set("cluster", std::move(cluster));
  Design design = lent;
  design.patches.push_back(std::move(patch));
  return design;
}

void search_pool(const PoolCase& of, RemotePool& pool) {
  try {
    Search(of, pool).search();
  } catch (const ScenarioError& error) {
    pool.why_not = error.issues().front().message;
  }
}

}  // namespace gpuscape
