#include "sim/report/page/report_page.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "sim/base/excerpt.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/titles.hpp"
#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_axis.hpp"
#include "sim/report/page/page_sections.hpp"
#include "sim/report/page/page_style.hpp"
#include "sim/report/sweep/sweep_block.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kMostTitle = 300;

std::string title_of_folder(const PageFolder& folder) {
  std::string title;
  if (folder.comparison) title = folder.comparison->title;
  if (folder.run) title = title_of(folder.run->study().scenario);
  if (folder.steps) title = folder.steps->title;
  if (folder.steps_comparison) title = folder.steps_comparison->title;
  if (folder.sweep) title = folder.sweep->space.title();
  return excerpt(title.empty() ? folder.name : title, kMostTitle);
}

/// "result.json:3:7: /partial: expected true or false".
std::string fault_text(const Issue& fault) {
  std::string text = std::filesystem::path(fault.file).filename().string();
  if (fault.line > 0) text += fmt::format(":{}", fault.line);
  if (fault.column > 0) text += fmt::format(":{}", fault.column);
  if (!text.empty()) text += ": ";
  if (!fault.pointer.empty()) text += fault.pointer + ": ";
  text += fault.message;
  if (!fault.hint.empty()) text += fmt::format(" ({})", fault.hint);
  return text;
}

std::string faults_html(const PageFolder& folder) {
  if (folder.faults.empty()) return "";
  std::vector<std::string> items;
  items.reserve(folder.faults.size());
  for (const Issue& fault : folder.faults) items.push_back(html_text(fault_text(fault)));
  return html_element(
             "div", "class=\"fault\"",
             html_element("p", folder.is_readable()
                                   ? "A part of this folder cannot be read and is not shown:"
                                   : "This folder cannot be read and is not shown:") +
                 "\n" + html_list(items)) +
         "\n";
}

std::string kept_sweep_block(const KeptSweep& kept, const PagePlace& place) {
  SweepReport report{.space = kept.space, .outcome = kept.outcome, .title = kept.space.title()};
  if (kept.space.find())
    report.found = find_best(kept.space, kept.space.sought(), kept.outcome.records);
  std::string html = sweep_block(report, place.level, place.id);
  if (kept.designs_of_other_builds > 0)
    html += html_element("p", "class=\"note\"",
                         fmt::format("{} of other builds of gpuscape left out.",
                                     quantity(kept.designs_of_other_builds, "run"))) +
            "\n";
  return html;
}

std::string block_of(const PageFolder& folder, const PagePlace& place) {
  std::string html =
      html_element("p", "class=\"question\"", "Result folder: " + html_name(folder.name));
  html += "\n" + faults_html(folder);
  if (folder.comparison) html += comparison_block(*folder.comparison, place);
  if (folder.run) html += run_block(*folder.run, place);
  if (folder.steps) html += steps_block(*folder.steps, place);
  if (folder.steps_comparison) html += steps_comparison_block(*folder.steps_comparison, place);
  if (folder.sweep) html += kept_sweep_block(*folder.sweep, place);
  return html;
}

/// With the script of sliders where there is any.
std::string document_of(std::string_view title, const std::string& body) {
  PageScript script;
  if (body.find("<div class=\"by-design\"") != std::string::npos)
    script = {.text = axis_script(), .digest = axis_script_digest()};
  return page_document(title, body, script);
}

std::string id_of(std::size_t folder) { return fmt::format("folder-{}", folder + 1); }

std::string contents(std::span<const PageFolder> folders) {
  std::vector<std::string> items;
  items.reserve(folders.size());
  for (std::size_t i = 0; i < folders.size(); ++i)
    items.push_back(fmt::format("<a href=\"#{}\">{}</a> <span class=\"note\">({}{})</span>",
                                id_of(i), html_name(title_of_folder(folders[i])),
                                html_name(folders[i].name),
                                folders[i].is_readable() ? "" : ": not shown"));
  return html_element("nav", "aria-label=\"contents\"",
                      html_element("p", html_element("strong", "Contents")) + html_list(items)) +
         "\n";
}

}  // namespace

std::string report_page(std::span<const PageFolder> folders) {
  if (folders.size() == 1) {
    const std::string title = title_of_folder(folders.front());
    return document_of(title, "<main>\n" + html_element("h1", html_name(title)) + "\n" +
                                  block_of(folders.front(), {.level = 2, .id = id_of(0)}) +
                                  "</main>\n");
  }
  const std::string title = fmt::format("{} results side by side", folders.size());
  std::string body = "<main>\n" + html_element("h1", title) + "\n" + contents(folders);
  for (std::size_t i = 0; i < folders.size(); ++i)
    body += fmt::format("<section class=\"block\">\n<h2 id=\"{}\">{}</h2>\n{}</section>\n",
                        id_of(i), html_name(title_of_folder(folders[i])),
                        block_of(folders[i], {.level = 3, .id = id_of(i)}));
  return document_of(title, body + "</main>\n");
}

}  // namespace gpuscape
