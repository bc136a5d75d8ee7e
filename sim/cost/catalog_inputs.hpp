#pragma once
/// Values of the catalogue, and what is made of several of them, as inputs of a cost.

#include <optional>
#include <string>
#include <string_view>

#include "sim/catalog/catalog_rows.hpp"
#include "sim/cost/cost_inputs.hpp"
#include "sim/scenario/cost_spec.hpp"

namespace gpuscape {

/// `dated` is appended to what says where it is from.
[[nodiscard]] CostInput input_of(std::string name, const CatalogRow& row, std::string_view dated);
/// Its unit is "USD" or "USD/h"; none where it is not.
[[nodiscard]] std::optional<CostPrice> price_of(std::string name, const CatalogRow& row,
                                                std::string_view date);
/// A price that the user gives.
[[nodiscard]] CostPrice price_of(std::string name, const UncertainPrice& price,
                                 const std::string& date);
/// An input that the user gives without a range.
[[nodiscard]] CostInput exact_input(std::string name, double value);

/// So many times the input, with its range.
void scale(CostInput& input, double times);
/// The sum, with the sums of both ends; a guess where one of the two is, as old as the older one.
void add(CostInput& input, const CostInput& more);
/// The input without a part of it, of which only the value is known; ends do not fall below 0.
void subtract(CostInput& input, double part);

}  // namespace gpuscape
