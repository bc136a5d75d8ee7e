#include "models/scheduler/slurm/account_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "sim/base/excerpt.hpp"

namespace gpuscape::slurm {

AccountTree::AccountTree(const Settings& settings) : accounts_(settings.accounts) {
  for (const Account& account : accounts_) {
    by_name_.try_emplace(account.name, &account);
    has_levels_ |= !account.parent.empty() || account.shares_as_parent;
  }
}

const Account* AccountTree::find(const std::string& name) const {
  const auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : at->second;
}

std::vector<const Account*> AccountTree::lineage(const std::string& name) const {
  std::vector<const Account*> up;
  for (const Account* one = find(name); one != nullptr && up.size() < accounts_.size();
       one = find(one->parent))
    up.push_back(one);
  return up;
}

std::vector<std::size_t> AccountTree::grow(const OriginTable& origins, FairShare& shares) const {
  std::map<std::string, std::size_t> accounts;
  std::map<std::pair<std::string, std::string>, std::size_t> users;
  const auto add_account = [&](const std::string& name) {
    if (accounts.contains(name)) return;
    const std::vector<const Account*> up = lineage(name);
    if (up.empty()) accounts[name] = shares.add_account(1.0);
    std::size_t parent = FairShare::kRoot;
    for (std::size_t i = up.size(); i-- > 0;) {
      const auto [at, added] = accounts.try_emplace(up[i]->name, 0);
      if (added)
        at->second = up[i]->shares_as_parent ? parent : shares.add_account(up[i]->shares, parent);
      parent = at->second;
    }
  };
  // All of them count, whether they come or not; without levels, those without users do not matter.
  for (const Account& account : accounts_) {
    if (account.users.empty() && !has_levels_) continue;
    add_account(account.name);
    for (const auto& [user, share] : account.users)
      users[{account.name, user}] = shares.add_user(accounts[account.name], share);
  }
  std::vector<std::size_t> user_of;
  for (std::uint32_t i = 0; i < origins.size(); ++i) {
    const JobOrigin& origin = origins[i];
    add_account(origin.account);
    const auto [at, added] = users.try_emplace({origin.account, origin.user}, 0);
    if (added) at->second = shares.add_user(accounts[origin.account], 1.0);
    user_of.push_back(at->second);
  }
  return user_of;
}

std::string AccountTree::note(const OriginTable& origins) const {
  constexpr std::size_t kMostNamed = 10;
  if (!has_levels_) return {};
  std::set<std::string> strangers;
  for (std::uint32_t i = 0; i < origins.size(); ++i)
    if (find(origins[i].account) == nullptr) strangers.insert(origins[i].account);
  if (strangers.empty()) return {};
  std::vector<std::string> named;
  for (const std::string& name : strangers)
    if (named.size() < kMostNamed) named.push_back(fmt::format("\"{}\"", excerpt(name)));
  if (strangers.size() > kMostNamed) named.emplace_back("…");
  return fmt::format(
      "{} account{} of jobs that {} not described stand{} at the top of the tree with one share{}: "
      "{}",
      strangers.size(), strangers.size() == 1 ? "" : "s", strangers.size() == 1 ? "is" : "are",
      strangers.size() == 1 ? "s" : "", strangers.size() == 1 ? "" : " each",
      fmt::join(named, ", "));
}

void AccountTree::refuse_faults(ObjectReader& reader) const {
  std::set<const Account*> seen;  // what leads to the top, or was refused
  for (const Account& account : accounts_) {
    std::vector<const Account*> up;
    const Account* one = &account;
    while (one != nullptr && !seen.contains(one) && std::ranges::find(up, one) == up.end()) {
      up.push_back(one);
      if (!one->parent.empty() && find(one->parent) == nullptr)
        reader.issue("accounts",
                     fmt::format("\"{}\" lies below \"{}\", which is not an account",
                                 excerpt(one->name), excerpt(one->parent)),
                     "an account at the top has no parent");
      one = find(one->parent);
    }
    if (one != nullptr && !seen.contains(one)) {
      std::string loop = fmt::format("\"{}\" lies below itself", excerpt(one->name));
      for (auto at = std::ranges::find(up, one) + 1; at != up.end(); ++at)
        loop += fmt::format("{} \"{}\"", *(at - 1) == one ? ", by" : ",", excerpt((*at)->name));
      reader.issue("accounts", loop, "an account at the top has no parent");
    }
    seen.insert(up.begin(), up.end());
  }
}

}  // namespace gpuscape::slurm
