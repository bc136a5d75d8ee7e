/// Tells whose a file is, and makes one set of several.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/calibration/measured_file.hpp"

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

class Collector {
 public:
  explicit Collector(ReadingContext& context) : context_(context) {}

  void add(const MeasurementText& text) {
    std::optional<JsonValue> json;
    try {
      if (const auto document = json_in(text.text)) json = parse_json(*document, text.name);
    } catch (const ScenarioError& error) {
      return context_.add(error.issues());
    }
    MeasuredFile file(text, json ? &*json : nullptr, context_);
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
    file.fault(0, "no tool that is known wrote this",
               fmt::format("read here: {}", fmt::join(measurement_tools(), ", ")));
  }

  MeasurementSet finish() {
    check_hosts();
    return std::move(set_);
  }

 private:
  void take(MeasuredFile file, ProfileFile origin) {
    const std::size_t index = set_.files.size();
    if (!file.hosts.empty()) hosts_.emplace_back(origin.name, file.hosts);
    set_.files.push_back(std::move(origin));
    for (Measurement& row : file.rows) {
      row.file = index;
      auto& rows = row.role == "composite" ? set_.composites
                   : row.role == "control" ? set_.controls
                                           : set_.rows;
      rows.push_back(std::move(row));
    }
    for (auto& [key, value] : file.machine) set_.machine.try_emplace(key, value);
    for (const std::string& mark : file.marks)
      if (std::ranges::find(set_.marks, mark) == set_.marks.end()) set_.marks.push_back(mark);
    for (std::string& line : file.left_out) set_.left_out.push_back(std::move(line));
    for (ProfileDevice& device : file.devices) take_device(std::move(device), file);
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
                 "a fit is of one machine: calibrate each apart");
  }

  /// All files are of one machine, or of the machines of one file that is of several.
  void check_hosts() {
    if (hosts_.empty()) return;
    const auto widest =
        std::ranges::max_element(hosts_, {}, [](const auto& of) { return of.second.size(); });
    for (const auto& [name, hosts] : hosts_) {
      for (const std::string& host : hosts) {
        if (std::ranges::find(widest->second, host) != widest->second.end()) continue;
        context_.add({std::make_shared<const std::string>(name), 0, 0}, "",
                     fmt::format("this is of \"{}\", and \"{}\" is of \"{}\"", excerpt(host),
                                 excerpt(widest->first), fmt::join(widest->second, ", ")),
                     "a fit is of one machine, or of one pair: calibrate each apart");
      }
    }
    set_.machine["host"] = widest->second.front();
    if (widest->second.size() > 1)
      set_.machine["peer"] =
          fmt::format("{}", fmt::join(widest->second.begin() + 1, widest->second.end(), ", "));
  }

  ReadingContext& context_;
  MeasurementSet set_;
  std::vector<std::pair<std::string, std::vector<std::string>>> hosts_;  ///< by file
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
