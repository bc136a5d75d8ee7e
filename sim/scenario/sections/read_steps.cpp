#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/scenario/sections/read_rules.hpp"

namespace gpuscape {

namespace {

/// Integers above 0, rising.
std::vector<std::int64_t> read_counts(ObjectReader& reader) {
  std::vector<std::int64_t> counts;
  for (const auto& [value, pointer] :
       reader.values("gpus", FieldType::ranges,
                     "Numbers of GPUs, one after the other; default: all of them.")) {
    const bool is_count = value->kind() == JsonValue::Kind::integer && value->integer() > 0;
    if (!is_count || (!counts.empty() && value->integer() <= counts.back()))
      reader.context().add(value->place(), pointer,
                           is_count ? "numbers of GPUs rise" : "a number of GPUs is at least 1",
                           R"("gpus": [1, 2, 4, 8])");
    else
      counts.push_back(value->integer());
  }
  return counts;
}

StepsSpec read_entry(ObjectReader& reader, const NamedApplications& named) {
  StepsSpec spec;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  std::pair<std::string, ApplicationSpec> application;
  const bool there =
      read_application(reader, "What is computed, step after step.", named, application);
  spec.name = application.first.empty() ? "given" : application.first;
  spec.application = application.second;
  spec.on = read_gpus(reader, "on");
  spec.gpus = read_counts(reader);
  spec.strong = reader.one_of("scaling", {"weak", "strong"}, "weak",
                              "Each GPU keeps its batch, or all together that of the first number "
                              "of `gpus`.") == "strong";
  spec.steps = reader.count("steps", 3, "How many, one after the other.",
                            Bounds{.least = 1, .most = 100000});
  spec.together =
      reader.one_of("rounds", {"together", "each"}, "together",
                    "Rounds of equal moves of an exchange are simulated as one, or each.") ==
      "together";
  spec.client = reader.text("client", "",
                            "The node that uses these GPUs, as the cluster's `gpu_access` says: "
                            "\"client/0\". Those of its own are local. Without it each is used "
                            "in its own node.");
  spec.cold = reader.boolean("cold", false,
                             "Each step is the first of a process, and the server holds its GPU "
                             "context already: it takes the software's `context` less.");
  spec.start = reader.quantity<Seconds>("start", Seconds(0.0), "When the first step starts.");
  if (reader.describing()) return spec;
  if (!there && !reader.has("application"))
    reader.issue("", "\"application\" is missing", R"(for example "application": "resnet-50")");
  if (there && !spec.application.model && !spec.application.collective &&
      spec.application.bytes_per_step > Bytes(0.0))
    reader.issue("application", "at detail \"step\", GPUs exchange data by a collective",
                 R"(the application needs one: "collective": "auto")");
  if (spec.cold && spec.client.empty())
    reader.issue("cold", "the GPUs are local: no server holds the context",
                 R"("client": "client/0")");
  if (spec.strong && spec.gpus.empty())
    reader.issue("scaling", "\"strong\" is of several numbers of GPUs", R"("gpus": [1, 2, 4, 8])");
  return spec;
}

}  // namespace

void read_steps_of(ObjectReader& reader, const NamedApplications& named, StreamSpec& stream) {
  const bool there = reader.list(
      "steps",
      "Steps of applications, all entries at the same time, beside `transfers` and `collectives` "
      "(at detail \"step\").",
      [&](ObjectReader& r) { stream.steps.push_back(read_entry(r, named)); });
  if (there && reader.value().find("steps")->is_array() && stream.steps.empty())
    reader.issue("steps", "the list is empty");
}

}  // namespace gpuscape
