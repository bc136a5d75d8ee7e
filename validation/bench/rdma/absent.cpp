/// Stands in for the family where libibverbs' header was absent when this was built.

#include "core/build_parts.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {

namespace {

class NoService final : public Service {
 public:
  Message answer(const Message& /*request*/) override {
    throw Failure(std::string("RDMA: ") + kWithoutVerbs);
  }
};

}  // namespace

Offer offer_rdma(const Options& /*options*/) {
  Offer offer;
  offer.absent.push_back(std::string("no RDMA: ") + kWithoutVerbs);
  return offer;
}

Offer offer_rdma_pair(const Options& options, const std::shared_ptr<Peer>& /*peer*/) {
  return offer_rdma(options);
}

std::unique_ptr<Service> rdma_service(const Options& /*options*/, std::function<bool()> /*gone*/) {
  return std::make_unique<NoService>();
}

}  // namespace gpuscape::bench
