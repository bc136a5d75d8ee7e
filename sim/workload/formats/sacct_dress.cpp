#include "sim/workload/formats/sacct_dress.hpp"

#include <algorithm>

#include "sim/base/error.hpp"
#include "sim/workload/rows/logged_state.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::string_view kParsable =
    "write the dump with sacct --parsable2 --allusers --format="
    "JobID,JobIDRaw,User,Account,Partition,QOS,State,Submit,Eligible,Start,End,Elapsed,Timelimit,"
    "NNodes,AllocTRES,ReqTRES,SubmitLine";

[[noreturn]] void refuse(const TableHeader& header, std::string message, std::string hint) {
  throw ScenarioError({{.file = header.file,
                        .line = header.line,
                        .column = 1,
                        .pointer = "",
                        .message = std::move(message),
                        .hint = std::move(hint)}});
}

}  // namespace

bool is_sacct_row(const std::vector<std::string>& fields) {
  if (fields.size() < 4) return false;
  const auto dates = std::ranges::count_if(
      fields, [](const std::string& field) { return date_text(field).has_value(); });
  const bool state = std::ranges::any_of(fields, [](const std::string& field) {
    const LoggedState known = logged_state(field);
    return known != LoggedState::unknown && field.find_first_of("0123456789=") != 0;
  });
  return dates >= 1 && state;
}

bool is_fixed_width(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("JobID") || line.find_first_of("|,;\t") != std::string_view::npos)
    return false;
  return line.find(' ') != std::string_view::npos && line.find("State") != std::string_view::npos;
}

void refuse_other_dress(const TableHeader& header, char delimiter) {
  if (is_sacct_row(header.names))
    refuse(header, "this looks like sacct's table without its header (-n, --noheader)",
           "write it with its header, or put a line with the names of these columns before it, for "
           "example JobID|JobIDRaw|State|Submit|Start|End|…");
  if (is_fixed_width(header.text))
    refuse(header, "this is sacct's table of fixed width, which cuts its fields",
           std::string(kParsable));
  const bool lists = std::ranges::any_of(header.names, [](const std::string& name) {
    return name == "AllocTRES" || name == "ReqTRES";
  });
  if (delimiter == ',' && lists)
    refuse(header,
           "commas stand between the columns of this table, and within its lists of resources",
           std::string(kParsable));
}

}  // namespace gpuscape
