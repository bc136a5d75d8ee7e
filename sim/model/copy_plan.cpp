#include "sim/model/copy_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

class CopyChecker {
 public:
  CopyChecker(const ScenarioSpec& spec, const std::vector<InputPlan::Store>& stores,
              std::vector<Bytes> filled, ReadingContext& context)
      : spec_(spec), stores_(stores), filled_(std::move(filled)), context_(context) {}

  std::vector<CopyPlan::Copy> check() {
    std::vector<CopyPlan::Copy> copies;
    copies.reserve(spec_.copies.size());
    for (const CopySpec& copy : spec_.copies) {
      const std::optional<std::size_t> from = store(copy, "from", copy.from);
      const std::optional<std::size_t> to = store(copy, "to", copy.to);
      const Bytes size = size_of(copy);
      if (from && from == to)
        fault(copy, "to", fmt::format("storage \"{}\" is copied to itself", excerpt(copy.to)),
              "another one");
      if (!from || !to || !(size > Bytes(0.0))) continue;
      fill(copy, *to, size);
      copies.push_back({.spec = copy, .from = *from, .to = *to, .size = size});
    }
    return copies;
  }

 private:
  void fault(const CopySpec& copy, std::string_view key, std::string message, std::string hint) {
    context_.add(copy.place, key.empty() ? copy.pointer : child_pointer(copy.pointer, key),
                 std::move(message), std::move(hint));
  }

  std::optional<std::size_t> store(const CopySpec& copy, std::string_view key,
                                   const std::string& name) {
    const auto at = std::ranges::find(stores_, name, &InputPlan::Store::name);
    if (at == stores_.end()) {
      std::vector<std::string> names;
      names.reserve(stores_.size());
      for (const InputPlan::Store& one : stores_) names.push_back(one.name);
      fault(copy, key, fmt::format("there is no storage \"{}\"", excerpt(name)),
            names.empty() ? R"("storage": {"array": {"type": "appliance", …}} of the cluster)"
                          : nearest_hint(name, names));
      return std::nullopt;
    }
    if (at->facts.in_nodes)
      fault(copy, key,
            fmt::format("storage \"{}\" is in the nodes, and each has its own", excerpt(name)),
            R"(one that all share; "stage_in" of a dataset copies to nodes)");
    return static_cast<std::size_t>(at - stores_.begin());
  }

  /// 0: a fault.
  Bytes size_of(const CopySpec& copy) {
    if (copy.dataset.empty()) {
      if (!(copy.size > Bytes(0.0)))
        fault(copy, "", "nothing says how much is copied", R"("dataset" or "size")");
      return copy.size;
    }
    if (copy.size > Bytes(0.0))
      fault(copy, "size", "both \"dataset\" and \"size\" say how much is copied", "one of them");
    const auto data = std::ranges::find(spec_.datasets, copy.dataset, &DatasetSpec::name);
    if (data == spec_.datasets.end()) {
      std::vector<std::string> names;
      names.reserve(spec_.datasets.size());
      for (const DatasetSpec& one : spec_.datasets) names.push_back(one.name);
      fault(copy, "dataset",
            fmt::format("the workload describes no dataset \"{}\"", excerpt(copy.dataset)),
            names.empty() ? R"("size")" : nearest_hint(copy.dataset, names));
      return Bytes(0.0);
    }
    if (!(data->size > Bytes(0.0)))
      fault(copy, "dataset",
            fmt::format("nothing says how large dataset \"{}\" is", excerpt(copy.dataset)),
            R"("size" of the dataset, or of the copy)");
    return data->size;
  }

  /// What is copied again and again takes the place of what was copied before.
  void fill(const CopySpec& copy, std::size_t to, Bytes size) {
    filled_[to] += size;
    const std::optional<Bytes>& capacity = stores_[to].facts.capacity;
    if (capacity && filled_[to] > *capacity)
      fault(copy, "to",
            fmt::format("storage \"{}\" holds {}, and with it {} lie there", excerpt(copy.to),
                        human_text(*capacity), human_text(filled_[to])),
            "a larger store, or another one");
  }

  const ScenarioSpec& spec_;
  const std::vector<InputPlan::Store>& stores_;
  std::vector<Bytes> filled_;  // by store
  ReadingContext& context_;
};

}  // namespace

std::shared_ptr<const CopyPlan> plan_copies(const ScenarioSpec& spec,
                                            const std::vector<InputPlan::Store>& stores,
                                            std::vector<Bytes> filled, ReadingContext& context) {
  if (spec.copies.empty()) return nullptr;
  if (std::ranges::any_of(spec.streams,
                          [](const StreamSpec& stream) { return stream.has_steps(); })) {
    context.add(spec.copies.front().place, spec.copies.front().pointer,
                "at detail \"step\" nothing is copied from store to store",
                "copies are of runs of jobs");
    return nullptr;
  }
  auto copies = CopyChecker(spec, stores, std::move(filled), context).check();
  return std::make_shared<const CopyPlan>(CopyPlan{.stores = stores, .copies = std::move(copies)});
}

}  // namespace gpuscape
