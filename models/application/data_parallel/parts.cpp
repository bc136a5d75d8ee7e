#include "models/application/data_parallel/parts.hpp"

#include <algorithm>

#include "sim/catalog/unread_fields.hpp"

namespace gpuscape::data_parallel {

std::vector<std::string> precision_names() {
  return {kNumberFormats.begin(), kNumberFormats.end()};
}

std::optional<NumberFormat> precision_of(std::string_view name) {
  const auto found = std::ranges::find(kNumberFormats, name);
  if (found == kNumberFormats.end()) return std::nullopt;
  return static_cast<NumberFormat>(found - kNumberFormats.begin());
}

namespace {

Rate read_rate(const std::string& id, ObjectReader& reader) {
  Rate rate{.id = id};
  rate.gpu = reader.text("gpu", "The GPU, out of the catalogue's `gpus`.");
  rate.precision = precision_of(reader.one_of("precision", precision_names(),
                                              "Precision of the matrix products."))
                       .value_or(NumberFormat::fp32);
  rate.batch = static_cast<double>(reader.count("batch_per_gpu", "Samples in a step.", kSamples));
  rate.samples_per_second =
      reader.number("samples_per_second", "Measured on one such GPU.", kRates);
  rate.sister = reader.number(
      "sister_rate", 1.0,
      "Factor by which the rate of another board with the same chip was multiplied.", kRates);
  reader.ignored("application", FieldType::text, "Application that was measured.");
  pass_over_unread(reader, "rates", "");
  return rate;
}

}  // namespace

Parts read_parts(ObjectReader& reader) {
  Parts parts;
  reader.optional_object(
      "parts", "What the catalogue knows of it; filled in.", [&](ObjectReader& r) {
        r.map("rates", "What one GPU was measured at, by id.",
              [&](const std::string& id, ObjectReader& one) {
                parts.rates.push_back(read_rate(id, one));
              });
        r.map("datasets", "What it is trained on.", [&](const std::string& id, ObjectReader& one) {
          Dataset& dataset = parts.datasets.emplace_back();
          dataset.id = id;
          dataset.record = one.quantity<Bytes>("record", Bytes(0.0), "One sample, as stored.",
                                               Bounds{.least = 0.0, .most = 1e18});
          dataset.samples = one.number("samples", 0.0, "How many there are to train on.",
                                       Bounds{.least = 0.0, .most = 1e15});
          dataset.validation = one.number("validation_samples", 0.0, "How many to evaluate with.",
                                          Bounds{.least = 0.0, .most = 1e15});
          pass_over_unread(one, "datasets", "");
        });
      });
  return parts;
}

}  // namespace gpuscape::data_parallel
