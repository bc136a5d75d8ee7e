/// Relations of meaning: another scenario, whose answer follows from the first.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "tests/scramble/trial.hpp"

namespace gpuscape::scramble {

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// What was drawn of a cost's inputs, wherever it stands.
void erase_draws(Json& value) {
  if (value.is_object())
    for (const char* drawn : {"drawn_p5", "drawn_p50", "drawn_p95"}) value.erase(drawn);
  if (value.is_structured())
    for (Json& inner : value) erase_draws(inner);
}

/// All names of a kind begin alike, so that their order stays.
std::string renamed(const Drawn& drawn, const Answer& answer, Bench& bench, const char* from,
                    const char* to) {
  Drawn other{.scenario = Json::parse(replaced(drawn.scenario.dump(), from, to))};
  for (const auto& [name, text] : drawn.files)
    other.files[replaced(name, from, to)] = replaced(text, from, to);
  Answer first = answer;
  first.result = Json::parse(replaced(first.result.dump(), from, to));
  for (auto& [name, text] : first.files) text = replaced(text, from, to);
  Answer second = run_beside(other, bench);
  // Of a long row the report shows the beginning, which may end within a name.
  for (Answer* one : {&first, &second})
    if (one->result.contains("results")) one->result["results"].erase("reads");
  // An input's draws go by its name, which may be a group's: designs that share it share them.
  for (Answer* one : {&first, &second})
    if (one->result.contains("results") && one->result["results"].contains("cost"))
      erase_draws(one->result["results"]["cost"]);
  return difference(first, second);
}

bool any(const Drawn&) { return true; }
bool has_files(const Drawn& drawn) { return !drawn.files.empty(); }

std::string groups_renamed(const Drawn& drawn, const Answer& answer, Bench& bench) {
  return renamed(drawn, answer, bench, "grp-", "grq-");
}
std::string users_renamed(const Drawn& drawn, const Answer& answer, Bench& bench) {
  return renamed(drawn, answer, bench, "usr-", "usq-");
}
std::string accounts_renamed(const Drawn& drawn, const Answer& answer, Bench& bench) {
  return renamed(drawn, answer, bench, "acc-", "acd-");
}

/// What one unit of another currency is in `currency`: with all rates twice as high all amounts
/// are.
std::string twice_the_currency(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  Json& cost = other.scenario["cost"];
  cost["currency"] = "XTS";
  cost["exchange"]["USD"] = 2;
  Json& euro = cost["exchange"]["EUR"];
  if (euro.is_number())
    euro = euro.get<double>() * 2;
  else
    for (Json& value : euro) value = value.get<double>() * 2;
  const Answer twice = run_beside(other, bench);
  const Json a = answer.results().value("cost", Json::object()),
             b = twice.results().value("cost", Json::object());
  for (const char* name : {"capex", "opex", "total", "tax"}) {
    const Json once = a.value(name, Json()), now = b.value(name, Json());
    if (once.is_number() != now.is_number())
      return fmt::format("{} is {} against {}", name, once.dump(), now.dump());
    if (once.is_number() && !close(2 * once.get<double>(), now.get<double>(), 1e-9))
      return fmt::format("{} is {} and then {}", name, once.get<double>(), now.get<double>());
  }
  return {};
}

bool has_cost(const Drawn& drawn) {
  // An objective's bound is an amount in the old currency.
  return drawn.scenario.contains("/cost/exchange/EUR"_json_pointer) &&
         drawn.scenario.dump().find("total_cost") == std::string::npos;
}

/// A merge by key, as the reference has it: a changed type replaces the whole object, and a type
/// alone stands for an object with nothing else.
void merge(Json& base, const Json& patch) {
  if (patch.is_string() && base.is_object() && base.contains("type"))
    return merge(base, Json{{"type", patch}});
  if (!patch.is_object() || !base.is_object()) {
    base = patch;
    return;
  }
  for (const char* kind : {"type", "distribution", "process"})
    if (patch.contains(kind) && base.contains(kind) && patch[kind] != base[kind])
      base = Json::object();
  for (const auto& [key, value] : patch.items()) {
    if (value.is_null())
      base.erase(key);
    else if (base.contains(key))
      merge(base[key], value);
    else
      base[key] = value;
  }
}

/// A variant is a patch: the merged scenario gives the variant's answer. The load of a generated
/// stream is one of the scenario's own cluster, so that it must not be changed.
std::string variant_merged(const Drawn& drawn, const Answer&, Bench& bench) {
  Drawn other = drawn;
  const Json variants = other.scenario["variants"];
  other.scenario.erase("variants");
  const std::string name = variants.items().begin().key();
  merge(other.scenario, variants[name]);
  const Answer variant = run_in(bench.folder, {"--variant", name, "--loop", "native"});
  const Answer merged = run_beside(other, bench);
  if (variant.call.code == 2 || merged.call.code == 2)
    return variant.call.code == merged.call.code
               ? ""
               : "one is refused: " + variant.call.err + merged.call.err;
  for (const Fault& fault : broken(variant)) return "variant, " + fault.check + ": " + fault.what;
  return difference(variant, merged);
}

bool variant_of_same_load(const Drawn& drawn) {
  if (!drawn.scenario.contains("variants")) return false;
  const Json& first = drawn.scenario["variants"].front();
  return drawn.scenario.dump().find("\"load\"") == std::string::npos || !first.contains("cluster");
}

/// A group of nodes as two groups of half as many: jobs that fit one node start at the same times.
std::string nodes_in_two(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  Json& nodes = other.scenario["cluster"]["nodes"];
  Json half = nodes.front();
  half["count"] = half["count"].get<std::int64_t>() / 2;
  nodes.front() = half;
  nodes["grp-z"] = half;
  const Table one = answer.table("jobs.csv"), two = run_beside(other, bench).table("jobs.csv");
  if (one.rows.size() != two.rows.size())
    return fmt::format("{} jobs and then {}", one.rows.size(), two.rows.size());
  for (std::size_t i = 0; i < one.rows.size(); ++i)
    for (const char* column : {"submit_s", "start_s", "end_s", "state"})
      if (one.at(i, column) != two.at(i, column))
        return fmt::format("{} of job {} is {} and then {}", column, one.at(i, "job"),
                           one.at(i, column), two.at(i, column));
  return {};
}

bool one_plain_group(const Drawn& drawn) {
  const Json& nodes = drawn.scenario["cluster"]["nodes"];
  const Json& scheduler = drawn.scenario.value("scheduler", Json::object());
  if (nodes.size() != 1 || nodes.front().value("type", "") != "custom" ||
      drawn.scenario["cluster"].contains("networks"))
    return false;
  const std::int64_t count = nodes.front().value("count", std::int64_t{1});
  const std::int64_t gpus = nodes.front().value("gpus", std::int64_t{0});
  const std::string all = drawn.scenario.dump();
  if (count % 2 != 0 || scheduler.value("backfill", Json("none")) != "none" || !drawn.files.empty())
    return false;
  for (const char* word :
       {"slurm", "dedicated", "srtf", "spread", "best-fit", "same-leaf", "same-rail",
        "same-nvlink-domain", "one per", "maintenance", "failures", "grp-a\"]", "\"cost\""})
    if (all.find(word) != std::string::npos) return false;
  for (const Json& stream : drawn.scenario["workload"]["streams"]) {
    for (const char* kind : {"generate", "closed"}) {
      const Json source = stream.value(kind, Json::object());
      const Json sizes = source.value("gpus", Json::object());
      for (const auto& [size, weight] : sizes.items())
        if (std::stoll(size) > gpus) return false;
    }
  }
  return true;
}

/// An objective says what is met and changes nothing.
std::string one_more_objective(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  other.scenario["slo"]["slo-z"] = {{"metric", "queue_wait"}, {"at_most", "1 h"}};
  Answer more = run_beside(other, bench);
  Answer without = answer;
  for (Answer* one : {&more, &without})
    if (one->result.contains("results")) one->result["results"].erase("slo");
  return difference(without, more);
}

/// Without the columns that say what machines draw, which only a cost knows.
std::string without_power(const Answer& answer, const std::string& file) {
  const Table table = answer.table(file);
  std::string text;
  const auto add = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string& name = table.header[i];
      if (name == "energy_kwh" || name.find("power_kw") != std::string::npos) continue;
      text += cells[i] + ",";
    }
    text += "\n";
  };
  add(table.header);
  for (const std::vector<std::string>& row : table.rows) add(row);
  return text;
}

/// What a design costs changes nothing of what its jobs do.
std::string without_cost(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  other.scenario.erase("cost");
  for (const char* key : {"slo", "variants"}) other.scenario.erase(key);
  const Answer free = run_beside(other, bench);
  for (const char* file : {"jobs.csv", "timeline.csv"})
    if (answer.files.contains(file) && without_power(answer, file) != without_power(free, file))
      return std::string(file) + " differs";
  return {};
}

bool has_any_cost(const Drawn& drawn) { return drawn.scenario.contains("cost"); }
bool has_jobs(const Drawn& drawn) {
  return drawn.scenario.value("/run/detail"_json_pointer, "") != "step";
}

bool reads(const Drawn& drawn) {
  return drawn.scenario.contains("/workload/datasets"_json_pointer) &&
         drawn.scenario.dump().find(R"("to":)") == std::string::npos &&
         drawn.scenario.dump().find(R"("scan")") == std::string::npos && has_jobs(drawn);
}

/// What is said of machines of stores, which others than arrays and volumes do not have.
void keep_machines(Json& cluster) {
  for (const char* section : {"maintenance", "failures"}) {
    if (!cluster.contains(section)) continue;
    Json kept = Json::object();
    for (const auto& [name, of] : cluster[section].items())
      if (!of.contains("store")) kept[name] = of;
    cluster[section] = std::move(kept);
  }
}

/// Jobs that read from a store as fast as they ask end when jobs that read nothing do.
std::string boundless_store(const Drawn& drawn, const Answer&, Bench& bench) {
  Drawn fast = drawn;
  for (const char* key : {"slo", "variants", "cost"}) fast.scenario.erase(key);
  keep_machines(fast.scenario["cluster"]);
  Drawn none = fast;
  for (Json& store : fast.scenario["cluster"]["storage"]) store = {{"write_bandwidth", "1 GB/s"}};
  for (Json& dataset : fast.scenario["workload"]["datasets"])
    for (const char* key : {"readers", "open", "cache", "stage_in"}) dataset.erase(key);
  none.scenario["cluster"].erase("storage");
  none.scenario["workload"].erase("datasets");
  for (Json& application : none.scenario["workload"]["applications"]) application.erase("dataset");
  const Answer reading = run_beside(fast, bench);
  const Answer other = run_beside(none, bench);
  if (reading.call.code == 2 && other.call.code == 2) return {};
  const Table jobs = reading.table("jobs.csv");
  const Table without = other.table("jobs.csv");
  if (jobs.rows.size() != without.rows.size()) return "there are other jobs";
  for (std::size_t i = 0; i < jobs.rows.size(); ++i)
    for (const char* date : {"start_s", "end_s"}) {
      const double a = jobs.number(i, date);
      const double b = without.number(i, date);
      if (std::isnan(a) != std::isnan(b) || (!std::isnan(a) && !close(a, b, 1e-6)))
        return fmt::format("job {}: {} is {} and without reading {}", jobs.at(i, "job"), date, a,
                           b);
    }
  return {};
}

}  // namespace

std::vector<Relation> relations_of_meaning() {
  return {{"groups renamed", 0.5, any, groups_renamed},
          {"users renamed", 0.5, has_files, users_renamed},
          {"accounts renamed", 0.3, has_files, accounts_renamed},
          {"twice the currency", 0.7, has_cost, twice_the_currency},
          {"variant merged", 0.7, variant_of_same_load, variant_merged},
          {"nodes in two", 1, one_plain_group, nodes_in_two},
          {"one more objective", 0.4, has_jobs, one_more_objective},
          {"without cost", 0.5, has_any_cost, without_cost},
          {"boundless store", 1, reads, boundless_store}};
}

}  // namespace gpuscape::scramble
