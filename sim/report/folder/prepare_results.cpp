/// What a folder of results is filled with.

#include <span>
#include <string>
#include <vector>

#include "sim/report/bill/bill_json.hpp"
#include "sim/report/folder/result_folder.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/run/cost_svg.hpp"
#include "sim/report/run/cost_table.hpp"
#include "sim/report/run/perfetto.hpp"
#include "sim/report/run/result_json.hpp"
#include "sim/report/run/run_tables.hpp"
#include "sim/report/run/timeline_svg.hpp"
#include "sim/report/transfers/transfer_files.hpp"

namespace gpuscape {

namespace {

constexpr const char* kResult = "result.json";
constexpr const char* kComparison = "compare.json";

}  // namespace

void ResultFolder::add_bill(const Bill* bill) {
  if (bill == nullptr) return;
  add_part("bill.csv", [&](TextSink& sink) { sink.write(bill_csv(*bill)); });
}

std::string ResultFolder::prepare(const StudyResult& result, const Provenance& provenance,
                                  const ResultFiles& wanted) {
  note_variant(result.scenario);
  names_ = file_names(wanted.perfetto);
  if (result.first.cost)
    names_.insert(names_.begin() + 1, {"cost.csv", "cost.svg", "showback.csv"});
  if (result.bill) names_.insert(names_.begin() + 1, "bill.csv");
  last_ = kResult;
  add_part("jobs.csv", [&](TextSink& sink) { write_jobs_csv(result.first, sink); });
  add_bill(result.bill.get());
  if (result.first.cost) {
    add_part("cost.csv", [&](TextSink& sink) { write_cost_csv(result, sink); });
    add_part("showback.csv", [&](TextSink& sink) { write_showback_csv(result, sink); });
    add_part("cost.svg", [&](TextSink& sink) { sink.write(cost_svg(result)); });
  }
  add_part("timeline.csv", [&](TextSink& sink) { write_timeline_csv(result.first, sink); });
  add_part("timeline.svg", [&](TextSink& sink) { sink.write(timeline_svg(result)); });
  if (wanted.perfetto)
    add_part("trace.json", [&](TextSink& sink) { write_perfetto(result.first, sink); });
  return add_last(provenance, names_, [&](const Provenance& complete) {
    return result_json(result, complete, wanted.guesses);
  });
}

std::string ResultFolder::prepare_transfers(const ScenarioSpec& scenario,
                                            const TransferResult& result,
                                            const Provenance& provenance) {
  note_variant(scenario);
  names_ = transfer_file_names(result);
  if (result.bill) names_.emplace_back("bill.csv");
  last_ = kResult;
  add_bill(result.bill.get());
  for (const TransferTable& table : transfer_tables())
    if (table.has_rows(result))
      add_part(std::string(table.file), [&](TextSink& sink) { table.write(result, sink); });
  return add_last(provenance, names_, [&](const Provenance& complete) {
    return transfer_json(scenario, result, complete);
  });
}

std::string ResultFolder::prepare_comparison(const ComparisonTables& tables,
                                             const Provenance& provenance, const JsonOf& json_of) {
  names_.clear();
  for (const std::string& name : owner_.files)  // of a run, whose result.json stays
    if (!is_of_comparison(name)) names_.push_back(name);
  last_ = kComparison;
  std::vector<std::string> names;
  const auto add_table = [&](std::string_view name, const std::string& text) {
    names.emplace_back(name);
    names_.push_back(names.back());
    add_part(names.back(), [&](TextSink& sink) { sink.write(text); });
  };
  add_table(kComparisonTable, tables.designs);
  add_table(kComparisonBill, tables.bill);
  for (const PictureFile& picture : tables.pictures) add_table(picture.name, picture.svg);
  return add_last(provenance, names, json_of);
}

}  // namespace gpuscape
