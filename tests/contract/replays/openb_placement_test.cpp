/// Placements on Alibaba's openb nodes against what is published of them (Weng et al., USENIX ATC
/// 2023): a list of pods and random clones of its pods up to 1.3 times the GPUs, shuffled, one
/// after the other; none ends, and what does not fit is lost.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/random/mersenne_twister.hpp>
#include <map>
#include <numeric>
#include <span>
#include <sstream>
#include <tuple>

#include "sim/run/run.hpp"
#include "sim/workload/text/byte_stream.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

using Row = std::map<std::string, std::string>;

std::string unpacked(const std::string& file) {
  const std::unique_ptr<ByteStream> stream = open_file(file);
  std::string text;
  std::array<char, 65536> chunk{};
  while (const std::size_t count = stream->read(chunk)) text.append(chunk.data(), count);
  return text;
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> found(1);
  for (const char letter : line) {
    if (letter == '\r') continue;
    if (letter == ',')
      found.emplace_back();
    else
      found.back() += letter;
  }
  return found;
}

/// A table without quotes.
std::vector<Row> rows_of(const std::filesystem::path& file) {
  std::istringstream text(unpacked(file.string()));
  std::string line;
  std::getline(text, line);
  const std::vector<std::string> names = fields(line);
  std::vector<Row> rows;
  while (std::getline(text, line)) {
    const std::vector<std::string> values = fields(line);
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < values.size(); ++i) row[names[i]] = values[i];
  }
  return rows;
}

std::int64_t number(const Row& row, const char* name) {
  return row.contains(name) ? std::stoll(row.at(name)) : 0;
}

/// What a pod asks for; memory limits where it goes, and does not count as a class of its own.
struct Pod {
  std::int64_t milli_cores = 0;
  std::int64_t gpus = 0;
  std::int64_t gpu_milli = 0;  ///< of each
  std::string models;
  std::string memory_mib;
  [[nodiscard]] std::int64_t demand() const { return gpus * gpu_milli; }
  [[nodiscard]] auto of_class() const { return std::tie(milli_cores, gpus, gpu_milli, models); }
};

std::vector<Pod> read_pods(const std::filesystem::path& file) {
  std::vector<Pod> pods;
  for (const Row& row : rows_of(file)) {
    const std::int64_t gpus = number(row, "num_gpu");
    pods.push_back({number(row, "cpu_milli"), gpus, gpus == 0 ? 0 : number(row, "gpu_milli"),
                    row.contains("gpu_spec") ? row.at("gpu_spec") : "", row.at("memory_mib")});
  }
  return pods;
}

std::int64_t demand_of(const std::vector<Pod>& pods) {
  return std::accumulate(pods.begin(), pods.end(), std::int64_t{0},
                         [](std::int64_t sum, const Pod& pod) { return sum + pod.demand(); });
}

constexpr std::int64_t kGpuMilli = 6'212'000;  // of the cluster

/// The list and clones, shuffled.
std::vector<Pod> arrivals(std::vector<Pod> pods, std::uint32_t seed) {
  boost::random::mt19937 draw(seed);
  const std::size_t listed = pods.size();
  for (std::int64_t demand = demand_of(pods); demand < kGpuMilli * 13 / 10;) {
    pods.push_back(pods[draw() % listed]);
    demand += pods.back().demand();
  }
  for (std::size_t i = pods.size() - 1; i > 0; --i) std::swap(pods[i], pods[draw() % (i + 1)]);
  return pods;
}

/// The classes of pods that make up 95 % of the list, the most frequent ones, with their shares.
std::vector<std::pair<Pod, double>> typical_of(const std::vector<Pod>& pods) {
  std::vector<std::pair<Pod, double>> typical;
  for (const Pod& pod : pods) {
    const auto at = std::ranges::find_if(
        typical, [&](const auto& one) { return one.first.of_class() == pod.of_class(); });
    if (at == typical.end())
      typical.emplace_back(pod, 1.0);
    else
      at->second += 1.0;
  }
  std::ranges::stable_sort(typical,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  double sum = 0.0;
  std::size_t kept = 0;
  for (; sum < 0.95 * static_cast<double>(pods.size()); ++kept) sum += typical[kept].second;
  typical.resize(kept);
  for (auto& [pod, share] : typical) share /= sum;
  return typical;
}

struct Node {
  std::int64_t milli_cores = 0;
  std::vector<std::int64_t> left;  ///< thousandths of each GPU
  std::string model;

  /// What of its free GPUs such a pod cannot use.
  [[nodiscard]] std::int64_t useless_for(const Pod& pod) const {
    const std::int64_t all = std::accumulate(left.begin(), left.end(), std::int64_t{0});
    const auto has_room = [&](std::int64_t gpu) { return gpu >= pod.gpu_milli; };
    if (pod.gpus == 0 || milli_cores < pod.milli_cores) return all;
    if (!pod.models.empty() &&
        ("|" + pod.models + "|").find("|" + model + "|") == std::string::npos)
      return all;
    if (std::ranges::count_if(left, has_room) < pod.gpus) return all;
    std::int64_t useless = 0;
    for (const std::int64_t gpu : left) useless += has_room(gpu) ? 0 : gpu;
    return useless;
  }
};

CheckedScenario scenario_of(const std::filesystem::path& nodes, const std::string& folder,
                            const std::string& placement, std::uint32_t seed) {
  LoadOptions options = test::builtin_options();
  options.read_text = unpacked;
  const std::string cluster = R"({"from": ")" + nodes.string() + R"("})";
  return test::checked(load_scenario_text(R"({"format": 1, "cluster": )" + cluster + R"(,
      "workload": {"streams": {"pods": {"trace": {"format": "openb", "file": "pods.csv"}}}},
      "scheduler": {"policy": "fifo", "backfill": {"type": "easy", "depth": 1000000},
                    "placement": ")" + placement +
                                              R"(", "gpu_sharing": "shares"},
      "run": {"seed": )" + std::to_string(seed) +
                                              "}}",
                                          folder + "/openb.json", {}, options));
}

/// One arrives each second; none ends before all have come.
void write_pods(const std::vector<Pod>& pods, const std::filesystem::path& file) {
  std::string text =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time,"
      "scheduled_time\n";
  for (std::size_t i = 0; i < pods.size(); ++i)
    text += fmt::format("pod-{},{},{},{},{},{},{},10000000,{}\n", i, pods[i].milli_cores,
                        pods[i].memory_mib, pods[i].gpus, pods[i].gpu_milli, pods[i].models, i, i);
  write_text(file, text);
}

std::vector<Node> empty_nodes(const Platform& platform) {
  std::vector<Node> nodes;
  for (const NodeGroup& group : platform.groups())
    for (std::uint32_t i = 0; i < group.count; ++i)
      nodes.push_back({group.capacity.milli_cores,
                       std::vector<std::int64_t>(static_cast<std::size_t>(group.capacity.gpus),
                                                 Demand::kWholeGpu),
                       group.gpu_model});
  return nodes;
}

/// Takes what the pod has of the one node that it is on.
void put(const Pod& pod, std::span<const AllocationSpan> spans, std::vector<Node>& nodes) {
  ASSERT_EQ(spans.size(), 1U);
  Node& node = nodes[spans.front().node];
  node.milli_cores -= pod.milli_cores;
  ASSERT_GE(node.milli_cores, 0);
  for (std::size_t gpu = 0; pod.gpus > 0 && gpu < node.left.size(); ++gpu) {
    if ((spans.front().which.index() >> gpu & 1U) == 0) continue;
    node.left[gpu] -= pod.gpu_milli;
    ASSERT_GE(node.left[gpu], 0);
  }
}

/// Of the GPUs that are free, what typical pods cannot use, %.
double fragmented_share(const std::vector<Node>& nodes,
                        const std::vector<std::pair<Pod, double>>& typical) {
  double useless = 0.0;
  double free = 0.0;
  for (const Node& node : nodes) {
    free +=
        static_cast<double>(std::accumulate(node.left.begin(), node.left.end(), std::int64_t{0}));
    for (const auto& [pod, share] : typical)
      useless += share * static_cast<double>(node.useless_for(pod));
  }
  return 100.0 * useless / free;
}

using Levels = std::map<int, double>;  ///< by % of the GPUs that have arrived

/// Adds % of the GPUs that are allocated, and of the free ones that are fragmented.
void measure(const std::filesystem::path& folder, const std::vector<Pod>& list,
             const std::string& placement, std::uint32_t seed, Levels& allocated,
             Levels& fragmented) {
  const std::vector<Pod> pods = arrivals(list, seed);
  const ScratchFolder scratch;
  write_pods(pods, scratch.path() / "pods.csv");
  const CheckedScenario scenario = scenario_of(folder / "openb_node_list_gpu_node.csv.gz",
                                               scratch.path().string(), placement, seed);
  const RunInputs inputs = load_traces(scenario.spec);
  Run run(scenario, inputs);
  run.step_until(kForever, {});
  const RunResult result = run.finish();
  std::vector<Node> nodes = empty_nodes(scenario.cluster->platform());
  const auto typical = typical_of(list);
  std::int64_t arrived = 0, taken = 0;
  std::vector<int> levels{60, 80, 90, 100, 130};
  for (std::size_t i = 0; i < pods.size() && !levels.empty(); ++i) {
    arrived += pods[i].demand();
    const auto& first = result.jobs.segments(i).front();
    if (first.start < Seconds(static_cast<double>(i) + 0.5)) {
      put(pods[i], result.jobs.spans(first), nodes);
      taken += pods[i].demand();
    }
    while (!levels.empty() && arrived * 100 >= kGpuMilli * levels.front()) {
      allocated[levels.front()] += 100.0 * static_cast<double>(taken) / kGpuMilli;
      if (levels.front() <= 90) fragmented[levels.front()] += fragmented_share(nodes, typical);
      levels.erase(levels.begin());
    }
  }
}

/// The mean of the published seeds.
double published(const std::vector<Row>& rows, const std::string& list, const std::string& policy,
                 int level) {
  double sum = 0.0, seeds = 0.0;
  for (const Row& row : rows) {
    if (row.at("workload") != "openb_pod_list_" + list || row.at("sc_policy") != policy) continue;
    sum += std::stod(row.at(std::to_string(level)));
    seeds += 1.0;
  }
  return sum / seeds;
}

struct Published {
  const char* placement;
  const char* name;
};
constexpr Published kPublished[] = {{"random", "01-Random"},
                                    {"dot-product", "02-DotProd"},
                                    {"gpu-clustering", "03-GpuClustering"},
                                    {"gpu-packing", "04-GpuPacking"},
                                    {"best-fit", "05-BestFit"},
                                    {"fgd", "06-FGD"}};
using Case = std::tuple<Published, std::string>;
class OpenbPlacements : public ::testing::TestWithParam<Case> {};

// Means of ten seeds, as published.
TEST_P(OpenbPlacements, AreAsPublished) {
  const auto folder = shared_file("data/traces/alibaba_openb_2023");
  if (!folder) return;
  const auto& [policy, list] = GetParam();
  const auto pods = read_pods(*folder / ("openb_pod_list_" + list + ".csv.gz"));
  constexpr int kSeeds = 10;
  Levels allocated, fragmented;
  for (std::uint32_t seed = 42; seed < 42 + kSeeds; ++seed)
    measure(*folder, pods, policy.placement, seed, allocated, fragmented);
  const auto rates = rows_of(*folder / "fgd_expected_alloc_vs_arrived.csv.gz");
  for (const auto& [level, sum] : allocated)
    EXPECT_NEAR(sum / kSeeds, published(rates, list, policy.name, level), 1.0) << level;
  const auto shares = rows_of(*folder / "fgd_expected_frag_ratio.csv.gz");
  for (const auto& [level, sum] : fragmented)
    EXPECT_NEAR(sum / kSeeds, published(shares, list, policy.name, level), 3.0) << level;
  EXPECT_EQ(allocated.size(), 5U);
}

INSTANTIATE_TEST_SUITE_P(Lists, OpenbPlacements,
                         ::testing::Combine(::testing::ValuesIn(kPublished),
                                            ::testing::Values("default", "multigpu50", "gpushare60",
                                                              "gpuspec33", "cpu250")),
                         [](const testing::TestParamInfo<Case>& of) {
                           return std::string(std::get<0>(of.param).name + 3) + "_" +
                                  std::get<1>(of.param);
                         });

}  // namespace
}  // namespace gpuscape
