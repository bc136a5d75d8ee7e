#include "gui/workspace/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

namespace gpuscape::gui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Settings, WhatIsWrittenIsReadAgain) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "new/window.json").string();
  Settings settings;
  settings.recent = {"/a.json", "/b.json"};
  settings.is_dark = false;
  settings.was_toured = true;
  settings.split = {0.2, 0.3, 0.4, 0.25};
  ASSERT_TRUE(write_settings(file, settings));
  const Settings again = read_settings(file);
  EXPECT_THAT(again.recent, ElementsAre("/a.json", "/b.json"));
  EXPECT_FALSE(again.is_dark);
  EXPECT_TRUE(again.was_toured);
  EXPECT_EQ(again.split, settings.split);
}

TEST(Settings, WhatCannotBeReadIsAsIfItWereNotThere) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "window.json").string();
  EXPECT_TRUE(read_settings(file).is_dark);
  for (const char* text : {"", "{", "[1]", "{\"recent\": 3, \"split\": {\"a\": 1}}", "\xff"}) {
    write_text(file, text);
    EXPECT_THAT(read_settings(file).recent, IsEmpty()) << text;
    EXPECT_THAT(read_settings(file).split, IsEmpty()) << text;
  }
}

TEST(Settings, WhereNothingCanBeWrittenNothingIsRemembered) {
  EXPECT_FALSE(write_settings("", {}));
  EXPECT_FALSE(write_settings("/proc/nowhere/window.json", {}));
}

TEST(Settings, AFileThatIsOpenedAgainMovesToTheFront) {
  Settings settings;
  note_recent(settings, "/a.json");
  note_recent(settings, "/b.json");
  note_recent(settings, "/a.json");
  EXPECT_THAT(settings.recent, ElementsAre("/a.json", "/b.json"));
  for (int i = 0; i < 30; ++i) note_recent(settings, "/" + std::to_string(i));
  EXPECT_EQ(settings.recent.size(), Settings::kMostRecent);
}

}  // namespace
}  // namespace gpuscape::gui
