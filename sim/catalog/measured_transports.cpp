#include "sim/catalog/measured_transports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/catalog/fields/catalog_fields.hpp"
#include "sim/catalog/measured_libraries.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/fields/set_option.hpp"

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

/// "h100" in "NVIDIA H100 80GB HBM3": the first word with letters before digits.
std::string gpu_family(std::string_view name) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const auto c = static_cast<unsigned char>(i < name.size() ? name[i] : ' ');
    if (std::isalnum(c) != 0) {
      word += static_cast<char>(std::tolower(c));
      continue;
    }
    const bool letters_first = !word.empty() && std::isalpha(static_cast<unsigned char>(word[0]));
    if (letters_first && word.find_first_of("0123456789") != std::string::npos) return word;
    word.clear();
  }
  return "";
}

/// The catalogue's GPUs that nodes of the scenario have, with where they stand.
std::vector<std::string> gpus_of(const JsonValue& scenario) {
  std::vector<std::string> models;
  const JsonValue* cluster = scenario.find("cluster");
  const JsonValue* nodes = cluster == nullptr ? nullptr : cluster->find("nodes");
  if (nodes == nullptr) return models;
  for (const JsonMember& node : nodes->members()) {
    const JsonValue* gpu = node.value.find("gpu");
    const bool of_box = gpu != nullptr && gpu->is_text();
    const std::string model = of_box ? gpu->text() : text_at(gpu, "model");
    if (!model.empty() && std::ranges::find(models, model) == models.end()) models.push_back(model);
  }
  return models;
}

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

std::optional<JsonValue> read_file(const std::string& path, const JsonValue& named,
                                   ReadingContext& context, ProfileCheck check) {
  std::string fault;
  const auto content = read_input(path, kMostFileBytes, fault);
  if (!content) {
    context.add(
        named.place(), "/calibration", fmt::format("\"{}\": {}", excerpt(named.text()), fault),
        "profiles are looked up beside the file that names them; gpuscape calibrate writes one");
    return std::nullopt;
  }
  try {
    JsonValue profile = parse_json(*content, path);
    if (text_at(&profile, "format") == "gpuscape-profile") {
      const std::size_t faults = context.issue_count();
      if (check != nullptr) check(*content, path, context);
      if (context.issue_count() > faults) return std::nullopt;
      return profile;
    }
    context.add(named.place(), "/calibration",
                fmt::format("\"{}\" is not a profile", excerpt(named.text())),
                "gpuscape calibrate makes one of measurements");
  } catch (const ScenarioError& error) {
    context.add(error.issues());
  }
  return std::nullopt;
}

/// A profile without GPUs fits every node.
void check_gpus(const JsonValue& profile, const std::vector<std::string>& models,
                const JsonValue& named, ReadingContext& context) {
  const JsonValue* devices = profile.find("devices");
  if (devices == nullptr || models.empty()) return;
  for (const JsonValue& device : devices->items()) {
    const std::string name = text_at(device.find("properties"), "name");
    if (text_at(&device, "kind") != "gpu" || name.empty()) continue;
    const bool fits = std::ranges::any_of(
        models, [&](const std::string& model) { return gpu_family(model) == gpu_family(name); });
    if (fits) continue;
    return context.add(named.place(), "/calibration",
                       fmt::format("\"{}\" was measured on \"{}\", but the nodes here have \"{}\"",
                                   excerpt(named.text()), excerpt(name), excerpt(models.front())),
                       "calibrate on such a node, or leave this profile out");
  }
}

}  // namespace

void lay_profiles(const JsonValue& scenario, const std::string& file, MeasuredParts parts,
                  std::vector<std::string>& notes, ReadingContext& context,
                  ProfileCheck profile_check) {
  const JsonValue* names = scenario.find("calibration");
  if (names == nullptr) return;
  std::vector<const JsonValue*> named;
  if (!names->is_array()) named.push_back(names);
  for (const JsonValue& name : names->items()) named.push_back(&name);
  const std::vector<std::string> models = gpus_of(scenario);
  Profiles profiles(parts.transports, notes);
  for (const JsonValue* name : named) {
    if (!name->is_text()) {
      context.add(name->place(), "/calibration",
                  fmt::format("expected a file or a list of files, found {}", name->kind_name()));
      continue;
    }
    const auto& from = name->place().file;
    const bool from_file = from != nullptr && !from->starts_with(kSetPlace);
    const auto profile = read_file(path_beside(from_file ? *from : file, name->text()), *name,
                                   context, profile_check);
    if (!profile) continue;
    check_gpus(*profile, models, *name, context);
    const bool of_libraries = lay_library_laws(*profile, parts.libraries);
    if (!profiles.lay(*profile) && !of_libraries)
      notes.push_back(
          fmt::format("profile \"{}\": not used: it has no law for GPU copies or for messages "
                      "between machines that an earlier profile did not give",
                      excerpt(name->text())));
  }
  for (JsonMember& member : parts.transports.members()) member.value.erase("into_gpu");
}

}  // namespace gpuscape
