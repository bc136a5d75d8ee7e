#include "sim/report/why/why_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/platform/demand_text.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"

namespace gpuscape {

namespace {

/// When it waited first: from its submission to its first start, or to the end of the run.
struct Wait {
  Seconds from{0.0};
  Seconds to{0.0};
  [[nodiscard]] Seconds length() const { return to - from; }
};

class Why {
 public:
  Why(const SavedRun& saved, std::uint32_t job) : run_(saved.outcome.result.first), job_(job) {
    wait_ = {run_.jobs.submit(job), run_.jobs.started(job)
                                        ? run_.jobs.segments(job).front().start
                                        : std::max(run_.end, run_.jobs.submit(job))};
  }

  [[nodiscard]] std::string text() const {
    std::string text = line("job", who());
    text += line("waited", how_long());
    if (run_.jobs.state(job_) == JobState::never_fits) return text;
    if (!(wait_.length() > Seconds(0.0))) return text + lock_line() + stops() + killed();
    text += line("for", reasons());
    text += queue_lines();
    text += lock_line();
    text += line("meanwhile", holders());
    return text + stops() + killed();
  }

 private:
  [[nodiscard]] std::string who() const {
    const Job& of = run_.jobs.job(job_);
    const JobOrigin& origin = (*run_.origins)[of.origin];
    std::string text = fmt::format("{}", of.id);
    for (const auto& [kind, name] :
         {std::pair("user", origin.user), std::pair("account", origin.account),
          std::pair("partition", origin.partition), std::pair("QOS", origin.qos)})
      if (!name.empty()) text += fmt::format("{}{} {}", kSeparator, kind, excerpt(name));
    text += fmt::format("{}{}", kSeparator, demand_text(of.demand));
    return text + fmt::format("{}submitted {} into the run", kSeparator, human_text(of.submit));
  }

  [[nodiscard]] std::string how_long() const {
    if (run_.jobs.state(job_) == JobState::never_fits)
      return "for good: no group of nodes, or no queue, holds what it asks for";
    if (!run_.jobs.started(job_))
      return fmt::format("{} until the run ended, and did not start", human_text(wait_.length()));
    if (!(wait_.length() > Seconds(0.0))) return "not at all: it started when it came";
    return human_text(wait_.length());
  }

  /// As jobs.csv has it.
  [[nodiscard]] std::string reasons() const {
    const auto at = std::ranges::lower_bound(run_.waits.jobs, job_, {}, &JobWait::job);
    if (at == run_.waits.jobs.end() || at->job != job_) return "what jobs.csv does not say";
    return fmt::format("{} most of the time", wait_reason_text(at->reason, capacity_noun(run_)));
  }

  [[nodiscard]] std::string queue_lines() const {
    if (!run_.queues) return "";
    const QueueResult& all = *run_.queues;
    const std::uint32_t queue = all.queue_of(job_);
    if (queue == kInNoQueue) return line("queue", "none");
    const std::string& name = all.name(queue);
    std::string text = line("queue", excerpt(name) + state_of(name));
    const QueueWait* wait = all.wait_of(job_);
    if (wait == nullptr) return text;
    std::string because =
        fmt::format("{}{} because {}", human_text(wait->by_rule),
                    run_.jobs.segments(job_).size() > 1 ? " of all its waits" : " of it",
                    queue_rule_text(wait->rule));
    if (wait->of != queue)
      because += fmt::format("{}the rule of {}", kSeparator, excerpt(all.name(wait->of)));
    text += line("the rule", because);
    if (const std::string lent = borrowers(all, queue); !lent.empty())
      text += line("borrowers", lent);
    return text;
  }

  /// The first lock that it was in.
  [[nodiscard]] std::string lock_line() const {
    if (!run_.pods) return "";
    for (const PodLock& lock : run_.pods->first) {
      if (std::ranges::find(lock.jobs, job_) == lock.jobs.end()) continue;
      constexpr std::size_t kNamed = 6;
      std::string others;
      std::size_t named = 0;
      for (const std::uint32_t other : lock.jobs) {
        if (other == job_ || ++named > kNamed) continue;
        others += fmt::format("{}{}", others.empty() ? "" : ", ", run_.jobs.id(other));
      }
      if (named > kNamed) others += fmt::format(" and {} others", named - kNamed);
      return line("locked",
                  fmt::format("from {} into the run {}: some of its pods had nodes and waited for "
                              "the rest, which pods of job {} held, and these for its own",
                              human_text(lock.begin),
                              lock.end ? "for " + human_text(*lock.end - lock.begin) : "to the end",
                              others));
    }
    return "";
  }

  /// Mean of a series of a queue over the wait; NaN where the timeline does not have it.
  [[nodiscard]] double mean(const std::string& queue, std::string_view series) const {
    const std::vector<double>& values = run_.timeline[fmt::format("queue_{} {}", series, queue)];
    const double interval = run_.timeline.interval.value();
    const auto first = static_cast<std::size_t>(std::max(0.0, wait_.from.value()) / interval);
    const auto last = static_cast<std::size_t>(std::ceil(wait_.to.value() / interval));
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = first; i < std::min(last, values.size()); ++i, ++count) sum += values[i];
    return count == 0 ? std::nan("") : sum / static_cast<double>(count);
  }

  /// " · while it waited: 7.9 GPUs allocated, fair share 8.0, 3.1 borrowed, 12 jobs waiting".
  [[nodiscard]] std::string state_of(const std::string& queue) const {
    const double held = mean(queue, "gpus_allocated");
    if (std::isnan(held)) return "";
    return fmt::format(
        "{}while it waited: {:.1f} GPUs allocated, {:.1f} of them borrowed, fair share {:.1f}, "
        "{:.1f} jobs waiting",
        kSeparator, held, mean(queue, "gpus_borrowed"), mean(queue, "fair_share_gpus"),
        mean(queue, "jobs_waiting"));
  }

  /// The queues that held most beyond what they deserve.
  [[nodiscard]] std::string borrowers(const QueueResult& all, std::uint32_t own) const {
    std::vector<std::pair<double, std::string>> found;
    for (std::uint32_t queue = 0; queue < all.queues.size(); ++queue) {
      const double borrowed = mean(all.name(queue), "gpus_borrowed");
      if (queue != own && borrowed > 0.05) found.emplace_back(-borrowed, all.name(queue));
    }
    return first_of(found, "GPUs beyond what it deserves");
  }

  static std::string first_of(std::vector<std::pair<double, std::string>>& found,
                              std::string_view what) {
    constexpr std::size_t kNamed = 3;
    std::ranges::sort(found);
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamed, found.size()); ++i)
      text += fmt::format("{}{} {:.1f} {}", i == 0 ? "" : kSeparator, excerpt(found[i].second),
                          -found[i].first, what);
    if (found.size() > kNamed) text += fmt::format("{}{} more", kSeparator, found.size() - kNamed);
    return text;
  }

  /// Who held GPUs while it waited, on average: accounts, or users, or streams.
  [[nodiscard]] std::string holders() const {
    std::map<std::string, double> held;
    std::int64_t stopped = 0;
    for (std::uint32_t other = 0; other < run_.jobs.size(); ++other) {
      if (!run_.jobs.started(other)) continue;
      const Segment& last = run_.jobs.segments(other).back();
      const Seconds end = last.end >= last.start ? last.end : run_.end;
      const Seconds both = std::min(end, wait_.to) - std::max(last.start, wait_.from);
      if (!(both > Seconds(0.0))) continue;
      if (run_.jobs.segments(other).size() > 1) {
        ++stopped;  // when it held GPUs in between is not in the files
      } else {
        held[name_of(other)] += run_.held(other) * both.value();
      }
    }
    std::vector<std::pair<double, std::string>> found;
    found.reserve(held.size());
    for (const auto& [name, amount] : held)
      found.emplace_back(-amount / wait_.length().value(), name);
    const std::string others =
        stopped == 0 ? ""
                     : fmt::format("{}besides {} that {} stopped in between", kSeparator,
                                   quantity(stopped, "job"), stopped == 1 ? "was" : "were");
    if (found.empty()) return "nobody held GPUs all along" + others;
    return first_of(found, fmt::format("{} on average", capacity_noun(run_))) + others;
  }

  [[nodiscard]] std::string name_of(std::uint32_t job) const {
    const Job& of = run_.jobs.job(job);
    const JobOrigin& origin = (*run_.origins)[of.origin];
    if (!origin.account.empty()) return "account " + origin.account;
    if (!origin.user.empty()) return "user " + origin.user;
    return "stream " + run_.streams[of.stream];
  }

  [[nodiscard]] std::string stops() const {
    const std::size_t starts = run_.jobs.segments(job_).size();
    if (starts < 2) return "";
    return line("stopped", fmt::format("{}, and started again; it ended {} after its first start",
                                       quantity(static_cast<std::int64_t>(starts) - 1, "time"),
                                       human_text(run_.jobs.segments(job_).back().end - wait_.to)));
  }

  [[nodiscard]] std::string killed() const {
    if (run_.jobs.state(job_) != JobState::over_budget) return "";
    return line("killed", fmt::format("{} after its first start: the max_gpu_minutes of its "
                                      "account, QOS or partition were used up",
                                      human_text(run_.jobs.segments(job_).back().end - wait_.to)));
  }

  const RunResult& run_;
  std::uint32_t job_;
  Wait wait_;
};

}  // namespace

std::optional<std::uint32_t> job_numbered(const RunResult& run, std::int64_t number) {
  for (std::uint32_t job = 0; job < run.jobs.size(); ++job)
    if (run.jobs.id(job) == number) return job;
  return std::nullopt;
}

std::string why_text(const SavedRun& saved, std::uint32_t job) { return Why(saved, job).text(); }

}  // namespace gpuscape
