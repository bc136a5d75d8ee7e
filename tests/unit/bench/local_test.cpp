#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include "composite/composites.hpp"
#include "composite/polynomial.hpp"
#include "core/families.hpp"
#include "local/channel.hpp"
#include "local/child.hpp"

namespace gpuscape::bench {
namespace {

using MakeChannels = ChannelPair (*)();

class LocalChannel : public ::testing::TestWithParam<MakeChannels> {};

std::vector<char> counted(std::size_t bytes) {
  std::vector<char> data(bytes);
  std::iota(data.begin(), data.end(), '\0');
  return data;
}

// Three times the ring, and more than a socket holds.
TEST_P(LocalChannel, CarriesBytesInOrderBetweenProcesses) {
  ChannelPair pair = GetParam()();
  const std::vector<char> sent = counted(std::size_t{3} << 20);
  const Child child([&] {
    std::vector<char> data(sent.size());
    pair.far->receive(data.data(), data.size());
    pair.far->send(data.data(), data.size());
    receive_value<char>(*pair.far);
  });
  std::vector<char> back(sent.size());
  pair.near->send(sent.data(), sent.size());
  pair.near->receive(back.data(), back.size());
  EXPECT_EQ(back, sent);
}

TEST_P(LocalChannel, SaysThatTheOtherProcessIsGone) {
  ChannelPair pair = GetParam()();
  const Child child([&] {
    pair.near.reset();
    receive_value<char>(*pair.far);
    pair.far.reset();
  });
  pair.far.reset();
  send_value(*pair.near, 'x');
  EXPECT_THROW(receive_value<char>(*pair.near), Lost);
}

INSTANTIATE_TEST_SUITE_P(All, LocalChannel,
                         ::testing::Values(&tcp_pair, &blocking_tcp_pair, &shared_memory_pair));

/// Every measure of a family does three operations.
void expect_all_run(const std::vector<Measure>& measures) {
  EXPECT_FALSE(measures.empty());
  for (const Measure& measure : measures) {
    const auto probe = measure.prepare();
    EXPECT_GT(probe->run(3), 0.0) << measure.facts.name();
    for (const auto& [name, value] : probe->counters()) EXPECT_GE(value, 0.0) << name;
  }
}

void expect_names_differ(const std::vector<Measure>& measures) {
  std::vector<std::string> names;
  for (const Measure& measure : measures) names.push_back(measure.facts.name());
  std::sort(names.begin(), names.end());
  EXPECT_GE(names.size(), 10U);
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(LocalMeasures, AllRun) {
  const Options quick{.quick = true};
  expect_all_run(offer_tcp(quick).measures);
  expect_all_run(offer_shared_memory(quick).measures);
}

/// Shares of the clock on the wall that a probe reports, of five tries.
std::vector<double> reported(const Measure& measure, std::int64_t operations) {
  const auto probe = measure.prepare();
  probe->run(10);
  std::vector<double> shares;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const double seconds = probe->run(operations);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    shares.push_back(seconds / wall.count());
  }
  return shares;
}

void expect_share(const Measure& measure, std::int64_t operations, double share) {
  const std::vector<double> shares = reported(measure, operations);
  EXPECT_LE(*std::max_element(shares.begin(), shares.end()), share) << measure.facts.name();
  EXPECT_GT(*std::max_element(shares.begin(), shares.end()), 0.7 * share) << measure.facts.name();
}

// Nothing reports more time than passed, a message one way takes half of there and back, and what
// else was done meanwhile is little.
TEST(LocalMeasures, ReportTheTimeThatPassed) {
  std::set<std::string> seen;
  for (const Measure& measure : offer_shared_memory(Options{.quick = true}).measures) {
    const Facts& facts = measure.facts;
    if (facts.bytes != (facts.operation == "bandwidth" ? 8192 : 4096)) continue;
    expect_share(measure, 3000, facts.operation == "latency" ? 0.5 : 1.0);
    seen.insert(facts.operation);
  }
  EXPECT_THAT(seen, testing::ElementsAre("bandwidth", "exchange", "latency"));
  for (const Measure& measure : ring_composites()) {
    if (measure.facts.bytes >= 1e6) continue;
    expect_share(measure, 200, 1.0);
    seen.insert("ring");
  }
  EXPECT_TRUE(seen.contains("ring"));
}

TEST(LocalMeasures, HaveNamesOfTheirOwn) {
  for (const auto offer : {offer_host, offer_tcp, offer_shared_memory, offer_composites})
    expect_names_differ(offer(Options{}).measures);
}

TEST(Composites, AllRunAndRingsSumRightly) {
  expect_all_run(pipeline_composites());
  expect_all_run(ring_composites());
  expect_all_run(remote_composites());
}

// Horner's rule: Σ x^k / 32 over k from 0 to 31.
TEST(Polynomial, IsThatOfItsDegreeAlsoPastTheLastWholeBlock) {
  std::vector<float> values(33, 0.5F);
  polynomial(values.data(), values.size());
  double expected = 0.0;
  for (int k = 0; k < kPolynomialDegree; ++k) expected += std::pow(0.5, k) / kPolynomialDegree;
  for (const float value : values) EXPECT_NEAR(value, expected, 1e-6);
}

}  // namespace
}  // namespace gpuscape::bench
