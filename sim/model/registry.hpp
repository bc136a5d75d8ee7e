#pragma once
/// The models that a program knows, by kind and name. Programs fill one with
/// `register_builtin_models` (generated from models/CMakeLists.txt) and hand it in.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/fields/object_reader.hpp"
#include "sim/model/network.hpp"
#include "sim/model/node.hpp"
#include "sim/model/transport.hpp"
#include "sim/scheduling/backfill.hpp"
#include "sim/scheduling/placement_policy.hpp"
#include "sim/scheduling/scheduler.hpp"

namespace gpuscape {

/// Models of one kind. A factory reads the model's parameters from the object in which `type`
/// stands; faults go to the reader, and the model is built all the same (with fallbacks).
template <class Interface>
class ModelShelf {
 public:
  using Factory = std::function<std::unique_ptr<Interface>(ObjectReader&)>;
  struct Entry {
    std::string name;
    std::string summary;  ///< one sentence for the reference page
    Factory read;
  };

  void add(std::string name, std::string summary, Factory read) {
    ensure(find(name) == nullptr, "a model name is registered once: " + name);
    entries_.push_back({std::move(name), std::move(summary), std::move(read)});
  }
  [[nodiscard]] const Entry* find(std::string_view name) const {
    for (const Entry& entry : entries_)
      if (entry.name == name) return &entry;
    return nullptr;
  }
  /// In the order of registration.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    result.reserve(entries_.size());
    for (const Entry& entry : entries_) result.push_back(entry.name);
    return result;
  }

 private:
  std::vector<Entry> entries_;
};

struct Registry {
  ModelShelf<NodeModel> nodes;
  ModelShelf<NetworkModel> networks;
  ModelShelf<Transport> transports;  ///< by the `kind` of a catalogue entry
  ModelShelf<Scheduler> schedulers;
  ModelShelf<Backfill> backfills;
  ModelShelf<PlacementPolicy> placements;
};

}  // namespace gpuscape
