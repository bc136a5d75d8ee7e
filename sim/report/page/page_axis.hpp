#pragma once
/// Designs that differ in one number: a slider over them. It shows the rows of the table that were
/// computed, and between two of them both; it computes nothing. Without scripts the table stands
/// alone.

#include <string>
#include <string_view>
#include <vector>

#include "sim/report/page/page_data.hpp"

namespace gpuscape {

/// The one number in which at least three designs differ from each other.
struct DesignAxis {
  std::string pointer = {};               ///< of the resolved scenario
  std::vector<std::size_t> designs = {};  ///< into the comparison, by rising value
  std::vector<std::string> values = {};   ///< of each: "16", "25 GB/s"
};
/// Without designs where there is none. A design that differs in more is not on it.
[[nodiscard]] DesignAxis design_axis(const PageComparison& of);

/// The slider, for the container of the table; empty where there is no axis. It is hidden until the
/// script shows it.
[[nodiscard]] std::string axis_html(const PageComparison& of, const std::string& id);

/// What makes sliders work, and its digest for the page's policy: base64 of its SHA-256.
[[nodiscard]] std::string_view axis_script();
[[nodiscard]] std::string_view axis_script_digest();

}  // namespace gpuscape
