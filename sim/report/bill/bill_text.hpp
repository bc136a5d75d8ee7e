#pragma once
/// The bill of materials as the commands print it.

#include <span>
#include <string>

#include "sim/report/bill/bill_words.hpp"

namespace gpuscape {

/// Everything, with `--bill`: a table of the parts of each design, and below it what its GPUs
/// compute and cost, how far their fabric reaches, vendors and clouds.
std::string bill_text(std::span<const DesignBill> designs);
inline std::string bill_text(const std::string& design, const Bill& bill) {
  const DesignBill one{design, &bill};
  return bill_text(std::span(&one, 1));
}

/// One line for designs of other parts; empty where all are made of the same ones, or where the
/// catalogue knows the GPUs of none.
std::string bill_line(std::span<const DesignBill> designs);

}  // namespace gpuscape
