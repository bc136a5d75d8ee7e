#include "sim/workload/rows/csv_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "sim/base/error.hpp"
#include "sim/workload/rows/table_header.hpp"

namespace gpuscape {

namespace {

struct Unit {
  std::string_view name;
  double scale;
};

// The first of each is meant where no unit is given.
constexpr std::array kTimeUnits{Unit{"s", 1.0},    Unit{"ms", 1e-3},  Unit{"us", 1e-6},
                                Unit{"ns", 1e-9},  Unit{"min", 60.0}, Unit{"h", 3600.0},
                                Unit{"d", 86400.0}};
constexpr std::array kByteUnits{Unit{"B", 1.0},
                                Unit{"KiB", 1024.0},
                                Unit{"MiB", 1048576.0},
                                Unit{"GiB", 1073741824.0},
                                Unit{"TiB", 1099511627776.0},
                                Unit{"kB", 1e3},
                                Unit{"MB", 1e6},
                                Unit{"GB", 1e9},
                                Unit{"TB", 1e12}};
constexpr std::array kCoreUnits{Unit{"cores", 1.0}, Unit{"milli-cores", 1e-3},
                                Unit{"percent", 1e-2}};
constexpr std::array kGpuUnits{Unit{"gpus", 1.0}, Unit{"milli-gpus", 1e-3}, Unit{"percent", 1e-2}};
constexpr std::array kNoUnits{Unit{"", 1.0}};

std::span<const Unit> units_of(TraceField field) {
  switch (field) {
    case TraceField::gpus:
      return kGpuUnits;
    case TraceField::cores:
      return kCoreUnits;
    case TraceField::memory:
    case TraceField::gpu_memory:
      return kByteUnits;
    case TraceField::user:
    case TraceField::account:
    case TraceField::partition:
    case TraceField::qos:
    case TraceField::job_name:
    case TraceField::state:
    case TraceField::after:
    case TraceField::id:
    case TraceField::nodes:
    case TraceField::gpu_models:
    case TraceField::features:
    case TraceField::gpu_profile:
    case TraceField::instances:
    case TraceField::tasks:
      return kNoUnits;
    default:
      return kTimeUnits;
  }
}

bool is_date(TraceField field) {
  return field == TraceField::submit || field == TraceField::start || field == TraceField::end;
}

class Planner {
 public:
  Planner(const std::vector<std::string_view>& header, const std::string& file, int line)
      : header_(header), file_(file), line_(line) {}

  void add(const ColumnSpec& column) {
    const auto* const info = std::ranges::find(kTraceFields, column.field, &TraceFieldInfo::name);
    if (info == kTraceFields.end()) {
      std::vector<std::string_view> names;
      std::ranges::transform(kTraceFields, std::back_inserter(names), &TraceFieldInfo::name);
      fault(fmt::format("'{}' is not a field of a job", column.field),
            fmt::format("fields are {}", fmt::join(names, ", ")));
      return;
    }
    const auto field = static_cast<TraceField>(info - kTraceFields.begin());
    if (plan_.has(field)) {
      fault(fmt::format("field '{}' is given twice", column.field), "");
      return;
    }
    plan_[field].present = true;
    find_unit(column, field, plan_[field]);
    if (column.constant) {
      plan_[field].constant = *column.constant * plan_[field].scale;
    } else {
      find_column(column, plan_[field]);
    }
  }

  ColumnPlan finish() {
    const bool spans = plan_.has(TraceField::start) && plan_.has(TraceField::end);
    if (!plan_.has(TraceField::submit)) {
      fault("no column is given for 'submit'", "every job needs a submit date");
    }
    if (!plan_.has(TraceField::run_time) && !spans) {
      fault("no column is given for 'run_time'", "give 'run_time', or both 'start' and 'end'");
    }
    if (!issues_.empty()) {
      throw ScenarioError(std::move(issues_));
    }
    return plan_;
  }

 private:
  void fault(std::string message, std::string hint) {
    issues_.push_back({.file = file_,
                       .line = line_,
                       .column = 1,
                       .pointer = "",
                       .message = std::move(message),
                       .hint = std::move(hint)});
  }

  void find_column(const ColumnSpec& column, TraceColumn& found) {
    const auto matches = std::ranges::count(header_, column.from);
    if (matches == 0) {
      fault(fmt::format("no column '{}' (for '{}') in the header", column.from, column.field),
            header_hint(column.from, header_));
    } else if (matches > 1) {
      fault(fmt::format("column '{}' (for '{}') occurs {} times in the header", column.from,
                        column.field, matches),
            "give every column its own name");
    }
    found.index =
        static_cast<std::size_t>(std::ranges::find(header_, column.from) - header_.begin());
  }

  void find_unit(const ColumnSpec& column, TraceField field, TraceColumn& found) {
    const std::span<const Unit> units = units_of(field);
    if (is_date(field) && column.unit == "datetime") {
      found.datetime = true;
      return;
    }
    const auto unit =
        column.unit.empty() ? units.begin() : std::ranges::find(units, column.unit, &Unit::name);
    if (unit != units.end()) {
      found.scale = unit->scale;
      return;
    }
    std::vector<std::string_view> names;
    std::ranges::transform(units, std::back_inserter(names), &Unit::name);
    if (is_date(field)) {
      names.emplace_back("datetime");
    }
    fault(fmt::format("unit '{}' does not fit '{}'", column.unit, column.field),
          fmt::format("units are {}", fmt::join(names, ", ")));
  }

  const std::vector<std::string_view>& header_;
  const std::string& file_;
  int line_;
  ColumnPlan plan_;
  std::vector<Issue> issues_;
};

}  // namespace

ColumnPlan plan_columns(const std::vector<ColumnSpec>& columns,
                        const std::vector<std::string_view>& header, const std::string& file,
                        int line) {
  Planner planner(header, file, line);
  for (const ColumnSpec& column : columns) {
    planner.add(column);
  }
  return planner.finish();
}

}  // namespace gpuscape
