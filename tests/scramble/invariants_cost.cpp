/// What a cost and what transfers owe.

#include <fmt/format.h>

#include <cmath>

#include "tests/scramble/invariants.hpp"

namespace gpuscape::scramble {

namespace {

const Json& cost_of(const Answer& answer) {
  static const Json nothing = Json::object();
  const auto found = answer.results().find("cost");
  return found == answer.results().end() || !found->is_object() ? nothing : *found;
}

/// Sums of rows that are written with two digits after the point.
bool near(double sum, double due, std::size_t rows) {
  return std::abs(sum - due) <= 0.005 * static_cast<double>(rows) + 1e-6 * std::abs(due) + 0.01;
}

std::string sums(const Answer& answer) {
  const Json& cost = cost_of(answer);
  if (!cost.contains("total") || !cost["total"].is_number()) return {};
  const double total = cost["total"].get<double>();
  const double paid = cost.value("capex", 0.0) + cost.value("opex", 0.0);
  if (!close(paid, total, 1e-6))
    return fmt::format("capex and opex are {}, the total {}", paid, total);
  double items = 0;
  for (const auto& [name, amount] : cost.at("items").items()) items += amount.get<double>();
  if (!close(items, total, 1e-6)) return fmt::format("items are {}, the total {}", items, total);
  double years = 0, tax = 0;
  for (const Json& year : cost.at("years")) {
    years += year.value("capex", 0.0) + year.value("opex", 0.0);
    tax += year.value("tax", 0.0);
  }
  if (!close(years, total, 1e-6)) return fmt::format("years are {}, the total {}", years, total);
  return close(tax, cost.value("tax", 0.0), 1e-6) ? "" : fmt::format("tax of the years is {}", tax);
}

std::string ledger(const Answer& answer) {
  const Json& cost = cost_of(answer);
  const Table rows = answer.table("cost.csv");
  if (!cost.contains("total") || !cost["total"].is_number()) return {};
  double capex = 0, opex = 0;
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    (rows.at(i, "kind") == "capex" ? capex : opex) += rows.number(i, "amount");
  if (!near(capex, cost.value("capex", 0.0), rows.rows.size()))
    return fmt::format("capex of the lines is {}", capex);
  if (!near(opex, cost.value("opex", 0.0), rows.rows.size()))
    return fmt::format("opex of the lines is {}", opex);
  return {};
}

/// Jobs have no more energy than all machines drew meanwhile.
std::string energy(const Answer& answer) {
  const Table jobs = answer.table("jobs.csv");
  const Table timeline = answer.table("timeline.csv");
  if (!jobs.has("energy_kwh") || timeline.rows.size() < 2) return {};
  double held = 0;
  for (std::size_t i = 0; i < jobs.rows.size(); ++i) {
    const double one = jobs.number(i, "energy_kwh");
    if (std::isnan(one)) continue;  // on nodes whose power is not known
    if (!(one >= 0.0)) return fmt::format("job {} has {} kWh", jobs.at(i, "job"), one);
    held += one;
  }
  if (!timeline.has("power_kw")) return {};
  const double hours = (timeline.number(1, "time_s") - timeline.number(0, "time_s")) / 3600.0;
  double drawn = 0;
  for (std::size_t i = 0; i < timeline.rows.size(); ++i)
    drawn += timeline.number(i, "power_kw") * hours;
  if (held > drawn * (1.0 + 1e-9) + 1e-6)
    return fmt::format("jobs have {} kWh of the {} kWh that are drawn", held, drawn);
  return {};
}

std::string showback(const Answer& answer) {
  const Json& cost = cost_of(answer);
  const Table rows = answer.table("showback.csv");
  if (!cost.contains("total") || !cost["total"].is_number()) return {};
  std::map<std::string, double> by, held;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    by[rows.at(i, "by")] += rows.number(i, "cost");
    held[rows.at(i, "by")] += rows.number(i, "held_gpu_hours");
    if (rows.number(i, "useful_gpu_hours") > rows.number(i, "held_gpu_hours") * (1 + 1e-6) + 0.01)
      return fmt::format("{} uses more GPU-hours than it holds", rows.at(i, "name"));
  }
  for (const auto& [kind, sum] : by)
    if (held[kind] > 0 && !near(sum, cost["total"].get<double>(), rows.rows.size()))
      return fmt::format("by {}: {} of {}", kind, sum, cost["total"].get<double>());
  return {};
}

std::string useful(const Answer& answer) {
  const Json& cost = cost_of(answer);
  const Json held = cost.value("held_gpu_hours", Json()),
             use = cost.value("useful_gpu_hours", Json());
  if (!held.is_number() || !use.is_number()) return {};
  if (use.get<double>() <= held.get<double>() * (1 + 1e-9) + 1e-9) return {};
  return fmt::format("{} useful GPU-hours of {} held", use.get<double>(), held.get<double>());
}

/// Of one replication, the hours of the total are those of the jobs' rows.
std::string hours(const Answer& answer) {
  const Json& cost = cost_of(answer);
  const Table rows = answer.table("showback.csv");
  if (answer.results().value("replications", 1) != 1 || rows.rows.empty()) return {};
  for (const char* column : {"held_gpu_hours", "useful_gpu_hours"}) {
    const Json due = cost.value(column, Json());
    if (!due.is_number()) continue;
    std::map<std::string, double> by;
    for (std::size_t i = 0; i < rows.rows.size(); ++i)
      by[rows.at(i, "by")] += rows.number(i, column);
    for (const auto& [kind, sum] : by)
      if (!near(sum, due.get<double>(), rows.rows.size()))
        return fmt::format("{} by {}: {} of {}", column, kind, sum, due.get<double>());
  }
  return {};
}

/// Rows of transfers, collectives and steps.
std::string ends(const Answer& answer) {
  for (const char* file : {"transfers.csv", "collectives.csv", "steps.csv"}) {
    const Table rows = answer.table(file);
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
      const double start = rows.number(i, "start_s"), end = rows.number(i, "end_s");
      if (end < start) return fmt::format("{} row {} ends before it starts", file, i + 1);
      if (rows.number(i, "latency_s") > (end - start) * (1 + 1e-9) + 1e-12)
        return fmt::format("{} row {}: latency is longer than all", file, i + 1);
      for (const std::string& column : rows.header)
        if ((column.ends_with("_s") || column.ends_with("_per_s")) && rows.number(i, column) < 0)
          return fmt::format("{} row {}: {} is below 0", file, i + 1, column);
    }
  }
  return {};
}

std::string alone(const Answer& answer) {
  const Table rows = answer.table("collectives.csv");
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    if (rows.number(i, "idle_time_s") > rows.number(i, "time_s") * (1 + 1e-6) + 1e-9)
      return fmt::format("collectives.csv row {} takes {} and {} alone", i + 1,
                         rows.at(i, "time_s"), rows.at(i, "idle_time_s"));
  return {};
}

}  // namespace

std::vector<Invariant> invariants_of_cost() {
  return {{"sums of cost", sums}, {"lines of cost", ledger},    {"energy", energy},
          {"showback", showback}, {"hours of showback", hours}, {"useful GPU-hours", useful}};
}

std::vector<Invariant> invariants_of_transfers() {
  return {{"ends of transfers", ends}, {"alone is no longer", alone}};
}

}  // namespace gpuscape::scramble
