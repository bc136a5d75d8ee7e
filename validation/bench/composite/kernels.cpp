#include <algorithm>
#include <chrono>

#include "composite/composites.hpp"
#include "composite/polynomial.hpp"

namespace gpuscape::bench {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Kernel final : public Probe {
 public:
  explicit Kernel(std::size_t values) : values_(values, 0.5F) {}
  double run(std::int64_t operations) override {
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i) polynomial(values_.data(), values_.size());
    return since(begin);
  }

 private:
  std::vector<float> values_;
};

class Sum final : public Probe {
 public:
  explicit Sum(std::size_t values) : sum_(values, 0.0F), values_(values, 0.5F) {}
  double run(std::int64_t operations) override {
    const auto begin = Clock::now();
    for (std::int64_t i = 0; i < operations; ++i)
      add_into(sum_.data(), values_.data(), values_.size());
    return since(begin);
  }

 private:
  std::vector<float> sum_;
  std::vector<float> values_;
};

Measure kernel_point(std::size_t bytes) {
  const std::size_t values = bytes / sizeof(float);
  Measure measure;
  measure.facts.family = "host";
  measure.facts.operation = "rate";
  measure.facts.path = "polynomial fp32";
  measure.facts.flops = polynomial_flops(values);
  measure.expected_seconds = measure.facts.flops / 8e9;
  measure.batch =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(1e-3 / measure.expected_seconds));
  measure.prepare = [values] { return std::make_unique<Kernel>(values); };
  return measure;
}

Measure sum_point(std::size_t bytes) {
  Measure measure;
  measure.facts.family = "host";
  measure.facts.operation = "sum";
  measure.facts.path = "sum fp32";
  measure.facts.memory = "host";
  measure.facts.bytes = static_cast<double>(bytes);
  measure.expected_seconds = 20e-9 + static_cast<double>(bytes) / 8e9;
  measure.batch =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(1e-3 / measure.expected_seconds));
  measure.prepare = [bytes] { return std::make_unique<Sum>(bytes / sizeof(float)); };
  return measure;
}

}  // namespace

std::vector<Measure> kernel_points() {
  std::vector<Measure> points;
  for (std::size_t bytes = std::size_t{4} << 10; bytes <= (std::size_t{16} << 20); bytes *= 8)
    points.push_back(kernel_point(bytes));
  for (std::size_t bytes = std::size_t{4} << 10; bytes <= (std::size_t{16} << 20); bytes *= 4)
    points.push_back(sum_point(bytes));
  return points;
}

Measure control_kernel(const std::string& place) {
  Measure control = kernel_point(std::size_t{256} << 10);
  control.facts.path = "control";
  control.facts.more["place"] = place;
  control.facts.role = "control";
  return control;
}

Measure composite(const std::string& operation, double expected_seconds) {
  Measure measure;
  measure.facts.family = "composite";
  measure.facts.operation = operation;
  measure.facts.role = "composite";
  measure.expected_seconds = expected_seconds;
  return measure;
}

}  // namespace gpuscape::bench
