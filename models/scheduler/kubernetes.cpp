/// Kubernetes: pods are tried one by one, in the order of their last attempt, and none waits for
/// those before it. Without a gang plug-in the first pods of a job hold their nodes while the
/// others wait, so that jobs can lock each other; with one, all of them start together. Order,
/// back-off and retries are in kubernetes/pod_queue.hpp and kubernetes/settings.hpp. Where pods go
/// is the placement's, `least-allocated` in Kubernetes itself.
/// Jobs of a higher priority have others leave (kubernetes/policy_preempts.cpp).
/// Leaves out: pods that are put on nodes one by one have nobody leave, and do not leave before all
/// of them run; pods of one job in several groups of nodes, what a job's pods do while they wait.

#include "models/scheduler/kubernetes/policy.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

void register_scheduler_kubernetes(Registry& registry) {
  registry.schedulers.add(
      {.name = "kubernetes",
       .summary = "Pods one by one, with or without a gang plug-in; those before hold up none.",
       .example = R"({"gangs": true, "first_backoff": "0 s", "longest_backoff": "0 s"})"},
      [](ObjectReader& reader) {
        return std::make_unique<kubernetes::Policy>(kubernetes::read_settings(reader, {}), "");
      });
  registry.schedulers.add(
      {.name = "kubernetes-2019",
       .summary = "Kubernetes as it was: a job has one pod on one node; those on several nodes are "
                  "refused.",
       .example = R"({"first_backoff": "0 s", "longest_backoff": "0 s"})"},
      [](ObjectReader& reader) {
        const kubernetes::Settings base{.several_nodes = false, .longest_backoff = Seconds(60.0)};
        return std::make_unique<kubernetes::Policy>(
            kubernetes::read_settings(reader, base),
            "kubernetes-2019 differs from kubernetes: jobs on several nodes are refused, and pods "
            "back off up to 60 s in place of 10 s");
      });
}

}  // namespace gpuscape
