#pragma once
/// All jobs of a log, ordered by (submit date, id); shared read-only by the runs of a study.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/base/seeded_hash.hpp"
#include "sim/workload/job.hpp"
#include "sim/workload/origin_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/source.hpp"

namespace gpuscape {

class StreamRules;

/// A job of a table on its own, while a table is made into another.
struct TableRow {
  Job job;                    ///< `after` counts through the rows
  Seconds logged_start{0.0};  ///< NaN where the log does not say
  bool kept = true;           ///< by the trace's `where`
  std::uint64_t scaled = 0;   ///< as RowMarks
  LoggedState state = LoggedState::unknown;
  std::uint32_t name = 0;             ///< into the table's names
  std::vector<Dependency> further{};  ///< beside Job::after

  [[nodiscard]] std::vector<Dependency> dependencies() const;
  void set_dependencies(std::vector<Dependency> all);
  /// Renumbers what the job waits for; `place_of` says none of what is gone. True where
  /// something was taken off.
  template <class PlaceOf>
  bool renumber_dependencies(const PlaceOf& place_of) {
    if (job.after.is_none()) return false;
    std::vector<Dependency> all = dependencies();
    const std::size_t before = all.size();
    for (Dependency& dependency : all) dependency.on = place_of(dependency.on);
    std::erase_if(all, [](const Dependency& of) { return of.on.is_none(); });
    const bool lost = all.size() < before;
    set_dependencies(std::move(all));
    return lost;
  }
};

class JobTable {
 public:
  explicit JobTable(std::shared_ptr<OriginTable> origins = std::make_shared<OriginTable>())
      : origins_(std::move(origins)) {}

  void reserve(std::size_t jobs);
  /// From the next row on, how its job ended and what it was called are kept too.
  void keep_states_and_names();
  /// Appends; dates may still be on the log's own clock and out of order.
  /// `logged_start`: when it started in the log; NaN where the log does not say.
  void add(const Job& job, Seconds logged_start = LoggedJob().logged_start);
  /// From now on rows are marked by these rules, which must outlive the reading.
  void mark_with(StreamRules& rules) { rules_ = &rules; }
  /// Appends a row with everything that it says; `line` is its place in the file.
  void add_row(const LoggedJob& row, std::int64_t line);
  /// Orders by (submit, id), equal ones as added, and moves the origin: the first submit date
  /// becomes 0. A dependency names all tasks of the array with that number, else the last job
  /// before its own with that id; one that names its own job, a later one or none is taken off and
  /// noted in the report; so is one on the success of a job that the log says failed, which stays.
  /// The report says how many jobs wait for others.
  void finish(ReadReport& report);
  void finish();

  /// Hands the jobs over, in their order; the table is empty then.
  std::vector<TableRow> take_rows();
  /// Fills the empty table, ordered by (submit, running before queued before new, id), what was
  /// queued as given. Returns of how many jobs a dependency is on a later row: it is taken off.
  std::int64_t set_rows(std::vector<TableRow> rows);
  /// The jobs submitted before `date`, as a table of their own that shares the origins: of a
  /// finished table. Neither states nor names of jobs are kept.
  [[nodiscard]] std::shared_ptr<const JobTable> submitted_before(Seconds date) const;
  /// Moves date 0 to what was `dates` after it.
  void move_origin(Seconds dates) { origin_ += dates; }
  /// Lets all of it happen that much later after date 0. Of a finished table.
  void delay(Seconds by);

  [[nodiscard]] std::size_t size() const { return jobs_.size(); }
  [[nodiscard]] const Job& job(std::size_t index) const { return jobs_[index]; }
  /// What a job waits for beside Job::after.
  [[nodiscard]] std::vector<Dependency> further_dependencies(std::size_t index) const;
  /// Lets each job's demand be changed.
  template <class Change>
  void change_demands(const Change& change) {
    for (Job& job : jobs_) change(job.demand);
  }
  /// Jobs whose start the log says.
  [[nodiscard]] std::size_t started_in_log() const { return started_in_log_; }
  /// When a job started in the log, after the origin; NaN where the log does not say.
  [[nodiscard]] Seconds logged_start(std::size_t index) const {
    return logged_start_.empty() ? LoggedJob().logged_start : logged_start_[index];
  }
  /// Unknown where states are not kept.
  [[nodiscard]] LoggedState state(std::size_t index) const {
    return states_.empty() ? LoggedState::unknown : states_[index];
  }
  /// Empty where names are not kept, or the log has none.
  [[nodiscard]] const std::string& name(std::size_t index) const {
    return names_[name_of_.empty() ? 0 : name_of_[index]];
  }
  /// What was subtracted from every date by `finish`: the first submit date on the log's clock.
  [[nodiscard]] Seconds origin() const { return origin_; }
  /// Who sent the jobs; a scenario's tables share one.
  [[nodiscard]] OriginTable& origins() { return *origins_; }
  [[nodiscard]] const OriginTable& origins() const { return *origins_; }

 private:
  /// By the place of the dependent job, as added.
  struct NamedInRow {
    std::uint32_t job;
    NamedDependency on;
    std::int64_t line;
  };
  /// A task of an array or a part of a job, by its place; as added until `finish`.
  struct PartRow {
    std::int64_t of;
    std::int64_t id;
    std::uint32_t place;
  };
  struct Further {
    std::uint32_t job;
    Dependency on;
  };
  using NoteDependency = std::function<void(std::string_view reason)>;
  std::vector<std::uint32_t> order_jobs();
  void resolve_dependencies(const std::vector<std::uint32_t>& place_of, ReadReport& report);
  bool depend_on_parts(std::uint32_t place, const NamedDependency& on, const NoteDependency& note);
  void depend_on(std::uint32_t place, StreamJobId on, DependsOn how, const NoteDependency& note);
  void depend(std::uint32_t place, Dependency on);
  void say_who_waits(ReadReport& report) const;

  std::shared_ptr<OriginTable> origins_;
  std::vector<Job> jobs_;
  std::vector<Seconds> logged_start_;  // empty where no row has one
  std::vector<NamedInRow> named_;
  std::vector<PartRow> parts_;    // until `finish`
  std::vector<Further> further_;  // by rising job
  std::vector<char> failed_;      // by row, up to the last that failed by the log; until `finish`
  bool ordered_ = true;           ///< by (submit, id), as added
  StreamRules* rules_ = nullptr;
  std::vector<std::uint64_t> scaled_;  // by row, where there are rules
  std::vector<char> kept_;
  bool keeps_rows_ = false;
  std::vector<LoggedState> states_;
  std::vector<std::uint32_t> name_of_;
  std::vector<std::string> names_{""};  // each once, in the order in which they came
  std::unordered_map<std::string, std::uint32_t, SeededHash> name_numbers_;  // never iterated over
  std::size_t started_in_log_ = 0;
  Seconds origin_{0.0};
};

/// A source that walks a table. Several may walk the same one.
std::unique_ptr<WorkloadSource> make_table_source(std::shared_ptr<const JobTable> table,
                                                  std::uint16_t stream);

/// Merges sources by (submit, stream, id); ids are kept. The n-th source is that of stream n.
std::unique_ptr<WorkloadSource> merge_sources(std::vector<std::unique_ptr<WorkloadSource>> sources);

}  // namespace gpuscape
