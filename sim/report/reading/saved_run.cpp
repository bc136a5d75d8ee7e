#include "sim/report/reading/saved_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "sim/base/error.hpp"
#include "sim/report/reading/saved_json.hpp"
#include "sim/report/reading/saved_tables.hpp"
#include "sim/report/run/result_json.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape {

namespace {

/// The objective's name in `metric`, and what it is of.
void take_objective_metric(SloVerdict& slo, const SavedObject& says) {
  slo.metric = says.text("metric");
  const auto of = std::ranges::find(objective_metrics(), slo.metric, &ObjectiveMetric::name);
  if (of == objective_metrics().end())
    says.fail("metric", fmt::format("\"{}\" is not known here", slo.metric),
              "another version of gpuscape wrote it");
  slo.of_jobs = of->of_jobs;
  slo.is_time = of->is_time;
}

SloVerdict saved_objective(const std::string& name, const SavedObject& says) {
  SloVerdict slo;
  slo.name = name;
  take_objective_metric(slo, says);
  if (slo.of_jobs) slo.quantile = says.number("quantile");
  const std::string unit = slo.is_time ? "_s" : "";
  slo.at_least = says.has("at_least" + unit);
  slo.limit = says.number((slo.at_least ? "at_least" : "at_most") + unit);
  slo.value = says.object(slo.of_jobs ? slo.metric + unit : slo.metric).estimate();
  slo.met = says.boolean("met");
  return slo;
}

class RunReader {
 public:
  RunReader(const JsonValue& document, SavedRun& run)
      : document_(document, ""), run_(run), result_(run.outcome.result) {}

  void read() {
    result_.partial = result_.first.partial = document_.boolean("partial");
    read_scenario(document_.object("scenario"));
    const SavedObject results = document_.object("results");
    read_facts(results);
    read_metrics(results);
    read_pods(results);
    const SavedObject slo = results.object("slo");
    for (const JsonMember& member : slo.value().members())
      result_.slo.push_back(saved_objective(member.key, slo.object(member.key)));
    if (results.has("waited_for_s"))
      result_.waited_for = saved_waits(results.object("waited_for_s"));
    run_.assumptions = results.texts_or_none("assumptions");
    read_guesses();
    run_.provenance = saved_provenance(document_);
    if (!run_.provenance.scenario_file.empty())
      run_.scenario_file = (std::filesystem::path(run_.folder) / run_.provenance.scenario_file)
                               .lexically_normal()
                               .string();
    result_.scenario.file = run_.scenario_file;
  }

 private:
  void read_scenario(const SavedObject& scenario) {
    result_.scenario.title = scenario.text("title");
    const std::string& variant = scenario.text("variant");
    result_.scenario.variant = variant == "base" ? "" : variant;
    if (scenario.has("resolved")) result_.scenario.resolved = *scenario.value().find("resolved");
  }

  void read_facts(const SavedObject& results) {
    const std::string& kind = results.text("kind");
    if (kind != "simulated" && kind != "replayed")
      results.fail("kind", fmt::format("a result of {} has no jobs to be shown", kind));
    result_.synthetic = kind == "simulated";
    RunResult& first = result_.first;
    first.gpus_total = results.count("gpus_total");
    first.counts_cores = results.has("cores_total");
    if (first.counts_cores) first.cores_total = results.count("cores_total");
    const double origin = results.number("unix_origin_s");
    if (std::isfinite(origin)) first.unix_origin = Seconds(origin);
    result_.jobs = results.count("jobs");
    result_.span = Seconds(results.number("submissions_span_s"));
    result_.unfinished = results.count("unfinished");
    result_.never_fit = results.count("never_fit");
    // Of how many jobs started only this much is said.
    result_.started = results.boolean("nothing_started") ? 0 : result_.jobs;
    if (results.has("over_budget")) result_.over_budget = results.count("over_budget");
    if (results.has("failed")) result_.failed = results.count("failed");
    result_.replications = results.count("replications");
    result_.precision_reached = results.boolean("precision_reached");
    result_.warm_up = Seconds(results.number("warm_up_s"));
    result_.averaged_from = Seconds(results.number("averaged_from_s"));
    result_.averaged_to = Seconds(results.number("averaged_to_s"));
  }

  void read_metrics(const SavedObject& results) {
    const SavedObject estimates = results.object("estimates");
    const SavedObject values = results.object("replication_0");
    for (std::size_t i = 0; i < metrics().size(); ++i) {
      const std::string name = metric_name(result_.first, metrics()[i]);
      result_.estimates[i].value = result_.metrics[i] = std::nan("");
      if (values.has(name)) {
        run_.figures[i] = SavedFigure::of_first;
        result_.metrics[i] = values.number(name);
      }
      if (estimates.has(name)) {
        run_.figures[i] = SavedFigure::estimate;
        result_.estimates[i] = estimates.object(name).estimate();
      }
    }
    if (run_.figures["network_load"] != SavedFigure::none) result_.first.traffic.emplace();
  }

  /// With the ids of jobs in place of their numbers, which jobs.csv tells.
  void read_pods(const SavedObject& results) {
    if (!results.has("pods")) return;
    const SavedObject pods = results.object("pods");
    PodsResult& all = result_.first.pods.emplace();
    all.locks = pods.count("locks");
    for (const JsonValue& item : pods.list("first_locks")) {
      const SavedObject one(item, "/results/pods/first_locks");
      PodLock& lock = all.first.emplace_back();
      lock.begin = Seconds(one.number("begin_s"));
      const double end = one.number("end_s");
      if (std::isfinite(end)) lock.end = Seconds(end);
      lock.gpus = one.number("gpus");
      for (const JsonValue& id : one.list("jobs"))
        if (id.integer() >= 0 && id.integer() <= std::numeric_limits<std::uint32_t>::max())
          lock.jobs.push_back(static_cast<std::uint32_t>(id.integer()));
    }
  }

  void read_guesses() {
    if (!document_.has("guesses")) return;
    for (const JsonValue& item : document_.list("guesses")) {
      const SavedObject guess(item, "/guesses");
      run_.guesses.push_back(
          fmt::format("{} {}: {}", guess.text("entry"), guess.text("field"), guess.text("value")));
    }
  }

  SavedObject document_;
  SavedRun& run_;
  StudyResult& result_;
};

/// What `read` cannot read is noted, and the rest of the result stays.
template <class Read>
void attempt(SavedRun& run, const Read& read) {
  try {
    read();
  } catch (const ScenarioError& error) {
    run.faults.push_back(one_line(error));
  }
}

void read_tables(SavedRun& run) {
  const std::filesystem::path folder(run.folder);
  RunResult& first = run.outcome.result.first;
  attempt(run, [&] {
    RunResult jobs;
    read_saved_jobs((folder / "jobs.csv").string(), jobs);
    first.jobs = std::move(jobs.jobs);
    first.streams = std::move(jobs.streams);
    first.classes = std::move(jobs.classes);
    first.origins = jobs.origins;
    first.nodes = std::move(jobs.nodes);
    first.waits = std::move(jobs.waits);
    first.queues = std::move(jobs.queues);
    if (jobs.traffic) first.traffic = std::move(jobs.traffic);
    first.end = jobs.end;
  });
  if (first.pods) {
    std::map<std::int64_t, std::uint32_t> numbers;
    for (std::uint32_t job = 0; job < first.jobs.size(); ++job)
      numbers.emplace(first.jobs.id(job), job);
    for (PodLock& lock : first.pods->first) {
      std::erase_if(lock.jobs, [&](std::uint32_t id) { return !numbers.contains(id); });
      for (std::uint32_t& job : lock.jobs) job = numbers.at(job);
    }
  }
  attempt(run, [&] {
    Timeline timeline;
    read_saved_timeline((folder / "timeline.csv").string(), timeline, run.series);
    first.timeline = std::move(timeline);
  });
}

/// Rows of jobs.csv that result.json counts.
std::int64_t counted(const JobRecords& jobs) {
  std::int64_t count = 0;
  for (std::size_t job = 0; job < jobs.size(); ++job) count += jobs.in_statistics(job) ? 1 : 0;
  return count;
}

void compare_counts(SavedRun& run) {
  const StudyResult& result = run.outcome.result;
  if (result.first.jobs.size() == 0) return;
  const std::int64_t rows = counted(result.first.jobs);
  if (rows == result.jobs) return;
  run.faults.push_back(fmt::format("{}: {} jobs, where result.json counts {}: not of the same run",
                                   (std::filesystem::path(run.folder) / "jobs.csv").string(), rows,
                                   result.jobs));
}

}  // namespace

std::string one_line(const ScenarioError& error) {
  const Issue& issue = error.issues().front();
  std::string text = issue.file;
  if (issue.line > 0) text += fmt::format(":{}", issue.line);
  if (issue.column > 0) text += fmt::format(":{}", issue.column);
  text += ": ";
  if (!issue.pointer.empty()) text += issue.pointer + ": ";
  text += issue.message;
  if (!issue.hint.empty()) text += fmt::format(" ({})", issue.hint);
  return text;
}

std::shared_ptr<SavedRun> saved_result(const JsonValue& document, const std::string& folder) {
  auto run = std::make_shared<SavedRun>();
  run->folder = folder;
  RunReader(document, *run).read();
  return run;
}

std::shared_ptr<const SavedRun> read_saved_run(const std::string& folder) {
  const std::string file = (std::filesystem::path(folder) / "result.json").string();
  const std::shared_ptr<SavedRun> run = saved_result(read_saved_json(file, kResultSchema), folder);
  read_tables(*run);
  compare_counts(*run);
  return run;
}

Estimate saved_estimate(const SavedRun& run, std::size_t metric) {
  if (run.figures[metric] == SavedFigure::estimate) return run.outcome.result.estimates[metric];
  const bool is_one = run.outcome.result.replications == 1;
  return {.value = run.outcome.result.metrics[metric],
          .low = {},
          .high = {},
          .method = is_one ? "exact: of this replay" : "no interval: of replication 0 alone"};
}

}  // namespace gpuscape
