#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/validation/published_experiment.hpp"
#include "sim/validation/published_files.hpp"
#include "sim/validation/validate.hpp"

namespace gpuscape {

namespace {

std::string read_source(ObjectReader& reader) {
  std::string title;
  reader.object("source", "Where it was published.", [&](ObjectReader& r) {
    title = r.text("title", "What document.");
    title += ", " + r.text("by", "Whose.");
    title += ", " + r.text("year", "When.");
    title += ", " + r.text("where", "Where in it.");
  });
  return title;
}

PublishedFigure read_figure(const std::string& id, ObjectReader& reader,
                            const PublishedParts& parts) {
  PublishedFigure figure;
  figure.id = id;
  figure.system = reader.text("system", "What was measured.");
  figure.metric = reader.text("metric", "What of it.");
  figure.measured = reader.text("kind", "How it came about.") == "measured";
  figure.verified =
      reader.boolean("verified", false, "Whether the figure was checked at its source.");
  figure.source = read_source(reader);
  figure.figure_class =
      reader.one_of("class",
                    {"point-to-point", "collective", "training", "exchange-bound", "remote",
                     "power", "cost", "reliability", "storage", "scheduling", "sharing"},
                    "What kind.");
  figure.used_for =
      reader.one_of("used_for", {"fit", "test", "context", "input", "bound", "bracket", "identity"},
                    "What it serves.");
  figure.not_expressible = reader.text("not_expressible", "", "Why it cannot be run.");
  figure.fits = reader.text("fits", "", "What was fitted on it.");
  figure.mechanism = reader.text("mechanism", "", "What produces it.");
  figure.left_out = reader.text("left_out", "", "Which of its numbers cannot be run, and why.");
  figure.left_out_values =
      reader.count("left_out_values", 0, "How many numbers those are.", kNotNegative);
  figure.notes = reader.text("notes", "", "Free-text notes.");
  figure.tolerance = reader.number("tolerance", 0.0, "The largest error taken as equal.", kShare);
  if (const JsonValue* cluster = reader.value().find("cluster")) {
    reader.keep("cluster");
    figure.cluster = *cluster;
  }
  JsonValue scenario;
  if (const JsonValue* base = reader.value().find("scenario")) {
    reader.keep("scenario");
    scenario = *base;
  }
  reader.map("experiments", "One run each.", [&](const std::string& name, ObjectReader& r) {
    figure.experiments.push_back(read_experiment(name, r, parts, scenario));
  });
  if (figure.experiments.empty() == figure.not_expressible.empty())
    reader.issue("", "a figure has either experiments or a reason for not having any");
  if (figure.used_for == "fit" && figure.fits.empty())
    reader.issue("", "a fitted figure says what was fitted on it");
  return figure;
}

ValidationGoals read_goals(ObjectReader& reader) {
  ValidationGoals goals;
  goals.of_class = reader.text("class", "Of which figures.");
  goals.median = reader.optional_number("median", "Of the errors, at most.", kShare);
  goals.p90 = reader.optional_number("p90", "The 90th percentile of the errors, at most.", kShare);
  goals.worst = reader.optional_number("worst", "The largest of the errors, at most.", kShare);
  goals.all_but_one =
      reader.optional_number("all_but_one", "The largest of the errors but one, at most.", kShare);
  goals.expressible = reader.number("expressible", "Share of the figures, at least.", kShare);
  return goals;
}

}  // namespace

std::vector<std::string> published_areas() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : published_files()) names.emplace_back(file.name);
  return names;
}

PublishedArea published_area(std::string_view name) {
  for (const EmbeddedFile& file : published_files()) {
    if (file.name == name)
      return read_published_area(file.text(), fmt::format("validation/published/{}.json", name));
  }
  throw InternalError(fmt::format("an area that is shipped: {}", name));
}

PublishedArea read_published_area(std::string_view text, const std::string& file) {
  const JsonValue document = parse_json(text, file);
  ReadingContext context;
  PublishedArea area;
  {
    ObjectReader reader(document, "", context);
    area.name = reader.text("area", "Name of the area.");
    area.about = reader.text("about", "One sentence.");
    reader.object("goals", "What must be reached.",
                  [&](ObjectReader& r) { area.goals = read_goals(r); });
    PublishedParts parts;
    reader.optional_object(
        "loads", "How far jobs bring nodes from idle to maximum power.", [&](ObjectReader& r) {
          for (const JsonMember& load : r.value().members())
            parts.loads.emplace_back(load.key, r.number(load.key, "One.", kShare));
        });
    parts.pods = read_pods(reader);
    reader.map(
        "figures", "By id.",
        [&](const std::string& id, ObjectReader& r) {
          area.figures.push_back(read_figure(id, r, parts));
        },
        true);
  }
  context.throw_if_issues();
  std::ranges::sort(area.figures, {}, &PublishedFigure::id);
  return area;
}

}  // namespace gpuscape
