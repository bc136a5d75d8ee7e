#include "gui/panel/widgets.hpp"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

namespace gpuscape::gui {

namespace {

/// Part of the text that ImGui shows, part of its name.
std::string named(const std::string& label, const std::string& id) { return label + "###" + id; }

/// '%' would begin a format.
std::string as_format(const std::string& text) {
  std::string format;
  for (const char letter : text) {
    if (letter == '%') format += '%';
    format += letter;
  }
  return format;
}

bool is_disabled_now() {
  return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
}

/// Where a tooltip goes, its frame included.
struct TooltipPlace {
  ImRect box;
  float wrap = 0.0F;  ///< width of its lines
};

/// Tries the places of a tooltip one after the other.
class TooltipPlacer {
 public:
  TooltipPlacer(const Ui& ui, std::string_view lines)
      : lines_(lines), gap_(ui.px(6.0F)), most_(ui.px(420.0F)) {
    const SeenWidget& kept = ui.widgets.kept_in_view();
    kept_ = ImRect(vec(kept.least), vec(kept.most));
    beside_.x += ui.px(16.0F);
    beside_.y += ui.px(12.0F);
  }

  [[nodiscard]] TooltipPlace place() const {
    const TooltipPlace usual = at(beside_, most_);
    if (!usual.box.Overlaps(kept_)) return usual;
    if (mouse_.x < kept_.Min.x && kept_.Min.x > 3.0F * gap_) {
      const float room = std::min(most_, kept_.Min.x - 2.0F * (gap_ + padding_.x));
      const TooltipPlace left = at({0.0F, beside_.y}, room);
      return at({kept_.Min.x - gap_ - left.box.GetWidth(), beside_.y}, room);
    }
    if (mouse_.x > kept_.Max.x) {
      const float room = std::min(most_, screen_.x - kept_.Max.x - 2.0F * (gap_ + padding_.x));
      return at({kept_.Max.x + gap_, beside_.y}, room);
    }
    const TooltipPlace below = at({beside_.x, kept_.Max.y + gap_}, most_);
    return below.box.Overlaps(kept_) ? usual : below;
  }

 private:
  /// There, or as near as the window has room.
  [[nodiscard]] TooltipPlace at(ImVec2 corner, float wrap) const {
    const ImVec2 text = ImGui::CalcTextSize(begin_of(lines_), end_of(lines_), false, wrap);
    const ImVec2 size(text.x + 2.0F * padding_.x, text.y + 2.0F * padding_.y);
    corner.x = std::max(0.0F, std::min(corner.x, screen_.x - size.x));
    corner.y = std::max(0.0F, std::min(corner.y, screen_.y - size.y));
    return {{corner, ImVec2(corner.x + size.x, corner.y + size.y)}, wrap};
  }

  std::string_view lines_;
  float gap_;
  float most_;
  ImRect kept_;
  ImVec2 mouse_ = ImGui::GetIO().MousePos;
  ImVec2 beside_ = mouse_;
  ImVec2 screen_ = ImGui::GetMainViewport()->Size;
  ImVec2 padding_ = ImGui::GetStyle().WindowPadding;
};

}  // namespace

void WidgetList::note_last(const std::string& id, std::string_view text) {
  if (!ImGui::IsItemVisible()) return;
  // Only the part that is not scrolled away: a click elsewhere would miss it.
  ImRect seen(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  seen.ClipWithFull(ImGui::GetCurrentWindow()->ClipRect);
  seen_[id] = {
      {seen.Min.x, seen.Min.y}, {seen.Max.x, seen.Max.y}, std::string(text), !is_disabled_now()};
}

void WidgetList::note(const std::string& id, SeenWidget widget) { seen_[id] = std::move(widget); }

const SeenWidget* WidgetList::find(const std::string& id) const {
  const auto found = seen_.find(id);
  return found == seen_.end() ? nullptr : &found->second;
}

BoldText::BoldText(bool is_bold) : is_bold_(is_bold) {
  const ImVector<ImFont*>& fonts = ImGui::GetIO().Fonts->Fonts;
  if (is_bold_) ImGui::PushFont(fonts[std::min(1, fonts.Size - 1)]);
}

BoldText::~BoldText() {
  if (is_bold_) ImGui::PopFont();
}

bool button(Ui& ui, const std::string& id, const std::string& label) {
  const bool pressed = ImGui::Button(named(label, id).c_str());
  ui.widgets.note_last(id, label);
  return pressed;
}

bool flat_button(Ui& ui, const std::string& id, const std::string& label) {
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(0, 0, 0, 0));
  const bool pressed = button(ui, id, label);
  ImGui::PopStyleColor();
  return pressed;
}

bool checkbox(Ui& ui, const std::string& id, const std::string& label, bool& value) {
  const bool changed = ImGui::Checkbox(named(label, id).c_str(), &value);
  ui.widgets.note_last(id, label);
  return changed;
}

bool selectable(Ui& ui, const std::string& id, const std::string& label, bool is_chosen,
                ImGuiSelectableFlags flags) {
  const bool pressed = ImGui::Selectable(named(label, id).c_str(), is_chosen, flags);
  ui.widgets.note_last(id, label);
  return pressed;
}

bool text_field(Ui& ui, const std::string& id, std::string& value, const char* hint,
                ImGuiInputTextFlags flags) {
  const bool edited = ImGui::InputTextWithHint(named("", id).c_str(), hint, &value, flags);
  ui.widgets.note_last(id, value);
  return edited;
}

bool text_area(Ui& ui, const std::string& id, std::string& value) {
  const bool edited = ImGui::InputTextMultiline(named("", id).c_str(), &value, ImVec2(-1.0F, -1.0F),
                                                ImGuiInputTextFlags_AllowTabInput);
  ui.widgets.note_last(id, value);
  return edited;
}

bool choice(Ui& ui, const std::string& id, const std::vector<std::string>& choices,
            std::string& value) {
  bool changed = false;
  const bool is_open = ImGui::BeginCombo(named("", id).c_str(), value.c_str());
  ui.widgets.note_last(id, value);
  if (!is_open) return false;
  for (const std::string& option : choices) {
    std::string name = id;
    name += '=';
    name += option;
    if (selectable(ui, name, option, option == value) && option != value) {
      value = option;
      changed = true;
    }
    if (option == value) ImGui::SetItemDefaultFocus();
  }
  ImGui::EndCombo();
  return changed;
}

bool slider(Ui& ui, const std::string& id, double& value, const SliderRange& range,
            const std::string& text) {
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_NoInput | ImGuiSliderFlags_AlwaysClamp |
      (range.is_logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
  const bool changed =
      ImGui::SliderScalar(named("", id).c_str(), ImGuiDataType_Double, &value, &range.least,
                          &range.most, as_format(text).c_str(), flags);
  ui.widgets.note_last(id, text);
  return changed;
}

void text(Ui& ui, const std::string& id, std::string_view line) {
  ImGui::TextUnformatted(begin_of(line), end_of(line));
  ui.widgets.note_last(id, line);
}

void coloured_text(ImU32 colour, std::string_view line) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(begin_of(line), end_of(line));
  ImGui::PopStyleColor();
}

void wrapped_text(ImU32 colour, std::string_view lines) {
  ImGui::PushTextWrapPos(0.0F);
  coloured_text(colour, lines);
  ImGui::PopTextWrapPos();
}

void tooltip(Ui& ui, std::string_view lines) {
  if (lines.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const TooltipPlace place = TooltipPlacer(ui, lines).place();
  const ImRect& box = place.box;
  ui.widgets.note("tooltip", {{box.Min.x, box.Min.y}, {box.Max.x, box.Max.y}, std::string(lines)});
  ImGui::SetNextWindowPos(box.Min);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + place.wrap);
  ImGui::TextUnformatted(begin_of(lines), end_of(lines));
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void heading(Ui& ui, std::string_view line) {
  const BoldText bold;
  coloured_text(ui.theme.dim, line);
}

float text_width(std::string_view line) {
  return ImGui::CalcTextSize(begin_of(line), end_of(line)).x;
}

std::string fitted(std::string_view line, float width) {
  if (text_width(line) <= width) return std::string(line);
  if (width < text_width("…")) return "";
  std::size_t end = line.size();
  while (end > 0 && text_width(line.substr(0, end)) + text_width("…") > width) {
    --end;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  }
  return std::string(line.substr(0, end)) + "…";
}

void draw_text(ImDrawList& list, Point at, ImU32 colour, std::string_view line, float width) {
  const std::string cut = fitted(line, width);
  list.AddText(vec(at), colour, cut.data(), cut.data() + cut.size());
}

}  // namespace gpuscape::gui
