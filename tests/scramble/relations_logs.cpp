/// Relations of logs: their rows in another order, in two files, at another pace.

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "tests/scramble/trial.hpp"

namespace gpuscape::scramble {

namespace {

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

/// The log in two, each read by a stream of its own: dates are dates, so that the same jobs come at
/// the same times.
std::string log_in_two(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  const auto& [name, text] = *drawn.files.begin();
  const std::size_t header = text.find('\n') + 1;
  const std::size_t cut = text.find('\n', header + (text.size() - header) / 2) + 1;
  if (cut == 0 || cut >= text.size()) return {};
  Json& streams = other.scenario["workload"]["streams"];
  Json second = streams.front();
  second["trace"]["file"] = "second.csv";
  streams["str-z"] = std::move(second);
  other.files[name] = text.substr(0, cut);
  other.files["second.csv"] = text.substr(0, header) + text.substr(cut);
  const Table whole = answer.table("jobs.csv"), two = run_beside(other, bench).table("jobs.csv");
  if (whole.rows.size() != two.rows.size())
    return fmt::format("{} jobs and then {}", whole.rows.size(), two.rows.size());
  for (std::size_t i = 0; i < whole.rows.size(); ++i)
    for (const char* column : {"job", "submit_s", "start_s", "end_s", "placement", "state"})
      if (whole.at(i, column) != two.at(i, column))
        return fmt::format("{} of job {} is {} and then {}", column, whole.at(i, "job"),
                           whole.at(i, column), two.at(i, column));
  return {};
}

bool log_of_dates(const Drawn& drawn) {
  if (!table_of_different_dates(drawn)) return false;
  const Json& trace = drawn.scenario["workload"]["streams"].front()["trace"];
  const Json& columns = trace["columns"];
  for (const char* key : {"from", "to", "where"})
    if (trace.contains(key))
      return false;  // a time after the first submission; a text that one half may not have
  const std::string all = drawn.scenario.dump();
  // Errors of estimates are drawn by stream, mixes too; owners may be streams.
  for (const char* word :
       {"\"error\"", "\"mix\"", "\"dedicated\"", "\"user\": \"", "\"!usr", "\"usr", "\"acc"})
    if (all.find(word) != std::string::npos) return false;
  return columns["submit"].value("unit", "") == "datetime" && !columns.contains("after");
}

/// Of all times of a scenario that schedules jobs by order alone, twice as long: so are all dates.
std::string twice_as_slow(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  const auto& [name, text] = *drawn.files.begin();
  Json& columns = other.scenario["workload"]["streams"].front()["trace"]["columns"];
  Table table = read_table(text);
  std::string doubled = text.substr(0, text.find('\n') + 1);
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    for (std::size_t c = 0; c < table.header.size(); ++c) {
      std::string field = c < table.rows[i].size() ? table.rows[i][c] : "";
      for (const char* time : {"submitted", "started", "ended", "runtime", "limit"})
        if (table.header[c] == time && !field.empty())
          field = std::to_string(2 * std::stoll(field));
      doubled += field + (c + 1 == table.header.size() ? "\n" : ",");
    }
  static_cast<void>(columns);
  other.files[name] = doubled;
  const Table once = answer.table("jobs.csv"), twice = run_beside(other, bench).table("jobs.csv");
  if (once.rows.size() != twice.rows.size())
    return fmt::format("{} jobs and then {}", once.rows.size(), twice.rows.size());
  for (std::size_t i = 0; i < once.rows.size(); ++i) {
    if (once.at(i, "placement") != twice.at(i, "placement"))
      return fmt::format("job {} is elsewhere", once.at(i, "job"));
    for (const char* column : {"submit_s", "start_s", "end_s"})
      if (once.number(i, column) * 2 != twice.number(i, column) && !once.at(i, column).empty())
        return fmt::format("{} of job {} is {} and then {}", column, once.at(i, "job"),
                           once.at(i, column), twice.at(i, column));
  }
  return {};
}

bool by_order_alone(const Drawn& drawn) {
  if (!one_table(drawn)) return false;
  const Json& stream = drawn.scenario["workload"]["streams"].front();
  if (stream["trace"]["columns"]["submit"].value("unit", "") != "s") return false;
  const std::string all = drawn.scenario.dump();
  // What has times of its own, or exchanges data at the network's rates.
  for (const char* word :
       {"slurm", "conservative", "\"srtf\"", "application", "gpu_access", "warm_up", "\"to\"",
        "checkpoint", "restart", "max_restarts", "requeue", "shrink", "elastic", "defragment",
        "decision_time", "start_up", "maintenance", "failures"})
    if (all.find(word) != std::string::npos) return false;
  return !stream["trace"].contains("from");
}

}  // namespace

std::vector<Relation> relations_of_logs() {
  return {{"rows in other order", 0.9, table_of_different_dates, rows_in_other_order},
          {"log in two", 1, log_of_dates, log_in_two},
          {"twice as slow", 1, by_order_alone, twice_as_slow}};
}

}  // namespace gpuscape::scramble
