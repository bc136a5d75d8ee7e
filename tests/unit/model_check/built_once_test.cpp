/// How often a network is built, by a model that counts.

#include <gtest/gtest.h>

#include <atomic>

#include "models/builtin_models.hpp"
#include "sim/run/transfers/transfer_run.hpp"
#include "tests/support/checked_scenario.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

std::atomic<int> built = 0;

/// A single switch that counts how often it is built.
class CountingNetwork final : public NetworkModel {
 public:
  explicit CountingNetwork(std::unique_ptr<NetworkModel> model) : model_(std::move(model)) {}
  [[nodiscard]] std::string role() const override { return model_->role(); }
  void add_ports(NodeGroup& group) const override { model_->add_ports(group); }
  [[nodiscard]] NetworkFault fault(const Platform& platform) const override {
    return model_->fault(platform);
  }
  [[nodiscard]] std::unique_ptr<Network> build(const Platform& platform) const override {
    ++built;
    return model_->build(platform);
  }

 private:
  std::unique_ptr<NetworkModel> model_;
};

const Registry& counting_models() {
  static const Registry models = [] {
    Registry filled;
    register_builtin_models(filled);
    filled.networks.add("counting", "A leaf-spine that counts.", [](ObjectReader& reader) {
      return std::make_unique<CountingNetwork>(
          test::builtin_models().networks.find("leaf-spine")->read(reader));
    });
    return filled;
  }();
  return models;
}

constexpr const char* kNetwork = R"("networks": {"compute": {"type": "counting",
    "link": "10 GB/s", "latency": "1 us", "hosts_per_leaf": 2, "path": "hash"}})";

CheckedScenario checked(const std::string& text) {
  LoadedScenario loaded =
      load_scenario_text(text, "test.json", {}, {.models = counting_models().names()});
  std::optional<CheckedFile> file = check(loaded, counting_models());
  loaded.throw_if_issues();
  return std::move(file->chosen);
}

TEST(ANetwork, IsBuiltOnceForAStudyOfManyReplications) {
  built = 0;
  const CheckedScenario scenario = checked(
      R"({"format": 1, "cluster": {"nodes": {"gpu": {"type": "custom", "gpus": 1, "count": 8}}, )" +
      std::string(kNetwork) +
      R"(}, "workload": {"streams": {"jobs": {"generate": {"jobs": 40, "load": 0.5,
          "gpus": {"3": 1}, "run_time": {"distribution": "constant", "value": "1 h"}},
          "application": {"step_time": "100 ms", "bytes_per_step": "1 GB"}}}},
          "run": {"replications": 12}})");
  EXPECT_EQ(test::study(scenario).replications, 12);
  EXPECT_EQ(built, 1);
}

TEST(ANetwork, IsBuiltOnceForARunOfTransfers) {
  built = 0;
  const CheckedScenario scenario = checked(
      R"({"format": 1, "cluster": {"nodes": {"n": {"count": 4, )" + std::string(test::kSocket) +
      "}}, " + kNetwork +
      R"(}, "workload": {"streams": {"s": {"transfers": [{"permutation": "shift", "among": "host",
          "bytes": "1 MB"}]}}}, "run": {"detail": "step"}})");
  EXPECT_EQ(run_transfers(scenario).rows.size(), 4U);
  EXPECT_EQ(built, 1);
}

}  // namespace
}  // namespace gpuscape
