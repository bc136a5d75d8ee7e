#include "sim/report/run/assumption_text.hpp"

#include <fmt/format.h>

#include "sim/base/error.hpp"
#include "sim/report/format/text_lines.hpp"

namespace gpuscape {

namespace {

std::string told_text(std::int64_t jobs, const char* which) {
  return fmt::format("{} without time limit: backfill uses {} {} run time", quantity(jobs, "job"),
                     jobs == 1 ? "its" : "their", which);
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
      return fmt::format("{} on a pool: cores and memory that they ask for do not count",
                         quantity(assumption.jobs, "job"));
    case Kind::networks_are_idle:
      return "networks carry nothing: no stream has an application that exchanges data";
    case Kind::run_times_are_alone:
      return "run times are taken as uncontended, below a single switch, at any link speed";
    case Kind::shorter_than_a_step:
      return fmt::format("{} shorter than one training step", quantity(assumption.jobs, "job"));
    case Kind::run_times_as_given:
      return "run times are not rescaled to the node type";
    case Kind::stated:
      return assumption.text;
  }
  ensure(false, "every kind of assumption has its words");
  return {};
}

}  // namespace gpuscape
