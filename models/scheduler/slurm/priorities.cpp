#include "models/scheduler/slurm/priorities.hpp"

#include <algorithm>
#include <cmath>

namespace gpuscape::slurm {

namespace {
constexpr double kTier = 1e10;  // above any priority
}  // namespace

void Priorities::bind(const PolicyContext& context, const AccountTree& tree, const Places& places,
                      Seconds first) {
  first_update_ = first;
  for (const NodeGroup& group : context.platform.groups()) {
    nodes_total_ += group.count;
    const Demand& node = group.capacity;
    sizes_total_ += static_cast<double>(group.count) * (settings_.charges_cores
                                                            ? static_cast<double>(node.milli_cores)
                                                            : static_cast<double>(node.gpus));
  }
  for (const Partition& partition : settings_.partitions)
    most_factor_ = std::max(most_factor_, partition.factor);
  for (const Qos& qos : settings_.qualities)
    most_priority_ = std::max(most_priority_, qos.priority);
  const OriginTable& origins = context.origins;
  user_of_ = tree.grow(origins, fair_);
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    fixed_.push_back(fixed_part(origins[i], places.partition(i)));
    usage_factor_.push_back(settings_.usage_factor(origins[i]));
  }
}

/// What partition and QOS are worth.
double Priorities::fixed_part(const JobOrigin& origin, std::size_t in) const {
  double fixed = 0.0;
  if (!settings_.partitions.empty()) {
    const Partition& partition = settings_.partitions[in];
    const auto lower = [&](const Partition& other) { return other.tier < partition.tier; };
    fixed += kTier * static_cast<double>(std::ranges::count_if(settings_.partitions, lower));
    if (most_factor_ > 0.0) fixed += settings_.partition * partition.factor / most_factor_;
  }
  const Qos* qos = settings_.qos_of(origin);
  if (qos != nullptr && most_priority_ > 0.0)
    fixed += settings_.qos * qos->priority / most_priority_;
  return fixed;
}

// What of the priority differs between jobs of one class; a class is an origin, for young jobs and
// for those that have waited for `max_age` apart, since the age of the others rises alike.
double Priorities::rank(const WaitingJob& job) const {
  const double age = settings_.age * (job.submit / settings_.max_age);
  if (is_old(job))
    some_are_old_ = true;
  else
    young_.push_back(job);
  return (is_old(job) ? 0.0 : age) - settings_.job_size * size_factor(job.demand);
}

/// Slurm's mean of the shares of nodes and of processors, or GPUs.
double Priorities::size_factor(const Demand& demand) const {
  const double nodes = std::max(1, demand.nodes) / std::max(1.0, nodes_total_);
  const double held =
      settings_.charges_cores ? static_cast<double>(demand.milli_cores) : demand.gpu_amount();
  const double size = 0.5 * (nodes + held / std::max(1.0, sizes_total_));
  return settings_.favor_small ? 1.0 - size : size;
}

void Priorities::count(const WaitingJob& job, int sign, Seconds date) {
  if (job.origin >= user_of_.size()) return;
  const std::size_t user = user_of_[job.origin];
  const double times = sign * usage_factor_[job.origin];
  fair_.hold(user, fair_.rate(user) + times * charge(job), date);
}

Seconds Priorities::update_from(Seconds date) const {
  return first_update_ + settings_.period * std::ceil((date - first_update_) / settings_.period);
}

void Priorities::update(JobQueue& queue) {
  const double periods = std::floor((now_ - first_update_) / settings_.period);
  next_update_ = first_update_ + settings_.period * (periods + 1.0);
  fair_.update(now_);
  const double age = settings_.age * (now_ / settings_.max_age);
  for (std::uint32_t origin = 0; origin < user_of_.size(); ++origin) {
    const double common = fixed_[origin] + settings_.fair_share * fair_.factor(user_of_[origin]);
    queue.set_class_offset(2 * origin, -(common + age));
    queue.set_class_offset(2 * origin + 1, -(common + settings_.age));
  }
  for (; !young_.empty() && is_old(young_.front()); young_.pop_front()) {
    const WaitingJob& job = young_.front();
    if (queue.holds(job.job)) queue.change(job.job, rank(job), rank_class(job));
  }
}

// Where nothing runs, usage fades alike for all and the order stays, but for jobs that age beside
// others that do so no longer.
Seconds Priorities::next_update(bool any_runs) const {
  if (any_runs) return next_update_;
  if (young_.empty()) return kForever;
  if (some_are_old_) return next_update_;
  return std::max(next_update_, update_from(young_.front().submit + settings_.max_age));
}

}  // namespace gpuscape::slurm
