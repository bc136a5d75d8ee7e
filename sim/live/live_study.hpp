#pragma once
/// Designs that are run again whenever they change, in the background: the newest request wins, and
/// the best answer so far can be read at any moment. For programs with a window; knows no window.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/compare/compare_result.hpp"
#include "sim/study/run_study.hpp"

namespace gpuscape {

/// A design that is shown beside others.
struct LiveDesign {
  std::string name;  ///< "A"
  ScenarioSource source;
  Design design;
};

/// How far an answer has come; later values are closer to the exact one.
enum class LiveStage : std::uint8_t {
  none,          ///< nothing is known yet
  first_weeks,   ///< of a log: what was submitted up to `covers`, exact as far as it goes
  replications,  ///< of a generated workload: fewer replications than the exact answer takes
  exact,         ///< what `gpuscape run` would print
};

/// What is known of one design.
struct LiveAnswer {
  LiveDesign asked;
  LiveStage stage = LiveStage::none;  ///< of the outcome; none where that is stale
  /// The answer, of this request or, where `is_stale`, of the newest earlier request for a design
  /// of that name; null before there is any.
  std::shared_ptr<const StudyOutcome> outcome;
  /// What the outcome is of; null where it is.
  std::shared_ptr<const CheckedScenario> scenario;
  bool is_stale = false;      ///< the outcome is not of `asked`
  std::vector<Issue> faults;  ///< why there is no newer outcome; empty: it comes, or is there
  std::string failure;        ///< likewise, of what is no fault of the scenario: "cannot open …"
  bool lacks_memory = false;  ///< that is the failure: WhenMemoryIsShort::run begins it anyway
  Seconds covers{0.0};        ///< of the submissions, at stage first_weeks
  StudyProgress progress;     ///< of the run that is under way
};

/// One request's answers. Never changes once it is published.
struct LiveState {
  std::uint64_t generation = 0;  ///< counts requests; 0: nothing was asked for
  std::vector<LiveAnswer> designs;
  /// Of each design after the first, beside the first; null while either has no answer of this
  /// request, or where they differ in what they cover. Generated workloads are compared as
  /// `gpuscape compare` does: after the longest warm-up of all, over equally many replications, at
  /// first a few. So the values there may differ from those of the designs' own outcomes.
  std::vector<std::shared_ptr<const Comparison>> comparisons;
  bool is_finished = false;  ///< nothing more will come of this request
  bool was_cancelled = false;
};

/// Whether a study is begun whose results will not fit the memory that is free.
enum class WhenMemoryIsShort : std::uint8_t {
  refuse,  ///< its design fails, and says how much it takes
  run,
};

struct LiveOptions {
  /// 0: processors − 1, at least 1. Never changes an exact answer. A few more threads are used
  /// where there are more designs, yet fewer than twice as many: a replay cannot be divided.
  unsigned threads = 0;
  /// Called from other threads after each publication, at most some sixty times a second; must
  /// return at once. A window wakes its event loop here.
  std::function<void()> published = {};
  /// What may be taken up by the results of one request; none: not known, anything. Empty: what the
  /// system has free.
  std::function<std::optional<Bytes>()> free_memory = {};
};

/// `ask`, `cancel` and `latest` never wait for a run. At most two requests' runs are alive at once:
/// the newest, and one that was told to stop and is about to.
class LiveStudy {
 public:
  LiveStudy(const Registry& registry, const LiveOptions& options = {});
  /// Stops what runs and waits for it.
  ~LiveStudy();
  LiveStudy(const LiveStudy&) = delete;
  LiveStudy& operator=(const LiveStudy&) = delete;

  /// Replaces what was asked for before. A design that was answered exactly is not run again while
  /// its text, files and settings are the same.
  void ask(std::vector<LiveDesign> designs,
           WhenMemoryIsShort when_short = WhenMemoryIsShort::refuse);
  /// Stops what runs; what is known so far stays, marked.
  void cancel();
  /// Never null.
  [[nodiscard]] std::shared_ptr<const LiveState> latest() const;
  /// Until the newest request is finished; for tests and scripts.
  void wait() const;

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace gpuscape
