#include "sim/report/run/cost_table.hpp"

#include <fmt/format.h>

#include "sim/cost/cost_model.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/study/metrics/showback.hpp"

namespace gpuscape {

void write_cost_csv(const StudyResult& result, TextSink& sink) {
  const CostModel& cost = *result.first.cost;
  const Ledger ledger = cost.ledger(result.usage);
  std::string text = "item,what,pool,year,kind,amount,tax,currency\n";
  for (const CostLine& line : ledger.lines()) {
    text +=
        fmt::format("{},{},{},{},{},{:.2f},{:.2f},{}\n", csv_cell(line.item), csv_cell(line.what),
                    csv_cell(line.pool), line.year, line.kind == CostKind::capex ? "capex" : "opex",
                    line.amount, cost.tax_on(line), cost.spec().currency.code());
  }
  sink.write(text);
}

void write_showback_csv(const StudyResult& result, TextSink& sink) {
  std::string text = "by,name,jobs,held_gpu_hours,useful_gpu_hours,cost,idle_cost,currency\n";
  for (const Showback& one : showback(result))
    for (const ShowbackRow& row : one.rows)
      text += fmt::format("{},{},{},{:.3f},{:.3f},{:.2f},{:.2f},{}\n", one.kind, csv_cell(row.name),
                          row.jobs, row.held_gpu_hours, row.useful_gpu_hours, row.cost,
                          row.idle_cost, result.first.cost->spec().currency.code());
  sink.write(text);
}

}  // namespace gpuscape
