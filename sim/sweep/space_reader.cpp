#include "sim/sweep/space_reader.hpp"

#include <utility>

#include "sim/base/error.hpp"
#include "sim/cost/build_cost.hpp"

namespace gpuscape {

struct SpaceReader::Opened {
  Opened(const ScenarioSource& source, const Registry& registry)
      : set(open_set(source, registry, context)), checker(set, registry, context) {}
  ReadingContext context;
  ScenarioSet set;
  DesignChecker checker;
};

SpaceReader::SpaceReader(const ScenarioSource& source, const Registry& registry)
    : source_(source), registry_(registry) {}

SpaceReader::~SpaceReader() = default;

DesignOfSpace SpaceReader::read(const Design& design) {
  if (!opened_) opened_ = std::make_unique<Opened>(source_, registry_);
  DesignOfSpace result;
  ReadingContext& context = opened_->context;
  context.kept<Misfits>().found = 0;
  if (opened_->set.is_readable() && opened_->set.has_variant(design.variant))
    result.scenario = opened_->checker.check(design);
  if (!context.has_issues()) {
    ensure(result.scenario.has_value(), "a design without issues was checked");
    return result;
  }
  result.scenario.reset();
  result.issues = context.sorted_issues();
  result.is_misfit = context.kept<Misfits>().found == context.issue_count();
  opened_.reset();  // what it could not read, it would not read for the next one either
  return result;
}

}  // namespace gpuscape
