#pragma once
/// What all readers of one scenario share: the faults found so far, and which values are defaults.

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <typeindex>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/base/json/json.hpp"

namespace gpuscape {

class ReadingContext {
 public:
  enum class Purpose : unsigned char { read, describe };

  explicit ReadingContext(Purpose purpose = Purpose::read) : purpose_(purpose) {}

  /// True while readers only collect descriptions: nothing is a fault.
  [[nodiscard]] bool describing() const { return purpose_ == Purpose::describe; }

  /// Records a fault; the same fault at the same place is recorded once.
  void add(const SourcePlace& place, std::string_view pointer, std::string message,
           std::string hint = "");
  /// Records faults that were found elsewhere.
  void add(const std::vector<Issue>& issues);

  /// Names the variant that is being read; new faults say so. "" for the scenario itself.
  void set_variant(std::string name) { variant_ = std::move(name); }

  [[nodiscard]] bool has_issues() const { return !issues_.empty(); }
  [[nodiscard]] std::size_t issue_count() const { return issues_.size(); }
  /// How often a fault was found, those that were recorded before too: two designs may share one.
  [[nodiscard]] std::size_t times_found() const { return times_found_; }
  /// By file, line and column; beyond the first hundred only their number.
  [[nodiscard]] std::vector<Issue> sorted_issues() const;
  /// Throws ScenarioError with sorted_issues() if there are any.
  void throw_if_issues() const;

  /// Records that the value at `pointer` of the resolved scenario is a default.
  void mark_default(std::string pointer) { defaulted_.push_back(std::move(pointer)); }
  /// Hands over the marks made since the last call.
  std::vector<std::string> take_defaulted() { return std::exchange(defaulted_, {}); }

  /// What a model keeps of the designs read with this context, so that a design that repeats a part
  /// does not build it again. One of each type, empty at first.
  template <class Kept>
  Kept& kept() {
    std::shared_ptr<void>& kept = kept_[std::type_index(typeid(Kept))];
    if (kept == nullptr) kept = std::make_shared<Kept>();
    return *static_cast<Kept*>(kept.get());
  }

 private:
  friend class TrialReading;
  Purpose purpose_;
  std::string variant_;
  std::vector<Issue> issues_;
  std::set<std::tuple<std::string, int, int, std::string, std::string>> seen_;
  std::size_t times_found_ = 0;
  std::vector<std::string> defaulted_;
  std::map<std::type_index, std::shared_ptr<void>> kept_;
};

/// Faults and marks that are recorded in a context while it lives are forgotten with it.
class TrialReading {
 public:
  explicit TrialReading(ReadingContext& context)
      : context_(context), before_(std::exchange(context, ReadingContext(context.purpose_))) {}
  TrialReading(const TrialReading&) = delete;
  TrialReading& operator=(const TrialReading&) = delete;
  ~TrialReading() { context_ = std::move(before_); }
  /// Whether any fault was recorded since it began.
  [[nodiscard]] bool has_issues() const { return context_.has_issues(); }

 private:
  ReadingContext& context_;
  ReadingContext before_;
};

}  // namespace gpuscape
