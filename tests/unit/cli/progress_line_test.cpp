#include "cli/terminal/progress_line.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

TEST(ProgressText, NamesWhatIsDoneTheRateAndTheTimeLeft) {
  EXPECT_EQ(progress_text({.share = 0.25, .jobs_ended = 50000, .replications = 0}, 10.0),
            "25 % · 50 000 jobs done · 5 000 jobs/s · 30 s left");
}

TEST(ProgressText, GuessesNoTimeBeforeTheStart) {
  EXPECT_EQ(progress_text({.share = 0.0, .jobs_ended = 0, .replications = 0}, 1.0),
            "0 % · 0 jobs done · 0 jobs/s");
}

TEST(ProgressText, CountsReplications) {
  EXPECT_EQ(progress_text({.share = 1.0, .jobs_ended = 10, .replications = 15}, 61.0),
            "15 replications done · 1 min 1 s");
}

}  // namespace
}  // namespace gpuscape
