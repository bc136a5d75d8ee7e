/// Any bytes as the texts of Slurm's settings, cut at form feeds: the reader reports, and a
/// scenario of what it accepts is read without a fault of the program.

#include <algorithm>
#include <string>

#include "sim/scenario/sections/read_scenario.hpp"
#include "sim/scenario/slurm/slurm_settings.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  std::vector<gpuscape::SlurmText> texts;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find('\f', begin), all.size());
    texts.push_back({"text" + std::to_string(texts.size()), all.substr(begin, end - begin)});
    begin = end + 1;
  }
  gpuscape::ReadingContext context;
  const gpuscape::SlurmSettings settings = gpuscape::read_slurm_settings(texts, context);
  if (context.has_issues() || settings.cluster.is_null()) return 0;
  gpuscape::ObjectReader reader(settings.cluster, "/cluster", context);
  gpuscape::read_cluster(reader, "cluster.json");
  return 0;
}
