#pragma once
/// One job on many servers that fail, are repaired and are replaced, as a bare loop: no events, no
/// policies, no allocation. What a simulator that knows more has to agree with where both apply.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace gpuscape::test {

/// Hours; rates per hour. Servers fail while the job works, and only then.
struct BareCase {
  std::size_t servers = 4096;  ///< that the job works on
  std::size_t standbys = 16;
  std::size_t free = 48;  ///< in service beyond those
  std::size_t spares = 200;
  double work = 256.0 * 24.0;
  double rate = 0.01 / 24.0;
  double bad_share = 0.15;
  double bad_factor = 5.0;
  double recovery = 20.0 / 60.0;
  double selection = 3.0 / 60.0;
  double bringing = 20.0 / 60.0;
  double automatic = 2.0;  ///< mean
  double manual = 48.0;    ///< mean
  double goes_on = 0.8;    ///< of the automatic repairs
  bool of_failed = false;  ///< of those of them that failed
  double automatic_fails = 0.4;
  double manual_fails = 0.2;
  double interval = 0.0;  ///< of work between checkpoints; 0: all the time, at no cost
  double write = 0.0;     ///< of a checkpoint
};

struct BareOutcome {
  double hours = 0.0;
  double redone = 0.0;
  double saving = 0.0;
  std::int64_t failures = 0;
  std::int64_t selections = 0;
  std::int64_t called = 0;  ///< spares
  bool stuck = false;       ///< there was no server left: not what this loop is for
};

class BareLoop {
 public:
  BareLoop(const BareCase& of, std::uint64_t seed) : of_(of), random_(seed) {
    for (std::size_t i = 0; i < of.servers; ++i) join(working_, draw() < of.bad_share);
    for (std::size_t i = 0; i < of.standbys; ++i) standbys_.push_back(draw() < of.bad_share);
    for (std::size_t i = 0; i < of.free; ++i) free_.push_back(draw() < of.bad_share);
    for (std::size_t i = 0; i < of.spares; ++i) spares_.push_back(draw() < of.bad_share);
  }

  BareOutcome run() {
    double left = of_.work;
    BareOutcome& out = outcome_;
    while (true) {
      const double good = static_cast<double>(working_.good);
      const double bad = static_cast<double>(working_.bad) * of_.bad_factor;
      const double until = exponential(1.0 / ((good + bad) * of_.rate));
      if (!work(until, left)) return out;
      ++out.failures;
      const bool fails_bad = draw() * (good + bad) < bad;
      --(fails_bad ? working_.bad : working_.good);
      come_back();
      const double pause = replace();
      if (out.stuck) return out;
      repair(fails_bad);
      out.hours += of_.recovery + pause;
    }
  }

 private:
  struct Servers {
    std::int64_t good = 0;
    std::int64_t bad = 0;
  };
  using InRepair = std::pair<double, bool>;

  static void join(Servers& servers, bool bad) { ++(bad ? servers.bad : servers.good); }
  double draw() { return std::uniform_real_distribution<double>()(random_); }
  double exponential(double mean) {
    return mean * std::exponential_distribution<double>()(random_);
  }

  /// False when the work ends before that time is over.
  bool work(double until, double& left) {
    if (!(of_.interval > 0.0)) {
      outcome_.hours += std::min(until, left);
      left -= until;
      return left > 0.0;
    }
    // A checkpoint after each interval but the last, with which the work ends.
    const double cycle = of_.interval + of_.write;
    const double last = std::ceil(left / of_.interval) - 1.0;
    if (until >= left + last * of_.write) {
      outcome_.hours += left + last * of_.write;
      outcome_.saving += last * of_.write;
      return false;
    }
    const double saved = std::floor(until / cycle);
    const double beyond = until - saved * cycle;
    const double worked = std::min(beyond, of_.interval);
    outcome_.hours += until;
    outcome_.redone += worked;
    outcome_.saving += until - saved * of_.interval - worked;
    left -= saved * of_.interval;
    return true;
  }

  void come_back() {
    for (; !repairs_.empty() && repairs_.top().first <= outcome_.hours; repairs_.pop())
      standbys_.push_back(repairs_.top().second);
  }

  /// Returns how long that takes beside the recovery.
  double replace() {
    double pause = 0.0;
    std::vector<bool>* from = &standbys_;
    if (from->empty()) {
      ++outcome_.selections;
      pause = of_.selection;
      from = &free_;
    }
    if (from->empty()) {
      ++outcome_.called;
      pause += of_.bringing;
      from = &spares_;
    }
    outcome_.stuck = from->empty();
    if (outcome_.stuck) return 0.0;
    join(working_, from->back());
    from->pop_back();
    return pause;
  }

  void repair(bool bad) {
    double time = exponential(of_.automatic);
    const bool failed = draw() < of_.automatic_fails;
    const bool on = (failed || !of_.of_failed) && draw() < of_.goes_on;
    if (on) time += exponential(of_.manual);
    const bool stays_bad = on ? draw() < of_.manual_fails : failed;
    repairs_.emplace(outcome_.hours + time, bad && stays_bad);
  }

  BareCase of_;
  std::mt19937_64 random_;
  Servers working_;
  std::vector<bool> standbys_, free_, spares_;  // whether they are bad; the last is the next
  std::priority_queue<InRepair, std::vector<InRepair>, std::greater<>> repairs_;
  BareOutcome outcome_;
};

}  // namespace gpuscape::test
