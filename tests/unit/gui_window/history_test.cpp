#include "gui/workspace/history.hpp"

#include <gtest/gtest.h>

namespace gpuscape::gui {
namespace {

DesignList named(const std::string& name) {
  LiveDesign design;
  design.name = name;
  return {.designs = {design}, .current = 0};
}

std::string name_now(const History& history) { return history.now().designs.front().name; }

TEST(History, UndoAndRedoWalkTheValues) {
  History history;
  history.start(named("a"));
  history.change(named("b"));
  history.change(named("c"));
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(name_now(history), "b");
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(name_now(history), "c");
  EXPECT_FALSE(history.redo());
}

TEST(History, AChangeAfterUndoForgetsWhatWasUndone) {
  History history;
  history.start(named("a"));
  history.change(named("b"));
  history.undo();
  history.change(named("c"));
  EXPECT_FALSE(history.can_redo());
  history.undo();
  EXPECT_EQ(name_now(history), "a");
}

TEST(History, ChangesOfOneGestureAreOneStep) {
  History history;
  history.start(named("a"));
  history.change(named("b"), "slide");
  history.change(named("c"), "slide");
  history.undo();
  EXPECT_EQ(name_now(history), "a");
}

TEST(History, AGestureThatHasEndedIsNotContinued) {
  History history;
  history.start(named("a"));
  history.change(named("b"), "slide");
  history.end_gesture();
  history.change(named("c"), "slide");
  history.undo();
  EXPECT_EQ(name_now(history), "b");
}

TEST(History, KeepsAsManyValuesAsItSays) {
  History history;
  history.start(named("first"));
  for (std::size_t i = 0; i < History::kMost; ++i) history.change(named(std::to_string(i)));
  std::size_t steps = 0;
  while (history.undo()) ++steps;
  EXPECT_EQ(steps, History::kMost - 1);
  EXPECT_EQ(name_now(history), "0");
}

}  // namespace
}  // namespace gpuscape::gui
