#pragma once
/// The table of nccl-tests: its head, which differs between versions, and its rows.

#include <optional>
#include <string>
#include <vector>

#include "sim/calibration/tools/measured_file.hpp"

namespace gpuscape {

/// One measured time of a row, out of place or in place, with the rates that the row says.
struct NcclResult {
  std::string_view direction;
  double microseconds = 0.0;
  double algbw = 0.0;                ///< GB/s, as printed
  std::optional<double> busbw = {};  ///< likewise
  bool wrong = false;                ///< values were
};

struct NcclRow {
  int line = 0;
  double bytes = 0.0;
  std::string type;   ///< "float"; empty where the row does not say
  std::string redop;  ///< "sum"
  std::string root;   ///< "-1"
  std::vector<NcclResult> results;
};

/// Columns may be blank, and a row may have more of them than the head names: a time is the figure
/// by which the size gives the rate beside it.
class NcclHead {
 public:
  /// Of a line "# size count type … time algbw busbw …"; nothing where it is another line.
  static std::optional<NcclHead> of(const TextLine& line);

  /// Returns why the row cannot be used, or an empty text.
  std::string read(const TextLine& line, NcclRow& row) const;

 private:
  [[nodiscard]] std::optional<std::size_t> time_in(const TextLine& line, std::size_t column,
                                                   std::size_t after) const;
  [[nodiscard]] std::string why_not(const TextLine& line, std::size_t column) const;

  std::size_t columns_ = 0;
  std::vector<std::size_t> times_;  ///< out of place and in place
  bool counts_wrong_ = false;       ///< "#wrong"; an older "error" is a deviation
};

/// What the bus bandwidth of an operation is by its own algorithm bandwidth among so many ranks, as
/// nccl-tests defines it.
[[nodiscard]] double nccl_bus_factor(std::string_view operation, int ranks);
/// False where a result's two rates contradict that number of ranks.
[[nodiscard]] bool fits_ranks(const NcclResult& result, std::string_view operation, int ranks);

}  // namespace gpuscape
