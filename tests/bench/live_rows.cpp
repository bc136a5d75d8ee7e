/// Edits of a design in a live study, against the study alone.

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "sim/live/live_study.hpp"
#include "sim/study/run_study.hpp"
#include "test_paths.hpp"
#include "tests/bench/bench_jobs.hpp"
#include "tests/bench/rows.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::bench {
namespace {

constexpr const char* kPhilly = "data/traces/philly/philly_2017-09-18_2017-11-19.csv.gz";

/// So many jobs on 128 DGX behind a leaf-spine, 15 replications.
std::string generated(std::size_t jobs) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{"n": {{"type": "dgx-h100", "count": 128}}}},
          "networks": {{"compute": {{"type": "leaf-spine", "switch": "nvidia-qm9700"}}}}}},
          "workload": {{"streams": {{"s": {{"generate": {{"jobs": {}, "load": 0.8,
          "gpus": {{"1": 6, "8": 1}}, "run_time": {{"distribution": "exponential", "mean": "1 h"}}
          }}}}}}}}, "scheduler": {{"backfill": {{"type": "easy"}}}}, "run": {{"replications": 15}}}})",
      jobs);
}

std::string replay(std::uint32_t nodes, const std::string& trace) {
  return fmt::format(
      R"({{"format": 1,
          "cluster": {{"nodes": {{"n": {{"type": "custom", "gpus": 8, "count": {}}}}}}},
          "workload": {{"streams": {{"log": {{"trace": {{{}}}}}}}}},
          "scheduler": {{"backfill": {{"type": "easy"}}}}}})",
      nodes, trace);
}

std::string replay_of_philly() {
  constexpr std::uint32_t kNodes = 80;
  return replay(kNodes, fmt::format(R"("format": "philly-csv", "file": "{}/{}")",
                                    GPUSCAPE_SHARED_DIR, kPhilly));
}

/// A log of a million jobs on 1000 nodes, as a file that is made when it is first asked for and
/// goes with this.
class LongLog {
 public:
  LongLog() = default;
  LongLog(const LongLog&) = delete;
  LongLog& operator=(const LongLog&) = delete;
  ~LongLog() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string scenario() {
    if (folder_.empty()) make();
    return replay(kNodes, fmt::format(R"("format": "csv", "file": "{}/log.csv", "columns":
        {{"submit": "t", "run_time": "d", "gpus": "g"}})",
                                      folder_.string()));
  }

 private:
  static constexpr std::uint32_t kNodes = 1000;

  void make() {
    std::string name = (std::filesystem::temp_directory_path() / "gpuscape-live-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the log");
    folder_ = name;
    std::ofstream file(folder_ / "log.csv", std::ios::binary);
    file << "t,d,g\n";
    for (const Job& job : make_jobs(1'000'000, kNodes, 0.8))
      file << fmt::format("{:.0f},{:.0f},{}\n", job.submit.value(), job.run_time.value(),
                          job.demand.gpus);
  }

  std::filesystem::path folder_;
};

/// A scenario that is open in a live study, and the same without one.
class Edited {
 public:
  /// `text` is asked for when it is first needed.
  Edited(std::function<std::string()> text, unsigned threads)
      : text_(std::move(text)), threads_(threads) {}

  /// From the edit of one design until its exact answer.
  double seconds_to_answer() {
    warm();
    return seconds_of([&] {
      live_->ask({next("A")});
      live_->wait();
    });
  }
  double seconds_to_first_answer() {
    warm();
    const double seconds = seconds_of([&] {
      live_->ask({next("A")});
      while (live_->latest()->designs[0].is_stale) pause(0.0002);
    });
    live_->wait();
    return seconds;
  }
  /// From the edit of three designs until all are answered.
  double seconds_to_three_answers() {
    warm();
    const auto is_exact = [](const LiveAnswer& answer) { return answer.stage == LiveStage::exact; };
    const double seconds = seconds_of([&] {
      ask_for_three();
      while (!std::ranges::all_of(live_->latest()->designs, is_exact)) pause(0.0002);
    });
    live_->wait();
    return seconds;
  }
  /// The same until they are compared.
  double seconds_to_three_compared() {
    warm();
    return seconds_of([&] {
      ask_for_three();
      live_->wait();
    });
  }
  /// From the last of 50 edits, 16 ms apart, until its exact answer.
  double seconds_after_fifty() {
    warm();
    for (int edit = 1; edit < 50; ++edit) {
      live_->ask({next("A")});
      pause(0.016);
    }
    return seconds_to_answer();
  }
  double seconds_of_study() {
    const LiveDesign design = next("A");
    const CheckedScenario scenario =
        open_scenario(design.source, design.design, test::builtin_models());
    StudyOptions options;
    options.threads = threads_;
    traces_.inputs(scenario.spec, {});
    return seconds_of([&] { run_study(scenario, traces_, options); });
  }

 private:
  static void pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
  /// No two designs that follow each other are the same.
  LiveDesign next(std::string name) {
    if (!source_.text) source_ = {.file = "bench.json", .text = text_()};
    edit_ = (edit_ + 1) % 11;
    std::string edit = fmt::format("/scheduler/backfill/depth={}", 100 + edit_);
    return {std::move(name),
            source_,
            {.variant = {}, .patches = {}, .sets = {std::move(edit)}, .seed = {}}};
  }
  void ask_for_three() {
    std::vector<LiveDesign> designs;
    for (const char* name : {"A", "B", "C"}) designs.push_back(next(name));
    live_->ask(std::move(designs));
  }
  void warm() {
    if (live_ != nullptr) return;
    live_ = std::make_unique<LiveStudy>(test::builtin_models(), LiveOptions{.threads = threads_});
    live_->ask({next("A")});
    live_->wait();
    if (live_->latest()->designs[0].stage != LiveStage::exact)
      throw std::runtime_error("the design was not answered");
  }

  std::function<std::string()> text_;
  unsigned threads_;
  ScenarioSource source_;
  TraceCache traces_;
  std::unique_ptr<LiveStudy> live_;
  int edit_ = 0;
};

using Measured = double (Edited::*)();

Side side(const std::string& name, const std::shared_ptr<Edited>& edited, Measured measured) {
  return {"live/" + name, 1.0, [edited, measured] { return (*edited.*measured)(); }};
}

void add_rows_of_philly(std::vector<Row>& rows) {
  if (!std::filesystem::exists(std::filesystem::path(GPUSCAPE_SHARED_DIR) / kPhilly)) {
    fmt::print(stderr, "the rows of Philly are left out: there is no {}\n", kPhilly);
    return;
  }
  const auto philly = std::make_shared<Edited>(replay_of_philly, 1);
  const Side study = side("study of Philly", philly, &Edited::seconds_of_study);
  rows.push_back({"live: edit to exact answer, Philly, against its study",
                  side("exact, Philly", philly, &Edited::seconds_to_answer),
                  study,
                  1.0 / 1.10,
                  {}});
  rows.push_back({"live: edit to first answer, Philly, against its study",
                  side("first, Philly", philly, &Edited::seconds_to_first_answer),
                  study,
                  1.0 / 1.2,
                  {}});
}

}  // namespace

std::vector<Row> make_live_rows() {
  const auto log = std::make_shared<LongLog>();
  const auto of_log = [log] { return log->scenario(); };
  const auto small = std::make_shared<Edited>([] { return generated(20'000); }, 1);
  const auto on_one = std::make_shared<Edited>(of_log, 1);
  const auto on_two = std::make_shared<Edited>(of_log, 2);
  std::vector<Row> rows;
  rows.push_back({"live: edit to exact answer, 15 x 20 k, against its study",
                  side("exact, 20 k", small, &Edited::seconds_to_answer),
                  side("study of 20 k", small, &Edited::seconds_of_study),
                  1.0 / 1.10,
                  {}});
  add_rows_of_philly(rows);
  rows.push_back({"live: last of 50 edits of 1 M jobs, against its study",
                  side("fifty, 1 M", on_one, &Edited::seconds_after_fifty),
                  side("study of 1 M", on_one, &Edited::seconds_of_study),
                  1.0 / 1.3,
                  {}});
  const Side one = side("one, 1 M", on_two, &Edited::seconds_to_answer);
  rows.push_back({"live: three designs of 1 M on two threads against one",
                  side("three, 1 M", on_two, &Edited::seconds_to_three_answers),
                  one,
                  1.0 / 1.7,
                  {}});
  rows.push_back({"live: the same until they are compared",
                  side("three compared, 1 M", on_two, &Edited::seconds_to_three_compared),
                  one,
                  {},
                  {}});
  return rows;
}

}  // namespace gpuscape::bench
