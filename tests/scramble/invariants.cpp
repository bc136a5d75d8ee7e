#include "tests/scramble/invariants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

namespace gpuscape::scramble {

namespace {

bool is_word(const std::string& text, std::size_t begin, std::size_t size) {
  const auto letter = [&](std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    return std::isalnum(byte) != 0 || byte == '_' || byte == '-' || byte >= 0x80;
  };
  return (begin == 0 || !letter(begin - 1)) &&
         (begin + size >= text.size() || !letter(begin + size));
}

/// The line in which a number is none; empty where there is none.
std::string line_without_number(const std::string& text) {
  for (const std::string_view word : {"nan", "inf", "NaN", "-nan", "-inf"}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      if (!is_word(text, at, word.size())) continue;
      const std::size_t begin = text.rfind('\n', at) + 1;
      return text.substr(begin, text.find('\n', at) - begin);
    }
  }
  return {};
}

std::string finite_text(const Answer& answer) {
  const std::string line = line_without_number(answer.call.out);
  if (!line.empty()) return line;
  for (const auto& [name, text] : answer.files) {
    if (name.ends_with(".json")) continue;  // JSON has no such number: it would not be readable
    const std::string found = line_without_number(text);
    if (!found.empty()) return fmt::format("{}: {}", name, found.substr(0, 200));
  }
  return {};
}

std::string readable(const Answer& answer) {
  if (answer.result.is_discarded()) return "result.json is not JSON";
  return answer.files.contains("result.json") ? "" : "there is no result.json";
}

std::string exit_code(const Answer& answer) {
  const bool nothing = answer.results().value("nothing_started", false);
  const int due = nothing ? 1 : 0;
  if (answer.call.code == due) return {};
  return fmt::format("exit code {} where {} is due: {}", answer.call.code, due,
                     answer.call.err.substr(0, 400));
}

std::string files_named(const Answer& answer) {
  std::set<std::string> named = {"result.json"};
  const Json files = answer.result.value("/provenance/files"_json_pointer, Json::array());
  for (const Json& file : files)
    named.insert(file.is_object() ? file.value("name", std::string()) : file.get<std::string>());
  for (const auto& [name, text] : answer.files)
    if (!named.contains(name.substr(0, name.find('/'))) && !name.starts_with("."))
      return name + " is named nowhere";
  for (const std::string& name : named)
    if (!answer.files.contains(name) && !answer.files.contains(name + "/jobs.csv"))
      return name + " is named and is not there";
  return {};
}

bool ends_with_share(const std::string& path) {
  // Of an estimate, the value itself; its interval may reach beyond what can be.
  const std::string end = path.ends_with("/value") ? path.substr(0, path.size() - 6) : path;
  return end.ends_with("_share") || end.ends_with("share_without_wait");
}

std::string shares(const Answer& answer) {
  std::string fault;
  for_each_number(answer.results(), "", [&](const std::string& path, double value) {
    if (ends_with_share(path) && !path.starts_with("/cost") && !path.starts_with("/as_logged") &&
        (value < 0 || value > 1 + 1e-9))
      fault = fmt::format("{} is {}", path, value);
  });
  return fault;
}

std::string estimates(const Answer& answer) {
  const Json estimates = answer.results().value("estimates", Json::object());
  for (const auto& [name, estimate] : estimates.items()) {
    if (estimate.at("value").is_null()) continue;
    const double value = estimate.at("value").get<double>();
    const double slack = 1e-9 * std::abs(value) + 1e-12;
    for (const char* end : {"low", "high"}) {
      if (estimate.at(end).is_null()) continue;
      const double bound = estimate.at(end).get<double>();
      if (*end == 'l' ? bound > value + slack : bound < value - slack)
        return fmt::format("{}: {} {} of {}", name, end, bound, value);
    }
  }
  return {};
}

/// The value of an estimate, or a plain number.
double value_of(const Json& slo) {
  for (const auto& [key, value] : slo.items())
    if (value.is_object() && value.contains("value") && !value["value"].is_null())
      return value["value"].get<double>();
  return std::nan("");
}

std::string objectives(const Answer& answer) {
  const Json all = answer.results().value("slo", Json::object());
  for (const auto& [name, slo] : all.items()) {
    const double value = value_of(slo);
    if (std::isnan(value) || !slo.value("met", Json()).is_boolean()) continue;
    for (const char* key : {"at_most_s", "at_most", "at_least_s", "at_least"}) {
      if (!slo.contains(key) || !slo[key].is_number()) continue;
      const double bound = slo[key].get<double>();
      if (close(value, bound)) continue;
      const bool met = key[3] == 'm' ? value <= bound : value >= bound;
      if (met != slo["met"].get<bool>())
        return fmt::format("{}: {} against {} {}", name, value, key, bound);
    }
  }
  return {};
}

std::string not_negative(const Answer& answer) {
  std::string fault;
  for_each_number(answer.results(), "", [&](const std::string& path, double value) {
    const bool time = path.ends_with("_s") || path.ends_with("_s/value");
    const bool may = path.find("unix_origin") != std::string::npos || path.find("/cost") == 0;
    if (time && !may && value < 0) fault = fmt::format("{} is {}", path, value);
  });
  return fault;
}

}  // namespace

bool close(double a, double b, double relative) {
  return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + 1e-9;
}

void for_each_number(const Json& value, const std::string& path,
                     const std::function<void(const std::string&, double)>& visit) {
  if (value.is_number()) visit(path, value.get<double>());
  if (value.is_object())
    for (const auto& [key, member] : value.items())
      for_each_number(member, path + "/" + key, visit);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i)
      for_each_number(value[i], fmt::format("{}/{}", path, i), visit);
}

const std::vector<Invariant>& invariants() {
  static const std::vector<Invariant> all = [] {
    std::vector<Invariant> list = {{"exit code", exit_code},
                                   {"readable result", readable},
                                   {"finite numbers", finite_text},
                                   {"named files", files_named},
                                   {"shares within 0 and 1", shares},
                                   {"intervals hold their values", estimates},
                                   {"objectives met as printed", objectives},
                                   {"times not negative", not_negative}};
    for (auto* more : {&invariants_of_jobs, &invariants_of_cost, &invariants_of_transfers})
      for (Invariant& one : more()) list.push_back(std::move(one));
    return list;
  }();
  return all;
}

std::vector<Fault> broken(const Answer& answer) {
  std::vector<Fault> faults;
  for (const Invariant& invariant : invariants()) {
    const std::string fault = invariant.fault(answer);
    if (!fault.empty()) faults.push_back({invariant.name, fault});
    if (!fault.empty() && faults.size() == 1 && invariant.name == "readable result") break;
  }
  return faults;
}

}  // namespace gpuscape::scramble
