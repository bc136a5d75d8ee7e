#include "sim/report/run/cost_table.hpp"

#include <fmt/format.h>

#include "sim/cost/cost_model.hpp"
#include "sim/report/format/csv.hpp"

namespace gpuscape {

void write_cost_csv(const StudyResult& result, TextSink& sink) {
  const CostModel& cost = *result.first.cost;
  const Ledger ledger = cost.ledger(result.usage);
  std::string text = "item,what,pool,year,kind,amount,currency\n";
  for (const CostLine& line : ledger.lines()) {
    text +=
        fmt::format("{},{},{},{},{},{:.2f},{}\n", csv_cell(line.item), csv_cell(line.what),
                    csv_cell(line.pool), line.year, line.kind == CostKind::capex ? "capex" : "opex",
                    line.amount, cost.spec().currency.code());
  }
  sink.write(text);
}

}  // namespace gpuscape
