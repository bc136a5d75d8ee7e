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
  ui.widgets.note("tooltip", {{}, {}, std::string(lines)});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(420.0F));
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
