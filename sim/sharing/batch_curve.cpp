#include "sim/sharing/batch_curve.hpp"

#include <algorithm>

#include "sim/base/error.hpp"

namespace gpuscape {

Seconds BatchCurve::time(std::uint32_t batch) const {
  ensure(batch >= 1, "a batch has at least one item");
  return start + per_item * batch;
}

double BatchCurve::per_second(std::uint32_t batch) const { return batch / time(batch).value(); }

BatchCurve BatchCurve::fit(std::span<const BatchRow> rows) {
  // Normal equations of u t0 + v t1 = 1 with u = 1/t and v = b/t, the rate.
  double uu = 0.0;
  double uv = 0.0;
  double vv = 0.0;
  double u1 = 0.0;
  double v1 = 0.0;
  for (const BatchRow& row : rows) {
    ensure(row.batch >= 1 && row.per_second > 0.0, "a batch has items and a rate above 0");
    const double v = row.per_second;
    const double u = v / row.batch;
    uu += u * u;
    uv += u * v;
    vv += v * v;
    u1 += u;
    v1 += v;
  }
  constexpr double kSingular = 1e-12;
  const double determinant = uu * vv - uv * uv;
  ensure(determinant > kSingular * uu * vv, "a curve goes through two different batches");
  const double start = (u1 * vv - v1 * uv) / determinant;
  const double per_item = (uu * v1 - uv * u1) / determinant;
  if (start < 0.0) return {.start = Seconds(0.0), .per_item = Seconds(v1 / vv)};
  if (per_item < 0.0) return {.start = Seconds(u1 / uu), .per_item = Seconds(0.0)};
  return {.start = Seconds(start), .per_item = Seconds(per_item)};
}

}  // namespace gpuscape
