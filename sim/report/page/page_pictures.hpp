#pragma once
/// The pictures of a comparison or of a run. Each is empty where there is nothing to draw.

#include <span>
#include <string>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// A design as pictures have it; a run alone is one, too.
struct PictureDesign {
  std::string name = {};
  bool is_baseline = false;
  std::size_t number = 1;              ///< its row in the table
  const PageResult* result = nullptr;  ///< null: not known
  bool is_complete = true;             ///< everything of its cost is counted
  std::optional<Estimate> wait = {};   ///< p95 queue wait, s; none: nothing is drawn
  std::string wait_text = {};
};

[[nodiscard]] std::vector<PictureDesign> picture_designs(const PageComparison& of);

/// p95 queue wait by design, with intervals.
[[nodiscard]] std::string wait_picture(std::span<const PictureDesign> designs,
                                       const std::string& id);
/// GPU time lost, by cause.
[[nodiscard]] std::string lost_time_picture(std::span<const PictureDesign> designs,
                                            const std::string& id);
/// The same as a table.
[[nodiscard]] std::string lost_time_table(std::span<const PictureDesign> designs);

/// Whether costs are comparable: the same currency over the same horizon in all
/// designs that have one. False where none has.
[[nodiscard]] bool costs_are_comparable(std::span<const PictureDesign> designs);
/// Cost by item.
[[nodiscard]] std::string cost_picture(std::span<const PictureDesign> designs,
                                       const std::string& id);
/// The same as a table, with capex, opex and the range of the total.
[[nodiscard]] std::string cost_table(std::span<const PictureDesign> designs);
/// Cost against p95 wait, and which designs are efficient.
[[nodiscard]] std::string cost_and_wait_picture(std::span<const PictureDesign> designs,
                                                const std::string& id);

}  // namespace gpuscape
