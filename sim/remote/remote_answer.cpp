#include "sim/remote/remote_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/remote/remote_reference.hpp"

namespace gpuscape {

namespace {

/// Nobody loses less than that by what rounding does.
constexpr double kRounding = 1e-9;

class Answering {
 public:
  Answering(const ScenarioSource& source, const RemoteOptions& options, const Registry& registry)
      : source_(source),
        options_(options),
        registry_(registry),
        reference_(open_remote_reference(source, options.design, registry)),
        stop_(options.stop) {}

  RemoteAnswer answer();

 private:
  [[nodiscard]] const ScenarioSpec& spec() const { return reference_.scenario.spec; }
  [[nodiscard]] const std::vector<RemoteJobKind>& kinds() const { return jobs_.kinds.all(); }
  void load();
  void price_locally();
  void add_named();
  void add(const RemoteChoice& choice);
  [[nodiscard]] const std::vector<StepPrice>& local_prices(const RemoteChoice& choice);
  void fill(const std::vector<StepPrice>& local, LentSteps& lent, RemoteRow& row) const;
  static void add_job(const RemoteJobKind& kind, const RemoteJob& job, const StepPrice& local,
                      const std::optional<StepPrice>& lent, Seconds attach, RemoteShares& shares);
  void search();

  const ScenarioSource& source_;
  const RemoteOptions& options_;
  const Registry& registry_;
  RemoteReference reference_;
  StopCheck stop_;
  RunInputs inputs_;
  RemoteJobs jobs_;
  std::vector<JobShare> of_kind_;
  std::vector<StepPrice> local_;  // by kind, of the reference
  std::string local_over_;        // the network of `over_network_`
  std::vector<StepPrice> over_network_;
  RemoteAnswer answer_;
};

/// GPUs of any kind will do: where jobs get theirs is what the choices say.
void Answering::load() {
  ScenarioSpec anywhere = spec();
  for (StreamSpec& stream : anywhere.streams) stream.gpus_from = GpusFrom::anywhere;
  inputs_ = load_traces(anywhere, false, options_.stop);
  jobs_ = remote_jobs(reference_.scenario, inputs_, options_.by, stop_);
  for (std::size_t i = 0; i < spec().streams.size(); ++i)
    if (spec().streams[i].trace) answer_.reads.push_back(inputs_.traces[i].report);
}

/// Jobs that never fit are not priced.
void Answering::price_locally() {
  const LocalSteps steps(reference_.scenario, inputs_.origins->asks());
  std::vector<bool> fits;
  fits.reserve(kinds().size());
  local_.reserve(kinds().size());
  for (const RemoteJobKind& kind : kinds()) {
    const std::optional<StepPrice> price = steps.of(kind);
    fits.push_back(price.has_value());
    local_.push_back(price.value_or(StepPrice{}));
  }
  JobShare& never = jobs_.apart.at(static_cast<std::size_t>(NotPriced::never_fits));
  of_kind_.resize(kinds().size());
  std::vector<RemoteJob> priced;
  priced.reserve(jobs_.jobs.size());
  answer_.groups.resize(jobs_.groups.size());
  for (const RemoteJob& job : jobs_.jobs) {
    const Demand& demand = kinds()[job.kind].demand;
    const GpuSeconds asked = gpus_for(demand.gpus, job.run_time);
    if (!fits[job.kind]) {
      never.add(asked);
      continue;
    }
    priced.push_back(job);
    answer_.priced.add(asked);
    answer_.groups[job.group].jobs.add(asked);
    of_kind_[job.kind].add(asked);
    if (local_[job.kind].calls_assumed) answer_.calls_assumed.add(asked);
  }
  for (std::size_t i = 0; i < answer_.groups.size(); ++i) answer_.groups[i].name = jobs_.groups[i];
  jobs_.jobs = std::move(priced);
  if (!jobs_.jobs.empty()) return;
  const bool any = jobs_.all.jobs > 0;
  throw remote_fault(
      spec(), "/workload/streams",
      any ? "no job that fits has an application of which it is known what it calls and "
            "copies, so none can be priced"
          : "the workload has no job with GPUs",
      any ? R"(for example "application": "resnet-50" in the stream, or a rule for each )"
            R"(kind of jobs in "applications")"
          : "a job of a log has GPUs where the column for them is known");
}

/// Designs of the file that lend GPUs to the same jobs.
void Answering::add_named() {
  std::vector<std::string> names{options_.design.variant};
  for (const std::string& variant : spec().variants)
    if (variant != options_.design.variant) names.push_back(variant);
  for (const std::string& name : names) {
    Design design = options_.design;
    design.variant = name;
    const std::string shown = name.empty() ? "base" : name;
    try {
      const CheckedScenario opened = open_scenario(source_, design, registry_);
      if (opened.access == nullptr) continue;
      const JsonValue* theirs = opened.spec.resolved.find("workload");
      const JsonValue* ours = spec().resolved.find("workload");
      if (theirs == nullptr || ours == nullptr || !same_content(*theirs, *ours)) {
        answer_.left_out.push_back({shown, "has another workload"});
        continue;
      }
    } catch (const ScenarioError& error) {
      answer_.left_out.push_back({shown, error.issues().front().message});
      continue;
    }
    add({.kind = RemoteKind::named, .over = shown, .lent = design, .local = reference_.design});
  }
}

/// By kind, with GPUs in their own nodes; of networks of the choices those of the last one are
/// kept.
const std::vector<StepPrice>& Answering::local_prices(const RemoteChoice& choice) {
  if (choice.kind != RemoteKind::software) return local_;
  if (local_over_ == choice.over) return over_network_;
  const CheckedScenario local = open_scenario(source_, choice.local, registry_);
  const LocalSteps steps(local, inputs_.origins->asks());
  over_network_.clear();
  over_network_.reserve(kinds().size());
  for (const RemoteJobKind& kind : kinds())
    over_network_.push_back(steps.of(kind).value_or(StepPrice{}));
  local_over_ = choice.over;
  return over_network_;
}

void Answering::add(const RemoteChoice& choice) {
  stop_.look();
  const auto name = [&] {
    return choice.software.empty() ? choice.over
                                   : fmt::format("{} over {}", choice.software, choice.over);
  };
  try {
    const CheckedScenario lends = open_scenario(source_, choice.lent, registry_);
    LentSteps lent(lends, inputs_.origins->asks());
    if (choice.line > lent.line() * (1.0 + kRounding)) {
      answer_.left_out.push_back(
          {choice.over, fmt::format("adapters carry {:.4g} Gbit/s", lent.line().value() * 8e-9)});
      return;
    }
    RemoteRow row{.choice = choice, .attach = lent.attach()};
    row.by_group.resize(answer_.groups.size());
    fill(local_prices(choice), lent, row);
    answer_.rows.push_back(std::move(row));
    for (const CatalogGuess& guess : lends.guesses)
      if (guess.section == "remoting" &&
          std::ranges::none_of(answer_.guesses, [&](const CatalogGuess& known) {
            return known.entry == guess.entry && known.path == guess.path;
          }))
        answer_.guesses.push_back(guess);
  } catch (const ScenarioError& error) {
    answer_.left_out.push_back({name(), error.issues().front().message});
  }
}

void Answering::add_job(const RemoteJobKind& kind, const RemoteJob& job, const StepPrice& local,
                        const std::optional<StepPrice>& lent, Seconds attach,
                        RemoteShares& shares) {
  const GpuSeconds asked = gpus_for(kind.demand.gpus, job.run_time);
  if (!lent) return shares.cannot.add(asked);
  const double longer = lent->per_sample() / local.per_sample() - 1.0;
  const double attaching = job.run_time > Seconds(0.0) ? attach / job.run_time : 0.0;
  const double lost = longer + attaching;
  for (std::size_t i = 0; i < kRemoteLimits.size(); ++i)
    if (lost <= kRemoteLimits[i] + kRounding) shares.within[i].add(asked);
  shares.asked += asked;
  const auto part = [&](Seconds of_step) { return of_step / lent->samples / local.per_sample(); };
  const double calls = part(lent->calls);
  const double copies = part(lent->copies);
  const double compute = part(lent->own) - local.own / local.step;
  const std::array<double, kRemoteCauses> causes = {calls, copies, attaching, compute,
                                                    longer - calls - copies - compute};
  for (std::size_t i = 0; i < kRemoteCauses; ++i) shares.lost[i] += asked * causes[i];
}

void Answering::fill(const std::vector<StepPrice>& local, LentSteps& lent, RemoteRow& row) const {
  for (std::size_t i = 0; i < kinds().size(); ++i)
    if (of_kind_[i].jobs > 0)
      row.steps.push_back(
          {kinds()[i].application, kinds()[i].demand, of_kind_[i], local[i], lent.of(kinds()[i])});
  for (std::size_t i = 0; i < jobs_.jobs.size(); ++i) {
    stop_.look_at(i);
    const RemoteJob& job = jobs_.jobs[i];
    const RemoteJobKind& kind = kinds()[job.kind];
    const std::optional<StepPrice> price = lent.of(kind);
    add_job(kind, job, local[job.kind], price, row.attach, row.all);
    if (!answer_.by.empty())
      add_job(kind, job, local[job.kind], price, row.attach, row.by_group[job.group]);
  }
}

/// Those who lose at most the second limit leave.
void Answering::search() {
  const auto row = std::ranges::find_if(
      answer_.rows, [&](const RemoteRow& of) { return remote_name(of.choice) == options_.pool; });
  if (row == answer_.rows.end()) {
    std::vector<std::string> names;
    names.reserve(answer_.rows.size());
    for (const RemoteRow& of : answer_.rows) names.push_back(remote_name(of.choice));
    throw ScenarioError({{.file = "--pool",
                          .pointer = "",
                          .message = fmt::format("no row \"{}\"", excerpt(options_.pool)),
                          .hint = nearest_hint(options_.pool, names)}});
  }
  RemotePool& pool =
      answer_.pool.emplace(RemotePool{.choice = row->choice, .limit = kRemoteLimits[1]});
  std::vector<bool> leaves(kinds().size(), false);
  std::size_t step = 0;
  for (std::size_t i = 0; i < kinds().size(); ++i) {
    if (of_kind_[i].jobs == 0) continue;
    const RemoteStep& of = row->steps[step++];
    leaves[i] =
        of.lent && of.lent->per_sample() / of.local.per_sample() - 1.0 <= pool.limit + kRounding;
    if (!leaves[i]) continue;
    pool.leave.jobs += of.jobs.jobs;
    pool.leave.gpu_seconds += of.jobs.gpu_seconds;
  }
  pool.stay = jobs_.all.jobs - pool.leave.jobs;
  for (const NodeGroup& group : reference_.scenario.cluster->platform().groups()) {
    if (group.capacity.gpus <= 0) continue;
    pool.gpus_of_node = group.capacity.gpus;
    pool.nodes_today = group.count;
  }
  if (!row->choice.pool)
    pool.why_not =
        "only for software of the catalogue, and nodes with GPUs of one kind: compare a "
        "variant with fewer of them";
  else if (std::ranges::any_of(options_.design.sets,
                               [](const auto& set) { return set.starts_with("/cluster"); }))
    pool.why_not = "--set would hold what is searched: write /cluster into the scenario";
  else if (std::ranges::any_of(spec().streams, [](const auto& of) { return !of.trace; }))
    pool.why_not = "jobs that are drawn are others in each run: a log is needed";
  else if (pool.leave.jobs == 0)
    pool.why_not = "no job loses so little";
  if (pool.why_not.empty())
    search_pool({source_, registry_, reference_.scenario, inputs_, jobs_.kinds, leaves,
                 options_.stop, options_.pool_begins},
                pool);
}

RemoteAnswer Answering::answer() {
  const RemoteChoices choices = remote_choices(reference_.scenario, reference_.design,
                                               remote_catalog(source_), options_.client);
  load();
  answer_.title = spec().title;
  answer_.design = options_.design.variant.empty() ? "base" : options_.design.variant;
  answer_.client = options_.client;
  answer_.by = options_.by;
  price_locally();
  answer_.all = jobs_.all;
  answer_.apart = jobs_.apart;
  answer_.cut_short = jobs_.cut_short;
  answer_.without_gpus = jobs_.without_gpus;
  add_named();
  for (const RemoteChoice& choice : choices.choices) add(choice);
  answer_.left_out.insert(answer_.left_out.begin(), choices.left_out.begin(),
                          choices.left_out.end());
  sort_groups(answer_);
  if (!options_.pool.empty()) search();
  return std::move(answer_);
}

}  // namespace

RemoteAnswer remote_answer(const ScenarioSource& source, const RemoteOptions& options,
                           const Registry& registry) {
  return Answering(source, options, registry).answer();
}

}  // namespace gpuscape
