#pragma once
/// Finding the GPUs, and saying what stands in the way.

#include "core/options.hpp"
#include "cuda/node.hpp"

namespace gpuscape::bench::cuda {

/// Fills node.gpus. Empty, or one line: why nothing can be measured on GPUs, and the remedy.
std::string find_gpus(Node& node);

/// As the result file lists it.
DeviceFacts facts_of(const Node& node, const Gpu& gpu, bool identify);

/// Notes in gpu.marks what makes measures on it less than they could be; a line for each, with the
/// remedy. To be called before this process has a context of its own there.
std::vector<std::string> obstacles(const Node& node, Gpu& gpu);

/// The same of this process's environment, for every GPU.
std::vector<std::string> obstacles_of_environment(Node& node);

/// What sysfs says of a PCI device: "numa_node", "pcie_speed", "pcie_width" and so on, where told.
std::map<std::string, std::string> pci_facts(const std::string& folder);

}  // namespace gpuscape::bench::cuda
