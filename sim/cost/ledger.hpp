#pragma once
/// What is paid, line by line.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

enum class CostKind : std::uint8_t {
  capex,  ///< paid for what is then owned
  opex,
};

struct CostLine {
  std::string item;     ///< the user's name of the item
  std::string what;     ///< "32 dgx", "energy of dgx"
  std::string pool;     ///< the node group; empty: of the whole design
  int year = 0;         ///< 0: with the purchase; 1: within the first year after it, …
  double amount = 0.0;  ///< in the report's currency; below 0: paid back
  CostKind kind = CostKind::opex;
  /// Of capex: between these dates after the purchase it is written off in equal parts; 0 for
  /// `until` is the end of the horizon.
  Seconds from{0.0};
  Seconds until{0.0};
};

/// Lines in the order of the items and years.
class Ledger {
 public:
  /// Words of lines cost more time than amounts; where only these are wanted they are left out.
  enum class Words : std::uint8_t { kept, left_out };
  explicit Ledger(Words words = Words::kept) : words_(words) {}

  /// What a line is of; `of` makes the text, and is only asked where words are kept.
  template <class Of>
  [[nodiscard]] std::string text(const Of& of) const {
    return words_ == Words::kept ? std::string(of()) : std::string();
  }
  void add(CostLine line) {
    if (line.amount != 0.0) lines_.push_back(std::move(line));
  }
  [[nodiscard]] const std::vector<CostLine>& lines() const { return lines_; }
  /// Over the whole horizon. Summed in a way that the order of the lines does not change.
  [[nodiscard]] double total() const;
  [[nodiscard]] double total(CostKind kind) const;
  [[nodiscard]] double total_of_year(int year, CostKind kind) const;
  [[nodiscard]] double total_of_item(const std::string& item) const;

 private:
  Words words_;
  std::vector<CostLine> lines_;
};

}  // namespace gpuscape
