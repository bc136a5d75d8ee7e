#include "sim/model/check/check_cost.hpp"

#include "sim/cost/build_cost.hpp"
#include "sim/model/build_model.hpp"

namespace gpuscape {

std::shared_ptr<const CostModel> check_cost(const ScenarioSpec& spec, const Cluster& cluster,
                                            const ModelFactories& factories,
                                            const Registry& registry, ReadingContext& context) {
  if (!spec.cost) return nullptr;
  CostModel::Items items = factories.make_all<CostItem>();
  const ModelShelf<CostItem>* shelf = registry.find<CostItem>();
  if (items.empty() && shelf != nullptr)
    for (const char* type : {"purchase", "network", "rent"})
      if (shelf->find(type) != nullptr)
        items.emplace_back(type, build_model(*shelf, {.type = type,
                                                      .parameters = JsonValue::make_object(),
                                                      .pointer = ""}));
  return std::make_shared<const CostModel>(
      build_cost(*spec.cost, cluster, std::move(items), context));
}

}  // namespace gpuscape
