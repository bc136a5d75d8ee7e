#pragma once
/// The folder that `gpuscape compare` leaves behind: compare.json, and a result folder for each of
/// its designs.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sim/report/folder/result_folder.hpp"
#include "sim/study/compare/compare_result.hpp"

namespace gpuscape {

/// A design that is compared: its folder inside the comparison's, and the file that it is of.
struct ComparedFolder {
  std::string name;
  std::filesystem::path scenario_file;
};

class ComparisonFolder {
 public:
  /// Makes and locks the folder and those of the designs. `provenance` is asked anew for each file;
  /// the scenario's place is filled in. Throws RunError, as ResultFolder does, and where the folder
  /// of a design is a link.
  ComparisonFolder(const std::filesystem::path& path, const std::vector<ComparedFolder>& designs,
                   std::function<Provenance()> provenance);

  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  /// Of the designs, in their order.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  /// Writes the files of one design, beside their names.
  void prepare(std::size_t design, const StudyResult& result);
  /// The same of a run at `step` detail.
  void prepare_steps(std::size_t design, const ScenarioSpec& scenario,
                     const TransferResult& result);
  /// Writes compare.json and puts everything in place; returns its text.
  std::string put_in_place(const CompareResult& result);
  /// The same of what the text of compare.csv and of compare.json are given for.
  std::string put_in_place(const ResultFolder::ComparisonTables& tables,
                           const ResultFolder::JsonOf& json_of);
  /// Whether the comparison that was put in place has any.
  [[nodiscard]] bool has_pictures() const { return has_pictures_; }
  /// Of all folders, as ResultFolder says it.
  [[nodiscard]] std::string kept_text() const;

 private:
  [[nodiscard]] Provenance provenance_of(const ResultFolder& folder) const;

  std::function<Provenance()> provenance_;
  ResultFolder folder_;
  std::vector<std::string> names_;
  std::vector<ResultFolder> folders_;
  bool has_pictures_ = false;
};

}  // namespace gpuscape
