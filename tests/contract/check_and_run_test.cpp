/// What `check` has nothing against runs to its end; what it refuses it refuses with place and
/// hint: policies with every kind of nodes, and what jobs run with jobs that have GPUs, parts of
/// one, or none.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/run/run_workload.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape {
namespace {

using test::all_models;

struct Part {
  std::string name;
  std::string text;
};

const std::string kNetwork =
    R"("networks": {"net": {"type": "single-switch", "switch": "nvidia-qm8700"}})";

std::vector<Part> clusters() {
  const std::string cpus = R"("c": {"type": "custom", "count": 3, "gpus": 0, "cores": 64})";
  const std::string dgx = R"("g": {"type": "dgx1-v100", "count": 3})";
  const std::string pool = R"("p": {"type": "pool", "count": 16})";
  const auto alone = [](const std::string& groups) { return R"("nodes": {)" + groups + "}"; };
  const auto nodes = [](const std::string& groups) {
    return R"("nodes": {)" + groups + "}, " + kNetwork;
  };
  return {{"nodes", nodes(R"("n": {"type": "custom", "count": 4, "gpus": 8, "cores": 64})")},
          {"pool", alone(pool)},
          {"pool first", alone(pool + ", " + dgx)},
          {"pool last", alone(dgx + ", " + pool)},
          {"graph", nodes(dgx)},
          {"cpus first", nodes(cpus + ", " + dgx)},
          {"cpus alone", nodes(cpus)},
          {"cpus and pool", alone(cpus + ", " + pool)},
          {"lent", nodes(R"("c": {"type": "dgx1-v100", "count": 3},
             "g": {"type": "dgx1-v100", "count": 2})") +
                       R"(, "gpu_access": {"type": "api-remoting", "clients": ["c"],
                          "servers": ["g"], "over": "net"})"}};
}

/// What schedulers are told of: that of the registry, and one whose qualities preempt each other.
std::vector<Part> policies() {
  std::vector<Part> all;
  const auto model = [](const std::string& name, const std::string& parameters) {
    JsonValue value = parse_json(parameters, name);
    value.set("type", JsonValue::make_text(name));
    return write_json(value, -1);
  };
  for (const std::string& name : all_models().schedulers.names())
    all.push_back({name, model(name, test::example_of(all_models().schedulers, name))});
  all.push_back({"preempting", model("slurm-multifactor", R"({"weights": {"qos": 0}, "qos":
      {"spare": {}, "urgent": {"preempts": "spare"}}})")});
  return all;
}

std::vector<Part> applications() {
  return {{"none", ""},
          {"ring", R"(, "application": {"step_time": "100 ms", "bytes_per_step": "100 MB"})"},
          {"collective", R"(, "application": {"step_time": "100 ms", "bytes_per_step": "100 MB",
                            "collective": {}})"},
          {"model", R"(, "application": "resnet-50")"},
          {"rescaled", R"(, "application": "resnet-50", "measured_on": {"node": "dgx1-v100"})"}};
}

/// Jobs with all kinds of demands, two of each, for two qualities by turns.
std::string log_rows() {
  std::string rows = "id,submit,run,gpus,nodes,cores,qos,limit\n";
  int id = 0;
  for (const char* demand : {"1,", "8,", "16,", "8,2", "3,2", "1,2", "0,", "0,2", "0,3", "0.5,"})
    for (const char* more : {",spare,7200", "8,urgent,1800"}) {
      const std::string cores = more[0] == ',' && demand[0] == '0' ? "4" : "";
      rows += fmt::format("{},{},{},{},{}{}\n", id, id * 300, 3600, demand, cores, more);
      ++id;
    }
  return rows;
}

class CheckAndRun : public testing::Test {
 protected:
  CheckAndRun() { write_text(folder_.path() / "log.csv", log_rows()); }

  [[nodiscard]] std::string scenario(const Part& cluster, const std::string& scheduler,
                                     const Part& application) const {
    return fmt::format(
        R"({{"format": 1, "cluster": {{{}}}, "workload": {{"streams": {{"j": {{"trace":
          {{"format": "csv", "file": "log.csv", "columns": {{"id": "id", "submit": "submit",
            "run_time": "run", "gpus": "gpus", "nodes": "nodes", "cores": "cores", "qos": "qos",
            "time_limit": "limit"}}}}{}}}}}}}, "scheduler": {{{}}}}})",
        cluster.text, application.text, scheduler);
  }

  /// Whether it was run; it was refused else.
  bool check_and_run(const std::string& text) {
    LoadedScenario loaded = load_scenario_text(text, (folder_.path() / "s.json").string(), {},
                                               LoadOptions{.models = all_models().names()});
    const std::optional<CheckedFile> file = check(loaded, all_models());
    for (const Issue& issue : loaded.context.sorted_issues()) {
      EXPECT_GT(issue.line, 0) << issue.message;
      EXPECT_FALSE(issue.hint.empty()) << issue.message;
    }
    if (!file) return false;
    gpuscape::Run run(file->chosen, load_traces(file->chosen.spec));
    run.step_until(kForever, {});
    const RunResult result = run.finish();
    for (std::size_t job = 0; job < result.jobs.size(); ++job)
      EXPECT_TRUE(result.jobs.ended(job) || !result.jobs.can_run(job)) << "job " << job;
    return true;
  }

 private:
  ScratchFolder folder_;
};

TEST_F(CheckAndRun, EveryPolicyAndBackfillOnEveryKindOfNodesDoesOrIsRefused) {
  std::size_t ran = 0;
  for (const Part& cluster : clusters())
    for (const Part& policy : policies())
      for (const std::string& backfill : all_models().backfills.names())
        for (const char* sharing : {"whole", "shares"}) {
          SCOPED_TRACE(cluster.name + ", " + policy.name + ", " + backfill + ", " + sharing);
          const std::string scheduler =
              fmt::format(R"("policy": {}, "backfill": "{}", "gpu_sharing": "{}")", policy.text,
                          backfill, sharing);
          ran += check_and_run(scenario(cluster, scheduler, applications().front())) ? 1U : 0U;
        }
  // Of 9 clusters, each with all policies: fifo without backfill runs on all of them.
  EXPECT_GE(ran, clusters().size() * policies().size()) << "nearly everything was refused";
}

TEST_F(CheckAndRun, EveryKindOfJobRunsEveryApplicationOnEveryKindOfNodesOrIsRefused) {
  std::size_t ran = 0;
  for (const Part& cluster : clusters())
    for (const Part& application : applications())
      for (const char* scheduler :
           {R"("backfill": "none")", R"("backfill": "easy", "overrun": "kill")",
            R"("backfill": "none", "gpu_sharing": "shares")"}) {
        SCOPED_TRACE(cluster.name + ", " + application.name + ", " + scheduler);
        ran += check_and_run(scenario(cluster, scheduler, application)) ? 1U : 0U;
      }
  EXPECT_GE(ran, 2 * clusters().size()) << "nearly everything was refused";
}

}  // namespace
}  // namespace gpuscape
