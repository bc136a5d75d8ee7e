#include "sim/report/result_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/json.hpp"
#include "sim/report/csv.hpp"
#include "sim/report/output_file.hpp"
#include "sim/report/perfetto.hpp"
#include "sim/report/result_json.hpp"
#include "sim/report/timeline_svg.hpp"
#include "sim/report/transfer_files.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> kBesideResult = {"jobs.csv", "timeline.csv",
                                                           "timeline.svg", "transfers.csv"};

/// The scenario that a result.json or compare.json names; empty where it names none.
std::string scenario_named_in(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  try {
    const JsonValue document = parse_json(text, file.string());
    const JsonValue* provenance = document.is_object() ? document.find("provenance") : nullptr;
    const JsonValue* name = provenance != nullptr && provenance->is_object()
                                ? provenance->find("scenario_file")
                                : nullptr;
    return name == nullptr ? "" : name->text();
  } catch (const ScenarioError&) {
    return "";
  }
}

void refuse_foreign(const fs::path& folder, const std::string& scenario_file) {
  bool ours = false;
  for (const std::string_view name : {"result.json", "compare.json"}) {
    if (!fs::exists(folder / name)) continue;
    ours = true;
    const std::string owner = scenario_named_in(folder / name);
    if (owner == scenario_file) continue;
    throw RunError(fmt::format(
        "{} holds the results of {}\n  hint: name another folder with --out, or remove this one",
        folder.string(),
        owner.empty() ? "something else" : (folder / owner).lexically_normal().string()));
  }
  for (const std::string_view name : kBesideResult) {
    if (ours || !fs::exists(folder / name)) continue;
    throw RunError(fmt::format(
        "{} holds a {} that no result.json explains\n  hint: name another folder with --out",
        folder.string(), name));
  }
}

OutputFile written(const fs::path& path, const auto& write) {
  OutputFile file(path);
  write(file);
  file.close();
  return file;
}

}  // namespace

fs::path ResultFolder::default_path(const fs::path& scenario_file) {
  return fs::path(".") / (scenario_file.stem().string() + ".out");
}

ResultFolder::ResultFolder(fs::path path, const fs::path& scenario_file) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (!error && !fs::is_directory(path_)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    throw RunError(fmt::format("cannot make the folder {}: {}\n  hint: name another one with --out",
                               path_.string(), error.message()));
  }
  scenario_file_ = fs::weakly_canonical(scenario_file)
                       .lexically_relative(fs::weakly_canonical(path_))
                       .generic_string();
  refuse_foreign(path_, scenario_file_);
  // Better before the run than after it.
  OutputFile(path_ / "result.json").close();
}

void ResultFolder::write(const StudyResult& result, const Provenance& provenance,
                         const ResultFiles& wanted) {
  std::vector<OutputFile> files;
  files.push_back(written(path_ / "result.json", [&](TextSink& sink) {
    sink.write(result_json(result, provenance, wanted.guesses));
  }));
  files.push_back(
      written(path_ / "jobs.csv", [&](TextSink& sink) { write_jobs_csv(result.first, sink); }));
  files.push_back(written(path_ / "timeline.csv",
                          [&](TextSink& sink) { write_timeline_csv(result.first, sink); }));
  files.push_back(
      written(path_ / "timeline.svg", [&](TextSink& sink) { sink.write(timeline_svg(result)); }));
  if (wanted.perfetto) {
    files.push_back(
        written(path_ / "trace.json", [&](TextSink& sink) { write_perfetto(result.first, sink); }));
  }
  for (OutputFile& file : files) file.put_in_place();
  std::error_code ignored;
  if (!wanted.perfetto) fs::remove(path_ / "trace.json", ignored);
  fs::remove(path_ / "transfers.csv", ignored);
  remove_stale_replications();
}

void ResultFolder::write_transfers(const TransferResult& result, const std::string& json) const {
  std::vector<OutputFile> files;
  files.push_back(written(path_ / "result.json", [&](TextSink& sink) { sink.write(json); }));
  files.push_back(
      written(path_ / "transfers.csv", [&](TextSink& sink) { write_transfers_csv(result, sink); }));
  for (OutputFile& file : files) file.put_in_place();
  std::error_code ignored;
  for (const std::string_view name : {"jobs.csv", "timeline.csv", "timeline.svg", "trace.json"})
    fs::remove(path_ / name, ignored);
  remove_stale_replications();
}

void ResultFolder::write_comparison(const std::string& json) const {
  written(path_ / "compare.json", [&](TextSink& sink) { sink.write(json); }).put_in_place();
}

void ResultFolder::write_replication(std::int64_t replication, const RunResult& run) {
  const fs::path folder = path_ / fmt::format("rep-{:03}", replication);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw RunError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  std::vector<OutputFile> files;
  files.push_back(written(folder / "jobs.csv", [&](TextSink& sink) { write_jobs_csv(run, sink); }));
  files.push_back(
      written(folder / "timeline.csv", [&](TextSink& sink) { write_timeline_csv(run, sink); }));
  for (OutputFile& file : files) file.put_in_place();
  kept_ = replication;
}

void ResultFolder::remove_stale_replications() const {
  for (std::int64_t replication = kept_ + 1;; ++replication) {
    const fs::path folder = path_ / fmt::format("rep-{:03}", replication);
    if (!fs::is_directory(folder)) return;
    std::error_code ignored;
    fs::remove(folder / "jobs.csv", ignored);
    fs::remove(folder / "timeline.csv", ignored);
    fs::remove(folder, ignored);
  }
}

}  // namespace gpuscape
