#pragma once
/// Random cohorts, with quotas by the text of the rules.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace gpuscape::test {

struct DrawnNode {
  std::optional<std::size_t> parent = {};
  bool is_queue = false;
  int nominal = 0;
  std::optional<int> borrowing = {};
  std::optional<int> lending = {};
  std::string preemption = {};

  [[nodiscard]] std::string gpus() const {
    std::string text = fmt::format("\"gpus\": {{\"nominal\": {}", nominal);
    if (borrowing) text += fmt::format(", \"borrowing_limit\": {}", *borrowing);
    if (lending) text += fmt::format(", \"lending_limit\": {}", *lending);
    return text + "}";
  }
};

/// Cohorts come before what is in them.
struct DrawnCohorts {
  std::vector<DrawnNode> nodes;
  int gpus = 8;

  [[nodiscard]] std::string parameters(const std::string& rules) const {
    std::string cohorts;
    std::string queues;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const DrawnNode& node = nodes[i];
      std::string& text = node.is_queue ? queues : cohorts;
      text += fmt::format("{}\"n{}\": {{", text.empty() ? "" : ", ", i);
      if (node.parent)
        text += fmt::format("\"{}\": \"n{}\", ", node.is_queue ? "cohort" : "parent", *node.parent);
      text += node.gpus() + node.preemption + "}";
    }
    return fmt::format("{{{}\"cohorts\": {{{}}}, \"queues\": {{{}}}}}", rules, cohorts, queues);
  }

  struct Quotas {
    std::vector<int> own, kept, use;
  };
  /// `held` by queue; of cohorts it is what is beyond what those in it keep.
  [[nodiscard]] Quotas quotas(const std::vector<int>& held) const {
    Quotas all{std::vector<int>(nodes.size()), std::vector<int>(nodes.size()), held};
    for (std::size_t i = nodes.size(); i-- > 0;) {
      all.own[i] += nodes[i].nominal;
      all.kept[i] = nodes[i].lending ? std::max(0, all.own[i] - *nodes[i].lending) : 0;
      if (!nodes[i].parent) continue;
      all.own[*nodes[i].parent] += all.own[i] - all.kept[i];
      all.use[*nodes[i].parent] += std::max(0, all.use[i] - all.kept[i]);
    }
    return all;
  }
  [[nodiscard]] bool has_room(Quotas quotas, std::size_t queue) const {
    bool counts = true;
    for (std::optional<std::size_t> at = queue; at && counts; at = nodes[*at].parent) {
      counts = quotas.use[*at] >= quotas.kept[*at];
      const int use = ++quotas.use[*at];
      const int borrowed = use - quotas.own[*at];
      if (borrowed > (nodes[*at].parent ? nodes[*at].borrowing.value_or(1000) : 0)) return false;
    }
    return true;
  }
};

inline DrawnCohorts random_cohorts(std::mt19937& random, const std::string& preemption) {
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  DrawnCohorts drawn;
  drawn.gpus = draw(3, 12);
  const auto cohorts = static_cast<std::size_t>(draw(1, 4));
  const auto queues = static_cast<std::size_t>(draw(2, 6));
  for (std::size_t i = 0; i < cohorts + queues; ++i) {
    DrawnNode node;
    node.is_queue = i >= cohorts;
    if (i > 0 && draw(0, 5) > 0)
      node.parent = static_cast<std::size_t>(draw(0, static_cast<int>(std::min(i, cohorts)) - 1));
    node.nominal = draw(0, node.is_queue ? 4 : 2);
    if (node.parent && draw(0, 3) == 0) node.borrowing = draw(0, 4);
    if (node.parent && draw(0, 3) == 0) node.lending = draw(0, node.nominal);
    if (node.is_queue) node.preemption = preemption;
    drawn.nodes.push_back(node);
  }
  return drawn;
}

}  // namespace gpuscape::test
