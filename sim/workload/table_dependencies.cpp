#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ranges>
#include <utility>

#include "sim/base/units/unit_text.hpp"
#include "sim/workload/job_table.hpp"

namespace gpuscape {

namespace {

/// By id, and where an id occurs several times by place.
using Key = std::pair<std::int64_t, std::uint32_t>;

/// Finds the jobs of a table by their numbers.
class PlacesById {
 public:
  explicit PlacesById(const std::vector<Job>& jobs) : jobs_(jobs) {
    // Most logs number their jobs as they come: then their places are by id already.
    if (std::ranges::is_sorted(jobs_, {}, &Job::id)) return;
    sorted_.resize(jobs_.size());
    std::iota(sorted_.begin(), sorted_.end(), 0U);
    std::ranges::sort(sorted_, {}, [this](std::uint32_t place) { return key_of(place); });
  }

  /// The last place before `key`'s with its id; else why there is none.
  [[nodiscard]] std::pair<StreamJobId, const char*> find(const Key& key) const {
    const std::uint32_t rank = rank_of(key);
    if (rank > 0 && by_rank(rank - 1).first == key.first)
      return {StreamJobId(place_at(rank - 1)), nullptr};
    if (jobs_[key.second].id == key.first) return {StreamJobId::none(), "itself"};
    const bool later = rank < jobs_.size() && by_rank(rank).first == key.first;
    return {StreamJobId::none(), later ? "a later job" : "no job of the log"};
  }

 private:
  [[nodiscard]] Key key_of(std::uint32_t place) const { return {jobs_[place].id, place}; }
  [[nodiscard]] std::uint32_t place_at(std::uint32_t rank) const {
    return sorted_.empty() ? rank : sorted_[rank];
  }
  [[nodiscard]] Key by_rank(std::uint32_t rank) const { return key_of(place_at(rank)); }

  /// How many are before `key`. Jobs mostly wait for one of the last: where ranks are places, the
  /// search begins there.
  [[nodiscard]] std::uint32_t rank_of(const Key& key) const {
    std::uint32_t first = 0;
    auto last = static_cast<std::uint32_t>(jobs_.size());
    if (sorted_.empty() && key <= by_rank(key.second)) {
      last = key.second;
      std::uint32_t step = 1;
      while (step <= last && !(by_rank(last - step) < key)) {
        last -= step;
        step *= 2;
      }
      first = step <= last ? last - step : 0;
    }
    const auto within = std::views::iota(first, last);
    const auto at = std::ranges::lower_bound(within, key, {},
                                             [this](std::uint32_t rank) { return by_rank(rank); });
    return first + static_cast<std::uint32_t>(at - within.begin());
  }

  const std::vector<Job>& jobs_;
  std::vector<std::uint32_t> sorted_;  // places by rising key; empty: as they are
};

std::string counted(std::int64_t jobs) {
  return fmt::format("{} {}", human_count(jobs), jobs == 1 ? "job" : "jobs");
}

}  // namespace

std::vector<Dependency> TableRow::dependencies() const {
  std::vector<Dependency> all;
  if (job.after.is_none()) return all;
  all.reserve(1 + further.size());
  all.push_back({job.after, job.after_how});
  all.insert(all.end(), further.begin(), further.end());
  return all;
}

void TableRow::set_dependencies(std::vector<Dependency> all) {
  const Dependency first = all.empty() ? Dependency{} : all.front();
  job.after = first.on;
  job.after_how = first.how;
  if (!all.empty()) all.erase(all.begin());
  job.waits_for_more = !all.empty();
  further = std::move(all);
}

std::vector<Dependency> JobTable::further_dependencies(std::size_t index) const {
  std::vector<Dependency> found;
  if (!jobs_[index].waits_for_more) return found;
  const auto of_job =
      std::ranges::equal_range(further_, static_cast<std::uint32_t>(index), {}, &Further::job);
  std::ranges::transform(of_job, std::back_inserter(found), &Further::on);
  return found;
}

void JobTable::depend(std::uint32_t place, Dependency on) {
  Job& job = jobs_[place];
  if (job.after.is_none()) {
    job.after = on.on;
    job.after_how = on.how;
    return;
  }
  job.waits_for_more = true;
  further_.push_back({place, on});
}

/// A log that names one job in most of its rows means something else by it.
void JobTable::say_who_waits(ReadReport& report) const {
  std::vector<std::int64_t> named(size(), 0);
  std::int64_t waiting = 0;
  for (const Job& job : jobs_) {
    if (job.after.is_none()) continue;
    ++waiting;
    ++named[job.after.index()];
  }
  if (waiting == 0) return;
  report.assumptions.push_back(
      fmt::format("{} of {} wait for the end of others that the log names (\"dependencies\": "
                  "\"ignore\" turns this off)",
                  human_count(waiting), counted(static_cast<std::int64_t>(size()))));
  constexpr std::int64_t kFew = 3;
  const auto most = std::ranges::max_element(named);
  if (*most < kFew || 2 * *most <= static_cast<std::int64_t>(size())) return;
  report.warnings.push_back(
      fmt::format("{} wait for one and the same job, {}: if the log means something else by it, "
                  "waits are many times too long; "
                  "\"dependencies\": \"ignore\" ignores them",
                  counted(*most), jobs_[static_cast<std::size_t>(most - named.begin())].id));
}

void JobTable::depend_on(std::uint32_t place, StreamJobId on, DependsOn how,
                         const NoteDependency& note) {
  const bool never =
      how == DependsOn::success && on.index() < failed_.size() && failed_[on.index()] != 0;
  if (never) note("depends on the success of a job that failed by the log: never starts");
  depend(place, {on, never ? DependsOn::success_of_failed : how});
}

/// On all tasks of an array, all parts of a job, or one of them by its number as such. False where
/// the log has none of that number.
bool JobTable::depend_on_parts(std::uint32_t place, const NamedDependency& on,
                               const NoteDependency& note) {
  const auto of_group = std::ranges::equal_range(parts_, on.id, {}, &PartRow::of);
  bool any = false;
  for (const PartRow& part : of_group) {
    if (part.place >= place) continue;
    depend_on(place, StreamJobId(part.place), on.how, note);
    any = true;
  }
  if (!of_group.empty() && !any) note("depends on a later job: dependency ignored");
  if (!of_group.empty()) return true;
  constexpr std::int64_t kMostTasks = 10'000'000;  // as slurm_part_number
  const auto of_job = std::ranges::equal_range(parts_, on.id / kMostTasks, {}, &PartRow::of);
  const auto part = std::ranges::find_if(
      of_job, [&](const PartRow& known) { return known.id == on.id && known.place < place; });
  if (part == of_job.end()) return false;
  depend_on(place, StreamJobId(part->place), on.how, note);
  return true;
}

void JobTable::resolve_dependencies(const std::vector<std::uint32_t>& place_of,
                                    ReadReport& report) {
  if (report.dependencies_ignored > 0)
    report.assumptions.push_back(fmt::format("{} would wait for others by the log: ignored",
                                             counted(report.dependencies_ignored)));
  if (named_.empty()) return parts_.clear();
  const PlacesById places(jobs_);
  if (!place_of.empty())
    for (PartRow& part : parts_) part.place = place_of[part.place];
  std::ranges::sort(parts_, {}, [](const PartRow& part) { return std::pair(part.of, part.place); });
  for (const NamedInRow& named : named_) {
    const std::uint32_t place = place_of.empty() ? named.job : place_of[named.job];
    const NoteDependency note = [&](std::string_view reason) {
      report.note(false, reason, named.line,
                  fmt::format("job {} after job {}", jobs_[place].id, named.on.id));
    };
    if (depend_on_parts(place, named.on, note)) continue;
    const auto [on, fault] = places.find({named.on.id, place});
    if (fault != nullptr)
      note(fmt::format("depends on {}: dependency ignored", fault));
    else
      depend_on(place, on, named.on.how, note);
  }
  parts_.clear();
  named_.clear();
  std::ranges::stable_sort(further_, {}, &Further::job);
  say_who_waits(report);
}

}  // namespace gpuscape
