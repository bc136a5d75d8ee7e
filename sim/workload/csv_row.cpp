#include "sim/workload/csv_row.hpp"

namespace gpuscape {

bool CsvRow::parse(std::string_view line) {
  fields_.clear();
  unescaped_.clear();
  unescaped_.reserve(line.size());  // never grows below, so fields that point into it stay valid
  std::string_view rest = line;
  while (true) {
    if (rest.starts_with('"')) {
      if (!parse_quoted(rest)) {
        return false;
      }
    } else {
      const std::size_t end = rest.find(delimiter_);
      fields_.push_back(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end);
    }
    if (rest.empty()) {
      return true;
    }
    rest.remove_prefix(1);
  }
}

bool CsvRow::parse_quoted(std::string_view& rest) {
  rest.remove_prefix(1);
  const std::size_t begin = unescaped_.size();
  while (true) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) {
      return false;
    }
    unescaped_.append(rest.substr(0, quote));
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) {
      break;
    }
    unescaped_.push_back('"');
    rest.remove_prefix(1);
  }
  fields_.push_back(std::string_view(unescaped_).substr(begin));
  return rest.empty() || rest.front() == delimiter_;
}

}  // namespace gpuscape
