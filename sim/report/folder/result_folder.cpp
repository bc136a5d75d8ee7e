#include "sim/report/folder/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/report/folder/digest_sink.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/run_tables.hpp"
#include "sim/report/transfers/transfer_files.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

void make_folder(const fs::path& path, std::string_view hint) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    throw RunError(
        fmt::format("cannot make the folder {}: {}{}", path.string(), error.message(), hint));
}

bool is_replication(std::string_view name) { return name.starts_with("rep-"); }

}  // namespace

ResultFolder::~ResultFolder() {
  if (files_.empty()) return;
  files_.clear();
  // The folders of a run that did not get to its end; those that hold something stay.
  std::error_code ignored;
  for (const std::string& name : replications_) fs::remove(path_ / name, ignored);
}

fs::path ResultFolder::default_path(const fs::path& scenario_file) {
  const std::string stem = scenario_file == "-" ? "stdin" : scenario_file.stem().string();
  return fs::path(".") / (stem + ".out");
}

ResultFolder::ResultFolder(fs::path path, const fs::path& scenario_file) : path_(std::move(path)) {
  make_folder(path_, "\n  hint: name another one with --out");
  // Better before the run than after it: it is known now that files can be written.
  lock_ = std::make_unique<FolderLock>(path_);
  remove_dead_parts(path_);
  std::string seen_from_here = "-";
  if (scenario_file != "-")
    seen_from_here = fs::weakly_canonical(scenario_file)
                         .lexically_relative(fs::weakly_canonical(path_))
                         .generic_string();
  owner_ = owner_of(path_, lock_->found());
  refuse_foreign(path_, owner_, seen_from_here);
  owner_.scenario_file = std::move(seen_from_here);
}

std::vector<std::string> ResultFolder::file_names(bool perfetto) const {
  std::vector<std::string> names = {"jobs.csv", "timeline.csv", "timeline.svg"};
  if (perfetto) names.emplace_back("trace.json");
  names.insert(names.end(), replications_.begin(), replications_.end());
  return names;
}

std::vector<std::string> ResultFolder::transfer_file_names(const TransferResult& result) {
  std::vector<std::string> names;
  for (const TransferTable& table : transfer_tables())
    if (table.has_rows(result)) names.emplace_back(table.file);
  return names;
}

/// Returns its digest.
std::string ResultFolder::add(const std::string& name,
                              const std::function<void(TextSink&)>& write) {
  OutputFile file(path_ / name);
  DigestSink digested(file);
  write(digested);
  file.close();
  files_.push_back(std::move(file));
  return digested.hex();
}

void ResultFolder::add_part(const std::string& name, const std::function<void(TextSink&)>& write) {
  digests_[name] = add(name, write);
}

/// What completes the result: it names the other files.
std::string ResultFolder::add_last(Provenance provenance, std::vector<std::string> names,
                                   const JsonOf& json_of) {
  provenance.files = std::move(names);
  provenance.sha256 = digests_;
  std::string json = json_of(provenance);
  add(last_, [&](TextSink& sink) { sink.write(json); });
  return json;
}

/// What earlier runs left and this one does not write; a comparison beside them stays, unless it is
/// one that comes.
std::set<std::string> ResultFolder::outdated() const {
  std::set<std::string> old = owner_.files;
  for (const std::string& name : names_) old.erase(name);
  if (std::ranges::none_of(names_, is_of_comparison)) std::erase_if(old, is_of_comparison);
  return old;
}

void ResultFolder::prepare_replication(std::int64_t replication, const RunResult& run) {
  const std::string name = fmt::format("rep-{:03}", replication);
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(path_ / name, ignored);
  const bool foreign = std::ranges::any_of(
      files_of({name}), [&](const std::string& file) { return is_there(path_ / file); });
  if (fs::exists(status) &&
      (!fs::is_directory(status) || (foreign && !owner_.files.contains(name))))
    throw RunError(fmt::format(
        "{} holds a {} that no result.json names\n  hint: name another folder with --out",
        path_.string(), name));
  make_folder(path_ / name, "");
  remove_dead_parts(path_ / name);
  add_part(name + "/jobs.csv", [&](TextSink& sink) { write_jobs_csv(run, sink); });
  add_part(name + "/timeline.csv", [&](TextSink& sink) { write_timeline_csv(run, sink); });
  replications_.push_back(name);
}

void ResultFolder::put_in_place() {
  if (files_.empty()) return;
  find_changed();
  note_both();
  take_apart();
  replace_parts();
  complete();
  forget_old();
}

// Everything slow comes before or after the moment without a result: a kill rarely hits it.
void ResultFolder::put_in_place(ResultFolder& comparison, std::span<ResultFolder> variants) {
  std::vector<ResultFolder*> prepared;
  for (ResultFolder& variant : variants)
    if (!variant.files_.empty()) prepared.push_back(&variant);
  prepared.push_back(&comparison);
  for (ResultFolder* folder : prepared) folder->find_changed();
  for (ResultFolder* folder : prepared) folder->note_both();
  // compare.json goes first and comes last.
  for (ResultFolder* folder : std::views::reverse(prepared)) folder->take_apart();
  for (ResultFolder* folder : prepared) folder->replace_parts();
  for (ResultFolder* folder : prepared) folder->complete();
  for (ResultFolder* folder : prepared) folder->forget_old();
}

/// Of the files that are replaced or removed, those that no run wrote as they are: somebody's work,
/// or something else that a result.json names. Before anything is taken apart, since it takes time.
void ResultFolder::find_changed() {
  std::set<std::string> goes;
  for (const auto& [name, digest] : digests_) goes.insert(name);
  for (std::string& name : files_of(outdated())) goes.insert(std::move(name));
  std::error_code ignored;
  for (const std::string& name : goes) {
    const bool elsewhere =
        name.find('/') != std::string::npos &&
        fs::is_symlink(fs::symlink_status((path_ / name).parent_path(), ignored));
    if (!elsewhere && is_there(path_ / name) && !is_as_written(path_, owner_, name))
      changed_.push_back(name);
  }
}

void ResultFolder::keep(const std::string& name) {
  std::string other = name + ".kept";
  for (int i = 2; is_there(path_ / other); ++i) other = fmt::format("{}.kept-{}", name, i);
  std::error_code error;
  fs::rename(path_ / name, path_ / other, error);
  if (error)
    throw RunError(fmt::format("cannot keep {}: {}", (path_ / name).string(), error.message()));
  kept_.emplace_back(name, std::move(other));
}

void ResultFolder::note_variant(const ScenarioSpec& scenario) {
  variant_ = variant_of(scenario);
  if (!owner_.variant.empty() && owner_.variant != variant_) replaced_ = owner_.variant;
}

std::string ResultFolder::kept_text() const {
  std::string text;
  if (!replaced_.empty())
    text = fmt::format(
        "gpuscape: {} held the results of {} and now has those of {}: --out keeps both\n",
        path_.string(), excerpt(replaced_, 100), excerpt(variant_, 100));
  for (const auto& [before, now] : kept_)
    text += fmt::format("gpuscape: {} is not as a run left it: kept as {}\n",
                        (path_ / before).string(), (path_ / now).string());
  return text;
}

/// Notes what is replaced, so that the next run knows the files for ours.
void ResultFolder::note_both() {
  ResultOwner both = owner_;
  both.files.insert(names_.begin(), names_.end());
  for (const auto& [name, digest] : digests_) both.digests[name].insert(digest);
  lock_->note(both.text());
}

/// Takes away what says that the old files are one result.
void ResultFolder::take_apart() {
  std::error_code error;
  fs::remove(path_ / last_, error);
  if (error)
    throw RunError(fmt::format("cannot replace {}: {}", (path_ / last_).string(), error.message()));
}

void ResultFolder::replace_parts() {
  for (const std::string& name : changed_) keep(name);
  for (std::size_t i = 0; i + 1 < files_.size(); ++i) files_[i].put_in_place();
  for (const std::string& name : outdated()) remove_named(name);
}

void ResultFolder::complete() { files_.back().put_in_place(); }

void ResultFolder::forget_old() {
  files_.clear();
  std::erase_if(owner_.files, [](const std::string& name) { return !is_of_comparison(name); });
  owner_.files.insert(names_.begin(), names_.end());
  for (const auto& [name, digest] : digests_) owner_.digests[name] = {digest};
  changed_.clear();
  owner_.known = true;
  lock_->note("");
}

/// One that only an earlier run wrote.
void ResultFolder::remove_named(const std::string& name) const {
  std::error_code ignored;
  const fs::path path = path_ / name;
  if (!is_replication(name)) {
    fs::remove(path, ignored);
    return;
  }
  if (!fs::is_directory(fs::symlink_status(path, ignored))) return;
  for (const std::string& file : files_of({name})) fs::remove(path_ / file, ignored);
  remove_dead_parts(path);
  fs::remove(path, ignored);
}

}  // namespace gpuscape
