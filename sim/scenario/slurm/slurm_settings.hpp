#pragma once
/// `"cluster": {"from": "slurm-settings/"}` and the same in "scheduler": what Slurm's commands
/// printed, as the JSON that a user could have written by hand.

#include <map>
#include <string>
#include <vector>

#include "sim/scenario/slurm/slurm_records.hpp"

namespace gpuscape {

struct SlurmSettings {
  JsonValue cluster;               ///< null where no text tells of open nodes
  JsonValue scheduler;             ///< null where no text tells of anything else
  std::vector<std::string> notes;  ///< what is not modelled, what was left out; one phrase each
};

/// Records what is wrong with the texts, at its place in them.
SlurmSettings read_slurm_settings(const std::vector<SlurmText>& texts, ReadingContext& context);

/// Reads a whole file as text.
using TextReader = std::string (*)(const std::string& path);

/// Puts settings in place of `from`; each folder is read once.
class SlurmExpander {
 public:
  /// `read_text` reads lists of nodes; null: as their bytes are.
  explicit SlurmExpander(ReadingContext& context, TextReader read_text = nullptr)
      : context_(context), read_text_(read_text) {}

  /// Expands "cluster" and "scheduler" where they have a text `from`; other keys of theirs lie
  /// over what was read, null removes. `scenario` is the file beside which a folder named on the
  /// command line lies. Returns the notes.
  std::vector<std::string> expand(JsonValue& document, const std::string& scenario);

 private:
  struct Folder {
    SlurmSettings settings;
    bool is_sound = false;
  };
  const Folder& folder(const std::string& path, const JsonValue& from, const std::string& pointer);
  bool expand_section(JsonValue& document, const std::string& section, const std::string& scenario,
                      std::vector<std::string>& notes);

  void read_nodes(const std::string& path, const JsonValue& from, const std::string& pointer,
                  Folder& folder);

  ReadingContext& context_;
  TextReader read_text_;
  std::map<std::string, Folder> folders_;
};

}  // namespace gpuscape
