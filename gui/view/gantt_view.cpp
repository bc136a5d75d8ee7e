#include "gui/view/gantt_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/view/gantt/gantt_away.hpp"
#include "gui/view/gantt/gantt_lanes.hpp"
#include "gui/view/gantt/gantt_shares.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/platform/demand_text.hpp"
#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/run/record/stays.hpp"

namespace gpuscape::gui {

namespace {

constexpr std::int32_t kMostLanes = 64;  // of a node whose GPUs can be told apart by sight
constexpr std::size_t kMostHits = 50;

std::uint32_t node_count(const RunResult& run) {
  return run.nodes.empty() ? 0 : run.nodes.back().first_node + run.nodes.back().count;
}

/// GPUs of a node, or cores where the run counts them.
double capacity_of(const RunResult& run, std::uint32_t node) {
  constexpr double kMilli = 1000.0;
  const NodeLabel& label = run.nodes[run.group_of(node)];
  return run.counts_cores ? static_cast<double>(label.milli_cores) / kMilli : label.gpus;
}

class GanttMaker {
 public:
  GanttMaker(const RunResult& run, const GanttFrame& frame) : run_(run) {
    view_.frame = frame;
    const std::uint32_t all = node_count(run);
    first_ = std::min(frame.first_node, all);
    count_ = frame.nodes == 0 ? all - first_ : std::min(frame.nodes, all - first_);
    view_.frame.first_node = first_;
    view_.frame.nodes = count_;
  }

  GanttView make() {
    if (count_ == 0 || view_.frame.width <= 0 || view_.frame.most_rows <= 0 ||
        !(view_.frame.window.length() > Seconds(0.0)))
      return std::move(view_);
    if (has_lanes() && collect()) {
      add_jobs();
    } else {
      add_node_rows();
      add_shares(run_, row_of_node_, view_);
    }
    add_away(run_, view_);
    return std::move(view_);
  }

 private:
  /// Whether each node has a row and few GPUs.
  [[nodiscard]] bool has_lanes() const {
    if (run_.counts_cores || count_ > static_cast<std::uint32_t>(view_.frame.most_rows))
      return false;
    return std::ranges::all_of(
        run_.nodes, [](const NodeLabel& label) { return !label.pool && label.gpus <= kMostLanes; });
  }

  /// What jobs hold of the nodes within the window; false where that is more than can be drawn.
  bool collect() {
    holdings_.assign(count_, {});
    std::size_t found = 0;
    const TimeWindow& window = view_.frame.window;
    for (std::size_t job = 0; job < run_.jobs.size(); ++job) {
      if (found > view_.frame.most_boxes) return false;
      for_each_stay(run_.jobs, job, [&](const Stay& stay) {
        const Seconds end = end_of(stay, run_);
        const std::uint32_t node = stay.at.node - first_;
        if (!(stay.start < window.until) || !(window.from < end) || node >= count_ ||
            stay.at.gpus <= 0 || ++found > view_.frame.most_boxes)
          return;
        holdings_[node].push_back({static_cast<std::uint32_t>(job), stay.at.node, stay.at.gpus,
                                   stay.start, end, run_.gpus_of(stay.at)});
      });
    }
    return found <= view_.frame.most_boxes;
  }

  void add_jobs() {
    std::int64_t gpus = 0;
    for (std::uint32_t node = first_; node < first_ + count_; ++node)
      gpus += run_.nodes[run_.group_of(node)].gpus;
    const bool by_gpu = gpus <= view_.frame.most_rows;
    view_.detail = by_gpu ? GanttView::Detail::gpus : GanttView::Detail::jobs;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const auto first_row = static_cast<std::uint32_t>(view_.rows.size());
      add_rows_of(first_ + i, by_gpu);
      const std::int32_t lanes = run_.nodes[run_.group_of(first_ + i)].gpus;
      for (const LaneRun& lane : lanes_of(holdings_[i], lanes)) {
        const Holding& holding = holdings_[i][lane.holding];
        if (by_gpu) {
          for (std::int32_t k = 0; k < lane.count; ++k)
            add_box(first_row + static_cast<std::uint32_t>(lane.first + k), holding, 1);
        } else {
          add_box(first_row, holding, lane.count);
          view_.boxes.back().top = static_cast<float>(lane.first) / static_cast<float>(lanes);
          view_.boxes.back().bottom =
              static_cast<float>(lane.first + lane.count) / static_cast<float>(lanes);
        }
      }
    }
    std::ranges::stable_sort(view_.boxes, [](const GanttBox& a, const GanttBox& b) {
      return a.row != b.row ? a.row < b.row : a.left < b.left;
    });
  }

  /// Its own name where GPUs are told apart.
  static std::string gpu_label(const NodeLabel& label, std::int32_t lane) {
    if (label.gpu_names.empty()) return fmt::format("GPU {}", lane);
    return label.gpu_names[static_cast<std::size_t>(lane)];
  }

  void add_rows_of(std::uint32_t node, bool by_gpu) {
    const std::string name = run_.node_name(node);
    const NodeLabel& label = run_.nodes[run_.group_of(node)];
    const std::int32_t gpus = label.gpus;
    if (!by_gpu)
      return view_.rows.push_back(
          {.label = name, .first_node = node, .gpus = static_cast<double>(gpus)});
    for (std::int32_t lane = 0; lane < gpus; ++lane)
      view_.rows.push_back({.label = fmt::format("{} {}", name, gpu_label(label, lane)),
                            .first_node = node,
                            .lane = lane,
                            .gpus = 1.0});
  }

  void add_box(std::uint32_t row, const Holding& holding, std::int32_t gpus) {
    const TimeWindow& window = view_.frame.window;
    const Seconds start = std::max(holding.start, window.from);
    const Seconds end = std::min(holding.end, window.until);
    const auto x_of = [&](Seconds date) {
      return static_cast<float>(view_.frame.width * ((date - window.from) / window.length()));
    };
    view_.boxes.push_back({.row = row,
                           .left = x_of(start),
                           .right = x_of(end),
                           .gpu_time = gpus_for(gpus, end - start),
                           .job = holding.job});
    view_.gpu_time += view_.boxes.back().gpu_time;
  }

  /// As many nodes in a row as it takes.
  void add_node_rows() {
    const auto most = static_cast<std::uint32_t>(view_.frame.most_rows);
    const std::uint32_t each = (count_ + most - 1) / most;
    row_of_node_.resize(count_);
    for (std::uint32_t i = 0; i < count_; ++i) {
      row_of_node_[i] = i / each;
      if (i % each == 0) view_.rows.push_back({.first_node = first_ + i, .nodes = 0});
      ++view_.rows.back().nodes;
      view_.rows.back().gpus += capacity_of(run_, first_ + i);
    }
    for (GanttRow& row : view_.rows) {
      row.label = run_.node_name(row.first_node);
      if (row.nodes > 1)
        row.label += fmt::format(" – {}", run_.node_name(row.first_node + row.nodes - 1));
    }
  }

  const RunResult& run_;
  GanttView view_;
  std::uint32_t first_ = 0;
  std::uint32_t count_ = 0;
  std::vector<std::vector<Holding>> holdings_;  // by node, from the first one on
  RowOfNode row_of_node_;
};

/// The boxes under the point; the row's boxes lie by rising left edge, but may overlap in time.
std::vector<std::uint32_t> jobs_under(const GanttView& view, std::uint32_t row, double x,
                                      double height) {
  std::vector<std::uint32_t> jobs;
  const auto boxes = std::ranges::equal_range(view.boxes, row, {}, &GanttBox::row);
  const auto at = static_cast<float>(x);
  const auto level = static_cast<float>(height);
  for (const GanttBox& box : boxes)
    if (at >= box.left && at < box.right && level >= box.top && level < box.bottom)
      jobs.push_back(box.job);
  return jobs;
}

void add_holders(const RunResult& run, const GanttRow& row, GanttHit& hit) {
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    for (const Segment& segment : run.jobs.segments(job)) {
      if (!(segment.start <= hit.date) || !(hit.date < end_of(segment, run))) continue;
      const bool is_there = std::ranges::any_of(
          run.jobs.spans(segment),
          [&](const AllocationSpan& span) { return span.node - row.first_node < row.nodes; });
      if (!is_there) continue;
      if (hit.jobs.size() == kMostHits) {
        hit.more = true;
        return;
      }
      hit.jobs.push_back(static_cast<std::uint32_t>(job));
    }
  }
}

}  // namespace

GanttView gantt_view(const RunResult& run, const GanttFrame& frame) {
  return GanttMaker(run, frame).make();
}

std::optional<GanttHit> gantt_hit(const GanttView& view, const RunResult& run, double x, double y) {
  if (!(x >= 0.0) || x >= view.frame.width || !(y >= 0.0) ||
      y >= static_cast<double>(view.rows.size()))
    return std::nullopt;
  GanttHit hit;
  hit.row = static_cast<std::uint32_t>(y);
  hit.date = view.frame.window.from + view.frame.window.length() * (x / view.frame.width);
  if (view.detail == GanttView::Detail::shares)
    add_holders(run, view.rows[hit.row], hit);
  else
    hit.jobs = jobs_under(view, hit.row, x, y - std::floor(y));
  hit.away = std::ranges::any_of(view.away, [&](const GanttAway& away) {
    return away.row == hit.row && x >= static_cast<double>(away.left) &&
           x < static_cast<double>(away.right);
  });
  return hit;
}

std::string box_text(const GanttView& view, const RunResult& run, const GanttBox& box) {
  const GanttRow& row = view.rows[box.row];
  if (view.detail == GanttView::Detail::shares)
    return fmt::format("{}{}{} of {} held", row.label, kSeparator,
                       percent_text(static_cast<double>(box.share)), capacity_noun(run));
  std::string text = fmt::format("job {}", run.jobs.id(box.job));
  const JobOrigin& origin = (*run.origins)[run.jobs.origin(box.job)];
  if (!origin.user.empty()) text += fmt::format("{}{}", kSeparator, origin.user);
  text += fmt::format("{}{} in all{}on {}", kSeparator, gpu_amount_text(run.jobs.demand(box.job)),
                      kSeparator, run.node_name(row.first_node));
  const Segment& last = run.jobs.segments(box.job).back();
  return text + fmt::format("{}{}", kSeparator, human_text(end_of(last, run) - last.start));
}

}  // namespace gpuscape::gui
