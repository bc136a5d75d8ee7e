#pragma once
/// ImGui's widgets under names of ours: where each one is drawn and what it says is written down
/// frame by frame, so that scripts and tests find it by its name.

#include <imgui.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gui/window/input.hpp"
#include "gui/window/theme.hpp"

namespace gpuscape::gui {

/// A widget as it was drawn last.
struct SeenWidget {
  Point least;  ///< its upper left corner
  Point most;
  std::string text = {};
  bool is_enabled = true;
};

class WidgetList {
 public:
  void begin_frame() { seen_.clear(); }
  /// What tooltips leave in view; from one frame to the next.
  void keep_in_view(Point least, Point most) { kept_ = {.least = least, .most = most}; }
  [[nodiscard]] const SeenWidget& kept_in_view() const { return kept_; }
  /// The widget that was just drawn.
  void note_last(const std::string& id, std::string_view text);
  void note(const std::string& id, SeenWidget widget);
  /// Null where it is not on screen.
  [[nodiscard]] const SeenWidget* find(const std::string& id) const;
  [[nodiscard]] const std::map<std::string, SeenWidget>& all() const { return seen_; }

 private:
  std::map<std::string, SeenWidget> seen_;
  SeenWidget kept_;
};

/// What panels draw with.
struct Ui {
  WidgetList& widgets;
  const Theme& theme;
  float scale = 1.0F;

  [[nodiscard]] float px(float pixels) const { return pixels * scale; }
};

/// While it lives, text is bold.
class BoldText {
 public:
  explicit BoldText(bool is_bold = true);
  ~BoldText();
  BoldText(const BoldText&) = delete;
  BoldText& operator=(const BoldText&) = delete;

 private:
  bool is_bold_;
};

/// While it lives, widgets are greyed and take no input.
class Disabled {
 public:
  explicit Disabled(bool is_disabled) { ImGui::BeginDisabled(is_disabled); }
  ~Disabled() { ImGui::EndDisabled(); }
  Disabled(const Disabled&) = delete;
  Disabled& operator=(const Disabled&) = delete;
};

// Widgets; `id` is the name for scripts, which ImGui takes for its own as well.
bool button(Ui& ui, const std::string& id, const std::string& label);
/// Without a frame until the mouse is over it.
bool flat_button(Ui& ui, const std::string& id, const std::string& label);
bool checkbox(Ui& ui, const std::string& id, const std::string& label, bool& value);
bool selectable(Ui& ui, const std::string& id, const std::string& label, bool is_chosen,
                ImGuiSelectableFlags flags = 0);
/// True while it is edited.
bool text_field(Ui& ui, const std::string& id, std::string& value, const char* hint = "",
                ImGuiInputTextFlags flags = 0);
/// Several lines, as large as there is room; true while it is edited.
bool text_area(Ui& ui, const std::string& id, std::string& value);
/// True when another one was chosen.
bool choice(Ui& ui, const std::string& id, const std::vector<std::string>& choices,
            std::string& value);
struct SliderRange {
  double least = 0.0;
  double most = 1.0;
  bool is_logarithmic = false;
};
/// True while its value changes.
bool slider(Ui& ui, const std::string& id, double& value, const SliderRange& range,
            const std::string& text);

// Text, which is noted under a name where it has one.
void text(Ui& ui, const std::string& id, std::string_view line);
void coloured_text(ImU32 colour, std::string_view line);
void wrapped_text(ImU32 colour, std::string_view lines);
/// Of the widget drawn last, while the mouse rests on it: beside the mouse where that leaves in
/// view what is to be kept there, else next to that.
void tooltip(Ui& ui, std::string_view lines);
/// A heading of a part of a panel.
void heading(Ui& ui, std::string_view line);
/// Text on a draw list; cut with "…" where it is wider than `width`.
void draw_text(ImDrawList& list, Point at, ImU32 colour, std::string_view line, float width = 1e9F);
float text_width(std::string_view line);
std::string fitted(std::string_view line, float width);

inline ImVec2 vec(Point point) { return {point.x, point.y}; }
inline const char* begin_of(std::string_view text) { return text.data(); }
inline const char* end_of(std::string_view text) { return text.data() + text.size(); }

}  // namespace gpuscape::gui
