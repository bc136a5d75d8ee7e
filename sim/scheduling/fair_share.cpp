#include "sim/scheduling/fair_share.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gpuscape {

std::size_t FairShare::add_account(double share) {
  accounts_.push_back({.share = share});
  return accounts_.size() - 1;
}

std::size_t FairShare::add_user(std::size_t account, double share) {
  User user;
  user.share = share;
  user.account = account;
  users_.push_back(user);
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
  for (Node& account : accounts_) account.usage = 0.0;
  for (User& user : users_) {
    user.usage = (user.usage + user.rate.value() * (now - user.since).value()) * kept;
    user.since = now;
    accounts_[user.account].usage += user.usage;
  }
}

void FairShare::find_levels(std::vector<Node*>& siblings) {
  double shares = 0.0;
  double usage = 0.0;
  for (const Node* node : siblings) {
    shares += node->share;
    usage += node->usage;
  }
  for (Node* node : siblings) {
    node->level = node->usage > 0.0 ? (node->share / shares) / (node->usage / usage)
                                    : std::numeric_limits<double>::infinity();
  }
}

void FairShare::update(Seconds now) {
  decay_until(now);
  std::vector<Node*> accounts;
  accounts.reserve(accounts_.size());
  for (Node& account : accounts_) accounts.push_back(&account);
  find_levels(accounts);
  std::vector<std::vector<Node*>> users_of(accounts_.size());
  for (User& user : users_) users_of[user.account].push_back(&user);
  for (std::vector<Node*>& users : users_of) find_levels(users);
  // Users of accounts that tie are ordered as if they were siblings; who ties has one factor.
  std::vector<std::size_t> order(users_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [this](std::size_t i) {
    return std::pair(accounts_[users_[i].account].level, users_[i].level);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
  const auto count = static_cast<double>(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    const bool ties = place > 0 && key(order[place]) == key(order[place - 1]);
    users_[order[place]].factor =
        ties ? users_[order[place - 1]].factor : (count - static_cast<double>(place)) / count;
  }
}

}  // namespace gpuscape
