#include "gui/view/knobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "gui/view/form/knob_slider.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape::gui {

namespace {

using Fields = std::vector<FieldDescription>;

constexpr std::size_t kMostFirst = 10;

/// Keys that a form does not offer: they say what the file is, or hold other designs.
constexpr std::array<std::string_view, 5> kOfTheFile{"$schema", "format", "extends", "variants",
                                                     "catalog"};

/// The value at a pointer; null where there is none.
const JsonValue* value_at(const JsonValue& document, std::string_view pointer) {
  const JsonValue* value = &document;
  for (const std::string& name : pointer_names(pointer)) {
    if (value->is_array()) {
      const std::size_t index = name.find_first_not_of("0123456789") == std::string::npos
                                    ? std::stoul(name)
                                    : value->items().size();
      if (index >= value->items().size()) return nullptr;
      value = &value->items()[index];
    } else if (value = value->find(name); value == nullptr) {
      return nullptr;
    }
  }
  return value;
}

/// As a user writes it. What the catalogue put in the place of an entry is that entry.
std::string text_of(const JsonValue* value) {
  if (value == nullptr || value->is_null()) return "";
  if (value->is_text()) return value->text();
  if (value->is_object())
    for (const char* key : {"entry", "type"})
      if (const JsonValue* name = value->find(key); name != nullptr && name->is_text())
        return name->text();
  return write_json(*value, -1);
}

/// "networks / compute / link" of "/cluster/networks/compute/link".
std::string label_of(const std::string& pointer) {
  std::vector<std::string> names = pointer_names(pointer);
  if (names.size() > 2) names.erase(names.begin());
  std::string label;
  for (const std::string& name : names) label += (label.empty() ? "" : " / ") + name;
  return label;
}

KnobKind kind_of(const FieldDescription& field, const JsonValue* value) {
  const bool is_structure = value != nullptr && (value->is_object() || value->is_array());
  switch (field.type) {
    case FieldType::count:
      return field.choices.empty() ? KnobKind::count : KnobKind::text;
    case FieldType::number:
    case FieldType::uncertain:
      return is_structure ? KnobKind::json : KnobKind::number;
    case FieldType::boolean:
      return KnobKind::flag;
    case FieldType::quantity:
      return KnobKind::quantity;
    case FieldType::one_of:
    case FieldType::model:
      return KnobKind::choice;
    case FieldType::text:
    case FieldType::price:
    case FieldType::price_or_rent:
      return is_structure ? KnobKind::json : KnobKind::text;
    default:
      return KnobKind::json;
  }
}

/// Walks over the schema and the resolved scenario side by side.
class Walk {
 public:
  Walk(const CheckedScenario& scenario, const CheckedScenario* base, const Design& design)
      : base_(base),
        defaulted_(scenario.spec.defaulted.begin(), scenario.spec.defaulted.end()),
        design_(design) {}

  void fields(const Fields& all, const JsonValue& object, const std::string& pointer) {
    for (const FieldDescription& field : all) {
      if (pointer.empty() && std::ranges::find(kOfTheFile, field.key) != kOfTheFile.end()) continue;
      member(field, object, pointer);
    }
  }

  std::vector<Knob> take() { return std::move(knobs_); }

 private:
  /// The field of an object; the keys that come with a choice stand beside it.
  void member(const FieldDescription& field, const JsonValue& object, const std::string& pointer) {
    const JsonValue* value = object.find(field.key);
    visit(field, value, child_pointer(pointer, field.key));
    if (field.type != FieldType::one_of || value == nullptr) return;
    for (const FieldDescription::Alternative& one : field.alternatives)
      if (one.name == value->text()) fields(one.fields, object, pointer);
  }

  void visit(const FieldDescription& field, const JsonValue* value, const std::string& pointer) {
    switch (field.type) {
      case FieldType::object:
        if (value != nullptr && value->is_object()) return fields(field.fields, *value, pointer);
        return add(field, value, pointer);
      case FieldType::map:
      case FieldType::list:
        return each(value, pointer, [&](const JsonValue& one, const std::string& at) {
          fields(field.fields, one, at);
        });
      case FieldType::model:
        return model(field, value, pointer, pointer);
      case FieldType::model_map:
        return each(value, pointer, [&](const JsonValue& one, const std::string& at) {
          model(field, &one, at, child_pointer(at, "type"));
        });
      case FieldType::patch_map:
        return;
      case FieldType::any:
        if (value == nullptr) return;
        break;
      default:
        break;
    }
    add(field, value, pointer);
  }

  template <class Visit>
  void each(const JsonValue* value, const std::string& pointer, const Visit& visit_one) {
    if (value == nullptr) return;
    if (value->is_object())
      for (const JsonMember& member : value->members())
        visit_one(member.value, child_pointer(pointer, member.key));
    if (value->is_array())
      for (std::size_t i = 0; i < value->items().size(); ++i)
        visit_one(value->items()[i], child_pointer(pointer, std::to_string(i)));
  }

  /// Its type, to be set at `type_pointer`, and its parameters.
  void model(const FieldDescription& field, const JsonValue* value, const std::string& pointer,
             const std::string& type_pointer) {
    std::vector<std::string> types;
    types.reserve(field.alternatives.size());
    for (const FieldDescription::Alternative& one : field.alternatives) types.push_back(one.name);
    add(field, value, type_pointer);
    Knob& knob = knobs_.back();
    knob.choices = types;
    // Entries of the catalogue are not listed here.
    knob.kind = field.may_be_entry ? KnobKind::text : KnobKind::choice;
    if (value == nullptr || !value->is_object()) return;
    const JsonValue* type = value->find("type");
    const bool is_entry = value->find("entry") != nullptr;
    const std::string& name = type == nullptr ? field.default_type : type->text();
    for (const FieldDescription::Alternative& one : field.alternatives) {
      if (one.name != name) continue;
      for (const FieldDescription& parameter : one.fields)
        if (!is_entry || parameter.key == "count") member(parameter, *value, pointer);
    }
  }

  void add(const FieldDescription& field, const JsonValue* value, const std::string& pointer) {
    if (pointer.find('=') != std::string::npos) return;  // `--set` ends a pointer there
    Knob knob;
    knob.pointer = pointer;
    knob.label = label_of(pointer);
    knob.doc = field.doc;
    knob.kind = kind_of(field, value);
    knob.value = text_of(value);
    knob.base = base_ == nullptr ? knob.value : text_of(value_at(base_->spec.resolved, pointer));
    knob.default_text = field.default_text;
    knob.choices = field.choices;
    knob.bounds = field.bounds;
    knob.dimension = field.dimension;
    knob.is_default = defaulted_.contains(pointer) || value == nullptr;
    knob.is_set = is_set(pointer);
    set_slider(knob);
    knobs_.push_back(std::move(knob));
  }

  /// By the design's own settings: of the value itself, or of what it lies in.
  [[nodiscard]] bool is_set(const std::string& pointer) const {
    return std::ranges::any_of(design_.sets,
                               [&](const std::string& set) {
                                 const std::string_view of =
                                     std::string_view(set).substr(0, set.find('='));
                                 return pointer == of || pointer.starts_with(std::string(of) + "/");
                               }) ||
           (design_.seed && pointer == "/run/seed");
  }

  const CheckedScenario* base_;
  std::set<std::string> defaulted_;
  const Design& design_;
  std::vector<Knob> knobs_;
};

/// Names of a pointer against a pattern in which "*" is any name.
bool fits(const std::string& pointer, std::string_view pattern) {
  const std::vector<std::string> names = pointer_names(pointer);
  const std::vector<std::string> wanted = pointer_names(pattern);
  return std::ranges::equal(names, wanted, [](const std::string& name, const std::string& want) {
    return want == "*" || name == want;
  });
}

/// A knob that matters, and how it is called; {} is the name at the pattern's first "*".
struct First {
  std::string_view pattern;
  std::string_view label;
};
constexpr std::array kFirst{First{"/run/seed", "seed"},
                            First{"/cluster/nodes/*/count", "{}: nodes"},
                            First{"/cluster/networks/*/oversubscription", "{}: oversubscription"},
                            First{"/cluster/networks/*/link", "{}: link"},
                            First{"/scheduler/policy", "policy"},
                            First{"/scheduler/backfill", "backfill"},
                            First{"/scheduler/placement", "placement"},
                            First{"/workload/streams/*/generate/load", "{}: load"},
                            First{"/workload/streams/*/generate/jobs_per_hour", "{}: jobs an hour"},
                            First{"/workload/streams/*/closed/jobs", "{}: jobs in circulation"},
                            First{"/workload/streams/*/generate/users/count", "{}: users"},
                            First{"/workload/streams/*/scale/*/users", "{}: users, times"},
                            First{"/workload/streams/*/scale/*/load", "{}: load, times"}};

std::string first_label(const First& first, const std::string& pointer) {
  const std::vector<std::string> wanted = pointer_names(first.pattern);
  const auto star = std::ranges::find(wanted, "*");
  if (star == wanted.end()) return std::string(first.label);
  const std::string name = pointer_names(pointer)[static_cast<std::size_t>(star - wanted.begin())];
  return fmt::format(fmt::runtime(first.label), name);
}

}  // namespace

KnobList knobs(const std::vector<FieldDescription>& schema, const CheckedScenario& scenario,
               const CheckedScenario* base, const Design& design) {
  Walk walk(scenario, base, design);
  walk.fields(schema, scenario.spec.resolved, "");
  KnobList list;
  list.rest = walk.take();
  for (const First& first : kFirst) {
    for (auto knob = list.rest.begin();
         knob != list.rest.end() && list.first.size() < kMostFirst;) {
      // What is not there cannot be turned: a stream by jobs an hour has no load.
      if (knob->value.empty() || !fits(knob->pointer, first.pattern)) {
        ++knob;
        continue;
      }
      knob->label = first_label(first, knob->pointer);
      list.first.push_back(std::move(*knob));
      knob = list.rest.erase(knob);
    }
  }
  // The seed is always among them, and comes last.
  if (!list.first.empty() && list.first.front().pointer == "/run/seed")
    std::ranges::rotate(list.first, list.first.begin() + 1);
  return list;
}

}  // namespace gpuscape::gui
