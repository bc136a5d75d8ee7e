#pragma once
/// The end that does what the other asks.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "pair/message.hpp"

namespace gpuscape::bench {

/// What stands up the peer's part of a family's measures.
class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  Service(Service&&) = delete;
  Service& operator=(Service&&) = delete;
  virtual ~Service() = default;

  /// Throws Failure for what it cannot do.
  virtual Message answer(const Message& request) = 0;
};

/// By the request's verb.
using Services = std::map<std::string, std::unique_ptr<Service>>;

/// Until the peer says goodbye. Throws Lost where it is gone, or says nothing for so long. Returns
/// the number of requests.
std::int64_t serve(Channel& channel, const Services& services, double idle_limit);

}  // namespace gpuscape::bench
