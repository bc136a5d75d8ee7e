#pragma once
/// What the command line asks for.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuscape::bench {

struct Options {
  bool help = false;
  bool version = false;
  bool list = false;  ///< say what would be measured, by name, and end
  bool plan = false;  ///< families, peers, bytes, minutes; runs nothing
  bool quick = false;
  bool composites = false;
  bool identify = false;               ///< names, serials and UUIDs as they are instead of hashed
  bool anonymous = false;              ///< hidden names that no other run shares, no command line
  std::vector<std::string> only = {};  ///< families; empty: all
  std::string filter = {};             ///< a part of the measures' names
  std::string output = {};             ///< "-o"
  int repetitions = 0;                 ///< 0: by quick or full
  double min_time = 0.0;               ///< seconds a repetition; 0: by quick or full

  std::string dir = {};                            ///< where storage makes its one file
  std::int64_t max_bytes = std::int64_t{8} << 30;  ///< of that file

  bool pair = false;        ///< with a peer, found from SLURM_*
  std::string listen = {};  ///< "ADDRESS:PORT"
  std::string connect = {};
  std::string token_file = {};  ///< mode 600; else GPUSCAPE_BENCH_TOKEN
  std::string ib_device = {};
  std::optional<int> gid_index = {};
  int service_level = 0;
  int pkey_index = 0;
  double idle_limit = 600.0;  ///< seconds without a word of the peer after which it ends

  std::string program = {};  ///< what to start as a second process; empty: none can be started

  /// Whether a family was asked for.
  [[nodiscard]] bool wants(const std::string& family) const;
  [[nodiscard]] double repetition_seconds() const;
  [[nodiscard]] int rounds() const;
};

/// What is wrong with the command line, with a hint.
struct UsageFault {
  std::string message;
};

/// Throws UsageFault.
Options read_options(int argc, char** argv);

std::string usage_text();

}  // namespace gpuscape::bench
