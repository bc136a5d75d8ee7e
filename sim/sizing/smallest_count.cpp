#include "sim/sizing/smallest_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/interrupted.hpp"
#include "sim/base/nearest.hpp"
#include "sim/cost/cost_model.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/study/compare/cost_verdict.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kTimesWhatItHas = 64;
constexpr std::string_view kBase = "base";

[[noreturn]] void refuse(const std::string& at, std::string message, std::string hint) {
  throw ScenarioError({{.file = at,
                        .line = 0,
                        .column = 0,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

/// What a resolved scenario has there; null where it has nothing.
const JsonValue* value_at(const JsonValue& resolved, const std::string& pointer) {
  const JsonValue* at = &resolved;
  for (const std::string& name : pointer_names(pointer)) {
    if (!at->is_object()) return nullptr;
    at = at->find(name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

/// The groups of nodes in which jobs use GPUs, as pointers to their counts.
std::vector<std::string> counts_of_nodes(const CheckedScenario& scenario) {
  std::vector<std::string> pointers;
  for (const NodeGroup& group : scenario.cluster->platform().groups())
    if (group.capacity.gpus > 0 || group.pool)
      pointers.push_back(child_pointer(child_pointer("/cluster/nodes", group.name), "count"));
  return pointers;
}

/// One design, run with as many of it as is asked for; each count once.
class Search {
 public:
  Search(const ScenarioSource& source, const SizeOptions& options, const Registry& registry,
         std::string variant)
      : source_(source), options_(options), registry_(registry), variant_(std::move(variant)) {
    design_.name = variant_.empty() ? std::string(kBase) : variant_;
  }

  SizeOfDesign search();

 private:
  [[nodiscard]] Design design() const {
    return {.variant = variant_, .patches = {}, .sets = options_.sets, .seed = options_.seed};
  }
  void find_what_is_counted();
  const SizeTrial& trial(std::int64_t count);
  [[nodiscard]] SizeTrial run(std::int64_t count);
  void judge(const StudyResult& result, SizeTrial& trial) const;
  [[nodiscard]] std::optional<std::int64_t> find();
  void look_beside(std::int64_t found);

  const ScenarioSource& source_;
  const SizeOptions& options_;
  const Registry& registry_;
  std::string variant_;
  SizeOfDesign design_;
  std::int64_t most_ = 0;
  std::int64_t never_fit_ = 0;  // with what the file has
  std::map<std::int64_t, SizeTrial> trials_;
  TraceCache traces_;
};

void Search::find_what_is_counted() {
  const CheckedScenario opened = open_scenario(source_, design(), registry_);
  design_.of = options_.of;
  if (design_.of.empty()) {
    const std::vector<std::string> counts = counts_of_nodes(opened);
    if (counts.size() != 1)
      refuse("--of",
             fmt::format("\"{}\" has {} groups of nodes with GPUs: which is counted?",
                         excerpt(design_.name), counts.size()),
             counts.empty() ? "name a pointer to a count" : "for example --of " + counts.front());
    design_.of = counts.front();
  }
  if (!design_.of.starts_with('/'))
    refuse("--of", fmt::format("\"{}\" is no JSON pointer", excerpt(design_.of)),
           "for example --of /cluster/nodes/gpu/count");
  const JsonValue* has = value_at(opened.spec.resolved, design_.of);
  if (has == nullptr || !has->is_number() || !(has->number() >= 1.0) ||
      has->number() != std::floor(has->number())) {
    const std::vector<std::string> counts = counts_of_nodes(opened);
    refuse(
        "--of",
        fmt::format("{} is no count above 0 in \"{}\"", excerpt(design_.of), excerpt(design_.name)),
        counts.empty() ? "" : "for example --of " + counts.front());
  }
  design_.has = static_cast<std::int64_t>(has->number());
  most_ =
      options_.most > 0 ? options_.most : std::max(options_.least, design_.has * kTimesWhatItHas);
}

void Search::judge(const StudyResult& result, SizeTrial& trial) const {
  for (const SloVerdict& slo : result.slo) {
    const bool is_asked = options_.meets.empty() ||
                          std::ranges::find(options_.meets, slo.name) != options_.meets.end();
    if (is_asked) trial.slo.push_back(slo);
  }
  // Of replication 0: there are not as many of them with every count.
  const std::int64_t more = result.first.never_fit - never_fit_;
  if (more > 0)
    trial.besides.push_back(fmt::format("{} job{} never fit", more, more == 1 ? "" : "s"));
  if (result.nothing_started()) trial.besides.emplace_back("no job starts");
  if (result.overloaded()) trial.besides.emplace_back("is overloaded");
  trial.meets = trial.besides.empty() &&
                std::ranges::all_of(trial.slo, [](const SloVerdict& slo) { return slo.met; });
  trial.certain = std::ranges::all_of(trial.slo, &SloVerdict::is_certain);
}

SizeTrial Search::run(std::int64_t count) {
  SizeTrial made{.count = count};
  Design at = design();
  at.sets.push_back(fmt::format("{}={}", design_.of, count));
  try {
    const CheckedScenario scenario = open_scenario(source_, at, registry_);
    StudyOptions study;
    study.threads = options_.threads;
    study.stop = options_.stop;
    const StudyResult result = run_study(scenario, traces_, study).result;
    if (result.partial && options_.stop.stop_requested())
      throw Interrupted("interrupted; what was found by then is printed");
    if (count == design_.has) never_fit_ = result.first.never_fit;
    judge(result, made);
    made.gpus = result.first.gpus_total;
    if (result.first.cost != nullptr && !result.nothing_started()) {
      made.cost = result.first.cost->totals(result.usage).total;
      made.is_at_least = has_part_not_counted(result.first);
      design_.currency = result.first.cost->spec().currency.code();
    }
  } catch (const ScenarioError& error) {
    made.fault = error.issues().front().message;
  }
  return made;
}

const SizeTrial& Search::trial(std::int64_t count) {
  const auto known = trials_.find(count);
  if (known != trials_.end()) return known->second;
  if (options_.begins) options_.begins(design_.name, count);
  SizeTrial made = run(count);
  return trials_.emplace(count, std::move(made)).first->second;
}

/// The answer rests on objectives that do not get worse: the counts on either side are to say so.
void Search::look_beside(std::int64_t found) {
  if (found > options_.least) trial(found - 1);
  if (found < most_) trial(found + 1);
}

/// The smallest that meets, if objectives do not get worse with more.
std::optional<std::int64_t> Search::find() {
  const auto between = [](std::int64_t low, std::int64_t high) { return low + (high - low) / 2; };
  std::int64_t too_few = options_.least - 1;
  std::int64_t too_many = most_ + 1;  // with so many it has faults, or it may not be tried
  std::int64_t known = std::clamp(design_.has, options_.least, most_);
  while (!trial(known).meets) {
    const bool faulty = !trial(known).fault.empty();
    (faulty ? too_many : too_few) = known;
    if (too_many - too_few <= 1) return std::nullopt;
    known = too_many > most_ ? std::min(most_, std::max(known * 2, too_few + 1))
                             : between(too_few, too_many);
  }
  while (known - too_few > 1) {
    const std::int64_t middle = between(too_few, known);
    (trial(middle).meets ? known : too_few) = middle;
  }
  return known;
}

SizeOfDesign Search::search() {
  find_what_is_counted();
  try {
    // What does not fit in the file either is not held against other counts.
    if (design_.has < options_.least || design_.has > most_) static_cast<void>(run(design_.has));
    if (const auto found = find()) look_beside(*found);
  } catch (const Interrupted&) {
    design_.why_not = "interrupted before it was found";
  }
  bool has_met = false;
  for (auto& [count, one] : trials_) {
    if (has_met && !one.meets) design_.is_monotone = false;
    has_met = has_met || one.meets;
    design_.tried.push_back(std::move(one));
  }
  return std::move(design_);
}

/// Those that are asked for.
std::vector<SloSpec> objectives_of(const ScenarioSpec& spec, const SizeOptions& options) {
  if (spec.slo.empty())
    refuse(spec.file, "there is nothing to meet: the scenario has no objectives",
           R"("slo": {"wait": {"metric": "queue_wait", "quantile": 0.95, "at_most": "1 h"}})");
  std::vector<std::string> known;
  known.reserve(spec.slo.size());
  for (const SloSpec& slo : spec.slo) known.push_back(slo.name);
  for (const std::string& name : options.meets)
    if (std::ranges::find(known, name) == known.end())
      refuse("--meets", fmt::format("no objective \"{}\"", excerpt(name)),
             nearest_hint(name, known));
  std::vector<SloSpec> all;
  for (const SloSpec& slo : spec.slo)
    if (options.meets.empty() || std::ranges::find(options.meets, slo.name) != options.meets.end())
      all.push_back(slo);
  return all;
}

}  // namespace

const SizeTrial* SizeOfDesign::smallest() const {
  if (!why_not.empty()) return nullptr;
  const auto found = std::ranges::find_if(tried, &SizeTrial::meets);
  return found == tried.end() ? nullptr : &*found;
}

const SizeTrial* SizeOfDesign::below() const {
  const SizeTrial* found = smallest();
  return found == nullptr || found == tried.data() ? nullptr : found - 1;
}

SizeAnswer smallest_counts(const ScenarioSource& source, const SizeOptions& options,
                           const Registry& registry) {
  const auto plain = [](const std::string& name) { return name == kBase ? std::string() : name; };
  std::vector<std::string> names;
  names.reserve(options.variants.size());
  for (const std::string& name : options.variants) names.push_back(plain(name));
  const CheckedScenario first = open_scenario(source,
                                              {.variant = names.empty() ? "" : names.front(),
                                               .patches = {},
                                               .sets = options.sets,
                                               .seed = options.seed},
                                              registry);
  if (names.empty()) {
    names.emplace_back();
    names.insert(names.end(), first.spec.variants.begin(), first.spec.variants.end());
  }
  if (first.spec.run.by_steps)
    refuse(first.spec.file, R"(at detail "step" there are no jobs that wait: nothing to size for)",
           "gpuscape compare shows what steps and transfers take on each design");
  SizeAnswer answer{.title = first.spec.title, .objectives = objectives_of(first.spec, options)};
  for (const std::string& name : names) {
    try {
      answer.designs.push_back(Search(source, options, registry, name).search());
    } catch (const ScenarioError& error) {
      const bool any = std::ranges::any_of(
          answer.designs, [](const SizeOfDesign& design) { return !design.tried.empty(); });
      if (!any && name == names.back()) throw;
      answer.designs.push_back({.name = name.empty() ? std::string(kBase) : name,
                                .why_not = error.issues().front().message});
    }
    if (!options.stop.stop_requested()) continue;
    answer.partial = true;
    break;
  }
  return answer;
}

}  // namespace gpuscape
