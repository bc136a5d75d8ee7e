#pragma once
/// Our models held against published measurements. A figure is a small scenario, what was measured
/// on such a machine, and which mechanism ought to produce it.
///
/// error = |ours − published| ÷ published, of a speed that is left |ours − published|. A figure's
/// error is the median over its points. Scored are figures that were measured, that were read where
/// they were published, and that no parameter was fitted on; the others are shown apart. As a
/// median hides the tail, the errors of single points are told beside those of figures.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/model/registry.hpp"
#include "sim/validation/placing/pods.hpp"
#include "sim/validation/sharing/shared_gpu.hpp"

namespace gpuscape {

/// What an area must reach.
struct ValidationGoals {
  std::string of_class;  ///< of figures: "point-to-point"
  /// Of the errors of scored figures, at most; none where there are too few of them for one.
  std::optional<double> median = {};
  std::optional<double> p90 = {};
  std::optional<double> worst = {};
  std::optional<double> all_but_one = {};  ///< the largest but one
  double expressible = 0.0;                ///< share of measured and read figures, at least
};

enum class MeasuredQuantity : unsigned char {
  bandwidth,            ///< of transfers
  algorithm_bandwidth,  ///< of collectives, as nccl-tests counts both
  bus_bandwidth,
  time,
  power,
  sample_rate,    ///< of all GPUs of a step
  batch_rate,     ///< likewise, in batches of one GPU
  training_time,  ///< of all epochs
  speed_up,       ///< rate ÷ that of the first row
  efficiency,     ///< rate of one GPU ÷ that of the first row
  count,
  share,        ///< of time, or of nodes
  yearly_rate,  ///< of one GPU
  speed_left,   ///< of that alone, or of that on a whole GPU
  duration,     ///< of hours or days
};

/// What was measured in one run, by the sizes of its first transfer or collective, or by the rows
/// of its steps.
struct Experiment {
  struct Value {
    MeasuredQuantity quantity = MeasuredQuantity::bandwidth;
    std::vector<double> by_size;  ///< B/s, s, W, 1/s or 1; NaN: not measured at that size
  };
  std::string name;
  JsonValue cluster = {};  ///< a JSON merge patch of the figure's; null: none
  JsonValue transfers;     ///< as a stream of a scenario has them
  JsonValue collectives;   ///< likewise; null where it has transfers
  /// Likewise. Rates and times of training are relative to the first row, whose measured value is
  /// the input and no point; times of steps are as they are.
  JsonValue steps = {};
  /// Each entry of `steps` is run alone on the cluster, and their rows follow each other; else they
  /// run together, as in a scenario.
  bool entries_alone = false;
  JsonValue applications = {};      ///< `workload/applications` of these steps
  std::vector<double> epochs = {};  ///< by row, of training times
  bool all = false;                 ///< the sum over all transfers, else the first alone
  std::vector<Value> values;
  /// Of power: a node of the catalogue, and how far its jobs bring it from idle to its maximum.
  std::string node = {};
  double load = 0.0;
  std::string load_name = {};  ///< "training"
  /// Of what fails: a scenario; which of its metrics, or what of its failures, was measured; and
  /// the scenario of who knows nothing of failures, as a merge patch.
  JsonValue scenario = {};
  std::string measure = {};
  JsonValue useless = {};
  Seconds over{0.0};       ///< how long failures are drawn; 0: as the scenario runs
  std::string limit = {};  ///< "at least", "at most": published is a bound; empty: it is a value
  std::string fits = {};   ///< what was fitted on this one; such a point counts as fitted
  /// What would be said of its value without a model, by name; the first is the baseline.
  std::vector<std::pair<std::string, double>> naive = {};
  /// Of completion times: from the first job to the last, by submission from 0 on.
  std::int64_t first_job = 0;
  std::int64_t last_job = 0;
  /// Of pods that are placed: how many GPUs have been asked for when a value was measured, as
  /// shares of the cluster's; rising.
  std::vector<double> arrived = {};
  PodList pods = {};
  SharedGpu sharing = {};
};

struct PublishedFigure {
  std::string id;
  std::string system;
  std::string metric;
  std::string figure_class;  ///< "point-to-point", "collective", "training", "remote"
  std::string source;        ///< title, author, year, place in it
  /// "fit", "test", "context", "input", "bound", "bracket" (its experiments lie around it),
  /// "identity" (arithmetic that has to come out).
  std::string used_for;
  std::string fits;                  ///< what was fitted on it
  std::string mechanism;             ///< what produces it in our models
  std::string not_expressible;       ///< why it cannot be run; empty when it can
  std::string left_out;              ///< which of its numbers cannot, and why
  std::int64_t left_out_values = 0;  ///< how many numbers those are
  std::string notes;
  bool measured = false;
  bool verified = false;
  double tolerance = 0.0;
  JsonValue cluster;
  std::vector<Experiment> experiments;
};

/// Whether the goals speak of it: measured, read at the source, and neither an input of
/// another figure nor a bound.
[[nodiscard]] inline bool is_in_question(const PublishedFigure& figure,
                                         const ValidationGoals& goals) {
  return figure.figure_class == goals.of_class && figure.measured && figure.verified &&
         figure.used_for != "input" && figure.used_for != "bound";
}

struct PublishedArea {
  std::string name;  ///< "2-fabric"
  std::string about;
  ValidationGoals goals;
  std::vector<PublishedFigure> figures;  ///< by id
};

/// The areas that this version ships, in the order of their names.
std::vector<std::string> published_areas();
/// Throws InternalError for a name that is not among them.
PublishedArea published_area(std::string_view name);
/// Reads an area's file. Throws ScenarioError with what is wrong with it.
PublishedArea read_published_area(std::string_view text, const std::string& file);

/// What anybody would say without a model, of one point.
struct NaivePoint {
  /// Of points that share a start: "messages between nodes"; empty where `value` says it.
  std::string kind = {};
  double line_time = 0.0;  ///< s: its bytes ÷ line rate
  double work = 0.0;       ///< its value is that ÷ time; 0: it is a time itself
  double value = 0.0;      ///< as `published`; 0: nothing to say
};

struct ValidatedPoint {
  std::string experiment = {};
  std::string size = {};  ///< "1 KiB", "8 GPUs"; empty where there is one
  std::int64_t gpus = 0;  ///< of steps
  MeasuredQuantity quantity = MeasuredQuantity::bandwidth;
  double published = 0.0;  ///< as `Experiment::Value`
  double ours = 0.0;
  double error = 0.0;
  std::string bound_by = {};  ///< what limited our run; of power the load
  bool fitted = false;        ///< a parameter was fitted on this point
  double bytes = 0.0;         ///< of a message or collective; 0: none
  bool between_nodes = false;
  NaivePoint naive = {};
  std::string limit = {};                                        ///< as `Experiment`
  std::vector<std::pair<std::string, double>> other_naive = {};  ///< all that it has by name
};

/// Of a value of ours, or of somebody else's: relative to the published one. Of what keeps a part
/// of its speed it is the difference, so that the error is that of the loss, in points.
[[nodiscard]] inline double error_of(const ValidatedPoint& point, double value) {
  const double difference =
      value > point.published ? value - point.published : point.published - value;
  return point.quantity == MeasuredQuantity::speed_left ? difference : difference / point.published;
}

struct ValidatedFigure {
  PublishedFigure figure;
  std::vector<ValidatedPoint> points;   ///< none where it is not expressible
  double error = 0.0;                   ///< median over the points that count
  std::optional<double> baseline = {};  ///< the same of the baseline; none where it says nothing
  bool scored = false;
  /// Those that nothing was fitted on; all of a fitted figure.
  [[nodiscard]] bool counts(const ValidatedPoint& point) const {
    return figure.used_for == "fit" || !point.fitted;
  }
  [[nodiscard]] bool within_tolerance() const { return error <= figure.tolerance; }
  /// Whether a bound is kept, a bracket holds what was published, and arithmetic comes out; none of
  /// the others.
  [[nodiscard]] std::optional<bool> holds() const;
  /// 1 − our error ÷ the baseline's; none where that is 0 or says nothing.
  [[nodiscard]] std::optional<double> skill() const {
    return baseline && *baseline > 0.0 ? std::optional(1.0 - error / *baseline) : std::nullopt;
  }
};

/// Over some errors; without any, all are 0 and mean nothing.
struct ErrorSummary {
  std::size_t count = 0;
  double median = 0.0;
  double p90 = 0.0;
  double worst = 0.0;
  double second = 0.0;        ///< the largest but one; 0 where there is one
  std::string worst_at = {};  ///< "fab-ault-roce: latency"
};

/// Our errors beside those of the baseline on the same points.
struct SkillRow {
  /// "figures", "points", "below 64 KiB", "between nodes", "efficiency below 0.9", "lost share",
  /// "points: rated bandwidth"; the lost share's errors are differences of shares.
  std::string of = {};
  std::size_t count = 0;
  double ours = 0.0;  ///< medians
  double baseline = 0.0;
  double our_p90 = 0.0;
  /// 1: we are right where the baseline is not; 0: no better; below 0: worse.
  [[nodiscard]] double skill() const { return baseline > 0.0 ? 1.0 - ours / baseline : 0.0; }
};
/// The start that suits the baseline best, of one kind of points.
struct NaiveStart {
  std::string kind = {};
  Seconds start{0.0};
};

struct ValidationResult {
  std::string area;
  ValidationGoals goals;
  std::vector<ValidatedFigure> figures;
  std::size_t in_question = 0;  ///< measured and read figures of the class in question
  double expressed = 0.0;  ///< of these, those that the models can express; parts count in part
  ErrorSummary fitted;     ///< of these, those that a parameter was fitted on
  ErrorSummary scored;     ///< the others
  /// Of one figure of the area: goals are of all together, and say nothing of it.
  bool one_figure = false;
  ErrorSummary fitted_points;  ///< the single points of the fitted figures
  ErrorSummary scored_points;
  std::vector<NaiveStart> starts = {};
  std::vector<SkillRow> skill = {};  ///< over scored figures and points; none where there are none
  [[nodiscard]] double share_expressed() const {
    return in_question == 0 ? 1.0 : expressed / static_cast<double>(in_question);
  }
  /// Whether the models could run any of the figures.
  [[nodiscard]] bool ran() const {
    return std::ranges::any_of(figures, [](const auto& f) { return !f.points.empty(); });
  }
  /// Whether every bound, bracket and identity that was run does.
  [[nodiscard]] bool all_hold() const {
    return std::ranges::all_of(figures, [](const auto& f) { return f.holds().value_or(true); });
  }
  /// Where nothing is scored, no error misses a goal. One figure alone must be within its own
  /// tolerance, where it is scored.
  [[nodiscard]] bool reached() const {
    if (one_figure)
      return ran() && all_hold() && std::ranges::all_of(figures, [](const ValidatedFigure& f) {
               return !f.scored || f.within_tolerance();
             });
    const auto meets = [](double error, const std::optional<double>& most) {
      return !most || error <= *most;
    };
    return ran() && all_hold() && meets(scored.median, goals.median) &&
           meets(scored.p90, goals.p90) && meets(scored.worst, goals.worst) &&
           meets(scored.second, goals.all_but_one) && share_expressed() >= goals.expressible;
  }
};

/// Runs the figures of an area. `only` limits it to one; empty: all. Deterministic.
ValidationResult validate(const PublishedArea& area, const Registry& registry,
                          std::string_view only = "");

}  // namespace gpuscape
