/// What jobs.csv and timeline.csv owe.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "tests/scramble/invariants.hpp"

namespace gpuscape::scramble {

namespace {

/// What each start of a job takes before it works, in seconds.
double start_up(const Answer& answer) {
  const Json scheduler =
      answer.result.value("/scenario/resolved/scheduler"_json_pointer, Json::object());
  const std::string text = scheduler.value("start_up", "0 s");
  return text.ends_with(" s") ? std::strtod(text.c_str(), nullptr) : 0.0;
}

std::string dates(const Answer& answer) {
  const Table jobs = answer.table("jobs.csv");
  const double least = start_up(answer);
  double last = -1e300;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    const double submit = jobs.number(i, "submit_s");
    const double start = jobs.number(i, "start_s");
    const double end = jobs.number(i, "end_s");
    const std::string& job = jobs.at(i, "job");
    if (submit < last) return fmt::format("job {} stands behind a later one", job);
    last = submit;
    if (start < submit) return fmt::format("job {} starts before it is submitted", job);
    if (end < start) return fmt::format("job {} ends before it starts", job);
    if (jobs.at(i, "state") == "completed" && end - start < least * (1 - 1e-9) - 1e-6)
      return fmt::format("job {} is done {} s after its start, and starts up for {} s", job,
                         end - start, least);
    if (!std::isnan(end) && std::isnan(start) && jobs.at(i, "state") == "completed")
      return fmt::format("job {} ends and never started", job);
    if (!std::isnan(start) && !close(jobs.number(i, "wait_s"), start - submit, 1e-6))
      return fmt::format("job {} waits {} from {} to {}", job, jobs.at(i, "wait_s"), submit, start);
  }
  return {};
}

/// A job waits for its input no longer than it is on nodes.
std::string input_stalls(const Answer& answer) {
  const Table jobs = answer.table("jobs.csv");
  if (!jobs.has("input_stall_s")) return {};
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    const double stall = jobs.number(i, "input_stall_s");
    const double time = jobs.number(i, "end_s") - jobs.number(i, "start_s");
    if (stall < 0.0 || stall > time * (1 + 1e-9) + 1e-6)
      return fmt::format("job {} waits {} s for its input within {} s", jobs.at(i, "job"), stall,
                         time);
  }
  return {};
}

std::string states(const Answer& answer) {
  const Table jobs = answer.table("jobs.csv");
  std::map<std::string, std::int64_t> count;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    const std::string& state = jobs.at(i, "state");
    ++count[state];
    const bool ended =
        state == "completed" || state == "timed_out" || state == "over_budget" || state == "failed";
    // What started and waits again has been stopped, as the columns of such runs say.
    const bool left = state == "waiting" && jobs.has("starts") && !jobs.at(i, "start_s").empty();
    if ((ended || left) != !jobs.at(i, "end_s").empty())
      return fmt::format("job {} is {}", jobs.at(i, "job"), state);
  }
  const Json& results = answer.results();
  if (!results.contains("jobs") || jobs.has("carried_over")) return {};
  const auto stated = results.value("jobs", std::int64_t{0});
  if (stated != static_cast<std::int64_t>(jobs.rows.size()))
    return fmt::format("{} jobs and {} rows", stated, jobs.rows.size());
  if (results.value("replications", 1) != 1) return {};
  for (const char* state :
       {"never_fit", "timed_out", "over_budget", "dependency_failed", "failed"}) {
    const std::string name = std::string(state) == "never_fit" ? "never_fits" : state;
    const auto said = results.value(state, std::int64_t{0});
    if (said != count[name]) return fmt::format("{} is {}, rows say {}", state, said, count[name]);
  }
  return {};
}

struct Change {
  double time;
  double gpus;  ///< below 0 where they are given back
};

/// The most held at once; what is given back at an instant is free then.
double most_held(std::vector<Change>& changes) {
  std::ranges::sort(changes, [](const Change& a, const Change& b) {
    return a.time != b.time ? a.time < b.time : a.gpus < b.gpus;
  });
  double held = 0, most = 0;
  for (const Change& change : changes) most = std::max(most, held += change.gpus);
  return most;
}

/// "gpu/3:8+gpu/4:8" by node.
std::map<std::string, double> shares_of(const std::string& placement) {
  std::map<std::string, double> shares;
  for (std::size_t begin = 0; begin < placement.size();) {
    const std::size_t end = std::min(placement.find('+', begin), placement.size());
    const std::string part = placement.substr(begin, end - begin);
    const std::size_t colon = part.rfind(':');
    if (colon != std::string::npos)
      shares[part.substr(0, colon)] += std::strtod(part.c_str() + colon + 1, nullptr);
    begin = end + 1;
  }
  return shares;
}

/// GPUs of a node of each group, as the result's own scenario has them; empty where it does not
/// say.
std::map<std::string, double> capacities(const Answer& answer) {
  std::map<std::string, double> sizes;
  const Json nodes =
      answer.result.value("/scenario/resolved/cluster/nodes"_json_pointer, Json::object());
  for (const auto& [name, node] : nodes.items()) {
    if (node.value("type", "") == "pool")
      sizes[name] = node.value("count", 0.0);
    else if (node.contains("gpus") && node["gpus"].is_number())
      sizes[name] = node["gpus"].get<double>();
    else if (node.contains("gpu") && node["gpu"].is_object() && node["gpu"].contains("count"))
      sizes[name] = node["gpu"]["count"].get<double>();
  }
  return sizes;
}

/// A row has its last place only: of a job that may have had other nodes for a while, or more or
/// fewer, or other users beside it, it says little.
bool other_nodes_before(const Answer& answer) {
  const Json streams =
      answer.result.value("/scenario/resolved/workload/streams"_json_pointer, Json::object());
  return std::ranges::any_of(streams, [](const Json& of) { return of.contains("shrink"); }) ||
         answer.results().contains("making_room") ||
         answer.result.value("/scenario/resolved/scheduler/policy"_json_pointer, Json()) ==
             Json{{"type", "direct"}};
}

std::string held(const Answer& answer) {
  const Table jobs = answer.table("jobs.csv");
  // A row has its first start and its last place only.
  if (jobs.has("starts") || other_nodes_before(answer) ||
      answer.results().contains("/goodput/standby_gpu_s"_json_pointer) ||
      answer.results().value("/remote_gpus/attaches_elsewhere"_json_pointer, 0) > 0)
    return {};
  std::vector<Change> all;
  std::map<std::string, std::vector<Change>> nodes;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    const double start = jobs.number(i, "start_s");
    const double end = jobs.number(i, "end_s");
    if (std::isnan(start) || std::isnan(end) || end <= start) continue;
    for (const auto& [node, gpus] : shares_of(jobs.at(i, "placement"))) {
      for (auto* list : {&all, &nodes[node]}) {
        list->push_back({start, gpus});
        list->push_back({end, -gpus});
      }
    }
  }
  const double total = answer.results().value("gpus_total", 0.0);
  const bool of_cores =
      answer.results().value("replication_0", Json::object()).contains("cores_allocated_share");
  const double most = most_held(all);
  if (!of_cores && most > total * (1 + 1e-9))
    return fmt::format("{} of {} GPUs are held", most, total);
  const auto sizes = capacities(answer);
  for (auto& [node, changes] : nodes) {
    const auto size = sizes.find(node.substr(0, node.find('/')));
    if (size == sizes.end()) continue;
    const double held_here = most_held(changes);
    if (held_here > size->second * (1 + 1e-9))
      return fmt::format("{} GPUs of {} are held, it has {}", held_here, node, size->second);
  }
  return {};
}

/// The jobs on which averages of replication 0 stand.
std::vector<std::size_t> counted(const Answer& answer, const Table& jobs) {
  const double warm_up = answer.results().value("warm_up_s", 0.0);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i)
    if (jobs.number(i, "submit_s") >= warm_up && jobs.at(i, "carried_over").empty())
      rows.push_back(i);
  return rows;
}

std::string differs(const Json& metrics, const char* name, double due) {
  const Json said = metrics.value(name, Json());
  if (!said.is_number() || close(said.get<double>(), due, 1e-6)) return {};
  return fmt::format("{} is {}, jobs.csv gives {}", name, said.get<double>(), due);
}

std::string averages(const Answer& answer) {
  const Table jobs = answer.table("jobs.csv");
  const Json metrics = answer.results().value("replication_0", Json::object());
  double wait = 0, completion = 0, longest = 0;
  double started = 0, ended = 0, at_once = 0;
  for (const std::size_t i : counted(answer, jobs)) {
    const double its_wait = jobs.number(i, "wait_s");
    const double end = jobs.number(i, "end_s");
    if (!std::isnan(its_wait)) {
      ++started;
      wait += its_wait;
      longest = std::max(longest, its_wait);
      at_once += its_wait == 0 ? 1 : 0;
    }
    const std::string& state = jobs.at(i, "state");
    if (!std::isnan(end) && state != "failed" && state != "over_budget") {
      ++ended;
      completion += end - jobs.number(i, "submit_s");
    }
  }
  if (started == 0 || ended == 0) return {};
  for (const std::string& fault : {differs(metrics, "queue_wait_mean_s", wait / started),
                                   differs(metrics, "queue_wait_max_s", longest),
                                   differs(metrics, "share_without_wait", at_once / started),
                                   differs(metrics, "completion_mean_s", completion / ended)})
    if (!fault.empty()) return fault;
  return {};
}

/// The time average of held GPUs against what the rows hold within the averaged time.
std::string gpu_time(const Answer& answer) {
  const Json& results = answer.results();
  const Json said = results.value("/replication_0/gpus_allocated_share"_json_pointer, Json());
  const Table jobs = answer.table("jobs.csv");
  // A row has its last place only, neither nodes on standby nor how long lent GPUs are kept.
  if (!said.is_number() || jobs.has("starts") || other_nodes_before(answer) ||
      results.contains("remote_gpus") || results.contains("/goodput/standby_gpu_s"_json_pointer))
    return {};
  const double from = results.value("averaged_from_s", 0.0);
  const double to = results.value("averaged_to_s", 0.0);
  double seconds = 0;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    const double start = jobs.number(i, "start_s");
    const double end = jobs.number(i, "end_s");
    double gpus = 0;
    for (const auto& [node, share] : shares_of(jobs.at(i, "placement"))) gpus += share;
    if (std::isnan(start) != std::isnan(end)) return {};  // where it was stopped
    if (gpus == 0 || std::isnan(start)) continue;
    if (gpus > std::max(1.0, jobs.number(i, "gpus"))) return {};  // parts of a GPU, cores
    seconds += gpus * std::max(0.0, std::min(end, to) - std::max(start, from));
  }
  const double due = seconds / (results.value("gpus_total", 0.0) * (to - from));
  if (close(said.get<double>(), due, 1e-6)) return {};
  return fmt::format("GPUs allocated are {}, jobs.csv gives {}", said.get<double>(), due);
}

std::string reasons(const Answer& answer) {
  const Json& results = answer.results();
  if (results.value("replications", 1) != 1 || !results.contains("waited_for_s")) return {};
  const Table jobs = answer.table("jobs.csv");
  if (jobs.has("starts") || jobs.has("carried_over")) return {};
  double waits = 0, said = 0;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    if (jobs.at(i, "start_s").empty()) return {};
    waits += jobs.number(i, "wait_s");
  }
  for (const auto& [reason, seconds] : results["waited_for_s"].items())
    said += seconds.get<double>();
  return close(waits, said, 1e-6) ? "" : fmt::format("reasons are {} s, waits {} s", said, waits);
}

std::string timeline(const Answer& answer) {
  const Table series = answer.table("timeline.csv");
  const double total = answer.results().value("gpus_total", 0.0);
  const bool of_cores = answer.results().contains("cores_total");
  double last = -1;
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    double gpus = 0;
    for (const char* name : {"gpus_allocated", "gpus_stranded", "gpus_idle_queued"})
      gpus += series.number(i, name);
    if (!of_cores && gpus > total * (1 + 1e-9) + 1e-9)
      return fmt::format("row {}: {} of {} GPUs", i + 1, gpus, total);
    for (std::size_t column = 0; column < series.header.size(); ++column)
      if (series.number(i, series.header[column]) < -1e-9)
        return fmt::format("row {}: {} below 0", i + 1, series.header[column]);
    if (series.number(i, "time_s") <= last) return fmt::format("row {} is not later", i + 1);
    last = series.number(i, "time_s");
  }
  return {};
}

}  // namespace

std::vector<Invariant> invariants_of_jobs() {
  return {{"dates of jobs", dates},       {"waits for input", input_stalls},
          {"states of jobs", states},     {"GPUs held", held},
          {"averages of jobs", averages}, {"GPU time held", gpu_time},
          {"reasons of waits", reasons},  {"timeline", timeline}};
}

}  // namespace gpuscape::scramble
