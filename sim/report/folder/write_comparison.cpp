#include "sim/report/folder/write_comparison.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/report/bill/bill_json.hpp"
#include "sim/report/compare/compare_csv.hpp"
#include "sim/report/compare/compare_json.hpp"

namespace gpuscape {

namespace {

/// The folder of each design is locked: a descriptor each.
void allow_descriptors(std::size_t folders) {
  constexpr rlim_t kOthers = 100;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > folders + kOthers) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, folders + kOthers);
  setrlimit(RLIMIT_NOFILE, &limit);
}

/// A folder for one design lies in the folder of the comparison, and not where a link leads.
void refuse_link(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(folder, ignored))
    throw RunError(
        fmt::format("{} is a link\n  hint: name another folder with --out", folder.string()));
}

std::string compare_bill_csv(const CompareResult& result) {
  std::vector<DesignBill> designs;
  for (const VariantResult& variant : result.variants)
    if (const Bill* const bill = variant.outcome.result.bill.get())
      designs.push_back({variant.name, bill});
  return bill_csv(designs);
}

}  // namespace

ComparisonFolder::ComparisonFolder(const std::filesystem::path& path,
                                   const std::vector<ComparedFolder>& designs,
                                   std::function<Provenance()> provenance)
    : provenance_(std::move(provenance)), folder_(path, designs.front().scenario_file) {
  allow_descriptors(designs.size());
  folders_.reserve(designs.size());
  for (const ComparedFolder& design : designs) {
    refuse_link(path / design.name);
    folders_.emplace_back(path / design.name, design.scenario_file);
    names_.push_back(design.name);
  }
}

Provenance ComparisonFolder::provenance_of(const ResultFolder& folder) const {
  Provenance provenance = provenance_();
  provenance.scenario_file = folder.scenario_file();
  return provenance;
}

void ComparisonFolder::prepare(std::size_t design, const StudyResult& result) {
  folders_[design].prepare(result, provenance_of(folders_[design]));
}

std::string ComparisonFolder::kept_text() const {
  std::string text = folder_.kept_text();
  for (const ResultFolder& folder : folders_) text += folder.kept_text();
  return text;
}

void ComparisonFolder::prepare_steps(std::size_t design, const ScenarioSpec& scenario,
                                     const TransferResult& result) {
  folders_[design].prepare_transfers(scenario, result, provenance_of(folders_[design]));
}

std::string ComparisonFolder::put_in_place(const CompareResult& result) {
  return put_in_place(
      ResultFolder::ComparisonTables{.designs = compare_csv(result, names_),
                                     .bill = compare_bill_csv(result),
                                     .pictures = comparison_pictures(result)},
      [&](const Provenance& provenance) { return compare_json(result, names_, provenance); });
}

std::string ComparisonFolder::put_in_place(const ResultFolder::ComparisonTables& tables,
                                           const ResultFolder::JsonOf& json_of) {
  has_pictures_ = !tables.pictures.empty();
  std::string json = folder_.prepare_comparison(tables, provenance_of(folder_), json_of);
  ResultFolder::put_in_place(folder_, folders_);
  return json;
}

}  // namespace gpuscape
