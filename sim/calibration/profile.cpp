#include "sim/calibration/profile.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape {

namespace {

const LawRegime& regime_of(const PathLaw& law, Bytes size) {
  const auto found =
      std::ranges::find_if(law.regimes, [&](const LawRegime& r) { return size <= r.up_to; });
  return found == law.regimes.end() ? law.regimes.back() : *found;
}

template <class Entries>
auto find_key(const Entries& entries, const LawKey& key) -> decltype(entries.data()) {
  const auto found =
      std::ranges::find_if(entries, [&](const auto& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

std::string LawKey::text() const {
  std::string text = family + "/" + operation;
  for (const std::string* part : {&path, &direction, &memory})
    if (!part->empty()) text.append("/").append(*part);
  if (streams > 0) text += "/streams:" + std::to_string(streams);
  if (depth > 0) text += "/depth:" + std::to_string(depth);
  for (const auto& [name, value] : more) text.append("/").append(name).append(":").append(value);
  return text;
}

Seconds PathLaw::time_of(Bytes size) const {
  const LawRegime& regime = regime_of(*this, size);
  return regime.latency.value + size / regime.rate.value;
}

Fitted<Seconds> PathLaw::time_within(Bytes size) const {
  const LawRegime& regime = regime_of(*this, size);
  return {.value = regime.latency.value + size / regime.rate.value,
          .low = regime.latency.low + size / regime.rate.high,
          .high = regime.latency.high + size / regime.rate.low};
}

double RateTable::per_second_of(double size) const {
  if (points.empty()) return 0.0;
  if (size <= points.front().size) return points.front().per_second.value;
  const auto above =
      std::ranges::find_if(points, [&](const RatePoint& point) { return size <= point.size; });
  if (above == points.end()) return points.back().per_second.value;
  const RatePoint& below = *std::prev(above);
  const double share = std::log(size / below.size) / std::log(above->size / below.size);
  return below.per_second.value + share * (above->per_second.value - below.per_second.value);
}

bool RateTable::in_range(double size) const {
  return !points.empty() && points.front().size <= size && size <= points.back().size;
}

const PathLaw* Profile::find_law(const LawKey& key) const { return find_key(laws, key); }
const CallCost* Profile::find_call(const LawKey& key) const { return find_key(calls, key); }
const RateTable* Profile::find_rates(const LawKey& key) const { return find_key(rates, key); }

bool Profile::in_range(const LawKey& key, Bytes size) const {
  const PathLaw* law = find_law(key);
  return law != nullptr && law->in_range(size);
}

}  // namespace gpuscape
