#include "models/gpu_access/lending/read_lending.hpp"

#include <algorithm>

namespace gpuscape::gpu_access {

namespace {

std::vector<std::string> read_groups(ObjectReader& reader, std::string_view key,
                                     std::string_view doc, const char* hint) {
  std::vector<std::string> names;
  for (const auto& [value, pointer] : reader.values(key, FieldType::texts, doc))
    if (std::ranges::find(names, value->text()) == names.end()) names.push_back(value->text());
  if (names.empty() && !reader.describing() && !reader.has(key))
    reader.issue("", std::string("\"").append(key).append("\" is missing"), hint);
  return names;
}

}  // namespace

void read_lending(ObjectReader& reader, GpuLending& lending) {
  lending.over = reader.text("over", "The network between clients and servers, by its name.");
  lending.clients =
      read_groups(reader, "clients", "Groups of nodes on which jobs run and use lent GPUs.",
                  R"(for example "clients": ["client"])");
  lending.servers =
      read_groups(reader, "servers", "Groups of nodes that lend their GPUs; no job runs on them.",
                  R"(for example "servers": ["gpu"])");
  const Bounds some{.least = 1, .most = 1e6};
  lending.most_gpus_per_job = reader.optional_count(
      "max_gpus_per_job", "A job with more never starts; without it any number.", some);
  lending.most_gpus_per_client = reader.optional_count(
      "max_gpus_per_client",
      "GPUs that one client can use at a time, of all its jobs; a job with more has several "
      "clients. Without it any number.",
      some);
}

void read_attach_times(ObjectReader& reader, AttachTerms& terms) {
  const Bounds brief{.least = 0.0, .most = 1e6};
  terms.attach = reader.quantity<Seconds>(
      "attach_time", Seconds(0.0), "Time from the request until a client can use a GPU.", brief);
  terms.detach = reader.quantity<Seconds>(
      "detach_time", Seconds(0.0),
      "Time from the request until a GPU that a client had can be attached to another one.", brief);
}

void read_controller(ObjectReader& reader, const AttachTerms& fallback, AttachTerms& terms) {
  const Bounds brief{.least = 0.0, .most = 1e6};
  terms.poll = reader.quantity<Seconds>(
      "poll_period", fallback.poll,
      "Interval at which the controller looks for GPUs to attach; 0: it is told at once.", brief);
  terms.idle_return = reader.quantity<Seconds>("idle_return", fallback.idle_return,
                                               "Time for which a GPU stays attached after a job; a "
                                               "later job of the same client has it at once.",
                                               brief);
  terms.time_out = reader.quantity<Seconds>(
      "attach_time_out", fallback.time_out,
      "An attach that failed is noticed after so long. The job then gets other GPUs of its island "
      "instead of those, or tries them again where no others are free.",
      brief);
  terms.failure =
      reader.number("attach_failure", fallback.failure, "Probability that an attach fails.",
                    Bounds{.least = 0.0, .most = 0.9});
}

}  // namespace gpuscape::gpu_access
