#include "gui/view/gantt_shares.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape::gui {

namespace {

constexpr double kShades = 16.0;  // what the eye tells apart

/// What is held in each pixel of each row. Only the ends of a stretch are written; the pixels
/// between them follow from a running sum.
class Cells {
 public:
  Cells(std::size_t rows, int columns)
      : columns_(static_cast<std::size_t>(columns)),
        parts_(rows * (columns_ + 1), 0.0),
        steps_(rows * (columns_ + 1), 0.0) {}

  /// `from` and `until` in pixels, within the columns.
  void add(std::size_t row, double held, double from, double until) {
    const auto first = static_cast<std::size_t>(from);
    const auto last = static_cast<std::size_t>(until);
    double* const parts = &parts_[row * (columns_ + 1)];
    if (first == last) {
      parts[first] += held * (until - from);
      return;
    }
    double* const steps = &steps_[row * (columns_ + 1)];
    parts[first] += held * (static_cast<double>(first + 1) - from);
    parts[last] += held * (until - static_cast<double>(last));
    steps[first + 1] += held;
    steps[last] -= held;
  }

  /// Of each pixel of a row, in what is held × pixels.
  [[nodiscard]] std::vector<double> row(std::size_t row) const {
    std::vector<double> held(columns_);
    double level = 0.0;
    for (std::size_t x = 0; x < columns_; ++x) {
      level += steps_[row * (columns_ + 1) + x];
      held[x] = std::max(0.0, parts_[row * (columns_ + 1) + x] + level);
    }
    return held;
  }

 private:
  std::size_t columns_;
  std::vector<double> parts_;
  std::vector<double> steps_;
};

void fill(const RunResult& run, const RowOfNode& row_of_node, const GanttFrame& frame,
          Cells& cells) {
  const double from = frame.window.from.value();
  const double until = frame.window.until.value();
  const double scale = frame.width / (until - from);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    for (const Segment& segment : run.jobs.segments(job)) {
      const double start = std::max(segment.start.value(), from);
      const double end = std::min(end_of(segment, run).value(), until);
      if (!(start < end)) continue;
      const auto spans = run.jobs.spans(segment);
      for (const AllocationSpan& span : spans) {
        const std::uint32_t node = span.node - frame.first_node;
        if (node >= row_of_node.size()) continue;  // also of nodes before the first
        cells.add(row_of_node[node], held_on(run, job, span, spans.size()), (start - from) * scale,
                  (end - from) * scale);
      }
    }
  }
}

/// Neighbours of one shade are one box. `step` pixels are looked at together.
void add_row(std::uint32_t row, const std::vector<double>& held, std::size_t step,
             GanttView& view) {
  const double capacity = view.rows[row].gpus;
  if (!(capacity > 0.0)) return;
  const Seconds pixel = view.frame.window.length() / view.frame.width;
  double shade_before = -1.0;
  for (std::size_t x = 0; x < held.size(); x += step) {
    const std::size_t end = std::min(held.size(), x + step);
    double sum = 0.0;
    for (std::size_t i = x; i < end; ++i) sum += held[i];
    const double share = sum / (capacity * static_cast<double>(end - x));
    const double shade = sum > 0.0 ? std::ceil(kShades * share - 1e-9) : 0.0;
    if (shade > 0.0) {
      if (shade != shade_before) view.boxes.push_back({.row = row, .left = static_cast<float>(x)});
      view.boxes.back().right = static_cast<float>(end);
      view.boxes.back().gpu_seconds += sum * pixel.value();
    }
    shade_before = shade;
  }
}

}  // namespace

void add_shares(const RunResult& run, const RowOfNode& row_of_node, GanttView& view) {
  Cells cells(view.rows.size(), view.frame.width);
  fill(run, row_of_node, view.frame, cells);
  const auto width = static_cast<std::size_t>(view.frame.width);
  const Seconds pixel = view.frame.window.length() / view.frame.width;
  for (std::size_t step = 1;; step *= 2) {
    view.boxes.clear();
    for (std::uint32_t row = 0; row < view.rows.size(); ++row)
      add_row(row, cells.row(row), step, view);
    if (view.boxes.size() <= view.frame.most_boxes || step >= width) break;
  }
  for (GanttBox& box : view.boxes) {
    const auto pixels = static_cast<double>(box.right - box.left);
    const double all = view.rows[box.row].gpus * pixels * pixel.value();
    box.share = static_cast<float>(box.gpu_seconds / all);
    view.gpu_seconds += box.gpu_seconds;
  }
}

}  // namespace gpuscape::gui
