/// Names that would steer a terminal, through every command that prints names.

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "sim/base/excerpt.hpp"
#include "sim/base/terminal_filter.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/cli/run_program.hpp"

namespace gpuscape {
namespace {

namespace fs = std::filesystem;

/// A title that is set, a screen that is cleared, a C1 introducer, text that runs backwards.
const std::string kRaw = "\x1b]0;x\x07\x1b[2J\xC2\x9B\x33\x31m\xE2\x80\xAE\xE2\x81\xA6\xD8\x9C\x7F";
const std::string kInJson = R"(\u001b]0;x\u0007\u001b[2J\u009b31m\u202e\u2066\u061c\u007f)";

std::string steering_in(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_character_size(std::string_view(text).substr(at));
    const std::string character = text.substr(at, std::max<std::size_t>(size, 1));
    if (size == 0) return "broken UTF-8 at " + std::to_string(at);
    if (character != "\n" && character != "\t" && steers_terminal(character))
      return "byte " + std::to_string(at) + " of: " + excerpt(text.substr(at > 40 ? at - 40 : 0));
    at += size;
  }
  return "";
}

class HostileText : public ::testing::Test {
 protected:
  HostileText() {
    write_text(scenario(), with_name(R"({"format": 1, "title": "T@",
      "cluster": {"nodes": {"g@": {"type": "custom", "count": 2, "gpus": 4, "cores": 8, "memory": "64 GiB"}}},
      "workload": {"streams": {"s@": {"generate": {"duration": "1 d", "load": 0.5, "gpus": {"1": 1},
        "run_time": {"distribution": "exponential", "mean": "1 h"}}}}},
      "slo": {"o@": {"metric": "queue_wait", "quantile": 0.5, "at_most": "1 h"}},
      "variants": {"v@": {"run": {"seed": 2}}},
      "run": {"replications": 2}})"));
    write_text(folder_.path() / "bad.json", with_name(R"({"format": 1, "k@": 1, "title": 7})"));
    write_text(folder_.path() / "text.json", "{\"a\": " + kRaw + "}");
    fs::create_directory(folder_.path() / "parts");
    write_text(folder_.path() / "parts/own.json",
               with_name(R"({"gpus": {"e@": {"about": "a@", "k@": 1}}})"));
    write_text(folder_.path() / "log.csv", "JobID" + kRaw + ",Submit\n1,2\n");
    write_text(
        folder_.path() / "log.swf",
        "; Computer: " + kRaw + "\n1 0 0 60 1 -1 -1 1 60 -1 1 1 1 1 1 1 -1 -1\n" + kRaw + "\n");
    write_text(folder_.path() / "osu.txt",
               "# OSU MPI Latency Test v5 " + kRaw + "\n# Size " + kRaw);
  }
  static std::string with_name(std::string text) {
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@'))
      text.replace(at, 1, kInJson);
    return text;
  }
  [[nodiscard]] std::string scenario() const { return folder_.path() / "s.json"; }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.path() / name; }

  /// Runs it, and expects text that no terminal obeys; `foreign`: and that it shows something of
  /// a name.
  void expect_harmless(const std::vector<std::string>& words, bool foreign = true) const {
    std::ostringstream out, err;
    const int code = program(words, out, err, &linked_simgrid());
    std::string command;
    for (const std::string& word : words) command += excerpt(word) + " ";
    const std::string text = out.str() + err.str();
    EXPECT_NE(code, 70) << command << err.str();
    EXPECT_EQ(steering_in(out.str()), "") << command;
    EXPECT_EQ(steering_in(err.str()), "") << command;
    const bool shown =
        text.find("\xEF\xBF\xBD") != std::string::npos || text.find("\\u") != std::string::npos;
    EXPECT_TRUE(shown || !foreign) << command << text;
  }

  ScratchFolder folder_;
};

TEST_F(HostileText, SteersNoTerminalByCheck) {
  expect_harmless({"check", scenario()});
  expect_harmless({"check", scenario(), "--resolved"});
  expect_harmless({"check", file("bad.json")});
  expect_harmless({"check", file("text.json")});
  expect_harmless({"check", file("gone" + kRaw)});
}

TEST_F(HostileText, SteersNoTerminalByRunAndCompare) {
  const std::string out = file("out" + kRaw);
  expect_harmless({"run", scenario(), "--loop", "native", "--out", out});
  expect_harmless({"run", scenario(), "--loop", "native", "--out", out, "--json"});
  expect_harmless({"compare", scenario(), "--out", file("compared" + kRaw)});
  expect_harmless({"compare", scenario(), "--baseline", kRaw});
}

TEST_F(HostileText, SteersNoTerminalByTopo) {
  expect_harmless({"topo", scenario()});
  expect_harmless({"topo", kRaw});
  expect_harmless({"topo", scenario(), "--network", kRaw});
  expect_harmless({"topo", scenario(), "--between", kRaw});
}

TEST_F(HostileText, SteersNoTerminalByTheCatalogue) {
  expect_harmless({"catalog", kRaw});
  expect_harmless({"catalog", "--catalog", file("parts")});
  expect_harmless({"catalog", "--catalog", kRaw});
  expect_harmless({"catalog", "import", "--nvidia-smi-topo", file("osu.txt")}, false);
}

TEST_F(HostileText, SteersNoTerminalByTrace) {
  expect_harmless({"trace", "info", file("log.csv")}, false);
  expect_harmless({"trace", "info", file("log.swf")}, false);
  expect_harmless({"trace", "info", file("log.csv"), "--columns", R"({"submit": "x"})"}, false);
  expect_harmless({"trace", "generate", scenario(), "-o", file("o" + kRaw + ".csv")});
}

TEST_F(HostileText, SteersNoTerminalByCalibrate) {
  expect_harmless({"calibrate", file("osu.txt")}, false);
  expect_harmless({"calibrate", file("gone" + kRaw)});
  expect_harmless({"calibrate", "--verify", file("bad.json"), file("osu.txt")}, false);
}

TEST_F(HostileText, SteersNoTerminalByFaultsOfTheCommandLine) {
  expect_harmless({kRaw});
  expect_harmless({"run", scenario(), "--" + kRaw});
  expect_harmless({"run", scenario(), kRaw});
  expect_harmless({"run", scenario(), "--seed", kRaw});
  expect_harmless({"run", scenario(), "--loop", kRaw});
  expect_harmless({"run", scenario(), "--set", kRaw});
  expect_harmless({"check", scenario(), "--variant", kRaw});
  expect_harmless({"trace", kRaw});
  expect_harmless({"help", kRaw});
  expect_harmless({"validate", "--area", kRaw});
  expect_harmless({"__complete", "run", scenario(), "--variant", ""});
}

}  // namespace
}  // namespace gpuscape
