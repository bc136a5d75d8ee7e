#include "gui/panel/views.hpp"

namespace gpuscape::gui {

const std::vector<ShownDesign>& Views::shown() {
  return shown_.of({work_.state(), work_.earlier(), folders_.version()}, [&] {
    std::vector<ShownDesign> all = shown_designs(*work_.state(), work_.earlier());
    append_saved(all, folders_.columns(), work_.state()->designs.size());
    return all;
  });
}

Views::ShownKey Views::shown_key() {
  ShownKey key;
  for (const ShownDesign& design : shown())
    key.emplace_back(design.outcome, design.is_pale ? AnswerMark::none : design.mark);
  return key;
}

const AnswerTable& Views::answer() {
  return answer_.of({work_.state(), folders_.version()},
                    [&] { return answer_table(*work_.state(), folders_.columns()); });
}

TimeWindow Views::whole() { return whole_window(shown()); }

const TimelineView& Views::timeline(const TimeWindow& window, int width) {
  return timeline_.of({shown_key(), window, width},
                      [&] { return timeline_view(shown(), window, width); });
}

const Cursor& Views::cursor(Seconds date) {
  return cursor_.of({shown_key(), date}, [&] { return cursor_at(shown(), date); });
}

std::shared_ptr<const StudyOutcome> Views::outcome() const {
  if (const SavedColumn* saved = folders_.chosen()) return saved->outcome();
  const LiveAnswer* answer = work_.answer();
  return answer == nullptr ? nullptr : answer->outcome;
}

std::shared_ptr<const CheckedScenario> Views::scenario() const {
  if (folders_.chosen() != nullptr) return nullptr;
  const LiveAnswer* answer = work_.answer();
  return answer == nullptr ? nullptr : answer->scenario;
}

const WaitsView& Views::waits() {
  return waits_.of(outcome(), [&] { return waits_view(*outcome()); });
}

const WaitsAt& Views::waits_at_date(Seconds date) {
  return waits_at_.of({outcome(), date}, [&] { return waits_at(outcome()->result.first, date); });
}

JobsTable& Views::jobs() {
  return jobs_.of(outcome(), [&] { return JobsTable(outcome()); });
}

const GanttView& Views::gantt(const GanttFrame& frame) {
  return gantt_.of({outcome(), frame}, [&] { return gantt_view(outcome()->result.first, frame); });
}

const QueuesView& Views::queues() {
  return queues_.of(outcome(), [&] { return queues_view(*outcome()); });
}

const std::optional<NetworkUse>& Views::network() {
  return network_.of(outcome(), [&] { return network_use(outcome()->result); });
}

const std::vector<LinkUser>& Views::link_users(const std::string& link) {
  return link_users_.of({outcome(), link},
                        [&] { return users_of_link(outcome()->result.first, link); });
}

const JobDetails& Views::job(std::uint32_t job) {
  return job_.of({outcome(), job}, [&] { return job_details(outcome()->result.first, job); });
}

const NodeMapView& Views::node_map(std::size_t group, double width) {
  return node_map_.of({scenario(), group, width},
                      [&] { return node_map_view(*scenario(), group, width); });
}

const HeatView& Views::heat(std::size_t group) {
  return heat_.of({scenario(), group}, [&] { return heat_view(*scenario(), group); });
}

const MoneyView& Views::money() {
  return money_.of(work_.state(), [&] { return money_view(*work_.state()); });
}

const std::vector<DesignLosers>& Views::losers() {
  return losers_.of(work_.state(), [&] { return losers_view(*work_.state()); });
}

}  // namespace gpuscape::gui
