#include "tests/contract/all_models.hpp"

#include "models/builtin_models.hpp"

namespace gpuscape {

void register_scheduler_shortest_first(Registry& registry);

namespace test {

const Registry& all_models() {
  static const Registry registry = [] {
    Registry filled;
    register_builtin_models(filled);
    register_scheduler_shortest_first(filled);
    return filled;
  }();
  return registry;
}

}  // namespace test
}  // namespace gpuscape
