#include "gui/script/script.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <string_view>

#include "gui/window/png_file.hpp"
#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

/// What a line works on.
struct Stage {
  Driver& driver;
  Window& window;
  App& app;
  const std::string& shots;
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

struct Halves {
  std::string left, right;
};
/// "ID = TEXT".
Halves halves(const std::string& text) {
  const std::size_t at = text.find(" = ");
  if (at == std::string::npos) throw RunError("\" = \" is missing");
  return {trimmed(text.substr(0, at)), trimmed(text.substr(at + 3))};
}

/// Takes a number off the front.
double number(std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) throw RunError(fmt::format("\"{}\" is not a number", text));
  text = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  return value;
}

void drag(const Stage& stage, const std::string& line) {
  std::string rest = line;
  const double from = number(rest);
  const double to = number(rest);
  stage.driver.drag(rest, from, to);
}

void drag_by(const Stage& stage, const std::string& line) {
  std::string rest = line;
  const double right = number(rest);
  const double down = number(rest);
  stage.driver.drag_by(rest, {static_cast<float>(right), static_cast<float>(down)});
}

void wheel(const Stage& stage, const std::string& line) {
  std::string rest = line;
  const double up = number(rest);
  stage.driver.wheel(rest, static_cast<float>(up));
}

void point_at(const Stage& stage, const std::string& line) {
  std::string rest = line;
  const double share = number(rest);
  stage.driver.hover(rest, share);
  put_button(0, true);
  stage.driver.frames(1);
  put_button(0, false);
  stage.driver.frames(2);
}

void key(const Stage& stage, const std::string& rest) {
  const auto chord = key_chord(rest);
  if (!chord) throw RunError(fmt::format("\"{}\" is not a key", rest));
  stage.driver.key(*chord);
}

void fill(const Stage& stage, const std::string& rest) {
  const Halves both = halves(rest);
  stage.driver.fill(both.left, both.right);
}

void expect(const Stage& stage, const std::string& rest) {
  const Halves both = halves(rest);
  const std::string text = stage.driver.text(both.left);
  if (text.find(both.right) == std::string::npos)
    throw RunError(fmt::format("\"{}\" says \"{}\", not \"{}\"", both.left, text, both.right));
}

void expect_none(const Stage& stage, const std::string& rest) {
  if (stage.driver.sees(rest)) throw RunError(fmt::format("\"{}\" is on screen", rest));
}

void shot(const Stage& stage, const std::string& rest) {
  stage.driver.frames(2);
  const Picture picture = stage.window.picture();
  if (!picture.bytes.empty() && !stage.shots.empty())
    write_png(stage.shots + "/" + rest + ".png", picture);
}

void theme(const Stage& stage, const std::string& rest) {
  stage.app.set_dark(rest == "dark");
  stage.driver.frames(2);
}

void tour(const Stage& stage, const std::string& /*rest*/) {
  stage.app.screen().tour = {.is_on = true, .step = 0};
  stage.driver.frames(2);
}

void open(const Stage& stage, const std::string& rest) {
  stage.app.open(rest);
  constexpr int kUntilAsked = 3;
  stage.driver.frames(kUntilAsked);
}

void random(const Stage& stage, const std::string& line) {
  std::string rest = line;
  const auto seed = static_cast<std::uint32_t>(number(rest));
  stage.driver.play_at_random(seed, static_cast<int>(number(rest)));
}

/// The names of everything on screen, for whoever writes a script.
void list(const Stage& stage, const std::string& /*rest*/) {
  std::string names;
  for (const auto& [id, widget] : stage.app.widgets().all())
    names += fmt::format("{}  \"{}\"\n", id, widget.text);
  throw RunError("on screen are\n" + names);
}

struct Word {
  std::string_view word;
  void (*run)(const Stage& stage, const std::string& rest);
  bool is_input = true;
};
constexpr std::array kWords{
    Word{"open", &open},
    Word{"click", [](const Stage& stage, const std::string& rest) { stage.driver.click(rest); }},
    Word{"double",
         [](const Stage& stage, const std::string& rest) { stage.driver.double_click(rest); }},
    Word{"menu",
         [](const Stage& stage, const std::string& rest) { stage.driver.right_click(rest); }},
    Word{"hover", [](const Stage& stage, const std::string& rest) { stage.driver.hover(rest); },
         false},
    Word{"point", &point_at},
    Word{"drag", &drag},
    Word{"drag-by", &drag_by},
    Word{"wheel", &wheel},
    Word{"key", &key},
    Word{"type", [](const Stage& stage, const std::string& rest) { stage.driver.type(rest); }},
    Word{"fill", &fill},
    Word{"wait", [](const Stage& stage, const std::string& /*rest*/) { stage.driver.settle(); },
         false},
    Word{"expect", &expect, false},
    Word{"expect-none", &expect_none, false},
    Word{"shot", &shot, false},
    Word{"theme", &theme, false},
    Word{"tour", &tour, false},
    Word{"random", &random},
    Word{"list", &list, false},
};

bool run_line(const ScriptLine& line, const Stage& stage) {
  for (const Word& word : kWords) {
    if (word.word != line.word) continue;
    word.run(stage, line.rest);
    return word.is_input;
  }
  throw RunError(fmt::format("\"{}\" is not a word of a script", line.word));
}

}  // namespace

std::vector<ScriptLine> read_script(std::istream& stream) {
  std::vector<ScriptLine> lines;
  int number = 0;
  for (std::string text; std::getline(stream, text);) {
    ++number;
    const std::string line = trimmed(text);
    if (line.empty() || line.front() == '#') continue;
    const std::size_t end = line.find(' ');
    lines.push_back(
        {number, line.substr(0, end), end == std::string::npos ? "" : trimmed(line.substr(end))});
  }
  return lines;
}

ScriptEnd run_script(const std::vector<ScriptLine>& lines, const std::string& file,
                     const std::string& shots, Window& window, App& app) {
  Driver driver(window, app);
  const Stage stage{driver, window, app, shots};
  ScriptEnd end;
  driver.frames(2);
  for (const ScriptLine& line : lines) {
    try {
      if (run_line(line, stage)) ++end.inputs;
    } catch (const RunError& error) {
      end.is_met = false;
      end.failure = fmt::format("{}:{}: {}", file, line.line, error.what());
      return end;
    }
  }
  return end;
}

}  // namespace gpuscape::gui
