#pragma once
/// One request, from its designs to their comparisons.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "sim/live/design_reader.hpp"
#include "sim/live/known_design.hpp"
#include "sim/live/live_board.hpp"
#include "sim/live/live_comparisons.hpp"
#include "sim/study/study.hpp"

namespace gpuscape {

/// What outlives a request.
struct LiveMeans {
  DesignReader reader;
  KnownDesigns known{};
  TraceCache traces{};
  LiveComparisons comparisons{};
  /// Of a replay with its statistics, as the last one took; before there was any, a guess.
  std::atomic<double> seconds_per_job{2e-6};
  unsigned threads = 1;
  std::function<std::optional<Bytes>()> free_memory{};
};

struct LiveOrder {
  std::uint64_t generation = 0;
  std::vector<LiveDesign> designs;
  std::stop_source stop;
  WhenMemoryIsShort when_short = WhenMemoryIsShort::refuse;
};

class LiveRequest {
 public:
  /// All must outlive it.
  LiveRequest(LiveMeans& means, LiveBoard& board, const LiveOrder& order);
  ~LiveRequest();

  /// Until all is answered, or it was stopped.
  void run();

 private:
  struct Work;

  void read_designs();
  void take(std::size_t place);
  std::shared_ptr<KnownDesign> read(const LiveDesign& asked, const std::string& key,
                                    std::size_t place);
  void put_up_what_is_known();
  void make_ready(Work& work);
  void reserve_memory(const Work& work);

  void answer_first(Work& work);
  void answer_log(Work& work);
  void answer_first_batch(Work& work);
  void answer_generated(Work& work);
  void compare();
  void compare_in_step();
  void put_up(LiveComparisons::Comparisons comparisons);

  void improve(Work& work, LiveStage stage, StudyOutcome outcome, Seconds covers = Seconds(0.0));
  void fail(const std::vector<std::size_t>& places, std::vector<Issue> faults, std::string failure);
  void fail_for_memory(const Work& work, const std::string& failure);
  void fail_all(const std::string& failure);
  void attempt(Work& work, void (LiveRequest::*step)(Work&));
  [[nodiscard]] unsigned threads_for_all() const;
  void attempt_all(void (LiveRequest::*step)(Work&));
  [[nodiscard]] std::vector<AnsweredDesign> answered() const;

  LiveMeans& means_;
  LiveBoard& board_;
  const LiveOrder& order_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<Work>> works_;
  std::vector<Work*> of_design_;       // null: faults
  std::optional<Bytes> free_;          // when the request began; none: not known
  std::atomic<double> reserved_{0.0};  // bytes, of the results to come
};

}  // namespace gpuscape
