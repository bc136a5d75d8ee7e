#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostRules = 1000;
constexpr double kMostWeight = 1e9;

/// Step time and bytes; `required` unless a name may stand instead.
ApplicationSpec read_steps(ObjectReader& reader, bool required) {
  constexpr std::string_view kStep = "Time that a step computes, without the exchange.";
  constexpr std::string_view kBytes =
      "Data that each step reduces over all nodes of the job (gradients).";
  constexpr Bounds kSteps{.least = 1e-9, .most = 1e9};
  constexpr Bounds kData{.least = 0.0, .most = 1e18};
  ApplicationSpec spec;
  if (required) {
    spec.step_time = reader.quantity<Seconds>("step_time", kStep, kSteps);
    spec.bytes_per_step = reader.quantity<Bytes>("bytes_per_step", kBytes, kData);
  } else {
    reader.optional_quantity<Seconds>("step_time", kStep, kSteps);
    reader.optional_quantity<Bytes>("bytes_per_step", kBytes, kData);
  }
  return spec;
}

/// Of no type after a fault.
ModelSpec read_model(ObjectReader& reader) {
  const JsonValue* type = reader.value().find("type");
  ModelSpec spec{.type = std::string(kApplicationsPlace.fallback),
                 .parameters = reader.value(),
                 .pointer = reader.pointer()};
  if (type == nullptr) return spec;
  if (!type->is_text() || type->text().empty())
    reader.issue("type", "\"type\" is a text that is not empty");
  spec.type = type->text();
  return spec;
}

std::vector<std::string> names_of(const NamedApplications& named) {
  std::vector<std::string> names;
  names.reserve(named.size());
  for (const auto& [name, spec] : named) names.push_back(name);
  return names;
}

/// Makes the class of an application; the one behind it is for jobs that were cut short.
std::uint16_t new_class(StreamSpec& stream, const std::string& name, const ApplicationSpec& spec) {
  stream.classes.push_back({.name = name, .application = spec});
  stream.classes.push_back({.name = name, .cut_short = true});
  return static_cast<std::uint16_t>(stream.classes.size() - 2);
}

class RuleReader {
 public:
  RuleReader(const NamedApplications& named, StreamSpec& stream)
      : named_(named), names_(names_of(named)), stream_(stream) {}

  void read(ObjectReader& reader) {
    ApplicationRuleSpec rule;
    rule.where.place = reader.value().place();  // where it has no selector, which is a fault
    rule.where.pointer = reader.pointer();
    if (auto where = read_where(reader, "Which jobs; {} is every one.", SelectorScope::row))
      rule.where = std::move(*where);
    else if (!reader.has("where"))
      reader.issue("", "a rule needs \"where\"", "\"where\": {} is every job");
    read_application_of(reader, rule);
    read_mix(reader, rule);
    const bool interactive =
        reader.optional_one_of("kind", {"batch", "interactive"},
                               "An interactive session keeps its duration; batch jobs may have an "
                               "application.") == "interactive";
    const auto duty = read_duty(reader);
    if (reader.describing()) return;
    check(reader, interactive);
    if (stream_.rules.size() > kMostRules) return;
    if (interactive) {
      stream_.classes.push_back({.name = "interactive", .interactive = true, .gpu_duty = duty});
      rule.mix = {{static_cast<std::uint16_t>(stream_.classes.size() - 1), 1.0}};
    }
    if (rule.mix.empty()) rule.mix = {{std::nullopt, 1.0}};
    stream_.rules.push_back(std::move(rule));
  }

 private:
  void read_application_of(ObjectReader& reader, ApplicationRuleSpec& rule) {
    std::pair<std::string, ApplicationSpec> application;
    if (!gpuscape::read_application(reader, "What the jobs do, step after step.", named_,
                                    application))
      return;
    const bool has_name = !application.first.empty();
    rule.mix = {{has_name ? class_of(application.first, application.second)
                          : new_class(stream_, fmt::format("rule {}", stream_.rules.size() + 1),
                                      application.second),
                 1.0}};
  }

  void read_mix(ObjectReader& reader, ApplicationRuleSpec& rule) {
    const auto shares = reader.number_map(
        "mix", "Applications by name with their weights: each job draws one independently.",
        Bounds{.least = 0.0, .most = kMostWeight, .above_least = true}, false);
    for (const auto& [name, weight] : shares) {
      const auto found = std::ranges::find(named_, name, &NamedApplications::value_type::first);
      if (found == named_.end())
        reader.issue("mix", fmt::format("unknown application \"{}\"", excerpt(name)),
                     nearest_hint(name, names_));
      else
        rule.mix.push_back({class_of(name, found->second), weight});
    }
  }

  /// One class for each name, whatever rules use it.
  std::uint16_t class_of(const std::string& name, const ApplicationSpec& spec) {
    const auto [at, added] = class_of_name_.try_emplace(name, std::uint16_t{0});
    if (added) at->second = new_class(stream_, name, spec);
    return at->second;
  }

  static std::optional<DutySpec> read_duty(ObjectReader& reader) {
    const auto duty = reader.optional_uncertain(
        "gpu_duty", "Share of the time that a session uses the GPUs that it holds.", kShare);
    return duty ? std::optional(DutySpec{duty->value, duty->low, duty->high}) : std::nullopt;
  }

  void check(ObjectReader& reader, bool interactive) {
    const bool application = reader.has("application");
    const bool mix = reader.has("mix");
    if (application && mix) reader.issue("mix", "a rule has \"application\" or \"mix\", not both");
    if (!application && !mix && !reader.has("kind"))
      reader.issue("", "a rule needs \"application\", \"mix\" or \"kind\"");
    if (interactive && (application || mix))
      reader.issue("kind", "an interactive session keeps its duration: it has no application");
    if (!interactive && reader.has("gpu_duty"))
      reader.issue("gpu_duty",
                   "\"gpu_duty\" applies only to sessions with \"kind\": \"interactive\"");
    if (stream_.rules.size() == kMostRules)
      reader.issue("", fmt::format("more than {} rules", kMostRules));
  }

  const NamedApplications& named_;
  std::vector<std::string> names_;
  std::map<std::string, std::uint16_t> class_of_name_;
  StreamSpec& stream_;
};

/// The first match wins, so a rule behind an equal or an all-embracing one says nothing.
void check_order(ObjectReader& reader, const StreamSpec& stream) {
  for (std::size_t i = 1; i < stream.rules.size(); ++i) {
    const SelectorSpec& own = stream.rules[i].where;
    for (std::size_t k = 0; k < i; ++k) {
      const SelectorSpec& earlier = stream.rules[k].where;
      if (!earlier.is_everything() && !earlier.selects_as(own)) continue;
      reader.context().add(
          own.place, own.pointer,
          fmt::format("rule {} has {} and comes first: this one never applies", k + 1,
                      earlier.selects_as(own) ? "the same selector" : "every job"),
          "the first rule that matches a job wins");
      break;
    }
  }
}

}  // namespace

NamedApplications read_named_applications(ObjectReader& reader,
                                          std::vector<NamedApplicationSpec>& models) {
  NamedApplications named;
  if (reader.describing()) {
    reader.models(kApplicationsPlace.key, kApplicationsPlace.doc);
    return named;
  }
  reader.map(kApplicationsPlace.key, kApplicationsPlace.doc,
             [&](const std::string& name, ObjectReader& r) {
               ModelSpec model = read_model(r);
               ApplicationSpec spec;
               if (model.type == kApplicationsPlace.fallback) {
                 r.keep("type");
                 spec = read_steps(r, true);
               } else {
                 for (const JsonMember& member : r.value().members()) r.keep(member.key);
               }
               spec.model = models.size();
               models.push_back({name, std::move(model)});
               named.emplace_back(name, spec);
             });
  // What is no object is a fault of its own: its name is known all the same.
  const JsonValue* all = reader.value().find(kApplicationsPlace.key);
  if (all != nullptr && all->is_object())
    for (const JsonMember& member : all->members())
      if (!member.value.is_object() && !member.value.is_null())
        named.emplace_back(member.key, ApplicationSpec{});
  return named;
}

bool read_application(ObjectReader& reader, std::string_view doc, const NamedApplications& named,
                      std::pair<std::string, ApplicationSpec>& application) {
  return reader.optional_short_object("application", "name", doc, [&](ObjectReader& r) {
    const auto name = r.optional_text("name", "One of `workload/applications`; or the two below.");
    if (!name) {
      if (r.has("type")) {
        for (const JsonMember& member : r.value().members()) r.keep(member.key);
        return r.issue("type", "an application of that type has a name",
                       R"(describe it in "workload": {"applications": …} and name it here)");
      }
      application.second = read_steps(r, !r.describing());
      return;
    }
    const auto found = std::ranges::find(named, *name, &NamedApplications::value_type::first);
    if (found != named.end())
      application = *found;
    else
      r.issue("name", fmt::format("unknown application \"{}\"", excerpt(*name)),
              named.empty()
                  ? R"(applications are given in "workload": {"applications": …}, or are )"
                    "those that `gpuscape catalog applications` lists"
                  : nearest_hint(*name, names_of(named)));
  });
}

void read_rules(ObjectReader& reader, const NamedApplications& named, StreamSpec& stream) {
  RuleReader rules(named, stream);
  const bool there = reader.list("applications",
                                 "What the stream's jobs are; the first rule that matches a job "
                                 "wins, and what none matches keeps its duration.",
                                 [&](ObjectReader& r) { rules.read(r); });
  if (!there) return;
  check_order(reader, stream);
  if (stream.application)
    reader.issue("application", "a stream has \"application\" or \"applications\", not both",
                 R"(a last rule {"where": {}, "application": …} is for all others)");
}

}  // namespace gpuscape
