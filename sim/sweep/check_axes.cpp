#include <fmt/format.h>

#include <map>
#include <memory>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/set_option.hpp"
#include "sim/sweep/design_space.hpp"
#include "sim/sweep/space_reader.hpp"

namespace gpuscape {

namespace {

/// Texts that are a quantity become the one that is written for it: "24 h" and "1 d" are the same.
void take_by_value(JsonValue& value) {
  if (value.is_object())
    for (JsonMember& member : value.members()) take_by_value(member.value);
  if (value.kind() == JsonValue::Kind::array)
    for (JsonValue& item : value.items()) take_by_value(item);
  if (value.kind() != JsonValue::Kind::text) return;
  for (const Dimension dimension : {Dimension::time, Dimension::bytes, Dimension::bandwidth,
                                    Dimension::power, Dimension::frequency})
    if (const auto read = parse_quantity(value.text(), dimension); read.value) {
      value = JsonValue::make_text(exact_quantity(*read.value, dimension));
      return;
    }
}

std::string by_value(JsonValue resolved) {
  take_by_value(resolved);
  return write_json(resolved, -1);
}

/// The values of one axis, each alone in the scenario.
class AxisCheck {
 public:
  AxisCheck(const DesignSpace& space, std::size_t at, SpaceReader& reader, ReadingContext& context)
      : space_(space), axis_(space.axes()[at]), at_(at), reader_(reader), context_(context) {}

  void check(const std::string& base) {
    const std::size_t count = space_.read_alone(at_);
    for (std::size_t i = 0; i < count; ++i) read(i);
    if (wrong_ == count) return add_first_issues();
    for (const auto& [resolved, values] : by_resolved_) compare(values, resolved == base, count);
  }

 private:
  void read(std::size_t value) {
    DesignOfSpace design = reader_.read(space_.alone(at_, value));
    if (design.scenario) {
      by_resolved_[by_value(design.scenario->spec.resolved)].push_back(value);
    } else if (design.is_misfit) {
      ++misfits_;
    } else if (wrong_++ == 0) {
      first_issues_ = design.issues;
    }
  }

  /// What is wrong with what the axis sets is wrong with the axis.
  void add_first_issues() {
    for (Issue& issue : first_issues_) {
      if (!axis_.set.empty() && issue.file.starts_with(kSetPlace)) {
        context_.add(axis_.place, axis_.pointer + "/set", std::move(issue.message),
                     std::move(issue.hint));
      } else {
        context_.add({std::make_shared<const std::string>(issue.file), issue.line, issue.column},
                     issue.pointer, std::move(issue.message), std::move(issue.hint));
      }
    }
  }

  void fault(std::string message, std::string hint) {
    context_.add(axis_.place, axis_.pointer, std::move(message), std::move(hint));
  }

  void compare(const std::vector<std::size_t>& same, bool as_base, std::size_t count) {
    if (same.size() < 2) return;
    if (same.size() == count) {
      fault(as_base ? "the axis sets nothing: every value makes the scenario as it stands"
                    : "the axis sets nothing: every value makes the same design",
            axis_.set.empty() ? "" : fmt::format("what reads {}?", excerpt(axis_.set)));
      return;
    }
    fault(fmt::format("\"{}\" and \"{}\" are the same design", excerpt(label(same[0])),
                      excerpt(label(same[1]))),
          "leave one out");
  }

  [[nodiscard]] const std::string& label(std::size_t value) const {
    return axis_.values[value].label;
  }

  const DesignSpace& space_;
  const AxisSpec& axis_;
  std::size_t at_;
  SpaceReader& reader_;
  ReadingContext& context_;
  std::map<std::string, std::vector<std::size_t>> by_resolved_;
  std::size_t wrong_ = 0;
  std::size_t misfits_ = 0;
  std::vector<Issue> first_issues_;
};

}  // namespace

void check_axes(const DesignSpace& space, const ScenarioSource& source, const Registry& registry,
                ReadingContext& context) {
  SpaceReader reader(source, registry);
  const DesignOfSpace as_it_stands = reader.read(space.base());
  const std::string base =
      as_it_stands.scenario ? by_value(as_it_stands.scenario->spec.resolved) : "";
  for (std::size_t i = 0; i < space.axes().size(); ++i)
    if (space.axes()[i].name != kVariantAxis || space.axes()[i].pointer != "/variants")
      AxisCheck(space, i, reader, context).check(base);
}

}  // namespace gpuscape
