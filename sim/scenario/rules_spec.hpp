#pragma once
/// What a scenario says of some jobs of a stream: which ones (`SelectorSpec`), what they run, how
/// many more or less of them there are.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/scenario/failure_spec.hpp"

namespace gpuscape {

/// A text with `*` (any text) and `?` (any one character); case matters.
struct TextPattern {
  std::string glob;
  bool negated = false;  ///< "!" stood before it
  friend bool operator==(const TextPattern&, const TextPattern&) = default;
};

/// Alternatives of which one must match where there are any, and negations that all must hold.
using TextPatterns = std::vector<TextPattern>;

/// Both ends are in it.
struct CountRange {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  friend bool operator==(const CountRange&, const CountRange&) = default;
};

/// Which jobs; every key that is given must match, none given matches all.
struct SelectorSpec {
  TextPatterns account, user, partition, qos, job_name;
  TextPatterns state;            ///< names of LoggedState, no globs
  std::vector<CountRange> gpus;  ///< one of them must hold
  std::optional<bool> interactive;
  SourcePlace place;  ///< where it stands, for faults that only the log shows
  std::string pointer;

  [[nodiscard]] bool is_everything() const {
    return account.empty() && user.empty() && partition.empty() && qos.empty() &&
           job_name.empty() && state.empty() && gpus.empty() && !interactive;
  }
  /// Whatever the place.
  [[nodiscard]] bool selects_as(const SelectorSpec& other) const {
    return account == other.account && user == other.user && partition == other.partition &&
           qos == other.qos && job_name == other.job_name && state == other.state &&
           gpus == other.gpus && interactive == other.interactive;
  }
};

/// What a library is told beside the algorithm.
struct LibrarySettings {
  std::string protocol = "auto";  ///< "LL", "LL128", "Simple"
  std::int64_t channels = 0;      ///< at most so many; 0: as many as the library likes
  bool peer_to_peer = true;       ///< false: GPUs of a node go by way of host memory
};

/// By what collective the GPUs of a job exchange data.
struct JobCollectiveSpec {
  std::string operation = "all-reduce";
  std::string algorithm = "auto";
  std::string type = "float";  ///< of the data
  std::string library = {};    ///< the catalogue's id; empty: by the GPUs' vendor
  SourcePlace place = {};
  std::string pointer = {};
};

/// What every job of a stream computes and sends, step after step: as given here, or as its model
/// says on the hardware that the job is on.
struct ApplicationSpec {
  Seconds step_time{1.0};     ///< of computing, > 0; the exchange comes on top
  Bytes bytes_per_step{0.0};  ///< reduced over all nodes of the job in every step
  double overlap = 0.0;       ///< of the step's computing, 0 to 1, while which the exchange passes
  /// Among all GPUs of the job; none: a ring over its nodes, and nothing within them.
  std::optional<JobCollectiveSpec> collective = {};
  /// Into ScenarioSpec::applications, of one whose steps depend on hardware; none: a step is what
  /// the three above say. One with a model has a collective, too.
  std::optional<std::size_t> model = {};
  /// Of a job that was logged on another number of GPUs than it runs on here, those two; else 0.
  std::int64_t sized_for_gpus = 0;
  std::int64_t resized_to = 0;
  /// Of such a job: each GPU keeps its part of a batch; else all together keep it.
  bool keeps_batch_per_gpu = false;
  ApplicationSavesSpec saves = {};
};

/// How much of the time that an interactive session holds its GPUs it uses them.
struct DutySpec {
  double value = 0.0;
  double low = 0.0;
  double high = 0.0;  ///< low = high = value where nobody said how sure it is
};

/// One kind of jobs of a stream, as its rules tell them apart.
struct JobClassSpec {
  std::string name;  ///< in reports
  std::optional<ApplicationSpec> application = {};
  bool cut_short = false;  ///< its log says that it did not complete: it keeps its duration
  bool interactive = false;
  std::optional<DutySpec> gpu_duty = {};
};

/// The first rule that matches a job says what it is.
struct ApplicationRuleSpec {
  /// A job on so many GPUs runs on another number here, and is of a class of its own.
  struct Resized {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint16_t job_class = 0;
  };
  struct Share {
    /// Into StreamSpec::classes; the class behind it is that of jobs that were cut short. None: no
    /// application.
    std::optional<std::uint16_t> job_class;
    double weight = 1.0;
    std::vector<Resized> resized = {};
  };
  SelectorSpec where;
  std::vector<Share> mix;  ///< one of them by weight, drawn for each job; at least one
};

/// More or less of what a log holds; at least one of the three.
struct ScaleSpec {
  std::string name;
  SelectorSpec where;
  std::optional<double> users;      ///< times as many users, each a copy of one that there is
  std::optional<double> load;       ///< times as many jobs
  std::optional<double> durations;  ///< times as long
};

}  // namespace gpuscape
