#pragma once
/// What dialogues are made of.

#include <string>

namespace gpuscape::gui {

class App;

void close_dialog(App& app);
/// The field of a dialogue that the keyboard goes to first; true when Enter was pressed in it.
bool main_field(App& app, const std::string& id, std::string& value, const char* hint);
/// The two buttons below a dialogue; true when the first was pressed.
bool end_of_dialog(App& app, const std::string& label);

}  // namespace gpuscape::gui
