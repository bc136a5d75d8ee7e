#include "gui/workspace/export.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "gui/view/command_text.hpp"
#include "sim/base/error.hpp"
#include "sim/live/whole_result.hpp"
#include "sim/report/folder/result_folder.hpp"
#include "sim/report/folder/write_run.hpp"

namespace gpuscape::gui {

namespace {

std::string system_message(int error) { return std::generic_category().message(error); }

}  // namespace

std::string gui_version() { return GPUSCAPE_VERSION; }

Provenance window_provenance(std::string command) {
  Provenance provenance;
  provenance.command = std::move(command);
  provenance.version = gui_version();
  provenance.loop = "native";
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0) provenance.host = host.data();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  provenance.peak_memory_bytes = std::int64_t{usage.ru_maxrss} * 1024;
  return provenance;
}

void write_new_file(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wx");
  if (file == nullptr) {
    const int why = errno;
    throw RunError(why == EEXIST
                       ? fmt::format("{}: there is such a file already; choose another name", path)
                       : fmt::format("{}: cannot be written: {}", path, system_message(why)));
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (written && closed) return;
  const int why = errno;
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  throw RunError(fmt::format("{}: cannot be written: {}", path, system_message(why)));
}

void export_result_folder(const std::string& folder, const LiveAnswer& answer,
                          const Registry& registry) {
  if (answer.outcome == nullptr || answer.is_stale || answer.stage != LiveStage::exact ||
      answer.scenario == nullptr)
    throw RunError("the answer is not exact yet: wait for it, then export");
  const StudyResult result = whole_result(answer, registry);
  write_run(folder, {result, answer.scenario->guesses, answer.asked.source.file},
            window_provenance(run_command(answer.asked)));
}

std::string default_folder(const std::string& scenario_file) {
  return ResultFolder::default_path(scenario_file).string();
}

}  // namespace gpuscape::gui
