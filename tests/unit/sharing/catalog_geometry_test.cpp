#include "sim/sharing/catalog_geometry.hpp"

#include <gtest/gtest.h>

#include "sim/catalog/catalog.hpp"

namespace gpuscape {
namespace {

// The guide's numbers of instances are in the catalogue, and no input of the geometry.
TEST(CatalogGeometry, HoldsAsManyInstancesAsTheCatalogueSays) {
  const Catalog catalog = Catalog::shipped();
  int boards = 0;
  for (const char* id :
       {"a30", "a100-pcie-40gb", "a100-pcie-80gb", "a100-sxm4-40gb", "a100-sxm4-80gb",
        "h100-pcie-80gb", "h100-sxm5-80gb", "h200-sxm5-141gb", "b200-sxm-180gb", "gb200-per-gpu"}) {
    const JsonValue* gpu = catalog.find("gpus", id);
    ASSERT_NE(gpu, nullptr) << id;
    const auto geometry = mig_geometry_of(*gpu);
    ASSERT_TRUE(geometry) << id;
    ++boards;
    for (std::uint32_t i = 0; i < geometry->profiles().size(); ++i) {
      const std::string& name = geometry->profiles()[i].name;
      const JsonValue* profile = gpu->find("mig")->find("profiles")->find(name);
      EXPECT_EQ(geometry->most_instances(i), profile->find("max_instances")->integer())
          << id << " " << name;
    }
  }
  EXPECT_EQ(boards, 10);
}

TEST(CatalogGeometry, ABoardWithoutInstancesHasNone) {
  const Catalog catalog = Catalog::shipped();
  ASSERT_NE(catalog.find("gpus", "p40"), nullptr);
  EXPECT_FALSE(mig_geometry_of(*catalog.find("gpus", "p40")));
  EXPECT_FALSE(mig_geometry_of(parse_json(R"({"mig": {"profiles": {}}})", "x")));
  EXPECT_FALSE(mig_geometry_of(parse_json(
      R"({"mig": {"compute_slices": 7, "memory_slices": 8, "profiles": {"1g": {}}}})", "x")));
}

}  // namespace
}  // namespace gpuscape
