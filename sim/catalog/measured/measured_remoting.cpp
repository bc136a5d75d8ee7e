#include "sim/catalog/measured/measured_remoting.hpp"

#include <fmt/format.h>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

void put(JsonValue& object, const std::string& key, Seconds value, const SourcePlace& place) {
  JsonValue text = JsonValue::make_text(exact_text(value));
  text.set_place(place);
  object.set(key, std::move(text));
}

}  // namespace

void lay_remoting(JsonValue& scenario, const std::string& file, std::vector<std::string>& notes,
                  ReadingContext& context, ProfileCheck profile_check) {
  JsonValue* cluster = scenario.find("cluster");
  JsonValue* access = cluster == nullptr ? nullptr : cluster->find("gpu_access");
  JsonValue* software = access == nullptr ? nullptr : access->find("software");
  const JsonValue* names = access == nullptr ? nullptr : access->find("calibration");
  if (names == nullptr || software == nullptr || !software->is_object()) return;
  JsonValue named = JsonValue::make_object();  // of any GPUs: clients may have none
  named.set("calibration", *names);
  bool measured = false;  // the first profile counts
  for_each_profile(
      named, file, context, profile_check, [&](const JsonValue& profile, const JsonValue& name) {
        if (measured) return;
        const std::optional<Seconds> call = call_time(profile, "launch-issue");
        if (!call)
          return context.add(name.place(), "/cluster/gpu_access/calibration",
                             fmt::format("\"{}\" has no time of a call", excerpt(name.text())),
                             "gpuscape-bench measures `call launch-issue` on a client whose calls "
                             "the software sends");
        measured = true;
        put(*software, "per_call_overhead", *call, name.place());
        std::string note =
            fmt::format("calls to lent GPUs take {} of the client, as profile \"{}\" measured them",
                        human_text(*call), excerpt(name.text()));
        const std::optional<Seconds> waiting = call_time(profile, "launch");
        if (waiting && *waiting > *call && access->find("round_trip") == nullptr) {
          put(*access, "round_trip", *waiting - *call, name.place());
          note += fmt::format(", and a round trip {}", human_text(*waiting - *call));
        }
        notes.push_back(std::move(note));
      });
}

}  // namespace gpuscape
