#include "sim/fields/set_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/fields/json_pointer.hpp"
#include "sim/fields/merge.hpp"

namespace gpuscape {

namespace {

/// Maps by the user's names: a name that is not there is a typing mistake.
constexpr std::string_view kNamedMaps[] = {
    "/cluster/nodes",    "/cluster/networks",  "/cluster/storage", "/cluster/failures",
    "/workload/streams", "/workload/datasets", "/workload/copies", "/slo",
    "/variants"};

class SetOption {
 public:
  SetOption(const std::string& option, ReadingContext& context) : context_(context) {
    const std::size_t equals = option.find('=');
    pointer_ = option.substr(0, equals);
    place_ = {std::make_shared<const std::string>(std::string(kSetPlace) + excerpt(option, 80)), 0,
              0};
    if (equals == std::string::npos || !pointer_.starts_with('/')) {
      fault("expected /pointer=value", "for example --set /run/seed=7");
    } else {
      value_ = read_value(option.substr(equals + 1));
    }
  }

  void apply(JsonValue& scenario) {
    if (!value_) return;
    const std::vector<std::string> names = pointer_names(pointer_);
    if (names.size() > kMaxJsonDepth / 2)
      return fault(fmt::format("the pointer has more than {} names", kMaxJsonDepth / 2));
    JsonValue* parent = &scenario;
    std::string walked;
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
      parent = descend(*parent, walked, names[i]);
      if (parent == nullptr) return;
      walked = child_pointer(walked, names[i]);
    }
    put(*parent, walked, names.back());
  }

 private:
  void fault(std::string message, std::string hint = "") {
    context_.add(place_, pointer_, std::move(message), std::move(hint));
  }

  std::optional<JsonValue> read_value(const std::string& text) {
    try {
      JsonValue value = parse_json(text, *place_.file);
      move_to_option(value);
      return value;
    } catch (const ScenarioError& error) {
      // What looks like JSON and is none is a mistake, not a text.
      if (text.starts_with('{') || text.starts_with('[') || text.starts_with('"')) {
        fault("the value is not valid JSON: " + error.issues().front().message,
              error.issues().front().hint);
        return std::nullopt;
      }
    }
    JsonValue value = JsonValue::make_text(text);
    value.set_place(place_);
    return value;
  }

  void move_to_option(JsonValue& value) {
    value.set_place(place_);
    if (value.is_array())
      std::ranges::for_each(value.items(), [this](JsonValue& v) { move_to_option(v); });
    if (!value.is_object()) return;
    for (JsonMember& member : value.members()) {
      member.key_place = place_;
      move_to_option(member.value);
    }
  }

  static std::optional<std::size_t> item_index(const JsonValue& list, const std::string& name) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
    if (error != std::errc() || end != name.data() + name.size() || index >= list.items().size())
      return std::nullopt;
    return index;
  }

  JsonValue* item(JsonValue& list, const std::string& walked, const std::string& name) {
    const auto index = item_index(list, name);
    if (index) return &list.items()[*index];
    fault(fmt::format("{} has items 0 to {}, not \"{}\"", walked,
                      static_cast<std::int64_t>(list.items().size()) - 1, excerpt(name)));
    return nullptr;
  }

  bool is_container(const JsonValue& value, const std::string& walked) {
    if (value.is_object() || value.is_array()) return true;
    fault(fmt::format("{} is {}, no object", walked.empty() ? "the scenario" : walked,
                      value.kind_name()));
    return false;
  }

  JsonValue* descend(JsonValue& parent, const std::string& walked, const std::string& name) {
    if (!is_container(parent, walked)) return nullptr;
    if (parent.is_array()) return item(parent, walked, name);
    if (JsonValue* child = parent.find(name)) return child;
    if (std::ranges::find(kNamedMaps, walked) != std::end(kNamedMaps)) {
      std::vector<std::string> names;
      for (const JsonMember& member : parent.members()) names.push_back(member.key);
      fault(fmt::format("unknown key \"{}\" in {}", excerpt(name), walked),
            nearest_hint(name, names));
      return nullptr;
    }
    JsonValue object = JsonValue::make_object();
    object.set_place(place_);
    return &parent.set(name, std::move(object));
  }

  void put(JsonValue& parent, const std::string& walked, const std::string& name) {
    if (!value_ || !is_container(parent, walked)) return;
    if (parent.is_array()) {
      if (JsonValue* old = item(parent, walked, name)) *old = *value_;
      return;
    }
    JsonValue without_nulls;
    merge_patch(without_nulls, *value_);
    if (without_nulls.is_null()) return parent.erase(name);
    parent.set(name, std::move(without_nulls));
  }

  ReadingContext& context_;
  SourcePlace place_;
  std::string pointer_;
  std::optional<JsonValue> value_;
};

}  // namespace

void apply_set(JsonValue& scenario, const std::string& option, ReadingContext& context) {
  SetOption(option, context).apply(scenario);
}

}  // namespace gpuscape
