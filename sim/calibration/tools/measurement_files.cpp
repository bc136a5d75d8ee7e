/// Tells whose a file is, and makes one set of several.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <iterator>
#include <map>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/json/json_part.hpp"
#include "sim/calibration/tools/launcher_prefix.hpp"
#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

namespace {

std::array<MeasurementTool, 7> tools() {
  return {own_tool(), nccl_tests_tool(), perftest_tool(), nvbandwidth_tool(),
          osu_tool(), fio_tool(),        iperf3_tool()};
}

std::string checksum(const std::string& text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return fmt::format("crc32:{:08x}", crc.checksum());
}

/// Lines that a tool prints before its JSON become empty, so that places stay true.
std::optional<std::string> json_in(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return std::nullopt;
  if (text[first] == '{') return text;
  const std::size_t begin = text.find("\n{");
  if (begin == std::string::npos || text.find("\"fio version\"") == std::string::npos)
    return std::nullopt;
  std::string blanked = text;
  std::replace_if(
      blanked.begin(), blanked.begin() + static_cast<std::ptrdiff_t>(begin),
      [](char c) { return c != '\n'; }, ' ');
  return blanked;
}

bool is_of_one_machine(const Measurement& row) {
  for (const std::string_view family : {"host", "cuda", "storage", "shared-memory"})
    if (row.key.family == family) return true;
  return row.key.path.starts_with("localhost");
}

/// Of a file that names its machines.
struct FileHosts {
  std::string file;
  std::vector<std::string> hosts;  ///< the first ran the tool
  bool local = false;              ///< holds rows of that one alone
  std::map<std::string, std::string> machine;
};

class Collector {
 public:
  explicit Collector(ReadingContext& context) : context_(context) {}

  void add(const MeasurementText& text) {
    if (const auto [same, fresh] = texts_.try_emplace(text.text, text.name); !fresh)
      return fault(text.name, fmt::format("the same measurement as \"{}\"", excerpt(same->second)),
                   "a copy would count twice: name one of the two");
    UnmarkedText plain = without_launcher_marks(text.text);
    if (plain.tables.size() > 1)
      return fault(text.name,
                   fmt::format("the results of {} processes are mixed in it: {}",
                               plain.tables.size(), listed(plain.tables)),
                   "keep the lines of one of them");
    if (plain.mark.empty()) return read(text, text);
    read(text, {text.name, std::move(plain.text)});
  }

  MeasurementSet finish() {
    check_hosts();
    return std::move(set_);
  }

 private:
  static std::string listed(const std::vector<std::string>& processes) {
    constexpr std::size_t kMostNamed = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(kMostNamed, processes.size()); ++i)
      text += (i == 0 ? "\"" : ", \"") + excerpt(processes[i]) + "\"";
    return processes.size() > kMostNamed ? text + ", …" : text;
  }

  /// `plain` is `text` without what a launcher wrote before its lines.
  void read(const MeasurementText& text, const MeasurementText& plain) {
    std::optional<JsonValue> json;
    try {
      // Our own rows are strict; another tool may write a key as often as its user gave the option.
      const bool own = holds(plain.text, "\"gpuscape\"");
      if (const auto document = json_in(plain.text))
        json = own ? parse_json(*document, text.name) : parse_tool_json(*document, text.name);
    } catch (const ScenarioError& error) {
      return context_.add(error.issues());
    }
    MeasuredFile file(plain, json ? &*json : nullptr, context_);
    for (const MeasurementTool& tool : tools()) {
      if (!tool.recognises(file)) continue;
      const std::size_t faults = context_.issue_count();
      tool.read(file);
      if (file.rows.empty() && file.left_out.empty() && context_.issue_count() == faults)
        file.fault(0, fmt::format("{} left no result in it", tool.name), "measure again");
      return take(std::move(file), {.name = text.name,
                                    .tool = std::string(tool.name),
                                    .checksum = checksum(text.text),
                                    .bytes = text.text.size()});
    }
    file.fault(0, "this measurement file is not recognised",
               fmt::format("read here: {}", fmt::join(measurement_tools(), ", ")));
  }

  void take(MeasuredFile file, ProfileFile origin) {
    const std::size_t index = set_.files.size();
    check_peer(origin.name, file.peer);
    const bool local = file.hosts.size() == 1 || std::ranges::any_of(file.rows, is_of_one_machine);
    if (file.hosts.empty())
      take_machine(file.machine);
    else
      hosts_.push_back({origin.name, file.hosts, local, file.machine});
    set_.files.push_back(std::move(origin));
    for (Measurement& row : file.rows) {
      row.file = index;
      auto& rows = row.role == "composite" ? set_.composites
                   : row.role == "control" ? set_.controls
                                           : set_.rows;
      rows.push_back(std::move(row));
    }
    for (const std::string& mark : file.marks)
      if (std::ranges::find(set_.marks, mark) == set_.marks.end()) set_.marks.push_back(mark);
    for (std::string& line : file.left_out) set_.left_out.push_back(std::move(line));
    for (ProfileDevice& device : file.devices) take_device(std::move(device), file);
  }

  /// Rows with a peer tell no path apart by it.
  void check_peer(const std::string& file, const std::string& peer) {
    if (peer.empty()) return;
    if (peer_.first.empty()) peer_ = {peer, file};
    if (peer_.first != peer)
      fault(file,
            fmt::format("measured on a path to \"{}\", but \"{}\" on one to \"{}\"", excerpt(peer),
                        excerpt(peer_.second), excerpt(peer_.first)),
            "calibrate one pair at a time");
  }

  void take_device(ProfileDevice device, MeasuredFile& file) {
    const auto known = std::ranges::find(set_.devices, device.id, &ProfileDevice::id);
    if (known == set_.devices.end()) {
      set_.devices.push_back(std::move(device));
      return;
    }
    const std::string& model = device.properties["name"];
    if (std::string& before = known->properties["name"]; before.empty())
      before = model;
    else if (!model.empty() && model != before)
      file.fault(0,
                 fmt::format("{} is \"{}\" here and \"{}\" in another file", device.id,
                             excerpt(model), excerpt(before)),
                 "calibrate one machine at a time");
  }

  void take_machine(const std::map<std::string, std::string>& machine) {
    for (const auto& [key, value] : machine) set_.machine.try_emplace(key, value);
  }

  void fault(const std::string& file, std::string message, std::string hint) {
    context_.add({std::make_shared<const std::string>(file), 0, 0}, "", std::move(message),
                 std::move(hint));
  }

  void not_one(const std::string& file, const std::string& host, const FileHosts& other) {
    fault(file,
          fmt::format("measured on \"{}\", but \"{}\" was measured on \"{}\"", excerpt(host),
                      excerpt(other.file), fmt::join(other.hosts, ", ")),
          "calibrate one machine, or one pair, at a time");
  }

  /// All files are of one machine, or of the machines of one file that is of several. Rows that no
  /// other machine has a part in are of one machine even then.
  void check_hosts() {
    if (hosts_.empty()) return;
    const FileHosts& widest =
        *std::ranges::max_element(hosts_, {}, [](const FileHosts& of) { return of.hosts.size(); });
    const auto first_local = std::ranges::find_if(hosts_, &FileHosts::local);
    const FileHosts& own = first_local == hosts_.end() ? widest : *first_local;
    for (const FileHosts& of : hosts_) {
      bool known = true;
      for (const std::string& host : of.hosts) {
        if (std::ranges::find(widest.hosts, host) != widest.hosts.end()) continue;
        not_one(of.file, host, widest);
        known = false;
      }
      if (known && of.local && of.hosts.front() != own.hosts.front())
        not_one(of.file, of.hosts.front(), own);
    }
    name_machines(own.hosts.front(), widest.hosts);
  }

  void name_machines(const std::string& own, const std::vector<std::string>& all) {
    for (const FileHosts& of : hosts_)
      if (of.hosts.front() == own) take_machine(of.machine);
    set_.machine["host"] = own;
    std::vector<std::string> peers;
    std::ranges::remove_copy(all, std::back_inserter(peers), own);
    if (!peers.empty()) set_.machine["peer"] = fmt::format("{}", fmt::join(peers, ", "));
  }

  ReadingContext& context_;
  MeasurementSet set_;
  std::map<std::string_view, std::string> texts_;  ///< names of what was read already
  std::vector<FileHosts> hosts_;
  std::pair<std::string, std::string> peer_;  ///< and the first file that names it
};

}  // namespace

std::vector<std::string> measurement_tools() {
  std::vector<std::string> names;
  for (const MeasurementTool& tool : tools()) names.emplace_back(tool.name);
  return names;
}

MeasurementSet read_measurements(std::span<const MeasurementText> texts, ReadingContext& context) {
  Collector collector(context);
  for (const MeasurementText& text : texts) collector.add(text);
  return collector.finish();
}

}  // namespace gpuscape
