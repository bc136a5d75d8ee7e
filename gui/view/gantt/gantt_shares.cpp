#include "gui/view/gantt/gantt_shares.hpp"

#include <algorithm>
#include <cmath>

#include "sim/run/record/stays.hpp"

namespace gpuscape::gui {

namespace {

constexpr double kShades = 16.0;  // what the eye tells apart

/// What is held in each column of each row; a column is some pixels wide. Only the ends of a
/// stretch are written; the columns between them follow from a running sum.
class Cells {
 public:
  Cells(std::size_t rows, std::size_t columns) : columns_(columns), cells_(rows * (columns + 1)) {}

  /// `from` and `until` in columns.
  void add(std::size_t row, double held, double from, double until) {
    const auto first = static_cast<std::size_t>(from);
    const auto last = static_cast<std::size_t>(until);
    Cell* const cells = &cells_[row * (columns_ + 1)];
    if (first == last) {
      cells[first].part += held * (until - from);
      return;
    }
    cells[first].part += held * (static_cast<double>(first + 1) - from);
    cells[first + 1].step += held;
    cells[last].part += held * (until - static_cast<double>(last));
    cells[last].step -= held;
  }

  /// Of each column of a row, in what is held × columns.
  [[nodiscard]] std::vector<double> row(std::size_t row) const {
    std::vector<double> held(columns_);
    double level = 0.0;
    for (std::size_t x = 0; x < columns_; ++x) {
      const Cell& cell = cells_[row * (columns_ + 1) + x];
      level += cell.step;
      held[x] = std::max(0.0, cell.part + level);
    }
    return held;
  }

 private:
  struct Cell {
    double part = 0.0;
    double step = 0.0;
  };
  std::size_t columns_;
  std::vector<Cell> cells_;
};

void fill(const RunResult& run, const RowOfNode& row_of_node, const GanttView& view,
          std::size_t columns, Cells& cells) {
  const double from = view.frame.window.from.value();
  const double until = view.frame.window.until.value();
  const double scale = static_cast<double>(columns) / (until - from);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    for_each_stay(run.jobs, job, [&](const Stay& stay) {
      const double start = std::max(stay.start.value(), from);
      const double end = std::min(end_of(stay, run).value(), until);
      const std::uint32_t node = stay.at.node - view.frame.first_node;
      if (!(start < end) || node >= row_of_node.size()) return;  // also of nodes before the first
      cells.add(row_of_node[node], held_on(run, job, stay.at, stay.nodes), (start - from) * scale,
                (end - from) * scale);
    });
  }
}

/// One row, in columns of which `step` are looked at together. Neighbours of one shade are one box.
void add_row(std::uint32_t row, const std::vector<double>& held, std::size_t step,
             GanttView& view) {
  const double capacity = view.rows[row].gpus;
  if (!(capacity > 0.0)) return;
  const auto columns = static_cast<double>(held.size());
  const double pixels = view.frame.width / columns;
  const double seconds = view.frame.window.length().value() / columns;
  double shade_before = -1.0;
  for (std::size_t x = 0; x < held.size(); x += step) {
    const std::size_t end = std::min(held.size(), x + step);
    double sum = 0.0;
    for (std::size_t i = x; i < end; ++i) sum += held[i];
    const double share = sum / (capacity * static_cast<double>(end - x));
    const double shade = sum > 0.0 ? std::ceil(kShades * share - 1e-9) : 0.0;
    if (shade > 0.0) {
      if (shade != shade_before)
        view.boxes.push_back(
            {.row = row, .left = static_cast<float>(static_cast<double>(x) * pixels)});
      view.boxes.back().right = static_cast<float>(static_cast<double>(end) * pixels);
      view.boxes.back().gpu_time += gpus_for(sum, Seconds(seconds));
    }
    shade_before = shade;
  }
}

/// False where there are too many boxes.
bool add_rows(const std::vector<std::vector<double>>& held, std::size_t step, GanttView& view) {
  view.boxes.clear();
  for (std::uint32_t row = 0; row < held.size(); ++row) {
    add_row(row, held[row], step, view);
    if (view.boxes.size() > view.frame.most_boxes && step < held[row].size()) return false;
  }
  return true;
}

}  // namespace

void add_shares(const RunResult& run, const RowOfNode& row_of_node, GanttView& view) {
  // Most neighbours differ in a busy cluster: finer columns than these would be put together again.
  constexpr std::size_t kMostColumnsPerBox = 4;
  const auto width = static_cast<std::size_t>(view.frame.width);
  const std::size_t most = kMostColumnsPerBox * std::max<std::size_t>(1, view.frame.most_boxes);
  const std::size_t each = view.rows.size() * width / most + 1;
  const std::size_t columns = (width + each - 1) / each;
  Cells cells(view.rows.size(), columns);
  fill(run, row_of_node, view, columns, cells);
  std::vector<std::vector<double>> held;
  held.reserve(view.rows.size());
  for (std::size_t row = 0; row < view.rows.size(); ++row) held.push_back(cells.row(row));
  for (std::size_t step = 1; !add_rows(held, step, view);) step *= 2;
  const Seconds of_pixel = view.frame.window.length() / static_cast<double>(view.frame.width);
  for (GanttBox& box : view.boxes) {
    const auto pixels = static_cast<double>(box.right - box.left);
    box.share =
        static_cast<float>(box.gpu_time / gpus_for(view.rows[box.row].gpus, of_pixel * pixels));
    view.gpu_time += box.gpu_time;
  }
}

}  // namespace gpuscape::gui
