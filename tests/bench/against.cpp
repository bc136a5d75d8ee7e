#include "tests/bench/against.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "sim/base/child_process.hpp"

namespace gpuscape::bench {
namespace {

/// A change may cost 2 %.
constexpr double kLeastRatio = 0.98;
/// A side is looked at only so often, since every look at noise is a chance to take it for a
/// change: the intervals of all three hold the median with 95 % together. Seven pairs are the
/// fewest whose whole range is such an interval.
constexpr std::array kLooks{7, 11, 15};
constexpr double kMissed = 0.05 / kLooks.size();

enum class Verdict { slower, equal, faster, undecided };

constexpr const char* text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::slower:
      return "SLOWER";
    case Verdict::equal:
      return "equal";
    case Verdict::faster:
      return "faster";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// How many of each end may go so that what is left misses the median with kMissed at most: it lies
/// below the k-th of n values where fewer than k of n coins fall its way.
std::size_t dropped_at_each_end(std::size_t n) {
  double ways = 1.0;  // n over k
  double below = 1.0;
  double all = 1.0;
  for (std::size_t i = 0; i < n; ++i) all *= 2.0;
  std::size_t k = 0;
  while (2.0 * (below + ways * static_cast<double>(n - k) / static_cast<double>(k + 1)) <=
         kMissed * all) {
    ways *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    below += ways;
    ++k;
  }
  return k;
}

Interval interval_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t dropped = dropped_at_each_end(values.size());
  return {values[dropped], values[values.size() - 1 - dropped]};
}

Verdict verdict_of(const Interval& interval) {
  if (interval.high < kLeastRatio) return Verdict::slower;
  if (interval.low > 1.0 / kLeastRatio) return Verdict::faster;
  const bool within = interval.low >= kLeastRatio && interval.high <= 1.0 / kLeastRatio;
  return within ? Verdict::equal : Verdict::undecided;
}

struct Time {
  double a_unit =
      std::numeric_limits<double>::infinity();  ///< s; units may be other ones than ours
  double seconds = 0.0;
  [[nodiscard]] bool operator<(const Time& other) const { return a_unit < other.a_unit; }
};

/// As the program's last line says. Throws std::runtime_error that names what the program lacks.
Time time_of(const std::string& program, const std::string& side) {
  ChildProcess child({.words = {program, "--side", side}});
  std::array<char, 512> line{};
  double units = 0.0;
  double seconds = 0.0;
  bool told = false;
  while (std::fgets(line.data(), static_cast<int>(line.size()), child.output()) != nullptr)
    told = std::sscanf(line.data(), "%lf units in %lf s", &units, &seconds) == 2;
  const int status = child.wait();
  if (status == kNoSide) throw std::runtime_error("has no such side");
  if (status != 0) throw std::runtime_error(fmt::format("ends with {}", status));
  if (!told || !(seconds > 0.0)) throw std::runtime_error("says no time");
  return {seconds / units, seconds};
}

struct Programs {
  std::string ours = "/proc/self/exe";  // of this build even where the file is written anew
  std::string other;
};

/// One side's pairs.
class Pairs {
  struct Least {
    Time ours;
    Time other;
  };

 public:
  Pairs(const Programs& programs, std::string side) : programs_(programs), side_(std::move(side)) {}

  /// Rounds until the interval decides, or there were enough.
  void run() {
    for (const int look : kLooks) {
      while (ratios_.size() < static_cast<std::size_t>(look)) run_round();
      if (verdict() != Verdict::undecided) return;
    }
  }
  [[nodiscard]] Verdict verdict() const { return verdict_of(interval_of(ratios_)); }

  void print() const {
    const Interval interval = interval_of(ratios_);
    fmt::print("| {:<32} | {:>11.4g} | {:>11.4g} | {:>7.3f} | {:.3f} to {:.3f} | {:>6} | {} |\n",
               side_, 1.0 / median(old_), 1.0 / median(new_), median(ratios_), interval.low,
               interval.high, ratios_.size(), text_of(verdict()));
  }

 private:
  /// Which comes first changes from run to run, so that a slow drift takes from both. Of short runs
  /// each program has several, of which the least counts: what comes between only ever adds.
  void run_round() {
    Least least;
    for (int run = 0; run < runs_; ++run) {
      const bool old_first = (static_cast<int>(ratios_.size()) + run) % 2 == 0;
      if (old_first) run_other(least);
      least.ours = std::min(least.ours, of("this program", programs_.ours));
      if (!old_first) run_other(least);
    }
    old_.push_back(least.other.a_unit);
    new_.push_back(least.ours.a_unit);
    ratios_.push_back(old_.back() / new_.back());
    constexpr double kEnough = 0.5;  // s
    constexpr double kMostRuns = 5.0;
    runs_ = static_cast<int>(std::clamp(kEnough / least.ours.seconds, 1.0, kMostRuns));
  }
  void run_other(Least& least) const {
    least.other = std::min(least.other, of("the other program", programs_.other));
  }
  [[nodiscard]] Time of(const char* which, const std::string& program) const {
    try {
      return time_of(program, side_);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{} {}", which, error.what()));
    }
  }

  const Programs& programs_;
  std::string side_;
  int runs_ = 1;             // of each program in a round
  std::vector<double> old_;  // seconds a unit
  std::vector<double> new_;
  std::vector<double> ratios_;
};

/// Each name once, in the order of the rows.
std::vector<std::string> our_sides(const std::vector<Row>& rows) {
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const Row& row : rows) {
    for (const Side* side : {&row.ours, &row.reference})
      if (!side->foreign && known.insert(side->name).second) names.push_back(side->name);
  }
  return names;
}

const Side* find_side(const std::vector<Row>& rows, const std::string& name) {
  for (const Row& row : rows) {
    for (const Side* side : {&row.ours, &row.reference})
      if (side->name == name) return side;
  }
  return nullptr;
}

}  // namespace

int compare_with(const std::string& other, const std::vector<Row>& rows) {
  const Programs programs{.other = other};
  fmt::print("| {:<32} | {:>11} | {:>11} | old/new | {:<14} | rounds | |\n", "side", "old, 1/s",
             "new, 1/s", "95 % interval");
  fmt::print("|---|---|---|---|---|---|---|\n");
  bool slower = false;
  bool failed = false;
  for (const std::string& side : our_sides(rows)) {
    Pairs pairs(programs, side);
    try {
      pairs.run();
      pairs.print();
      slower = slower || pairs.verdict() == Verdict::slower;
    } catch (const std::runtime_error& error) {
      fmt::print(stderr, "{}: {}\n", side, error.what());
      failed = true;
    }
    std::fflush(stdout);
  }
  if (failed) return 2;
  return slower ? 1 : 0;
}

bool has_side(const std::vector<Row>& rows, const std::string& name) {
  return find_side(rows, name) != nullptr;
}

int run_side(const std::string& name, const std::vector<Row>& rows) {
  const Side* side = find_side(rows, name);
  if (side == nullptr) {
    fmt::print(stderr, "no side is named {}\n", name);
    return kNoSide;
  }
  const double seconds = side->seconds();
  fmt::print("{} units in {:.9f} s\n", side->units, seconds);
  return 0;
}

}  // namespace gpuscape::bench
