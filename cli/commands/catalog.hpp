#pragma once
/// `gpuscape catalog [NAME]`: which parts there are, and where their numbers are from.

#include <iosfwd>
#include <string>
#include <vector>

namespace gpuscape {

struct CatalogOptions {
  std::string name = {};  ///< an entry, a section, or SECTION/ENTRY; empty: all of them
  std::vector<std::string> folders = {};  ///< laid over what is shipped
  bool json = false;
  bool reference = false;  ///< the page docs/reference/catalog.md instead
};

/// Returns the exit code; faults of the folders are exceptions, an unknown name is told on `err`.
int catalog_command(const CatalogOptions& options, std::ostream& out, std::ostream& err);
}  // namespace gpuscape
