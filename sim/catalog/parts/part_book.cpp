#include "sim/catalog/parts/part_book.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

/// The field's own value where it has a source of its own: {"value": …}.
const JsonValue* field_of(const JsonValue& entry, std::string_view key) {
  const JsonValue* found = entry.find(key);
  if (found == nullptr || !found->is_object()) return found;
  const JsonValue* value = found->find("value");
  return value == nullptr ? found : value;
}

std::string text_of(const JsonValue& entry, std::string_view key) {
  const JsonValue* found = field_of(entry, key);
  return found != nullptr && found->is_text() ? found->text() : "";
}

std::int64_t count_of(const JsonValue& entry, std::string_view key) {
  const JsonValue* found = field_of(entry, key);
  return found != nullptr && found->kind() == JsonValue::Kind::integer ? found->integer() : 0;
}

/// "989.4 TFLOP/s" in FLOP/s; 0 where it is none.
double flops_of(const std::string& text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return 0.0;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::array<std::pair<std::string_view, double>, 3> kUnits{
      {{" GFLOP/s", 1e9}, {" TFLOP/s", 1e12}, {" PFLOP/s", 1e15}}};
  for (const auto& [name, factor] : kUnits)
    if (unit == name) return number * factor;
  return 0.0;
}

double speed_of(const JsonValue& entry) {
  const auto rate = parse<BytesPerSecond>(text_of(entry, "speed"));
  return rate.value ? rate.value->value() : 0.0;
}

class BookWriter {
 public:
  BookWriter(const Catalog& catalog, PartBook& book) : catalog_(catalog), book_(book) {}

  void machine(const std::string& group, const std::string& section, const std::string& id) {
    const JsonValue* entry = catalog_.find(section, id);
    if (entry == nullptr) return;
    const bool rented = section == "cloud";
    MachinePart part{.vendor = text_of(*entry, rented ? "provider" : "vendor")};
    const JsonValue* host = entry;
    if (rented) host = catalog_.find("nodes", text_of(*entry, "node"));
    if (host != nullptr) {
      part.is_rack = text_of(*host, "category") == "rack_scale";
      if (const JsonValue* fabric = host->find("gpu_fabric"))
        part.fabric = text_of(*fabric, "type");
    }
    if (rented) add_instance(*entry, host == nullptr, part);
    if (const JsonValue* link = catalog_.find("links", part.fabric))
      part.fabric_vendor = text_of(*link, "vendor");
    if (!rented) add_alike(id, *entry, part);
    book_.machines[group] = std::move(part);
  }

  void gpu(const std::string& model) {
    const JsonValue* entry = catalog_.find("gpus", model);
    if (entry == nullptr || book_.gpus.contains(model)) return;
    GpuPart part{.vendor = text_of(*entry, "vendor"), .peak = peak_of(model, *entry)};
    if (const auto memory = parse<Bytes>(text_of(*entry, "memory")); memory.value)
      part.memory_bytes = memory.value->value();
    for (const std::string& id : catalog_.ids("cloud")) {
      const JsonValue* instance = catalog_.find("cloud", id);
      if (instance != nullptr && text_of(*instance, "gpu_model") == model)
        part.offers.push_back({.id = id,
                               .from = text_of(*instance, "provider"),
                               .gpus = count_of(*instance, "gpu_count")});
    }
    book_.gpus[model] = std::move(part);
  }

  void network_switch(const std::string& id) {
    const JsonValue* entry = catalog_.find("switches", id);
    if (entry == nullptr) return;
    SwitchPart part{.vendor = text_of(*entry, "vendor")};
    for (const std::string& other : catalog_.ids("switches")) {
      const JsonValue* found = catalog_.find("switches", other);
      if (found == nullptr || text_of(*found, "kind") != text_of(*entry, "kind")) continue;
      std::string vendor = text_of(*found, "vendor");
      if (speed_of(*found) < speed_of(*entry) || vendor == part.vendor || vendor.empty()) continue;
      if (std::ranges::find(part.others, vendor) == part.others.end())
        part.others.push_back(std::move(vendor));
    }
    book_.switches[id] = std::move(part);
  }

  void pcie_fabric(const std::string& id) {
    if (const JsonValue* entry = catalog_.find("pcie_fabrics", id))
      book_.fabrics[id] = {.vendor = text_of(*entry, "vendor")};
  }

 private:
  /// Several GPUs of an instance whose host is not known are joined by the links that they have.
  void add_instance(const JsonValue& entry, bool without_host, MachinePart& part) {
    const std::string model = text_of(entry, "gpu_model");
    gpu(model);
    const JsonValue* board = without_host ? catalog_.find("gpus", model) : nullptr;
    const JsonValue* links = board == nullptr ? nullptr : board->find("nvlink");
    if (links != nullptr && count_of(entry, "gpu_count") > 1) part.fabric = text_of(*links, "type");
  }

  [[nodiscard]] std::optional<PeakRate> peak_of(const std::string& model,
                                                const JsonValue& entry) const {
    const auto rate = [&](std::string_view field, std::string_view precision) {
      const std::array<std::string, 1> path{std::string(field)};
      return PeakRate{.flops = flops_of(text_of(entry, field)),
                      .precision = std::string(precision),
                      .kind = field_origin(catalog_, "gpus", model, path).kind};
    };
    PeakRate best = rate("fp16_tensor", "fp16 tensor");
    if (best.flops > 0.0) return best;
    for (const auto& [field, precision] :
         {std::pair("fp16_vector", "fp16"), std::pair("fp32", "fp32")})
      if (PeakRate one = rate(field, precision); one.flops > best.flops) best = std::move(one);
    return best.flops > 0.0 ? std::optional(best) : std::nullopt;
  }

  /// Hosts of clouds are not sold.
  void add_alike(const std::string& id, const JsonValue& entry, MachinePart& part) const {
    const JsonValue* gpu = entry.find("gpu");
    if (gpu == nullptr || text_of(*gpu, "model").empty()) return;
    for (const std::string& other : catalog_.ids("nodes")) {
      const JsonValue* found = catalog_.find("nodes", other);
      const JsonValue* has = found == nullptr ? nullptr : found->find("gpu");
      if (has == nullptr || other == id || text_of(*found, "category") == "cloud_host") continue;
      if (text_of(*has, "model") != text_of(*gpu, "model")) continue;
      if (count_of(*has, "count") != count_of(*gpu, "count")) continue;
      part.alike.push_back(
          {.id = other, .from = text_of(*found, "vendor"), .gpus = count_of(*has, "count")});
    }
  }

  const Catalog& catalog_;
  PartBook& book_;
};

}  // namespace

bool is_one_vendor(std::string_view vendor) {
  if (vendor.empty()) return false;
  constexpr std::array<std::string_view, 5> kSeveral{"various", "generic", "others", " and ", ","};
  return std::ranges::none_of(
      kSeveral, [&](std::string_view word) { return vendor.find(word) != std::string_view::npos; });
}

PartBook part_book(const Catalog& catalog, const JsonValue& scenario, const ModelNames& models) {
  PartBook book;
  book.prices = prices_of(catalog, scenario, models);
  BookWriter writer(catalog, book);
  for (const auto& [group, entry] : book.prices.nodes)
    writer.machine(group, entry.first, entry.second);
  for (const auto& [group, boards] : book.prices.boards) writer.gpu(boards.model);
  for (const auto& [key, rows] : book.prices.rows) {
    if (key.first == "gpus") writer.gpu(key.second);
    if (key.first == "switches") writer.network_switch(key.second);
    if (key.first == "pcie_fabrics") writer.pcie_fabric(key.second);
  }
  return book;
}

}  // namespace gpuscape
