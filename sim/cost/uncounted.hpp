#pragma once
/// What a cost leaves out for want of data.

#include <compare>
#include <string>
#include <string_view>

namespace gpuscape {

struct Uncounted {
  enum class Lacks : unsigned char { price, power, height, drives };
  std::string part;  ///< "box", "3 switches of network compute"
  Lacks lacks = Lacks::price;

  [[nodiscard]] std::string_view what() const {
    switch (lacks) {
      case Lacks::power:
        return "power";
      case Lacks::height:
        return "height";
      case Lacks::drives:
        return "drives";
      default:
        return "price";
    }
  }
  /// "the price of box".
  [[nodiscard]] std::string text() const {
    if (lacks == Lacks::drives)
      return "licences for drives of " + part + ": its devices are not known";
    return "the " + std::string(what()) + " of " + part;
  }
  friend auto operator<=>(const Uncounted&, const Uncounted&) = default;
};

}  // namespace gpuscape
