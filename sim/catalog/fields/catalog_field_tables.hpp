#pragma once
/// The tables behind catalog_fields().

#include "sim/catalog/fields/catalog_fields.hpp"

namespace gpuscape {

std::span<const CatalogField> applications_fields();
std::span<const CatalogField> cables_fields();
std::span<const CatalogField> cloud_fields();
std::span<const CatalogField> collective_libraries_fields();
std::span<const CatalogField> datasets_fields();
std::span<const CatalogField> failures_fields();
std::span<const CatalogField> gpus_fields();
std::span<const CatalogField> links_fields();
std::span<const CatalogField> nic_names_fields();
std::span<const CatalogField> nics_fields();
std::span<const CatalogField> nodes_fields();
std::span<const CatalogField> nvswitches_fields();
std::span<const CatalogField> path_classes_fields();
std::span<const CatalogField> pcie_fabrics_fields();
std::span<const CatalogField> rates_fields();
std::span<const CatalogField> frameworks_fields();
std::span<const CatalogField> remoting_fields();
std::span<const CatalogField> sources_fields();
std::span<const CatalogField> storage_fields();
std::span<const CatalogField> switches_fields();
std::span<const CatalogField> transports_fields();

}  // namespace gpuscape
