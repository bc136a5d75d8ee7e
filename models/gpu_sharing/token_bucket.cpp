/// Parts of a GPU that software keeps to at kernel launch (HAMi and its like): a bucket of tokens
/// is filled every 120 ms or so, so that a job's share is somewhere between its part and an equal
/// one, nearer to this the more multiprocessors the GPU has. Leaves out: memory, which it limits
/// exactly.

#include <algorithm>

#include "sim/model/registry.hpp"
#include "sim/sharing/compute_caps.hpp"

namespace gpuscape {
namespace {

class TokenBuckets final : public GpuSharing {
 public:
  explicit TokenBuckets(ObjectReader& reader) {
    bucket_.multiprocessors = static_cast<std::uint32_t>(
        reader.count("multiprocessors", 108, "Multiprocessors (SM) of one GPU; an A100 has 108.",
                     Bounds{.least = 1, .most = 1000}));
    bucket_.is_forced =
        reader.boolean("forced", false, "Whether a job that is alone is kept to its part, too.");
  }
  [[nodiscard]] bool changes_pace() const override { return true; }
  [[nodiscard]] std::string_view law() const override { return "token-bucket"; }
  [[nodiscard]] std::vector<double> shares_of(std::span<const GpuTenant> tenants) const override {
    double sum = 0.0;
    for (const GpuTenant& tenant : tenants) sum += tenant.part;
    std::vector<Ratio> caps;  // together at most 1, by a hair of rounding too
    for (const GpuTenant& tenant : tenants) caps.emplace_back(tenant.part / std::max(1.0, sum));
    std::vector<double> shares;
    for (const Ratio& share : bucket_shares(caps, bucket_))
      shares.push_back(std::min(tenants[shares.size()].use, share.value()));
    return shares;
  }

 private:
  TokenBucket bucket_;
};

}  // namespace

void register_gpu_sharing_token_bucket(Registry& registry) {
  registry.gpu_sharings.add(
      {.name = "token-bucket",
       .summary = "Parts that software enforces at kernel launch, as well as it can.",
       .example = R"({"multiprocessors": 108})"},
      [](ObjectReader& reader) { return std::make_unique<TokenBuckets>(reader); });
}

}  // namespace gpuscape
