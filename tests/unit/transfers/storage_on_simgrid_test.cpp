/// The referee of what jobs read: striped reads of many clients end in SimGrid's network when they
/// end in ours.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/engine/simgrid_network.hpp"
#include "tests/unit/storage/input_run.hpp"

namespace gpuscape {
namespace {

constexpr std::uint32_t kClients = 16;
constexpr std::uint32_t kServers = 4;
constexpr double kServer = 1e9;  // B/s
constexpr double kMount = 400e6;

/// What a client reads, in all, and at how many bytes a second at most.
struct Client {
  double bytes = 0.0;
  double demand = 0.0;
};

std::vector<Client> clients() {
  std::vector<Client> all;
  for (std::uint32_t i = 0; i < kClients; ++i) {
    const double demand = 100e6 + 40e6 * i;  // some ask for more than their mount, or their share
    all.push_back({demand * (200.0 + 30.0 * (i * 7 % kClients)), demand});
  }
  return all;
}

/// A flow from each server to each client: over the server's port, and the client's mount.
std::vector<double> ends_in_simgrid(const std::vector<Client>& of) {
  NetworkMap map{.nodes = kServers + kClients, .links = {}, .route = {}};
  map.links.assign(kServers, BytesPerSecond(kServer));
  map.links.resize(kServers + kClients, BytesPerSecond(kMount));
  map.route = [](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
    links.push_back(from);
    links.push_back(to);
  };
  for (const Client& client : of) map.bounds.emplace_back(client.demand / kServers);
  std::vector<double> ends(kClients, 0.0);
  SimGridNetwork* here = nullptr;
  SimGridNetwork network(std::move(map), {.precision = Seconds(1e-9)}, [&](std::uint32_t client) {
    ends[client] = std::max(ends[client], here->now().value());
  });
  here = &network;
  network.at(Seconds(0.0), [&] {
    for (std::uint32_t client = 0; client < kClients; ++client)
      for (std::uint32_t server = 0; server < kServers; ++server)
        network.start({.from = server,
                       .to = kServers + client,
                       .bytes = Bytes(of[client].bytes / kServers),
                       .token = client,
                       .bound = BytesPerSecond(of[client].demand / kServers)});
  });
  network.run();
  return ends;
}

TEST(StorageOnSimGrid, StripedReadsOfSixteenClientsEndWhenOursDo) {
  const std::vector<Client> of = clients();
  std::vector<test::ReadingJobs> jobs;
  for (const Client& client : of)  // of 8 GPUs, in samples of 1 MB
    jobs.push_back(
        {.samples_per_second = client.demand / 8e6, .run_time = client.bytes / client.demand});
  const RunResult result = test::run_input(
      {.nodes = kClients,
       .storage = R"({"type": "appliance", "count": 4, "model": {"read_bandwidth": "1 GB/s"},
                      "per_node": "400 MB/s"})"},
      jobs);
  const std::vector<double> theirs = ends_in_simgrid(of);
  ASSERT_EQ(result.jobs.size(), kClients);
  double waited = 0.0;
  for (std::uint32_t job = 0; job < kClients; ++job) {
    const double ours = result.jobs.segments(job).back().end.value();
    EXPECT_NEAR(ours / theirs[job], 1.0, 1e-5) << job;
    waited += result.input->stall_of(job).value();
  }
  EXPECT_GT(waited, 1000.0) << "they are to meet";
}

}  // namespace
}  // namespace gpuscape
