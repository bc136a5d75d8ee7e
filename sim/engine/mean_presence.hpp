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
/// With the load of a job, a_ir = use_ir / (T_i + use_ir), and A_r = Σ a_jr, the presence of all is
/// A_r / (1 − A_r), and a use takes use_ir · (1 − a_ir) / (1 − A_r). So A_r alone says how long a
/// step is if r sets its pace: the root of a quadratic. And A_r is the root of one equation while
/// the others' loads stand: the sum of loads falls where A_r rises. Resources are solved so one
/// after the other, beginning where something changed, and only as far as the change reaches: where
/// a resource sets nobody's pace, its load is just a sum. (Jobs one after the other would take
/// rounds without end where many share a full link: each gives way to all others.)
/// Resources that the same jobs use alike have the same numbers, so they are reckoned once
/// (AlikeResources).

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
  /// Of a job's step from now on; no less than what it hides.
  void set_private_time(JobIndex job, Seconds time);

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
    double load = 0.0;
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
    Class pace;  // the resources that set it; none: its own
    double exchange_time = 0.0;
    Resource bottleneck;
    bool waits = false;    // in to_refresh_
    bool touched = false;  // since solve() began
  };
  struct User {
    JobIndex job;
    std::uint32_t use;
  };

  /// Of a class with several users.
  struct Shared {
    double load = 0.0;         // sum over its users
    double solved = 0.0;       // the load with which steps are reckoned
    double least_limit = 0.0;  // no user's pace is set here below it, but for those who follow it
    std::uint32_t paces = 0;   // users whose pace is set here
    bool waits = false;        // in to_visit_
  };
  /// A user of the class that is being solved.
  struct Candidate {
    User user;
    double rest;   // of a step, beside the use
    double time;   // of the use
    double floor;  // its step is no shorter
    Class floor_pace;
  };

  void join(JobIndex job, std::uint32_t use);
  void leave(JobIndex job, std::uint32_t use);
  Class separate(const AlikeResources::Part& part);
  /// Says whether others use that class too: the use changes its place in the job's list.
  void set_shared(JobIndex job, std::uint32_t use, bool shared);
  void find_longest_alone(Job& job) const;
  void swap_uses(JobIndex job, std::uint32_t a, std::uint32_t b);
  void refresh_later(JobIndex job);
  void find_pace(const Job& job, Class but, Candidate& found) const;
  void set_step(JobIndex job, double step, Class pace);
  void consider(Class resources);
  void find_candidates(Class resources);
  void visit(Class resources);
  void find_exchange(Job& job) const;

  [[nodiscard]] std::vector<User>& users(Class of) { return users_[of.index()]; }
  [[nodiscard]] Shared& shared(Class of) { return shared_[of.index()]; }
  [[nodiscard]] const Shared& shared(Class of) const { return shared_[of.index()]; }

  AlikeResources alike_;
  std::vector<Job> jobs_;
  std::vector<JobIndex> free_;
  std::vector<std::vector<User>> users_;   // by class
  std::vector<Shared> shared_;             // by class
  std::vector<AlikeResources::Use> uses_;  // scratch
  std::vector<JobIndex> to_refresh_;       // something of their own has changed
  std::vector<Class> to_visit_;
  std::vector<Candidate> candidates_;  // scratch
  std::vector<JobIndex> touched_;
  double part_ = 1.0;  // of each change that is made
};

}  // namespace gpuscape
