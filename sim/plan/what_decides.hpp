#pragma once
/// Which inputs decide what jobs wait and what a design costs: every input with a range is moved
/// through it (Morris 1991, in the form of Campolongo, Cariboni and Saltelli 2007).

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "sim/plan/moved_inputs.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

struct DecidesOptions {
  Design design = {};
  std::int64_t trajectories = 10;  ///< how often each input is moved, from other values of the rest
  unsigned threads = 0;            ///< 0: one per processor. Never changes the answer.
  std::stop_token stop = {};
};

/// What is looked at: an objective, or a figure of result.json.
struct DecidedFigure {
  std::string name = {};
  double value = 0.0;  ///< as everything stands: the mean over the trajectories' replications
};

/// What moving one input from its low end to its high one does to one figure.
struct MoveEffect {
  double size = 0.0;    ///< mean of the absolute changes (μ*)
  double mean = 0.0;    ///< with their signs (μ): the same where it always moves the same way
  double spread = 0.0;  ///< standard deviation (σ): large where it depends on the other inputs
  std::int64_t moves = 0;
};

struct DecidingInput {
  MovedInput input = {};
  std::vector<MoveEffect> effects = {};  ///< by figure
  double largest = 0.0;  ///< of size ÷ the figure's value, over the figures; 1 where that is 0
};

struct DecidesAnswer {
  std::string title = {};
  std::string currency = {};  ///< empty: no cost
  std::vector<SloSpec> objectives = {};
  std::vector<DecidedFigure> figures = {};
  std::vector<DecidingInput> inputs = {};  ///< the largest first
  std::int64_t trajectories = 0;
  std::int64_t runs = 0;
  std::int64_t replications = 0;  ///< different ones, over which figures are the mean
  bool overloaded = false;        ///< as everything stands
  std::int64_t failed = 0;  ///< trajectories that a value ended: it cannot be, with the others
  std::string why_failed = {};
  bool partial = false;

  /// At least one move of one input was made.
  [[nodiscard]] bool has_moves() const;
};

/// Levels are 0, 1/3, 2/3 and 1 of the range; one move is 2/3 of it, and effects are scaled to all
/// of it. All moves of a trajectory have the same jobs and random numbers. Throws ScenarioError
/// where nothing has a range.
DecidesAnswer what_decides(const ScenarioSource& source, const DecidesOptions& options,
                           const Registry& registry);

}  // namespace gpuscape
