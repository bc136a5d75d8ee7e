#pragma once
/// Scenarios whose jobs are priced, in a line or two.

#include <fmt/format.h>

#include <string>

#include "sim/remote/remote_answer.hpp"
#include "tests/support/builtin_models.hpp"

namespace gpuscape::test {

/// Two servers with four A100 each, jobs of three users.
struct Priced {
  std::string nodes = R"("gpu": {"type": "hgx-a100-4", "count": 2})";
  std::string networks =
      R"("compute": {"type": "single-switch", "link": "100 Gbit/s", "latency": "0.3 us"})";
  std::string access = {};  ///< of `cluster`, with a comma before it
  std::string application = R"("application": "resnet-50")";
  std::string applications = {};  ///< of `workload`, with a comma behind it
  std::string jobs =
      R"("generate": {"jobs": 60, "jobs_per_hour": 4, "gpus": {"1": 3, "4": 2, "8": 1},
      "run_time": {"distribution": "lognormal", "median": "1 h", "sigma": 1}, "users": {"count": 3}})";
  std::string further = {};  ///< of the scenario, with a comma before it
};

inline std::string text_of(const Priced& of) {
  return fmt::format(
      R"({{"format": 1, "cluster": {{"nodes": {{{}}}, "networks": {{{}}}{}}},
          "workload": {{{}"streams": {{"s": {{{}{}{}}}}}}}{}}})",
      of.nodes, of.networks, of.access, of.applications, of.jobs,
      of.application.empty() ? "" : ", ", of.application, of.further);
}

inline RemoteAnswer answer_of(const Priced& of, const RemoteOptions& options = {}) {
  return remote_answer({.file = "test.json", .text = text_of(of)}, options, builtin_models());
}

/// InternalError where it is none of them.
inline const RemoteRow& row_of(const RemoteAnswer& answer, const std::string& software,
                               const std::string& over) {
  for (const RemoteRow& row : answer.rows)
    if (row.choice.software == software && row.choice.over == over) return row;
  throw InternalError(fmt::format("no row {} over {}", software, over));
}

}  // namespace gpuscape::test
