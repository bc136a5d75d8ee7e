#include "sim/report/folder/result_owner.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/base/digest/sha256.hpp"
#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/json/json.hpp"

namespace gpuscape {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 18> kBesideResult = {
    "bill.csv",         "compare-bill.csv",     "jobs.csv",          "cost.csv",
    "cost.svg",         "showback.csv",         "timeline.csv",      "timeline.svg",
    "transfers.csv",    "collectives.csv",      "steps.csv",         "trace.json",
    "compare.csv",      "compare-wait.svg",     "compare-waits.svg", "compare-lost-time.svg",
    "compare-cost.svg", "compare-cost-wait.svg"};

constexpr std::array<std::string_view, 2> kOfReplication = {"jobs.csv", "timeline.csv"};
constexpr std::string_view kReplication = "rep-";

bool is_name_of_ours(std::string_view name) {
  if (std::ranges::find(kBesideResult, name) != kBesideResult.end()) return true;
  return name.starts_with(kReplication) && name.size() >= kReplication.size() + 3 &&
         name.find_first_not_of("0123456789", kReplication.size()) == std::string_view::npos;
}

void add_files(const JsonValue& from, ResultOwner& owner) {
  const JsonValue* files = from.find("files");
  if (files == nullptr || !files->is_array()) {
    // Earlier versions did not name them. They wrote trace.json only when asked.
    for (const std::string_view name : kBesideResult)
      if (name != "trace.json" && name != "bill.csv" && !is_of_comparison(name))
        owner.files.emplace(name);
    return;
  }
  for (const JsonValue& file : files->items())
    if (file.is_text() && is_name_of_ours(file.text())) owner.files.insert(file.text());
}

void add_digests(const JsonValue& from, ResultOwner& owner) {
  const JsonValue* digests = from.find("sha256");
  if (digests == nullptr || !digests->is_object()) return;
  for (const JsonMember& member : digests->members()) {
    std::set<std::string>& known = owner.digests[member.key];
    if (member.value.is_text()) known.insert(member.value.text());
    if (!member.value.is_array()) continue;
    for (const JsonValue& digest : member.value.items())
      if (digest.is_text()) known.insert(digest.text());
  }
}

/// A regular file that is open for reading, and no link.
class OldFile {
 public:
  explicit OldFile(const fs::path& path)
      : file_(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
    struct stat status{};
    if (file_ >= 0 && fstat(file_, &status) == 0 && S_ISREG(status.st_mode))
      size_ = static_cast<std::size_t>(status.st_size);
  }
  OldFile(const OldFile&) = delete;
  OldFile& operator=(const OldFile&) = delete;
  ~OldFile() {
    if (file_ >= 0) close(file_);
  }

  /// Nothing where it cannot be read.
  [[nodiscard]] std::optional<std::size_t> size() const { return size_; }
  /// Up to `most` bytes from `at`; fewer at its end or where it cannot be read.
  [[nodiscard]] std::string bytes(std::size_t at, std::size_t most) const {
    std::string text(most, '\0');
    std::size_t done = 0;
    while (done < most) {
      const ssize_t count =
          pread(file_, text.data() + done, most - done, static_cast<off_t>(at + done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    text.resize(done);
    return text;
  }

 private:
  int file_;
  std::optional<std::size_t> size_;
};

/// The provenance of a large result as an object of its own, from the end of the file: whatever
/// wrote it put it last. Empty where it is not found there.
std::string end_of(const OldFile& file) {
  constexpr std::string_view kBegin = "\n  \"provenance\": {";
  constexpr std::size_t kFirst = std::size_t{64} << 10U;
  constexpr std::size_t kMost = std::size_t{16} << 20U;
  const std::size_t all = file.size().value_or(0);
  for (std::size_t most = kFirst; most <= kMost; most *= 4) {
    const std::size_t size = std::min(most, all);
    const std::string end = file.bytes(all - size, size);
    const std::size_t begin = end.rfind(kBegin);
    if (begin != std::string::npos) return "{" + end.substr(begin);
    if (size == all) break;
  }
  return "";
}

/// The variant that a large result names near its begin, as a document of its own; empty where it
/// is not found there.
std::string begin_of(const OldFile& file) {
  constexpr std::string_view kLine = "\n    \"variant\": ";
  constexpr std::size_t kMost = std::size_t{64} << 10U;
  const std::string text = file.bytes(0, kMost);
  const std::size_t begin = text.find(kLine);
  const std::size_t end = begin == std::string::npos ? begin : text.find(",\n", begin);
  return end == std::string::npos ? "" : "\"scenario\":{" + text.substr(begin, end - begin) + "},";
}

/// What says whose a result is: all of a small one, since another program may have set its lines.
std::string head_of(const fs::path& path) {
  constexpr std::size_t kSmall = std::size_t{1} << 20U;
  const OldFile file(path);
  if (!file.size()) return "";
  if (file.size().value_or(0) <= kSmall) return file.bytes(0, kSmall);
  std::string end = end_of(file);
  return end.empty() ? end : end.insert(1, begin_of(file));
}

/// Of a result; empty where it does not say it.
std::string variant_in(const JsonValue& result) {
  const JsonValue* scenario = result.find("scenario");
  if (scenario == nullptr || !scenario->is_object()) return "";
  const JsonValue* variant = scenario->find("variant");
  return variant != nullptr && variant->is_text() ? variant->text() : "";
}

/// Of the text of a result or a note; nothing where it is neither.
void add_what_is_said(std::string_view text, const std::string& name, ResultOwner& owner) {
  try {
    const JsonValue document = parse_json(text, name);
    const JsonValue* provenance = document.is_object() ? document.find("provenance") : nullptr;
    if (provenance == nullptr || !provenance->is_object()) return;
    const JsonValue* file = provenance->find("scenario_file");
    if (file == nullptr || !file->is_text()) return;
    owner.scenario_file = file->text();
    const bool is_comparison = name == "compare.json";
    if (is_comparison && provenance->find("files") == nullptr) return;  // of an earlier version
    if (!is_comparison) owner.variant = variant_in(document);
    add_files(*provenance, owner);
    add_digests(*provenance, owner);
  } catch (const ScenarioError&) {
    return;
  }
}

}  // namespace

std::string ResultOwner::text() const {
  JsonValue names = JsonValue::make_array();
  for (const std::string& file : files) names.items().push_back(JsonValue::make_text(file));
  JsonValue provenance = JsonValue::make_object();
  provenance.set("scenario_file", JsonValue::make_text(scenario_file));
  provenance.set("files", std::move(names));
  JsonValue of_files = JsonValue::make_object();
  for (const auto& [file, written] : digests) {
    JsonValue all = JsonValue::make_array();
    for (const std::string& digest : written) all.items().push_back(JsonValue::make_text(digest));
    of_files.members().push_back({file, std::move(all), {}});
  }
  provenance.set("sha256", std::move(of_files));
  JsonValue document = JsonValue::make_object();
  document.set("provenance", std::move(provenance));
  return write_json(document) + "\n";
}

ResultOwner owner_of(const fs::path& folder, const std::string& note) {
  ResultOwner owner;
  if (!note.empty()) add_what_is_said(note, "note", owner);
  owner.known = !owner.scenario_file.empty();
  for (const char* name : {"compare.json", "result.json"}) {
    if (!is_there(folder / name)) continue;
    owner.known = true;
    const std::string before = std::exchange(owner.scenario_file, "");
    add_what_is_said(head_of(folder / name), name, owner);
    // Both are there after a comparison and a run; they must agree.
    if (!before.empty() && owner.scenario_file != before) owner.scenario_file.clear();
  }
  return owner;
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

std::vector<std::string> files_of(const std::set<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    if (!name.starts_with(kReplication)) {
      files.push_back(name);
      continue;
    }
    for (const std::string_view file : kOfReplication)
      files.push_back(fmt::format("{}/{}", name, file));
  }
  return files;
}

bool is_as_written(const fs::path& folder, const ResultOwner& owner, const std::string& name) {
  constexpr std::size_t kPiece = std::size_t{1} << 20U;
  const auto known = owner.digests.find(name);
  if (known == owner.digests.end()) return false;
  const OldFile file(folder / name);
  if (!file.size()) return false;
  const std::size_t all = file.size().value_or(0);
  Sha256 digest;
  for (std::size_t at = 0; at < all; at += kPiece) digest.add(file.bytes(at, kPiece));
  return known->second.contains(digest.hex());
}

void refuse_foreign(const fs::path& folder, const ResultOwner& owner,
                    const std::string& scenario_file) {
  if (owner.known && owner.scenario_file != scenario_file)
    throw RunError(fmt::format(
        "{} holds the results of {}\n  hint: name another folder with --out, or remove this one",
        folder.string(),
        owner.scenario_file.empty() ? "something else"
                                    : (folder / owner.scenario_file).lexically_normal().string()));
  for (const std::string_view name : kBesideResult)
    if (!owner.files.contains(std::string(name)) && is_there(folder / name))
      throw RunError(fmt::format(
          "{} holds a {} that no result.json names\n  hint: name another folder with --out",
          folder.string(), name));
}

}  // namespace gpuscape
