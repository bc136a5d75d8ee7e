#pragma once
/// On a page, how far the models behind an answer are off against published figures.

#include <span>
#include <string>
#include <vector>

#include "sim/report/trust/result_trust.hpp"

namespace gpuscape {

/// A design, and what is known of the models that its answer used.
struct DesignTrust {
  std::string name;
  const std::vector<TrustLine>* lines = nullptr;  ///< never null
};

/// A sentence for each area. Empty where there is no design.
std::string trust_html(std::span<const DesignTrust> designs);
inline std::string trust_html(const std::string& design, const std::vector<TrustLine>& lines) {
  const DesignTrust one{design, &lines};
  return trust_html(std::span(&one, 1));
}

}  // namespace gpuscape
