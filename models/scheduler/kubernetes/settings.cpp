#include "models/scheduler/kubernetes/settings.hpp"

namespace gpuscape::kubernetes {

Settings read_settings(ObjectReader& reader, const Settings& base) {
  Settings settings = base;
  if (settings.several_nodes) {
    settings.gangs = reader.boolean(
        "gangs", base.gangs,
        "All pods of a job start together or none does, as with a gang plug-in; else one by one, "
        "and the first ones hold their nodes while they wait for the others.");
    settings.pod_interval =
        reader.quantity<Seconds>("pod_interval", base.pod_interval,
                                 "Time from one pod of a job to its next, as they are made.");
    settings.gives_up_after = reader.optional_quantity<Seconds>(
        "give_up_after",
        "How long a job that lacks pods keeps those that it has; then they are deleted, the "
        "newest job's first, and made anew 10 s later, twice as long each time. None: for ever.",
        kPositive);
  }
  settings.first_backoff = reader.quantity<Seconds>(
      "first_backoff", base.first_backoff,
      "How long a pod that found no node is not tried again; twice as long each time.");
  settings.longest_backoff = reader.quantity<Seconds>("longest_backoff", base.longest_backoff,
                                                      "The most that this becomes.");
  reader.map("priorities",
             "Priorities of pods by the name of their job's QOS; others have 0. The highest is "
             "tried first.",
             [&](const std::string& name, ObjectReader& r) {
               settings.priorities.push_back(
                   {name, r.count("value", 0, "Pods of a higher one are tried first.",
                                  Bounds{.least = -1e9, .most = 1e9})});
             });
  settings.preempts = reader.boolean(
      "preempts", base.preempts,
      "A job whose one pod, or whose gang, finds no node has running jobs of lower priorities "
      "leave, the least important and newest first; they begin anew from what they saved.");
  settings.grace =
      reader.quantity<Seconds>("termination_grace", base.grace,
                               "How long a pod that is to leave goes on; it may end by itself.");
  if (settings.longest_backoff < settings.first_backoff)
    reader.issue("longest_backoff", "the longest back-off is shorter than the first one",
                 "a longer one, or a shorter first_backoff");
  return settings;
}

}  // namespace gpuscape::kubernetes
