#include "sim/scenario/serving/read_serves.hpp"

#include <fmt/format.h>

#include <numeric>

namespace gpuscape {

namespace {

void read_times(ObjectReader& reader, ServesSpec& spec) {
  constexpr Bounds kTime{.least = 0.0, .most = 86'400.0};
  spec.fixed = reader.quantity<Seconds>(
      "fixed", Seconds(0.0),
      "How long a batch takes whatever GPU it runs on: its launch, what the CPU does.", kTime);
  spec.work = reader.quantity<Seconds>(
      "work",
      "How long one request of a batch takes on all of a GPU; on a part of one longer in "
      "proportion. A batch of n lasts `fixed` + n x `work` / part.",
      Bounds{.least = 1e-9, .most = 86'400.0});
  spec.varied =
      reader.one_of("sizes", {"equal", "exponential"}, "equal",
                    "Whether all requests are as much work, or `work` is a mean.") == "exponential";
  spec.within = reader.quantity<Seconds>(
      "within", "A request is in time that is answered so soon after it came: the SLO.",
      Bounds{.least = 1e-6, .most = 86'400.0});
  spec.give_up = reader.optional_quantity<Seconds>(
      "give_up", "How long a request waits for a server at most; without it, as long as it takes.",
      Bounds{.least = 1e-6, .most = 86'400.0});
}

void read_day(ObjectReader& reader, ServesSpec& spec) {
  constexpr std::size_t kHours = 24;
  reader.optional_object(
      "day", "How the rate changes over a day of the run; without it, not at all.",
      [&](ObjectReader& r) {
        spec.by_hour = r.numbers("hours", kHours, "Factors of `per_hour` for the hours of a day.",
                                 Bounds{.least = 0.0, .most = 1000.0});
        if (std::accumulate(spec.by_hour.begin(), spec.by_hour.end(), 0.0) <= 0.0)
          r.issue("hours", "no request ever comes", "a factor above 0");
      });
}

}  // namespace

/// Each is simulated: a hundred million take half a minute.
void check_serves(const StreamSpec& stream, ObjectReader& reader) {
  constexpr double kMost = 2e8;
  if (!stream.serves) return;
  const ServesSpec& serves = *stream.serves;
  if (stream.has_steps())
    return reader.issue("serves", "no job of a stream of steps is a server",
                        R"("generate", "closed" or a log of jobs)");
  const Seconds duration = stream.closed     ? stream.closed->duration
                           : stream.generate ? stream.generate->duration.value_or(Seconds(0.0))
                                             : Seconds(0.0);
  const double factor =
      serves.by_hour.empty()
          ? 1.0
          : std::accumulate(serves.by_hour.begin(), serves.by_hour.end(), 0.0) / 24.0;
  const double requests = serves.per_hour * factor * duration.value() / 3600.0;
  if (requests > kMost)
    reader.issue(
        "serves",
        fmt::format("{:.3g} requests in the stream's time are more than {:.0e}", requests, kMost),
        "a shorter time, or fewer requests of larger batches");
}

std::optional<ServesSpec> read_serves(ObjectReader& reader) {
  std::optional<ServesSpec> spec;
  reader.optional_object(
      "serves",
      "Requests that the stream's jobs answer: each job is one server while it runs. They wait in "
      "one queue, and whichever server is free takes the next.",
      [&](ObjectReader& r) {
        spec.emplace();
        spec->per_hour = r.number(
            "per_hour", "Requests that come in an hour, to all of its jobs together, at random.",
            Bounds{.least = 1e-6, .most = 1e9});
        read_day(r, *spec);
        read_times(r, *spec);
        spec->batch = r.count("batch", 1, "Waiting requests that are answered together, at most.",
                              Bounds{.least = 1, .most = 65'536});
        spec->place = r.value().place();
        spec->pointer = r.pointer();
      });
  return spec;
}

}  // namespace gpuscape
