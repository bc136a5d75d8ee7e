#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/reading/saved_lines.hpp"
#include "sim/report/reading/saved_placements.hpp"
#include "sim/report/reading/saved_tables.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kNever{std::numeric_limits<double>::quiet_NaN()};

/// The number of a name, in the order in which names come.
class NameNumbers {
 public:
  explicit NameNumbers(std::vector<std::string>& names) : names_(names) {}
  std::size_t number(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    names_.emplace_back(name);
    numbers_.emplace(std::string(name), names_.size() - 1);
    return names_.size() - 1;
  }

 private:
  std::vector<std::string>& names_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
};

std::optional<JobState> state_of(std::string_view name) {
  for (const JobState state :
       {JobState::waiting, JobState::running, JobState::completed, JobState::timed_out,
        JobState::never_fits, JobState::dependency_failed, JobState::failed, JobState::over_budget})
    if (state_name(state) == name) return state;
  return std::nullopt;
}

std::optional<QueueRule> queue_rule_of(std::string_view name) {
  for (std::size_t i = 0; i < kQueueRules; ++i)
    if (queue_rule_name(static_cast<QueueRule>(i)) == name) return static_cast<QueueRule>(i);
  return std::nullopt;
}

std::optional<WaitReason> reason_of(std::string_view name) {
  for (std::size_t i = 0; i < kWaitReasons; ++i)
    if (wait_reason_name(static_cast<WaitReason>(i)) == name) return static_cast<WaitReason>(i);
  return std::nullopt;
}

/// The columns that are read; those that a later version may add are let be.
enum Column : std::uint8_t {
  kJob,
  kStream,
  kSubmit,
  kStart,
  kEnd,
  kWait,
  kGpus,
  kState,
  kPlacement,
  kWaitedFor,
  kNeeded,  // those before are in every file
  kStarts = kNeeded,
  kUser,
  kAccount,
  kPartition,
  kQos,
  kApplication,
  kCarriedOver,
  kSlowdown,
  kSlowedBy,
  kQueue,
  kQueueRule,
  kQueueRuleSeconds,
  kQueueRuleOf,
  kColumnCount
};
constexpr std::array<std::string_view, kColumnCount> kColumnNames = {
    "job",       "stream",    "submit_s",   "start_s",      "end_s",        "wait_s",
    "gpus",      "state",     "placement",  "waited_for",   "starts",       "user",
    "account",   "partition", "qos",        "application",  "carried_over", "slowdown",
    "slowed_by", "queue",     "queue_rule", "queue_rule_s", "queue_rule_of"};

class JobsReader {
 public:
  JobsReader(const std::string& file, RunResult& run)
      : lines_(file), run_(run), streams_(run.streams), nodes_(run.nodes) {
    for (std::size_t i = 0; i < kColumnCount; ++i) {
      const auto found = std::ranges::find(lines_.columns(), kColumnNames[i]);
      if (found != lines_.columns().end()) place_[i] = found - lines_.columns().begin();
      if (i < kNeeded && place_[i] < 0)
        lines_.fail(fmt::format("the column \"{}\" is missing", kColumnNames[i]));
    }
    if (place_[kQueue] >= 0) {
      queue_numbers_ = std::make_unique<NameNumbers>(queue_names_);
      run_.queues.emplace();
    }
    if (place_[kSlowdown] < 0) return;
    traffic_ = &run_.traffic.emplace();
    links_ = std::make_unique<NameNumbers>(traffic_->links);
  }

  void read() {
    const auto origins = std::make_shared<OriginTable>();
    while (lines_.next()) read_row(*origins);
    run_.origins = origins;
    if (!run_.queues) return;
    for (const std::string& name : queue_names_)
      run_.queues->queues.emplace_back().facts.name = name;
  }

 private:
  [[nodiscard]] std::string_view field(Column column) const {
    return place_[column] < 0 ? std::string_view()
                              : lines_[static_cast<std::size_t>(place_[column])];
  }
  [[nodiscard]] Seconds date(Column column) const {
    return Seconds(lines_.number(static_cast<std::size_t>(place_[column])));
  }
  [[nodiscard]] std::int64_t integer(Column column, std::int64_t least, std::int64_t most) const {
    const std::int64_t value = lines_.integer(static_cast<std::size_t>(place_[column]));
    if (value < least || value > most)
      lines_.fail(fmt::format("{}: {} is out of range", kColumnNames[column], value));
    return value;
  }

  void read_row(OriginTable& origins) {
    Job job;
    job.id = lines_.integer(static_cast<std::size_t>(place_[kJob]));
    job.submit = date(kSubmit);
    job.run_time = kNever;
    read_gpus(job.demand);
    job.stream = stream_of(field(kStream));
    job.application = class_of(job.stream, field(kApplication));
    job.origin = origins.intern(field(kUser), field(kAccount), field(kPartition), field(kQos));
    job.carried_over = carried_over(field(kCarriedOver));
    if (std::isnan(job.submit.value())) lines_.fail("submit_s is empty");
    const std::uint32_t number = run_.jobs.add(job);
    live(number, job);
    add_wait(number);
    add_traffic(number);
    add_queue(number);
  }

  /// An integer, or a part of one GPU.
  void read_gpus(Demand& demand) const {
    const double gpus = lines_.number(static_cast<std::size_t>(place_[kGpus]));
    const double milli = std::round(gpus * Demand::kWholeGpu);
    if (gpus < 1.0 && milli >= 1.0 && milli < Demand::kWholeGpu) {
      demand.gpus = 1;
      demand.gpu_milli = static_cast<std::uint16_t>(milli);
    } else {
      demand.gpus =
          static_cast<std::int32_t>(integer(kGpus, 0, std::numeric_limits<std::int32_t>::max()));
    }
  }

  std::uint16_t stream_of(std::string_view name) {
    const std::size_t stream = streams_.number(name);
    if (stream >= std::numeric_limits<std::uint16_t>::max()) lines_.fail("too many streams");
    run_.classes.resize(run_.streams.size());
    return static_cast<std::uint16_t>(stream);
  }

  ClassId class_of(std::size_t stream, std::string_view name) {
    if (name.empty()) return {};
    std::vector<std::string>& names = run_.classes[stream];
    auto found = std::ranges::find(names, name);
    if (found == names.end()) found = names.insert(names.end(), std::string(name));
    return ClassId(static_cast<std::uint16_t>(found - names.begin()));
  }

  [[nodiscard]] CarriedOver carried_over(std::string_view text) const {
    if (text.empty()) return CarriedOver::no;
    if (text == "queued") return CarriedOver::queued;
    if (text == "running") return CarriedOver::running;
    lines_.fail(fmt::format("carried_over: \"{}\" is unknown", excerpt(text)));
  }

  /// Its life, as far as the row tells it.
  void live(std::uint32_t number, const Job& job) {
    const auto state = state_of(field(kState));
    if (!state) lines_.fail(fmt::format("state: \"{}\" is unknown", excerpt(field(kState))));
    if (*state == JobState::never_fits) return run_.jobs.mark_never_fits(number);
    if (*state == JobState::dependency_failed) return run_.jobs.mark_dependency_failed(number);
    const Seconds start = date(kStart);
    if (std::isnan(start.value())) {
      if (*state != JobState::waiting) lines_.fail("start_s is empty, of a job that started");
      return;
    }
    if (!(date(kWait) == start - job.submit)) lines_.fail("wait_s is not start_s − submit_s");
    run(number, start, *state);
  }

  void run(std::uint32_t number, Seconds start, JobState state) {
    const auto spans = nodes_.spans(field(kPlacement));
    if (!spans)
      lines_.fail(fmt::format("placement: \"{}\" is not a placement", excerpt(field(kPlacement))));
    const std::int64_t starts = place_[kStarts] < 0 ? 1 : integer(kStarts, 1, kMostStarts);
    for (std::int64_t i = 1; i < starts; ++i) {
      run_.jobs.start(number, start, {});
      run_.jobs.interrupt(number, kNever, Cause::preempted);
    }
    run_.jobs.start(number, start, *spans);
    const std::string_view placement = field(kPlacement);
    if (run_.jobs.demand(number).gpu_milli != 0 || SavedPlacements::has_part(placement))
      run_.jobs.note_part(number, SavedPlacements::part_of(placement));
    const Seconds end = date(kEnd);
    if (state == JobState::running) return;
    if (std::isnan(end.value())) lines_.fail("end_s is empty, of a job that ended");
    if (state == JobState::waiting) return run_.jobs.interrupt(number, end, Cause::preempted);
    run_.jobs.end(number, end, state);
    run_.end = std::max(run_.end, end);
  }

  void add_wait(std::uint32_t number) {
    const std::string_view name = field(kWaitedFor);
    if (name.empty()) return;
    const auto reason = reason_of(name);
    if (!reason) lines_.fail(fmt::format("waited_for: \"{}\" is unknown", excerpt(name)));
    run_.waits.jobs.push_back({number, *reason});
  }

  void add_traffic(std::uint32_t number) {
    if (traffic_ == nullptr || links_ == nullptr || field(kSlowdown).empty()) return;
    TrafficRecord record;
    record.job = number;
    record.slowdown = lines_.number(static_cast<std::size_t>(place_[kSlowdown]));
    if (const std::string_view link = field(kSlowedBy); !link.empty())
      record.slowed_by = SlowingLink(static_cast<std::uint32_t>(links_->number(link)));
    traffic_->jobs.push_back(record);
  }

  void add_queue(std::uint32_t number) {
    if (!run_.queues) return;
    run_.queues->of_job.push_back(
        field(kQueue).empty() ? kInNoQueue
                              : static_cast<std::uint32_t>(queue_numbers_->number(field(kQueue))));
    if (field(kQueueRule).empty()) return;
    const auto rule = queue_rule_of(field(kQueueRule));
    if (!rule)
      lines_.fail(fmt::format("queue_rule: \"{}\" is unknown", excerpt(field(kQueueRule))));
    run_.queues->waits.push_back(
        {.job = number,
         .queue = run_.queues->of_job.back(),
         .of = static_cast<std::uint32_t>(queue_numbers_->number(field(kQueueRuleOf))),
         .rule = *rule,
         .by_rule = date(kQueueRuleSeconds)});
  }

  static constexpr std::int64_t kMostStarts = 1'000'000;

  SavedLines lines_;
  RunResult& run_;
  NameNumbers streams_;
  SavedPlacements nodes_;
  TrafficResult* traffic_ = nullptr;  // of the run; null where the file tells of none
  std::unique_ptr<NameNumbers> links_;
  std::vector<std::string> queue_names_;
  std::unique_ptr<NameNumbers> queue_numbers_;
  std::array<std::ptrdiff_t, kColumnCount> place_ = [] {
    std::array<std::ptrdiff_t, kColumnCount> none{};
    none.fill(-1);
    return none;
  }();
};

}  // namespace

void read_saved_jobs(const std::string& file, RunResult& run) { JobsReader(file, run).read(); }

}  // namespace gpuscape
