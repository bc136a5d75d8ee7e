#include "sim/study/metrics/job_groups.hpp"

#include <fmt/format.h>

#include <map>

namespace gpuscape {

namespace {

JobGroups by_origin(const OriginTable& origins, std::string_view kind,
                    std::string JobOrigin::* member) {
  JobGroups groups;
  groups.kind = kind;
  std::map<std::string_view, std::size_t> known;
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    const std::string& name = origins[i].*member;
    const auto [group, is_new] = known.try_emplace(name, groups.names.size());
    if (is_new) {
      if (!name.empty()) ++groups.named;
      groups.names.push_back(name.empty() ? fmt::format("no {}", kind) : name);
    }
    groups.of_origin.push_back(group->second);
  }
  return groups;
}

}  // namespace

std::vector<JobGroups> job_groups(const RunResult& run) {
  std::vector<JobGroups> all;
  JobGroups accounts = by_origin(*run.origins, "account", &JobOrigin::account);
  if (accounts.named > 1) all.push_back(std::move(accounts));
  JobGroups users = by_origin(*run.origins, "user", &JobOrigin::user);
  if (users.named > 0) all.push_back(std::move(users));
  if (!all.empty()) return all;
  all.emplace_back().names = run.streams;
  return all;
}

}  // namespace gpuscape
