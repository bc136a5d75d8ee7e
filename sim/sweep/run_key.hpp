#pragma once
/// What a run is known by: everything that decides its result.

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/input_file.hpp"
#include "sim/scenario/spec.hpp"

namespace gpuscape {

/// SHA-256 of files, each read once while it does not change.
class FileDigests {
 public:
  /// 64 hexadecimal digits; "missing" of a file that is not there. Throws RunError where it cannot
  /// be read. May be called from several threads.
  std::string of(const std::string& file);

 private:
  struct Known {
    InputStamp stamp;
    std::string digest;
  };
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// 64 hexadecimal digits over the resolved design, the digests of the logs that it replays and of
/// `files`, which all designs may read, and the program's version.
std::string run_key(const ScenarioSpec& design, const std::vector<std::string>& files,
                    std::string_view version, FileDigests& digests);

/// Of any text: what a design is known by that cannot be run, and what a sweep is.
std::string text_key(std::string_view text);

}  // namespace gpuscape
