#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace gpuscape {

/// How help is written: the same with every version of CLI11 (2.4 shows a default as "[x]", 2.3 as
/// "=x").
std::shared_ptr<CLI::Formatter> help_format();

/// What `--help` of a command prints.
std::string help_text(const CLI::App& command);

}  // namespace gpuscape
