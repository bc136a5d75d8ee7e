/// Relations of calls: the same scenario, asked in another way.

#include <fmt/format.h>

#include "tests/scramble/trial.hpp"

namespace gpuscape::scramble {

namespace {

bool any(const Drawn&) { return true; }
bool by_steps(const Drawn& drawn) {
  return drawn.scenario.value("/run/detail"_json_pointer, "") == "step";
}
bool of_jobs(const Drawn& drawn) { return !by_steps(drawn); }

/// Equal scenario and seed give equal bytes, whatever the number of threads.
std::string threads(const Drawn& drawn, const Answer& answer, Bench& bench) {
  return difference(answer, run_beside(drawn, bench, {"--threads", "2"}));
}

/// "--loop: simgrid or native; same results".
std::string loop(const Drawn& drawn, const Answer& answer, Bench& bench) {
  return difference(answer, run_beside(drawn, bench, {"--loop", "simgrid"}));
}

std::string again(const Drawn& drawn, const Answer& answer, Bench& bench) {
  return difference(answer, run_beside(drawn, bench));
}

/// What is written beside changes nothing of the answer.
std::string more_files(const Drawn& drawn, const Answer& answer, Bench& bench) {
  const Answer more = run_beside(drawn, bench, {"--perfetto", "--keep-all"});
  const auto trace = more.files.find("trace.json");
  if (more.call.code != 2 && trace == more.files.end()) return "there is no trace.json";
  if (trace != more.files.end() && Json::parse(trace->second, nullptr, false).is_discarded())
    return "trace.json is not JSON";
  for (const Fault& fault : broken(more)) return fault.check + ": " + fault.what;
  return difference(answer, more);
}

/// "--seed N: instead of /run/seed"; "--set" changes one value.
std::string seed_by_option(const Drawn& drawn, const Answer& answer, Bench& bench) {
  Drawn other = drawn;
  const std::int64_t seed = drawn.scenario.value("/run/seed"_json_pointer, std::int64_t{1});
  other.scenario["run"]["seed"] = seed + 1;
  if (bench.dice.chance(0.5))
    return difference(answer, run_beside(other, bench, {"--seed", std::to_string(seed)}));
  return difference(answer, run_beside(other, bench, {"--set", fmt::format("/run/seed={}", seed)}));
}

/// With --json the same is printed as is written.
std::string as_json(const Drawn& drawn, const Answer& answer, Bench& bench) {
  const Answer printed = run_beside(drawn, bench, {"--json"});
  const Json result = Json::parse(printed.call.out, nullptr, false);
  if (result.is_discarded()) return "--json prints no JSON: " + printed.call.out.substr(0, 200);
  return difference(answer.results(), result.value("results", Json()));
}

bool has_variants(const Drawn& drawn) { return drawn.scenario.contains("variants"); }

/// The times of the base's steps in a comparison, in order, are those of the run.
std::string base_of_steps(const Json& compared, const Json& results) {
  std::vector<double> of_run;
  for (const Json& row : results.value("steps", Json::array()))
    if (row["step_s"].is_number()) of_run.push_back(row["step_s"].get<double>());
  std::vector<double> of_base;
  for (const Json& row : compared["variants"][0].value("rows", Json::array()))
    if (row.value("kind", "") == "steps" && row["time_s"].is_number())
      of_base.push_back(row["time_s"].get<double>());
  return of_run == of_base ? std::string() : "compare's rows are not those of the run";
}

/// The base's metrics of a comparison are those of its run, where the scenario says how many
/// replications there are and what is warm-up.
std::string base_of_compare(const Drawn&, const Answer& answer, Bench& bench) {
  const std::filesystem::path out = bench.folder / "compared";
  std::filesystem::remove_all(out);
  const Call compared = call(
      {"compare", (bench.folder / "drawn.json").string(), "--out", out.string(), "--threads", "1"});
  if (compared.code == 2) return {};  // a fault of a variant
  if (compared.code != 0 && compared.code != 1)
    return fmt::format("compare ends with {}: {}", compared.code, compared.err.substr(0, 400));
  Answer read{.call = compared};
  read_files(out, read);
  const auto found = read.files.find("compare.json");
  if (found == read.files.end()) return "there is no compare.json";
  const Json all = Json::parse(found->second, nullptr, false);
  if (all.is_discarded()) return "compare.json is not JSON";
  for (const Invariant& invariant : invariants())
    if (invariant.name == "finite numbers" && !invariant.fault(read).empty())
      return invariant.fault(read);
  if (all.value("kind", "") == "steps") return base_of_steps(all, answer.results());
  const Json estimates = answer.results().value("estimates", Json::object());
  for (const Json& comparison : all.value("comparisons", Json::array())) {
    const Json metrics = comparison.value("metrics", Json::object());
    for (const auto& [name, metric] : metrics.items()) {
      const Json run = estimates.value(name, Json::object()).value("value", Json());
      const Json base = metric.value("baseline", Json()).is_object()
                            ? metric["baseline"].value("value", Json())
                            : Json();
      if (run.is_number() && base.is_number() && !close(run.get<double>(), base.get<double>()))
        return fmt::format("{}: compare's base is {}, run's {}", name, base.get<double>(),
                           run.get<double>());
    }
  }
  return {};
}

}  // namespace

std::vector<Relation> relations_of_calls() {
  return {{"threads", 0.5, any, threads},
          {"loop", 0.3, of_jobs, loop},
          {"again", 0.3, any, again},
          {"more files", 0.4, of_jobs, more_files},
          {"seed by option", 0.5, any, seed_by_option},
          {"as json", 0.3, any, as_json},
          {"base of compare", 0.8, has_variants, base_of_compare}};
}

}  // namespace gpuscape::scramble
