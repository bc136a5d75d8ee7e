/// What cannot be is said before anything runs.

#include <gmock/gmock.h>

#include "tests/support/builtin_models.hpp"
#include "tests/support/transfer_builder.hpp"

namespace gpuscape {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> faults_of(const std::string& transfer) {
  return test::transfer_faults(test::on_a_switch(2, transfer));
}

TEST(TransferFaults, NameAnEndThatIsNotThere) {
  EXPECT_THAT(
      faults_of(R"({"from": "n/0/gpu7", "to": "n/5", "bytes": "1 MB"})"),
      ElementsAre(HasSubstr("have no device \"gpu7\""), HasSubstr("\"n\" has the nodes 0 to 1")));
  EXPECT_THAT(faults_of(R"({"from": "m/0", "to": "n/1", "bytes": "1 MB"})"),
              ElementsAre(HasSubstr("unknown node group \"m\"")));
}

TEST(TransferFaults, NameNodesThatNothingJoins) {
  test::TransferText text = test::on_a_switch(2, R"({"from": "n/0", "to": "n/1", "bytes": "1 B"})");
  text.networks = "";
  EXPECT_THAT(test::transfer_faults(text),
              ElementsAre(HasSubstr("no network joins n/0/mem0 and n/1/mem0")));
}

TEST(TransferFaults, NameATransportThatTheAdapterCannotDo) {
  test::TransferText text = test::on_a_switch(
      2, R"({"from": "n/0", "to": "n/1", "bytes": "1 B", "transport": "ib-verbs-edr"})");
  const std::size_t at = text.nodes.find("cx5-edr");
  text.nodes.replace(at, 7, "cx4lx-25");
  EXPECT_THAT(test::transfer_faults(text),
              ElementsAre(testing::AllOf(
                  HasSubstr("\"ib-verbs-edr\" needs infiniband, and n/0/nic0 and n/1/nic0"),
                  HasSubstr("speak ethernet"), HasSubstr("these can: tcp-kernel-10g"))));
}

TEST(TransferFaults, NameATransportThatTheEndsCannotDo) {
  EXPECT_THAT(
      faults_of(R"({"from": "n/0", "to": "n/0/gpu0", "bytes": "1 B", "transport": "nvlink-p2p"})"),
      ElementsAre(HasSubstr("\"nvlink-p2p\" is between two GPUs of a node")));
  EXPECT_THAT(
      faults_of(
          R"({"from": "n/0/gpu1", "to": "n/0/gpu0", "bytes": "1 B", "transport": "nvlink-p2p"})"),
      ElementsAre(HasSubstr("they are PHB to each other")));
  EXPECT_THAT(
      faults_of(R"({"from": "n/0", "to": "n/1", "bytes": "1 B", "transport": "cudamemcpy-local"})"),
      ElementsAre(HasSubstr("is between a GPU and host memory of its node")));
}

TEST(TransferFaults, NameTheNearestTransport) {
  EXPECT_THAT(
      faults_of(R"({"from": "n/0", "to": "n/1", "bytes": "1 B", "transport": "ib-verbs-edt"})"),
      ElementsAre(HasSubstr("did you mean \"ib-verbs-edr\"?")));
  EXPECT_THAT(faults_of(R"({"from": "n/0", "to": "n/1", "bytes": "1 B", "transport": "nfs-tcp"})"),
              ElementsAre(HasSubstr("is not a transport that can carry transfers")));
}

TEST(TransferFaults, NameEndsThatHoldNoBytes) {
  EXPECT_THAT(faults_of(R"({"from": "n/0/nic0", "to": "n/1", "bytes": "1 B"})"),
              ElementsAre(HasSubstr("n/0/nic0 cannot be an end of a transfer")));
  EXPECT_THAT(faults_of(R"({"from": "n/0/gpu0", "to": "n/0/gpu0", "bytes": "1 B"})"),
              ElementsAre(HasSubstr("is both ends")));
}

TEST(TransferFaults, NameAnAdapterThatIsNotThereOrNotNeeded) {
  EXPECT_THAT(faults_of(R"({"from": "n/0@ib9", "to": "n/1", "bytes": "1 B"})"),
              ElementsAre(HasSubstr("\"ib9\" is not an adapter of that node, which has nic0")));
  EXPECT_THAT(faults_of(R"({"from": "n/0/gpu0@nic0", "to": "n/0/gpu1", "bytes": "1 B"})"),
              ElementsAre(HasSubstr("names an adapter, and both ends are in one node")));
  EXPECT_THAT(faults_of(R"({"from": "n/0@nic0", "to": "n/1", "bytes": "1 B"})"), IsEmpty());
}

TEST(TransferFaults, NameWhatIsWrittenWrong) {
  EXPECT_THAT(faults_of(R"({"to": "n/1", "bytes": ["1 MB", "0 B", "2 Gb"]})"),
              ElementsAre(HasSubstr("\"from\" is missing"), HasSubstr("0 B is not a size"),
                          HasSubstr("Gb")));
  EXPECT_THAT(faults_of(R"({"from": "n/0", "to": "n/1", "bytes": []})"),
              ElementsAre(HasSubstr("the list is empty")));
  EXPECT_THAT(faults_of(R"({"permutation": "random", "from": "n/0", "bytes": "1 B"})"),
              ElementsAre(HasSubstr("a permutation has no \"from\"")));
  EXPECT_THAT(faults_of(R"({"permutation": "shift", "shift": 4, "bytes": "1 B"})"),
              ElementsAre(HasSubstr("sends to itself")));
  EXPECT_THAT(faults_of(R"({"from": "n/0", "to": "n/1", "bytes": "1 B", "messages": 5})"),
              ElementsAre(HasSubstr("one message in flight is one message")));
}

std::vector<std::string> detail_faults(const std::string& stream, const std::string& run) {
  LoadedScenario loaded = test::load_text(
      R"({"format": 1, "cluster": {"nodes": {"d": {"type": "dgx1-v100"}}}, "workload":)"
      R"( {"streams": {"s": )" +
          stream + R"(}}, "run": )" + run + "}",
      "test.json");
  check(loaded, test::builtin_models());
  std::vector<std::string> faults;
  for (const Issue& issue : loaded.context.sorted_issues()) faults.push_back(issue.message);
  return faults;
}

constexpr const char* kCopy = R"({"transfers": [{"from": "d", "to": "d/gpu0", "bytes": "1 B"}]})";
constexpr const char* kJobs =
    R"({"generate": {"jobs": 1, "load": 0.5, "gpus": {"1": 1}, "run_time": "1 h"}})";

TEST(Detail, OfStepsIsForTransfersAndOfJobsForJobs) {
  EXPECT_THAT(detail_faults(kCopy, R"({"detail": "step"})"), IsEmpty());
  EXPECT_THAT(detail_faults(kCopy, "{}"),
              ElementsAre("the transfers of stream \"s\" need detail \"step\""));
  EXPECT_THAT(detail_faults(kJobs, R"({"detail": "step"})"),
              testing::Contains(HasSubstr("stream \"s\" has jobs")));
  EXPECT_THAT(detail_faults(kJobs, R"({"network": "simgrid-cm02"})"),
              testing::Contains(HasSubstr("SimGrid's network carries transfers, not jobs")));
}

}  // namespace
}  // namespace gpuscape
