/// The form is read on a thread of its own: whoever draws never waits for it.

#include "gui/workspace/form_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "tests/unit/gui_window/window_session.hpp"

namespace gpuscape::gui {
namespace {

const Registry& models() {
  static const Registry built = [] {
    Registry registry;
    register_builtin_models(registry);
    return registry;
  }();
  return built;
}

/// Holds up every thread that calls, while it is closed.
class Gate {
 public:
  void close() { is_closed_ = true; }
  void open() {
    is_closed_ = false;
    is_closed_.notify_all();
  }
  void pass() const { is_closed_.wait(true); }

 private:
  std::atomic<bool> is_closed_ = false;
};

LiveDesign small(const std::string& variant = {}, std::vector<std::string> sets = {}) {
  return {"A",
          {.file = "small.json", .text = std::string(kSmallScenario)},
          {.variant = variant, .patches = {}, .sets = std::move(sets), .seed = {}}};
}

TEST(FormReader, ReadsTheNewestDesignAloneAndHasNoneBefore) {
  Gate gate;
  gate.close();
  FormReader reader(models(), [&] { gate.pass(); });
  EXPECT_EQ(reader.latest(), nullptr);
  reader.ask(small(), 1);
  reader.wait();
  ASSERT_NE(reader.latest(), nullptr);
  reader.ask(small("larger"), 1);  // the reader is held up behind the first
  EXPECT_EQ(reader.latest(), nullptr);
  reader.ask(small("", {"/cluster/nodes/gpu/count=5"}), 1);
  gate.open();
  reader.wait();
  EXPECT_EQ(reader.latest()->design.design.variant, "");
  EXPECT_EQ(reader.latest()->scenario->cluster->platform().node_count(), 5U);
}

TEST(FormReader, SaysTheFaultsOfADesignAndWhichFilesItRead) {
  const ScratchFolder folder;
  write_text(folder.path() / "s.json", R"({"format": 1, "cluster": 3})");
  FormReader reader(models(), {});
  LiveDesign design = small();
  design.source = {.file = (folder.path() / "s.json").string()};
  reader.ask(design, 1);
  reader.wait();
  EXPECT_EQ(reader.latest()->scenario, nullptr);
  EXPECT_THAT(reader.latest()->faults, testing::SizeIs(testing::Ge(1)));
  ASSERT_THAT(reader.latest()->files, testing::SizeIs(1));
  EXPECT_TRUE(reader.latest()->files.front().is_current());
}

/// A window whose background work is held up, on the small scenario.
class HeldUp : public ::testing::Test {
 protected:
  HeldUp() : work_(models(), [this] { gate_.pass(); }, 1) {
    write_text(folder_.path() / "small.json", kSmallScenario);
    work_.open((folder_.path() / "small.json").string());
    work_.wait_for_form();
    work_.wait();
    gate_.close();
  }
  ~HeldUp() override { gate_.open(); }
  [[nodiscard]] const Knob& count() const { return work_.knobs().first.front(); }

  ScratchFolder folder_;
  Gate gate_;
  Workspace work_;
};

TEST_F(HeldUp, AChangeIsInViewBeforeItIsRead) {
  work_.set(count(), "5");
  work_.wait_for_form();  // the reader is held up behind it
  work_.set(count(), "6");
  EXPECT_EQ(count().value, "6");
  EXPECT_TRUE(count().is_set);
  EXPECT_TRUE(work_.is_form_current());
}

TEST_F(HeldUp, TheFormOfAnotherVariantTakesNoInputUntilItIsRead) {
  work_.set(count(), "5");
  work_.wait_for_form();
  work_.add_variant("larger");
  EXPECT_FALSE(work_.is_form_current());
  gate_.open();
  work_.wait_for_form();
  EXPECT_TRUE(work_.is_form_current());
  EXPECT_EQ(count().base, "8");
}

}  // namespace
}  // namespace gpuscape::gui
