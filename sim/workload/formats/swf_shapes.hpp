#pragma once
/// Part of the SWF reader: what jobs of an extended log ask for in GPUs, nodes and cores, where
/// field 5 may count nodes or cores.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/workload/formats/swf_header.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/read_report.hpp"
#include "sim/workload/text/line_reader.hpp"

namespace gpuscape {

/// What a row says.
struct SwfShape {
  std::int64_t allocated = 0;  ///< field 5: nodes or cores
  std::int64_t gpus = 0;
  std::int64_t nodes = 0;           ///< 0: it does not say
  std::int64_t cores_per_node = 0;  ///< 0: it does not say
};

/// "all:excl:2x4": two nodes with four cores each. Returns true where `excl` asks for whole nodes.
bool read_swf_properties(std::string_view text, SwfShape& shape);

/// A row that says its nodes is believed; then field 5 counts cores where it is larger. For all
/// other rows field 5 is believed to count alike, by the first of these that tells: the scenario,
/// its name in the header, rows that say their nodes, a row with more GPUs than field 5 says (so it
/// counts nodes), the header's MaxNodes where no row goes beyond it (nodes); else cores.
class SwfShapes {
 public:
  SwfShapes(ReadReport& report, std::string_view processors) : report_(report), said_(processors) {}

  /// Fills what is known now.
  void read(const SwfShape& shape, const Line& line, Demand& demand);
  /// Decides on field 5 and says so; throws ScenarioError where a job has more than the machine of
  /// the header.
  void finish(const SwfHeader& header, const SwfFields& fields, JobTable& table);

 private:
  /// The largest of an amount, and where it was met.
  struct Most {
    std::int64_t amount = 0;
    std::int64_t line = 0;
    void meet(std::int64_t other, std::int64_t in_line) {
      if (other > amount) *this = {other, in_line};
    }
  };
  struct Belief {
    bool nodes;
    std::string_view why;
  };
  [[nodiscard]] Belief belief(const SwfHeader& header, const SwfFields& fields) const;
  void refuse_beyond(const Most& most, std::string_view what, std::optional<std::int64_t> machine,
                     std::string_view key) const;
  void set_nodes(const SwfHeader& header, JobTable& table);

  ReadReport& report_;
  std::string said_;
  Most nodes_, cores_, gpus_, unclear_;
  std::int64_t unclear_rows_ = 0;
  std::int64_t say_nodes_ = 0;
  std::int64_t say_cores_ = 0;
  std::int64_t more_gpus_ = 0;
};

}  // namespace gpuscape
