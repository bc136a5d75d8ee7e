#pragma once
/// Who holds which node when, as rectangles: job by job where there is room, else the share of each
/// row that jobs hold. At any level of detail the rectangles hold all GPU time of the window.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/view/timeline_view.hpp"
#include "sim/run/record/run_result.hpp"

namespace gpuscape::gui {

/// What is asked for.
struct GanttFrame {
  TimeWindow window = {};
  int width = 1000;                 ///< pixels
  int most_rows = 200;              ///< that have room; more nodes than these share rows
  std::uint32_t first_node = 0;     ///< over the cluster
  std::uint32_t nodes = 0;          ///< from it on; 0: all
  std::size_t most_boxes = 20'000;  ///< beyond which rows show shares instead of jobs
  friend bool operator==(const GanttFrame&, const GanttFrame&) = default;
};

struct GanttRow {
  std::string label = {};  ///< "gpu/3", "gpu/0 – gpu/7", "gpu/3 gpu2", "gpu/3 GPU 2"
  std::uint32_t first_node = 0;
  std::uint32_t nodes = 1;
  std::int32_t lane = -1;  ///< of a row that is one GPU of its node; −1: whole nodes
  double gpus = 0.0;       ///< that it has
};

struct GanttBox {
  std::uint32_t row = 0;
  float left = 0.0F;  ///< pixels
  float right = 0.0F;
  /// Of the height of the row, from its top: jobs that share a node lie below each other. Of a
  /// share: 0 to 1.
  float top = 0.0F;
  float bottom = 1.0F;
  float share = 1.0F;        ///< of the row's GPUs that are held; 1 for a job's own box
  GpuSeconds gpu_time{0.0};  ///< that it stands for, within the window
  std::uint32_t job = 0;     ///< only where the view is by jobs
};

/// A stretch in which nodes of a row are out of service.
struct GanttAway {
  std::uint32_t row = 0;
  float left = 0.0F;  ///< pixels
  float right = 0.0F;
  float share = 1.0F;  ///< of the row's nodes
};

struct GanttView {
  enum class Detail : std::uint8_t {
    gpus,    ///< a row is a GPU; which one a job holds is drawn where it is not known
    jobs,    ///< a row is a node, a box a job on it
    shares,  ///< boxes are shares of rows in time
  };
  Detail detail = Detail::shares;
  GanttFrame frame = {};
  std::vector<GanttRow> rows = {};
  std::vector<GanttBox> boxes = {};  ///< by rising row, then left edge
  std::vector<GanttAway> away = {};  ///< drawn behind the boxes
  GpuSeconds gpu_time{0.0};          ///< of all boxes: what jobs hold of these nodes in the window
};

/// Of cores where the run counts them: rows have cores, and no row is one GPU.
GanttView gantt_view(const RunResult& run, const GanttFrame& frame);

/// What lies under a point: `x` in pixels, `y` in rows from the top (2.5: the middle of row 2).
struct GanttHit {
  std::uint32_t row = 0;
  Seconds date{0.0};
  std::vector<std::uint32_t> jobs = {};  ///< that hold something of the row then, at most 50
  bool more = false;                     ///< there are others
  bool away = false;                     ///< a node of the row is out of service then
};
std::optional<GanttHit> gantt_hit(const GanttView& view, const RunResult& run, double x, double y);

/// "job 8123 · 8 GPUs on gpu/3 · 2 h 10 min", for a tooltip.
std::string box_text(const GanttView& view, const RunResult& run, const GanttBox& box);

}  // namespace gpuscape::gui
