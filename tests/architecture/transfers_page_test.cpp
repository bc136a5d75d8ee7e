/// The table of transports in docs/explanation/transfers.md says what the catalogue says, and calls
/// fitted what a published figure was fitted on.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "test_paths.hpp"
#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(GPUSCAPE_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The transports that carry transfers, each with what it inherits.
Json transports() {
  const Json all = Json::parse(text_of("models/catalog/transports.json")).at("transports");
  Json carrying = Json::object();
  for (const auto& [id, entry] : all.items()) {
    Json whole = all.value(entry.value("inherits", ""), Json::object());
    whole.update(entry);
    if (whole.contains("kind")) carrying[id] = whole;
  }
  return carrying;
}

/// "3.5" of "3.5 us", of {"value": "3.5 us"} and of 3.5.
std::set<double> numbers_in(const Json& value) {
  std::set<double> numbers;
  if (value.is_number()) numbers.insert(value.get<double>());
  if (value.is_string()) numbers.insert(std::stod(value.get<std::string>()));
  if (value.is_object() && value.contains("value")) return numbers_in(value.at("value"));
  if (value.is_object() || value.is_array())
    for (const auto& item : value) numbers.merge(numbers_in(item));
  return numbers;
}

/// What a transport's formula counts with.
std::set<double> numbers_of(const Json& entry) {
  std::set<double> numbers;
  for (const char* key : {"share", "path_shares", "acknowledgements"})
    if (entry.contains(key)) numbers.merge(numbers_in(entry.at(key)));
  numbers.erase(1.0);  // such a share bounds nothing
  std::vector<std::string> keys = {"cpu_time_per_message", "core_rate", "most", "pinning",
                                   "packet_payload"};
  if (!entry.contains("adapter_latency")) keys.emplace_back("latency");
  if (entry.at("kind") == "staged-copy") keys.emplace_back("chunk");
  for (const std::string& key : keys)
    if (entry.contains(key)) numbers.merge(numbers_in(entry.at(key)));
  for (const Json& regime : entry.value("regimes", Json::array()))
    for (const char* key : {"up_to", "latency", "cpu_time_per_message", "core_rate", "most"})
      if (regime.contains(key)) numbers.merge(numbers_in(regime.at(key)));
  if (entry.contains("packet_payload"))
    numbers.insert(*numbers_in(entry.at("packet_payload")).begin() +
                   *numbers_in(entry.at("packet_overhead")).begin());
  return numbers;
}

struct Row {
  std::string name;       ///< "ib-verbs-*"
  std::set<double> says;  ///< numbers of its second and third cell
  bool fitted = false;
};

std::set<double> numbers_in_cell(const std::string& cell) {
  const std::string plain = std::regex_replace(cell, std::regex("`[^`]*`"), "");
  const std::regex number(R"([0-9]+(\.[0-9]+)?)");
  std::set<double> numbers;
  for (std::sregex_iterator match(plain.begin(), plain.end(), number), end; match != end; ++match)
    numbers.insert(std::stod(match->str()));
  return numbers;
}

std::vector<Row> rows() {
  std::vector<Row> rows;
  const std::string text = text_of("docs/explanation/transfers.md");
  const std::regex line(R"(\n\| `([a-z0-9*-]+)` \|([^|]*)\|([^|]*)\|([^|\n]*)\|)");
  for (std::sregex_iterator match(text.begin(), text.end(), line), end; match != end; ++match) {
    Row row{(*match)[1].str(), numbers_in_cell((*match)[2].str()), false};
    row.says.merge(numbers_in_cell((*match)[3].str()));
    row.fitted = (*match)[4].str().find("fitted") != std::string::npos;
    rows.push_back(std::move(row));
  }
  EXPECT_GE(rows.size(), 18U) << "rows of the page are not found";
  return rows;
}

bool is_of(const std::string& row, const std::string& id) {
  return row == id || (row.ends_with('*') && id.starts_with(row.substr(0, row.size() - 1)));
}

TEST(TransfersPage, HasARowForEveryTransportThatCarriesTransfers) {
  const Json all = transports();
  EXPECT_GE(all.size(), 25U);
  for (const auto& [id, entry] : all.items())
    EXPECT_TRUE(std::ranges::any_of(rows(), [&](const Row& row) { return is_of(row.name, id); }))
        << id;
}

TEST(TransfersPage, HasTheNumbersOfTheCatalogueAndNoOthers) {
  const Json all = transports();
  for (const Row& row : rows()) {
    std::set<double> numbers;
    for (const auto& [id, entry] : all.items())
      if (is_of(row.name, id)) numbers.merge(numbers_of(entry));
    EXPECT_EQ(row.says, numbers) << row.name;
  }
}

TEST(TransfersPage, CallsFittedWhatAFigureWasFittedOn) {
  const Json figures = Json::parse(text_of("validation/published/2-fabric.json")).at("figures");
  for (const Row& row : rows()) {
    const std::string stem = row.name.substr(0, row.name.find('*'));
    const bool fitted = std::ranges::any_of(figures, [&](const Json& figure) {
      return figure.value("fits", "").starts_with("transports/" + stem);
    });
    EXPECT_EQ(row.fitted, fitted) << row.name;
  }
}

}  // namespace
}  // namespace gpuscape
