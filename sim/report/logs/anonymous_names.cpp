#include "sim/report/logs/anonymous_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>
#include <string_view>

#include "sim/base/random.hpp"

namespace gpuscape {

namespace {

/// Collects names of one kind by first appearance, then numbers them.
class Renaming {
 public:
  explicit Renaming(std::string_view prefix) : prefix_(prefix) {}

  void meet(const std::string& name) {
    if (!name.empty()) new_names_.try_emplace(name, std::to_string(new_names_.size()));
  }

  std::map<std::string, std::string> numbered(const std::optional<std::uint64_t>& seed) {
    std::vector<std::size_t> numbers(new_names_.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{1});
    if (seed) shuffle(numbers, *seed);
    for (auto& [name, replacement] : new_names_)
      replacement = fmt::format("{}{}", prefix_, numbers[std::stoul(replacement)]);
    new_names_.try_emplace("", "");
    return std::move(new_names_);
  }

 private:
  /// Fisher and Yates.
  void shuffle(std::vector<std::size_t>& numbers, std::uint64_t seed) const {
    RandomStream random(seed, 0, fmt::format("anonymous/{}", prefix_), 0);
    for (std::size_t left = numbers.size(); left > 1; --left) {
      const auto pick = boost::random::uniform_int_distribution<std::size_t>(0, left - 1)(random);
      std::swap(numbers[pick], numbers[left - 1]);
    }
  }

  std::string_view prefix_;
  std::map<std::string, std::string> new_names_;  // until they are numbered: which came how late
};

}  // namespace

AnonymousNames::AnonymousNames(const JobTable& table, const AnonymityOptions& options) {
  Renaming users("u");
  Renaming accounts("a");
  Renaming partitions("p");
  Renaming qos("q");
  Renaming jobs("j");
  for (std::size_t i = 0; i < table.size(); ++i) {
    const JobOrigin& origin = table.origins()[table.job(i).origin];
    users.meet(origin.user);
    accounts.meet(origin.account);
    partitions.meet(origin.partition);
    qos.meet(origin.qos);
    jobs.meet(table.name(i));
  }
  const auto user_names = users.numbered(options.shuffle_seed);
  const auto account_names = accounts.numbered(options.shuffle_seed);
  const auto partition_names = partitions.numbered(options.shuffle_seed);
  const auto qos_names = qos.numbered(options.shuffle_seed);
  job_names_ = jobs.numbered(options.shuffle_seed);
  origins_.resize(table.origins().size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::uint32_t number = table.job(i).origin;
    const JobOrigin& origin = table.origins()[number];
    origins_[number] = {
        user_names.at(origin.user), account_names.at(origin.account),
        options.keep_partitions ? origin.partition : partition_names.at(origin.partition),
        options.keep_partitions ? origin.qos : qos_names.at(origin.qos)};
  }
}

}  // namespace gpuscape
