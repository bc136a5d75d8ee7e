#pragma once
/// Scenarios of transfers in a line or two, and what they took.

#include <fmt/format.h>

#include "sim/model/check/check.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/builtin_models.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/run_builders.hpp"

namespace gpuscape::test {

/// A socket with two GPUs and an adapter behind it: 10 GB/s and 1 us each, 50 GB/s of memory.
inline const std::string kSocket = R"("type": "graph",
  "cpu": {"sockets": 1, "memory_bandwidth_per_socket": "50 GB/s"},
  "gpu": {"model": "p40", "count": 2},
  "devices": {"cpu0": "cpu", "gpu0": "gpu", "gpu1": "gpu", "nic0": "nic"},
  "links": [
    {"between": ["cpu0", "gpu0"], "bandwidth": "10 GB/s", "latency": "1 us"},
    {"between": ["cpu0", "gpu1"], "bandwidth": "10 GB/s", "latency": "1 us"},
    {"between": ["cpu0", "nic0"], "bandwidth": "20 GB/s", "latency": "1 us"}],
  "nics": {"nic0": {"model": "cx5-edr", "role": "compute", "speed": "100 Gbit/s", "ports": 1}})";

struct TransferText {
  std::string nodes = "\"n\": {" + kSocket + "}";
  std::string networks = {};
  std::string transfers = {};  ///< the list's items
  std::string seed = "1";
  std::string cluster = {};  ///< further keys, each with a comma in front
};

/// `count` such nodes on one switch of 12.5 GB/s a link.
inline TransferText on_a_switch(int count, std::string transfers, std::string more = "") {
  return {.nodes = fmt::format("\"n\": {{\"count\": {}, {}}}", count, kSocket),
          .networks = fmt::format(
              R"("compute": {{"type": "single-switch", "link": "12.5 GB/s", "latency": "1 us"{}}})",
              more),
          .transfers = std::move(transfers)};
}

inline LoadedScenario loaded_transfers(const TransferText& text) {
  return load_text(
      fmt::format(R"({{"format": 1, "cluster": {{"nodes": {{{}}}, "networks": {{{}}}{}}},)"
                  R"( "workload": {{"streams": {{"s": {{"transfers": [{}]}}}}}},)"
                  R"( "run": {{"detail": "step", "seed": {}}}}})",
                  text.nodes, text.networks, text.cluster, text.transfers, text.seed),
      "test.json");
}

/// Nothing where it has faults.
inline std::optional<CheckedScenario> checked_transfers(const TransferText& text) {
  LoadedScenario loaded = loaded_transfers(text);
  std::optional<CheckedFile> file = check(loaded, builtin_models());
  if (!file) return std::nullopt;
  return std::move(file->chosen);
}

inline CheckedScenario transfer_scenario(const TransferText& text) {
  return checked(loaded_transfers(text));
}

inline std::vector<TransferRow> transfer_rows(const TransferText& text) {
  return run_transfers(transfer_scenario(text)).rows;
}

/// What is wrong with it, "message (hint)" each.
inline std::vector<std::string> transfer_faults(const TransferText& text) {
  LoadedScenario loaded = loaded_transfers(text);
  check(loaded, builtin_models());
  std::vector<std::string> faults;
  for (const Issue& issue : loaded.context.sorted_issues())
    faults.push_back(issue.message + " (" + issue.hint + ")");
  return faults;
}

inline double seconds(const TransferRow& row) { return row.duration().value(); }

}  // namespace gpuscape::test
