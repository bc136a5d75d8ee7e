#include "sim/validation/placing/pods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "sim/base/error.hpp"
#include "sim/base/random.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kNumbers = 5;  // before the models

/// False where the row is none.
bool read_class(const JsonValue& row, PodClass& pods) {
  const std::vector<JsonValue>& items = row.items();
  if (!row.is_array() || items.size() < kNumbers || items.size() > kNumbers + 1) return false;
  const std::array<std::int64_t*, kNumbers> numbers{&pods.count, &pods.milli_cores,
                                                    &pods.memory_mib, &pods.gpus, &pods.gpu_milli};
  for (std::size_t i = 0; i < kNumbers; ++i) {
    if (items[i].kind() != JsonValue::Kind::integer || items[i].integer() < 0) return false;
    *numbers[i] = items[i].integer();
  }
  if (items.size() == kNumbers) return pods.count > 0;
  pods.models = items[kNumbers].text();
  return pods.count > 0 && items[kNumbers].is_text();
}

auto kind_of(const PodClass& pods) {
  return std::tie(pods.milli_cores, pods.gpus, pods.gpu_milli, pods.models);
}

}  // namespace

PodLists read_pods(ObjectReader& reader) {
  PodLists lists;
  reader.optional_object(
      "pods", "Lists of pods by name, by what they ask for.", [&](ObjectReader& r) {
        for (const JsonMember& list : r.value().members()) {
          r.keep(list.key);
          PodList& classes = lists.emplace_back(list.key, PodList{}).second;
          for (const JsonValue& row : list.value.items())
            if (!read_class(row, classes.emplace_back()))
              r.context().add(row.place(), r.pointer() + "/" + list.key,
                              "expected [count, milli-cores, MiB, GPUs, thousandths of each]",
                              "the models that will do may follow as a text");
        }
      });
  return lists;
}

std::vector<std::size_t> arriving_pods(const PodList& list, double gpu_milli, std::uint64_t seed,
                                       std::uint64_t replication) {
  std::vector<std::size_t> all;
  double asked = 0.0;
  const auto add = [&](std::size_t one) {
    all.push_back(one);
    asked += static_cast<double>(list[one].demand());
  };
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::int64_t pod = 0; pod < list[i].count; ++pod) add(i);
  RandomStream draw(seed, replication, "validation/pods", 0);
  const std::size_t listed = all.size();
  ensure(asked > 0.0, "some pods of a list ask for GPUs");
  while (asked < gpu_milli) add(all[draw() % listed]);
  for (std::size_t i = all.size() - 1; i > 0; --i) std::swap(all[i], all[draw() % (i + 1)]);
  return all;
}

std::string pods_text(const PodList& list, const std::vector<std::size_t>& arriving) {
  std::string text =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,creation_time,deletion_time,"
      "scheduled_time\n";
  for (std::size_t i = 0; i < arriving.size(); ++i) {
    const PodClass& pod = list[arriving[i]];
    text += fmt::format("pod-{},{},{},{},{},{},{},{},{}\n", i, pod.milli_cores, pod.memory_mib,
                        pod.gpus, pod.gpu_milli, pod.models, i, 1000 * arriving.size(), i);
  }
  return text;
}

std::vector<std::pair<PodClass, double>> typical_pods(const PodList& list, double share) {
  std::vector<std::pair<PodClass, double>> typical;
  double all = 0.0;
  for (const PodClass& pods : list) {
    const auto count = static_cast<double>(pods.count);
    all += count;
    const auto known = std::ranges::find_if(
        typical, [&](const auto& one) { return kind_of(one.first) == kind_of(pods); });
    if (known == typical.end())
      typical.emplace_back(pods, count);
    else
      known->second += count;
  }
  std::ranges::stable_sort(typical,
                           [](const auto& a, const auto& b) { return a.second > b.second; });
  double sum = 0.0;
  std::size_t kept = 0;
  for (; kept < typical.size() && sum < share * all; ++kept) sum += typical[kept].second;
  typical.resize(kept);
  for (auto& [pods, part] : typical) part /= sum;
  return typical;
}

}  // namespace gpuscape
