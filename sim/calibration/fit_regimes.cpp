/// Every way to cut the sizes into up to four runs of at least three is tried; the first and the
/// last run may have two where repetitions tell their noise, so that the largest sizes can have a
/// rate of their own. A cut lies where the
/// lines beside it cross (a bend), or, where the later one lies above throughout, at the last size
/// of the earlier one (a jump: another protocol). Ways whose law would fall with size are left out.
/// BIC = n ln(max(1, loss/n)) + (3 regimes − 1) ln n, loss the sum of Huber's squares of relative
/// residuals in units of the noise that the repetitions show: below it there is nothing to gain.

#include "sim/calibration/fit_regimes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "sim/calibration/least_squares.hpp"

namespace gpuscape {

namespace {

constexpr double kLeastNoise = 0.005;
constexpr std::size_t kMostCuts = 40;  ///< candidates; of more sizes, evenly spread ones

double noise_of(const std::vector<FitPoint>& points) {
  std::vector<double> spreads;
  for (const FitPoint& point : points) {
    std::vector<double> off;
    off.reserve(point.seconds.size());
    for (const double seconds : point.seconds) off.push_back(std::abs(seconds - point.median));
    const double count = static_cast<double>(point.seconds.size());
    spreads.push_back(1.4826 * median_of(off) / point.median * 1.25 / std::sqrt(count));
  }
  return std::max(kLeastNoise, median_of(spreads));
}

class Chooser {
 public:
  Chooser(const std::vector<FitPoint>& points, int most)
      : points_(points), most_(static_cast<std::size_t>(most)), noise_(noise_of(points)) {
    for (const FitPoint& point : points) times_.push_back(point.median);
    const std::size_t sizes = points.size();
    const std::size_t step = std::max<std::size_t>(1, (sizes + kMostCuts - 1) / kMostCuts);
    const bool repeated =
        std::ranges::all_of(points, [](const FitPoint& p) { return p.seconds.size() >= 3; });
    end_run_ = repeated ? 2 : kLeastPoints;
    for (std::size_t at = end_run_; at + end_run_ <= sizes; at += step) cuts_.push_back(at);
  }

  std::vector<LawSegment> choose() {
    extend({}, 0, 0);
    return best_;
  }

 private:
  const LawLine& line(std::size_t begin, std::size_t end) {
    const auto [known, fresh] = lines_.try_emplace({begin, end});
    if (fresh) known->second = fit_line(points_, times_, begin, end);
    return known->second;
  }

  /// Tries the rest of the points as one run, then every next cut.
  void extend(const std::vector<LawSegment>& cut, std::size_t begin, std::size_t next_cut) {
    std::vector<LawSegment> whole = cut;
    whole.push_back({.begin = begin, .end = points_.size(), .line = line(begin, points_.size())});
    judge(std::move(whole));
    if (cut.size() + 1 >= most_) return;
    for (std::size_t i = next_cut; i < cuts_.size(); ++i) {
      const std::size_t at = cuts_[i];
      if (at < begin + (begin == 0 ? end_run_ : kLeastPoints)) continue;
      std::vector<LawSegment> more = cut;
      more.push_back({.begin = begin, .end = at, .line = line(begin, at)});
      extend(more, at, i + 1);
    }
  }

  void judge(std::vector<LawSegment> segments) {
    for (std::size_t i = 0; i + 1 < segments.size(); ++i)
      if (!join(segments[i], segments[i + 1], i == 0 ? 0.0 : segments[i - 1].up_to)) return;
    const double n = static_cast<double>(points_.size());
    const double parameters = 3.0 * static_cast<double>(segments.size()) - 1.0;
    const double score = n * std::log(std::max(1.0, loss(segments) / n)) + parameters * std::log(n);
    if (!best_.empty() && score >= score_ - 1e-9) return;
    score_ = score;
    best_ = std::move(segments);
  }

  /// Sets where the first ends; false where no end makes a law that never falls.
  bool join(LawSegment& first, const LawSegment& second, double after) const {
    const double last = points_[first.end - 1].size;
    const double rise = second.line.at(last) - first.line.at(last);
    const double bend = first.line.per_byte - second.line.per_byte;
    const double crossing = bend == 0.0 ? -1.0 : (second.line.latency - first.line.latency) / bend;
    const double next = points_[second.begin].size;
    if (crossing >= last && crossing <= next) {
      first.up_to = crossing;
      return crossing > after;
    }
    if (rise >= 0.0 && second.line.at(next) >= first.line.at(next)) {
      first.up_to = last;
      return last > after;
    }
    // Beside the gap: some point is then judged by its neighbour's line.
    first.up_to = crossing;
    return crossing > std::max(after, points_[first.begin].size) &&
           crossing < points_[second.end - 1].size;
  }

  [[nodiscard]] double loss(const std::vector<LawSegment>& segments) const {
    constexpr double kHuber = 2.5;
    double sum = 0.0;
    for (const FitPoint& point : points_) {
      const double law = time_of(segments, point.size);
      const double off = law > 0.0 ? std::abs(point.median - law) / law / noise_ : 1e6;
      sum += off <= kHuber ? off * off : kHuber * (2.0 * off - kHuber);
    }
    return sum;
  }

  const std::vector<FitPoint>& points_;
  std::size_t most_;
  double noise_;
  std::vector<double> times_;
  std::map<std::pair<std::size_t, std::size_t>, LawLine> lines_;  ///< from cut to cut
  std::vector<std::size_t> cuts_;
  std::size_t end_run_ = kLeastPoints;  ///< fewest points of the first and the last run
  std::vector<LawSegment> best_;
  double score_ = 0.0;
};

}  // namespace

LawLine fit_line(const std::vector<FitPoint>& points, const std::vector<double>& times,
                 std::size_t begin, std::size_t end) {
  std::vector<FitRow> rows;
  for (std::size_t i = begin; i < end; ++i)
    rows.push_back({1.0 / times[i], points[i].size / times[i]});
  const FitCoefficients found = robust_fit(rows);
  return {found[0], found[1]};
}

std::vector<LawSegment> choose_segments(const std::vector<FitPoint>& points, int most) {
  return Chooser(points, most).choose();
}

double time_of(const std::vector<LawSegment>& segments, double size) {
  const auto found =
      std::ranges::find_if(segments, [&](const LawSegment& s) { return size <= s.up_to; });
  return (found == segments.end() ? segments.back() : *found).line.at(size);
}

}  // namespace gpuscape
