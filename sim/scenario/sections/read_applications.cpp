#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostRules = 1000;
constexpr double kMostWeight = 1e9;

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
    read_sizes_of(reader, rule);
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

  /// `gpus` and `scaling`: a class for every size and application.
  void read_sizes_of(ObjectReader& reader, ApplicationRuleSpec& rule) {
    const auto sizes = reader.number_map(
        "gpus",
        "Numbers of GPUs here for jobs that were logged on another number: {\"8\": 16}. They "
        "process as many samples; the stream has `measured_on`.",
        Bounds{.least = 1.0, .most = 1e6}, false);
    const bool weak =
        reader.optional_one_of("scaling", {"strong", "weak"},
                               "What such a job keeps: `strong`, as without it, the batch of all "
                               "its GPUs together; `weak` that of each.") == "weak";
    if (reader.describing()) return;
    if (reader.has("scaling") && sizes.empty())
      reader.issue("scaling", "\"scaling\" is of jobs that run on another number of GPUs",
                   R"("gpus": {"8": 16} says on which)");
    for (const auto& [text, to] : sizes) {
      std::int64_t from = 0;
      const auto end = std::from_chars(text.data(), text.data() + text.size(), from);
      if (end.ec != std::errc() || end.ptr != text.data() + text.size() || from < 1 ||
          to != std::floor(to)) {
        reader.issue("gpus", "numbers of GPUs are integers, at least 1", R"({"8": 16})");
        continue;
      }
      add_size(reader, rule, from, static_cast<std::int64_t>(to), weak);
    }
  }

  void add_size(ObjectReader& reader, ApplicationRuleSpec& rule, std::int64_t from, std::int64_t to,
                bool weak) {
    for (ApplicationRuleSpec::Share& share : rule.mix) {
      if (!share.job_class) continue;
      const JobClassSpec logged = stream_.classes[*share.job_class];
      if (!logged.application || !logged.application->model) {
        reader.issue("gpus",
                     "only jobs whose application depends on hardware can run on other "
                     "numbers of GPUs",
                     R"(for example "application": "resnet-50")");
        return;
      }
      ApplicationSpec resized = *logged.application;
      resized.sized_for_gpus = from;
      resized.resized_to = to;
      resized.keeps_batch_per_gpu = weak;
      share.resized.push_back({from, to, new_class(stream_, logged.name, resized)});
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
