#pragma once

#include <memory>

#include <CLI/CLI.hpp>

namespace gpuscape {

/// How help is written: the same with every version of CLI11 (2.4 shows a default as "[x]", 2.3 as
/// "=x").
std::shared_ptr<CLI::Formatter> help_format();

}  // namespace gpuscape
