#include "sim/report/trust/result_trust.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "sim/bill/bill.hpp"
#include "sim/report/format/json_values.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/validation/trust.hpp"

namespace gpuscape {

namespace {

/// What of a design the figures of an area are compared with.
TrustInputs inputs_of(const Bill* bill) {
  TrustInputs inputs;
  if (bill == nullptr) return inputs;
  const auto add = [](std::vector<std::string>& all, const std::string& one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  };
  for (const BillRow& row : bill->rows)
    if (row.kind == BillKind::gpus && !row.vendor.empty()) add(inputs.gpu_models, row.what);
  for (const GpuFabric& fabric : bill->fabrics)
    if (is_between_nodes(fabric.name)) add(inputs.networks, fabric.name);
  return inputs;
}

class TrustLines {
 public:
  /// `not_covered`: what of the answer no figure of the area is of.
  void add(std::string_view area, const TrustInputs& inputs,
           const std::vector<std::string>& not_covered = {}) {
    const auto known = std::ranges::find(shipped_trust(), area, &AreaTrust::area);
    if (known == shipped_trust().end()) return;
    lines_.push_back({.area = known->area,
                      .about = known->about,
                      .figures = known->figures,
                      .median = known->median,
                      .p90 = known->p90,
                      .outside_by = outside_by(*known, inputs),
                      .can_compare = can_compare(*known, inputs) || !not_covered.empty()});
    std::vector<std::string>& outside = lines_.back().outside_by;
    outside.insert(outside.end(), not_covered.begin(), not_covered.end());
  }
  [[nodiscard]] std::vector<TrustLine> take() { return std::move(lines_); }

 private:
  std::vector<TrustLine> lines_;
};

std::int64_t largest_job(const RunResult& run) {
  std::int64_t most = 0;
  for (std::size_t job = 0; job < run.jobs.size(); ++job)
    most = std::max<std::int64_t>(most, run.jobs.demand(job).gpus);
  return most;
}

/// Laws by which GPUs are shared: what of them no published figure is of; empty: figures are.
constexpr std::pair<std::string_view, std::string_view> kSharingLaws[] = {
    {"mig", ""},
    {"vgpu", "turns of virtual GPUs (figures: one that is alone)"},
    {"time-slices", "time slices"},
    {"mps", "processes under MPS"},
    {"token-bucket", "token buckets"},
};

/// Of runs whose jobs shared GPUs by a law.
void add_sharing(TrustLines& lines, const RunResult& run, const TrustInputs& hardware) {
  bool any = false;
  std::vector<std::string> not_covered;
  for (const auto& [law, without] : kSharingLaws) {
    if (std::ranges::find(run.sharing, law, &SharingResult::law) == run.sharing.end()) continue;
    any = true;
    if (!without.empty()) not_covered.emplace_back(without);
  }
  for (const SharingResult& of : run.sharing)
    for (const std::string& by : of.outside)
      if (std::ranges::find(not_covered, by) == not_covered.end()) not_covered.push_back(by);
  if (any) lines.add("4-sharing", {.gpu_models = hardware.gpu_models}, not_covered);
}

}  // namespace

std::vector<TrustLine> trust_of(const StudyResult& result) {
  const RunResult& run = result.first;
  const TrustInputs hardware = inputs_of(result.bill.get());
  TrustInputs jobs = hardware;
  jobs.gpus_most = largest_job(run);
  TrustInputs in_nodes = jobs;
  in_nodes.networks.clear();
  TrustLines lines;
  if (run.attach || !run.remote.empty()) lines.add("1-remote", hardware);
  if (run.traffic) lines.add("2-collectives", jobs);
  if (run.traffic) lines.add("3-exchange", jobs);
  if (!result.scenario.gpus.is_null()) lines.add("3-training", in_nodes);
  add_sharing(lines, run, hardware);
  if (run.input) lines.add("5-storage", {});
  const bool nodes_fail =
      std::ranges::any_of(result.scenario.cluster.failures, [](const FailureSpec& failure) {
        return !failure.is_of_store();  // no published figure is of these
      });
  if (nodes_fail) lines.add("7-reliability", {.gpu_models = hardware.gpu_models});
  if (run.cost) lines.add("9-cost", {.gpu_models = hardware.gpu_models});
  return lines.take();
}

std::vector<TrustLine> trust_of(const TransferResult& result) {
  const TrustInputs hardware = inputs_of(result.bill.get());
  TrustLines lines;
  const auto take_bytes = [](TrustInputs& inputs, Bytes bytes) {
    inputs.bytes_most = std::max(inputs.bytes_most, bytes.value());
    inputs.bytes_least =
        inputs.bytes_least > 0.0 ? std::min(inputs.bytes_least, bytes.value()) : bytes.value();
  };
  if (!result.rows.empty()) {
    TrustInputs inputs = hardware;
    for (const TransferRow& row : result.rows) take_bytes(inputs, row.message);
    lines.add("2-fabric", inputs);
  }
  if (!result.collectives.empty()) {
    TrustInputs inputs = hardware;
    for (const CollectiveRow& row : result.collectives) {
      take_bytes(inputs, row.bytes);
      inputs.gpus_most = std::max<std::int64_t>(inputs.gpus_most, std::atoll(row.among.c_str()));
    }
    lines.add("2-collectives", inputs);
  }
  if (result.steps.empty()) return lines.take();
  TrustInputs inputs = hardware;
  for (const StepRow& row : result.steps) inputs.gpus_most = std::max(inputs.gpus_most, row.gpus);
  const auto any = [&](auto is) { return std::ranges::any_of(result.steps, is); };
  if (any([](const StepRow& row) { return !row.client.empty(); })) lines.add("1-remote", inputs);
  if (any([](const StepRow& row) { return row.exchange > Seconds(0.0); }))
    lines.add("3-exchange", inputs);
  lines.add("3-training", inputs);
  return lines.take();
}

JsonValue trust_json(const std::vector<TrustLine>& lines) {
  return json::list(lines, [](const TrustLine& line) {
    JsonValue value = JsonValue::make_object();
    value.set("area", json::text(line.area));
    value.set("about", json::text(line.about));
    value.set("figures", json::integer(line.figures));
    value.set("median_error", json::number(line.median));
    value.set("p90_error", json::number(line.p90));
    value.set("inside",
              line.can_compare ? json::boolean(line.outside_by.empty()) : JsonValue::make_null());
    value.set("outside_by",
              json::list(line.outside_by, [](const std::string& one) { return json::text(one); }));
    return value;
  });
}

std::string trust_sentence(const TrustLine& line) {
  std::string about = line.about;
  while (about.ends_with('.')) about.pop_back();
  const std::string errors =
      line.figures > 0
          ? fmt::format("off by {} in the median, and by at most {} for nine of ten, of {}",
                        percent_text(line.median), percent_text(line.p90),
                        quantity(line.figures, "published figure"))
          : std::string("held against no figure that is scored");
  const std::string where =
      !line.can_compare
          ? std::string("nothing tells whether this answer lies inside what they cover")
      : line.outside_by.empty()
          ? std::string("this answer lies inside what they cover")
          : fmt::format("this answer lies outside: {}", fmt::join(line.outside_by, ", "));
  return fmt::format("{} ({}): {}; {}.", about, line.area, errors, where);
}

}  // namespace gpuscape
