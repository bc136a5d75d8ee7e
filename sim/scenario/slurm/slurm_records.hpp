#pragma once
/// What Slurm's commands print about a cluster, cut into records: `scontrol show config`, `show
/// partition`, `show node`, `show res`, `sacctmgr -P show qos`, `show assoc`. Files are recognised
/// by what they hold, whatever they are called; one file may hold several of them.

#include <string>
#include <string_view>
#include <vector>

#include "sim/fields/reading_context.hpp"

namespace gpuscape {

struct SlurmText {
  std::string file;  ///< as messages show it
  std::string text;
};

struct SlurmField {
  std::string key;
  std::string value;
  SourcePlace place;
};

/// A node, a partition, a row of a table, or the whole configuration. Fields that say nothing
/// ("(null)", "N/A", empty) are left out.
struct SlurmRecord {
  std::vector<SlurmField> fields;
  SourcePlace place;
  /// Blanks before the account: what `sacctmgr show assoc tree` draws its levels with.
  std::size_t level = 0;

  [[nodiscard]] const SlurmField* find(std::string_view key) const;
  /// Empty where it is missing.
  [[nodiscard]] std::string_view value(std::string_view key) const;
};

struct SlurmRecords {
  SlurmRecord config;
  std::vector<SlurmRecord> nodes, partitions, reservations, qos, associations;
  std::vector<std::string> unread;  ///< files in which nothing of these was found
};

/// Records an issue for every line that cannot be read in a file that holds something.
SlurmRecords cut_slurm_texts(const std::vector<SlurmText>& texts, ReadingContext& context);

}  // namespace gpuscape
