#include "sim/model/collectives/measured_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuscape {

namespace {

double figure_at(const JsonValue& object, std::string_view key, double otherwise) {
  const JsonValue* figure = object.find(key);
  const JsonValue* value = figure == nullptr ? nullptr : figure->find("value");
  return value == nullptr || !value->is_number() ? otherwise : value->number();
}

bool says(const JsonValue& object, std::string_view key, std::string_view word) {
  const JsonValue* value = object.find(key);
  return value != nullptr && value->is_text() && value->text() == word;
}

MeasuredTime time_by(const JsonValue& regimes, Bytes bytes) {
  constexpr double kNoBound = 1e18;  // size costs nothing in that regime
  const auto& items = regimes.items();
  auto regime = std::ranges::find_if(items, [&](const JsonValue& r) {
    const JsonValue* up_to = r.find("up_to");
    return up_to == nullptr || bytes.value() <= up_to->number();
  });
  if (regime == items.end()) --regime;
  return {.latency = Seconds(figure_at(*regime, "latency", 0.0)),
          .bytes = bytes / BytesPerSecond(figure_at(*regime, "rate", kNoBound))};
}

}  // namespace

std::optional<MeasuredTime> measured_time(const JsonValue& libraries, const CollectiveCase& of) {
  const JsonValue* entry = of.nodes() == 1 ? libraries.find(of.library->id) : nullptr;
  const JsonValue* laws = entry == nullptr ? nullptr : entry->find("measured");
  if (laws == nullptr) return std::nullopt;
  const std::string among = fmt::format("{} gpus", of.ranks());
  for (const JsonValue& law : laws->items())
    if (says(law, "operation", operation_name(of.operation)) && says(law, "among", among))
      return time_by(*law.find("regimes"), of.bytes);
  return std::nullopt;
}

PlannedExchange as_measured(PlannedExchange exchange, const MeasuredTime& time) {
  PlannedStage& stage = exchange.stages.front();
  exchange.stages.resize(1);
  // Where a law says that size costs nothing, bytes still flow: at the library's rate, and latency
  // is what remains.
  const Seconds all = time.latency + time.bytes;
  const Seconds flow = std::min(all, std::max(time.bytes, stage.idle_round));
  stage.rounds = 1;
  stage.delay = Seconds(0.0);
  stage.tail = Seconds(0.0);
  stage.idle_round = flow;
  for (PlannedMove& move : stage.moves) move.bound = move.bytes / flow;
  exchange.algorithm = "as measured";
  exchange.protocol.clear();
  exchange.start_latency = exchange.latency = all - flow;
  exchange.idle_time = all;
  if (exchange.latency > exchange.idle_time * 0.5) exchange.bound_by = "latency";
  return exchange;
}

}  // namespace gpuscape
