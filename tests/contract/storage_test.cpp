/// What every store promises, and every entry of the catalogue that can be one.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/catalog/catalog.hpp"
#include "sim/model/storage.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

void expect_promises(const StoreFacts& facts, const std::string& name) {
  for (const StoreLimit& limit : facts.limits) {
    EXPECT_FALSE(limit.what.empty()) << name;
    EXPECT_GT(limit.capacity, 0.0) << name << " " << limit.what;
    EXPECT_TRUE(std::isfinite(limit.capacity)) << name << " " << limit.what;
  }
  EXPECT_GT(facts.write_bandwidth, BytesPerSecond(0.0)) << name;
  for (const auto& rate : {facts.read_per_node, facts.write_per_node})
    EXPECT_GT(rate.value_or(BytesPerSecond(1.0)), BytesPerSecond(0.0)) << name;
  EXPECT_GT(facts.capacity.value_or(Bytes(1.0)), Bytes(0.0)) << name;
  EXPECT_GE(facts.latency, Seconds(0.0)) << name;
  EXPECT_GE(facts.count, 0) << name;
  EXPECT_TRUE(!facts.in_nodes || facts.over.empty()) << name;
}

TEST(Storage, EveryModelKeepsItsPromises) {
  const ModelShelf<Storage>* shelf = test::all_models().find<Storage>();
  ASSERT_NE(shelf, nullptr);
  for (const std::string& type : shelf->names())
    expect_promises(test::make_model(*shelf, type, test::example_of(*shelf, type))->facts(), type);
}

TEST(Storage, EveryEntryCanBeAStore) {
  const ModelShelf<Storage>* shelf = test::all_models().find<Storage>();
  ASSERT_NE(shelf, nullptr);
  const Catalog catalog = Catalog::shipped();
  const std::vector<std::string> ids = catalog.ids("storage");
  EXPECT_GE(ids.size(), 20U);
  for (const std::string& id : ids) {
    const std::string entry = write_json(plain_entry(*catalog.find("storage", id)));
    expect_promises(
        test::make_model(*shelf, "appliance", fmt::format(R"({{"model": {}}})", entry))->facts(),
        id);
    expect_promises(
        test::make_model(*shelf, "node-local", fmt::format(R"({{"drive": {}}})", entry))->facts(),
        id);
  }
}

}  // namespace
}  // namespace gpuscape
