#include "sim/report/measured/law_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/report/format/size_units.hpp"
#include "sim/report/format/svg_panel.hpp"
#include "sim/report/measured/calibration_text.hpp"

namespace gpuscape {

namespace {

constexpr double kPlotLeft = 84.0;
constexpr double kWidth = 842.0;
constexpr double kPlotTop = 118.0;
constexpr double kHeight = 330.0;
constexpr double kResidualTop = 496.0;
constexpr double kResidualHeight = 110.0;
constexpr std::string_view kMeasured = "#3f74b5";
constexpr std::string_view kLaw = "#c4572b";

/// An axis by logarithms: from the power of ten (or of two) below to the one above.
class LogAxis {
 public:
  LogAxis(double least, double most, double base, std::pair<double, double> pixels)
      : base_(base), pixels_(pixels) {
    low_ = std::floor(std::log(least) / std::log(base) + 1e-9);
    high_ = std::max(low_ + 1.0, std::ceil(std::log(most) / std::log(base) - 1e-9));
  }
  [[nodiscard]] double at(double value) const {
    const double place = std::log(value) / std::log(base_);
    return pixels_.first + (pixels_.second - pixels_.first) * (place - low_) / (high_ - low_);
  }
  [[nodiscard]] double least() const { return std::pow(base_, low_); }
  [[nodiscard]] double most() const { return std::pow(base_, high_); }
  /// Powers of the base, at most `most` of them.
  [[nodiscard]] std::vector<double> ticks(int most) const {
    const double step = std::ceil((high_ - low_) / most);
    std::vector<double> values;
    const int count = 1 + static_cast<int>((high_ - low_ + 1e-9) / step);
    values.reserve(static_cast<std::size_t>(count));
    for (int tick = 0; tick < count; ++tick) values.push_back(std::pow(base_, low_ + tick * step));
    return values;
  }

 private:
  double base_;
  std::pair<double, double> pixels_;
  double low_ = 0.0;
  double high_ = 1.0;
};

class LawPicture {
 public:
  LawPicture(const PathLaw& law, const std::vector<FitPoint>& points)
      : law_(law),
        points_(points),
        size_(points.front().size, points.back().size, 2.0, {kPlotLeft, kPlotLeft + kWidth}),
        time_(least_time(), most_time(), 10.0, {kPlotTop + kHeight, kPlotTop}) {
    for (const FitPoint& point : points_)
      worst_ = std::max(worst_, 1.1 * std::abs(residual(point)));
  }

  std::string text(const std::string& subtitle) {
    std::string svg = svg_begin(662.0) + heading(subtitle);
    svg += axes() + band() + breaks() + curve() + measured() + residuals();
    return svg + "</svg>\n";
  }

 private:
  double least_time() const {
    double least = law_.time_of(Bytes(points_.front().size)).value();
    for (const FitPoint& point : points_) least = std::min(least, point.seconds.front());
    return least;
  }
  double most_time() const {
    double most = law_.time_of(Bytes(points_.back().size)).value();
    for (const FitPoint& point : points_) most = std::max(most, point.seconds.back());
    return most;
  }
  double residual(const FitPoint& point) const {
    return point.median / law_.time_of(Bytes(point.size)).value() - 1.0;
  }

  std::string heading(const std::string& subtitle) const {
    std::string svg = fmt::format("<text class=\"title\" x=\"{}\" y=\"30\">{}</text>\n", kPlotLeft,
                                  xml_text(excerpt(law_.key.text(), 90)));
    svg += fmt::format("<text class=\"sub\" x=\"{}\" y=\"51\">{}</text>\n", kPlotLeft,
                       xml_text(excerpt(subtitle, 120)));
    std::string regimes;
    for (std::size_t i = 0; i < law_.regimes.size(); ++i) {
      const LawRegime& regime = law_.regimes[i];
      if (i > 0) regimes += " · ";
      if (std::isfinite(regime.up_to.value()))
        regimes += fmt::format("to {}: ", sizes_.text(regime.up_to));
      else if (i > 0)
        regimes += "beyond: ";
      regimes += regime_text(regime);
    }
    svg += fmt::format("<text class=\"sub\" x=\"{}\" y=\"71\">{}</text>\n", kPlotLeft,
                       xml_text(regimes));
    return svg + keys();
  }

  static std::string keys() {
    constexpr double kY = 96.0;
    std::string svg =
        fmt::format("<text class=\"head\" x=\"{}\" y=\"{}\">time of one</text>\n", kPlotLeft, kY);
    svg += fmt::format(
        "<circle cx=\"630\" cy=\"{0}\" r=\"4\" fill=\"{1}\"/>"
        "<text class=\"key\" x=\"640\" y=\"{2}\">median</text>\n",
        kY - 4.0, kMeasured, kY);
    svg += fmt::format(
        "<circle cx=\"706\" cy=\"{0}\" r=\"2.5\" fill=\"{1}\" fill-opacity=\".35\"/>"
        "<text class=\"key\" x=\"716\" y=\"{2}\">repetition</text>\n",
        kY - 4.0, kMeasured, kY);
    return svg + fmt::format(
                     "<path d=\"M796 {0}h18\" stroke=\"{1}\" stroke-width=\"2\"/>"
                     "<text class=\"key\" x=\"820\" y=\"{2}\">law, 95 % interval</text>\n",
                     kY - 4.0, kLaw, kY);
  }

  static std::string line_across(double y, std::string_view label) {
    return fmt::format(
        "<path class=\"grid\" d=\"M{0} {1:.1f}h{2}\"/>"
        "<text class=\"tick\" x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        kPlotLeft, y, kWidth, kPlotLeft - 8.0, y + 4.0, label);
  }

  std::string axes() const {
    std::string svg;
    for (const double time : time_.ticks(8))
      svg += line_across(time_.at(time), human_text(Seconds(time)));
    for (const double size : size_.ticks(10)) {
      for (const auto& [top, height] :
           {std::pair(kPlotTop, kHeight), std::pair(kResidualTop, kResidualHeight)})
        svg += fmt::format("<path class=\"grid\" d=\"M{:.1f} {:.1f}v{:.1f}\"/>\n", size_.at(size),
                           top, height);
      svg += fmt::format(
          "<text class=\"tick\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
          size_.at(size), kResidualTop + kResidualHeight + 18.0, sizes_.text(Bytes(size)));
    }
    return svg + fmt::format(
                     "<text class=\"sub\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">size"
                     "</text>\n",
                     kPlotLeft + kWidth / 2.0, kResidualTop + kResidualHeight + 40.0);
  }

  /// Sizes along the curve, those just around each break among them, so that a jump is upright.
  std::vector<double> sizes() const {
    constexpr int kSteps = 160;
    std::vector<double> all;
    const double ratio = points_.back().size / points_.front().size;
    for (int i = 0; i <= kSteps; ++i)
      all.push_back(points_.front().size * std::pow(ratio, static_cast<double>(i) / kSteps));
    for (const LawRegime& regime : law_.regimes)
      for (const double around : {1.0, 1.0 + 1e-9})
        if (const double size = regime.up_to.value() * around;
            size > points_.front().size && size < points_.back().size)
          all.push_back(size);
    std::ranges::sort(all);
    return all;
  }

  double y_of(Seconds time) const {
    return std::clamp(time_.at(std::max(time.value(), 1e-30)), kPlotTop, kPlotTop + kHeight);
  }

  std::string curve() const {
    std::string d;
    for (const double size : sizes())
      d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", size_.at(size),
                       y_of(law_.time_of(Bytes(size))));
    return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", d,
                       kLaw);
  }

  std::string band() const {
    std::string there;
    std::string back;
    for (const double size : sizes()) {
      const Fitted<Seconds> within = law_.time_within(Bytes(size));
      const double x = size_.at(size);
      there += fmt::format("{}{:.1f} {:.1f}", there.empty() ? "M" : "L", x, y_of(within.low));
      back.insert(0, fmt::format("L{:.1f} {:.1f}", x, y_of(within.high)));
    }
    return fmt::format("<path d=\"{}{}Z\" fill=\"{}\" fill-opacity=\".16\"/>\n", there, back, kLaw);
  }

  std::string breaks() const {
    std::string svg;
    for (const LawRegime& regime : law_.regimes) {
      const double size = regime.up_to.value();
      if (!std::isfinite(size) || size <= size_.least() || size >= size_.most()) continue;
      svg += fmt::format("<path class=\"level\" d=\"M{0:.1f} {1}V{2}\"/>\n", size_.at(size),
                         kPlotTop, kPlotTop + kHeight);
    }
    return svg;
  }

  std::string measured() const {
    std::string svg = fmt::format("<g fill=\"{}\">\n", kMeasured);
    for (const FitPoint& point : points_) {
      for (const double seconds : point.seconds)
        svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill-opacity=\".35\"/>\n",
                           size_.at(point.size), time_.at(seconds));
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\"/>\n", size_.at(point.size),
                         time_.at(point.median));
    }
    return svg + "</g>\n";
  }

  std::string residuals() const {
    const double middle = kResidualTop + kResidualHeight / 2.0;
    const double step = tick_step(100.0 * worst_, 2);
    const double scale = kResidualHeight / 2.0 / (100.0 * worst_);
    std::string svg =
        fmt::format("<text class=\"head\" x=\"{}\" y=\"{}\">measured against law</text>\n",
                    kPlotLeft, kResidualTop - 12.0);
    for (int tick = -2; tick <= 2; ++tick) {
      const double value = tick * step;
      if (std::abs(value) <= 100.0 * worst_ * 1.001)
        svg += line_across(middle - value * scale,
                           tick == 0 ? "0 %" : fmt::format("{:+.3g} %", value));
    }
    svg += fmt::format("<path class=\"axis\" d=\"M{} {:.1f}h{}\"/>\n", kPlotLeft, middle, kWidth);
    for (const FitPoint& point : points_) {
      const double y = middle - 100.0 * residual(point) * scale;
      svg += fmt::format(
          "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"{3}\" stroke-width=\"2\"/>"
          "<circle cx=\"{0:.1f}\" cy=\"{2:.1f}\" r=\"3.5\" fill=\"{3}\"/>\n",
          size_.at(point.size), middle, y, kMeasured);
    }
    return svg;
  }

  const PathLaw& law_;
  const std::vector<FitPoint>& points_;
  LogAxis size_;
  LogAxis time_;
  SizeUnits sizes_{{}};  // the axis counts in powers of two
  double worst_ = 0.01;
};

/// Tells apart keys whose texts look alike in a file's name.
std::uint32_t key_hash(const LawKey& key) {
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  const auto take = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    hash = (hash ^ 0xffU) * 1099511628211ULL;  // no byte of UTF-8: ends a part
  };
  for (const std::string* part :
       {&key.family, &key.operation, &key.path, &key.direction, &key.memory})
    take(*part);
  take(fmt::format("{} {}", key.streams, key.depth));
  for (const auto& [name, value] : key.more) {
    take(name);
    take(value);
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

}  // namespace

std::string law_svg(const PathLaw& law, const std::vector<FitPoint>& points,
                    const std::string& subtitle) {
  return LawPicture(law, points).text(subtitle);
}

std::string law_file_name(const LawKey& key) {
  constexpr std::size_t kMost = 120;
  const std::string ending = fmt::format("-{:08x}.svg", key_hash(key));
  std::string name;
  for (const char c : key.text()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '.';
    if (plain)
      name += c;
    else if (!name.ends_with('-'))
      name += '-';
  }
  return name.substr(0, kMost - ending.size()) + ending;
}

}  // namespace gpuscape
