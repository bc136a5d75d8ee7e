/// The rules of who may include whom. A rule that fails names the file and the include at fault.

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

/// Lowest first: an include points to its own layer or to one before it.
constexpr std::array<std::string_view, 11> kLayers{"base",  "scenario",    "workload", "platform",
                                                   "model", "calibration", "engine",   "run",
                                                   "study", "session",     "report"};
constexpr std::size_t kModelLayer = 4;

/// The rank of the layer a path of `sim/` belongs to; none for other paths.
std::optional<std::size_t> layer_of(const std::string& path) {
  for (std::size_t rank = 0; rank < kLayers.size(); ++rank) {
    if (is_below(path, "sim/" + std::string(kLayers[rank]))) return rank;
  }
  return std::nullopt;
}

/// Why `file` may not include `target`; empty when it may.
std::string fault(const std::string& file, const std::string& target) {
  const auto to = layer_of(target);
  if (is_below(target, "sim") && !to) return "is in no known layer";
  if (is_below(file, "tests")) return "";
  if (is_below(target, "tests")) return "the program includes nothing from tests/";
  if (is_below(file, "cli")) return "";
  if (is_below(target, "cli")) return "only programs include cli/";
  if (is_below(file, "models")) return to && *to > kModelLayer ? "is above sim/model" : "";
  if (is_below(target, "models")) return "sim/ knows no model; programs hand them in";
  return to && *to > layer_of(file).value_or(0) ? "points to a higher layer" : "";
}

/// Headers of a library, and the files that may include them.
struct Confined {
  const char* headers;
  const char* files;
};
constexpr Confined kSimGrid{"^(simgrid|xbt|smpi|surf)/",
                            "^(sim/engine/simgrid_[a-z_]+\\.(hpp|cpp)|tests/.*)$"};
constexpr std::array<Confined, 8> kConfined{{
    kSimGrid,
    {"^nlohmann/", "^(sim/base/json[a-z_]*\\.(hpp|cpp)|tests/.*)$"},
    {"^(imgui|GLFW/|backends/imgui)", "^gui/.*$"},
    {"^infiniband/", "^(validation/bench/rdma|tests/support/fake_verbs)/.*$"},
    {"^liburing", "^validation/bench/storage/uring_queue\\.cpp$"},
    {"^benchmark/", "^(validation/bench/core|tests/bench)/.*$"},
    {"^hwloc", "^sim/study/hwloc_[a-z_]+\\.cpp$"},
    {"^(Eigen/|eigen3/)", "^(sim/calibration|sim/study|tests)/.*$"},
}};

constexpr const char* kBenchHeader =
    "^(core|host|local|storage|cuda|rdma|pair|composite)/[a-z0-9_/]+\\.hpp$";

/// The bench and its tests, which have its folder as a second root.
bool is_of_bench(const std::string& file) {
  return is_below(file, "validation/bench") || file.starts_with("tests/unit/bench") ||
         is_below(file, "tests/vm") || is_below(file, "tests/support/fake_cuda") ||
         is_below(file, "tests/support/fake_verbs") || file == "tests/fuzz/pair_message_fuzz.cpp";
}

bool matches(const std::string& text, const char* pattern) {
  return std::regex_search(text, std::regex(pattern));
}

TEST(Layers, IncludesPointToTheSameOrALowerLayer) {
  for (const auto& [file, target, quoted] : inclusions()) {
    EXPECT_EQ(fault(file, target), "") << file << " includes " << target;
  }
}

TEST(Layers, TheRuleItselfTellsUpFromDown) {
  EXPECT_EQ(fault("sim/run/a.cpp", "sim/engine/b.hpp"), "");
  EXPECT_EQ(fault("sim/run/a.cpp", "sim/run/b.hpp"), "");
  EXPECT_NE(fault("sim/run/a.cpp", "sim/study/b.hpp"), "");
  EXPECT_EQ(fault("models/node/a.cpp", "sim/model/b.hpp"), "");
  EXPECT_NE(fault("models/node/a.cpp", "sim/engine/b.hpp"), "");
  EXPECT_NE(fault("sim/base/a.cpp", "sim/elsewhere/b.hpp"), "");
}

TEST(Layers, LibrariesAppearOnlyWhereTheyBelong) {
  for (const auto& [file, target, quoted] : inclusions()) {
    for (const Confined& rule : kConfined) {
      if (!matches(target, rule.headers)) continue;
      EXPECT_TRUE(matches(file, rule.files)) << file << " includes " << target;
    }
  }
}

// Two versions are built with, Debian 12's and Debian 13's: only this header asks for the version.
TEST(Layers, WhatDiffersBetweenVersionsOfSimGridLivesInOneFile) {
  std::set<std::string> asking;
  for (const auto& [file, target, quoted] : inclusions()) {
    if (target == "simgrid/version.h") asking.insert(file);
  }
  EXPECT_EQ(asking, std::set<std::string>{"sim/engine/simgrid_versions.hpp"});
  for (const SourceFile& file : cpp_files()) {
    for (const std::string& line : file.lines) {
      const bool asks = matches(line, "^ *#.*SIMGRID_VERSION|create_(star|full|fatTree)_zone");
      EXPECT_TRUE(!asks || asking.contains(file.path)) << file.path << ": " << line;
    }
  }
}

// A header that pulls SimGrid in spreads it to whoever includes that header.
TEST(Layers, HeadersThatIncludeSimGridStayAmongTheSimGridFiles) {
  std::set<std::string> tainted;
  for (const auto& [file, target, quoted] : inclusions()) {
    if (is_below(file, "sim") && matches(target, kSimGrid.headers)) tainted.insert(file);
  }
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!tainted.contains(target)) continue;
    EXPECT_TRUE(matches(file, kSimGrid.files)) << file << " includes " << target;
  }
}

// Libraries of ours run without SimGrid: only a program chooses the loop.
TEST(Layers, OnlyProgramsIncludeTheSimGridHost) {
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!matches(target, "^sim/engine/simgrid_")) continue;
    EXPECT_TRUE(matches(file, "^(sim/engine/simgrid_|cli/|tests/)"))
        << file << " includes " << target;
  }
}

TEST(Layers, IncludesOfOurFilesStartAtTheRoot) {
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!quoted || target == "test_paths.hpp") continue;  // generated, so it has no folder
    if (is_of_bench(file)) continue;
    EXPECT_TRUE(matches(target, "^(sim|models|cli|tests)/[a-z0-9_/]+\\.hpp$"))
        << file << " includes " << target;
  }
}

// gpuscape-bench builds alone: its own folder is its root, and nothing else of ours is there.
TEST(Layers, TheBenchIncludesNothingOfTheRest) {
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!is_below(file, "validation/bench")) continue;
    EXPECT_TRUE(!quoted || matches(target, kBenchHeader)) << file << " includes " << target;
    EXPECT_FALSE(matches(target, "^(sim|models|cli|tests|fmt|nlohmann|CLI|simgrid|boost)/"))
        << file << " includes " << target;
  }
}

}  // namespace
}  // namespace gpuscape
