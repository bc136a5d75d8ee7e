#pragma once
/// Fair share among accounts and their users by Slurm's Fair Tree
/// (slurm.schedmd.com/fair_tree.html, since 19.05 its default): siblings are ordered by level fair
/// share = share ÷ usage, accounts first, then the users of each; a user's factor is its place from
/// below ÷ number of users. Usage decays by half every half-life. Leaves out: accounts below
/// accounts.

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

  /// Adds an account, or a user of one, with its share among its siblings (> 0). Returns its
  /// number.
  std::size_t add_account(double share);
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

 private:
  struct Node {
    double share = 1.0;
    double usage = 0.0;
    double level = 0.0;  // share ÷ usage, both of all siblings'
  };
  struct User : Node {
    std::size_t account = 0;
    Charge rate{0.0};
    Seconds since{0.0};  // usage is known until then
    double factor = 1.0;
  };
  void decay_until(Seconds now);
  static void find_levels(std::vector<Node*>& siblings);

  Seconds half_life_;
  Seconds updated_{0.0};
  std::vector<Node> accounts_;
  std::vector<User> users_;
};

}  // namespace gpuscape
