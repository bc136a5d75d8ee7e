#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/validation/predict_composite.hpp"

namespace gpuscape {

namespace {

/// What is not said in `wanted` may be anything.
bool fits(const LawKey& wanted, const LawKey& key) {
  const auto same = [](const std::string& a, const std::string& b) { return a.empty() || a == b; };
  return wanted.family == key.family && wanted.operation == key.operation &&
         same(wanted.path, key.path) && same(wanted.direction, key.direction) &&
         same(wanted.memory, key.memory) &&
         (wanted.streams == 0 || wanted.streams == key.streams) &&
         (wanted.depth == 0 || wanted.depth == key.depth) &&
         std::ranges::all_of(wanted.more, [&](const auto& part) {
           const auto found = key.more.find(part.first);
           return found != key.more.end() && found->second == part.second;
         });
}

}  // namespace

Seconds ProfileLaws::time(const LawKey& wanted, Bytes size) {
  const auto law =
      std::ranges::find_if(profile_.laws, [&](const PathLaw& l) { return fits(wanted, l.key); });
  if (law == profile_.laws.end())
    throw NoLaw(fmt::format("the profile has no law of {}", wanted.text()));
  if (!law->in_range(size)) note_beyond(law->key, fmt::format("{} B", size.value()));
  const Seconds time = law->time_of(size);
  if (!(time > Seconds(0.0)) || !std::isfinite(time.value()))
    throw NoLaw(fmt::format("the law of {} gives no time for {} B", law->key.text(), size.value()));
  return time;
}

double ProfileLaws::flops_per_second(const LawKey& wanted, double flops) {
  const auto table = std::ranges::find_if(profile_.rates, [&](const RateTable& t) {
    return t.size_of == "flops" && fits(wanted, t.key);
  });
  if (table == profile_.rates.end())
    throw NoLaw(fmt::format("the profile has no rates of {}", wanted.text()));
  if (!table->in_range(flops)) note_beyond(table->key, fmt::format("{:.3g} flop", flops));
  const double rate = table->per_second_of(flops);
  if (!(rate > 0.0) || !std::isfinite(rate))
    throw NoLaw(fmt::format("the rates of {} give none for {:.3g} flop", table->key.text(), flops));
  return rate;
}

std::optional<BytesPerSecond> ProfileLaws::most_by_streams(const LawKey& wanted) const {
  std::optional<BytesPerSecond> most;
  for (const RateTable& table : profile_.rates) {
    if (table.size_of != "streams" || !fits(wanted, table.key)) continue;
    for (const RatePoint& point : table.points)
      most = std::max(most.value_or(BytesPerSecond(0.0)), BytesPerSecond(point.per_second.value));
  }
  return most;
}

std::vector<int> ProfileLaws::depths(const LawKey& wanted) const {
  std::vector<int> depths;
  for (const PathLaw& law : profile_.laws)
    if (fits(wanted, law.key)) depths.push_back(law.key.depth);
  std::ranges::sort(depths);
  return depths;
}

void ProfileLaws::note_beyond(const LawKey& key, const std::string& what) {
  std::string line = fmt::format("{} at {}", key.text(), what);
  if (std::ranges::find(beyond_, line) == beyond_.end()) beyond_.push_back(std::move(line));
}

}  // namespace gpuscape
