#include "sim/catalog/sister_rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gpuscape {

namespace {

struct Sister {
  std::string gpu;
  std::string of;
  double rate = 1.0;  ///< of `gpu`, ÷ that of `of`
};

struct Measured {
  std::string id;
  JsonValue rate;
  [[nodiscard]] std::string text(std::string_view key) const {
    const JsonValue* value = rate.find(key);
    return value != nullptr && value->is_text() ? value->text() : std::string();
  }
};

/// Of one board, in whatever sizes its memory is sold: "a100-sxm4" of "a100-sxm4-80gb".
std::string board_of(const std::string& gpu) {
  const std::size_t size = gpu.rfind('-');
  const bool is_size = size != std::string::npos && gpu.ends_with("gb") && size + 3 < gpu.size() &&
                       std::all_of(gpu.begin() + static_cast<std::ptrdiff_t>(size) + 1,
                                   gpu.end() - 2, [](char c) { return c >= '0' && c <= '9'; });
  return is_size ? gpu.substr(0, size) : gpu;
}

std::vector<Sister> sisters_of(const Catalog& catalog) {
  std::vector<Sister> sisters;
  for (const std::string& id : catalog.ids("gpus")) {
    const JsonValue* entry = catalog.find("gpus", id);
    if (!entry->is_object() || entry->find("sister_board") == nullptr) continue;
    const JsonValue plain = plain_entry(*entry);
    const JsonValue* of = plain.find("sister_board");
    const JsonValue* rate = plain.find("sister_rate");
    if (of->is_text() && rate != nullptr && rate->is_number() && rate->number() > 0.0)
      sisters.push_back({id, of->text(), rate->number()});
  }
  return sisters;
}

std::vector<Measured> measured_of(const Catalog& catalog, std::string_view application) {
  std::vector<Measured> all;
  for (const std::string& id : catalog.ids("rates")) {
    const JsonValue* rate = catalog.find("rates", id);
    if (!rate->is_object()) continue;
    Measured measured{id, plain_entry(*rate)};
    if (measured.text("application") == application) all.push_back(std::move(measured));
  }
  return all;
}

/// Those of the very GPU in that precision, or else of its board with another size of memory.
std::vector<const Measured*> rates_on(const std::vector<Measured>& all, const std::string& gpu,
                                      const std::string& precision) {
  std::vector<const Measured*> own;
  std::vector<const Measured*> board;
  for (const Measured& measured : all) {
    if (measured.text("precision") != precision) continue;
    if (measured.text("gpu") == gpu) own.push_back(&measured);
    if (board_of(measured.text("gpu")) == board_of(gpu)) board.push_back(&measured);
  }
  return own.empty() ? board : own;
}

void add_rates(const std::vector<Measured>& all, const std::string& gpu, const std::string& sister,
               double rate, JsonValue& rates) {
  std::vector<std::string> precisions;
  for (const Measured& measured : all)
    if (std::ranges::find(precisions, measured.text("precision")) == precisions.end())
      precisions.push_back(measured.text("precision"));
  for (const std::string& precision : precisions) {
    if (!rates_on(all, gpu, precision).empty()) continue;
    for (const Measured* measured : rates_on(all, sister, precision)) {
      const JsonValue* samples = measured->rate.find("samples_per_second");
      const std::string id = fmt::format("{} on {}", measured->id, gpu);
      if (samples == nullptr || !samples->is_number() || rates.find(id) != nullptr) continue;
      JsonValue scaled = measured->rate;
      scaled.set("gpu", JsonValue::make_text(gpu));
      scaled.set("samples_per_second", JsonValue::make_number(samples->number() * rate));
      scaled.set("sister_rate", JsonValue::make_number(rate));
      rates.set(id, std::move(scaled));
    }
  }
}

}  // namespace

JsonValue rates_with_sisters(const Catalog& catalog, std::string_view application) {
  JsonValue rates = JsonValue::make_object();
  const std::vector<Measured> all = measured_of(catalog, application);
  for (const Measured& measured : all) rates.members().push_back({measured.id, measured.rate, {}});
  if (all.empty()) return rates;
  for (const Sister& sister : sisters_of(catalog)) {
    add_rates(all, sister.gpu, sister.of, sister.rate, rates);
    add_rates(all, sister.of, sister.gpu, 1.0 / sister.rate, rates);
  }
  return rates;
}

}  // namespace gpuscape
