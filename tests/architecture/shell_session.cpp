#include "tests/architecture/shell_session.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "test_paths.hpp"
#include "tests/support/shared_data.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

constexpr char kEndOfCommand = '\x01';

void write_lines(const fs::path& path, const std::vector<std::string>& lines) {
  fs::create_directories(path.parent_path());
  std::ofstream stream(path);
  for (const std::string& line : lines) stream << line << '\n';
}

std::pair<int, std::string> capture(const std::string& command) {
  std::string text;
  FILE* pipe =
      popen(command.c_str(), "r");  // NOLINT(cert-env33-c): commands come from our own pages
  if (pipe == nullptr) return {-1, "cannot start a shell"};
  std::array<char, 4096> chunk{};
  for (std::size_t n = 0; (n = fread(chunk.data(), 1, chunk.size(), pipe)) > 0;)
    text.append(chunk.data(), n);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

ReadersFolder::ReadersFolder(const std::string& name)
    : folder_(fs::path(testing::TempDir()) /
              ("gpuscape-" + name + "-" + std::to_string(getpid()))) {
  fs::create_directories(folder_ / "build/release/bin");
  fs::copy(source_file("scenarios"), folder_ / "scenarios", fs::copy_options::recursive);
  fs::create_directories(folder_ / "validation");
  fs::copy(source_file("validation/measured"), folder_ / "validation/measured");
  fs::create_symlink(gpuscape_program(), folder_ / "build/release/bin/gpuscape");
  write("scripts/run.sh", {"#!/bin/sh", "[ $# -gt 0 ] || set -- scenarios/quickstart.json",
                           "exec build/release/bin/gpuscape run \"$@\""});
  fs::permissions(folder_ / "scripts/run.sh", fs::perms::owner_all);
}

ReadersFolder::~ReadersFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void ReadersFolder::write(const std::string& file, const std::vector<std::string>& lines) const {
  write_lines(folder_ / file, lines);
}

// The shell prints a mark and the exit code after each command, and hands the code on to `$?`.
std::vector<CommandOutcome> ReadersFolder::run(const std::vector<std::string>& commands) const {
  std::vector<std::string> script{"cd '" + folder_.string() + "'", "exec 2>&1 </dev/null"};
  for (const std::string& command : commands) {
    script.push_back(command);
    script.emplace_back("code=$?; printf '\\001%d\\001' $code; (exit $code)");
  }
  const fs::path file = folder_.string() + ".sh";
  write_lines(file, script);
  std::istringstream text(capture("bash '" + file.string() + "' 2>&1").second);
  fs::remove(file);
  std::vector<CommandOutcome> outcomes;
  for (std::string output, code;
       std::getline(text, output, kEndOfCommand) && std::getline(text, code, kEndOfCommand);) {
    outcomes.push_back({std::stoi(code), split_lines(output)});
  }
  return outcomes;
}

fs::path gpuscape_program() { return fs::path(GPUSCAPE_BINARY_DIR) / "bin/gpuscape"; }

CommandOutcome run_in_checkout(const std::string& command) {
  const auto [code, text] =
      capture("cd '" + source_file("").string() + "' && " + command + " 2>&1");
  return {code, split_lines(text)};
}

}  // namespace gpuscape
