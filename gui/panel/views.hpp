#pragma once
/// The view models of what is on screen, made anew only where what they are made of has changed.

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "gui/view/answer_table.hpp"
#include "gui/view/gantt_view.hpp"
#include "gui/view/jobs_table.hpp"
#include "gui/view/losers_view.hpp"
#include "gui/view/map_view.hpp"
#include "gui/view/money_view.hpp"
#include "gui/view/queues_view.hpp"
#include "gui/view/timeline_view.hpp"
#include "gui/view/waits_view.hpp"
#include "gui/workspace/open_folders.hpp"
#include "gui/workspace/workspace.hpp"

namespace gpuscape::gui {

/// A value and what it was made from.
template <class Key, class Value>
class Remembered {
 public:
  template <class Make>
  Value& of(const Key& key, const Make& make) {
    if (!value_ || !(key_ == key)) {
      value_.reset();
      value_.emplace(make());
      key_ = key;
    }
    return *value_;
  }
  void forget() { value_.reset(); }

 private:
  Key key_{};
  std::optional<Value> value_;
};

class Views {
 public:
  Views(const Workspace& work, const OpenFolders& folders) : work_(work), folders_(folders) {}

  /// Designs with an answer; what was shown before the last edits comes first, pale, and what was
  /// read from folders last.
  const std::vector<ShownDesign>& shown();
  const AnswerTable& answer();
  [[nodiscard]] TimeWindow whole();
  const TimelineView& timeline(const TimeWindow& window, int width);
  const Cursor& cursor(Seconds date);

  /// The answer that is looked at: of the current design, or of a folder. What it is of is null for
  /// the latter.
  [[nodiscard]] std::shared_ptr<const StudyOutcome> outcome() const;
  [[nodiscard]] std::shared_ptr<const CheckedScenario> scenario() const;

  // Of the current design, which must have an answer.
  const WaitsView& waits();
  const WaitsAt& waits_at_date(Seconds date);
  JobsTable& jobs();
  const GanttView& gantt(const GanttFrame& frame);
  const QueuesView& queues();
  const std::optional<NetworkUse>& network();
  const std::vector<LinkUser>& link_users(const std::string& link);
  const JobDetails& job(std::uint32_t job);
  // Of the scenario of the current answer.
  const NodeMapView& node_map(std::size_t group, double width);
  const HeatView& heat(std::size_t group);
  // Of all designs.
  const MoneyView& money();
  const std::vector<DesignLosers>& losers();

 private:
  using Outcome = std::shared_ptr<const StudyOutcome>;
  using Scenario = std::shared_ptr<const CheckedScenario>;
  /// Which answers are shown, and which of them are pale or stale.
  using ShownKey = std::vector<std::pair<Outcome, AnswerMark>>;
  [[nodiscard]] ShownKey shown_key();

  const Workspace& work_;
  const OpenFolders& folders_;
  Remembered<std::tuple<std::shared_ptr<const LiveState>, const LiveState*, std::size_t>,
             std::vector<ShownDesign>>
      shown_;
  Remembered<std::pair<std::shared_ptr<const LiveState>, std::size_t>, AnswerTable> answer_;
  Remembered<std::tuple<ShownKey, TimeWindow, int>, TimelineView> timeline_;
  Remembered<std::pair<ShownKey, Seconds>, Cursor> cursor_;
  Remembered<Outcome, WaitsView> waits_;
  Remembered<std::pair<Outcome, Seconds>, WaitsAt> waits_at_;
  Remembered<Outcome, JobsTable> jobs_;
  Remembered<std::pair<Outcome, GanttFrame>, GanttView> gantt_;
  Remembered<Outcome, QueuesView> queues_;
  Remembered<Outcome, std::optional<NetworkUse>> network_;
  Remembered<std::pair<Outcome, std::string>, std::vector<LinkUser>> link_users_;
  Remembered<std::pair<Outcome, std::uint32_t>, JobDetails> job_;
  Remembered<std::tuple<Scenario, std::size_t, double>, NodeMapView> node_map_;
  Remembered<std::pair<Scenario, std::size_t>, HeatView> heat_;
  Remembered<std::shared_ptr<const LiveState>, MoneyView> money_;
  Remembered<std::shared_ptr<const LiveState>, std::vector<DesignLosers>> losers_;
};

}  // namespace gpuscape::gui
