#include "gui/window/keys.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "gui/window/input.hpp"

namespace gpuscape::gui {

namespace {

struct KeyName {
  Key key;
  std::string_view name;
  int platform;  // what GLFW calls it
  ImGuiKey imgui;
};

#if IMGUI_VERSION_NUM < 18700
constexpr ImGuiKey kUnnamed = ImGuiKey_COUNT;  // ImGui 1.86 gives no meaning to these
constexpr ImGuiKey kNameE = kUnnamed, kNameN = kUnnamed, kNameO = kUnnamed, kNameQ = kUnnamed,
                   kNameR = kUnnamed, kNameS = kUnnamed, kNameF1 = kUnnamed;
#else
constexpr ImGuiKey kNameE = ImGuiKey_E, kNameN = ImGuiKey_N, kNameO = ImGuiKey_O,
                   kNameQ = ImGuiKey_Q, kNameR = ImGuiKey_R, kNameS = ImGuiKey_S,
                   kNameF1 = ImGuiKey_F1;
#endif

constexpr std::array<KeyName, 27> kKeys{{
    {Key::tab, "Tab", GLFW_KEY_TAB, ImGuiKey_Tab},
    {Key::left, "Left", GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
    {Key::right, "Right", GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
    {Key::up, "Up", GLFW_KEY_UP, ImGuiKey_UpArrow},
    {Key::down, "Down", GLFW_KEY_DOWN, ImGuiKey_DownArrow},
    {Key::page_up, "PageUp", GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
    {Key::page_down, "PageDown", GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
    {Key::home, "Home", GLFW_KEY_HOME, ImGuiKey_Home},
    {Key::end, "End", GLFW_KEY_END, ImGuiKey_End},
    {Key::del, "Delete", GLFW_KEY_DELETE, ImGuiKey_Delete},
    {Key::backspace, "Backspace", GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
    {Key::space, "Space", GLFW_KEY_SPACE, ImGuiKey_Space},
    {Key::enter, "Enter", GLFW_KEY_ENTER, ImGuiKey_Enter},
    {Key::escape, "Escape", GLFW_KEY_ESCAPE, ImGuiKey_Escape},
    {Key::f1, "F1", GLFW_KEY_F1, kNameF1},
    {Key::a, "A", GLFW_KEY_A, ImGuiKey_A},
    {Key::c, "C", GLFW_KEY_C, ImGuiKey_C},
    {Key::e, "E", GLFW_KEY_E, kNameE},
    {Key::n, "N", GLFW_KEY_N, kNameN},
    {Key::o, "O", GLFW_KEY_O, kNameO},
    {Key::q, "Q", GLFW_KEY_Q, kNameQ},
    {Key::r, "R", GLFW_KEY_R, kNameR},
    {Key::s, "S", GLFW_KEY_S, kNameS},
    {Key::v, "V", GLFW_KEY_V, ImGuiKey_V},
    {Key::x, "X", GLFW_KEY_X, ImGuiKey_X},
    {Key::y, "Y", GLFW_KEY_Y, ImGuiKey_Y},
    {Key::z, "Z", GLFW_KEY_Z, ImGuiKey_Z},
}};

const KeyName& row_of(Key key) { return kKeys[static_cast<std::size_t>(key)]; }

/// Takes "Ctrl+" or "Shift+" off the front.
bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

std::optional<KeyChord> key_chord(std::string_view text) {
  KeyChord chord;
  chord.with.control = take(text, "Ctrl+");
  chord.with.shift = take(text, "Shift+");
  for (const KeyName& row : kKeys) {
    if (row.name != text) continue;
    chord.key = row.key;
    return chord;
  }
  return std::nullopt;
}

bool was_pressed(KeyChord chord, bool repeat) {
  const ImGuiIO& io = ImGui::GetIO();
  if (Modifiers{io.KeyCtrl, io.KeyShift} != chord.with) return false;
#if IMGUI_VERSION_NUM < 18700
  return ImGui::IsKeyPressed(row_of(chord.key).platform, repeat);
#else
  return ImGui::IsKeyPressed(row_of(chord.key).imgui, repeat);
#endif
}

bool was_typed(char character) {
  for (const ImWchar typed : ImGui::GetIO().InputQueueCharacters)
    if (typed == static_cast<ImWchar>(static_cast<unsigned char>(character))) return true;
  return false;
}

void put_display(Point size, float seconds) {
  ImGui::GetIO().DisplaySize = ImVec2(size.x, size.y);
  ImGui::GetIO().DeltaTime = seconds;
}

void put_text(std::string_view text) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
}

#if IMGUI_VERSION_NUM < 18700

void name_keys() {
  for (const KeyName& row : kKeys) {
    if (row.imgui != kUnnamed) ImGui::GetIO().KeyMap[row.imgui] = row.platform;
  }
}

void leave_tab_to_imgui(bool is_left) {
  ImGui::GetIO().KeyMap[ImGuiKey_Tab] = is_left ? GLFW_KEY_TAB : -1;
}

void put_mouse(Point at) { ImGui::GetIO().MousePos = ImVec2(at.x, at.y); }

void put_button(int button, bool down) { ImGui::GetIO().MouseDown[button] = down; }

void put_wheel(float up) { ImGui::GetIO().MouseWheel += up; }

void ShortPresses::press(int key, Modifiers with) {
  if (key < 0 || key >= IM_ARRAYSIZE(ImGui::GetIO().KeysDown)) return;
  presses_.push_back({key});
  with_ = with;
}

void ShortPresses::tap(KeyChord chord) { press(row_of(chord.key).platform, chord.with); }

void ShortPresses::begin_frame() {
  if (presses_.empty()) return;
  ImGuiIO& io = ImGui::GetIO();
  for (Press& press : presses_) {
    press.is_still_down = io.KeysDown[press.key];
    // A key that was down before, went up and came down again is pressed anew.
    io.KeysDownDuration[press.key] = -1.0F;
  }
  for (const Press& press : presses_) io.KeysDown[press.key] = true;
  held_ = {io.KeyCtrl, io.KeyShift};
  io.KeyCtrl = with_.control;
  io.KeyShift = with_.shift;
}

void ShortPresses::end_frame() {
  if (presses_.empty()) return;
  ImGuiIO& io = ImGui::GetIO();
  for (const Press& press : presses_) io.KeysDown[press.key] = press.is_still_down;
  io.KeyCtrl = held_.control;
  io.KeyShift = held_.shift;
  presses_.clear();
}

bool is_input_waiting() { return false; }

void put_key(KeyChord chord, bool down) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = down && chord.with.control;
  io.KeyShift = down && chord.with.shift;
  io.KeysDown[row_of(chord.key).platform] = down;
}

#else

void name_keys() {}

void ShortPresses::press(int /*key*/, Modifiers /*with*/) {}
void ShortPresses::tap(KeyChord chord) {
  put_key(chord, true);
  put_key(chord, false);
}

namespace {

/// What goes up after a key went down, for the frame after: of what came between two frames ImGui
/// takes the press of Q and the release of Ctrl, which was down before, at once, and Ctrl+Q is
/// lost.
std::vector<ImGuiInputEvent>& held_back() {
  static std::vector<ImGuiInputEvent> events;
  return events;
}

}  // namespace

void ShortPresses::begin_frame() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  const auto is_key = [](const ImGuiInputEvent& event, bool down) {
    return event.Type == ImGuiInputEventType_Key && event.Key.Down == down;
  };
  const auto press = std::find_if(queue.begin(), queue.end(), [&](const ImGuiInputEvent& event) {
    const bool is_modifier =
        (event.Key.Key & ImGuiMod_Mask_) != 0 ||
        (event.Key.Key >= ImGuiKey_LeftCtrl && event.Key.Key <= ImGuiKey_RightSuper);
    return is_key(event, true) && !is_modifier;
  });
  const auto release = std::find_if(
      press, queue.end(), [&](const ImGuiInputEvent& event) { return is_key(event, false); });
  held_back().assign(release, queue.end());
  queue.resize(static_cast<int>(release - queue.begin()));
}

void ShortPresses::end_frame() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  for (const ImGuiInputEvent& event : held_back()) queue.push_back(event);
  held_back().clear();
}

bool is_input_waiting() {
  return ImGui::GetCurrentContext()->InputEventsQueue.Size > 0 || !held_back().empty();
}

// Items are no stops for Tab instead: see draw_panels.
void leave_tab_to_imgui(bool /*is_left*/) {}

void put_mouse(Point at) { ImGui::GetIO().AddMousePosEvent(at.x, at.y); }

void put_button(int button, bool down) { ImGui::GetIO().AddMouseButtonEvent(button, down); }

void put_wheel(float up) { ImGui::GetIO().AddMouseWheelEvent(0.0F, up); }

void put_key(KeyChord chord, bool down) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, down && chord.with.control);
  io.AddKeyEvent(ImGuiMod_Shift, down && chord.with.shift);
  io.AddKeyEvent(row_of(chord.key).imgui, down);
}

#endif

}  // namespace gpuscape::gui
