#include "sim/catalog/measured/measured_transports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/catalog/measured/measured_applications.hpp"
#include "sim/catalog/measured/measured_libraries.hpp"

namespace gpuscape {

namespace {

std::string text_at(const JsonValue* object, std::string_view key) {
  const JsonValue* value = object == nullptr ? nullptr : object->find(key);
  return value == nullptr ? "" : value->text();
}

double figure_at(const JsonValue& object, std::string_view key, double otherwise) {
  const JsonValue* figure = object.find(key);
  const JsonValue* value = figure == nullptr ? nullptr : figure->find("value");
  return value == nullptr || !value->is_number() ? otherwise : value->number();
}

bool has_mark(const JsonValue& law, std::string_view mark) {
  const JsonValue* marks = law.find("marks");
  return marks != nullptr &&
         std::ranges::any_of(marks->items(), [&](const JsonValue& m) { return m.text() == mark; });
}

JsonValue text(std::string value) { return JsonValue::make_text(std::move(value)); }

/// Which transport a law is of.
struct Target {
  std::string id;  ///< of a transport; empty: by `protocol`
  std::string protocol = {};
  bool reads_memory = false;  ///< by `protocol`: of those that reach GPUs' memory
  bool from_gpu = false;
};

class Profiles {
 public:
  Profiles(JsonValue& transports, std::vector<std::string>& notes)
      : all_(transports), notes_(notes) {}

  /// Whether anything of the profile came into a transport.
  bool lay(const JsonValue& profile) {
    laid_ = false;
    if (const JsonValue* laws = profile.find("laws"))
      for (const JsonValue& law : laws->items()) lay_law(law);
    return laid_;
  }

 private:
  /// What two processes of one machine say to each other crosses no network.
  static bool is_within_one_machine(const JsonValue& law, const JsonValue& key) {
    const std::string path = text_at(&key, "path");
    const auto names = [&](const char* word) { return path.find(word) != std::string::npos; };
    return path == "process>process" || names("localhost") || names("loopback") ||
           has_mark(law, "both ends on one machine") || has_mark(law, "within one machine");
  }
  void lay_law(const JsonValue& law) {
    const JsonValue* key = law.find("key");
    if (key == nullptr) return;
    const std::string family = text_at(key, "family");
    const std::string operation = text_at(key, "operation");
    if (family == "cuda" && operation == "copy") return lay_copy(law, *key);
    if (operation != "latency" || text_at(key, "memory") == "device") return;
    if (is_within_one_machine(law, *key)) {
      notes_.push_back(fmt::format("a law of {} {} is not used: both ends were one machine", family,
                                   text_at(key, "path")));
      return;
    }
    if (family == "tcp") lay_network(law, {.id = "", .protocol = "ethernet"});
    const bool sends = text_at(key, "direction") == "write" || text_at(key, "direction") == "send";
    if (family != "rdma" || !sends) return;
    const std::string link = text_at(key->find("more"), "link");
    lay_network(law,
                {.id = "", .protocol = link.empty() ? "infiniband" : link, .reads_memory = true});
  }

  void lay_copy(const JsonValue& law, const JsonValue& key) {
    const std::string path = text_at(&key, "path");
    const bool from_host = path.starts_with("host>");
    const bool to_host = path.ends_with(">host");
    if (from_host || to_host) {
      const bool pageable = text_at(&key, "memory") == "pageable";
      return lay_over(
          {.id = pageable ? "cudamemcpy-pageable" : "cudamemcpy-local", .from_gpu = to_host}, law);
    }
    const JsonValue* more = key.find("more");
    const std::string link = text_at(more, "link");
    if (text_at(more, "access") == "staged" || !path.starts_with("gpu")) return;
    if (link == "nvlink") return lay_over({.id = "nvlink-p2p"}, law);
    if (link == "pcie") return lay_over({.id = "pcie-p2p-switch"}, law);
    notes_.push_back(
        fmt::format("a law of {} is not used: the profile does not say what links the two", path));
  }

  void lay_network(const JsonValue& law, const Target& target) {
    for (JsonMember& member : all_.members()) {
      const JsonValue* kind = member.value.find("kind");
      const JsonValue* reaches = member.value.find("gpudirect");
      const bool direct = reaches != nullptr && reaches->boolean();
      if (kind == nullptr || kind->text() != "network" || direct != target.reads_memory) continue;
      if (text_at(&member.value, "protocol") != target.protocol) continue;
      if (target.protocol == "infiniband" || direct || member.key.starts_with("tcp-"))
        lay_over({.id = member.key}, law);
    }
  }

  /// The first law of a direction stands: that of the first GPU, of "send" before "write".
  void lay_over(const Target& target, const JsonValue& law) {
    JsonValue* entry = all_.find(target.id);
    if (entry == nullptr) return;
    const bool known = entry->find("end_to_end") != nullptr;
    if (!known) clear(*entry);
    if (target.from_gpu) {
      if (entry->find("from_gpu") != nullptr) return;
      JsonValue numbers = JsonValue::make_object();
      put(numbers, law);
      if (entry->find("measured") == nullptr) put(*entry, law);
      entry->set("from_gpu", std::move(numbers));
      laid_ = true;
      return;
    }
    if (known && !only_from_gpu(*entry)) return;
    put(*entry, law);
    entry->set("into_gpu", JsonValue::make_boolean(true));
    laid_ = true;
  }

  static bool only_from_gpu(const JsonValue& entry) { return entry.find("into_gpu") == nullptr; }

  /// What the catalogue says of time and rate is no longer asked for.
  static void clear(JsonValue& entry) {
    for (const CatalogField& field : fields_of("transports"))
      if (field.of_law) entry.erase(field.top_key());
    entry.set("end_to_end", JsonValue::make_boolean(true));
    entry.set("basis", text("measured"));
  }

  static void put(JsonValue& entry, const JsonValue& law) {
    for (const char* key : {"latency", "most", "regimes", "measured"}) entry.erase(key);
    const JsonValue* regimes = law.find("regimes");
    if (regimes == nullptr || regimes->items().empty()) return;
    JsonValue list = JsonValue::make_array();
    for (const JsonValue& regime : regimes->items()) {
      const JsonValue* up_to = regime.find("up_to");
      JsonValue& numbers = up_to == nullptr ? entry : list.items().emplace_back();
      if (up_to != nullptr) {
        numbers = JsonValue::make_object();
        numbers.set("up_to", text(exact_text(Bytes(up_to->number()))));
      }
      // A regime in which size costs nothing has a rate that no link reaches.
      constexpr double kNoBound = 1e18;
      numbers.set("latency", text(exact_text(Seconds(figure_at(regime, "latency", 0.0)))));
      numbers.set("most", text(exact_text(BytesPerSecond(figure_at(regime, "rate", kNoBound)))));
    }
    if (!list.items().empty()) entry.set("regimes", std::move(list));
    JsonValue measured = JsonValue::make_object();
    if (const JsonValue* range = law.find("range"))
      for (const char* end : {"least", "most"})
        if (const JsonValue* size = range->find(end))
          measured.set(end, text(exact_text(Bytes(size->number()))));
    entry.set("measured", std::move(measured));
  }

  JsonValue& all_;
  std::vector<std::string>& notes_;
  bool laid_ = false;
};

}  // namespace

void lay_profiles(const JsonValue& scenario, const std::string& file, MeasuredParts parts,
                  std::vector<std::string>& notes, ReadingContext& context,
                  ProfileCheck profile_check) {
  Profiles profiles(parts.transports, notes);
  for_each_profile(
      scenario, file, context, profile_check, [&](const JsonValue& profile, const JsonValue& name) {
        const bool of_libraries = lay_library_laws(profile, parts.libraries);
        const bool of_applications = gives_launch(profile);
        if (!profiles.lay(profile) && !of_libraries && !of_applications)
          notes.push_back(
              fmt::format("profile \"{}\": not used: it has no law for GPU copies or for messages "
                          "between machines that an earlier profile did not give",
                          excerpt(name.text())));
      });
  for (JsonMember& member : parts.transports.members()) member.value.erase("into_gpu");
}

}  // namespace gpuscape
