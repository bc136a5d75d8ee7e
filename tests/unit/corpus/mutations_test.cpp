/// Mutants of the shipped scenarios and catalogues: `check` and `catalog` accept each, or name a
/// fault with file, line and column. GPUSCAPE_MUTANTS asks for more of them than a build runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <regex>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "test_paths.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/corpus/mutate.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

std::uint64_t mutants(std::uint64_t few) {
  const char* asked = std::getenv("GPUSCAPE_MUTANTS");
  return asked == nullptr ? few : std::strtoull(asked, nullptr, 10);
}

std::vector<fs::path> json_files(const std::string& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(GPUSCAPE_SOURCE_DIR) / folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

struct Ended {
  int code;
  std::string errors;
};

Ended run_program(const std::vector<std::string>& words) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = program(words, out, err);
  return {code, err.str()};
}

bool has_place(const std::string& errors) {
  static const std::regex place("^[^:\n]+:[0-9]+:[0-9]+: error: ");
  return std::regex_search(
      errors.begin(),
      errors.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(errors.size(), 500)),
      place);
}

/// What a mutant did that it may not; empty where it did nothing of the kind.
std::string misdeed(const Ended& ended) {
  if (ended.code == 0) return "";
  if (ended.code != 2) return "exit code " + std::to_string(ended.code);
  return has_place(ended.errors) ? "" : "a fault without file, line and column";
}

/// Counts mutants and keeps what some of them did that they may not.
class Verdict {
 public:
  void add(const Ended& ended, std::uint64_t number, const fs::path& seed,
           const std::string& mutant) {
    constexpr std::size_t kMostShown = 10;
    ++count_;
    passed_ += ended.code == 0 ? 1 : 0;
    const std::string what = misdeed(ended);
    if (what.empty() || ++bad_ > kMostShown) return;
    ADD_FAILURE() << "mutant " << number << " of " << seed.filename() << ": " << what << "\n"
                  << ended.errors.substr(0, 1000) << "\n"
                  << mutant.substr(0, 4000);
  }
  void print() const {
    std::cout << count_ << " mutants: " << passed_ << " accepted, " << count_ - passed_ - bad_
              << " refused with a place, " << bad_ << " otherwise\n";
  }
  [[nodiscard]] std::uint64_t passed() const { return passed_; }

 private:
  std::uint64_t count_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t bad_ = 0;
};

TEST(Mutants, OfScenariosPassOrHaveAFaultWithItsPlace) {
  const ScratchFolder scratch;
  fs::copy(fs::path(GPUSCAPE_SOURCE_DIR) / "scenarios", scratch.path());
  const std::vector<fs::path> seeds = json_files("scenarios");
  const fs::path file = scratch.path() / "mutant.json";
  Verdict verdict;
  for (std::uint64_t number = 0; number < mutants(200); ++number) {
    const fs::path& seed = seeds[number % seeds.size()];
    const std::string mutant = mutated_json(read_text(seed), number);
    write_text(file, mutant);
    verdict.add(run_program({"check", file}), number, seed, mutant);
  }
  verdict.print();
  EXPECT_GT(verdict.passed(), 0U) << "some are read as far as the end";
}

TEST(Mutants, OfCataloguesPassOrHaveAFaultWithItsPlace) {
  const ScratchFolder scratch;
  const std::vector<fs::path> seeds = json_files("models/catalog");
  Verdict verdict;
  for (std::uint64_t number = 0; number < mutants(1000) / 10; ++number) {
    const fs::path& seed = seeds[number % seeds.size()];
    write_text(scratch.path() / "parts.json", mutated_json(read_text(seed), number));
    verdict.add(run_program({"catalog", "--catalog", scratch.path()}), number, seed, "");
  }
  verdict.print();
  EXPECT_GT(verdict.passed(), 0U) << "some are read as far as the end";
}

}  // namespace
}  // namespace gpuscape
