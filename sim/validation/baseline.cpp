#include "sim/validation/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "sim/model/collectives/ranks.hpp"
#include "sim/study/statistics/quantile.hpp"

namespace gpuscape {

namespace {

/// Of the links from the first rank to others of its node: NVLink in sum, else the way to the next.
BytesPerSecond line_within(const ClusterGraph& graph, const Ranks& ranks) {
  BytesPerSecond direct(0.0);
  BytesPerSecond way(0.0);
  for (std::uint32_t rank = 1; rank < ranks.node_sizes.front(); ++rank) {
    const auto route = graph.route(ranks.gpus.front(), ranks.gpus[rank]);
    if (!route || route->links.empty()) continue;
    BytesPerSecond narrowest = graph.capacity(route->links.front());
    for (const ClusterLink link : route->links)
      narrowest = std::min(narrowest, graph.capacity(link));
    if (way == BytesPerSecond(0.0)) way = narrowest;
    if (route->path == PathClass::nvlink && route->links.size() == 1) direct += narrowest;
  }
  return std::max(direct, way);
}

/// Of all adapters by which the first node reaches the last.
BytesPerSecond line_across(const ClusterGraph& graph, const Ranks& ranks) {
  const auto route = graph.route(ranks.gpus.front(), ranks.gpus.back());
  BytesPerSecond line(0.0);
  if (!route || !route->network) return line;
  const PortLayout& ports = graph.networks()[*route->network].network->ports();
  for (std::uint32_t rail = 0; rail < ports.rails_of(ranks.gpus.front().node); ++rail)
    line += ports.line(ports.index({ranks.gpus.front().node, rail}));
  for (const ClusterLink link : route->links)
    if (graph.port_of_link(link))
      line = std::min(line, graph.capacity(link) * ports.rails_of(ranks.gpus.front().node));
  return line;
}

struct Scored {
  const ValidatedFigure* figure = nullptr;
  const ValidatedPoint* point = nullptr;
};

std::vector<Scored> scored_points(const ValidationResult& result) {
  std::vector<Scored> all;
  for (const ValidatedFigure& figure : result.figures)
    if (figure.scored)
      for (const ValidatedPoint& point : figure.points)
        if (figure.counts(point) && (!point.naive.kind.empty() || point.naive.value > 0.0))
          all.push_back({&figure, &point});
  return all;
}

double middle_of(std::vector<double> values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

double naive_error(const ValidatedPoint& point, double start) {
  const NaivePoint& naive = point.naive;
  const double time = start + naive.line_time;
  const double value = naive.kind.empty() ? naive.value
                       : naive.work > 0.0 ? naive.work / time
                                          : time;
  return error_of(point, value);
}

/// Of what was measured beyond the line's time, and none, the one with the least median error.
double best_start(const std::vector<Scored>& points) {
  std::vector<double> starts{0.0};
  for (const Scored& of : points) {
    const NaivePoint& naive = of.point->naive;
    const double measured =
        naive.work > 0.0 ? naive.work / of.point->published : of.point->published;
    starts.push_back(std::max(0.0, measured - naive.line_time));
  }
  double best = 0.0;
  double least = -1.0;
  for (const double start : starts) {
    std::vector<double> errors;
    errors.reserve(points.size());
    for (const Scored& of : points) errors.push_back(naive_error(*of.point, start));
    const double median = middle_of(std::move(errors));
    if (least < 0.0 || median < least) best = start;
    least = least < 0.0 ? median : std::min(least, median);
  }
  return best;
}

std::string band_of(double bytes) {
  constexpr double kKiB = 1024.0;
  constexpr double kMiB = 1048576.0;
  if (bytes <= 0.0) return "";
  if (bytes < 64.0 * kKiB) return "below 64 KiB";
  if (bytes < kMiB) return "64 KiB to 1 MiB";
  return bytes < 16.0 * kMiB ? "1 to 16 MiB" : "from 16 MiB on";
}

/// Errors of ours and of the baseline, in pairs.
struct Pairs {
  std::vector<double> ours;
  std::vector<double> baseline;
  void add(double our_error, double naive) {
    ours.push_back(our_error);
    baseline.push_back(naive);
  }
  [[nodiscard]] SkillRow row(std::string of) const {
    std::vector<double> sorted = ours;
    std::ranges::sort(sorted);
    return {.of = std::move(of),
            .count = ours.size(),
            .ours = quantile(sorted, 0.5),
            .baseline = middle_of(baseline),
            .our_p90 = quantile(sorted, 0.9)};
  }
};

/// Of the rate of so many GPUs without exchange, the share that is reached; none of what is no rate
/// of steps. What is lost is the rest.
std::optional<double> efficiency_of(const ValidatedPoint& point, double value) {
  if (point.gpus == 0 || !(point.naive.value > 0.0)) return std::nullopt;
  switch (point.quantity) {
    case MeasuredQuantity::training_time:
      return point.naive.value / value;
    case MeasuredQuantity::sample_rate:
    case MeasuredQuantity::batch_rate:
    case MeasuredQuantity::speed_up:
    case MeasuredQuantity::efficiency:
      return value / point.naive.value;
    default:
      return std::nullopt;
  }
}

/// Where exchange binds: of steps whose measured efficiency is low, and of the share that is lost.
void add_lost(const std::vector<Scored>& points, ValidationResult& result) {
  constexpr double kLow = 0.9;
  Pairs low;
  Pairs lost;
  for (const auto& [figure, point] : points) {
    const std::optional<double> measured = efficiency_of(*point, point->published);
    if (!measured) continue;
    const double ours = efficiency_of(*point, point->ours).value_or(1.0);
    lost.add(std::abs(ours - *measured), std::abs(1.0 - *measured));
    if (*measured < kLow) low.add(point->error, naive_error(*point, 0.0));
  }
  if (lost.ours.empty()) return;
  if (!low.ours.empty()) result.skill.push_back(low.row("efficiency below 0.9"));
  result.skill.push_back(lost.row("lost share"));
}

/// Each of what would be said by name, over the points that have it.
void add_by_name(const std::vector<Scored>& points, ValidationResult& result) {
  std::map<std::string, Pairs> all;
  for (const auto& [figure, point] : points)
    for (const auto& [name, value] : point->other_naive)
      all[name].add(point->error, error_of(*point, value));
  for (const auto& [name, pairs] : all) result.skill.push_back(pairs.row("points: " + name));
}

}  // namespace

double naive_collective_time(const CheckedScenario& scenario, Bytes bytes, double bus_factor) {
  const ClusterGraph& graph = scenario.cluster->graph();
  Ranks ranks;
  for (const StreamSpec& stream : scenario.spec.streams)
    if (!stream.collectives.empty())
      (void)find_ranks(graph, stream.collectives.front().among, 2, ranks);
  if (ranks.gpus.size() < 2) return 0.0;
  const bool across = ranks.node_sizes.size() > 1;
  BytesPerSecond line = across ? line_across(graph, ranks) : line_within(graph, ranks);
  return line > BytesPerSecond(0.0) ? (bytes * bus_factor / line).value() : 0.0;
}

void add_skill(ValidationResult& result) {
  const std::vector<Scored> points = scored_points(result);
  if (points.empty()) return;
  std::map<std::string, std::vector<Scored>> kinds;
  for (const Scored& of : points)
    if (!of.point->naive.kind.empty()) kinds[of.point->naive.kind].push_back(of);
  std::map<std::string, double> starts;
  for (const auto& [kind, all] : kinds) {
    starts[kind] = best_start(all);
    result.starts.push_back({kind, Seconds(starts[kind])});
  }
  std::map<const ValidatedFigure*, Pairs> by_figure;
  std::vector<const ValidatedFigure*> order;
  std::map<std::string, Pairs> bands;
  Pairs all;
  Pairs across;
  for (const auto& [figure, point] : points) {
    const double naive = naive_error(*point, starts[point->naive.kind]);
    if (!by_figure.contains(figure)) order.push_back(figure);
    by_figure[figure].add(point->error, naive);
    all.add(point->error, naive);
    if (point->between_nodes) across.add(point->error, naive);
    if (const std::string band = band_of(point->bytes); !band.empty())
      bands[band].add(point->error, naive);
  }
  Pairs figures;
  for (const ValidatedFigure* figure : order)
    figures.add(middle_of(by_figure[figure].ours), middle_of(by_figure[figure].baseline));
  for (ValidatedFigure& figure : result.figures)
    if (const auto of = by_figure.find(&figure); of != by_figure.end())
      figure.baseline = middle_of(of->second.baseline);
  result.skill.push_back(figures.row("figures"));
  result.skill.push_back(all.row("points"));
  for (const char* band : {"below 64 KiB", "64 KiB to 1 MiB", "1 to 16 MiB", "from 16 MiB on"})
    if (bands.contains(band)) result.skill.push_back(bands[band].row(band));
  if (!across.ours.empty()) result.skill.push_back(across.row("between nodes"));
  add_lost(points, result);
  add_by_name(points, result);
}

}  // namespace gpuscape
