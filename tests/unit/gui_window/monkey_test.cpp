/// Random inputs find what nobody thought of; a fixed seed finds it again.

#include <gtest/gtest.h>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

namespace fs = std::filesystem;

/// What is written at random is written there.
class InFolder {
 public:
  explicit InFolder(const fs::path& folder) : before_(fs::current_path()) {
    fs::current_path(folder);
  }
  ~InFolder() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  fs::path before_;
};

TEST(Monkey, TwoThousandRandomInputsLeaveAWindowThatAnswers) {
  const auto session = WindowSession::opened();
  const InFolder folder(session->folder.path());
  constexpr std::uint32_t kSeed = 17;
  constexpr int kInputs = 2000;
  session->driver.play_at_random(kSeed, kInputs);
  session->key("Escape");
  session->app.open_now({.files = {session->path("small.json")}});
  session->driver.settle();
  EXPECT_TRUE(session->driver.sees("answer.queue_wait_p95_s.0"));
  EXPECT_EQ(read_text(session->path("small.json")), kSmallScenario);
}

}  // namespace
}  // namespace gpuscape::gui
