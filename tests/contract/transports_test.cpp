/// What every transport promises, and every entry of the catalogue that says of what kind it is.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>

#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "tests/contract/all_models.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

/// A registered kind with its example, or an entry of the catalogue.
struct Source {
  std::string name;
  std::string kind;
  std::string parameters;

  [[nodiscard]] std::unique_ptr<Transport> transport() const {
    return test::make_model(test::all_models().transports, kind, parameters);
  }
};
void PrintTo(const Source& source, std::ostream* out) { *out << source.name; }

std::vector<Source> sources() {
  std::vector<Source> all;
  const auto& shelf = test::all_models().transports;
  for (const std::string& kind : shelf.names())
    all.push_back({"model " + kind, kind, test::example_of(shelf, kind)});
  const Catalog catalog = Catalog::shipped();
  for (const std::string& id : catalog.ids("transports")) {
    const JsonValue entry = plain_entry(*catalog.find("transports", id));
    if (const JsonValue* kind = entry.find("kind"))
      all.push_back({"entry " + id, kind->text(), write_json(entry)});
  }
  return all;
}

/// The ways that a transport may be asked about: every path from either side, with and without
/// what is known of copy engines and adapters.
std::vector<Crossing> crossings() {
  std::vector<Crossing> all;
  for (auto path = PathClass::same; path <= PathClass::network;
       path = static_cast<PathClass>(static_cast<int>(path) + 1)) {
    for (const bool from_gpu : {false, true}) {
      Crossing crossing{.path = path,
                        .links_latency = Seconds(1e-6),
                        .fabric_latency = Seconds(0.4e-6),
                        .narrowest = BytesPerSecond(12e9),
                        .gpu_link = BytesPerSecond(14e9),
                        .wire = BytesPerSecond(11e9),
                        .from_gpu = from_gpu};
      all.push_back(crossing);
      crossing.copy_rate = BytesPerSecond(10e9);
      crossing.adapter_latency = Seconds(0.7e-6);
      all.push_back(crossing);
    }
  }
  return all;
}

/// The sizes at which a regime ends.
void add_steps(const JsonValue& parameters, std::set<double>& steps) {
  if (const JsonValue* regimes = parameters.find("regimes"))
    for (const JsonValue& regime : regimes->items())
      steps.insert(parse<Bytes>(regime.find("up_to")->text()).value->value());
  if (const JsonValue* other = parameters.find("from_gpu")) add_steps(*other, steps);
}

/// 1 B to 1 GiB, and beside every power of two and every end of a regime; rising.
std::set<double> sizes(const std::set<double>& steps) {
  std::set<double> all;
  std::set<double> round = steps;
  for (int power = 0; power <= 30; ++power) round.insert(std::ldexp(1.0, power));
  for (const double size : round)
    for (const double beside : {size - 1.0, size, size + 1.0})
      if (beside >= 1.0) all.insert(beside);
  return all;
}

double time(const MessageCost& cost, double size) {
  return cost.latency.value() + size / cost.bound.value();
}

std::string text_of(const MessageCost& cost) {
  return fmt::format("{} {} {} {} {} {}", cost.latency.value(), cost.cpu_per_message.value(),
                     cost.bound.value(), static_cast<int>(cost.limit), cost.outside_range,
                     cost.wire_payload);
}

class EveryTransport : public testing::TestWithParam<Source> {
 protected:
  static std::set<double> steps() {
    std::set<double> steps;
    add_steps(parse_json(GetParam().parameters, "transport"), steps);
    return steps;
  }
};

TEST_P(EveryTransport, CostsAFunctionOfWayAndMessageAlone) {
  const auto one = GetParam().transport();
  const auto other = GetParam().transport();
  std::vector<std::string> first;
  for (const Crossing& crossing : crossings())
    for (const double size : sizes(steps()))
      first.push_back(text_of(one->cost(crossing, Bytes(size))));
  std::size_t i = 0;
  for (const Crossing& crossing : crossings())
    for (const double size : sizes(steps())) {
      EXPECT_EQ(text_of(one->cost(crossing, Bytes(size))), first[i]);
      EXPECT_EQ(text_of(other->cost(crossing, Bytes(size))), first[i++]);
    }
}

/// One message, and one of many in flight: on the wire, and of a core.
TEST_P(EveryTransport, TakesNoLessForALargerMessage) {
  const auto transport = GetParam().transport();
  for (const Crossing& crossing : crossings()) {
    double before = 0.0;
    double core_before = 0.0;
    double wire_before = 0.0;
    for (const double size : sizes(steps())) {
      const MessageCost cost = transport->cost(crossing, Bytes(size));
      constexpr double kRounding = 1.0 + 1e-12;
      EXPECT_GE(time(cost, size) * kRounding, before) << size << " B";
      EXPECT_GE(cost.cpu_per_message.value() * kRounding, core_before) << size << " B";
      EXPECT_GE(size / cost.bound.value() * kRounding, wire_before) << size << " B";
      before = time(cost, size);
      core_before = cost.cpu_per_message.value();
      wire_before = size / cost.bound.value();
    }
  }
}

TEST_P(EveryTransport, CostsWhatCanBe) {
  const auto transport = GetParam().transport();
  for (const Crossing& crossing : crossings())
    for (const double size : sizes(steps())) {
      const MessageCost cost = transport->cost(crossing, Bytes(size));
      EXPECT_TRUE(std::isfinite(cost.latency.value()) && cost.latency.value() >= 0.0);
      EXPECT_TRUE(std::isfinite(cost.cpu_per_message.value()) &&
                  cost.cpu_per_message.value() >= 0.0);
      EXPECT_GT(cost.bound.value(), 0.0);
      EXPECT_EQ(cost.limit == RateLimit::links, std::isinf(cost.bound.value()));
      EXPECT_TRUE(cost.wire_payload > 0.0 && cost.wire_payload <= 1.0);
    }
}

TEST_P(EveryTransport, SaysOfItselfWhatItsScopeHas) {
  const auto transport = GetParam().transport();
  const TransportTraits& traits = transport->traits();
  EXPECT_EQ(&transport->traits(), &traits);
  EXPECT_EQ(traits.basis.empty(), traits.scope == TransportScope::links_alone);
  EXPECT_LE(traits.nearest, traits.farthest);
  EXPECT_GE(traits.chunk.value(), 0.0);
  EXPECT_TRUE(!traits.pinning || traits.scope == TransportScope::host_copy);
  EXPECT_TRUE(!traits.over_nvlink || traits.scope == TransportScope::peer_copy);
  const bool of_network = traits.scope == TransportScope::network;
  EXPECT_TRUE(of_network || (traits.protocol.empty() && !traits.line && !traits.reaches_gpus));
}

TEST(Transports, AreFound) {
  EXPECT_GE(sources().size(), 33U);
  EXPECT_GE(crossings().size(), 36U);
}

INSTANTIATE_TEST_SUITE_P(RegisteredAndShipped, EveryTransport, testing::ValuesIn(sources()),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

/// What a profile makes of an entry with a law of 3 us and 8 GB/s.
std::string with_law(const std::string& entry) {
  JsonValue laid = parse_json(entry, "entry");
  for (const CatalogField& field : fields_of("transports"))
    if (field.of_law) laid.erase(field.top_key());
  laid.set("end_to_end", JsonValue::make_boolean(true));
  laid.set("latency", JsonValue::make_text("3 us"));
  laid.set("most", JsonValue::make_text("8 GB/s"));
  return write_json(laid);
}

// A field of the catalogue that is left beside a law would count twice.
TEST(Transports, OfAMeasuredLawTakeTimeAndRateFromNothingElse) {
  for (const Source& source : sources()) {
    if (source.kind != "host-copy" && source.kind != "peer-copy" && source.kind != "network")
      continue;
    const Source laid{source.name, source.kind, with_law(source.parameters)};
    const auto transport = laid.transport();
    EXPECT_FALSE(transport->traits().pinning) << source.name;
    for (Crossing crossing : crossings()) {
      crossing.fabric_latency = Seconds(0.0);
      const MessageCost cost = transport->cost(crossing, Bytes(1e5));
      EXPECT_EQ(cost.latency, Seconds(3e-6)) << source.name;
      EXPECT_EQ(cost.bound, BytesPerSecond(8e9)) << source.name;
      EXPECT_EQ(cost.cpu_per_message, Seconds(0.0)) << source.name;
    }
  }
}

// The catalogue lies below the models: it lists their kinds by itself.
TEST(Transports, AreTheKindsThatTheCatalogueKnows) {
  const std::vector<std::string> path{"kind"};
  std::istringstream words{std::string(field_along("transports", path)->names)};
  const std::set<std::string> known{std::istream_iterator<std::string>(words), {}};
  const std::vector<std::string> names = test::all_models().transports.names();
  EXPECT_EQ(known, std::set<std::string>(names.begin(), names.end()));
}

}  // namespace
}  // namespace gpuscape
