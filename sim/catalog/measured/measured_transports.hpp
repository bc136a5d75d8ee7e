#pragma once
/// What calibration profiles say of transports, in the catalogue's words.

#include <string>
#include <string_view>
#include <vector>

#include "sim/catalog/measured/profiles_of.hpp"

namespace gpuscape {

/// What a scenario has that laws go over.
struct MeasuredParts {
  JsonValue& transports;
  JsonValue& libraries;  ///< null: none
};

/// Lays the laws of the profiles that the scenario's `calibration` names over the catalogue's
/// transports: such an entry is `end_to_end`, says what sizes were `measured`, and its `basis` is
/// "measured"; laws of collectives go over `libraries`, where there are any. Nodes must be
/// resolved: a profile of another GPU than theirs is a fault. Laws that no transport is known for
/// leave a note.
void lay_profiles(const JsonValue& scenario, const std::string& file, MeasuredParts parts,
                  std::vector<std::string>& notes, ReadingContext& context,
                  ProfileCheck profile_check = nullptr);

}  // namespace gpuscape
