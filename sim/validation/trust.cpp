#include "sim/validation/trust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "sim/base/units/unit_text.hpp"
#include "sim/bill/bill.hpp"
#include "sim/catalog/catalog.hpp"
#include "sim/scenario/load/loader.hpp"
#include "sim/validation/figure_scenario.hpp"

namespace gpuscape {

namespace {

/// The GPUs of "32 GPUs on 4 nodes".
std::int64_t gpus_of(std::string_view among) { return std::atoll(std::string(among).c_str()); }

double rounded(double value) {
  return std::isfinite(value) ? std::stod(fmt::format("{:.4g}", value)) : 0.0;
}

class Coverage {
 public:
  explicit Coverage(const Registry& registry) : registry_(registry) {}

  void add(const ValidatedFigure& figure) {
    for (const Experiment& experiment : figure.figure.experiments) add(figure.figure, experiment);
    for (const ValidatedPoint& point : figure.points) {
      if (point.gpus > 0) gpus_.insert(point.gpus);
      if (point.bytes > 0.0) bytes_.insert(point.bytes);
    }
  }

  void fill(AreaTrust& trust) const {
    trust.gpu_models.assign(models_.begin(), models_.end());
    trust.networks.assign(networks_.begin(), networks_.end());
    if (!gpus_.empty()) {
      trust.gpus_least = *gpus_.begin();
      trust.gpus_most = *gpus_.rbegin();
    }
    if (!bytes_.empty()) {
      trust.bytes_least = *bytes_.begin();
      trust.bytes_most = *bytes_.rbegin();
    }
  }

 private:
  void add(const PublishedFigure& figure, const Experiment& experiment) {
    if (!experiment.node.empty()) return add_node(experiment.node);
    if (!experiment.sharing.gpu.empty()) models_.insert(experiment.sharing.gpu);
    if (!experiment.scenario.is_null()) return add_scenario(experiment);
    for (const auto& [key, entries] :
         {std::pair<const char*, const JsonValue*>("transfers", &experiment.transfers),
          std::pair<const char*, const JsonValue*>("collectives", &experiment.collectives),
          std::pair<const char*, const JsonValue*>("steps", &experiment.steps)}) {
      if (entries->is_null()) continue;
      const CheckedScenario checked =
          checked_scenario(figure, experiment, registry_, key, *entries);
      add(*checked.bill);
      for (const PlannedCollective& planned : checked.plan.collectives)
        if (planned.application.empty()) gpus_.insert(gpus_of(planned.among));
    }
  }

  void add(const Bill& bill) {
    for (const BillRow& row : bill.rows)
      if (row.kind == BillKind::gpus && !row.vendor.empty()) models_.insert(row.what);
    for (const GpuFabric& fabric : bill.fabrics)
      if (is_between_nodes(fabric.name)) networks_.insert(fabric.name);
  }

  void add_scenario(const Experiment& experiment) {
    LoadedScenario loaded = load_scenario_text(write_json(experiment.scenario), experiment.name, {},
                                               {.models = registry_.names()});
    if (const auto checked = check(loaded, registry_)) add(*checked->chosen.bill);
  }

  void add_node(const std::string& id) {
    const Catalog catalog = Catalog::shipped();
    const JsonValue* node = catalog.find("nodes", id);
    const JsonValue* gpu = node == nullptr ? nullptr : node->find("gpu");
    const JsonValue* model = gpu == nullptr ? nullptr : gpu->find("model");
    if (model != nullptr && model->is_text()) models_.insert(model->text());
  }

  const Registry& registry_;
  std::set<std::string> models_;
  std::set<std::string> networks_;
  std::set<std::int64_t> gpus_;
  std::set<double> bytes_;
};

template <class Value>
bool holds(const std::vector<Value>& all, const Value& one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

bool is_between_nodes(std::string_view fabric) {
  return fabric == "infiniband" || fabric == "ethernet" || fabric == "composed PCIe";
}

AreaTrust area_trust(const PublishedArea& area, const ValidationResult& result,
                     const Registry& registry) {
  AreaTrust trust{.area = area.name, .about = area.about};
  trust.figures = static_cast<std::int64_t>(result.scored.count);
  trust.median = rounded(result.scored.median);
  trust.p90 = rounded(result.scored.p90);
  Coverage coverage(registry);
  for (const ValidatedFigure& figure : result.figures)
    if (!figure.points.empty()) coverage.add(figure);
  coverage.fill(trust);
  return trust;
}

std::vector<std::string> outside_by(const AreaTrust& area, const TrustInputs& inputs) {
  std::vector<std::string> all;
  if (!area.gpu_models.empty())
    for (const std::string& model : inputs.gpu_models)
      if (!holds(area.gpu_models, model)) all.push_back("GPU model " + model);
  if (!area.networks.empty())
    for (const std::string& network : inputs.networks)
      if (!holds(area.networks, network)) all.push_back("network " + network);
  if (area.gpus_most > 0 && inputs.gpus_most > area.gpus_most)
    all.push_back(fmt::format("{} GPUs (figures: up to {})", inputs.gpus_most, area.gpus_most));
  if (area.bytes_most > 0.0 && inputs.bytes_most > area.bytes_most)
    all.push_back(fmt::format("messages of {} (figures: up to {})",
                              human_text(Bytes(inputs.bytes_most)),
                              human_text(Bytes(area.bytes_most))));
  if (inputs.bytes_least > 0.0 && inputs.bytes_least < area.bytes_least)
    all.push_back(fmt::format("messages of {} (figures: from {})",
                              human_text(Bytes(inputs.bytes_least)),
                              human_text(Bytes(area.bytes_least))));
  return all;
}

bool can_compare(const AreaTrust& area, const TrustInputs& inputs) {
  return (!area.gpu_models.empty() && !inputs.gpu_models.empty()) ||
         (!area.networks.empty() && !inputs.networks.empty()) ||
         (area.gpus_most > 0 && inputs.gpus_most > 0) ||
         (area.bytes_most > 0.0 && inputs.bytes_most > 0.0);
}

}  // namespace gpuscape
