/// The CUDA family: what of it this machine has.

#include "core/families.hpp"
#include "cuda/devices.hpp"
#include "cuda/gemm.hpp"
#include "cuda/gpu_probe.hpp"

namespace gpuscape::bench {

namespace {

using namespace cuda;

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string cublas_version(const Cublas& library) {
  // libraryPropertyType: major, minor, patch.
  std::string text;
  for (const int part : {0, 1, 2}) {
    int value = 0;
    if (library.property.code(part, &value) != 0) return "not told";
    text += (part == 0 ? "" : ".") + std::to_string(value);
  }
  return text;
}

void add_versions(Offer& offer, const Node& node) {
  int version = 0;
  if (node.driver.version.code(&version) == 0)
    offer.versions["cuda driver api"] = version_text(version);
  const std::string driver = node.nvml.driver_version();
  if (!driver.empty()) offer.versions["nvidia driver"] = driver;
}

/// Whether the GPU gives a context; --list and --plan run nothing, and so do not ask.
bool opens(Offer& offer, Node& node, const Gpu& gpu, const Options& options) {
  if (options.list || options.plan) return true;
  try {
    node.use(gpu.number);
    return true;
  } catch (const Failure& fault) {
    offer.absent.push_back("cuda: " + std::string(fault.what()) + "; " + gpu.id + " is left out");
    return false;
  }
}

std::shared_ptr<const Blas> blas_of(Offer& offer) {
  auto blas = std::make_shared<const Blas>();
  if (!blas->plain.ready()) {
    offer.absent.push_back("cuda: no cuBLAS (" + blas->plain.why() +
                           "): no matrix products measured; install libcublas or add its folder "
                           "to LD_LIBRARY_PATH");
    return nullptr;
  }
  offer.versions["cublas"] = cublas_version(blas->plain);
  if (!blas->light.ready())
    offer.absent.push_back("cuda: no cuBLASLt (" + blas->light.library.why() +
                           "): no matrix products in fp8 measured");
  return blas;
}

void add_measures(Offer& offer, const NodePtr& node, const Gpu& gpu, const Options& options,
                  const std::shared_ptr<const Blas>& blas) {
  Measures& out = offer.measures;
  add_copies(out, node, gpu, options);
  add_memory_streams(out, node, gpu, options);
  if (options.quick && gpu.number > 0) return;
  add_calls(out, node, gpu);
  add_graphs(out, node, gpu);
  add_call_streams(out, node, gpu);
  add_rates(out, node, gpu);
  add_shared(out, node, gpu);
  add_two_processes(out, node, gpu, options);
  if (blas) add_gemms(out, node, gpu, blas, options);
}

void say_what_the_driver_lacks(Offer& offer, const Driver& driver) {
  const auto say = [&](bool there, const char* what) {
    if (!there)
      offer.absent.push_back(std::string("cuda: this driver has no ") + what +
                             "; update it to measure them");
  };
  say(driver.has_graphs(), "graphs");
  say(driver.has_pools(), "memory pools");
  say(driver.has_peers(), "copies between GPUs");
}

}  // namespace

Offer offer_cuda(const Options& options) {
  Offer offer;
  const NodePtr node = std::make_shared<Node>();
  const std::string why = find_gpus(*node);
  if (!why.empty()) {
    offer.absent.push_back(why);
    return offer;
  }
  add_versions(offer, *node);
  if (!node->nvml.ready())
    offer.absent.push_back(
        "cuda: no NVML (libnvidia-ml.so.1): clocks, temperatures and other processes are not read");
  for (std::string& line : obstacles_of_environment(*node)) offer.absent.push_back(std::move(line));
  for (Gpu& gpu : node->gpus) {
    for (std::string& line : obstacles(*node, gpu)) offer.absent.push_back(std::move(line));
    offer.devices.push_back(facts_of(*node, gpu, options.identify));
  }
  say_what_the_driver_lacks(offer, node->driver);
  const auto blas = blas_of(offer);
  std::vector<const Gpu*> open;
  for (const Gpu& gpu : node->gpus)
    if (opens(offer, *node, gpu, options)) open.push_back(&gpu);
  try {
    for (const Gpu* gpu : open) add_measures(offer, node, *gpu, options, blas);
    if (open.size() == node->gpus.size()) add_peer_copies(offer.measures, node, options);
  } catch (const Failure& fault) {
    offer.absent.push_back("cuda: " + std::string(fault.what()) +
                           "; the measures after that are left out");
  }
  return offer;
}

}  // namespace gpuscape::bench
