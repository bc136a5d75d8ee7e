#include "pair/server.hpp"

namespace gpuscape::bench {

namespace {

Message answer_of(const Services& services, const Message& request) {
  const auto service = services.find(request.verb);
  if (service == services.end())
    return Message{"failed", {{"why", "it knows no \"" + request.verb.substr(0, 32) + "\""}}};
  try {
    return service->second->answer(request);
  } catch (const Lost& fault) {
    return Message{"lost", {{"why", fault.what()}}};
  } catch (const std::exception& fault) {
    return Message{"failed", {{"why", fault.what()}}};
  }
}

}  // namespace

std::int64_t serve(Channel& channel, const Services& services, double idle_limit) {
  for (std::int64_t requests = 0;; ++requests) {
    const Message request = channel.receive(idle_limit);
    if (request.verb == "bye") return requests;
    Message answer = answer_of(services, request);
    answer.set("request", request.text("request"));
    channel.send(answer);
  }
}

}  // namespace gpuscape::bench
