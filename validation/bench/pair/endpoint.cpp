#include <algorithm>

#include "core/options.hpp"
#include "pair/socket.hpp"

namespace gpuscape::bench {

std::string Endpoint::text() const {
  const bool brackets = host.find(':') != std::string::npos;
  return (brackets ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Endpoint endpoint_of(const std::string& option, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
  std::string host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  const bool number =
      !digits.empty() && digits.size() <= 5 &&
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (host.empty() || !number || std::stoi(digits) > 65535)
    throw UsageFault{option + " \"" + text + "\": ADDRESS:PORT is expected, such as 10.0.0.1:7777"};
  if (host == "*")  // the C library would take the loopback address for it
    throw UsageFault{option + " \"" + text +
                     "\": \"*\" is not an address; name one of this machine's addresses"};
  return {host, std::stoi(digits)};
}

}  // namespace gpuscape::bench
