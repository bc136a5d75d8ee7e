#pragma once
/// What of a scenario can be changed from a form: every value of the resolved scenario and every
/// key that could be added, with what the schema says of it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/field_description.hpp"
#include "sim/model/check/check.hpp"

namespace gpuscape::gui {

enum class KnobKind : std::uint8_t {
  count,  ///< an integer
  number,
  quantity,  ///< a number with a unit: "200 Gbit/s"
  choice,    ///< one of `choices`
  flag,      ///< "true" or "false"
  text,      ///< anything else that is written as a text
  json,      ///< a list or an object, as JSON on one line
};

struct Knob {
  std::string pointer = {};  ///< for --set: "/cluster/nodes/gpu/count"
  std::string label = {};    ///< "gpu: nodes", or the pointer without its slash
  std::string doc = {};      ///< one sentence, for a tooltip
  KnobKind kind = KnobKind::text;
  std::string value = {};  ///< as a user writes it: "16", "200 Gbit/s", "easy"; "" where unset
  std::string base = {};   ///< what it is without the design's own settings
  std::string default_text = {};  ///< where the schema has one
  bool is_set = false;            ///< by the design's own settings: shown bold, can be reset
  bool is_default = false;        ///< the scenario leaves it to its default
  std::vector<std::string> choices = {};  ///< of a choice
  Bounds bounds = {};                     ///< of a count, number or quantity, in SI units
  Dimension dimension = Dimension::time;  ///< of a quantity
  /// A sensible stretch for a slider, within the bounds and around `base`; in SI units. Both 0:
  /// none.
  double slider_least = 0.0, slider_most = 0.0;
  bool is_logarithmic = false;  ///< of the slider
  std::string unit = {};        ///< of a quantity, in which `value` is written: "Gbit/s"
};

struct KnobList {
  std::vector<Knob> first = {};  ///< those that matter most, at most ten
  std::vector<Knob> rest = {};   ///< in the order of the schema
};

/// `base` is the same variant without settings of its own; null: not known, values are their own
/// base.
KnobList knobs(const std::vector<FieldDescription>& schema, const CheckedScenario& scenario,
               const CheckedScenario* base, const Design& design);

/// Of all knobs those whose pointer, label or doc holds every word of `text`, best first: words in
/// the pointer's last name, then in the pointer, then in the doc.
std::vector<const Knob*> matching(const KnobList& list, std::string_view text);

/// The value of a count, number or quantity in SI units, and its text at a place of the slider,
/// rounded to three digits or to an integer and in the knob's unit.
std::optional<double> knob_value(const Knob& knob, std::string_view text);
std::string knob_text(const Knob& knob, double value);

/// "/cluster/nodes/gpu/count=24": what `--set` takes. `value` as a user writes it; a text that JSON
/// would take for something else is quoted.
std::string set_text(const Knob& knob, std::string_view value);
/// `sets` with that setting in place of an earlier one of the same pointer.
std::vector<std::string> with_set(std::vector<std::string> sets, const Knob& knob,
                                  std::string_view value);
/// `sets` without those of the pointer.
std::vector<std::string> without_set(std::vector<std::string> sets, std::string_view pointer);
/// What is wrong with a value before anything is run; empty: nothing is.
std::string value_fault(const Knob& knob, std::string_view value);

}  // namespace gpuscape::gui
