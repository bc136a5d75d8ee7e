#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/fields/scenario_file.hpp"
#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

constexpr Bounds kRepairTimes{.least = 0.0, .most = 1e11, .above_least = true};
constexpr Bounds kRepairTimesOrNone{.least = 0.0, .most = 1e11};
constexpr Bounds kFailureShares{.least = 0.0, .most = 1.0};

RepairSpec read_repair(ObjectReader& reader) {
  RepairSpec repair;
  repair.time = reader.quantity<Seconds>(
      "time", "Time from a failure until the nodes are back in service.", kRepairTimes);
  const std::string distribution = reader.one_of(
      "distribution", {"fixed", "exponential", "lognormal"}, "fixed",
      "`fixed`: every repair takes `time`. `exponential`: `time` is the mean. `lognormal`: so it "
      "is, "
      "and `sigma` says how widely they spread: many are short, and a few take very long.");
  repair.is_mean = distribution != "fixed";
  const auto sigma = reader.optional_number(
      "sigma",
      "Standard deviation of the logarithm of lognormal repairs; their median is `time` · "
      "exp(-sigma²/2).",
      Bounds{.least = 0.0, .most = 5.0, .above_least = true});
  if (distribution == "lognormal") repair.sigma = sigma.value_or(0.0);
  if (!reader.describing() && sigma.has_value() != (distribution == "lognormal"))
    reader.issue("sigma",
                 sigma ? fmt::format("\"sigma\" does not apply to {} repairs", distribution)
                       : "lognormal repairs need \"sigma\"",
                 R"("distribution": "lognormal", "sigma": 1.5)");
  repair.manual_share = reader.number(
      "manual_share", 0.0,
      "Share of repairs that a person has to go on with: `manual_after` says of which.",
      kFailureShares);
  repair.failed_go_on =
      reader.one_of("manual_after", {"all", "failed"}, "all",
                    "`all`: `manual_share` is of all repairs. `failed`: of those that failed, as "
                    "often as `silent_failure` says; the others were successful.") == "failed";
  repair.manual_time = reader.quantity<Seconds>(
      "manual_time", Seconds(0.0),
      "Additional time of those repairs, fixed or a mean as `distribution` says.",
      kRepairTimesOrNone);
  repair.silent_failure =
      reader.number("silent_failure", 1.0,
                    "Probability that a repair fails and nobody notices: the nodes come back, and "
                    "bad ones (`bad_share`) still are. A successful one makes them good. 1: bad "
                    "ones stay bad.",
                    kFailureShares);
  repair.manual_silent_failure = reader.number(
      "manual_silent_failure", 1.0,
      "Probability that a repair by a person fails and nobody notices.", kFailureShares);
  return repair;
}

struct OfName {
  std::string_view name;
  FailureSpec::Of of;
};
constexpr std::array<OfName, 8> kOfNames{{{"nodes", FailureSpec::Of::nodes},
                                          {"gpus", FailureSpec::Of::gpus},
                                          {"adapters", FailureSpec::Of::adapters},
                                          {"leaf-switches", FailureSpec::Of::leaf_switches},
                                          {"domains", FailureSpec::Of::domains},
                                          {"managers", FailureSpec::Of::managers},
                                          {"storage", FailureSpec::Of::storage},
                                          {"drives", FailureSpec::Of::drives}}};

/// Keys that belong to one kind of what fails.
void refuse_foreign_keys(ObjectReader& reader, std::string_view of) {
  const auto refuse = [&](std::string_view key, bool applies, std::string_view hint) {
    if (!reader.has(key) || applies) return;
    reader.issue(key, fmt::format("\"{}\" does not apply to {}", key, of), std::string(hint));
  };
  refuse("nodes_each", of == "domains", R"("of": "domains" are nodes that fail together)");
  refuse("servers", of == "managers", R"("of": "managers" are servers that start jobs)");
  refuse("network", of == "adapters" || of == "leaf-switches",
         R"("of": "leaf-switches" or "adapters" are of a network)");
  const bool of_store = of == "storage" || of == "drives";
  refuse("link_rate", of == "adapters" || of == "leaf-switches",
         R"("of": "adapters" or "leaf-switches" have links)");
  refuse("store", of_store, R"("of": "storage" are machines of a store)");
  for (const char* key : {"nodes", "log", "pace", "idle_factor", "wrong_node", "retire_after"})
    refuse(key, of != "managers" && !of_store, "they are none of the cluster's nodes");
}

void read_what_fails(ObjectReader& reader, FailureSpec& spec) {
  std::vector<std::string> names;
  names.reserve(kOfNames.size());
  for (const OfName& one : kOfNames) names.emplace_back(one.name);
  const std::string of = reader.one_of(
      "of", names, "nodes",
      "What fails. `gpus`: each GPU of a node, and `adapters`: each of its adapters, which take "
      "the "
      "node out of service. `leaf-switches`: those of the network over which the jobs of the nodes "
      "exchange data, with all nodes below one. `domains`: `nodes_each` neighbouring nodes at "
      "once, "
      "as a rack or a power feed does. `managers`: `servers` that start jobs; while no majority of "
      "them is left, no job starts. `storage`: machines of a `store`, controllers of an appliance "
      "or "
      "servers of volumes; it serves less until they are back. `drives`: each drive in servers of "
      "volumes.");
  spec.of = std::ranges::find(kOfNames, of, &OfName::name)->of;
  spec.nodes_each =
      reader.optional_count("nodes_each", "Nodes of one domain.", Bounds{.least = 1.0}).value_or(1);
  spec.servers = reader
                     .optional_count("servers",
                                     "Management servers. Of an odd number, all but a majority may "
                                     "be lost without any harm: of three, one.",
                                     Bounds{.least = 1.0, .most = 1000.0})
                     .value_or(0);
  spec.store =
      reader.optional_text("store", "The storage, by its name, whose machines or drives fail.")
          .value_or("");
  spec.network = reader
                     .optional_text("network",
                                    "Whose adapters or leaf switches, where several networks join "
                                    "the nodes; without it that over which jobs exchange data.")
                     .value_or("");
  spec.pace = reader.optional_number(
      "pace",
      "Parts that get slow instead of failing: the pace of a job on such a node until it is "
      "repaired, which stays in service. 0.7: a step takes 1 / 0.7 times as long, since everybody "
      "in it waits for the slowest.",
      Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  spec.link_rate = reader.optional_number(
      "link_rate",
      "Adapters or leaf switches that get slow instead of failing: the share of their rate that "
      "links to their nodes keep until they are repaired; jobs there go on, and their exchange "
      "takes "
      "as much longer.",
      Bounds{.least = 0.0, .most = 1.0, .above_least = true});
  if (reader.describing()) return;
  refuse_foreign_keys(reader, of);
  if (spec.pace && spec.link_rate)
    reader.issue("link_rate", "nodes get slow, or their links, not both", "two entries");
  if (of == "domains" && !reader.has("nodes_each"))
    reader.issue("", "domains need \"nodes_each\"", R"("nodes_each": 4, nodes of a rack)");
  if (of == "managers" && !reader.has("servers"))
    reader.issue("", "managers need \"servers\"", R"("servers": 3)");
  if ((of == "storage" || of == "drives") && !reader.has("store"))
    reader.issue("", fmt::format("\"of\": \"{}\" needs \"store\"", of), R"("store": "array")");
  for (const char* key : {"wrong_node", "retire_after"})
    if ((spec.pace || spec.link_rate) && reader.has(key))
      reader.issue(key, "it does not apply to nodes that are slow and stay in service",
                   fmt::format("an entry without \"{}\"", spec.pace ? "pace" : "link_rate"));
}

/// An entry that the catalogue lacks, which is said already, is left without what it would say.
bool is_unknown_entry(ObjectReader& reader) {
  return !reader.describing() && reader.context().has_issues() && reader.has("entry") &&
         reader.value().members().size() == 1;
}

/// What nothing says: neither the scenario nor the entry that it names.
void require_rates(ObjectReader& reader, const FailureSpec& spec, bool repair) {
  const bool logged = !spec.log.empty();
  for (const auto& [key, there] :
       {std::pair("mean_time", reader.has("mean_time")), {"repair", repair}}) {
    if (!logged && !there)
      reader.issue(
          "",
          spec.entry.empty()
              ? fmt::format("\"{}\" is missing", key)
              : fmt::format("\"{}\" is missing: the catalogue's entry \"{}\" does not "
                            "say it",
                            key, excerpt(spec.entry)),
          spec.entry.empty()
              ? R"("mean_time": "250 d", "repair": {"time": "1 d"}, or "log": "failures.csv")"
              : R"("mean_time": "250 d" or "repair": {"time": "1 d"} beside "entry")");
    if (logged && there)
      reader.issue(key, "the log says when nodes fail and for how long",
                   "leave one of the two out");
  }
}

/// What follows from a failure beside the repair, and how use matters. No default is written out:
/// not all of it applies to each kind of failure.
void read_consequences(ObjectReader& reader, FailureSpec& spec) {
  spec.idle_factor =
      reader
          .optional_number("idle_factor",
                           "How many times as often they fail while no job works on them: idle, on "
                           "standby, or with a job that is starting. 0: under load alone; without "
                           "it 1.",
                           kFailureShares)
          .value_or(1.0);
  spec.wrong_node =
      reader
          .optional_number(
              "wrong_node",
              "Probability that the diagnosis takes another node of the job for the one that "
              "failed: that one goes to repair, and the one that failed stays in service as a bad "
              "one (`bad_factor`). Without it 0.",
              kFailureShares)
          .value_or(0.0);
  spec.retire_after =
      reader
          .optional_count("retire_after",
                          "Failures of a node after the last of which it never comes back; 0, or "
                          "without it: never.",
                          Bounds{.least = 0.0, .most = 1e6})
          .value_or(0);
  if (reader.describing()) return;
  if (spec.wrong_node > 0.0 && spec.of == FailureSpec::Of::domains)
    reader.issue("wrong_node", "it does not apply to domains",
                 "only a node is taken for another one of its job");
}

}  // namespace

FailureSpec read_failure(const std::string& name, ObjectReader& reader, const std::string& file) {
  FailureSpec spec;
  spec.name = name;
  spec.place = reader.value().place();
  spec.pointer = reader.pointer();
  spec.entry = reader
                   .optional_text("entry",
                                  "What of the catalogue fails, as `gpuscape catalog failures` "
                                  "lists it; keys written beside it override what it says.")
                   .value_or("");
  if (is_unknown_entry(reader)) return spec;
  if (reader.has("nodes") || reader.describing())
    for (const auto& [value, pointer] :
         reader.values("nodes", FieldType::texts,
                       "Which nodes: groups, or nodes of them, as \"gpu\", \"gpu/3\" or "
                       "\"gpu/0-3\"; without it all."))
      spec.nodes.push_back(value->text());
  if (const auto log = reader.optional_text(
          "log",
          "A CSV file of failures, instead of drawing them: columns `node` (\"gpu/3\", or other "
          "names, which are dealt to `nodes` in alphabetical order), `start_s` and `end_s`, or "
          "`start_day` and `end_day`, after the beginning of the run."))
    spec.log = path_beside(file, *log);
  read_what_fails(reader, spec);
  const auto mean_time = reader.optional_quantity<Seconds>(
      "mean_time",
      "Mean time between failures of one of them, in service. \"250 d\" for nodes is 4 failures "
      "per 1 000 node-days. Required without `log`.",
      Bounds{.least = 60.0, .most = 1e11});
  spec.mean_time = mean_time.value_or(kForever);
  spec.shape = reader.number(
      "shape", 1.0,
      "Shape of the Weibull distribution of the time to a failure: 1 is exponential, less has many "
      "early failures, more is wear. All are new when the run begins and after each repair.",
      Bounds{.least = 0.1, .most = 20.0});
  spec.bad_share = reader.number("bad_share", 0.0,
                                 "Share of nodes (or domains) that fail more often: `mean_time` is "
                                 "that of the others.",
                                 kFailureShares);
  spec.bad_factor = reader.number("bad_factor", 1.0, "How many times as often those fail.",
                                  Bounds{.least = 1.0, .most = 1e6});
  read_consequences(reader, spec);
  const bool repair = reader.optional_object(
      "repair", "How long the nodes are away after a failure. Required without `log`.",
      [&](ObjectReader& r) { spec.repair = read_repair(r); });
  if (reader.describing()) return spec;
  require_rates(reader, spec, repair);
  for (const char* key : {"idle_factor", "wrong_node", "retire_after"})
    if (!spec.log.empty() && reader.has(key))
      reader.issue(key, "it does not apply to failures of a log", "leave one of the two out");
  return spec;
}

}  // namespace gpuscape
