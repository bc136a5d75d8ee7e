/// Lines of sacct's tables as rows: steps, delimiters and line breaks within users' texts.

#include "sim/workload/formats/sacct_reader.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kLineBreak = "a line break in a text field: read as part of it";

}  // namespace

void SacctReader::split(std::string_view line) {
  fields_.clear();
  while (true) {
    const std::size_t end = line.find(delimiter_);
    fields_.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

bool SacctReader::is_comment(std::string_view line) {
  if (line == header_.text) return true;  // dumps of several months in one file
  split(line);
  const std::string_view id = text(has(kJobId) ? kJobId : kJobIdRaw);
  const bool step = id.find('.') != std::string_view::npos && fields_.size() > 1 &&
                    integer_text(id.substr(0, id.find_first_of("._+"))).has_value();
  if (step) drop_pending();
  report_.steps += step ? 1 : 0;
  after_step_ = step || (after_step_ && !begins_row());
  return step;
}

/// Whether the line begins with the number of a job.
bool SacctReader::begins_row() const {
  const Column column = has(kJobId) ? kJobId : kJobIdRaw;
  std::string_view id = text(column);
  id = id.substr(0, id.find('['));  // "12_[3-9]" waits
  if (id.ends_with('_')) id.remove_suffix(1);
  return fields_.size() > 1 && slurm_job_number(id).has_value();
}

bool SacctReader::is_part_of_row(const Line& line) {
  const std::size_t columns = header_.names.size();
  const bool begins = begins_row();
  if (is_whole_) pending_.clear();  // it was read
  is_whole_ = false;
  if (!pending_.empty() && !begins) return add_to_pending(line);
  drop_pending();
  if (fields_.size() >= columns || free_texts_.empty()) {
    after_row_ = true;
    return false;
  }
  if (begins && fields_.size() > free_texts_.front()) {
    pending_ = line.text;
    pending_line_ = line.number;
    return true;
  }
  if (after_step_) return true;
  // The rest of a text in the last column, whose row is read already; a number comes first in a row
  // that was cut off.
  const bool number = slurm_job_number(trimmed(fields_.front())).has_value();
  if (begins || number || !after_row_ || free_texts_.back() + 1 != columns) return false;
  report_.note(false, kLineBreak, line.number, line.text);
  return true;
}

bool SacctReader::add_to_pending(const Line& line) {
  constexpr std::size_t kLongest = kLongestLine;
  pending_.append(" ").append(line.text.substr(0, kLongest));
  split(pending_);
  if (pending_.size() > kLongest) {
    drop_pending();
    return true;
  }
  if (fields_.size() < header_.names.size()) return true;
  is_whole_ = true;
  after_row_ = true;
  repairs_.emplace_back(kLineBreak);
  return false;
}

void SacctReader::drop_pending() {
  if (pending_.empty() || is_whole_) return;
  ++report_.rows;
  report_.note(true, "has fewer fields than the header", pending_line_, pending_);
  pending_.clear();
}

/// Finds the column of free text that the fields too many belong to, and makes them one field.
bool SacctReader::join_text_field() {
  const std::size_t extra = fields_.size() - header_.names.size();
  const std::vector<std::string_view> cut = fields_;
  for (const std::size_t column : free_texts_) {
    fields_ = cut;
    const char* const begin = cut[column].data();
    const std::string_view& last = cut[column + extra];
    fields_[column] = {begin, static_cast<std::size_t>(last.data() + last.size() - begin)};
    const auto behind = fields_.begin() + static_cast<std::ptrdiff_t>(column) + 1;
    fields_.erase(behind, behind + static_cast<std::ptrdiff_t>(extra));
    if (looks_like_a_job()) return true;
  }
  return false;
}

}  // namespace gpuscape
