#pragma once
/// The folder that a run leaves behind: result.json, jobs.csv, timeline.csv, timeline.svg.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/catalog/catalog_guesses.hpp"
#include "sim/report/folder/folder_lock.hpp"
#include "sim/report/folder/output_file.hpp"
#include "sim/report/folder/result_owner.hpp"
#include "sim/report/pictures/comparison_pictures.hpp"
#include "sim/run/transfers/transfer_result.hpp"
#include "sim/study/metrics/study_result.hpp"

namespace gpuscape {

/// What is written beside the result.
struct ResultFiles {
  bool perfetto = false;                   ///< trace.json
  std::vector<CatalogGuess> guesses = {};  ///< that the result rests on
};

class ResultFolder {
 public:
  /// Makes the folder where it is missing, and locks it. Throws RunError where it cannot be
  /// written, where another run is writing into it, or where it holds results of another scenario
  /// or files that no result there names.
  ResultFolder(std::filesystem::path path, const std::filesystem::path& scenario_file);

  ResultFolder(ResultFolder&&) noexcept = default;
  ResultFolder& operator=(ResultFolder&&) = delete;
  ~ResultFolder();

  /// `./<file stem>.out`, beside the user rather than beside the scenario.
  static std::filesystem::path default_path(const std::filesystem::path& scenario_file);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The scenario's file as seen from the folder, so that both may be moved together.
  [[nodiscard]] const std::string& scenario_file() const { return owner_.scenario_file; }
  /// What `prepare` writes beside result.json: for its provenance.
  [[nodiscard]] std::vector<std::string> file_names(bool perfetto) const;
  /// What `prepare_transfers` writes beside result.json.
  [[nodiscard]] static std::vector<std::string> transfer_file_names(const TransferResult& result);

  /// Writes all files beside their names: a full disk leaves what was there. `put_in_place`
  /// follows. Returns the text of result.json, with the names and digests of the other files.
  std::string prepare(const StudyResult& result, const Provenance& provenance,
                      const ResultFiles& files = {});
  /// The same of a run of transfers: transfers.csv, collectives.csv and steps.csv where it has any.
  std::string prepare_transfers(const ScenarioSpec& scenario, const TransferResult& result,
                                const Provenance& provenance);
  /// compare.csv, compare-bill.csv and pictures, the whole texts of which are given, and
  /// compare.json: returns its text, for which `json_of` gets the provenance with the names and
  /// digests of the other files.
  using JsonOf = std::function<std::string(const Provenance&)>;
  struct ComparisonTables {
    std::string designs;
    std::string bill;
    std::vector<PictureFile> pictures = {};
  };
  std::string prepare_comparison(const ComparisonTables& tables, const Provenance& provenance,
                                 const JsonOf& json_of);
  /// jobs.csv and timeline.csv of one replication, under rep-NNN/.
  void prepare_replication(std::int64_t replication, const RunResult& run);

  /// Replaces the results that were there, and removes what earlier runs left and this one does not
  /// write. A file that is not, to the bit, what a run recorded is kept under another name. A
  /// folder without a result.json is what a kill in the middle of it leaves: never old and new
  /// files that look like one result. Throws RunError.
  void put_in_place();
  /// The same of several, with compare.json in the first: that goes first and comes last.
  static void put_in_place(ResultFolder& comparison, std::span<ResultFolder> variants);
  /// A line for each file that was kept, with the name that it has now, and one where results of
  /// another variant were replaced; empty where there is none.
  [[nodiscard]] std::string kept_text() const;

 private:
  [[nodiscard]] std::set<std::string> outdated() const;
  std::string add_last(Provenance provenance, std::vector<std::string> names,
                       const JsonOf& json_of);
  void find_changed();
  void keep(const std::string& name);
  void note_both();
  void take_apart();
  void replace_parts();
  void complete();
  void forget_old();
  std::string add(const std::string& name, const std::function<void(TextSink&)>& write);
  void add_bill(const Bill* bill);
  void add_part(const std::string& name, const std::function<void(TextSink&)>& write);
  void remove_named(const std::string& name) const;
  void note_variant(const ScenarioSpec& scenario);

  std::filesystem::path path_;
  std::unique_ptr<FolderLock> lock_;
  ResultOwner owner_;               // of what is there
  std::string variant_;             // of what comes
  std::string replaced_;            // the variant whose results were replaced; empty: no other one
  std::vector<std::string> names_;  // beside result.json, of what comes
  std::vector<OutputFile> files_;
  std::vector<std::string> replications_;                  // folders
  std::map<std::string, std::string> digests_;             // of what comes
  std::vector<std::string> changed_;                       // of what is there
  std::vector<std::pair<std::string, std::string>> kept_;  // by their names before and now
  std::string last_;  // the file that makes the result complete
};

}  // namespace gpuscape
