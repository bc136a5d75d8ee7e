/// What every application promises: the models with their examples, and every application of the
/// catalogue on every GPU of it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "tests/contract/all_models.hpp"
#include "tests/support/application_builder.hpp"

namespace gpuscape {
namespace {

struct Source {
  std::string name;
  bool is_entry;
  [[nodiscard]] std::unique_ptr<Application> application() const {
    const auto& shelf = test::all_models().applications;
    return is_entry ? test::application_of(name).model
                    : test::make_model(shelf, name, test::example_of(shelf, name));
  }
};
void PrintTo(const Source& source, std::ostream* out) { *out << source.name; }

std::vector<Source> sources() {
  std::vector<Source> all;
  for (const std::string& name : test::all_models().applications.names())
    all.push_back({name, false});
  for (const std::string& id : test::shipped_catalog().ids("applications"))
    if (id != kBaseOfApplications) all.push_back({id, true});
  return all;
}

std::vector<StepCase> cases() {
  std::vector<StepCase> all;
  for (const std::string& gpu : test::shipped_catalog().ids("gpus"))
    for (const std::int64_t gpus : {1, 8, 24, 4096}) {
      all.push_back(test::case_of(gpu, gpus));
      all.back().cores_per_node = 32.0;
    }
  all.emplace_back();
  return all;
}

class EveryApplication : public testing::TestWithParam<Source> {
 protected:
  /// Every case in which it finds no fault; how many there were.
  template <class Look>
  std::size_t for_each_case(const Look& look) const {
    const auto application = GetParam().application();
    std::size_t looked = 0;
    for (const StepCase& of : cases()) {
      if (!application->fault(of).message.empty()) continue;
      look(*application, of, application->step(of));
      ++looked;
    }
    return looked;
  }
};

TEST_P(EveryApplication, HasCostsThatAreNumbersAndNotNegative) {
  const std::size_t looked =
      for_each_case([](const Application&, const StepCase& of, const StepCosts& costs) {
        const double numbers[] = {costs.backward.value(),       costs.overlap,
                                  costs.exchange.value(),       costs.input.value(),
                                  costs.input_per_node.value(), costs.to_gpu.value(),
                                  costs.from_gpu.value(),       costs.samples};
        for (const double number : numbers) EXPECT_TRUE(std::isfinite(number) && number >= 0.0);
        EXPECT_GT(costs.compute, Seconds(0.0)) << of.gpu.id;
        EXPECT_LE(costs.backward, costs.compute);
        EXPECT_LE(costs.overlap, 1.0);
        EXPECT_GE(costs.calls, costs.synchronous_calls);
        EXPECT_FALSE(costs.basis.empty());
      });
  EXPECT_GT(looked, 0U);
}

TEST_P(EveryApplication, CostsTheSameEveryTime) {
  for_each_case([](const Application& application, const StepCase& of, const StepCosts& costs) {
    const StepCosts again = application.step(of);
    EXPECT_EQ(again.compute, costs.compute);
    EXPECT_EQ(again.basis, costs.basis);
  });
}

TEST_P(EveryApplication, ExchangesNothingAloneAndWhatItSaysWithOthers) {
  for_each_case([](const Application& application, const StepCase& of, const StepCosts& costs) {
    const std::int64_t parties = costs.exchange_among_nodes ? of.nodes : of.gpus;
    EXPECT_EQ(costs.exchange > Bytes(0.0), application.traits().exchanges && parties > 1);
    EXPECT_EQ(costs.exchange_among_nodes, application.traits().exchanges_among_nodes);
    EXPECT_TRUE(costs.samples > 0.0 || !application.traits().depends_on_hardware);
  });
}

TEST_P(EveryApplication, ComputesNoFasterOnMoreGpusWithTheSameBatch) {
  for_each_case([](const Application& application, StepCase of, const StepCosts& costs) {
    of.gpus *= 2;
    of.nodes *= 2;
    if (!application.fault(of).message.empty()) return;
    EXPECT_GE(application.step(of).compute, costs.compute);
  });
}

TEST_P(EveryApplication, TakesTheSameOnAllHardwareIfItSaysSo) {
  std::set<double> computes;
  const auto application = GetParam().application();
  for_each_case([&](const Application&, const StepCase&, const StepCosts& costs) {
    computes.insert(costs.compute.value());
  });
  EXPECT_EQ(computes.size() > 1, application->traits().depends_on_hardware);
}

TEST_P(EveryApplication, SaysWhatIsWrongAndWhatToDo) {
  const auto application = GetParam().application();
  for (const StepCase& of : cases()) {
    const ApplicationFault fault = application->fault(of);
    EXPECT_EQ(fault.message.empty(), fault.hint.empty()) << fault.message;
  }
}

TEST(Applications, OfTheCatalogueAreReadWithoutFaults) {
  for (const std::string& id : test::shipped_catalog().ids("applications")) {
    if (id == kBaseOfApplications) continue;
    EXPECT_EQ(format_issues(test::application_of(id).issues), "") << id;
  }
  EXPECT_GE(sources().size(), 18U);
}

TEST(Applications, OfTheCatalogueAreNotCalledLikeModels) {
  for (const std::string& name : test::all_models().applications.names())
    EXPECT_EQ(test::shipped_catalog().find("applications", name), nullptr) << name;
}

/// Results of many GPUs, and what is behind figures that are scored, are no inputs.
TEST(Applications, RatesAreOfOneGpuAndNotOfTheSourcesOfScoredFigures) {
  std::size_t rates = 0;
  for (const std::string& id : test::shipped_catalog().ids("rates")) {
    const JsonValue& rate = *test::shipped_catalog().find("rates", id);
    const std::string source = rate.find("source")->items().at(0).text();
    EXPECT_TRUE((std::set<std::string>{"tf-bench", "dle-rn50", "dell-p100"}.contains(source)))
        << id;
    EXPECT_EQ(rate.find("application")->text().find("bert"), std::string::npos) << id;
    ++rates;
  }
  EXPECT_EQ(rates, 40U);  // of workloads.json: 33 of tf-bench, 6 of dle-rn50, 1 of dell-p100
}

INSTANTIATE_TEST_SUITE_P(RegisteredAndShipped, EveryApplication, testing::ValuesIn(sources()),
                         [](const auto& test) {
                           std::string name = test.param.is_entry ? "entry_" : "model_";
                           for (const char c : test.param.name)
                             name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace gpuscape
