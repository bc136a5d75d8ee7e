#include "sim/workload/shape/scale_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <limits>
#include <map>

#include "sim/base/error.hpp"
#include "sim/base/excerpt.hpp"
#include "sim/base/random.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/workload/shape/log_window.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostRows = 100'000'000;

double uniform(RandomStream random) { return boost::random::uniform_01<double>()(random); }

std::int64_t uniform_up_to(RandomStream random, std::int64_t most) {
  return boost::random::uniform_int_distribution<std::int64_t>(0, most)(random);
}

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", human_count(count), noun, count == 1 ? "" : "s");
}

/// One entry at work on the rows.
class Scaling {
 public:
  Scaling(std::vector<TableRow>& rows, const ScaleSpec& spec, std::size_t entry,
          const ScaleKey& key)
      : rows_(rows),
        spec_(spec),
        bit_(std::uint64_t{1} << entry),
        key_(key),
        shifts_(Seconds(0.0)) {
    Seconds last{0.0};
    for (const TableRow& row : rows_) {
      last = std::max(last, row.job.submit);
      next_id_ = std::max(next_id_, row.job.id);
      previous_id_ = std::min(previous_id_, row.job.id);
    }
    shifts_ = WholeShifts(last);
  }

  [[nodiscard]] bool meets(const TableRow& row) const {
    return (row.scaled & bit_) != 0 && row.job.carried_over == CarriedOver::no;
  }
  [[nodiscard]] bool meets_any() const {
    return std::ranges::any_of(rows_, [this](const TableRow& row) { return meets(row); });
  }

  std::string durations(double factor) {
    std::int64_t jobs = 0;
    std::int64_t limits = 0;
    for (TableRow& row : rows_) {
      if (!meets(row)) continue;
      Job& job = row.job;
      const bool was_within = job.run_time <= job.time_limit;
      job.run_time *= factor;
      row.logged_start = LoggedJob().logged_start;
      ++jobs;
      if (!was_within || job.run_time <= job.time_limit) continue;
      job.time_limit *= factor;
      ++limits;
    }
    return fmt::format("{} × {} as long{}", counted(jobs, "job"), factor,
                       limits > 0 ? fmt::format(", {} along", counted(limits, "limit")) : "");
  }

  std::string users(double factor, OriginTable& origins) {
    JobsOf jobs_of;
    std::int64_t nobodys = 0;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (!meets(rows_[i])) continue;
      const std::string& user = origins[rows_[i].job.origin].user;
      if (user.empty())
        ++nobodys;
      else
        jobs_of[user].push_back(i);
    }
    if (jobs_of.empty()) refuse("no user of these jobs is known: \"users\" cannot be scaled");
    const auto there = static_cast<std::int64_t>(jobs_of.size());
    const std::int64_t wanted = std::llround(factor * static_cast<double>(there));
    std::string text =
        wanted < there ? fewer_users(jobs_of, wanted) : more_users(jobs_of, wanted, origins);
    if (nobodys > 0)
      text += fmt::format(", {} of unknown users as before", counted(nobodys, "job"));
    return text;
  }

  std::string load(double factor) { return factor < 1.0 ? fewer_jobs(factor) : more_jobs(factor); }

 private:
  using JobsOf = std::map<std::string, std::vector<std::uint32_t>>;

  [[noreturn]] void refuse(std::string message, std::string hint = "") const {
    const SourcePlace& place = spec_.where.place;
    throw ScenarioError({{.file = place.file ? *place.file : "",
                          .line = place.line,
                          .column = place.column,
                          .pointer = spec_.where.pointer,
                          .message = std::move(message),
                          .hint = std::move(hint)}});
  }

  [[nodiscard]] RandomStreams draws(std::string_view what) const {
    return {key_.seed, 0, fmt::format("scale/{}/{}/{}", key_.stream, spec_.name, what)};
  }

  /// The shift of an entity's n-th copy, from 0; all different as long as there are enough.
  [[nodiscard]] std::int64_t shift_of(RandomStream random, std::int64_t copy) const {
    const std::int64_t first = uniform_up_to(random, shifts_.count() - 1);
    return 1 + (first + copy) % shifts_.count();
  }

  void refuse_short_log() const {
    if (shifts_.count() < 1)
      refuse("the log is too short: copies are shifted by whole days",
             "it has to span two days or more from its first to its last submission");
  }

  std::uint32_t add_copy(std::uint32_t original, std::int64_t shift) {
    if (rows_.size() >= kMostRows)
      refuse(fmt::format("would make more than {} jobs",
                         human_count(static_cast<std::int64_t>(kMostRows))));
    TableRow copy = rows_[original];
    copy.job.id = next_id_ < std::numeric_limits<std::int64_t>::max() ? ++next_id_ : --previous_id_;
    copy.job.submit = shifts_.moved(copy.job.submit, shift);
    copy.set_dependencies({});
    copy.logged_start = LoggedJob().logged_start;
    rows_.push_back(copy);
    return static_cast<std::uint32_t>(rows_.size() - 1);
  }

  std::string more_users(const JobsOf& jobs_of, std::int64_t wanted, OriginTable& origins) {
    const auto there = static_cast<std::int64_t>(jobs_of.size());
    if (wanted == there) return "as many users";
    refuse_short_log();
    std::vector<const JobsOf::value_type*> users;
    users.reserve(jobs_of.size());
    for (const auto& user : jobs_of) users.push_back(&user);
    std::vector<std::int64_t> copies(users.size(), 0);
    const RandomStreams parents = draws("user");
    const RandomStreams shifts = draws("shift");
    std::int64_t jobs = 0;
    for (std::int64_t j = 0; j < wanted - there; ++j) {
      const auto parent = static_cast<std::size_t>(
          uniform_up_to(parents.of(static_cast<std::uint64_t>(j)), there - 1));
      const std::int64_t shift = shift_of(shifts.of(parent), copies[parent]);
      const std::string name = fmt::format("{}+{}", users[parent]->first, ++copies[parent]);
      copy_user(users[parent]->second, name, shift, origins);
      jobs += static_cast<std::int64_t>(users[parent]->second.size());
    }
    return fmt::format("{} with {} resampled (seed {})", counted(wanted - there, "new user"),
                       counted(jobs, "job"), key_.seed);
  }

  void copy_user(const std::vector<std::uint32_t>& jobs, const std::string& name,
                 std::int64_t shift, OriginTable& origins) {
    std::map<std::uint32_t, std::uint32_t> copy_of;
    for (const std::uint32_t original : jobs) {
      const std::uint32_t copy = add_copy(original, shift);
      copy_of[original] = copy;
      const JobOrigin of = origins[rows_[original].job.origin];
      rows_[copy].job.origin = origins.intern(name, of.account, of.partition, of.qos);
    }
    for (const auto& [original, copy] : copy_of) {
      std::vector<Dependency> among_copies;
      for (const Dependency& dependency : rows_[original].dependencies()) {
        const auto on = copy_of.find(dependency.on.index());
        if (on != copy_of.end()) among_copies.push_back({StreamJobId(on->second), dependency.how});
      }
      rows_[copy].set_dependencies(std::move(among_copies));
    }
  }

  std::string fewer_users(const JobsOf& jobs_of, std::int64_t wanted) {
    std::vector<std::pair<double, const std::vector<std::uint32_t>*>> users;
    const RandomStreams chosen = draws("user");
    for (const auto& [name, jobs] : jobs_of)
      users.emplace_back(uniform(chosen.of(users.size())), &jobs);
    std::ranges::stable_sort(users, {},
                             &std::pair<double, const std::vector<std::uint32_t>*>::first);
    std::vector<char> keep(rows_.size(), 1);
    std::int64_t jobs = 0;
    for (std::size_t i = static_cast<std::size_t>(wanted); i < users.size(); ++i) {
      for (const std::uint32_t job : *users[i].second) keep[job] = 0;
      jobs += static_cast<std::int64_t>(users[i].second->size());
    }
    const auto gone = static_cast<std::int64_t>(users.size()) - wanted;
    keep_rows(rows_, keep);
    return fmt::format("{} left out with {} (seed {})", counted(gone, "user"), counted(jobs, "job"),
                       key_.seed);
  }

  std::string fewer_jobs(double factor) {
    const RandomStreams chosen = draws("job");
    std::vector<char> keep(rows_.size(), 1);
    std::int64_t jobs = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!meets(rows_[i]) ||
          uniform(chosen.of(static_cast<std::uint64_t>(rows_[i].job.id))) < factor)
        continue;
      keep[i] = 0;
      ++jobs;
    }
    keep_rows(rows_, keep);
    return fmt::format("{} left out at random (seed {})", counted(jobs, "job"), key_.seed);
  }

  std::string more_jobs(double factor) {
    if (!(factor > 1.0)) return "as many jobs";
    refuse_short_log();
    const RandomStreams chosen = draws("job");
    const RandomStreams shifts = draws("shift");
    const auto originals = static_cast<std::uint32_t>(rows_.size());
    for (std::uint32_t i = 0; i < originals; ++i) {
      if (!meets(rows_[i])) continue;
      const auto entity = static_cast<std::uint64_t>(rows_[i].job.id);
      const double more = factor - 1.0 + uniform(chosen.of(entity));
      for (std::int64_t copy = 0; copy < static_cast<std::int64_t>(std::floor(more)); ++copy)
        add_copy(i, shift_of(shifts.of(entity), copy));
    }
    return fmt::format("{} resampled (seed {})",
                       counted(static_cast<std::int64_t>(rows_.size()) - originals, "job"),
                       key_.seed);
  }

  std::vector<TableRow>& rows_;
  const ScaleSpec& spec_;
  std::uint64_t bit_;
  const ScaleKey& key_;
  WholeShifts shifts_;
  std::int64_t next_id_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t previous_id_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace

WholeShifts::WholeShifts(Seconds span) : span_(span) {
  constexpr Seconds kDay{86400.0};
  period_ = span >= 28.0 * kDay ? 7.0 * kDay : kDay;
  slots_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(span / period_)));
}

Seconds WholeShifts::moved(Seconds date, std::int64_t shift) const {
  const Seconds within(std::fmod(date.value(), period_.value()));
  const auto slots = static_cast<std::int64_t>(std::floor((span_ - within) / period_)) + 1;
  const std::int64_t slot = std::llround((date - within) / period_);
  return within + period_ * static_cast<double>((slot + shift) % slots);
}

void scale_rows(std::vector<TableRow>& rows, const std::vector<ScaleSpec>& entries,
                const ScaleKey& key, OriginTable& origins, ReadReport& report) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ScaleSpec& spec = entries[i];
    const auto say = [&](const std::string& what) {
      report.assumptions.push_back(fmt::format("scale {}: {}", excerpt(spec.name), what));
    };
    const auto changes = [](const std::optional<double>& factor) {
      return factor.value_or(1.0) != 1.0;
    };
    if (!Scaling(rows, spec, i, key).meets_any()) {
      say("selector matches no job");
      continue;
    }
    if (changes(spec.durations))
      say(Scaling(rows, spec, i, key).durations(spec.durations.value_or(1.0)));
    if (changes(spec.users))
      say(Scaling(rows, spec, i, key).users(spec.users.value_or(1.0), origins));
    if (changes(spec.load)) say(Scaling(rows, spec, i, key).load(spec.load.value_or(1.0)));
  }
}

}  // namespace gpuscape
