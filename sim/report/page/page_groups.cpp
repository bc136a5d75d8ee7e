#include "sim/report/page/page_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/report/format/metric_text.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/html/html_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostGroups = 10;

std::string share_text(std::int64_t part, std::int64_t all) {
  return percent_text(static_cast<double>(part) / static_cast<double>(all));
}

class GroupTable {
 public:
  void add(const std::string& design, const LaterJobs& later) {
    any_ = true;
    for (std::size_t i = 0; i < std::min(later.losing, kMostGroups); ++i)
      add_row(design, later.kind, later.groups[i], "loses", "worse");
    for (std::size_t i = 0; i < std::min(later.gaining.size(), kMostGroups); ++i)
      add_row(design, later.kind, later.groups[later.gaining[i]], "gains", "better");
    hidden_ += later.losing - std::min(later.losing, kMostGroups) + later.gaining.size() -
               std::min(later.gaining.size(), kMostGroups);
    if (later.losing == 0 && later.gaining.empty())
      none_.push_back(
          fmt::format("{}: no {} as a whole", html_name(design), html_text(later.kind)));
  }

  [[nodiscard]] std::string html() const {
    if (!any_) return "";
    std::vector<std::string> notes = none_;
    if (hidden_ > 0) notes.push_back(fmt::format("{} more in compare.json", hidden_));
    return html_table(table_) + html_list(notes);
  }

 private:
  void add_row(const std::string& design, const std::string& kind, const GroupChange& group,
               std::string_view word, std::string_view style) {
    table_.rows.push_back({html_name(design), html_text(kind) + " " + html_name(group.name),
                           html_element("span", fmt::format("class=\"{}\"", style), word),
                           fmt::format("{}", group.jobs), share_text(group.later, group.jobs),
                           share_text(group.sooner, group.jobs)});
  }

  HtmlTable table_{
      .caption =
          "Whose jobs end later or sooner than with the baseline, by more than a tenth of "
          "their time and more than a minute; of the first replication",
      .head = {"design", "who", "", "jobs", "later", "sooner"}};
  std::vector<std::string> none_;
  std::size_t hidden_ = 0;
  bool any_ = false;
};

}  // namespace

std::string groups_html(const PageComparison& of) {
  GroupTable table;
  for (const PageDesign& design : of.designs)
    if (design.beside)
      for (const LaterJobs& later : design.beside->later) table.add(design.name, later);
  return table.html();
}

}  // namespace gpuscape
