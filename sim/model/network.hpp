#pragma once
/// A cluster network. In this version networks are read and checked; they carry no traffic yet.

#include <string>

#include "sim/platform/platform.hpp"

namespace gpuscape {

class NetworkModel {
 public:
  virtual ~NetworkModel() = default;
  /// What is wrong with this network on that cluster; empty when nothing is.
  [[nodiscard]] virtual std::string fault(const Platform& platform) const = 0;
};

}  // namespace gpuscape
