#pragma once
/// The guesses that an answer rests on.

#include <string>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/catalog/catalog_guesses.hpp"

namespace gpuscape {

/// One line with the first three that are not of software of remote GPUs, "" where there is none:
/// "links/qpi latency 75 ns (37.5 to 150)".
std::string guess_line(const std::vector<CatalogGuess>& guesses);

/// One line with those of software that sends calls to remote GPUs, "" where there is none.
std::string remote_guess_line(const std::vector<CatalogGuess>& guesses);

/// Every one: [{"entry": "links/qpi", "field": "latency", "value": "75 ns", "low": …, "high": …}].
JsonValue guesses_json(const std::vector<CatalogGuess>& guesses);

}  // namespace gpuscape
