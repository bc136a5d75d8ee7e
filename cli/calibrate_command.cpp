#include "cli/calibrate_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "cli/exit_code.hpp"
#include "cli/measurement_input.hpp"
#include "cli/verify_command.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/calibration/calibrate.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/measured/calibration_text.hpp"
#include "sim/report/measured/law_svg.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

/// "h100" for "results/h100.profile.json".
std::string name_of(const CalibrateOptions& options) {
  const fs::path path = options.out.empty() ? options.files.front() : options.out;
  std::string name = path.filename().string();
  return name.substr(0, name.find('.'));
}

void write(const fs::path& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.put_in_place();
}

void write_plots(const std::string& folder, const Calibration& calibration) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw RunError(fmt::format("{}: {}", folder, error.message()));
  const Profile& profile = calibration.profile;
  for (std::size_t i = 0; i < profile.laws.size(); ++i) {
    const PathLaw& law = profile.laws[i];
    const auto host = profile.machine.find("host");
    std::string from = host == profile.machine.end() ? "" : host->second;
    for (const std::size_t file : law.grounds.files)
      from += fmt::format("{}{}", from.empty() ? "" : " · ", profile.files[file].name);
    for (const std::string& mark : law.grounds.marks) from += " · " + mark;
    refuse_foreign_drawing(fs::path(folder) / law_file_name(law.key), false);
    write(fs::path(folder) / law_file_name(law.key), law_svg(law, calibration.points[i], from));
  }
}

/// A profile takes the place of a profile, never of anything else.
void check_output(const CalibrateOptions& options) {
  std::error_code error;
  const auto refuse = [&](std::string message, std::string hint) {
    throw ScenarioError({{.file = options.out,
                          .pointer = "",
                          .message = std::move(message),
                          .hint = std::move(hint)}});
  };
  const fs::path folder = fs::path(options.out).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    refuse("its folder is not there", "make it first");
  if (!fs::exists(options.out, error)) return;
  for (const std::string& file : options.files)
    if (fs::equivalent(file, options.out, error))
      refuse("this is what was measured", "name another file for the profile");
  if (!fs::is_regular_file(options.out, error)) refuse("this is no file", "name another");
  std::string fault;
  const auto text = read_input(options.out, kMostFileBytes, fault);
  if (!text || text->substr(0, 200).find(kProfileFormat) == std::string::npos)
    refuse("it exists and is no profile", "name another file or remove this one");
}

}  // namespace

int calibrate_command(const CalibrateOptions& options, std::ostream& out) {
  if (!options.verify.empty())
    return verify_command({options.verify, options.files, options.dir, options.json}, out);
  if (!options.out.empty()) check_output(options);
  const MeasurementSet set = read_measurement_files(options.files);
  const FitOptions fit{.bound = options.bound};
  const Calibration calibration = calibrate(set, fit, name_of(options));
  const Profile& profile = calibration.profile;
  out << calibration_text(profile);
  for (const std::string& line : set.left_out) out << fmt::format("left out: {}\n", line);
  if (profile.laws.empty() && profile.calls.empty() && profile.rates.empty())
    throw ScenarioError({{.file = options.files.front(),
                          .pointer = "",
                          .message = "nothing of this can be trusted: no profile",
                          .hint = "measure again on a quiet machine, or widen --bound"}});
  if (!options.out.empty()) {
    write(options.out, profile_json(profile));
    out << fmt::format("\nprofile in {}\n", options.out);
  }
  if (!options.plot.empty()) write_plots(options.plot, calibration);
  return refused_without_table(profile) == 0 ? kDone : kCheckFailed;
}

}  // namespace gpuscape
