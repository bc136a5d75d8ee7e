#pragma once
/// The transports that a scenario may use: the catalogue's entries that say of what kind they are.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/reading_context.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {

struct NamedTransport {
  std::string id;
  std::unique_ptr<const Transport> transport;
};

class TransportSet {
 public:
  /// Reads every entry of `entries` (an object by id; null: none) that has a `kind`. What is wrong
  /// with one goes to the context.
  TransportSet(const JsonValue& entries, const Registry& registry, ReadingContext& context);
  TransportSet(TransportSet&&) = default;

  /// Reads one more, as a network has it in place. Null where it is no transport.
  const NamedTransport* add(const JsonValue& entry, std::string id, const std::string& pointer,
                            ReadingContext& context);

  [[nodiscard]] const NamedTransport* find(std::string_view id) const;
  [[nodiscard]] std::vector<std::string> ids() const;
  /// In the order of the catalogue.
  [[nodiscard]] const std::vector<std::unique_ptr<const NamedTransport>>& all() const {
    return transports_;
  }

 private:
  const Registry* registry_;
  std::vector<std::unique_ptr<const NamedTransport>> transports_;
};

}  // namespace gpuscape
