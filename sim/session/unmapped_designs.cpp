#include "sim/session/unmapped_designs.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

/// {"application": X}, or {"mix": {X: …, Y: …}}.
void set_application(JsonValue& rule, const UnmappedEnds& ends, double sensitive_part) {
  if (sensitive_part <= 0.0 || sensitive_part >= 1.0 || ends.least == ends.most) {
    rule.set("application", JsonValue::make_text(sensitive_part >= 1.0 ? ends.most : ends.least));
    return;
  }
  JsonValue mix = JsonValue::make_object();
  mix.set(ends.least, JsonValue::make_number(1.0 - sensitive_part));
  mix.set(ends.most, JsonValue::make_number(sensitive_part));
  rule.set("mix", std::move(mix));
}

bool is_for_all(const JsonValue& rule) {
  const JsonValue* const where = rule.find("where");
  return where != nullptr && where->is_object() && where->members().empty();
}

bool gives_nothing(const JsonValue& rule) {
  const JsonValue* const kind = rule.find("kind");
  const bool interactive = kind != nullptr && kind->is_text() && kind->text() == "interactive";
  return !interactive && rule.find("application") == nullptr && rule.find("mix") == nullptr;
}

/// A merge patch over the design; an empty one where no stream has rules.
JsonValue patch_of(const ScenarioSpec& spec, const UnmappedEnds& ends, double sensitive_part) {
  JsonValue changed = JsonValue::make_object();
  const JsonValue* const workload = spec.resolved.find("workload");
  const JsonValue* const streams = workload == nullptr ? nullptr : workload->find("streams");
  if (streams != nullptr)
    for (const JsonMember& stream : streams->members()) {
      const JsonValue* const rules = stream.value.find("applications");
      if (rules == nullptr || !rules->is_array()) continue;
      JsonValue of_stream = JsonValue::make_object();
      of_stream.set("applications", rules_for_all(*rules, ends, sensitive_part));
      changed.set(stream.key, std::move(of_stream));
    }
  JsonValue of_workload = JsonValue::make_object();
  of_workload.set("streams", std::move(changed));
  JsonValue patch = JsonValue::make_object();
  patch.set("workload", std::move(of_workload));
  return patch;
}

}  // namespace

JsonValue rules_for_all(const JsonValue& rules, const UnmappedEnds& ends, double sensitive_part) {
  JsonValue all = JsonValue::make_array();
  for (const JsonValue& rule : rules.items()) {
    JsonValue own = rule;
    if (gives_nothing(own)) set_application(own, ends, sensitive_part);
    all.items().push_back(std::move(own));
  }
  // Behind a rule for every job none applies.
  if (!all.items().empty() && is_for_all(all.items().back())) return all;
  JsonValue last = JsonValue::make_object();
  last.set("where", JsonValue::make_object());
  set_application(last, ends, sensitive_part);
  all.items().push_back(std::move(last));
  return all;
}

MappedDesigns open_mapped(const ComparedScenarios& compared, const CompareOptions& options,
                          const Registry& registry, const UnmappedEnds& ends,
                          double sensitive_part) {
  MappedDesigns mapped;
  mapped.designs.reserve(compared.designs.size());
  for (const ComparedScenario& design : compared.designs) {
    const ScenarioSource source =
        options.source ? options.source(design.file) : ScenarioSource{.file = design.file};
    const ScenarioSpec& spec = design.scenario.spec;
    Design asked{
        .variant = spec.variant, .patches = {}, .sets = options.sets, .seed = options.seed};
    asked.patches.push_back(patch_of(spec, ends, sensitive_part));
    try {
      mapped.designs.push_back(
          {.name = design.name, .scenario = open_scenario(source, asked, registry)});
    } catch (const ScenarioError& error) {
      mapped.why_not = error.issues().front().message;
      return mapped;
    }
  }
  return mapped;
}

}  // namespace gpuscape
