#include "sim/model/transport.hpp"

namespace gpuscape {

std::string_view scope_text(TransportScope scope) {
  switch (scope) {
    case TransportScope::host_copy:
      return "between a GPU and host memory of its node";
    case TransportScope::peer_copy:
    case TransportScope::staged_copy:
      return "between two GPUs of a node";
    case TransportScope::network:
    case TransportScope::gpudirect:
      return "between nodes";
    case TransportScope::links_alone:
      break;
  }
  return "between any two devices";
}

std::string_view rate_limit_text(RateLimit limit) {
  switch (limit) {
    case RateLimit::links:
      break;
    case RateLimit::transport:
      return "transport";
    case RateLimit::copy_engine:
      return "copy engine";
    case RateLimit::path:
      return "path between the devices";
    case RateLimit::core:
      return "one core";
    case RateLimit::messages:
      return "CPU time per message";
    case RateLimit::connection:
      return "connections to the store";
    case RateLimit::window:
      return "messages in flight";
  }
  return "";
}

}  // namespace gpuscape
