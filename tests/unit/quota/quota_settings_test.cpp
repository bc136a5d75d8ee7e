/// What is refused of a quota tree, with its place.

#include <gmock/gmock.h>

#include "sim/model/check/check.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

/// The faults of a policy with these queues, each with the line in which it is found.
std::vector<std::string> faults(const std::string& queues, const std::string& more = "") {
  ReadingContext context;
  const JsonValue value = parse_json("{" + more + "\"queues\": " + queues + "}", "test");
  ObjectReader reader(value, "/scheduler/policy", context);
  test::builtin_models().schedulers.find("quota-tree")->read(reader);
  reader.finish();
  std::vector<std::string> all;
  for (const Issue& issue : context.sorted_issues())
    all.push_back(issue.pointer + ": " + issue.message + " (" + issue.hint + ")");
  return all;
}

TEST(QuotaSettings, ATreeOfAnyDepthIsRead) {
  EXPECT_THAT(faults(R"({"a": {}, "b": {"parent": "a"}, "c": {"parent": "b"}})"), IsEmpty());
}

TEST(QuotaSettings, AParentThatIsNoQueueIsRefusedWithTheNearestName) {
  EXPECT_THAT(faults(R"({"research": {}, "b": {"parent": "reserch"}})"),
              Contains(AllOf(HasSubstr("/scheduler/policy/queues"),
                             HasSubstr("the parent of \"b\", \"reserch\", is not a queue"),
                             HasSubstr("research"))));
}

TEST(QuotaSettings, ALoopIsRefused) {
  EXPECT_THAT(faults(R"({"a": {"parent": "b"}, "b": {"parent": "a"}})"),
              Contains(HasSubstr("\"a\" is its own parent, by way of \"b\"")));
  EXPECT_THAT(faults(R"({"a": {"parent": "a"}})"), Contains(HasSubstr("is its own parent")));
  EXPECT_THAT(faults(R"({"x": {"parent": "a"}, "a": {"parent": "b"}, "b": {"parent": "a"}})"),
              Contains(HasSubstr("is its own parent")));
}

TEST(QuotaSettings, TwoParentsAreRefused) {
  EXPECT_THAT(faults(R"({"a": {}, "b": {}, "c": {"parent": ["a", "b"]}})"),
              Contains(HasSubstr("/scheduler/policy/queues/c/parent")));
}

TEST(QuotaSettings, NegativeWeightsAreRefused) {
  EXPECT_THAT(faults(R"({"a": {"gpus": {"weight": -1}}})"),
              Contains(HasSubstr("/scheduler/policy/queues/a/gpus/weight")));
}

TEST(QuotaSettings, MoreDeservedThanAllowedIsRefused) {
  EXPECT_THAT(faults(R"({"a": {"gpus": {"deserved": 8, "limit": 4}}})"),
              Contains(HasSubstr("\"a\" deserves more gpus than its limit allows")));
  EXPECT_THAT(faults(R"({"a": {"memory": {"deserved": "2 TiB", "limit": "1 TiB"}}})"),
              Contains(HasSubstr("\"a\" deserves more memory than its limit allows")));
}

TEST(QuotaSettings, OneQueueWithoutOthersBelowItTakesTheRest) {
  EXPECT_THAT(faults(R"({"a": {"default": true}, "b": {"default": true}})"),
              Contains(HasSubstr("\"b\" is a second default")));
  EXPECT_THAT(faults(R"({"a": {"default": true}, "b": {"parent": "a"}})"),
              Contains(HasSubstr("\"a\" cannot take jobs")));
}

TEST(QuotaSettings, ATreeWithoutQueuesIsRefused) { EXPECT_FALSE(faults("{}").empty()); }

}  // namespace
}  // namespace gpuscape
