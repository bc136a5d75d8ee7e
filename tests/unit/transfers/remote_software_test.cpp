/// What the software of remote GPUs costs by itself: at the server, by the step, of copies.

#include <gmock/gmock.h>

#include "tests/support/remote_steps.hpp"

namespace gpuscape {
namespace {

using test::Remote;
using test::row_of;

Remote with(const std::string& software) {
  Remote of;
  of.software = R"({"per_call_overhead": "2 us", "dispatch": "2 us", "bytes_per_call": "0 B")" +
                software + "}";
  return of;
}

// 1000 calls and ten that wait; a step computes for 100 ms, a round trip is 50 us.
TEST(RemoteSoftware, AServersTimeOfACallBindsWhereItIsTheLonger) {
  Remote of = with(R"(, "per_call_server": "3 us")");
  EXPECT_NEAR(row_of(of).step().value(), 0.1 + 10 * 55e-6, 1e-12);
  of.application = R"("calls_per_step": 100000, "synchronous_calls_per_step": 0)";
  EXPECT_NEAR(row_of(of).step().value(), 0.3, 1e-9);
  of.software = with(R"(, "per_call_server": "1 us")").software;
  EXPECT_NEAR(row_of(of).step().value(), 0.2, 1e-9);
}

TEST(RemoteSoftware, AConstantOfEachStepIsAddedOnce) {
  EXPECT_NEAR(row_of(with(R"(, "per_step": "1.5 ms")")).step().value(), 0.1 + 10 * 52e-6 + 1.5e-3,
              1e-12);
}

// 1 GB there: at 2 GB/s half a second, whatever the links carry.
TEST(RemoteSoftware, CopiesAtMostAtItsOwnRate) {
  Remote of = with(R"(, "copy_rate": "2 GB/s")");
  of.application = R"("prefetch": 0, "to_gpu_per_sample": "100 MB")";
  EXPECT_NEAR(row_of(of).copies.value(), 0.5, 1e-3);
  of.software = with(R"(, "copy_rate": "100 GB/s")").software;
  const Seconds fast = row_of(of).copies;
  of.software = with("").software;
  EXPECT_EQ(row_of(of).copies, fast);
}

// A quarter of the bytes, and 2 GB/s of what is compressed.
TEST(RemoteSoftware, CompressionSavesTheWireAndCostsTime) {
  Remote of = with(R"(, "compression": {"ratio": 4, "rate": "2 GB/s"})");
  of.application = R"("prefetch": 0, "to_gpu_per_sample": "100 MB")";
  EXPECT_NEAR(row_of(of).copies.value(), 0.5, 1e-3);
  of.software = with("").software;
  const double whole = row_of(of).copies.value();
  const auto times_quicker = [&](const std::string& ratio) {
    of.software =
        with(R"(, "compression": {"rate": "1000 GB/s", "ratio": )" + ratio + "}").software;
    return whole / row_of(of).copies.value();
  };
  EXPECT_NEAR(times_quicker("1.5"), 1.5, 0.01);
  // The GPU's own bus is twice as fast as the network and carries all of the bytes.
  EXPECT_NEAR(times_quicker("4"), 2.0, 0.01);
}

// Messages of 5 us each way and 2 us of dispatch, instead of a network's.
TEST(RemoteSoftware, ServesTheClientsOwnGpusOverLoopback) {
  Remote of = with("");
  of.access = R"("loopback": "5 us")";
  of.steps = R"("on": ["gpu/0/gpu0"], "client": "gpu/0")";
  const StepRow row = row_of(of);
  EXPECT_NEAR(row.calls.value(), 10 * (2 * 7e-6 + 2e-6), 1e-12);
  of.application += R"(, "prefetch": 0, "to_gpu_per_sample": "10 MB")";
  const StepRow copied = row_of(of);
  EXPECT_THAT(copied.bound_by, testing::HasSubstr("gpu/0: "));  // over PCIe, on no network
  of.steps = R"("on": ["gpu/1/gpu0"], "client": "gpu/0")";
  EXPECT_NE(row_of(of).calls, copied.calls);  // by the network
}

// The adapter is at the first socket: memory of the second is a link between sockets away.
TEST(RemoteSoftware, AClientsSocketFarFromTheAdapterTakesLonger) {
  Remote of = with("");
  of.access = R"("loopback": "5 us")";  // no round trip of its own
  of.steps = R"("on": ["gpu/0/gpu0"], "client": "client/0/mem0")";
  const Seconds near = row_of(of).calls;
  of.steps = R"("on": ["gpu/0/gpu0"], "client": "client/0/mem1")";
  EXPECT_GT(row_of(of).calls, near);
}

}  // namespace
}  // namespace gpuscape
