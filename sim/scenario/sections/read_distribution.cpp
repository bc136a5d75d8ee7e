#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

using Alternative = ObjectReader::Alternative;

/// The mean is then 5e21 times the median: more is a slip, and would overflow.
constexpr double kMostSigma = 10.0;

/// Reads the numbers of a distribution as what they measure.
class DistributionReader {
 public:
  DistributionReader(ObjectReader& reader, DistributionOf what) : reader_(reader), what_(what) {}

  double value(std::string_view key, std::string_view doc, Bounds bounds = kPositive) {
    if (what_ == DistributionOf::number) return reader_.number(key, doc, bounds);
    return reader_.quantity<Seconds>(key, doc, bounds).value();
  }

  std::optional<double> optional_value(std::string_view key, std::string_view doc) {
    if (what_ == DistributionOf::number) return reader_.optional_number(key, doc, kPositive);
    const auto time = reader_.optional_quantity<Seconds>(key, doc, kPositive);
    return time ? std::optional(time->value()) : std::nullopt;
  }

  void read_uniform(DistributionSpec& spec) {
    spec.first = value("low", "The smallest value.", kNotNegative);
    spec.second = value("high", "The largest value.");
    if (reader_.has("low") && reader_.has("high") && spec.second < spec.first)
      reader_.issue("high", "\"high\" is less than \"low\"");
  }

  void read_lognormal(DistributionSpec& spec) {
    spec.first = value("median", "Half of the values are below.");
    const auto mean =
        optional_value("mean", "The mean; must be greater than the median. Either this or sigma.");
    const auto sigma =
        reader_.optional_number("sigma", "Standard deviation of the logarithm.",
                                Bounds{.least = 0.0, .most = kMostSigma, .above_least = true});
    if (reader_.describing()) return;
    if (reader_.has("mean") == reader_.has("sigma"))
      return reader_.issue(
          "sigma", "a lognormal distribution needs either \"mean\" or \"sigma\" beside the median");
    if (sigma) spec.second = *sigma;
    if (!mean || !reader_.has("median")) return;
    if (*mean > spec.first) {
      // mean = median · exp(σ²/2)
      spec.second = std::sqrt(2.0 * std::log(*mean / spec.first));
      if (spec.second > kMostSigma)
        reader_.issue("mean", fmt::format("the mean of a lognormal distribution must be at most "
                                          "{:.1g} times above its median",
                                          std::exp(0.5 * kMostSigma * kMostSigma)));
    } else {
      reader_.issue("mean", "the mean of a lognormal distribution must be greater than its median");
    }
  }

  void read_quantiles(DistributionSpec& spec) {
    constexpr std::string_view kDoc =
        "Points of the quantile function, by the share of values at or below: {\"0\": …, \"0.5\": "
        "…, \"1\": …}. Between two of them the logarithm rises evenly.";
    const auto points =
        what_ == DistributionOf::number
            ? reader_.number_map("values", kDoc, kNotNegative, true)
            : reader_.quantity_map("values", Dimension::time, kDoc, kNotNegative, true);
    for (const auto& [name, value] : points) {
      const std::optional<double> share = share_text(name);
      if (share) {
        spec.quantiles.push_back({*share, value});
      } else {
        reader_.issue("values", fmt::format("\"{}\" is not a share from 0 to 1", excerpt(name)));
      }
    }
    if (spec.quantiles.size() == points_written()) check_quantiles(spec.quantiles);
  }

 private:
  static std::optional<double> share_text(const std::string& text) {
    double share = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && share >= 0.0 && share <= 1.0 ? std::optional(share) : std::nullopt;
  }

  /// What has a fault of its own is not looked at again.
  [[nodiscard]] std::size_t points_written() const {
    const JsonValue* values = reader_.value().find("values");
    return values == nullptr || !values->is_object() ? 1 : values->members().size();
  }

  void check_quantiles(std::vector<QuantileSpec>& points) {
    std::ranges::stable_sort(points, {}, &QuantileSpec::share);
    if (points.empty() || points.front().share != 0.0 || points.back().share != 1.0)
      reader_.issue("values", "the smallest value, \"0\", and the largest, \"1\", are needed");
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (points[i].share == points[i - 1].share)
        reader_.issue("values", fmt::format("share {} is given twice", points[i].share));
      if (points[i].value < points[i - 1].value)
        reader_.issue("values", fmt::format("the value at share {} is less than that at {}",
                                            points[i].share, points[i - 1].share));
    }
    if (!points.empty() && !(points.back().value > 0.0))
      reader_.issue("values", "the largest value must be more than 0");
  }

  ObjectReader& reader_;
  DistributionOf what_;
};

}  // namespace

DistributionSpec read_distribution(ObjectReader& reader, DistributionOf what) {
  DistributionSpec spec;
  DistributionReader values(reader, what);
  const auto into_first = [&](std::string_view key, std::string_view doc) {
    return [&spec, &values, key, doc](ObjectReader&) { spec.first = values.value(key, doc); };
  };
  const std::vector<Alternative> kinds = {
      {"constant", "Always the same.", into_first("value", "The value.")},
      {"uniform", "Equally likely between two bounds.",
       [&](ObjectReader&) { values.read_uniform(spec); }},
      {"exponential", "Memoryless.", into_first("mean", "The mean.")},
      {"lognormal", "The logarithm is normal.",
       [&](ObjectReader&) { values.read_lognormal(spec); }},
      {"weibull", "Hazard rises (shape above 1) or falls (below) with age.",
       [&](ObjectReader& r) {
         spec.first = values.value("scale", "63 % of the values are below.");
         spec.second = r.number("shape", "1 is the exponential distribution.",
                                Bounds{.least = 0.05, .most = 100.0});
       }},
      {"quantiles", "Table of quantiles, for what no other distribution fits.",
       [&](ObjectReader&) { values.read_quantiles(spec); }}};
  spec.kind = reader.alternatives("distribution", kinds, "", "Which distribution.");
  spec.most = values.optional_value("at_most", "Larger draws are set to this.").value_or(spec.most);
  return spec;
}

}  // namespace gpuscape
