/// What using lent GPUs did to jobs: calls, copies, attaching, and what of the clients they use.

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/units/hours_text.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/run/result_section.hpp"

namespace gpuscape {

namespace {

using json::integer;
using json::number;

/// Of jobs on lent GPUs, over the whole run.
struct RemoteUse {
  std::int64_t jobs = 0;
  GpuSeconds gpu_seconds{0.0};
  double core_seconds = 0.0;
  double memory_seconds = 0.0;  // MiB s
  double cores = 0.0;           // of the groups that have clients
  double memory = 0.0;          // MiB
  double seconds = 0.0;         // of the run
  std::int64_t on_shared_servers = 0;
};

RemoteUse remote_use(const RunResult& run) {
  RemoteUse use;
  use.seconds = run.end.value();
  std::vector<bool> has_clients(run.nodes.size(), false);
  for (std::size_t job = 0; job < run.jobs.size(); ++job) {
    if (!run.jobs.started(job)) continue;
    bool lent = false;
    for (const Segment& segment : run.jobs.segments(job)) {
      const std::span<const AllocationSpan> spans = run.jobs.spans(segment);
      if (!uses_lent_gpus(spans)) continue;
      lent = true;
      const Demand& demand = run.jobs.demand(job);
      const Seconds end = segment.end >= segment.start ? segment.end : run.end;  // NaN: it runs
      const double length = (end - segment.start).value();
      use.gpu_seconds += gpus_for(demand.gpu_amount(), end - segment.start);
      use.core_seconds += static_cast<double>(demand.milli_cores) / 1000.0 * length;
      use.memory_seconds += static_cast<double>(demand.memory_mib) * length;
      for (const AllocationSpan& client : spans.first(clients_among(spans)))
        has_clients[run.group_of(client.node)] = true;
    }
    use.jobs += lent ? 1 : 0;
  }
  use.on_shared_servers =
      std::ranges::count_if(run.remote, [](const auto& job) { return job.second.neighbours > 0; });
  for (std::size_t group = 0; group < run.nodes.size(); ++group) {
    if (!has_clients[group]) continue;
    const NodeLabel& nodes = run.nodes[group];
    use.cores += static_cast<double>(nodes.milli_cores) / 1000.0 * nodes.count;
    use.memory += static_cast<double>(nodes.memory_mib) * nodes.count;
  }
  return use;
}

/// 0 of nothing.
double share(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }
double share(GpuSeconds part, GpuSeconds whole) { return share(part.value(), whole.value()); }

void write_remote(const StudyResult& result, JsonValue& results) {
  const RemoteUse use = remote_use(result.first);
  if (use.jobs == 0) return;
  JsonValue value = JsonValue::make_object();
  value.set("jobs", integer(use.jobs));
  value.set("gpu_s", number(use.gpu_seconds.value()));
  value.set("jobs_on_shared_servers", integer(use.on_shared_servers));
  if (const auto& traffic = result.first.traffic) {
    value.set("lost_by_calls_gpu_s", number(traffic->lost_by_calls.value()));
    value.set("lost_by_copies_gpu_s", number(traffic->lost_by_copies.value()));
  }
  if (const auto& attach = result.first.attach) {
    value.set("attached_gpus", integer(attach->attached));
    value.set("kept_gpus", integer(attach->kept));
    value.set("failed_attaches", integer(attach->failed));
    value.set("attaches_elsewhere", integer(result.first.jobs.moves()));
    value.set("attaching_gpu_s", number(attach->gpu_seconds.value()));
  }
  value.set("client_cores_used_share", number(share(use.core_seconds, use.cores * use.seconds)));
  value.set("client_memory_used_share",
            number(share(use.memory_seconds, use.memory * use.seconds)));
  results.set("remote_gpus", std::move(value));
}

std::string remote_section(const StudyResult& result) {
  const RemoteUse use = remote_use(result.first);
  if (use.jobs == 0) return "";
  std::string text = fmt::format("{} on lent GPUs, {} GPU-hours", quantity(use.jobs, "job"),
                                 hours_text(use.gpu_seconds / kGpuHour));
  if (const auto& traffic = result.first.traffic)
    text += fmt::format("{}calls take {} of them, copies {}{}", kSeparator,
                        percent_text(share(traffic->lost_by_calls, use.gpu_seconds)),
                        percent_text(share(traffic->lost_by_copies, use.gpu_seconds)),
                        std::ssize(traffic->remote) < use.jobs
                            ? fmt::format(" (not counted for {} without an application)",
                                          quantity(use.jobs - std::ssize(traffic->remote), "job"))
                            : "");
  if (const auto& attach = result.first.attach) {
    text += fmt::format("{}attaching takes {}: {} attached, {} kept from the job before",
                        kSeparator, percent_text(share(attach->gpu_seconds, use.gpu_seconds)),
                        quantity(attach->attached, "GPU"), human_count(attach->kept));
    if (attach->failed > 0)
      text += fmt::format(", {}, after {} of them on other GPUs",
                          quantity(attach->failed, "failed attempt"),
                          human_count(result.first.jobs.moves()));
  }
  text += fmt::format("{}{} of the jobs shared a server with others", kSeparator,
                      percent_text(share(static_cast<double>(use.on_shared_servers),
                                         static_cast<double>(use.jobs))));
  text += fmt::format("{}clients: {} of their cores and {} of their memory used by these jobs",
                      kSeparator, percent_text(share(use.core_seconds, use.cores * use.seconds)),
                      percent_text(share(use.memory_seconds, use.memory * use.seconds)));
  return line("remote GPUs", text);
}

}  // namespace

extern const ResultSection kRemoteSection;
const ResultSection kRemoteSection{write_remote, remote_section, 5};

}  // namespace gpuscape
