/// Relations of writing: the same scenario in other words.

#include <fmt/format.h>

#include <fstream>
#include <set>

#include "tests/scramble/trial.hpp"

namespace gpuscape::scramble {

namespace {

bool any(const Drawn&) { return true; }

/// "Keys that begin with x- are ignored anywhere"; a title is for reports.
std::string remarks(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  other.scenario["x-note"] = {{"nothing", Json::array()}};
  for (const char* section : {"cluster", "workload", "run", "scheduler", "cost"})
    if (other.scenario.contains(section)) other.scenario[section]["x-note"] = 17;
  return difference(answer, run_beside(other, bench));
}

/// A variant that is not asked for is no part of the base.
std::string unused_variant(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  other.scenario["variants"]["unused"] = {{"title", "unused"}, {"run", {{"seed", 77}}}};
  return difference(answer, run_beside(other, bench));
}

std::string unused_application(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  other.scenario["workload"]["applications"]["unused"] = {{"step_time", "1 s"},
                                                          {"bytes_per_step", "1 MB"}};
  return difference(answer, run_beside(other, bench));
}

/// Objects whose keys are the reference's own: those that map names of the user's own are left as
/// they are, because nodes, streams and partitions count in their order, and stores
/// and datasets are reported in theirs.
void reorder(Json& value, Dice& dice, bool own_names) {
  static const std::set<std::string> kByName = {"nodes",    "networks", "applications",
                                                "streams",  "scale",    "partitions",
                                                "qos",      "accounts", "reservations",
                                                "pools",    "items",    "vary",
                                                "slo",      "variants", "gpus",
                                                "mix",      "users",    "values",
                                                "devices",  "nics",     "run_time_by_gpus",
                                                "exchange", "parts",    "storage",
                                                "datasets", "queues",   "priorities"};
  if (!value.is_object()) return;
  std::vector<std::string> keys;
  for (const auto& [key, member] : value.items()) keys.push_back(key);
  if (!own_names) dice.shuffle(keys);
  Json ordered = Json::object();
  for (const std::string& key : keys) {
    ordered[key] = value[key];
    reorder(ordered[key], dice, !own_names && kByName.contains(key));
  }
  value = std::move(ordered);
}

std::string order_of_keys(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  reorder(other.scenario, bench.dice, false);
  return difference(answer, run_beside(other, bench));
}

/// "3 h" as "180 min", "2 min" as "120 s".
std::string in_smaller_units(const std::string& text) {
  const std::size_t space = text.find(' ');
  if (space == std::string::npos || text.find_first_not_of("0123456789") != space) return text;
  const std::string unit = text.substr(space + 1);
  const std::int64_t number = std::stoll(text.substr(0, space));
  if (unit == "h") return fmt::format("{} min", number * 60);
  if (unit == "min") return fmt::format("{} s", number * 60);
  if (unit == "d") return fmt::format("{} h", number * 24);
  if (unit == "GB") return fmt::format("{} MB", number * 1000);
  if (unit == "GiB") return fmt::format("{} MiB", number * 1024);
  if (unit == "kUSD") return fmt::format("{} USD", number * 1000);
  return text;
}

void change_units(Json& value) {
  if (value.is_string()) value = in_smaller_units(value.get<std::string>());
  if (value.is_structured())
    for (Json& member : value) change_units(member);
}

std::string units(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  for (const char* section : {"workload", "scheduler", "run", "cost", "cluster", "slo"})
    if (other.scenario.contains(section)) change_units(other.scenario[section]);
  return difference(answer, run_beside(other, bench));
}

/// A file that extends another by nothing is that other.
std::string extended(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other{.scenario = {{"format", 1}, {"extends", "base.json"}}, .files = drawn.files};
  if (drawn.scenario.contains("run")) other.scenario["run"] = drawn.scenario["run"];
  other.files["base.json"] = drawn.scenario.dump();
  return difference(answer, run_beside(other, bench));
}

/// A type alone may be a text; a text stands for the model without parameters.
std::string types_as_objects(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  for (const char* key : {"policy", "backfill", "placement"}) {
    Json& scheduler = other.scenario["scheduler"];
    if (scheduler.is_object() && scheduler.contains(key) && scheduler[key].is_string())
      scheduler[key] = {{"type", scheduler[key]}};
  }
  return difference(answer, run_beside(other, bench));
}

bool has_scheduler(const Drawn& drawn) { return drawn.scenario.contains("scheduler"); }

}  // namespace

std::vector<Relation> relations_of_writing() {
  return {{"remarks", 0.3, any, remarks},
          {"unused variant", 0.3, any, unused_variant},
          {"unused application", 0.3, any, unused_application},
          {"order of keys", 0.4, any, order_of_keys},
          {"units", 0.4, any, units},
          {"extended", 0.2, any, extended},
          {"types as objects", 0.2, has_scheduler, types_as_objects}};
}

}  // namespace gpuscape::scramble
