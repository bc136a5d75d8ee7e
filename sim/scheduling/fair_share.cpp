#include "sim/scheduling/fair_share.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuscape {

std::size_t FairShare::add_account(double share, std::size_t parent) {
  Account account;
  account.share = share;
  account.account = parent;
  accounts_.push_back(account);
  accounts_[parent].accounts.push_back(accounts_.size() - 1);
  return accounts_.size() - 1;
}

std::size_t FairShare::add_user(std::size_t account, double share) {
  User user;
  user.share = share;
  user.account = account;
  users_.push_back(user);
  accounts_[account].users.push_back(users_.size() - 1);
  return users_.size() - 1;
}

void FairShare::hold(std::size_t user, Charge rate, Seconds now) {
  User& one = users_[user];
  one.usage += one.rate.value() * (now - one.since).value();
  one.since = now;
  one.rate = rate;
}

void FairShare::decay_until(Seconds now) {
  const double kept = half_life_ < kForever ? std::exp2(-(now - updated_) / half_life_) : 1.0;
  updated_ = now;
  for (Account& account : accounts_) account.usage = 0.0;
  for (User& user : users_) {
    user.usage = (user.usage + user.rate.value() * (now - user.since).value()) * kept;
    user.since = now;
    accounts_[user.account].usage += user.usage;
  }
  for (std::size_t i = accounts_.size(); --i > kRoot;)
    accounts_[accounts_[i].account].usage += accounts_[i].usage;
}

void FairShare::find_levels(const Account& parent) {
  double shares = 0.0;
  double usage = 0.0;
  const auto for_each_child = [&](const auto& what) {
    for (const std::size_t account : parent.accounts) what(accounts_[account]);
    for (const std::size_t user : parent.users) what(users_[user]);
  };
  for_each_child([&](const Node& node) {
    shares += node.share;
    usage += node.usage;
  });
  for_each_child([&](Node& node) {
    node.level = node.usage > 0.0 ? (node.share / shares) / (node.usage / usage)
                                  : std::numeric_limits<double>::infinity();
  });
}

void FairShare::add_children(const Account& parent, std::vector<Sibling>& to) const {
  for (const std::size_t user : parent.users) to.push_back({users_[user].level, false, user});
  for (const std::size_t account : parent.accounts)
    to.push_back({accounts_[account].level, true, account});
}

/// Goes through the tree depth first, in the order in which users are served.
class FairShare::Ranking {
 public:
  explicit Ranking(FairShare& tree) : tree_(tree), left_(tree.users_.size()), place_(left_) {}

  void rank_all() {
    const auto count = static_cast<double>(tree_.users_.size());
    std::vector<Sibling> top;
    tree_.add_children(tree_.accounts_[kRoot], top);
    open(std::move(top), false);
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next == level.siblings.size()) {
        levels_.pop_back();
        continue;
      }
      const Sibling first = level.siblings[level.next];
      const bool ties = level.next == 0 ? level.ties_with_the_last
                                        : level.siblings[level.next - 1].level == first.level;
      if (first.is_account) {
        open(below_those_that_tie(level), ties);
        continue;
      }
      ++level.next;
      if (!ties) place_ = left_;
      --left_;
      tree_.users_[first.index].factor = static_cast<double>(place_) / count;
    }
  }

 private:
  struct Level {
    std::vector<Sibling> siblings;  // in order
    std::size_t next = 0;
    bool ties_with_the_last = false;  // the first of them with the user ranked before
  };

  /// A user comes before the accounts with which it ties.
  void open(std::vector<Sibling> siblings, bool ties) {
    std::stable_sort(siblings.begin(), siblings.end(), [](const Sibling& a, const Sibling& b) {
      return a.level != b.level ? a.level > b.level : a.is_account < b.is_account;
    });
    levels_.push_back({std::move(siblings), 0, ties});
  }

  std::vector<Sibling> below_those_that_tie(Level& level) {
    std::vector<Sibling> below;
    const double tied = level.siblings[level.next].level;
    for (; level.next < level.siblings.size() && level.siblings[level.next].level == tied;
         ++level.next)
      tree_.add_children(tree_.accounts_[level.siblings[level.next].index], below);
    return below;
  }

  FairShare& tree_;
  std::size_t left_;   // users without a place
  std::size_t place_;  // of the last one, from below
  std::vector<Level> levels_;
};

void FairShare::update(Seconds now) {
  decay_until(now);
  for (const Account& account : accounts_) find_levels(account);
  Ranking(*this).rank_all();
}

}  // namespace gpuscape
