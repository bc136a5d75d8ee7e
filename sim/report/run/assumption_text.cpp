#include "sim/report/run/assumption_text.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

std::string told_text(std::int64_t jobs, const char* which) {
  const bool one = jobs == 1;
  return fmt::format("{} job{} without time limit: backfill uses {} {} run time", jobs,
                     one ? "" : "s", one ? "its" : "their", which);
}

}  // namespace

std::string assumption_text(const Assumption& assumption) {
  using Kind = Assumption::Kind;
  switch (assumption.kind) {
    case Kind::open_arrivals:
      return "open-loop arrivals";
    case Kind::closed_arrivals:
      return "closed streams: a job is submitted when the one before it has ended";
    case Kind::backfill_is_told:
      return told_text(assumption.jobs, "true");
    case Kind::backfill_is_told_alone:
      return told_text(assumption.jobs, "uncontended");
    case Kind::pool_ignores_demands:
      return fmt::format("{} jobs on a pool: their cores and memory do not count", assumption.jobs);
    case Kind::networks_are_idle:
      return "networks carry nothing: no stream has an application that exchanges data";
    case Kind::run_times_are_alone:
      return "run times are taken as uncontended, below a single switch, at any link speed";
    case Kind::shorter_than_a_step:
      return fmt::format("{} jobs run for less than one of their steps", assumption.jobs);
    case Kind::run_times_as_given:
      return "run times are not rescaled to the node type";
    case Kind::stated:
      return assumption.text;
  }
  ensure(false, "every kind of assumption has its words");
  return {};
}

}  // namespace gpuscape
