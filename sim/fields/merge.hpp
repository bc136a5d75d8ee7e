#pragma once
/// How one scenario lies over another: variants, `extends`, `--set`.

#include <span>

#include "sim/base/json/json.hpp"
#include "sim/fields/model_names.hpp"

namespace gpuscape {

/// JSON merge patch (RFC 7396): objects are merged by key, null removes, everything else replaces.
/// Beyond it, a patch that changes `type`, `distribution` or `process` replaces the whole object,
/// so that no key of the old kind survives. Values keep the place where they were written. Linear
/// in the size of both.
void merge_patch(JsonValue& target, const JsonValue& patch);

/// Removes every member that is null, like a merge into an empty object.
void remove_nulls(JsonValue& value);

/// The same, but for the sections that lie over settings named by `from`: nulls remove those later.
void remove_nulls_of_scenario(JsonValue& scenario);

/// Lays one patch over another, so that the result does what both do one after the other: like
/// merge_patch, but null stays, to remove something later.
void compose_patches(JsonValue& target, const JsonValue& patch);

/// Writes {"type": "easy"} for "easy" wherever a text may stand for a model, so that patches meet
/// objects on both sides. Does so in the variants too. `further` are places of kinds of models
/// beside those that every program has.
void expand_short_models(JsonValue& scenario, std::span<const ModelPlace> further = {});

}  // namespace gpuscape
