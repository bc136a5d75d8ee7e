/// Measured rows of NCCL on nodes of eight A100, H100, H200 and B200, against what we say of them.
/// Rows that constants of the library were fitted on are left out; which, is said in
/// docs/explanation/collectives.md.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/study/statistics/quantile.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "sim/workload/text/line_reader.hpp"
#include "tests/support/collective_builder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

/// One operation, type and number of GPUs of a machine.
struct Group {
  std::string machine, operation, type, gpus;
  auto operator<=>(const Group&) const = default;
};

const std::set<Group>& fitted() {
  static const std::set<Group> groups = [] {
    std::set<Group> all = {{"a100_sxm", "all_reduce", "half", "4"}};
    for (const char* gpus : {"2", "4", "8"}) {
      for (const char* machine : {"a100_sxm", "h200_sxm", "b200_sxm"})
        all.insert({machine, "all_gather", "half", gpus});
      for (const char* machine : {"a100_sxm", "h100_sxm", "h200_sxm", "b200_sxm"})
        all.insert({machine, "alltoall", "half", gpus});
    }
    return all;
  }();
  return groups;
}

std::string node_of(const std::string& machine) {
  static const std::map<std::string, std::string> nodes = {{"a100_sxm", "dgx-a100-80gb"},
                                                           {"h100_sxm", "dgx-h100"},
                                                           {"h200_sxm", "dgx-h200"},
                                                           {"b200_sxm", "dgx-b200"}};
  return nodes.at(machine);
}

std::string operation_of(const std::string& name) {
  static const std::map<std::string, std::string> names = {{"all_reduce", "all-reduce"},
                                                           {"all_gather", "all-gather"},
                                                           {"reduce_scatter", "reduce-scatter"},
                                                           {"alltoall", "all-to-all"}};
  return names.at(name);
}

using Measured = std::map<double, std::vector<double>>;  // seconds by bytes

std::map<Group, Measured> read_rows(const std::filesystem::path& file) {
  std::map<Group, Measured> groups;
  const auto stream = open_file(file.string());
  LineReader reader(*stream);
  Line line;
  for (bool head = true; reader.next(line); head = false) {
    std::vector<std::string> cells(1);
    for (const char c : line.text)
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    if (!head)
      groups[{cells.at(0), cells.at(3), cells.at(4), cells.at(5)}][std::stod(cells.at(7))]
          .push_back(std::stod(cells.at(8)) * 1e-3);
  }
  return groups;
}

/// Errors of every single row of the group.
void add_errors(const Group& of, const Measured& measured, std::vector<double>& errors) {
  std::string sizes;
  for (const auto& [bytes, all] : measured)
    sizes += fmt::format("{}\"{:.0f} B\"", sizes.empty() ? "" : ", ", bytes);
  const auto rows = test::collective_rows(test::on_nodes(
      node_of(of.machine), 1,
      fmt::format(R"("operation": "{}", "among": ["n/gpu0-{}"], "data": "{}", "bytes": [{}])",
                  operation_of(of.operation), std::stoi(of.gpus) - 1, of.type, sizes)));
  std::size_t next = 0;
  for (const auto& [bytes, all] : measured) {
    const double ours = rows.at(next++).duration().value();
    for (const double seconds : all) errors.push_back(std::abs(ours - seconds) / seconds);
  }
}

/// By machine, rising.
std::map<std::string, std::vector<double>> errors_of(const std::filesystem::path& file) {
  std::map<std::string, std::vector<double>> errors;
  for (const auto& [group, measured] : read_rows(file))
    if (!fitted().contains(group)) add_errors(group, measured, errors[group.machine]);
  for (auto& [machine, all] : errors) std::ranges::sort(all);
  return errors;
}

TEST(CollectiveRows, AreMetOnEachMachine) {
  const auto file = shared_file("data/traces/aiconfigurator_nccl/nccl_perf.csv.gz");
  if (!file) return;
  const auto errors = errors_of(*file);
  ASSERT_EQ(errors.size(), 4U);
  for (const auto& [machine, all] : errors) {
    std::cout << fmt::format("{}: {} rows, median {:.1f} %, 90th percentile {:.1f} %\n", machine,
                             all.size(), 100 * quantile(all, 0.5), 100 * quantile(all, 0.9));
    EXPECT_LE(quantile(all, 0.5), 0.07) << machine;
    EXPECT_LE(quantile(all, 0.9), 0.20) << machine;
  }
}

}  // namespace
}  // namespace gpuscape
