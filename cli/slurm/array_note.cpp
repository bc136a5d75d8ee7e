#include "cli/slurm/array_note.hpp"

#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/json/json.hpp"
#include "sim/report/format/json_values.hpp"

namespace gpuscape {

std::optional<ArrayNote> read_array_note(const RunFolder& folder) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
  const std::filesystem::path path = folder.path() / kArrayNote;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  std::string fault;
  const auto text = read_input(path.string(), kMostBytes, fault);
  const auto refuse = [&](std::string message) {
    throw ScenarioError({{.file = path.string(),
                          .line = 0,
                          .column = 0,
                          .pointer = "",
                          .message = std::move(message),
                          .hint = "remove it where squeue shows no gpuscape task of yours"}});
  };
  if (!text) refuse(fault);
  const JsonValue document = parse_json(text.value_or(""), path.string());
  const auto word = [&](const char* key) -> std::string {
    const JsonValue* value = document.find(key);
    if (value == nullptr || !value->is_text()) refuse(std::string("\"") + key + "\" is no text");
    return value->text();
  };
  return ArrayNote{.sweep = word("sweep"),
                   .array = {.name = word("name"), .job = word("job"), .cluster = word("cluster")}};
}

void write_array_note(RunFolder& folder, const ArrayNote& note) {
  JsonValue document = JsonValue::make_object();
  document.set("format", json::integer(1));
  document.set("sweep", json::text(note.sweep));
  document.set("name", json::text(note.array.name));
  document.set("job", json::text(note.array.job));
  document.set("cluster", json::text(note.array.cluster));
  folder.write(kArrayNote, write_packed_json(document));
}

}  // namespace gpuscape
