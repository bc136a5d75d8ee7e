/// Jobs that ask for a GPU model or for features of nodes: what they got, and what stood idle.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/result_section.hpp"
#include "sim/run/record/stays.hpp"

namespace gpuscape {

namespace {

/// Groups of one GPU model together; one that says none is for itself.
struct ModelUse {
  std::string name;
  std::int64_t gpus = 0;
  double allocated = 0.0;  ///< GPU seconds
  double stranded = 0.0;   ///< GPU seconds
};

/// What jobs that ask for one thing got.
struct AskUse {
  std::string name;
  std::int64_t jobs = 0;
  std::int64_t waited = 0;  ///< jobs that waited longest for GPUs of the model alone
  bool is_served = true;
  bool is_obeyed = true;  ///< the cluster says what its nodes have
};

std::vector<ModelUse> models_of(const RunResult& run) {
  std::vector<ModelUse> models;
  std::vector<std::size_t> of_group;
  for (const NodeLabel& node : run.nodes) {
    const std::string& name = node.gpu_model.empty() ? node.group : node.gpu_model;
    auto at = std::ranges::find(models, name, &ModelUse::name);
    if (at == models.end()) at = models.insert(at, {.name = name});
    at->gpus += std::int64_t{node.count} * node.gpus;
    at->stranded += node.stranded.value();
    of_group.push_back(static_cast<std::size_t>(at - models.begin()));
  }
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    for_each_stay(run.jobs, job, [&](const Stay& stay) {
      const bool is_over = stay.end >= stay.start;
      const double ran = ((is_over ? stay.end : run.end) - stay.start).value();
      models[of_group[run.group_of(stay.at.node)]].allocated +=
          ran * run.jobs.gpus_held(job, stay.at);
    });
  std::erase_if(models, [](const ModelUse& model) { return model.gpus == 0; });
  // Stranded ones are looked at now and then, and may come out a little above what was free.
  for (ModelUse& model : models) {
    const double free = static_cast<double>(model.gpus) * run.end.value() - model.allocated;
    model.stranded = std::clamp(model.stranded, 0.0, std::max(0.0, free));
  }
  return models;
}

std::vector<AskUse> asks_of(const RunResult& run) {
  const NodeAsks& asks = run.origins->asks();
  std::vector<AskUse> uses(asks.size());
  for (std::size_t i = 0; i < uses.size(); ++i)
    uses[i].name = i == 0 ? "any" : ask_text(asks[static_cast<std::uint16_t>(i)]);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) ++uses[run.jobs.demand(job).asks].jobs;
  for (const JobWait& wait : run.waits.jobs)
    if (wait.reason == WaitReason::model_short) ++uses[run.jobs.demand(wait.job).asks].waited;
  for (const std::uint16_t ask : run.unserved_asks) uses[ask].is_served = false;
  const bool tells =
      std::ranges::any_of(run.nodes, [](const NodeLabel& node) { return !node.gpu_model.empty(); });
  for (std::size_t i = 1; i < uses.size(); ++i)
    uses[i].is_obeyed = tells || asks[static_cast<std::uint16_t>(i)].gpu_models.empty();
  std::erase_if(uses, [](const AskUse& use) { return use.jobs == 0; });
  return uses;
}

double share_of(const RunResult& run, const ModelUse& model, double gpu_seconds) {
  const double all = static_cast<double>(model.gpus) * run.end.value();
  return all > 0.0 ? gpu_seconds / all : 0.0;
}

void write_models(const StudyResult& result, JsonValue& results) {
  const RunResult& run = result.first;
  if (!run.has_asks()) return;
  JsonValue models = JsonValue::make_array();
  for (const ModelUse& model : models_of(run)) {
    JsonValue value = JsonValue::make_object();
    value.set("model", json::text(model.name));
    value.set("gpus", json::integer(model.gpus));
    value.set("allocated_share", json::number(share_of(run, model, model.allocated)));
    value.set("stranded_share", json::number(share_of(run, model, model.stranded)));
    models.items().push_back(std::move(value));
  }
  JsonValue asks = JsonValue::make_array();
  for (const AskUse& use : asks_of(run)) {
    JsonValue value = JsonValue::make_object();
    value.set("asks_for", json::text(use.name));
    value.set("jobs", json::integer(use.jobs));
    value.set("waited_for_model", json::integer(use.waited));
    value.set("served", json::boolean(use.is_served));
    asks.items().push_back(std::move(value));
  }
  results.set("gpu_models", std::move(models));
  results.set("asks", std::move(asks));
}

std::string ask_line(const AskUse& use) {
  std::string text = fmt::format("{} for {}", quantity(use.jobs, "job"), use.name);
  if (!use.is_obeyed) return text + ": any GPU serves, as no group says its model";
  if (!use.is_served) return text + ": never fit, no group has it";
  if (use.waited > 0)
    text += fmt::format(": {} waited longest while other GPUs were free", human_count(use.waited));
  return text;
}

std::string models_section(const StudyResult& result) {
  const RunResult& run = result.first;
  if (!run.has_asks()) return "";
  std::string text;
  for (const ModelUse& model : models_of(run))
    text += line(text.empty() ? "GPU models" : "",
                 fmt::format("{}: {}, {} allocated, {} stranded (free, of no use to any job)",
                             excerpt(model.name), quantity(model.gpus, "GPU"),
                             percent_text(share_of(run, model, model.allocated)),
                             percent_text(share_of(run, model, model.stranded))));
  constexpr std::size_t kMost = 20;
  std::vector<AskUse> asks = asks_of(run);
  const std::size_t more = asks.size() > kMost ? asks.size() - kMost : 0;
  if (more > 0) {
    std::ranges::stable_sort(asks, std::ranges::greater(), &AskUse::jobs);
    asks.resize(kMost);
  }
  bool is_first = true;
  for (const AskUse& use : asks) {
    text += line(is_first ? "jobs ask" : "", ask_line(use));
    is_first = false;
  }
  if (more > 0) text += line("", fmt::format("… and {} more", more));
  return text;
}

}  // namespace

extern const ResultSection kModelsSection;
const ResultSection kModelsSection{write_models, models_section, 6};

}  // namespace gpuscape
