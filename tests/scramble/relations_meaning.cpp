/// Relations of meaning: another scenario, whose answer follows from the first.

#include <fmt/format.h>

#include <algorithm>
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

/// All names of a kind begin alike, so that their order stays.
std::string renamed(const Drawn& drawn, const Answer& answer, Bench& bench, const char* from,
                    const char* to) {
  Drawn other{.scenario = Json::parse(replaced(drawn.scenario.dump(), from, to))};
  for (const auto& [name, text] : drawn.files)
    other.files[replaced(name, from, to)] = replaced(text, from, to);
  Answer first = answer;
  first.result = Json::parse(replaced(first.result.dump(), from, to));
  for (auto& [name, text] : first.files) text = replaced(text, from, to);
  return difference(first, run_beside(other, bench));
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

/// Lines of a table below its header, in another order.
std::string in_other_order(const std::string& text, Dice& dice) {
  std::istringstream in(text);
  std::string header, result;
  std::getline(in, header);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  dice.shuffle(lines);
  result = header + "\n";
  for (const std::string& line : lines) result += line + "\n";
  return result;
}

/// The dates at which jobs are submitted, where each is met once.
bool different_dates(const std::string& text) {
  const Table table = read_table(text);
  std::vector<std::string> dates;
  for (std::size_t i = 0; i < table.rows.size(); ++i) dates.push_back(table.at(i, "submitted"));
  std::ranges::sort(dates);
  return std::ranges::adjacent_find(dates) == dates.end();
}

bool one_table(const Drawn& drawn) {
  const Json& streams = drawn.scenario.at("workload").at("streams");
  if (streams.size() != 1 || drawn.files.size() != 1) return false;
  const Json& stream = streams.front();
  return stream.value("/trace/format"_json_pointer, "") == "csv" && !stream.contains("scale");
}

/// Rows of a log are jobs, wherever they stand, unless they were submitted together.
std::string rows_in_other_order(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  for (auto& [name, text] : other.files) text = in_other_order(text, bench.dice);
  const Answer shuffled = run_beside(other, bench);
  const Table a = answer.table("jobs.csv"), b = shuffled.table("jobs.csv");
  if (a.rows.size() != b.rows.size()) return "another number of jobs";
  for (std::size_t i = 0; i < a.rows.size(); ++i)
    if (a.rows[i] != b.rows[i]) return fmt::format("job {} differs", a.at(i, "job"));
  return {};
}

bool table_of_different_dates(const Drawn& drawn) {
  return one_table(drawn) && different_dates(drawn.files.begin()->second) &&
         drawn.scenario.dump().find("\"id\"") != std::string::npos;
}

/// A merge by key, as the reference has it: a changed type replaces the whole object.
void merge(Json& base, const Json& patch) {
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

}  // namespace

std::vector<Relation> relations_of_meaning() {
  return {{"groups renamed", 0.5, any, groups_renamed},
          {"users renamed", 0.5, has_files, users_renamed},
          {"accounts renamed", 0.3, has_files, accounts_renamed},
          {"twice the currency", 0.7, has_cost, twice_the_currency},
          {"rows in other order", 0.9, table_of_different_dates, rows_in_other_order},
          {"variant merged", 0.7, variant_of_same_load, variant_merged}};
}

}  // namespace gpuscape::scramble
