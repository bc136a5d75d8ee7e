#include "sim/workload/text/dependency.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "sim/workload/text/field_text.hpp"
#include "sim/workload/text/slurm_text.hpp"

namespace gpuscape {

namespace {

/// Slurm's other kinds: these are counted and not obeyed.
constexpr std::array<std::string_view, 6> kOthers{"after",     "afternotok",       "aftercorr",
                                                  "singleton", "afterburstbuffer", "expand"};

/// Takes off what stands before the first of `marks`, all of it where there is none, and returns
/// it.
std::string_view cut_at_any(std::string_view& rest, std::string_view marks) {
  const std::size_t end = rest.find_first_of(marks);
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return head;
}

void add_ids(std::string_view ids, DependsOn how, DependencyText& found) {
  found.broken = found.broken || ids.empty();
  while (!ids.empty()) {
    const std::string_view text = cut_at_any(ids, ":");
    std::optional<std::int64_t> id = integer_text(text);
    if (!id) id = slurm_job_number(text);
    if (!id) {
      found.broken = true;
      continue;
    }
    const NamedDependency named{*id, how};
    if (std::ranges::find(found.jobs, named) == found.jobs.end()) found.jobs.push_back(named);
  }
}

void add_term(std::string_view term, DependencyText& found) {
  if (term.empty()) return;
  const bool named = std::isalpha(static_cast<unsigned char>(term.front())) != 0;
  if (!named) return add_ids(term, DependsOn::success, found);
  const std::string_view kind = cut_at_any(term, ":");
  if (kind == "afterok") return add_ids(term, DependsOn::success, found);
  if (kind == "afterany") return add_ids(term, DependsOn::end, found);
  const bool other = std::ranges::find(kOthers, kind) != kOthers.end();
  found.others = found.others || other;
  found.broken = found.broken || !other;
}

}  // namespace

DependencyText dependency_text(std::string_view text) {
  DependencyText found;
  if (text.find('?') != std::string_view::npos) {
    found.others = true;  // any one of them is enough
    return found;
  }
  while (!text.empty()) add_term(trimmed(cut_at_any(text, ",; \t")), found);
  return found;
}

}  // namespace gpuscape
