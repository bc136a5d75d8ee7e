#include "sim/run/serving/serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/exponential_distribution.hpp>
#include <cmath>
#include <deque>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr Seconds kNever(std::numeric_limits<double>::infinity());
constexpr Seconds kHour(3600.0);

struct Request {
  Seconds came{0.0};
  double work = 1.0;  ///< in works of the spec
};

/// When requests come: a Poisson process whose rate may be another one each hour of the day.
class Arrivals {
 public:
  Arrivals(const ServesSpec& spec, const RequestTimes& when, RandomStream random)
      : spec_(spec), last_(when.last), now_(when.first), random_(random) {}

  /// kNever behind the last one.
  Seconds next() {
    while (now_ < last_) {
      const double hour = std::floor(now_ / kHour);
      const double day = std::floor(hour / 24.0);  // jobs may have come before the run begins
      const auto of_day = static_cast<std::size_t>(hour - day * 24.0);
      const double factor = spec_.by_hour.empty() ? 1.0 : spec_.by_hour[of_day];
      const double rate = spec_.per_hour / kHour.value() * factor;
      const Seconds end = spec_.by_hour.empty() ? last_ : std::min(last_, kHour * (hour + 1.0));
      const Seconds date =
          rate > 0.0
              ? now_ + Seconds(boost::random::exponential_distribution<double>()(random_) / rate)
              : kNever;
      now_ = std::min(date, end);
      if (date < end) return date;
    }
    return kNever;
  }

 private:
  const ServesSpec& spec_;
  Seconds last_;
  Seconds now_;
  RandomStream random_;
};

/// The stretches of one server that follow each other without a gap.
struct Life {
  std::uint32_t server = 0;
  std::size_t first = 0;  // stretches, but for those that are over
  std::size_t end = 0;
};

class Serving {
 public:
  Serving(const ServesSpec& spec, std::vector<ServingStretch> stretches, const RequestTimes& when,
          const RandomStreams& random)
      : spec_(spec),
        stretches_(std::move(stretches)),
        arrivals_(spec, when, random.of(0)),
        works_(random.of(1)) {
    result_.within = spec.within;
    result_.first = when.first;
    result_.last = when.last;
    std::ranges::sort(stretches_, {},
                      [](const ServingStretch& of) { return std::pair(of.server, of.begin); });
    std::erase_if(stretches_, [](const ServingStretch& of) { return !(of.begin < of.end); });
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      const bool goes_on = i > 0 && stretches_[i].server == stretches_[i - 1].server &&
                           stretches_[i].begin == stretches_[i - 1].end;
      if (goes_on) {
        lives_.back().end = i + 1;
        continue;
      }
      lives_.push_back({stretches_[i].server, i, i + 1});
      events_.push({stretches_[i].begin, count_++, lives_.size() - 1, {}, What::begins});
    }
  }

  ServingResult run() {
    Seconds next = arrivals_.next();
    while (!events_.empty() || next < kNever) {
      if (!events_.empty() && !(next < events_.top().date)) {
        Event event = events_.top();
        events_.pop();
        meet(event);
        continue;
      }
      const double work =
          spec_.varied ? boost::random::exponential_distribution<double>()(works_) : 1.0;
      ++result_.requests;
      waiting_.push_back({next, work});
      dispatch(next);
      next = arrivals_.next();
    }
    give_up(kNever);
    return std::move(result_);
  }

 private:
  enum class What : std::uint8_t { begins, answers, stops };
  struct Event {
    Seconds date{0.0};
    std::uint64_t number = 0;  // equal dates in the order in which they were planned
    std::size_t life = 0;
    std::vector<Request> batch;
    What what = What::begins;
    friend bool operator<(const Event& a, const Event& b) {  // the top of a heap is the largest
      return std::tie(a.date, a.number) > std::tie(b.date, b.number);
    }
  };

  [[nodiscard]] Seconds end_of(std::size_t life) const {
    return stretches_[lives_[life].end - 1].end;
  }

  void meet(Event& event) {
    if (event.what == What::stops) {
      result_.retried += std::ssize(event.batch);
      waiting_.insert(waiting_.begin(), event.batch.begin(), event.batch.end());
    } else {
      for (const Request& request : event.batch) answer(request, event.date);
      result_.batches += event.batch.empty() ? 0 : 1;
      if (event.date < end_of(event.life)) idle_.push_back(event.life);
    }
    dispatch(event.date);
  }

  void answer(const Request& request, Seconds now) {
    const Seconds latency = now - request.came;
    ++result_.served;
    result_.in_time += latency > spec_.within ? 0 : 1;
    result_.latency_sum += latency;
    result_.latencies.add(latency);
  }

  void give_up(Seconds now) {
    if (!spec_.give_up) return;
    for (; !waiting_.empty() && !(now < waiting_.front().came + *spec_.give_up);
         waiting_.pop_front())
      ++result_.gave_up;
  }

  void dispatch(Seconds now) {
    give_up(now);
    while (!waiting_.empty() && !idle_.empty()) {
      const std::size_t life = idle_.front();
      idle_.pop_front();
      if (now < end_of(life)) take(life, now);
    }
  }

  void take(std::size_t life, Seconds now) {
    Event event{now, count_++, life, {}, What::answers};
    double work = 0.0;
    while (!waiting_.empty() && std::ssize(event.batch) < spec_.batch) {
      work += waiting_.front().work;
      event.batch.push_back(waiting_.front());
      waiting_.pop_front();
    }
    Life& of = lives_[life];
    while (!(now < stretches_[of.first].end)) ++of.first;
    const auto done = finish(of, now, spec_.work * work);
    event.date = done.value_or(end_of(life));
    event.what = done ? What::answers : What::stops;
    events_.push(std::move(event));
  }

  /// When a batch is done that a server begins now; none: it stops before.
  [[nodiscard]] std::optional<Seconds> finish(const Life& of, Seconds now, Seconds work) const {
    Seconds fixed = spec_.fixed;
    for (std::size_t at = of.first; at < of.end; ++at) {
      const ServingStretch& stretch = stretches_[at];
      const Seconds begin = std::max(now, stretch.begin);
      const Seconds there = stretch.end - begin;
      const Seconds waits = std::min(fixed, there);
      fixed = fixed - waits;
      const Seconds lasts = work / stretch.of_gpu;
      if (!(fixed > Seconds(0.0)) && !(waits + lasts > there)) return begin + waits + lasts;
      work = std::max(Seconds(0.0), work - (there - waits) * stretch.of_gpu);
    }
    return std::nullopt;
  }

  const ServesSpec& spec_;
  std::vector<ServingStretch> stretches_;
  std::vector<Life> lives_;
  Arrivals arrivals_;
  RandomStream works_;
  std::priority_queue<Event> events_;
  std::deque<Request> waiting_;
  std::deque<std::size_t> idle_;  // lives, the one that is idle longest first; some are over
  std::uint64_t count_ = 0;       // of events
  ServingResult result_;
};

/// Requests to be expected, from the mean of the hours of a day.
double expected_requests(const ServesSpec& spec, const RequestTimes& when) {
  double factor = spec.by_hour.empty() ? 1.0 : 0.0;
  for (const double of_hour : spec.by_hour)
    factor += of_hour / static_cast<double>(spec.by_hour.size());
  return spec.per_hour * factor * ((when.last - when.first) / kHour);
}

}  // namespace

Seconds TimeCounts::quantile(double q) const {
  ensure(total_ > 0, "a quantile is of something");
  const auto rank = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(q * static_cast<double>(total_))));
  std::int64_t below = 0;
  std::size_t bin = 0;
  for (; bin < counts_.size(); ++bin) {
    below += counts_[bin];
    if (below >= rank) break;
  }
  if (bin == 0) return Seconds(0.0);
  return Seconds(std::bit_cast<double>((prefix(kLeast) + bin) << 42U));
}

ServingResult serve(const ServesSpec& spec, std::vector<ServingStretch> stretches,
                    const RequestTimes& when, const RandomStreams& random) {
  const double expected = expected_requests(spec, when);
  if (expected > kMostRequests)
    throw RunError(fmt::format(
        "{}: {:.3g} requests come while the stream has jobs, more than {:.0e}: a shorter time, or "
        "fewer requests of larger batches",
        spec.pointer, expected, kMostRequests));
  return Serving(spec, std::move(stretches), when, random).run();
}

}  // namespace gpuscape
