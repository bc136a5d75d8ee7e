#include "gui/workspace/session_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/report/folder/output_file.hpp"

namespace gpuscape::gui {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = "gpuscape_session";
constexpr std::size_t kMostSessionBytes = std::size_t{16} << 20U;
constexpr std::size_t kShares = 4;

class SessionReader {
 public:
  SessionReader(const JsonValue& document, std::string file)
      : document_(document), file_(std::move(file)) {}

  Session read() {
    {
      ObjectReader reader(document_, "", context_);
      const std::int64_t format = reader.count(kMark, "Version of the file's layout.");
      if (format > kSessionFormat)
        reader.issue(kMark,
                     fmt::format("version {} is not known here: this program reads {}", format,
                                 kSessionFormat),
                     "a newer gpuscape-gui wrote it");
      reader.list("designs", "The designs, the first being the baseline.",
                  [this](ObjectReader& design) { read_design(design); });
      read_current(reader);
      for (const std::string& folder : texts(reader, "results", "Folders of results."))
        session_.results.push_back(beside(folder));
      reader.optional_object("layout", "How the window is divided.",
                             [this](ObjectReader& layout) { read_layout(layout); });
      if (session_.list.designs.empty() && session_.results.empty())
        reader.issue("", "there is neither a design nor a folder of results");
    }
    if (context_.has_issues()) throw ScenarioError(context_.sorted_issues());
    return std::move(session_);
  }

 private:
  [[nodiscard]] std::string beside(const std::string& path) const {
    return fs::path(path_beside(file_, path)).lexically_normal().string();
  }

  static std::vector<std::string> texts(ObjectReader& reader, std::string_view key,
                                        std::string_view doc) {
    std::vector<std::string> all;
    for (const auto& [value, pointer] : reader.values(key, FieldType::texts, doc))
      all.push_back(value->text());
    return all;
  }

  void read_design(ObjectReader& reader) {
    LiveDesign design;
    design.name = reader.text("name", "What it is called.");
    const std::string file = reader.text("file", "Its scenario.");
    design.source.file = beside(file);
    design.design.variant = reader.text("variant", "", "Of the scenario; empty: itself.");
    design.design.sets = texts(reader, "set", "Settings, as --set has them.");
    design.design.seed = seed_of(reader);
    std::error_code ignored;
    if (!file.empty() && !fs::is_regular_file(design.source.file, ignored))
      reader.issue("file", fmt::format("there is no such file: {}", excerpt(file)));
    const bool is_taken = std::ranges::any_of(
        session_.list.designs, [&](const LiveDesign& one) { return one.name == design.name; });
    if (is_taken || design.name.empty())
      reader.issue("name", design.name.empty() ? "is empty" : "another design has that name");
    session_.list.designs.push_back(std::move(design));
  }

  static std::optional<std::uint64_t> seed_of(ObjectReader& reader) {
    const auto text = reader.optional_text("seed", "Of all random streams; none: the scenario's.");
    if (!text) return std::nullopt;
    std::uint64_t seed = 0;
    const char* const end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, seed);
    if (error != std::errc() || stop != end) reader.issue("seed", "is not a seed", "write \"12\"");
    return seed;
  }

  void read_current(ObjectReader& reader) {
    const std::string name = reader.text("current", "", "The design that the form changes.");
    const auto& designs = session_.list.designs;
    const auto found = std::ranges::find(designs, name, &LiveDesign::name);
    if (found != designs.end())
      session_.list.current = static_cast<std::size_t>(found - designs.begin());
    else if (!name.empty())
      reader.issue("current", fmt::format("no design is called \"{}\"", excerpt(name)));
  }

  void read_layout(ObjectReader& reader) {
    if (reader.has("split"))
      session_.split =
          reader.numbers("split", kShares, "Shares: left, right, answer, timeline.", kShare);
    session_.tab =
        reader.optional_one_of("tab", {kTabNames.begin(), kTabNames.end()}, "Below the timeline.")
            .value_or("");
  }

  const JsonValue& document_;
  std::string file_;
  ReadingContext context_;
  Session session_;
};

JsonValue text_list(const std::vector<std::string>& lines) {
  JsonValue list = JsonValue::make_array();
  for (const std::string& line : lines) list.items().push_back(JsonValue::make_text(line));
  return list;
}

/// As seen from the folder of `file`.
std::string seen_from(const std::string& file, const std::string& path) {
  std::error_code failed;
  const fs::path folder = fs::absolute(file, failed).lexically_normal().parent_path();
  const fs::path to = fs::absolute(path, failed).lexically_normal();
  return failed ? path : to.lexically_proximate(folder).string();
}

JsonValue design_json(const LiveDesign& design, const std::string& file) {
  JsonValue value = JsonValue::make_object();
  value.set("name", JsonValue::make_text(design.name));
  value.set("file", JsonValue::make_text(seen_from(file, design.source.file)));
  if (!design.design.variant.empty())
    value.set("variant", JsonValue::make_text(design.design.variant));
  if (!design.design.sets.empty()) value.set("set", text_list(design.design.sets));
  if (design.design.seed)
    value.set("seed", JsonValue::make_text(fmt::format("{}", *design.design.seed)));
  return value;
}

JsonValue layout_json(const Session& session) {
  JsonValue split = JsonValue::make_array();
  for (const double share : session.split) split.items().push_back(JsonValue::make_number(share));
  JsonValue layout = JsonValue::make_object();
  if (session.split.size() == kShares) layout.set("split", std::move(split));
  if (!session.tab.empty()) layout.set("tab", JsonValue::make_text(session.tab));
  return layout;
}

}  // namespace

bool is_session_file(const std::string& file) {
  constexpr std::size_t kHead = 256;
  std::string fault;
  const auto text = read_input(file, kMostSessionBytes, fault);
  // The first key, also of a file that is not well written further on.
  return text && text->substr(0, kHead).find(fmt::format("\"{}\"", kMark)) != std::string::npos;
}

Session read_session(const std::string& file) {
  std::string fault;
  const auto text = read_input(file, kMostSessionBytes, fault);
  if (!text) throw RunError(fmt::format("{}: {}", file, fault));
  const JsonValue document = parse_json(*text, file);
  return SessionReader(document, file).read();
}

std::string session_text(const Session& session, const std::string& file) {
  JsonValue value = JsonValue::make_object();
  value.set(std::string(kMark), JsonValue::make_integer(kSessionFormat));
  JsonValue designs = JsonValue::make_array();
  for (const LiveDesign& design : session.list.designs)
    designs.items().push_back(design_json(design, file));
  value.set("designs", std::move(designs));
  if (!session.list.designs.empty())
    value.set("current", JsonValue::make_text(session.list.designs[session.list.current].name));
  std::vector<std::string> results = session.results;
  for (std::string& folder : results) folder = seen_from(file, folder);
  if (!results.empty()) value.set("results", text_list(results));
  if (JsonValue layout = layout_json(session); !layout.members().empty())
    value.set("layout", std::move(layout));
  return write_json(value) + "\n";
}

void write_session(const std::string& file, const Session& session) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored)) && !is_session_file(file))
    throw RunError(
        fmt::format("{}: there is another file of that name, which is not a session; "
                    "choose another name",
                    file));
  OutputFile output(file);
  output.write(session_text(session, file));
  output.close();
  output.put_in_place();
}

}  // namespace gpuscape::gui
