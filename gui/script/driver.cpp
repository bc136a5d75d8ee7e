#include "gui/script/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

#include "sim/base/error.hpp"
#include "sim/base/philox.hpp"

namespace gpuscape::gui {

namespace {

constexpr float kAside = -100.0F;  // of the window: over no widget

Point place_in(const SeenWidget& widget, double share) {
  const auto part = static_cast<float>(share);
  return {widget.least.x + part * (widget.most.x - widget.least.x),
          (widget.least.y + widget.most.y) / 2.0F};
}

}  // namespace

void Driver::frames(int count) {
  for (int i = 0; i < count; ++i) {
    window_.take_input(false);
    window_.begin_frame();
    app_.frame();
    window_.end_frame();
    app_.text_copy().wait();
    app_.work().wait_for_form();  // what a script sees does not hang on how fast a machine is
  }
}

void Driver::settle() {
  frames(2);
  app_.work().wait();
  while (app_.task().is_busy() || app_.folders().is_busy()) {
    std::this_thread::yield();
    frames(1);
  }
  constexpr int kEnough = 4;
  frames(kEnough);
}

bool Driver::sees(const std::string& id) const { return app_.widgets().find(id) != nullptr; }

const SeenWidget& Driver::at(const std::string& id) const {
  const SeenWidget* widget = app_.widgets().find(id);
  if (widget == nullptr) throw RunError(fmt::format("\"{}\" is not on screen", id));
  return *widget;
}

std::string Driver::text(const std::string& id) const { return at(id).text; }

void Driver::hover(const std::string& id, double share) {
  put_mouse(place_in(at(id), share));
  frames(2);
}

void Driver::press(int times) {
  for (int i = 0; i < times; ++i) {
    put_button(0, true);
    frames(1);
    put_button(0, false);
    frames(1);
  }
}

void Driver::click(const std::string& id) {
  hover(id);
  press(1);
  put_mouse({kAside, kAside});
  frames(2);
}

void Driver::right_click(const std::string& id) {
  hover(id);
  put_button(1, true);
  frames(1);
  put_button(1, false);
  frames(2);
}

void Driver::double_click(const std::string& id) {
  hover(id);
  press(2);
  put_mouse({kAside, kAside});
  frames(2);
}

void Driver::drag_between(Point from, Point to) {
  put_mouse(from);
  frames(2);
  put_button(0, true);
  frames(1);
  constexpr int kSteps = 8;
  for (int i = 1; i <= kSteps; ++i) {
    const float share = static_cast<float>(i) / kSteps;
    put_mouse({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    frames(1);
  }
  put_button(0, false);
  frames(1);
  put_mouse({kAside, kAside});
  frames(2);
}

void Driver::drag(const std::string& id, double from, double to) {
  const SeenWidget widget = at(id);
  drag_between(place_in(widget, from), place_in(widget, to));
}

void Driver::drag_by(const std::string& id, Point by) {
  const Point from = place_in(at(id), 0.5);
  drag_between(from, {from.x + by.x, from.y + by.y});
}

void Driver::wheel(const std::string& id, float up) {
  hover(id);
  put_wheel(up);
  frames(2);
}

void Driver::key(KeyChord chord) {
  put_key(chord, true);
  frames(1);
  put_key(chord, false);
  frames(2);
}

void Driver::type(std::string_view text) {
  put_text(text);
  frames(2);
}

void Driver::fill(const std::string& id, std::string_view text) {
  click(id);
  key({Key::a, {.control = true}});
  key({Key::del});
  type(text);
  key({Key::enter});
}

void Driver::random_input(std::uint64_t number) {
  constexpr std::array kKeys{KeyChord{Key::tab},
                             KeyChord{Key::left},
                             KeyChord{Key::right},
                             KeyChord{Key::up},
                             KeyChord{Key::down},
                             KeyChord{Key::space},
                             KeyChord{Key::escape},
                             KeyChord{Key::del},
                             KeyChord{Key::enter},
                             KeyChord{Key::f1},
                             KeyChord{Key::z, {.control = true}},
                             KeyChord{Key::y, {.control = true}}};
  constexpr std::string_view kTyped = "123dfwjnmplt/+-0 x9.%c";
  const auto part = [&](int from, std::uint64_t below) { return (number >> from) % below; };
  const ImVec2 size = ImGui::GetMainViewport()->Size;
  const auto x = static_cast<float>(part(8, 10'000)) / 10'000.0F * size.x;
  const auto y = static_cast<float>(part(24, 10'000)) / 10'000.0F * size.y;
  switch (part(0, 8)) {
    case 0:
      key(kKeys[part(40, kKeys.size())]);
      break;
    case 1:
      type(kTyped.substr(part(40, kTyped.size()), 1));
      break;
    case 2:
      put_wheel(part(40, 2) == 0 ? 1.0F : -1.0F);
      frames(1);
      break;
    case 3:
      put_button(0, part(40, 2) == 0);
      frames(1);
      break;
    default:
      put_mouse({x, y});
      frames(1);
      press(static_cast<int>(part(40, 3)));
      break;
  }
}

void Driver::play_at_random(std::uint32_t seed, int count) {
  for (int i = 0; i < count; ++i) {
    const auto block = philox4x32({static_cast<std::uint32_t>(i), 0, 0, 0}, {seed, 0});
    random_input((std::uint64_t{block[0]} << 32U) | block[1]);
  }
  put_button(0, false);
  frames(2);
}

}  // namespace gpuscape::gui
