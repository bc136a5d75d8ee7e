#include "sim/workload/stream_rules.hpp"

#include <fmt/format.h>

#include <boost/random/uniform_01.hpp>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/workload/job_selection.hpp"

namespace gpuscape {

namespace {

/// Whether the log that a row is of says how it ended, and that it did not complete.
bool was_cut_short(LoggedState state) {
  return state != LoggedState::unknown && state != LoggedState::completed;
}

void refuse_unknown(const SelectorSpec& where, const KnownTexts& known, std::string_view log,
                    std::vector<Issue>& issues) {
  struct Text {
    const TextPatterns& patterns;
    bool known;
    std::string_view key;
  };
  const Text texts[] = {
      {where.account, known.account, "account"},       {where.user, known.user, "user"},
      {where.partition, known.partition, "partition"}, {where.qos, known.qos, "qos"},
      {where.job_name, known.job_name, "job_name"},    {where.state, known.state, "state"}};
  for (const Text& text : texts) {
    if (text.patterns.empty() || text.known) continue;
    issues.push_back({.file = where.place.file ? *where.place.file : "",
                      .line = where.place.line,
                      .column = where.place.column,
                      .pointer = where.pointer,
                      .message = fmt::format("{} has no {} for any job, so \"{}\" matches nothing",
                                             excerpt(log, 200), text.key, text.key),
                      .hint = fmt::format("for a log of format \"csv\", \"columns\" says which of "
                                          "its columns holds \"{}\"",
                                          text.key)});
  }
}

}  // namespace

void KnownTexts::add(const LoggedJob& row) {
  account = account || !row.account.empty();
  user = user || !row.user.empty();
  partition = partition || !row.partition.empty();
  qos = qos || !row.qos.empty();
  job_name = job_name || !row.name.empty();
  state = state || row.state != LoggedState::unknown;
}

StreamRules::StreamRules(const StreamSpec& stream, std::uint64_t seed, std::uint64_t replication)
    : stream_(stream),
      draws_(seed, replication, fmt::format("application/{}", stream.name)),
      empty_(stream.rules.empty() && stream.scale.empty() &&
             (!stream.trace || !stream.trace->where)),
      rules_met_(stream.rules.size()) {}

bool StreamRules::is_interactive(ClassId application) const {
  return !application.is_none() && stream_.classes[application.index()].interactive;
}

std::size_t StreamRules::rule_of(const LoggedJob& row) const {
  for (std::size_t i = 0; i < stream_.rules.size(); ++i)
    if (matches(stream_.rules[i].where, row, false)) return i;
  return kNone;
}

ClassId StreamRules::drawn_from(std::size_t rule, const LoggedJob& row) const {
  if (rule == kNone) return ClassId::none();
  const std::vector<ApplicationRuleSpec::Share>& mix = stream_.rules[rule].mix;
  std::size_t drawn = 0;
  if (mix.size() > 1) {
    double sum = 0.0;
    for (const ApplicationRuleSpec::Share& share : mix) sum += share.weight;
    RandomStream random = draws_.of(static_cast<std::uint64_t>(row.id));
    double point = boost::random::uniform_01<double>()(random) * sum;
    for (; drawn + 1 < mix.size() && point >= mix[drawn].weight; ++drawn)
      point -= mix[drawn].weight;
  }
  const std::optional<std::uint16_t> job_class = mix[drawn].job_class;
  if (!job_class) return ClassId::none();
  const bool keeps_duration =
      stream_.classes[*job_class].application.has_value() && was_cut_short(row.state);
  if (keeps_duration) return ClassId(static_cast<std::uint16_t>(*job_class + 1));
  for (const ApplicationRuleSpec::Resized& resized : mix[drawn].resized)
    if (resized.from == row.demand.gpus && row.demand.gpu_milli == 0)
      return ClassId(resized.job_class);
  return ClassId(*job_class);
}

/// A job of a class of another size asks for that, with as many cores and as much memory for each
/// GPU as before.
void StreamRules::resize(Job& job) const {
  if (job.application.is_none()) return;
  const std::optional<ApplicationSpec>& of = stream_.classes[job.application.index()].application;
  if (!of || of->resized_to == 0) return;
  Demand& demand = job.demand;
  demand.milli_cores = demand.milli_cores * of->resized_to / of->sized_for_gpus;
  demand.memory_mib = demand.memory_mib * of->resized_to / of->sized_for_gpus;
  demand.gpus = static_cast<std::int32_t>(of->resized_to);
  demand.nodes = 0;
}

void StreamRules::apply(Job& job) const {
  LoggedJob row;
  static_cast<Job&>(row) = job;
  job.application = application_of(row);
  resize(job);
}

ClassId StreamRules::application_of(const LoggedJob& row) const {
  return drawn_from(rule_of(row), row);
}

RowMarks StreamRules::mark(LoggedJob& row) {
  known_.add(row);
  const std::size_t rule = rule_of(row);
  row.application = drawn_from(rule, row);
  const bool interactive = is_interactive(row.application);
  RowMarks marks;
  if (stream_.trace && stream_.trace->where)
    marks.kept = matches(*stream_.trace->where, row, interactive);
  if (marks.kept && rule != kNone) ++rules_met_[rule];
  for (std::size_t i = 0; i < stream_.scale.size(); ++i) {
    if (matches(stream_.scale[i].where, row, interactive)) marks.scaled |= std::uint64_t{1} << i;
  }
  resize(row);
  return marks;
}

void StreamRules::refuse_unknown_texts(std::string_view log) const {
  std::vector<Issue> issues;
  if (stream_.trace && stream_.trace->where)
    refuse_unknown(*stream_.trace->where, known_, log, issues);
  for (const ApplicationRuleSpec& rule : stream_.rules)
    refuse_unknown(rule.where, known_, log, issues);
  for (const ScaleSpec& scale : stream_.scale) refuse_unknown(scale.where, known_, log, issues);
  if (!issues.empty()) throw ScenarioError(std::move(issues));
}

std::vector<std::string> StreamRules::unmet() const {
  std::vector<std::string> phrases;
  for (std::size_t i = 0; i < rules_met_.size(); ++i) {
    if (rules_met_[i] == 0)
      phrases.push_back(fmt::format("rule {} of stream {} is met by no job{}", i + 1,
                                    excerpt(stream_.name),
                                    i > 0 ? " that earlier rules leave" : ""));
  }
  return phrases;
}

}  // namespace gpuscape
