#pragma once
/// Fair share in a tree of accounts and users by Slurm's Fair Tree
/// (slurm.schedmd.com/fair_tree.html, since 19.05 its default): on each level siblings, accounts
/// and users alike, are ordered by level fair share = share ÷ usage, both of all siblings'; whoever
/// stands below one that comes first comes first; a user's factor is its place from below ÷ number
/// of users. What lies below accounts that tie is ordered as if it were siblings, and a user that
/// ties with an account has the place of the first one below that. Usage decays by half every
/// half-life. Slurm 22.05.8 itself does not merge accounts that tie with usage
/// (tests/fixtures/slurm/README.md).

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// What a user is charged with while its jobs run: GPUs, or cores.
using Charge = Quantity<struct ChargeTag>;

class FairShare {
 public:
  /// `half_life` > 0; kForever: usage does not decay.
  explicit FairShare(Seconds half_life) : half_life_(half_life) {}

  /// The account of which all others are children.
  static constexpr std::size_t kRoot = 0;
  /// Adds an account, or a user of one, with its share among its siblings (> 0) below one that was
  /// added before. Returns its number.
  std::size_t add_account(double share, std::size_t parent = kRoot);
  std::size_t add_user(std::size_t account, double share);

  /// The user holds that much from now on.
  void hold(std::size_t user, Charge rate, Seconds now);
  [[nodiscard]] Charge rate(std::size_t user) const { return users_[user].rate; }
  /// Brings usage up to `now` and finds every user's factor anew.
  void update(Seconds now);
  /// Of the last update: 1 for the one served first, above 0 for the last.
  [[nodiscard]] double factor(std::size_t user) const { return users_[user].factor; }
  /// Decayed usage in charge × seconds, as of the last update.
  [[nodiscard]] double usage(std::size_t user) const { return users_[user].usage; }
  /// Share ÷ usage of an account, or a user, both of all siblings', as of the last update; infinite
  /// where it used nothing. Slurm's LevelFS.
  [[nodiscard]] double account_level(std::size_t account) const { return accounts_[account].level; }
  [[nodiscard]] double level(std::size_t user) const { return users_[user].level; }

 private:
  struct Node {
    double share = 1.0;
    std::size_t account = kRoot;  // above it
    double usage = 0.0;
    double level = 0.0;
  };
  struct Account : Node {
    std::vector<std::size_t> accounts = {}, users = {};  // below it
  };
  struct User : Node {
    Charge rate{0.0};
    Seconds since{0.0};  // usage is known until then
    double factor = 1.0;
  };
  /// One of those that are ordered together.
  struct Sibling {
    double level = 0.0;
    bool is_account = false;
    std::size_t index = 0;
  };
  class Ranking;
  void decay_until(Seconds now);
  void find_levels(const Account& parent);
  void add_children(const Account& parent, std::vector<Sibling>& to) const;

  Seconds half_life_;
  Seconds updated_{0.0};
  std::vector<Account> accounts_{Account()};  // the root first
  std::vector<User> users_;
};

}  // namespace gpuscape
