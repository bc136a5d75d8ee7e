#pragma once

#include <string>

#include "core/options.hpp"

namespace gpuscape::bench {

/// A line of the file without what names a user's folders, hosts and addresses: what the command
/// line gave, this host's name and every path outside the system's folders become "…". With
/// --identify the line as it is.
std::string without_places(const std::string& line, const Options& options);

}  // namespace gpuscape::bench
