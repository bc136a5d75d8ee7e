/// Servers beside the nodes: management in an odd number, so that a majority can be formed, and
/// login. Their electricity is part of their price.
/// Leaves out: their place in racks.

#include <fmt/format.h>

#include "sim/cost/cost_item.hpp"
#include "sim/cost/read_inputs.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

class Management final : public CostItem {
 public:
  explicit Management(ObjectReader& reader)
      : count_(reader.count("count", 3, "Management servers; an odd number.",
                            Bounds{.least = 1, .most = 99})),
        login_(reader.count("login", 0, "Login servers.", Bounds{.least = 0, .most = 1000})),
        price_(need_cost_price(reader, "price", PaidFor::once, "Price of one server.")) {
    if (count_ % 2 == 0)
      reader.issue("count", fmt::format("{} is even: half of them form no majority", count_),
                   fmt::format("{} or {}", count_ - 1, count_ + 1));
  }

  void add_inputs(CostInputs& inputs, const std::string& item) override {
    price_.input.name = fmt::format("price of {}", item);
    inputs.add(price_);
  }
  [[nodiscard]] std::vector<const CostPrice*> prices() const override { return {&price_}; }

  void add_lines(const std::string& item, const CostBasis& basis, const CostDraw& draw,
                 Ledger& ledger) const override {
    const auto servers = static_cast<double>(count_ + login_);
    ledger.add({item, ledger.text([&] { return fmt::format("{} servers", count_ + login_); }), "",
                0, basis.exchange.cost(price_, servers, draw), CostKind::capex});
  }

 private:
  std::int64_t count_;
  std::int64_t login_;
  CostPrice price_;
};

}  // namespace

void register_cost_management(Registry& registry) {
  registry.of<CostItem>().add(
      {.name = "management",
       .summary = "Management and login servers.",
       .example = R"({"count": 3, "price": "8000 USD"})"},
      [](ObjectReader& reader) { return std::make_unique<Management>(reader); });
}

}  // namespace gpuscape
