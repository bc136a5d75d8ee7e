#include "sim/report/run/job_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/report/format/csv.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/run/record/network_loss.hpp"
#include "sim/run/record/stays.hpp"

namespace gpuscape {

namespace {

void append_count(std::string& text, std::size_t count) {
  append_number(text, static_cast<std::int64_t>(count));
}

bool any_preempted(const RunResult& run) { return run.jobs.preemptions() > 0; }
bool may_lose_work(const RunResult& run) { return run.may_lose_work; }
bool any_origin(const RunResult& run) { return !run.origins->empty(); }
bool any_traffic(const RunResult& run) { return run.traffic.has_value(); }
bool any_input(const RunResult& run) { return run.input.has_value(); }
bool any_remote(const RunResult& run) { return !run.remote.empty(); }
bool any_class(const RunResult& run) {
  return std::ranges::any_of(run.classes, [](const auto& stream) { return !stream.empty(); });
}
bool tells_gpus_apart(const RunResult& run) {
  return std::ranges::any_of(run.nodes,
                             [](const NodeLabel& node) { return !node.gpu_names.empty(); });
}
bool any_asks(const RunResult& run) { return run.has_asks(); }
bool any_carried(const RunResult& run) {
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    if (!run.jobs.in_statistics(job)) return true;
  return false;
}

bool any_queue(const RunResult& run) { return run.queues.has_value(); }

constexpr std::string_view kQueueRuleAbout =
    "what kept it in its queue longest: `order`: others come first, or nodes have to come back; "
    "`limit`; `not_preemptible`: such jobs hold no more than their queue deserves; "
    "`share_reached`: its queue, with it, would be above its fair share; `nobody_above`: no "
    "other queue holds more than it is sure of; `protected_jobs`: those above hold jobs that "
    "cannot be preempted, or ran too shortly; `no_room_made`: what may be reclaimed makes no room "
    "on the right nodes; `delay`; `grace`; `not_reclaiming`; `nothing_to_borrow`: its queue would "
    "hold more than its own quota, and nobody lends that much; empty where it did not wait";

template <std::size_t part>
void append_origin(std::string& text, const JobRow& row) {
  text += row.origin(part);
}

constexpr JobColumn kColumns[] = {
    {"job", "the log's own number, or a running number",
     [](std::string& text, const JobRow& row) { append_number(text, row.jobs().id(row.job())); }},
    {"stream", "the workload stream it belongs to",
     [](std::string& text, const JobRow& row) { text += row.stream(); }},
    {"submit_s", "when it was submitted",
     [](std::string& text, const JobRow& row) {
       append_number(text, row.jobs().submit(row.job()).value());
     }},
    {"start_s", "when it first started; empty where it did not",
     [](std::string& text, const JobRow& row) {
       if (!row.segments().empty()) append_number(text, row.segments().front().start.value());
     }},
    {"end_s",
     "when it ended; of a job that was stopped and waits again, when it last left its nodes; empty "
     "of one that is on its nodes, or never was",
     [](std::string& text, const JobRow& row) {
       if (!row.segments().empty()) append_number(text, row.segments().back().end.value());
     }},
    {"wait_s", "`start_s` − `submit_s`",
     [](std::string& text, const JobRow& row) {
       if (!row.segments().empty()) append_number(text, row.jobs().wait(row.job()).value());
     }},
    {"gpus",
     "GPUs asked for, 0.25 where it is a part of one that may be shared; processors on a pool",
     [](std::string& text, const JobRow& row) {
       append_gpu_amount(text, row.jobs().demand(row.job()));
     }},
    {"state",
     "`completed`; `timed_out`: ended at its limit (`overrun: kill`); `over_budget`: killed as a "
     "budget of GPU-minutes (`max_gpu_minutes`) was used up; `never_fits`: asks for more "
     "than any one group of the empty cluster, or its owner's or partition's part of it, has "
     "(where "
     "`span_groups` lets jobs span groups: than those of one GPU model have), or for a GPU model "
     "or features that no group has; "
     "`dependency_failed`: the job it depends on did not complete; `failed`: failures stopped it "
     "more often than `max_restarts`; in a partial result also `waiting` and `running`",
     [](std::string& text, const JobRow& row) { text += state_name(row.jobs().state(row.job())); }},
    {"placement",
     "where it ran: `gpu/3:8` is eight GPUs on node 3 of the group `gpu`, `gpu/3:0.25` a part of "
     "one that it may share; several nodes are joined by `+`",
     [](std::string& text, const JobRow& row) { row.append_placement(text); }},
    {"waited_for",
     "what held it back longest: `gpus_short`: fewer free than it asks for; `no_whole_node`: "
     "enough, but not on the nodes it needs; `cores_or_memory_short`; `model_short`: it would fit "
     "on GPUs of other models than it asks for, or on nodes with other features; `limit`: of its "
     "user, "
     "account, QOS or partition, or it would fit on nodes that are not open to it; `dependency`: "
     "the job it depends on had not completed; `order`: it would fit, but others come first or a "
     "reservation keeps it back; empty where it did not wait",
     [](std::string& text, const JobRow& row) {
       if (row.wait() != nullptr) text += wait_reason_name(row.wait()->reason);
     }},
    {"starts", "how often it started; only where jobs were preempted",
     [](std::string& text, const JobRow& row) {
       const auto moves = std::ranges::count(row.segments(), Cause::moved,
                                             [](const Segment& segment) { return segment.cause; });
       append_count(text, row.segments().size() - static_cast<std::size_t>(moves));
     },
     any_preempted},
    {"interruptions",
     "how often a failure stopped it; only where nodes can fail or jobs save their work, as the "
     "next two",
     [](std::string& text, const JobRow& row) {
       append_count(text, survived_failures(row.jobs(), row.job()).size() +
                              static_cast<std::size_t>(std::ranges::count(
                                  row.segments(), Cause::node_failed,
                                  [](const Segment& segment) { return segment.cause; })));
     },
     may_lose_work},
    {"lost_s", "run time that it did again after interruptions",
     [](std::string& text, const JobRow& row) { append_number(text, row.times().redone.value()); },
     may_lose_work},
    {"saving_s", "time that it waited for checkpoints",
     [](std::string& text, const JobRow& row) { append_number(text, row.times().saving.value()); },
     may_lose_work},
    {"user", "who sent it; only where the log says it of any job, as the next three",
     append_origin<0>, any_origin},
    {"account", "whose time it uses", append_origin<1>, any_origin},
    {"partition", "where it was sent to", append_origin<2>, any_origin},
    {"qos", "its quality of service", append_origin<3>, any_origin},
    {"queue", "whose quota it counts against; only where the policy has queues, as the next three",
     [](std::string& text, const JobRow& row) {
       const std::uint32_t queue = row.run().queues->queue_of(row.job());
       if (queue != kInNoQueue) text += csv_cell(row.run().queues->name(queue));
     },
     any_queue},
    {"queue_rule", kQueueRuleAbout,
     [](std::string& text, const JobRow& row) {
       if (const QueueWait* wait = row.run().queues->wait_of(row.job()))
         text += queue_rule_name(wait->rule);
     },
     any_queue},
    {"queue_rule_s", "how long that kept it",
     [](std::string& text, const JobRow& row) {
       if (const QueueWait* wait = row.run().queues->wait_of(row.job()))
         append_number(text, wait->by_rule.value());
     },
     any_queue},
    {"queue_rule_of", "whose rule that was: its queue, or one above it",
     [](std::string& text, const JobRow& row) {
       if (const QueueWait* wait = row.run().queues->wait_of(row.job()))
         text += csv_cell(row.run().queues->name(wait->of));
     },
     any_queue},
    {"application", "the rule that it follows; only where a stream has rules",
     [](std::string& text, const JobRow& row) { text += row.application(); }, any_class},
    {"carried_over",
     "`queued` or `running` when the run begins; only where it begins in the middle of a log",
     [](std::string& text, const JobRow& row) {
       const CarriedOver carried = row.jobs().job(row.job()).carried_over;
       if (carried == CarriedOver::queued) text += "queued";
       if (carried == CarriedOver::running) text += "running";
     },
     any_carried},
    {"slowdown",
     "only where jobs exchange data over a network: time it ran ÷ time it would have run alone "
     "below one switch; empty for jobs that exchange nothing or did not end",
     [](std::string& text, const JobRow& row) {
       if (row.traffic() != nullptr) append_number(text, row.traffic()->slowdown);
     },
     any_traffic},
    {"slowed_by",
     "the link that cost it most; empty where none did (a slowdown without it is the latency of "
     "longer routes)",
     [](std::string& text, const JobRow& row) {
       if (row.traffic() != nullptr && !row.traffic()->slowed_by.is_none())
         text += row.link(row.traffic()->slowed_by.index());
     },
     any_traffic},
    {"network_s",
     "of its time, what sharing the network with others and longer routes cost; empty for jobs "
     "that exchange nothing, or did not end",
     [](std::string& text, const JobRow& row) {
       if (row.traffic() != nullptr)
         append_number(text, lost_to_network(row.run(), *row.traffic()).value());
     },
     any_traffic},
    {"input_stall_s",
     "only where jobs read what they are trained on from a store: how long it waited for it; empty "
     "for jobs that read nothing, or did not end",
     [](std::string& text, const JobRow& row) {
       if (row.input() != nullptr) append_number(text, row.input()->stall.value());
     },
     any_input},
    {"input_waited_for", "what of the store it waited for most; empty where it did not wait",
     [](std::string& text, const JobRow& row) {
       if (row.input() != nullptr && !row.input()->by.is_none())
         text += row.cause(row.input()->by.index());
     },
     any_input},
    {"calls_s",
     "only where jobs use lent GPUs, as the next four: what calls to them took of the job's time; "
     "empty where it has no application, or did not end",
     [](std::string& text, const JobRow& row) {
       if (row.remote() != nullptr && row.traffic() != nullptr)
         append_number(text, row.remote()->calls.value());
     },
     any_remote},
    {"copies_s",
     "exposed time of copies to and from them on an otherwise idle cluster; contention is not "
     "included",
     [](std::string& text, const JobRow& row) {
       if (row.remote() != nullptr && row.traffic() != nullptr)
         append_number(text, row.remote()->copies.value());
     },
     any_remote},
    {"attach_s", "from its start until its clients had the GPUs",
     [](std::string& text, const JobRow& row) {
       if (row.remote() != nullptr) append_number(text, row.remote()->attach.value());
     },
     any_remote},
    {"server_neighbours",
     "other jobs that had GPUs of the servers whose GPUs it used, while it ran",
     [](std::string& text, const JobRow& row) {
       if (row.remote() != nullptr) append_number(text, std::int64_t{row.remote()->neighbours});
     },
     any_remote},
    {"shared_longest_with", "number in `job` of the neighbour that was there longest",
     [](std::string& text, const JobRow& row) {
       if (row.remote() != nullptr && row.remote()->neighbours > 0)
         append_number(text, row.jobs().id(row.remote()->nearest));
     },
     any_remote},
    {"energy_kwh",
     "only where `cost` has the electricity of the nodes: what the GPUs that it held drew, idle "
     "power in it; without GPUs, its cores' part of the nodes; empty on nodes whose power is not "
     "known",
     [](std::string& text, const JobRow& row) {
       const double energy = row.run().energy_kwh[row.job()];
       if (!std::isnan(energy)) append_number(text, energy);
     },
     [](const RunResult& run) { return !run.energy_kwh.empty(); }},
    {"asks_for", "GPU model and features that it asks for; only where a job asks for any",
     [](std::string& text, const JobRow& row) { text += row.asks(); }, any_asks},
    {"gpus_held",
     "which GPUs it had, named as transfers name them: `gpu/3/gpu0-3+gpu/3/gpu6`; only where it is "
     "known what is inside of some nodes, and empty on the others",
     [](std::string& text, const JobRow& row) { row.append_gpus(text); }, tells_gpus_apart},
};

}  // namespace

std::span<const JobColumn> job_columns() { return kColumns; }

}  // namespace gpuscape
