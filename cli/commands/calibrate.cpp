/// `gpuscape calibrate MEASUREMENTS… -o PROFILE`: what was measured becomes laws.

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "cli/command_table.hpp"
#include "cli/commands/calibrate/measurement_input.hpp"
#include "cli/commands/calibrate/verify.hpp"
#include "cli/exit_code.hpp"
#include "cli/input/limit_options.hpp"
#include "sim/base/input_file.hpp"
#include "sim/base/limits.hpp"
#include "sim/calibration/calibrate.hpp"
#include "sim/calibration/profile_json.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/format/wrapped_text.hpp"
#include "sim/report/measured/calibration_text.hpp"
#include "sim/report/measured/law_svg.hpp"

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

struct CalibrateOptions {
  std::vector<std::string> files;
  std::string out;   ///< the profile; empty: none is written
  std::string plot;  ///< folder for pictures; empty: none
  double bound = 0.10;
  std::string verify;  ///< a profile to hold against composites; empty: fit
  std::string dir;     ///< with verify: where the bench that it starts puts storage's file
  bool json = false;   ///< with verify
};

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
  if (!fs::is_regular_file(options.out, error)) refuse("not a regular file", "name another");
  std::string fault;
  const auto text = read_input(options.out, kMostFileBytes, fault);
  if (!text || text->substr(0, 200).find(kProfileFormat) == std::string::npos)
    refuse("it exists and is not a profile", "name another file or remove this one");
}

/// Prints what was fitted, and writes the profile and the pictures that are asked for.
int fit(const CalibrateOptions& options, std::ostream& out) {
  if (!options.out.empty()) check_output(options);
  const MeasurementSet set = read_measurement_files(options.files);
  const FitOptions fit{.bound = options.bound};
  const Calibration calibration = calibrate(set, fit, name_of(options));
  const Profile& profile = calibration.profile;
  out << calibration_text(profile);
  for (const std::string& line : set.left_out) out << plain_line("left out: " + line);
  if (profile.laws.empty() && profile.calls.empty() && profile.rates.empty())
    throw ScenarioError({{.file = options.files.front(),
                          .pointer = "",
                          .message = "no path could be fitted; the profile is not written",
                          .hint = "measure again on a quiet machine, or widen --bound"}});
  if (!options.out.empty()) {
    write(options.out, profile_json(profile));
    out << fmt::format("\nprofile in {}\n", options.out);
  }
  if (!options.plot.empty()) write_plots(options.plot, calibration);
  return refused_without_table(profile) == 0 ? kDone : kCheckFailed;
}

class CalibrateCommand final : public Command {
 public:
  explicit CalibrateCommand(CommandSyntax& syntax);
  [[nodiscard]] int run(const CommandContext& context) const override {
    if (options_.verify.empty()) return fit(options_, context.out);
    return verify_command({options_.verify, options_.files, options_.dir, options_.json},
                          context.out);
  }

 private:
  CalibrateOptions options_;
};

CalibrateCommand::CalibrateCommand(CommandSyntax& syntax) {
  CLI::App& app = syntax.app();
  CLI::Option* files =
      app.add_option("measurements", options_.files,
                     "Files of gpuscape-bench, nccl-tests, perftest, nvbandwidth, OSU, fio, iperf3")
          ->type_name("MEASUREMENTS");
  CLI::Option* out =
      app.add_option("-o,--out", options_.out, "The profile to write")->type_name("PROFILE");
  CLI::Option* plot =
      app.add_option("--plot", options_.plot, "Draw each law into this folder, as SVG")
          ->type_name("DIR");
  app.add_option("--bound", options_.bound, "Reject a fit whose median relative error exceeds X")
      ->type_name("X")
      ->check(CLI::Range(1e-6, 10.0).description(""))
      ->capture_default_str();
  CLI::Option* verify =
      app.add_option("--verify", options_.verify,
                     "Compare this profile's predictions with composite workloads; runs "
                     "gpuscape-bench if no MEASUREMENTS are given")
          ->type_name("PROFILE")
          ->excludes(out)
          ->excludes(plot);
  app.add_option("--dir", options_.dir, "Directory for the storage benchmark's scratch file")
      ->type_name("DIR")
      ->needs(verify);
  app.add_flag("--json", options_.json, "Print the comparison as JSON")->needs(verify);
  add_memory_option(syntax);
  app.callback([files, verify] {
    if (files->count() == 0 && verify->count() == 0)
      throw CLI::RequiredError("MEASUREMENTS (or --verify PROFILE)");
  });
}

}  // namespace

void register_command_calibrate(CommandTable& commands) {
  commands.add<CalibrateCommand>(
      {.path = "calibrate",
       .about = "Fit a calibration profile to measurements: transfer laws, costs and rates",
       .footer = "Examples:\n"
                 "  gpuscape calibrate node.json -o node.profile.json --plot plots\n"
                 "  gpuscape calibrate --verify node.profile.json composites.json"});
}

}  // namespace gpuscape
