#include "sim/live/design_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace gpuscape {

namespace {

bool is_from(const LiveDesign& design, const ScenarioSource& source) {
  return design.source.file == source.file && design.source.text == source.text;
}

/// Lengths go before texts, so that no two designs have one key.
void add_text(std::string& key, std::string_view text) {
  key += fmt::format("{}:{}\n", text.size(), text);
}

}  // namespace

std::string design_key(const LiveDesign& design) {
  std::string key;
  add_text(key, design.source.file);
  add_text(key, design.source.text ? "text " + *design.source.text : "file");
  add_text(key, design.design.variant);
  for (const JsonValue& patch : design.design.patches) add_text(key, "patch " + write_json(patch));
  for (const std::string& set : design.design.sets) add_text(key, "set " + set);
  if (design.design.seed) add_text(key, fmt::format("seed {}", *design.design.seed));
  return key;
}

struct DesignReader::OpenFile {
  OpenFile(const ScenarioSource& from, const Registry& registry)
      : source(from), set(open_and_note(registry)), checker(set, registry, context) {}

  [[nodiscard]] bool is_current() const {
    return std::ranges::all_of(stamps, &InputStamp::is_current);
  }

  void add_stamps(const RecordedInputs& inputs) {
    for (const InputStamp& stamp : inputs.files())
      if (std::ranges::find(stamps, stamp.path, &InputStamp::path) == stamps.end())
        stamps.push_back(stamp);
  }

  ScenarioSource source;
  ReadingContext context;
  std::vector<InputStamp> stamps;
  ScenarioSet set;
  DesignChecker checker;

 private:
  ScenarioSet open_and_note(const Registry& registry) {
    const RecordedInputs inputs;
    ScenarioSet opened = open_set(source, registry, context);
    add_stamps(inputs);
    return opened;
  }
};

DesignReader::DesignReader(const Registry& registry) : registry_(registry) {}
DesignReader::~DesignReader() = default;

DesignReader::OpenFile& DesignReader::open(const ScenarioSource& source) {
  // Faults stay in the context of a file, so that one with faults is opened anew.
  std::erase_if(files_, [&](const std::unique_ptr<OpenFile>& file) {
    const bool is_same = file->source.file == source.file && file->source.text == source.text;
    return is_same && (file->context.has_issues() || !file->is_current());
  });
  for (const std::unique_ptr<OpenFile>& file : files_)
    if (file->source.file == source.file && file->source.text == source.text) return *file;
  return *files_.emplace_back(std::make_unique<OpenFile>(source, registry_));
}

ReadDesign DesignReader::read(const LiveDesign& design) {
  OpenFile& file = open(design.source);
  ReadDesign read;
  if (file.set.is_readable() && file.set.has_variant(design.design.variant)) {
    const RecordedInputs inputs;
    std::optional<CheckedScenario> checked = file.checker.check(design.design);
    file.add_stamps(inputs);
    if (checked && !file.context.has_issues())
      read.scenario = std::make_shared<const CheckedScenario>(std::move(*checked));
  }
  read.faults = file.context.sorted_issues();
  read.files = file.stamps;
  return read;
}

void DesignReader::keep_only(const std::vector<LiveDesign>& designs) {
  std::erase_if(files_, [&](const std::unique_ptr<OpenFile>& file) {
    return std::ranges::none_of(
        designs, [&](const LiveDesign& design) { return is_from(design, file->source); });
  });
}

}  // namespace gpuscape
