/// The rules of who may include whom. A rule that fails names the file and the include at fault.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "tests/architecture/allowed_rooms.hpp"
#include "tests/architecture/source_tree.hpp"

namespace gpuscape {
namespace {

/// The rooms that models may include: what a scenario says of them, hardware, and the interfaces.
const std::set<std::string> kForModels{"fields",
                                       "catalog",
                                       "scenario",
                                       "platform",
                                       "cost",
                                       "sharing",
                                       "workload",
                                       "scheduling",
                                       "scheduling/defragment",
                                       "scheduling/pods",
                                       "scheduling/queues",
                                       "model",
                                       "model/check",
                                       "workload/text",
                                       "model/transfers",
                                       "model/collectives",
                                       "platform/future",
                                       "platform/cluster",
                                       "scheduling/reservation"};

/// The room of `sim/` in which a path lies, "report/run"; empty for other paths.
std::string room_of(const std::string& path) {
  if (!is_below(path, "sim")) return "";
  const std::size_t end = path.rfind('/');
  return end <= 3 ? "" : path.substr(4, end - 4);
}

/// Why a file of `room` may not include one of room `target`; empty when it may.
std::string room_fault(const std::string& room, const std::string& target) {
  const auto found = rooms().find(room);
  if (found == rooms().end()) return "lies in a room without a row in this test";
  if (!rooms().contains(target)) return "is in a room without a row in this test";
  const bool common = target == "base" || target == "base/units" || target == "base/json";
  if (room == target || found->second.contains(target)) return "";
  if (common && !room.starts_with("base")) return "";
  return "is in a room that " + room + " may not use";
}

/// Why `file` may not include `target`; empty when it may.
std::string fault(const std::string& file, const std::string& target) {
  const std::string room = room_of(target);
  if (is_below(target, "sim") && !rooms().contains(room)) return "is in no known room";
  if (is_below(file, "tests")) return "";
  if (is_below(target, "tests")) return "the program includes nothing from tests/";
  if (is_below(file, "cli") || is_below(file, "gui"))
    return is_below(target, "cli") && is_below(file, "gui") ? "gui/ does not include cli/" : "";
  if (is_below(target, "cli") || is_below(target, "gui")) return "only programs include it";
  if (is_below(file, "models")) {
    const bool common = room.starts_with("base");
    return room.empty() || common || kForModels.contains(room) ? "" : "is not for models";
  }
  if (is_below(target, "models")) return "sim/ knows no model; programs hand them in";
  return is_below(file, "sim") && !room.empty() ? room_fault(room_of(file), room) : "";
}

/// Headers of a library, and the files that may include them.
struct Confined {
  const char* headers;
  const char* files;
};
constexpr Confined kSimGrid{"^(simgrid|xbt|smpi|surf)/",
                            "^(sim/engine/simgrid_[a-z_]+\\.(hpp|cpp)|tests/.*)$"};
constexpr const char* kOfTheGui = "^(imgui|GLFW/|backends/imgui)";
constexpr std::array<Confined, 9> kConfined{{
    kSimGrid,
    {"^nlohmann/", "^(sim/base/json/.*|tests/.*)$"},
    {kOfTheGui, "^gui/(?!view/).*$"},
    {"^infiniband/", "^(validation/bench/rdma|tests/support/fake_verbs)/.*$"},
    {"^sqlite3\\.h$", "^sim/report/runs/runs_database\\.cpp$"},
    {"^liburing", "^validation/bench/storage/uring_queue\\.cpp$"},
    {"^benchmark/", "^(validation/bench/core|tests/bench)/.*$"},
    {"^hwloc", "^sim/topology/import/hwloc_[a-z_]+\\.(hpp|cpp)$"},
    {"^(Eigen/|eigen3/)", "^(sim/calibration|tests)/.*$"},
}};

constexpr const char* kBenchHeader =
    "^(core|text|host|local|storage|cuda|rdma|pair|composite)/[a-z0-9_/]+\\.hpp$";

/// The bench and its tests, which have its folder as a second root.
bool is_of_bench(const std::string& file) {
  return is_below(file, "validation/bench") || file.starts_with("tests/unit/bench") ||
         is_below(file, "tests/vm") || is_below(file, "tests/support/fake_cuda") ||
         is_below(file, "tests/support/fake_verbs") || file == "tests/fuzz/pair_message_fuzz.cpp";
}

bool matches(const std::string& text, const char* pattern) {
  return std::regex_search(text, std::regex(pattern));
}

TEST(Layers, AFileIncludesOnlyWhatItsRoomMayUse) {
  for (const auto& [file, target, quoted] : inclusions()) {
    EXPECT_EQ(fault(file, target), "") << file << " includes " << target;
  }
}

TEST(Layers, TheRuleItselfTellsAllowedFromForbidden) {
  EXPECT_EQ(fault("sim/run/a.cpp", "sim/engine/b.hpp"), "");
  EXPECT_EQ(fault("sim/run/a.cpp", "sim/run/b.hpp"), "");
  EXPECT_EQ(fault("sim/run/a.cpp", "sim/base/json/b.hpp"), "");
  EXPECT_NE(fault("sim/run/a.cpp", "sim/study/b.hpp"), "");
  EXPECT_NE(fault("sim/base/a.cpp", "sim/base/json/b.hpp"), "");
  EXPECT_EQ(fault("models/node/a.cpp", "sim/model/b.hpp"), "");
  EXPECT_NE(fault("models/node/a.cpp", "sim/engine/b.hpp"), "");
  EXPECT_NE(fault("sim/base/a.cpp", "sim/elsewhere/b.hpp"), "");
  EXPECT_EQ(fault("gui/a.cpp", "sim/report/run/b.hpp"), "");
  EXPECT_NE(fault("gui/a.cpp", "cli/b.hpp"), "");
  EXPECT_NE(fault("sim/run/a.cpp", "cli/b.hpp"), "");
}

/// The room of a program in which a path lies: below cli/commands/ and gui/view/ all is one.
std::string program_room(const std::string& path) {
  for (const char* whole : {"cli/commands", "gui/view"})
    if (is_below(path, whole)) return whole;
  return path.substr(0, path.rfind('/'));
}

TEST(Layers, RoomsOfTheProgramsIncludeOnlyWhatTheirRowsAllow) {
  std::set<std::pair<std::string, std::string>> used;
  for (const auto& [file, target, quoted] : inclusions()) {
    const bool of_a_program = is_below(file, "cli") || is_below(file, "gui");
    if (!of_a_program || !(is_below(target, "cli") || is_below(target, "gui"))) continue;
    const std::string room = program_room(file);
    const std::string other = program_room(target);
    ASSERT_TRUE(program_rooms().contains(room)) << file << " lies in a room without a row";
    if (room == other) continue;
    used.emplace(room, other);
    EXPECT_TRUE(program_rooms().at(room).contains(other)) << file << " includes " << target;
  }
  for (const auto& [room, others] : program_rooms())
    for (const std::string& other : others)
      EXPECT_TRUE(used.contains({room, other})) << room << " does not use " << other;
}

TEST(Layers, TheWindowComputesNothing) {
  int found = 0;
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!is_below(file, "gui")) continue;
    found += is_below(target, "sim") ? 1 : 0;
    EXPECT_FALSE(rooms_that_compute().contains(room_of(target))) << file << " includes " << target;
  }
  EXPECT_GT(found, 40);
  for (const std::string& room : rooms_that_compute())
    EXPECT_TRUE(rooms().contains(room)) << room << " is not a room of sim/";
}

// The rows have an order in which each uses only rows before it: no two rooms need each other.
TEST(Layers, NoRoomMayUseItselfThroughOthers) {
  std::set<std::string> placed;
  for (std::size_t before = 1; before != placed.size();) {
    before = placed.size();
    for (const auto& [room, uses] : rooms()) {
      if (std::ranges::all_of(uses, [&](const std::string& used) { return placed.contains(used); }))
        placed.insert(room);
    }
    if (placed.size() == before) break;
  }
  EXPECT_EQ(placed.size(), rooms().size());
}

// A permission that no include needs hides what the rooms are.
TEST(Layers, EveryPermissionIsUsed) {
  std::set<std::pair<std::string, std::string>> used;
  for (const auto& [file, target, quoted] : inclusions())
    if (is_below(file, "sim")) used.emplace(room_of(file), room_of(target));
  for (const auto& [room, uses] : rooms())
    for (const std::string& other : uses)
      EXPECT_TRUE(used.contains({room, other})) << room << " does not use " << other;
}

TEST(Layers, ARoomHasAtMost34Files) {
  std::map<std::string, int> files;
  for (const SourceFile& file : cpp_files()) ++files[file.path.substr(0, file.path.rfind('/'))];
  ASSERT_GT(files.size(), 95U);
  for (const auto& [room, count] : files) EXPECT_LE(count, 34) << room;
}

TEST(Layers, LibrariesAppearOnlyWhereTheyBelong) {
  std::set<const char*> seen;
  for (const auto& [file, target, quoted] : inclusions()) {
    for (const Confined& rule : kConfined) {
      if (!matches(target, rule.headers)) continue;
      seen.insert(rule.headers);
      EXPECT_TRUE(matches(file, rule.files)) << file << " includes " << target;
    }
  }
  for (const Confined& rule : kConfined) EXPECT_TRUE(seen.contains(rule.headers)) << rule.headers;
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
  EXPECT_GE(tainted.size(), 3U);
  EXPECT_TRUE(tainted.contains("sim/engine/simgrid_versions.hpp"));
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!tainted.contains(target)) continue;
    EXPECT_TRUE(matches(file, kSimGrid.files)) << file << " includes " << target;
  }
}

// Libraries of ours run without SimGrid: only a program chooses the loop.
TEST(Layers, OnlyProgramsIncludeTheSimGridHost) {
  int found = 0;
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!matches(target, "^sim/engine/simgrid_")) continue;
    ++found;
    EXPECT_TRUE(matches(file, "^(sim/engine/simgrid_|cli/|tests/)"))
        << file << " includes " << target;
  }
  EXPECT_GE(found, 14);
}

TEST(Layers, IncludesOfOurFilesStartAtTheRoot) {
  int found = 0;
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!quoted || target == "test_paths.hpp") continue;  // generated, so it has no folder
    if (is_of_bench(file)) continue;
    ++found;
    EXPECT_TRUE(matches(target, "^(sim|models|cli|gui|tests)/[a-z0-9_/]+\\.hpp$"))
        << file << " includes " << target;
  }
  EXPECT_GT(found, 2400);
}

// gpuscape-bench builds alone: its own folder is its root, and nothing else of ours is there.
TEST(Layers, TheBenchIncludesNothingOfTheRest) {
  int found = 0;
  for (const auto& [file, target, quoted] : inclusions()) {
    if (!is_below(file, "validation/bench")) continue;
    ++found;
    EXPECT_TRUE(!quoted || matches(target, kBenchHeader)) << file << " includes " << target;
    EXPECT_FALSE(matches(target, "^(sim|models|cli|tests|fmt|nlohmann|CLI|simgrid|boost)/"))
        << file << " includes " << target;
  }
  EXPECT_GT(found, 620);
}

}  // namespace
}  // namespace gpuscape
