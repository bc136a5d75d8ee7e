#pragma once
/// What a page shows of result folders: compare.json and result.json, read back. Tables of jobs are
/// not read.

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/bill/bill.hpp"
#include "sim/report/pictures/design_pictures.hpp"
#include "sim/report/reading/saved_run.hpp"
#include "sim/report/runs/kept_sweep.hpp"
#include "sim/report/trust/result_trust.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A value of the catalogue, or of a cost, that nobody measured or published.
struct PageGuess {
  std::string name = {};            ///< "links/qpi latency"
  std::string value;                ///< with its unit
  std::string low = {}, high = {};  ///< both empty: without a range
};

struct PageCost : PictureCost {
  std::vector<PageGuess> guesses = {};
  std::vector<std::string> not_counted = {};
  std::vector<std::string> old_prices = {};
};

/// result.json of jobs.
struct PageResult {
  std::shared_ptr<const SavedRun> run;  ///< never null
  std::vector<PageGuess> guesses = {};
  std::vector<std::string> warnings = {};
  std::vector<std::string> rows = {};  ///< of logs that were dropped or repaired, one text a reason
  std::optional<PageCost> cost = {};
  std::optional<Bill> bill = {};  ///< none of an earlier version
  /// Likewise; empty where no model was used that is held against published figures.
  std::optional<std::vector<TrustLine>> trust = {};
  [[nodiscard]] const StudyResult& study() const { return run->outcome.result; }
};

/// A design of a comparison.
struct PageDesign {
  std::string name = {};
  bool finished = true;
  std::int64_t gpus = 0;
  bool overloaded = false;
  bool precision_reached = true;
  bool nothing_started = false;
  std::int64_t never_fit = 0, unfinished = 0;
  std::vector<std::string> not_counted = {};  ///< of its cost
  std::optional<Comparison> beside = {};      ///< none of the baseline
  std::string own_or_rent = {};               ///< where they break even; empty: not to be said
  std::optional<PageResult> result = {};      ///< none where it cannot be read
  std::string fault = {};                     ///< why
};

/// Why there is a winner, or none, as compare.json says.
struct PageVerdict {
  std::string by = {};      ///< "cost", "metrics", "doing_the_work", "nothing"
  std::string winner = {};  ///< empty: none
  std::string runner_up = {};
  std::string why_none = {};
  bool certain = true;                        ///< within the ranges of the inputs
  std::string rate = {};                      ///< "cost_per_job": by what unit costs are compared
  double rate_winner = 0.0, rate_next = 0.0;  ///< where `rate` is not empty
  std::vector<std::pair<std::string, std::vector<std::string>>> short_of_work = {};
};

/// What the comparison came to with another value of a guess of the catalogue.
struct PageTrial {
  std::string name = {};  ///< "links/qpi latency"
  std::string value = {}, at = {};
  bool was_made = true;
  bool keeps_verdict = true;
  std::string winner = {};  ///< empty: none
};

struct PageComparison {
  std::string title = {};
  double confidence = 0.95;
  bool is_partial = false;
  std::vector<PageDesign> designs = {};  ///< the baseline first; at least one
  std::vector<std::string> left_out = {};
  std::vector<std::string> not_one_basis = {};
  std::optional<PageVerdict> verdict = {};
  std::vector<PageTrial> trials = {};  ///< where `compare --guesses` made any
  Provenance provenance = {};
};

/// A run of transfers, collectives or steps: rows as result.json has them.
struct PageSteps {
  std::string title = {};
  std::map<std::string, std::vector<JsonValue>> tables = {};  ///< by "steps", "collectives", …
  std::vector<PageGuess> guesses = {};
  std::optional<Bill> bill = {};
  std::optional<std::vector<TrustLine>> trust = {};
  bool is_partial = false;
  Provenance provenance = {};
};

/// A design of a comparison of steps.
struct PageStepsDesign {
  std::string name = {};
  /// Times as long as the baseline: the geometric mean over its rows, the least and the most; NaN
  /// where no row is compared.
  double mean = std::numeric_limits<double>::quiet_NaN();
  double least = std::numeric_limits<double>::quiet_NaN();
  double most = std::numeric_limits<double>::quiet_NaN();
  std::string verdict = {};          ///< of compare.json; empty: the baseline
  std::vector<JsonValue> rows = {};  ///< as compare.json has them
};

/// A comparison of runs of transfers, collectives or steps.
struct PageStepsComparison {
  std::string title = {};
  std::vector<PageStepsDesign> designs = {};         ///< the baseline first; at least one
  std::vector<std::vector<PageGuess>> guesses = {};  ///< of each
  std::string verdict = {};                          ///< the sentence
  std::vector<std::string> left_out = {};
  bool is_partial = false;
  Provenance provenance = {};
};

/// One of the folders of a page; none of the five where it cannot be read.
struct PageFolder {
  std::string name = {};  ///< its own, without where it lies
  std::optional<PageComparison> comparison = {};
  std::optional<PageResult> run = {};
  std::optional<PageSteps> steps = {};
  std::optional<PageStepsComparison> steps_comparison = {};
  std::shared_ptr<const KeptSweep> sweep = nullptr;
  std::vector<Issue> faults = {};  ///< why it, or a part of it, is not shown; in the user's words
  [[nodiscard]] bool is_readable() const {
    return comparison || run || steps || steps_comparison || sweep;
  }
};

/// Reads compare.json with the result.json of its designs, or else result.json, or the runs of a
/// sweep. What cannot be read
/// is noted in `faults`; nothing is thrown for a folder that is damaged or of another version.
PageFolder read_page_folder(const std::string& path);

}  // namespace gpuscape
