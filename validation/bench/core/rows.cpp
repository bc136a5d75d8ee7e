#include "core/rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/hidden_name.hpp"
#include "core/machine.hpp"
#include "core/places.hpp"
#include "core/version.hpp"

namespace gpuscape::bench {

namespace {

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

/// To nine digits: no clock shows more.
double rounded(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return std::strtod(text.data(), nullptr);
}

void set_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json.set(key, text);
}

void set_facts(Json& json, const Measure& measure) {
  const Facts& facts = measure.facts;
  json.set("family", facts.family);
  json.set("operation", facts.operation);
  json.set("role", facts.role);
  set_text(json, "path", facts.path);
  set_text(json, "direction", facts.direction);
  set_text(json, "memory", facts.memory);
  set_text(json, "from", facts.from);
  set_text(json, "to", facts.to);
  if (facts.bytes > 0.0) json.set("bytes", facts.bytes);
  if (facts.flops > 0.0) json.set("flops", facts.flops);
  if (facts.streams > 0) json.set("streams", facts.streams);
  if (facts.depth > 0) json.set("depth", facts.depth);
  if (!facts.more.empty()) {
    Json more = Json::object();
    for (const auto& [key, value] : facts.more) more.set(key, value);
    json.set("more", std::move(more));
  }
  if (!measure.proven) json.set("proven", false);
  if (!measure.marks.empty()) {
    Json marks = Json::array();
    for (const std::string& mark : measure.marks) marks.push(mark);
    json.set("marks", std::move(marks));
  }
}

Json named_row(const Measure& measure, const std::string& suffix, const char* type) {
  Json json = Json::object();
  json.set("name", measure.facts.name() + suffix);
  json.set("run_name", measure.facts.name());
  json.set("run_type", type);
  return json;
}

Json row_json(const Record& record, const Row& row, int repetitions) {
  const Measure& measure = record.measures[row.measure];
  Json json = named_row(measure, "", "iteration");
  json.set("repetitions", repetitions);
  json.set("repetition_index", row.repetition);
  json.set("threads", 1);
  json.set("iterations", row.iterations);
  json.set("real_time", rounded(row.seconds * 1e9));
  json.set("cpu_time", rounded(row.cpu_seconds * 1e9));
  json.set("time_unit", "ns");
  if (measure.facts.bytes > 0.0 && row.seconds > 0.0)
    json.set("bytes_per_second", rounded(measure.facts.bytes / row.seconds));
  for (const auto& [name, value] : row.counters) json.set(name, rounded(value));
  set_facts(json, measure);
  return json;
}

Json aggregate_json(const Measure& measure, const char* name, double value, bool percentage,
                    std::size_t repetitions) {
  Json json = named_row(measure, std::string("_") + name, "aggregate");
  json.set("repetitions", static_cast<std::int64_t>(repetitions));
  json.set("aggregate_name", name);
  json.set("aggregate_unit", percentage ? "percentage" : "time");
  json.set("real_time", rounded(percentage ? value : value * 1e9));
  json.set("time_unit", "ns");
  set_facts(json, measure);
  return json;
}

Json miss_json(const Record& record, const Miss& miss, const Options& options) {
  const Measure& measure = record.measures[miss.measure];
  Json json = named_row(measure, "", "iteration");
  json.set("error_occurred", true);
  json.set("error_message", without_places(miss.why, options));
  set_facts(json, measure);
  return json;
}

Json rows_json(const Record& record, const Options& options) {
  std::vector<std::vector<double>> seconds(record.measures.size());
  for (const Row& row : record.rows) seconds[row.measure].push_back(row.seconds);
  Json rows = Json::array();
  for (const Row& row : record.rows)
    rows.push(row_json(record, row, static_cast<int>(seconds[row.measure].size())));
  for (std::size_t m = 0; m < seconds.size(); ++m) {
    if (seconds[m].size() < 2) continue;
    const Spread spread = spread_of(seconds[m]);
    rows.push(
        aggregate_json(record.measures[m], "median", spread.median, false, seconds[m].size()));
    rows.push(aggregate_json(record.measures[m], "mad", spread.deviation, true, seconds[m].size()));
  }
  for (const Miss& miss : record.misses) rows.push(miss_json(record, miss, options));
  return rows;
}

Json lines_json(const std::vector<std::string>& lines, const Options& options) {
  Json json = Json::array();
  for (const std::string& line : lines) json.push(without_places(line, options));
  return json;
}

Json own_context(const Record& record, const Options& options) {
  Json own = Json::object();
  own.set("version", kVersion);
  own.set("complete", record.incomplete.empty());
  set_text(own, "incomplete", record.incomplete);
  own.set("command", options.anonymous ? "gpuscape-bench" : record.command);
  own.set("quick", options.quick);
  own.set("machine", record.machine);
  if (record.peer) own.set("peer", *record.peer);
  Json versions = Json::object();
  for (const auto& [name, value] : record.versions) versions.set(name, value);
  own.set("versions", std::move(versions));
  Json devices = Json::array();
  for (const DeviceFacts& device : record.devices) {
    Json json = Json::object();
    json.set("id", device.id).set("kind", device.kind);
    for (const auto& [name, value] : device.properties) json.set(name, value);
    devices.push(std::move(json));
  }
  own.set("devices", std::move(devices));
  own.set("absent", lines_json(record.absent, options));
  return own;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  Spread spread;
  spread.median = median_of(values);
  for (double& value : values) value = std::abs(value - spread.median);
  if (spread.median > 0.0) spread.deviation = 1.4826 * median_of(values) / spread.median;
  return spread;
}

void Record::add(Offer offer) {
  std::move(offer.measures.begin(), offer.measures.end(), std::back_inserter(measures));
  std::move(offer.devices.begin(), offer.devices.end(), std::back_inserter(devices));
  std::move(offer.absent.begin(), offer.absent.end(), std::back_inserter(absent));
  versions.merge(offer.versions);
}

Json file_of(const Record& record, const Options& options) {
  Json context = Json::object();
  context.set("date", record.began);
  context.set("host_name", hidden_name("host", host_name(), options.identify));
  context.set("executable", "gpuscape-bench");
  context.set("num_cpus", static_cast<std::int64_t>(allowed_cpus().size()));
  context.set("library_build_type", "release");
  context.set("gpuscape", own_context(record, options));
  Json file = Json::object();
  file.set("context", std::move(context));
  file.set("benchmarks", rows_json(record, options));
  return file;
}

}  // namespace gpuscape::bench
