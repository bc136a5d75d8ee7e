#pragma once
/// The bill of materials on a page.

#include <span>
#include <string>

#include "sim/report/bill/bill_words.hpp"

namespace gpuscape {

/// What each design comes to, its parts, and in words how far the GPU fabric reaches, vendors and
/// clouds. Empty where there is no design.
std::string bill_html(std::span<const DesignBill> designs);
inline std::string bill_html(const std::string& design, const Bill& bill) {
  const DesignBill one{design, &bill};
  return bill_html(std::span(&one, 1));
}

}  // namespace gpuscape
