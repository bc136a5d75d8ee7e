#pragma once
/// How fast jobs go that compute for a while and then send, over and over, on resources that they
/// share. Average rates would be wrong: four jobs that each use a link a quarter of the time fill
/// it on average, and yet they often meet there. So a job that comes to a resource finds, on
/// average, the others' mean presence in front of it (Schweitzer's mean-value analysis):
///
///     exchange of i     E_i  = max(alone_i, max over r of  use_ir · (1 + Σ_{j≠i} q_jr) − more_ir)
///     time of a step    T_i  = private_i + max(0, E_i − hidden_i)
///     mean presence     q_ir = use_ir · (1 + Σ_{j≠i} q_jr) / T_i
///
/// `use_ir` is the time that the step's traffic needs on r alone (bytes ÷ capacity). The maximum,
/// not the sum: a collective sends on all its links at once, and the slowest one sets the pace.
/// `alone_i` is what the exchange takes on links that nobody else can use; `hidden_i`, at most
/// private_i, what of it passes while the step computes, and `more_ir` what passes so on r beyond
/// that: copies for the next step may be hidden longer than an exchange.
/// Where the times of steps are known, each resource is solved at once: with the load of a job
/// there, a_ir = use_ir / (T_i + use_ir), and A_r = Σ a_jr, the presence of all is A_r / (1 − A_r),
/// and a use takes use_ir · (1 − a_ir) / (1 − A_r). So only times of steps are iterated: a job's is
/// the root of a quadratic in the others' loads, and one that hides its traffic disturbs nobody.
/// Jobs are relaxed one after the other, beginning where something changed, and only as far as the
/// change reaches. Resources that the same jobs use alike have the same numbers, so they are
/// reckoned once (AlikeResources).

#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/id.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/engine/alike_resources.hpp"

namespace gpuscape {

class MeanPresence {
 public:
  using JobIndex = std::uint32_t;
  /// A resource, by its number below the count that the constructor takes.
  using Resource = Id<struct PresenceResourceTag>;

  struct Use {
    std::uint32_t resource = 0;
    Seconds time{0.0};         ///< per step on the resource alone, > 0; each resource once
    Seconds more_hidden{0.0};  ///< beyond what is hidden of all
  };

  explicit MeanPresence(std::size_t resources)
      : alike_(resources), users_(resources), shared_(resources) {}

  /// What a step does beside its traffic on shared resources.
  struct Step {
    Seconds private_time{0.0};  ///< > 0; it computes, or waits for nobody
    Seconds hidden{0.0};        ///< of the exchange, while it computes: 0 to `private_time`
    Seconds alone{0.0};         ///< the exchange takes no less, on resources of its own
  };

  /// A job with such a step. Its index may be that of a job removed before.
  JobIndex add(const Step& step, std::span<const Use> uses);
  void remove(JobIndex job);

  /// Solves for what changed since the last call; returns the jobs whose step time may have
  /// changed, by rising index.
  const std::vector<JobIndex>& solve();

  /// Of one step, after `solve`.
  [[nodiscard]] Seconds step_time(JobIndex job) const { return Seconds(jobs_[job].step_time); }
  /// What the traffic takes, the hidden part of it too.
  [[nodiscard]] Seconds exchange_time(JobIndex job) const {
    return Seconds(jobs_[job].exchange_time);
  }
  /// The resource that sets the pace of the job's traffic, of several alike the first; none where
  /// it has none, or where resources of its own set it.
  [[nodiscard]] Resource bottleneck(JobIndex job) const { return jobs_[job].bottleneck; }

 private:
  using Class = AlikeResources::Class;
  struct Present {
    Class resources;
    std::uint32_t place;  // in their users
    double time;          // s, as all times in here: they are what solving reads and writes
    double more_hidden;
    double load;
    double limit = -1.0;  // of the others' load: beyond it the use sets the pace
    bool binds = true;    // it does so; true, too, until the job is relaxed
  };
  struct Job {
    std::vector<Present> uses;   // those of classes with other users first
    std::uint32_t shared = 0;    // how many of them
    double longest_alone = 0.0;  // of the others
    Resource bottleneck_alone;
    double private_time = 0.0;
    double hidden = 0.0;
    double alone = 0.0;
    double step_time = 0.0;
    double exchange_time = 0.0;
    Resource bottleneck;
    bool touched = false;  // since solve() began
  };
  struct User {
    JobIndex job;
    std::uint32_t use;
  };

  /// Of a class with several users.
  struct Shared {
    double load = 0.0;  // sum over its users
  };

  void join(JobIndex job, std::uint32_t use);
  void leave(JobIndex job, std::uint32_t use);
  Class separate(const AlikeResources::Part& part);
  /// Says whether others use that class too: the use changes its place in the job's list.
  void set_shared(JobIndex job, std::uint32_t use, bool shared);
  void find_longest_alone(Job& job) const;
  void swap_uses(JobIndex job, std::uint32_t a, std::uint32_t b);
  void disturb(Class resources);
  void disturb_others(Class resources, JobIndex job);
  void relax_later(JobIndex job);
  void relax(JobIndex job);

  [[nodiscard]] std::vector<User>& users(Class of) { return users_[of.index()]; }
  [[nodiscard]] Shared& shared(Class of) { return shared_[of.index()]; }

  AlikeResources alike_;
  std::vector<Job> jobs_;
  std::vector<JobIndex> free_;
  std::vector<std::uint8_t> waits_;        // by job: is in to_relax_
  std::vector<std::vector<User>> users_;   // by class
  std::vector<Shared> shared_;             // by class
  std::vector<AlikeResources::Use> uses_;  // scratch
  std::vector<JobIndex> to_relax_;
  std::vector<JobIndex> touched_;
  double part_ = 1.0;  // of each change that is made
  std::uint64_t relaxations_ = 0;
};

}  // namespace gpuscape
