#pragma once
/// Works the window as a person does, by the names of its widgets: for tests and scripts.

#include <cstdint>
#include <string>
#include <string_view>

#include "gui/panel/app.hpp"
#include "gui/window/window.hpp"

namespace gpuscape::gui {

class Driver {
 public:
  /// Both must outlive it. The window's input comes from here alone.
  Driver(Window& window, App& app) : window_(window), app_(app) {}

  void frames(int count = 1);
  /// Draws until every answer is there and on screen, and every file is written.
  void settle();

  [[nodiscard]] bool sees(const std::string& id) const;
  /// What the widget says. Throws RunError where it is not on screen.
  [[nodiscard]] std::string text(const std::string& id) const;

  void hover(const std::string& id, double share = 0.5);
  void click(const std::string& id);
  /// With the right button, which opens a menu.
  void right_click(const std::string& id);
  void double_click(const std::string& id);
  /// From one share of the widget's width to another, with the button held down.
  void drag(const std::string& id, double from, double to);
  /// From the middle of the widget, so many pixels to the right and down.
  void drag_by(const std::string& id, Point by);
  void wheel(const std::string& id, float up);
  void key(KeyChord chord);
  void type(std::string_view text);
  /// Replaces the text of a field and presses Enter.
  void fill(const std::string& id, std::string_view text);

  /// `count` inputs at random places, keys and letters among them; the same for the same seed. It
  /// may press "Write" in a dialogue, so it is for a folder of its own.
  void play_at_random(std::uint32_t seed, int count);

 private:
  [[nodiscard]] const SeenWidget& at(const std::string& id) const;
  void press(int times);
  void drag_between(Point from, Point to);
  void random_input(std::uint64_t number);

  Window& window_;
  App& app_;
};

}  // namespace gpuscape::gui
