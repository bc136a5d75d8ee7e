#include "sim/model/transfers/transport_numbers.hpp"

#include <algorithm>
#include <limits>

#include "sim/catalog/unread_fields.hpp"

namespace gpuscape {

namespace {

TransportRegime read_regime(ObjectReader& reader, const TransportRegime& otherwise) {
  TransportRegime regime = otherwise;
  regime.latency = reader.quantity<Seconds>("latency", otherwise.latency,
                                            "Before the first byte, beside the links' own.");
  regime.cpu_per_message =
      reader.quantity<Seconds>("cpu_time_per_message", otherwise.cpu_per_message,
                               "CPU time of each message, on every end that takes part.");
  regime.core_rate = reader.optional_quantity<BytesPerSecond>(
      "core_rate", "What one core moves, where a core moves the bytes.");
  regime.most =
      reader.optional_quantity<BytesPerSecond>("most", "Attainable rate, however fast the links.");
  if (!regime.core_rate) regime.core_rate = otherwise.core_rate;
  if (!regime.most) regime.most = otherwise.most;
  return regime;
}

void read_regimes(ObjectReader& reader, TransportNumbers& numbers) {
  const TransportRegime last = read_regime(reader, {});
  reader.list(
      "regimes", "What differs for messages up to a size, by rising size.", [&](ObjectReader& r) {
        const Bytes up_to = r.quantity<Bytes>("up_to", "The largest message of it.", kPositive);
        if (!numbers.regimes.empty() && up_to <= numbers.regimes.back().up_to)
          r.issue("up_to", "regimes must be in order of increasing size");
        numbers.regimes.push_back(read_regime(r, last));
        numbers.regimes.back().up_to = up_to;
      });
  numbers.regimes.push_back(last);
  reader.optional_object("measured", "Sizes that were measured.", [&](ObjectReader& r) {
    numbers.least_measured = r.quantity<Bytes>("least", "The smallest.");
    numbers.most_measured = r.quantity<Bytes>("most", "The largest.");
  });
}

}  // namespace

namespace {

/// What bounds messages of a regime, however fast the links.
BytesPerSecond bound_of(const TransportRegime& regime) {
  BytesPerSecond bound{std::numeric_limits<double>::infinity()};
  for (const std::optional<BytesPerSecond>& rate : {regime.core_rate, regime.most})
    if (rate) bound = std::min(bound, *rate);
  return bound;
}

/// A larger message takes no less than the largest of the regime before: on the wire, of a core,
/// and before it starts.
void keep_rising(const TransportRegime& before, int ends, Bytes message, MessageCost& cost) {
  cost.latency =
      std::max(cost.latency, before.latency + before.cpu_per_message * static_cast<double>(ends));
  Seconds cpu = before.cpu_per_message;
  if (before.core_rate) cpu += before.up_to / *before.core_rate;
  cost.cpu_per_message = std::max(cost.cpu_per_message, cpu);
  const Seconds on_wire = before.up_to / bound_of(before);
  if (on_wire > Seconds(0.0)) cost.lower_bound_to(message / on_wire, RateLimit::transport);
}

}  // namespace

MessageCost TransportNumbers::cost(Bytes message) const {
  const auto regime =
      std::ranges::find_if(regimes, [&](const TransportRegime& r) { return message <= r.up_to; });
  MessageCost cost;
  cost.latency = regime->latency + regime->cpu_per_message * static_cast<double>(ends);
  cost.cpu_per_message = regime->cpu_per_message;
  cost.outside_range = message < least_measured || message > most_measured;
  if (const std::optional<BytesPerSecond> core = regime->core_rate) {
    cost.lower_bound_to(*core, RateLimit::core);
    cost.cpu_per_message += message / *core;
  }
  if (const std::optional<BytesPerSecond> most = regime->most)
    cost.lower_bound_to(*most, RateLimit::transport);
  if (!end_to_end)
    for (auto before = regimes.begin(); before != regime; ++before)
      keep_rising(*before, ends, message, cost);
  return cost;
}

TransportNumbers read_direction(ObjectReader& reader, const TransportNumbers& numbers) {
  TransportNumbers read = numbers;
  read.regimes.clear();
  read_regimes(reader, read);
  return read;
}

TransportNumbers read_transport_numbers(ObjectReader& reader) {
  TransportNumbers numbers;
  for (const char* key : {"entry", "kind"}) reader.keep(key);
  keep_unread(reader, "transports");
  numbers.ends = static_cast<int>(
      reader.count("ends", 1,
                   "Ends whose CPU takes part in each message: 1 where one of them only "
                   "has its memory read or written.",
                   Bounds{.least = 0, .most = 2}));
  numbers.end_to_end = reader.boolean(
      "end_to_end", false,
      "Latency and rate are of the whole way, as measured: links and adapters add nothing.");
  numbers.basis = reader.text("basis", "guess", "What the numbers rest on, the weakest of them.");
  read_regimes(reader, numbers);
  return numbers;
}

}  // namespace gpuscape
