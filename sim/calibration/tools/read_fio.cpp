/// fio --output-format=json: of each job and direction the rate that it attained, by the size of
/// its operations and its depth. One run is one repetition; clones of a job (numjobs) are one.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

bool is_fio(const MeasuredFile& file) {
  return file.json() != nullptr && file.json()->find("fio version") != nullptr;
}

/// "4k", "1m", "4096"; fio's units are of 1024.
std::optional<double> size_in(std::string_view text) {
  double factor = 1.0;
  const auto ends_with = [&](char small, char big) {
    return !text.empty() && (text.back() == small || text.back() == big);
  };
  if (text.size() > 2 && ends_with('b', 'B')) text.remove_suffix(1);
  if (text.size() > 2 && ends_with('i', 'I')) text.remove_suffix(1);
  if (ends_with('k', 'K')) factor = 1024.0;
  if (ends_with('m', 'M')) factor = 1048576.0;
  if (ends_with('g', 'G')) factor = 1073741824.0;
  if (factor > 1.0) text.remove_suffix(1);
  const auto number = number_in(text);
  return number ? std::optional(*number * factor) : std::nullopt;
}

/// "4k" of both directions, "4k,64k" of reads and of writes; where nothing is named, 4 KiB.
std::optional<double> block_size(std::string_view text, bool writes) {
  const std::size_t comma = text.find(',');
  if (writes && comma != std::string_view::npos) text.remove_prefix(comma + 1);
  text = text.substr(0, text.find(','));
  return text.empty() ? std::optional(4096.0) : size_in(text);
}

/// One operation at a time, whatever `iodepth` says.
bool is_synchronous(std::string_view engine) {
  for (const std::string_view known :
       {"", "sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice"})
    if (engine == known) return true;
  return false;
}

/// A job and its clones: entries of one group and name.
struct Clones {
  std::vector<const JsonValue*> entries;
  std::string name;
  std::string pointer;   ///< of the first
  int jobs = 1;          ///< that ran at once
  bool unknown = false;  ///< how many did
};

class FioReader {
 public:
  explicit FioReader(MeasuredFile& file) : file_(file) {}

  void read() {
    const JsonValue* jobs = results();
    if (jobs == nullptr) return;
    const std::string list = file_.json()->find("jobs") == jobs ? "/jobs" : "/client_stats";
    std::vector<Clones> all;
    std::map<std::pair<std::string, double>, std::size_t> place_of;
    for (std::size_t i = 0; i < jobs->items().size(); ++i) {
      const JsonValue& job = jobs->items()[i];
      if (file_.text_of(job, "jobname") == "All clients") continue;
      const auto [known, added] = place_of.try_emplace(identity(job), all.size());
      if (!added)
        all[known->second].entries.push_back(&job);
      else
        all.push_back({{&job}, file_.text_of(job, "jobname"), fmt::format("{}/{}", list, i)});
    }
    for (Clones& clones : all) read(clones);
  }

 private:
  /// The list of results; with --client it has another name, and tells the machines.
  const JsonValue* results() {
    for (const char* key : {"jobs", "client_stats"}) {
      const JsonValue* found = file_.json()->find(key);
      if (found == nullptr || found->items().empty()) continue;
      std::set<std::string> clients;
      for (const JsonValue& job : found->items())
        if (const std::string host = file_.text_of(job, "hostname"); !host.empty())
          clients.insert(host);
      for (const std::string& host : clients) file_.add_host(host);
      if (clients.size() < 2) return found;
      file_.fault(
          *found, "/client_stats",
          fmt::format("fio's results of {} clients: {}", clients.size(), fmt::join(clients, ", ")),
          "calibrate one machine at a time: run fio with one --client");
      return nullptr;
    }
    file_.fault(*file_.json(), "", "\"jobs\" is missing", "fio wrote no results");
    return nullptr;
  }

  std::pair<std::string, double> identity(const JsonValue& job) const {
    const JsonValue* group = job.find("groupid");
    return {file_.text_of(job, "jobname"),
            group != nullptr && group->is_number() ? group->number() : 0.0};
  }

  /// An option of the job, else of all jobs.
  std::string option(const JsonValue& job, std::string_view key) const {
    for (const JsonValue* options : {job.find("job options"), file_.json()->find("global options")})
      if (options != nullptr && options->find(key) != nullptr) return file_.text_of(*options, key);
    return "";
  }
  std::string option(const JsonValue& job, std::string_view key, std::string_view alias) const {
    std::string found = option(job, key);
    return found.empty() ? option(job, alias) : found;
  }

  bool is_grouped(const JsonValue& job) const {
    for (const JsonValue* options : {job.find("job options"), file_.json()->find("global options")})
      if (options != nullptr && options->find("group_reporting") != nullptr)
        return file_.text_of(*options, "group_reporting") != "0";
    return false;
  }

  /// Of an option that counts; 1 where it is not there or counts nothing.
  int count(const JsonValue& job, std::string_view key) const {
    const auto number = number_in(option(job, key));
    const auto whole = number ? whole_count(*number) : std::nullopt;
    return whole && *whole > 0 ? *whole : 1;
  }

  void leave_out(const Clones& clones, const std::string& why) {
    file_.left_out.push_back(fmt::format("{}: {}: {}", file_.name(), clones.name, why));
  }

  void read(Clones& clones) {
    const JsonValue& first = *clones.entries.front();
    for (const JsonValue* job : clones.entries)
      if (const JsonValue* error = job->find("error"); error && error->number() != 0.0)
        return leave_out(clones, fmt::format("fio's error {}", json_number(error->number())));
    for (const char* mixed : {"bssplit", "bsrange", "blocksize_range"})
      if (!option(first, mixed).empty())
        return leave_out(clones, fmt::format("sizes are mixed by {}", mixed));
    clones.jobs = count(first, "numjobs");
    const auto entries = static_cast<int>(clones.entries.size());
    // With group_reporting one entry is of all clones, and of all jobs of its group.
    const JsonValue* own = first.find("job options");
    const std::string name = own == nullptr ? "" : file_.text_of(*own, "name");
    clones.unknown = is_grouped(first) && entries == 1 &&
                     (option(first, "numjobs").empty() || (!name.empty() && name != clones.name));
    if (entries != 1 && entries != clones.jobs)
      return leave_out(clones, fmt::format("{} results of {} jobs", entries, clones.jobs));
    for (const char* direction : {"read", "write"}) rate(clones, direction);
  }

  /// Of all entries; nothing where one lacks it, which is a fault.
  std::optional<double> sum_of(const Clones& clones, const char* direction, const char* key) {
    double sum = 0.0;
    for (const JsonValue* job : clones.entries) {
      const JsonValue* part = job->find(direction);
      if (part == nullptr) continue;
      const auto value = file_.number(*part, clones.pointer + "/" + direction, key);
      if (!value) return std::nullopt;
      sum += *value;
    }
    return sum;
  }

  /// What the operations moved on average; what they were to move where short ones alone differ.
  std::optional<double> size_of(const Clones& clones, const std::string& direction, double mean) {
    const JsonValue& job = *clones.entries.front();
    const std::string bs = option(job, "bs", "blocksize");
    const auto size = block_size(bs, direction == "write");
    if (!size || !(*size > 0.0)) {
      file_.fault(job, clones.pointer, fmt::format("\"bs\" is \"{}\"", bs), "a size such as 64k");
      return std::nullopt;
    }
    return std::abs(mean - *size) <= 0.01 * *size ? *size : mean;
  }

  /// Bytes by time are the rate; a fault where they are not.
  bool agrees(const JsonValue& job, const char* direction) {
    const JsonValue* part = job.find(direction);
    const JsonValue* run = part == nullptr ? nullptr : part->find("runtime");
    if (run == nullptr || !run->is_number() || !(run->number() > 1.0)) return true;
    const double bytes = part->find("io_bytes")->number();
    const double rate = part->find("bw_bytes")->number();
    constexpr double kPart = 0.01;
    const double low = bytes / (run->number() + 1.0) * 1e3 * (1.0 - kPart);  // whole milliseconds
    const double high = bytes / (run->number() - 1.0) * 1e3 * (1.0 + kPart);
    if (rate >= low && rate <= high) return true;
    file_.fault(*part, "",
                fmt::format("io_bytes / runtime is {:.4g} B/s, and bw_bytes says {:.4g}",
                            bytes / run->number() * 1e3, rate),
                "keep what fio wrote");
    return false;
  }

  void rate(const Clones& clones, const char* direction) {
    const JsonValue& job = *clones.entries.front();
    const JsonValue* json = job.find(direction);
    if (json == nullptr) return;
    const auto operations = sum_of(clones, direction, "total_ios");
    if (!operations || *operations == 0.0) return;
    const auto bytes = sum_of(clones, direction, "io_bytes");
    const auto rate = sum_of(clones, direction, "bw_bytes");
    if (!bytes || !rate) return;
    for (const JsonValue* entry : clones.entries)
      if (!agrees(*entry, direction)) return;
    const auto size = size_of(clones, direction, *bytes / *operations);
    if (!size) return;
    const bool random = option(job, "rw", "readwrite").starts_with("rand");
    Measurement row{
        .key = {.family = "storage",
                .operation = "bandwidth",
                .path = "file",
                .direction = std::string(random ? "random " : "sequential ") + direction}};
    row.key.depth = is_synchronous(option(job, "ioengine")) ? 1 : count(job, "iodepth");
    if (clones.unknown)
      row.marks.emplace_back("jobs of the group not known");
    else
      row.key.streams = clones.jobs;
    if (option(job, "ioengine") == "libcufile") row.key.memory = "device";
    if (option(job, "direct") != "1") row.marks.push_back("through the page cache");
    row.bytes = Bytes(*size);
    row.seconds = row.bytes / BytesPerSecond(*rate);
    file_.add(std::move(row), json->place().line);
  }

  MeasuredFile& file_;
};

void read_fio(MeasuredFile& file) { FioReader(file).read(); }

}  // namespace

MeasurementTool fio_tool() { return {"fio", is_fio, read_fio}; }

}  // namespace gpuscape
