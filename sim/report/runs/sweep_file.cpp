#include "sim/report/runs/sweep_file.hpp"

#include <system_error>

#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/runs/runs_csv.hpp"
#include "sim/report/runs/runs_database.hpp"
#include "sim/report/runs/sealed_text.hpp"
#include "sim/sweep/run_key.hpp"

namespace gpuscape {

namespace {

JsonValue texts(const std::vector<std::string>& all) {
  return json::list(all, [](const std::string& one) { return json::text(one); });
}

JsonValue find_json(const FindSpec& find) {
  JsonValue json = JsonValue::make_object();
  json.set("goal", json::text(std::string(goal_name(find.goal))));
  json.set("axes", texts(find.axes));
  json.set("by", json::text(find.by));
  if (!find.meets_all) json.set("meets", texts(find.meets));
  json.set("for_each", texts(find.for_each));
  return json;
}

FindSpec find_of(const JsonValue& json) {
  FindSpec find;
  const auto read = [&](const char* key, std::vector<std::string>& into) {
    const JsonValue* list = json.find(key);
    if (list == nullptr) return false;
    for (const JsonValue& item : list->items()) into.push_back(item.text());
    return true;
  };
  const JsonValue* goal = json.find("goal");
  for (const FindGoal one : {FindGoal::cheapest, FindGoal::largest, FindGoal::smallest})
    if (goal != nullptr && goal->text() == goal_name(one)) find.goal = one;
  if (const JsonValue* by = json.find("by")) find.by = by->text();
  read("axes", find.axes);
  read("for_each", find.for_each);
  find.meets_all = !read("meets", find.meets);
  return find;
}

}  // namespace

SweepFile sweep_file(const DesignSpace& space, const std::string& title) {
  SweepFile file{.title = title, .sweep = sweep_key(space), .designs = space.size()};
  file.find = space.find();
  for (const AxisSpec& axis : space.axes()) {
    auto& [name, values] = file.axes.emplace_back(axis.name, std::vector<std::string>());
    for (const AxisValue& value : axis.values) values.push_back(value.label);
  }
  return file;
}

std::string sweep_file_text(const SweepFile& file) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("title", json::text(file.title));
  document.set("sweep", json::text(file.sweep));
  document.set("designs", json::integer(file.designs));
  JsonValue axes = JsonValue::make_object();
  for (const auto& [name, values] : file.axes)
    axes.set(name, json::list(values, [](const std::string& value) { return json::text(value); }));
  document.set("axes", std::move(axes));
  if (file.find) document.set("find", find_json(*file.find));
  if (!file.tables.empty()) {
    JsonValue tables = JsonValue::make_object();
    for (const auto& [name, sum] : file.tables) tables.set(name, json::text(sum));
    document.set("tables", std::move(tables));
  }
  return sealed_text(document);
}

std::optional<SweepFile> read_sweep_file(const std::filesystem::path& folder) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
  const std::filesystem::path path = folder / kSweepFile;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  std::string fault;
  const auto text = read_input(path.string(), kMostBytes, fault);
  const auto refuse = [&](std::string message) {
    throw ScenarioError({{.file = path.string(),
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = std::move(message),
                          .hint = "gpuscape sweep writes it anew"}});
  };
  if (text) fault = seal_fault(*text);
  if (!fault.empty()) refuse(fault);
  const JsonValue document = parse_json(text.value_or(""), path.string());
  SweepFile file;
  for (const char* key : {"title", "sweep", "designs", "axes"})
    if (document.find(key) == nullptr) refuse(std::string("\"") + key + "\" is missing");
  file.title = document.find("title")->text();
  file.sweep = document.find("sweep")->text();
  file.designs = document.find("designs")->integer();
  for (const JsonMember& axis : document.find("axes")->members()) {
    auto& [name, values] = file.axes.emplace_back(axis.key, std::vector<std::string>());
    for (const JsonValue& value : axis.value.items()) values.push_back(value.text());
  }
  if (const JsonValue* find = document.find("find")) file.find = find_of(*find);
  if (const JsonValue* tables = document.find("tables"))
    for (const JsonMember& table : tables->members()) file.tables[table.key] = table.value.text();
  return file;
}

void write_run_tables(RunFolder& folder, SweepFile sweep, std::span<const RunRecord> runs) {
  if (folder.is_read_only()) return;
  folder.write(kRunsTable, runs_csv(runs));
  write_runs_database(folder.path() / kRunsDatabase, runs);
  FileDigests digests;
  for (const char* name : {kRunsTable, kRunsDatabase})
    sweep.tables[name] = digests.of((folder.path() / name).string());
  folder.write(kSweepFile, sweep_file_text(sweep));
}

std::map<std::string, std::string> damaged_tables(const std::filesystem::path& folder) {
  std::map<std::string, std::string> damaged;
  try {
    const std::optional<SweepFile> sweep = read_sweep_file(folder);
    if (!sweep) return {{kSweepFile, "it is missing"}};
    FileDigests digests;
    for (const auto& [name, sum] : sweep->tables) {
      const std::string now = digests.of((folder / name).string());
      if (now == "missing")
        damaged[name] = "it is missing";
      else if (now != sum)
        damaged[name] = "its bytes are not those that were written";
    }
  } catch (const ScenarioError& error) {
    damaged[kSweepFile] = error.issues().front().message;
  } catch (const RunError& error) {
    damaged[kSweepFile] = error.what();
  }
  return damaged;
}

}  // namespace gpuscape
