/// What jobs are trained on: where it lies, in what pieces it is read, what nodes keep of it; and
/// what is copied from store to store.

#include "sim/scenario/sections/read_scenario.hpp"

namespace gpuscape {

namespace {

constexpr Bounds kAmounts{.least = 1.0, .most = 1e18};

DatasetSpec::Cache read_cache(ObjectReader& reader) {
  DatasetSpec::Cache cache;
  cache.size = reader.quantity<Bytes>("size", "What each node keeps of it at most.", kAmounts);
  cache.on = reader
                 .optional_text("on",
                                "The cluster's storage in which it is kept, of type `node-local`; "
                                "without it the nodes' memory.")
                 .value_or("");
  cache.stays = reader.boolean("stays", false,
                               "What a node keeps stays there after the job, until other datasets "
                               "that stay need the room: a "
                               "job finds it and does not read its first epoch from the storage.");
  return cache;
}

}  // namespace

DatasetSpec read_dataset(const std::string& name, ObjectReader& reader) {
  DatasetSpec spec{.name = name, .place = reader.value().place(), .pointer = reader.pointer()};
  spec.on = reader.text("on", "The cluster's storage on which it lies.");
  spec.record =
      reader.quantity<Bytes>("record", Bytes(0.0),
                             "One sample, as stored; without it that of the catalogue or of the "
                             "application.",
                             Bounds{.least = 0.0, .most = 1e15});
  spec.samples =
      reader.number("samples", 0.0, "Samples of an epoch; without it those of the catalogue.",
                    Bounds{.least = 0.0, .most = 1e15});
  spec.size = reader.quantity<Bytes>("size", spec.record * spec.samples,
                                     "All of it, as stored; without it samples times record.",
                                     Bounds{.least = 0.0, .most = 1e18});
  spec.read = reader.optional_quantity<Bytes>(
      "read", "What one read asks of the store; without it a record, as where each is a file.",
      kAmounts);
  spec.open = reader.quantity<Seconds>(
      "open", Seconds(0.0),
      "Time that a reader waits before each read, on top of the store's latency: small files are "
      "looked up and opened.",
      Bounds{.least = 0.0, .most = 3600.0});
  spec.readers =
      reader
          .optional_count("readers",
                          "Reads that are under way at once on each node, of all its jobs' "
                          "loading processes together; without it as many as it takes.",
                          Bounds{.least = 1.0, .most = 1e6})
          .value_or(0);
  reader.optional_object("cache",
                         "What nodes keep of it: each job reads it once from the store, and in "
                         "later epochs as much less as is kept.",
                         [&](ObjectReader& r) { spec.cache = read_cache(r); });
  spec.stages_in = reader.boolean(
      "stage_in", false,
      "Before a job works, each of its nodes copies what it keeps; the job waits for "
      "that. Without it nodes keep what the first epoch reads.");
  reader.ignored("validation_samples", FieldType::any, "Samples to evaluate with.");
  return spec;
}

CopySpec read_copy(const std::string& name, ObjectReader& reader) {
  CopySpec spec{.name = name, .place = reader.value().place(), .pointer = reader.pointer()};
  spec.from = reader.text("from", "The cluster's storage that is read.");
  spec.to = reader.text("to", "The cluster's storage that is written.");
  spec.dataset =
      reader.optional_text("dataset", "The dataset whose size is copied; without it `size` says.")
          .value_or("");
  spec.size = reader
                  .optional_quantity<Bytes>(
                      "size", "How much is copied; without it the size of `dataset`.", kAmounts)
                  .value_or(Bytes(0.0));
  spec.read = reader.quantity<Bytes>(
      "read", Bytes(1e6), "What one read asks of a storage that serves so many reads a second.",
      kAmounts);
  spec.start = reader.quantity<Seconds>("start", Seconds(0.0), "When it begins.",
                                        Bounds{.least = 0.0, .most = 1e11});
  spec.every = reader.optional_quantity<Seconds>(
      "every",
      "How long after it was due it is due again; one that is due while the one before is under "
      "way begins when that is done. Without it, it is done once.",
      Bounds{.least = 1.0, .most = 1e11});
  spec.at_most = reader.optional_quantity<BytesPerSecond>(
      "at_most", "What the tool that copies moves in a second, whatever the stores give.",
      kAmounts);
  return spec;
}

}  // namespace gpuscape
