#pragma once
/// A price list as a table: item,price,date,source,low,high; the last two where there are any.

#include "sim/fields/reading_context.hpp"
#include "sim/scenario/cost_spec.hpp"
#include "sim/scenario/slurm/slurm_settings.hpp"

namespace gpuscape {

/// Fills in `quotes` from the list that the spec names, if any. `read_text` null: as its bytes are.
/// Records in `context` what cannot be read, each with its line.
void read_price_list(CostSpec& spec, TextReader read_text, ReadingContext& context);

}  // namespace gpuscape
