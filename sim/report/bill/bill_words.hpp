#pragma once
/// What reports and the page say of a bill, in words.

#include <span>
#include <string>
#include <vector>

#include "sim/report/bill/bill_json.hpp"

namespace gpuscape {

/// "31.7 PFLOP/s", "989 TFLOP/s".
std::string flops_text(double flops);
/// "19.8 TFLOP/s per kUSD"; "≤ 19.8 …" where something has no price; empty where it is not known.
std::string flops_per_price_text(const Bill& bill);
/// "18 TFLOP/s per USD/h"; likewise.
std::string flops_per_rent_text(const Bill& bill);
/// "400 k USD, list price of 2023", "in the price of its node", "no price".
std::string bill_price_text(const BillRow& row);
/// "nvlink-4 joins 8 GPUs within a box".
std::string fabric_text(const GpuFabric& fabric);
/// "h100-sxm5-80gb (NVIDIA)", those that have one vendor only.
std::vector<std::string> one_vendor_texts(const Bill& bill);
/// "dgx-h100: also hgx-h100-8".
std::vector<std::string> other_vendor_texts(const Bill& bill);
/// "h100-sxm5-80gb at aws (aws-p5-48xlarge, 8 GPUs), …"; "no cloud of the catalogue rents k40m".
std::vector<std::string> cloud_texts(const Bill& bill);
/// "16 cores and 256 GiB of host memory a GPU; 80 GB of its own"; what is not known is left out.
std::string per_gpu_text(const Bill& bill);

/// Whether any two designs are made of other parts.
bool differ(std::span<const DesignBill> designs);

}  // namespace gpuscape
