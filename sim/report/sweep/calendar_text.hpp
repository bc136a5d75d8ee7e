#pragma once

#include <string>

#include "sim/base/json/json.hpp"
#include "sim/sweep/purchase_calendar.hpp"

namespace gpuscape {

/// What to order when, what that costs, and what other dates would.
[[nodiscard]] std::string calendar_text(const CalendarSpec& terms,
                                        const PurchaseCalendar& calendar);

[[nodiscard]] JsonValue calendar_json(const PurchaseCalendar& calendar);

}  // namespace gpuscape
