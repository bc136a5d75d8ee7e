#include "core/crew.hpp"

#include <gmock/gmock.h>

#include <atomic>

#include "composite/composites.hpp"
#include "core/families.hpp"
#include "core/machine.hpp"
#include "storage/block_queue.hpp"
#include "storage/scratch_file.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::bench {
namespace {

using ::testing::HasSubstr;

/// The system gives so many threads as long as this lives.
class Given {
 public:
  explicit Given(int threads) { give_threads(threads); }
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given() { give_threads(-1); }
};

template <class Work>
std::string fault_of(const Work& work) {
  try {
    work();
  } catch (const Lost& fault) {
    return std::string("lost: ") + fault.what();
  } catch (const std::exception& fault) {
    return fault.what();
  }
  return "";
}

TEST(Crew, EveryMemberWorksOnce) {
  std::atomic<int> sum{0};
  Crew(5, [&](std::size_t member) { sum += 1 << (4 * member); }).run();
  EXPECT_EQ(sum, 0x11111);
}

TEST(Crew, ThrowsTheFaultOfAMemberWhenAllHaveEnded) {
  std::atomic<int> ended{0};
  EXPECT_EQ(fault_of([&] {
              Crew(4, [&](std::size_t member) {
                ++ended;
                if (member == 2) throw Lost("gone");
              }).run();
            }),
            "lost: gone");
  EXPECT_EQ(ended, 4);
}

TEST(Crew, WithTooFewThreadsNobodyHasWorked) {
  const Given two(2);
  int worked = 0;
  EXPECT_THAT(
      fault_of([&] { Crew(4, [&](std::size_t) { ++worked; }).run(); }),
      ::testing::AllOf(HasSubstr("measure failed: the system gives 2 of 3 threads (Resource "),
                       HasSubstr("ulimit -u")));
  EXPECT_EQ(worked, 0);
}

TEST(Crew, ThatIsNeverToldToWorkGoesHome) {
  int worked = 0;
  {
    const Crew crew(4, [&](std::size_t) { ++worked; });
  }
  EXPECT_EQ(worked, 0);
}

/// Each of them, without a thread: a failure of the measure, and nothing of the family is lost.
void expect_failures(const std::vector<Measure>& measures) {
  EXPECT_FALSE(measures.empty());
  for (const Measure& measure : measures) {
    const Given none(0);
    EXPECT_THAT(fault_of([&] { measure.prepare()->run(measure.batch); }),
                ::testing::StartsWith("measure failed: "))
        << measure.facts.name();
  }
}

template <class Want>
std::vector<Measure> some(std::vector<Measure> all, const Want& want) {
  std::vector<Measure> wanted;
  for (Measure& measure : all)
    if (want(measure.facts)) wanted.push_back(std::move(measure));
  return wanted;
}

TEST(WithoutThreads, StreamsBetweenProcessesFail) {
  const auto streams = [](const Facts& facts) { return facts.streams > 1; };
  expect_failures(some(offer_tcp(Options{.quick = true}).measures, streams));
  expect_failures(some(offer_shared_memory(Options{.quick = true}).measures, streams));
}

// The first process may get its threads and the second not.
TEST(WithoutThreads, TheSecondProcessSaysSo) {
  const auto two = some(offer_tcp(Options{.quick = true}).measures,
                        [](const Facts& facts) { return facts.streams == 2; });
  EXPECT_FALSE(two.empty());
  for (const Measure& measure : two) {
    give_threads(0);
    EXPECT_THAT(fault_of([&] { measure.prepare(); }), HasSubstr("the second process gets too few"));
    give_threads(-1);
  }
}

TEST(WithoutThreads, PipelinesFailAndOneThreadDoesTheRest) {
  expect_failures(some(pipeline_composites(),
                       [](const Facts& facts) { return facts.more.at("overlap") == "yes"; }));
  const Given none(0);
  const auto one = some(pipeline_composites(),
                        [](const Facts& facts) { return facts.more.at("overlap") == "no"; });
  EXPECT_FALSE(one.empty());
  for (const Measure& measure : one) EXPECT_GT(measure.prepare()->run(1), 0.0);
}

TEST(WithoutThreads, BlocksAndReadersFail) {
  const ScratchFolder folder;
  const ScratchFile file(folder.path(), std::int64_t{4} << 20);
  BlockPlan plan;
  plan.file = file.number();
  plan.depth = 4;
  plan.offsets = {0, 4096};
  const Given none(0);
  EXPECT_THAT(fault_of([&] { make_threaded_queue(4096, 4)->run(plan); }),
              ::testing::StartsWith("measure failed: the system gives 0 of 3 threads"));
}

TEST(WithoutThreads, CopiesOfAllCoresFailAndThoseOfOneDoNot) {
  const Options quick{.quick = true};
  expect_failures(some(offer_host(quick).measures, [](const Facts& facts) {
    return facts.operation == "bandwidth" && facts.streams > 1;
  }));
  const Given none(0);
  const auto small = some(offer_host(quick).measures, [](const Facts& facts) {
    return facts.operation == "copy" && facts.bytes < 100;
  });
  EXPECT_FALSE(small.empty());
  for (const Measure& measure : small) EXPECT_GT(measure.prepare()->run(1), 0.0);
}

}  // namespace
}  // namespace gpuscape::bench
