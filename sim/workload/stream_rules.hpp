#pragma once
/// What a stream's rules say of each job as it comes: which application it has, and which of the
/// stream's selectors mean it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/random.hpp"
#include "sim/scenario/spec.hpp"
#include "sim/workload/job.hpp"

namespace gpuscape {

/// What texts a log holds at all.
struct KnownTexts {
  bool account = false, user = false, partition = false, qos = false, job_name = false,
       state = false;
  void add(const LoggedJob& row);
};

/// What a row was found to be.
struct RowMarks {
  bool kept = true;          ///< by the trace's `where`
  std::uint64_t scaled = 0;  ///< bit i: the i-th entry of `scale` means it
};

class StreamRules {
 public:
  /// Draws depend on the seed, the replication, the stream's name and the job's id alone. The
  /// stream must outlive it.
  StreamRules(const StreamSpec& stream, std::uint64_t seed, std::uint64_t replication = 0);

  /// True when there is nothing to say of any job.
  [[nodiscard]] bool empty() const { return empty_; }
  /// What application a job has.
  [[nodiscard]] ClassId application_of(const LoggedJob& row) const;
  /// Sets the application of a drawn job, and the size that it has here.
  void apply(Job& job) const;
  /// Sets the row's application, and says what else it is.
  RowMarks mark(LoggedJob& row);

  /// Throws ScenarioError where a selector asks for texts that no marked row had. `log` names the
  /// log.
  void refuse_unknown_texts(std::string_view log) const;
  /// Rules that no marked row met which was kept, as phrases for a report.
  [[nodiscard]] std::vector<std::string> unmet() const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  [[nodiscard]] std::size_t rule_of(const LoggedJob& row) const;
  [[nodiscard]] ClassId drawn_from(std::size_t rule, const LoggedJob& row) const;
  void resize(Job& job) const;
  [[nodiscard]] bool is_interactive(ClassId application) const;

  const StreamSpec& stream_;
  RandomStreams draws_;
  bool empty_;
  KnownTexts known_;
  std::vector<std::int64_t> rules_met_;
};

}  // namespace gpuscape
