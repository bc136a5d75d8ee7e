#include "gui/view/sweep_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/report/sweep/pictured_figure.hpp"

namespace gpuscape::gui {

std::shared_ptr<const OpenSweep> read_open_sweep(const std::string& path) {
  return std::make_shared<const OpenSweep>(OpenSweep{.path = path, .kept = read_kept_sweep(path)});
}

bool is_folder_of_runs(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::path(path) / kSweepFile, ignored);
}

SweepView::SweepView(std::shared_ptr<const OpenSweep> sweep)
    : sweep_(std::move(sweep)),
      by_index_(static_cast<std::size_t>(sweep_->kept.space.size()), nullptr),
      chosen_(axes().size(), 0) {
  for (const RunRecord& run : sweep_->kept.outcome.records) {
    if (run.index < 0 || run.index >= std::ssize(by_index_)) continue;
    by_index_[static_cast<std::size_t>(run.index)] = &run;
    for (const Figure& figure : run.figures)
      if (!std::isnan(figure.value) && std::ranges::find(figures_, figure.name) == figures_.end())
        figures_.push_back(figure.name);
  }
  figure_ = pictured_find(sweep_->kept.space).by;
  if (std::ranges::find(figures_, figure_) == figures_.end())
    figure_ = figures_.empty() ? "" : figures_.front();
  // The two axes with most values.
  for (std::size_t i = 1; i < axes().size(); ++i)
    if (axes()[i].values.size() > axes()[across_].values.size()) across_ = i;
  down_ = across_;
  for (std::size_t i = 0; i < axes().size(); ++i)
    if (i != across_ && (down_ == across_ || axes()[i].values.size() > axes()[down_].values.size()))
      down_ = i;
  find_answers();
  choose_best();
}

void SweepView::find_answers() {
  const KeptSweep& kept = sweep_->kept;
  if (kept.space.find()) {
    for (const FoundDesign& found :
         find_best(kept.space, kept.space.sought(), kept.outcome.records)) {
      std::string text;
      for (const auto& [axis, value] : found.of)
        text += fmt::format("{} {}, ", excerpt(axis), excerpt(value));
      text += std::string(goal_name(kept.space.sought().goal)) + ": ";
      if (found.best == nullptr) {
        answers_.push_back(text + "no design meets what is asked");
        continue;
      }
      if (best_ == nullptr) best_ = found.best;
      text += excerpt(found.best->design_name(), 100);
      const std::string& by = kept.space.sought().by;
      if (const Figure* figure = by.empty() ? nullptr : found.best->figure(by))
        text += ": " + figure_text(*figure, found.best->currency);
      answers_.push_back(std::move(text));
    }
  }
  const std::int64_t missing = kept.space.size() - std::ssize(kept.outcome.records);
  if (missing > 0)
    answers_.push_back(missing == 1 ? "1 design was not run"
                                    : fmt::format("{} designs were not run", missing));
  if (kept.designs_of_other_builds > 0)
    answers_.push_back(
        fmt::format("{} runs of other builds are left out", kept.designs_of_other_builds));
  for (const auto& [file, what] : kept.damaged)
    answers_.push_back(fmt::format("{}: {}", excerpt(file), excerpt(what, 120)));
}

void SweepView::choose_best() {
  if (best_ != nullptr) chosen_ = sweep_->kept.space.digits(best_->index);
  make_map();
}

void SweepView::choose(std::size_t axis, std::size_t value) {
  if (axis >= axes().size() || value >= axes()[axis].values.size()) return;
  if (chosen_[axis] == value) return;
  chosen_[axis] = value;
  make_map();
}

void SweepView::show(const std::string& figure) {
  if (figure == figure_ || std::ranges::find(figures_, figure) == figures_.end()) return;
  figure_ = figure;
  make_map();
}

void SweepView::set_map_axes(std::size_t across, std::size_t down) {
  if (across >= axes().size() || down >= axes().size()) return;
  across_ = across;
  down_ = down;
  make_map();
}

const RunRecord* SweepView::at(const std::vector<std::size_t>& digits) const {
  std::size_t index = 0;
  for (std::size_t i = 0; i < axes().size(); ++i)
    index = index * axes()[i].values.size() + digits[i];
  return index < by_index_.size() ? by_index_[index] : nullptr;
}

const RunRecord* SweepView::run() const { return at(chosen_); }

SweepCell SweepView::cell_of(const RunRecord* run) const {
  SweepCell cell{.run = run, .value = std::nan("")};
  if (run == nullptr) {
    cell.text = cell.about = "not run";
    return cell;
  }
  cell.about = excerpt(run->design_name(), 200);
  if (!run->fault.empty()) {
    cell.text = run->is_infeasible ? "does not fit" : "fault";
    cell.about += "\n" + excerpt(run->fault, 200);
    return cell;
  }
  if (const Figure* figure = run->figure(figure_)) {
    cell.value = figure->value;
    cell.text = figure_text({.name = figure->name, .value = figure->value}, run->currency);
    cell.about += "\n" + figure_ + " " + figure_text(*figure, run->currency);
  } else {
    cell.text = "–";
  }
  std::string missed;
  for (const std::string& what : what_is_missed(sweep_->kept.space.sought(), *run, run->never_fit))
    missed += (missed.empty() ? "misses " : ", ") + excerpt(what);
  cell.meets = missed.empty();
  if (!missed.empty()) cell.about += "\n" + missed;
  return cell;
}

void SweepView::make_map() {
  map_.clear();
  if (axes().empty()) return;
  const bool is_row = across_ == down_;
  const std::size_t rows = is_row ? 1 : axes()[down_].values.size();
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  std::vector<std::size_t> digits = chosen_;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<SweepCell>& cells = map_.emplace_back();
    if (!is_row) digits[down_] = row;
    for (std::size_t column = 0; column < axes()[across_].values.size(); ++column) {
      digits[across_] = column;
      cells.push_back(cell_of(at(digits)));
      cells.back().is_chosen = digits == chosen_;
      if (std::isnan(cells.back().value)) continue;
      least = std::min(least, cells.back().value);
      most = std::max(most, cells.back().value);
    }
  }
  for (std::vector<SweepCell>& cells : map_)
    for (SweepCell& cell : cells)
      if (!std::isnan(cell.value) && most > least)
        cell.share = (cell.value - least) / (most - least);
}

std::vector<std::pair<std::string, std::string>> SweepView::facts() const {
  const RunRecord* run = this->run();
  if (run == nullptr) return {{"design", "not run"}};
  std::vector<std::pair<std::string, std::string>> facts{
      {"design", excerpt(run->design_name(), 200)}};
  if (!run->fault.empty()) facts.emplace_back("fault", excerpt(run->fault, 200));
  for (const KeptObjective& one : run->objectives)
    facts.emplace_back(excerpt(one.figure.name),
                       objective_text(one) + (!verdict_of(one).is_certain() ? ""
                                              : one.met                     ? ", met"
                                                                            : ", missed"));
  for (const Figure& figure : run->figures)
    if (!std::isnan(figure.value))
      facts.emplace_back(figure.name, figure_text(figure, run->currency));
  return facts;
}

}  // namespace gpuscape::gui
