#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/calibration/profile_json.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

std::vector<std::string> read_texts(ObjectReader& reader, std::string_view key) {
  reader.keep(key);
  std::vector<std::string> texts;
  if (const JsonValue* list = reader.value().find(key))
    for (const JsonValue& item : list->items()) texts.push_back(item.text());
  return texts;
}

std::map<std::string, std::string> read_text_map(ObjectReader& reader, std::string_view key) {
  reader.keep(key);
  std::map<std::string, std::string> texts;
  if (const JsonValue* object = reader.value().find(key))
    for (const JsonMember& member : object->members()) texts[member.key] = member.value.text();
  return texts;
}

/// Ends that are not there are infinite: a rate without bound.
template <class T>
Fitted<T> read_figure(ObjectReader& reader, std::string_view key, const char* unit) {
  Fitted<T> estimate;
  reader.object(key, "A figure and its interval.", [&](ObjectReader& r) {
    const Bounds bounds{.least = 0.0};
    const double value = r.optional_number("value", "The figure.", bounds).value_or(kNone);
    const double low = r.optional_number("low", "The least likely.", bounds).value_or(kNone);
    const double high = r.optional_number("high", "The most likely.", bounds).value_or(kNone);
    r.one_of("unit", {unit}, "Its unit.");
    if (low > value || value > high)
      r.issue("value", "the value is outside its interval", "low ≤ value ≤ high");
    estimate = {.value = T(value), .low = T(low), .high = T(high)};
  });
  return estimate;
}

LawKey read_key(ObjectReader& reader) {
  LawKey key;
  reader.object("key", "What it is of.", [&](ObjectReader& r) {
    key.family = r.text("family", "Family of measures.");
    key.operation = r.text("operation", "What was done.");
    key.path = r.text("path", "", "Between what.");
    key.direction = r.text("direction", "", "Which way.");
    key.memory = r.text("memory", "", "In what memory.");
    key.streams = static_cast<int>(r.count("streams", 0, "Side by side."));
    key.depth = static_cast<int>(r.count("depth", 0, "In flight on each."));
    key.more = read_text_map(r, "more");
  });
  return key;
}

Grounds read_grounds(ObjectReader& reader, std::size_t files) {
  Grounds grounds;
  reader.object("residual", "How far off.", [&](ObjectReader& r) {
    grounds.median_residual = r.number("median", "Over points.", Bounds{.least = 0.0});
    grounds.largest_residual = r.number("largest", "Of any point.", Bounds{.least = 0.0});
  });
  grounds.points = static_cast<std::size_t>(reader.count("points", "Measured points."));
  grounds.rows = static_cast<std::size_t>(reader.count("rows", "Repetitions."));
  grounds.proven = reader.boolean("proven", true, "Ran on such hardware before.");
  grounds.marks = read_texts(reader, "marks");
  reader.keep("files");
  if (const JsonValue* list = reader.value().find("files"))
    for (const JsonValue& item : list->items()) {
      const std::int64_t index = item.integer();
      if (index < 0 || static_cast<std::size_t>(index) >= files)
        reader.issue("files", fmt::format("no file has the index {}", index), "files count from 0");
      else
        grounds.files.push_back(static_cast<std::size_t>(index));
    }
  return grounds;
}

void read_regimes(ObjectReader& reader, PathLaw& law) {
  reader.list("regimes", "By rising size.", [&](ObjectReader& r) {
    const double up_to =
        r.optional_number("up_to", "Its largest size.", Bounds{.least = 0.0}).value_or(kNone);
    if (!law.regimes.empty() && !(law.regimes.back().up_to < Bytes(up_to)))
      r.issue("up_to", "regimes must be in order of increasing size");
    law.regimes.push_back({.up_to = Bytes(up_to),
                           .latency = read_figure<Seconds>(r, "latency", "s"),
                           .rate = read_figure<BytesPerSecond>(r, "rate", "B/s")});
  });
  if (law.regimes.empty())
    reader.issue("regimes", "a law has one regime or more");
  else if (law.regimes.back().up_to < Bytes(kNone))
    reader.issue("regimes", "the last regime has no end: leave its \"up_to\" out");
}

void read_range(ObjectReader& reader, PathLaw& law) {
  reader.object("range", "Sizes that were measured.", [&](ObjectReader& r) {
    law.least = Bytes(r.number("least", "Smallest.", Bounds{.least = 0.0}));
    law.most = Bytes(r.number("most", "Largest.", Bounds{.least = 0.0}));
    r.one_of("unit", {"B"}, "Bytes.");
    if (law.least > law.most) r.issue("most", "the largest size is below the smallest");
  });
}

RateTable read_table(ObjectReader& reader, std::size_t files) {
  RateTable table{.key = read_key(reader), .size_of = {}, .unit = {}, .points = {}, .grounds = {}};
  table.size_of = reader.one_of("size_of", {"flops", "bytes", "streams", "depth"}, "What size is.");
  const std::string unit = table.size_of == "flops" ? "flop/s" : "B/s";
  table.unit = table.key.operation == "message-rate" && table.size_of == "bytes" ? "1/s" : unit;
  reader.keep("range");
  reader.list("table", "By rising size.", [&](ObjectReader& r) {
    const double size = r.number("size", "Of the work.", Bounds{.least = 0.0});
    if (!table.points.empty() && !(table.points.back().size < size))
      r.issue("size", "points must be in order of increasing size");
    table.points.push_back({size, read_figure<double>(r, "rate", table.unit.c_str())});
  });
  if (table.points.empty()) reader.issue("table", "a table has one point or more");
  table.grounds = read_grounds(reader, files);
  return table;
}

void read_origins(ObjectReader& reader, Profile& profile) {
  profile.name = reader.text("name", "", "Name of the profile.");
  profile.machine = read_text_map(reader, "machine");
  reader.list("devices", "Devices of the machine.", [&](ObjectReader& r) {
    profile.devices.push_back({.id = r.text("id", "Name of the device."),
                               .kind = r.text("kind", "What it is."),
                               .properties = read_text_map(r, "properties")});
  });
  reader.list("files", "That figures are from.", [&](ObjectReader& r) {
    ProfileFile file;
    file.name = r.text("name", "As the user named it.");
    file.tool = r.text("tool", "Whose it is.");
    file.bytes = static_cast<std::size_t>(r.count("bytes", "Its size."));
    file.checksum = r.text("checksum", "", "Of its bytes.");
    profile.files.push_back(std::move(file));
  });
  profile.marks = read_texts(reader, "marks");
}

void read_all(ObjectReader& reader, Profile& profile) {
  reader.keep("format");
  const std::int64_t version = reader.count("version", "Of the format.");
  if (version > kProfileVersion)
    reader.issue("version", fmt::format("version {} is newer than this program", version),
                 fmt::format("version {} is read", kProfileVersion));
  read_origins(reader, profile);
  const std::size_t files = profile.files.size();
  reader.list("laws", "Time by size.", [&](ObjectReader& r) {
    PathLaw law{.key = read_key(r), .regimes = {}, .grounds = {}};
    read_range(r, law);
    read_regimes(r, law);
    law.grounds = read_grounds(r, files);
    if (profile.find_law(law.key) != nullptr)
      r.issue("key", fmt::format("there is a law of {} before this one", law.key.text()));
    if (!law.regimes.empty()) profile.laws.push_back(std::move(law));
  });
  reader.list("calls", "Time of calls.", [&](ObjectReader& r) {
    LawKey key = read_key(r);
    const auto seconds = read_figure<Seconds>(r, "time", "s");
    profile.calls.push_back({std::move(key), seconds, read_grounds(r, files)});
  });
  reader.list("rates", "What is attained.",
              [&](ObjectReader& r) { profile.rates.push_back(read_table(r, files)); });
  reader.list("refused", "Without a law.", [&](ObjectReader& r) {
    LawKey key = read_key(r);
    profile.refused.push_back({std::move(key), r.text("why", "The reason.")});
  });
}

}  // namespace

Profile read_profile(std::string_view text, const std::string& file, ReadingContext& context) {
  Profile profile;
  JsonValue json;
  try {
    json = parse_json(text, file);
  } catch (const ScenarioError& error) {
    context.add(error.issues());
    return profile;
  }
  const JsonValue* format = json.find("format");
  if (format == nullptr || format->text() != kProfileFormat) {
    context.add(json.place(), "", "not a profile: its \"format\" is not \"gpuscape-profile\"",
                "gpuscape calibrate makes one of measurements");
    return profile;
  }
  ObjectReader reader(json, "", context);
  read_all(reader, profile);
  reader.finish();
  context.take_defaulted();
  return profile;
}

}  // namespace gpuscape
