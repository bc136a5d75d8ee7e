/// A measure is proven where a file that the project keeps shows its path on a real GPU, and only
/// there.

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "test_paths.hpp"
#include "tests/unit/bench_cuda/fake_gpus.hpp"

namespace gpuscape::bench {
namespace {

using nlohmann::json;

/// What a measure does, whatever its size and on whichever GPU.
std::string kind_of(const std::string& operation, const std::string& path,
                    const std::string& direction, const std::string& memory) {
  const std::regex number("gpu[0-9]+");
  return operation + "/" + std::regex_replace(path, number, "gpu") + "/" + direction + "/" + memory;
}

std::string kind_of(const Facts& facts) {
  return kind_of(facts.operation, facts.path, facts.direction, facts.memory);
}

/// Of every row of CUDA that was measured.
std::set<std::string> kept_kinds() {
  std::set<std::string> kinds;
  for (const char* name :
       {"nvidia-h200/quick.json", "nvidia-h200/cuda.json", "nvidia-h100/quick.json"}) {
    std::ifstream file(std::string(GPUSCAPE_SOURCE_DIR) + "/validation/measured/" + name);
    const json kept = json::parse(file);
    for (const json& row : kept.at("benchmarks"))
      if (row.at("family") == "cuda" && !row.value("error_occurred", false))
        kinds.insert(kind_of(row.at("operation"), row.at("path"), row.value("direction", ""),
                             row.value("memory", "")));
  }
  return kinds;
}

TEST(CudaProven, IsEveryMeasureWhosePathAKeptFileShowsAndNoOther) {
  const FakeGpus fake("devices=2,memory=4096");
  const std::set<std::string> kept = kept_kinds();
  for (const bool short_run : {true, false}) {
    Options options = short_run ? quick() : Options{};
    options.program = GPUSCAPE_BENCH_PROGRAM;
    for (const Measure& measure : offer_cuda(options).measures)
      EXPECT_EQ(measure.proven, kept.contains(kind_of(measure.facts))) << measure.facts.name();
  }
}

TEST(CudaProven, IsNoCopyBetweenGpus) {
  const FakeGpus fake("devices=2");
  for (const Measure& measure : offer_cuda(quick()).measures)
    EXPECT_EQ(measure.proven, measure.facts.direction != "peer-to-peer") << measure.facts.name();
}

// One GPU: 2 ways of 2 kinds of memory, and within it; 3 bandwidths; triad; 8 calls; the stream of
// them; 4 vector rates; 5 products; alone, two streams, two processes.
TEST(CudaProven, AKeptFileShowsEveryPathOfOneGpu) { EXPECT_EQ(kept_kinds().size(), 30U); }

}  // namespace
}  // namespace gpuscape::bench
