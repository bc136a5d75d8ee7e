#pragma once
/// The inputs of a design that have a range, each at a level between its ends.

#include <string>
#include <vector>

#include "sim/cost/cost_inputs.hpp"
#include "sim/model/check/check.hpp"
#include "sim/session/open_scenario.hpp"

namespace gpuscape {

/// Whose the range is.
enum class RangeOf : std::uint8_t {
  catalogue,  ///< a guess of the catalogue that models read
  cost,       ///< a price or another input of the cost
  user,       ///< an entry of `cost.vary`, from its first value to its last
};

struct MovedInput {
  std::string name = {};
  std::string low = {}, high = {};  ///< with their units
  RangeOf of = RangeOf::cost;
  std::size_t number = 0;  ///< among those of its kind
  /// Another value makes another run; of a cost only another bill.
  [[nodiscard]] bool changes_run() const { return of != RangeOf::cost; }
};

/// Inputs of a scenario and what they are at levels from 0 (the low end) to 1. The scenario must
/// outlive it.
class MovedInputs {
 public:
  explicit MovedInputs(const CheckedScenario& scenario);

  [[nodiscard]] const std::vector<MovedInput>& all() const { return all_; }
  /// Adds what the levels of the inputs that change runs ask for.
  void apply(const std::vector<double>& levels, ScenarioSource& source, Design& design) const;
  /// Where in its range an input is at a level: of a list of values the one that is taken.
  [[nodiscard]] double position(std::size_t input, double level) const;
  /// Values of the cost's inputs at those levels, of the same inputs in a design that was read
  /// anew.
  [[nodiscard]] CostDraw draw(const std::vector<double>& levels, const CostInputs& inputs) const;

 private:
  std::vector<CatalogGuess> guesses_;
  std::vector<CostInput> costs_;
  std::vector<AxisSpec> axes_;
  std::vector<MovedInput> all_;
};

/// Between two values with the same unit, or numbers: "60 ns" at 0.5 of "40 ns" and "80 ns". Of
/// other texts the nearer one. A range over more than a factor of four is halved by its logarithm.
[[nodiscard]] std::string value_between(const std::string& low, const std::string& high,
                                        double level);

}  // namespace gpuscape
