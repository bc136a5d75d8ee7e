#include <fmt/format.h>

#include "sim/base/units/hours_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/remote/remote_text.hpp"

namespace gpuscape {

std::string remote_amount(const JobShare& of) {
  return fmt::format("{} ({} GPU-hours)", quantity(of.jobs, "job"),
                     hours_text(gpu_hours(of.gpu_seconds)));
}

std::string remote_pool_text(const RemotePool& pool) {
  const std::string over = remote_name(pool.choice);
  if (!pool.why_not.empty())
    return line("pool", fmt::format("not answered for {}: {}", over, pool.why_not));
  const auto waits = [](const PoolWaits& of) {
    return fmt::format("p95 wait of these and those {} and {}", human_text(of.leave),
                       human_text(of.stay));
  };
  const std::int64_t today = pool.nodes_today * pool.gpus_of_node;
  std::string text =
      line("pool",
           fmt::format("{}: {} lose at most {:.0f} % and may use lent GPUs, {} stay", over,
                       remote_amount(pool.leave), 100.0 * pool.limit, quantity(pool.stay, "job")));
  text += line("today", fmt::format("{} GPUs in {} · {}", human_count(today),
                                    quantity(pool.nodes_today, "node"), waits(pool.today)));
  text +=
      line("enough", fmt::format("{} GPUs: {} in nodes for those who stay, {} lent · {} · {} runs",
                                 human_count(today - pool.gpus_saved()),
                                 human_count(pool.nodes_own * pool.gpus_of_node),
                                 human_count(pool.nodes_lent * pool.gpus_of_node), waits(pool.then),
                                 pool.runs));
  const std::int64_t saved = pool.gpus_saved();
  const auto of_today = [&](std::int64_t gpus) {
    return fmt::format("{:.1f} %", 100.0 * static_cast<double>(gpus) / static_cast<double>(today));
  };
  const std::string clients = quantity(pool.nodes_today, "more node") + " without GPUs";
  std::string verdict = "none: as many as today, and " + clients;
  if (saved > 0)
    verdict = fmt::format("{} of {} GPUs ({}), for {}", human_count(saved), human_count(today),
                          of_today(saved), clients);
  if (saved < 0)
    verdict = fmt::format("none: it takes {} more GPUs ({}), and {}", human_count(-saved),
                          of_today(-saved), clients);
  text += line("saved", verdict);
  return text;
}

}  // namespace gpuscape
