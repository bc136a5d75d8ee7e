#include "sim/report/runs/list_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostListed = 40;
constexpr std::size_t kKeyDigits = 12;

std::string state_of(const RunRecord& run) {
  if (!run.fault.empty())
    return (run.is_infeasible ? "does not fit: " : "fault: ") + excerpt(run.fault);
  return quantity(run.replications, "replication");
}

}  // namespace

std::string runs_list_text(const RunsInFolder& runs, const std::optional<SweepFile>& sweep,
                           bool all) {
  std::vector<const RunRecord*> own;
  for (const RunRecord& run : runs.sound)
    if (!sweep || run.sweep == sweep->sweep) own.push_back(&run);
  std::string text =
      sweep ? fmt::format("{} · {} of {}\n", excerpt(sweep->title), human_count(std::ssize(own)),
                          quantity(sweep->designs, "design"))
            : quantity(std::ssize(own), "run") + " of no sweep\n";
  std::vector<std::vector<std::string>> rows{{"design", "key", "is", "GPUs", "run"}};
  for (const RunRecord* run : own) {
    if (!all && rows.size() > kMostListed) break;
    rows.push_back({human_count(run->index), run->key.substr(0, kKeyDigits),
                    excerpt(run->design_name(), 100),
                    run->fault.empty() ? human_count(run->gpus) : "–", state_of(*run)});
  }
  if (!own.empty()) text += text_table(rows);
  if (rows.size() <= own.size())
    text += fmt::format("… {} more: --all shows them\n",
                        human_count(std::ssize(own) - std::ssize(rows) + 1));
  const std::int64_t others = std::ssize(runs.sound) - std::ssize(own);
  if (others > 0) text += line("of others", quantity(others, "run") + " of other sweeps");
  return text;
}

}  // namespace gpuscape
