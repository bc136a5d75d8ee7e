#include "models/scheduler/cohorts/tree_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"

namespace gpuscape::quota::cohorts {

namespace {

class TreeCheck {
 public:
  TreeCheck(ObjectReader& reader, std::vector<WrittenNode>& all) : reader_(reader), all_(all) {}

  void run() {
    for (std::size_t i = 0; i < all_.size(); ++i) find_parent(i);
    for (std::size_t i = 0; i < all_.size(); ++i) refuse_loop(i);
    for (const WrittenNode& one : all_) refuse_limits(one);
    refuse_names();
    refuse_defaults();
  }

 private:
  [[nodiscard]] static std::string_view key_of(const NodeSettings& node) {
    return node.is_queue ? "queues" : "cohorts";
  }

  void find_parent(std::size_t i) {
    if (all_[i].parent.empty()) return;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < all_.size(); ++k) {
      if (all_[k].node.is_queue) continue;
      if (all_[k].node.name == all_[i].parent) all_[i].node.parent = k;
      names.push_back(all_[k].node.name);
    }
    if (all_[i].node.parent) return;
    const std::string nearest = nearest_hint(all_[i].parent, names);
    reader_.issue(key_of(all_[i].node),
                  fmt::format("\"{}\" is in \"{}\", which is not a cohort",
                              excerpt(all_[i].node.name), excerpt(all_[i].parent)),
                  nearest.empty() ? "cohorts are listed in \"cohorts\"" : nearest);
  }

  void refuse_loop(std::size_t i) {
    std::size_t steps = 0;
    for (auto at = all_[i].node.parent; at; at = all_[*at].node.parent) {
      if (*at != i && ++steps <= all_.size()) continue;
      if (*at == i)
        reader_.issue("cohorts",
                      fmt::format("\"{}\" is in itself, by way of \"{}\"",
                                  excerpt(all_[i].node.name), excerpt(all_[i].parent)),
                      "a tree has a cohort without parent at its top");
      all_[i].node.parent.reset();
      return;
    }
  }

  void refuse_limits(const WrittenNode& one) {
    const NodeSettings& node = one.node;
    const auto issue = [&](const std::string& text, std::string hint) {
      reader_.issue(key_of(node), fmt::format("\"{}\" {}", excerpt(node.name), text),
                    std::move(hint));
    };
    for (std::size_t r = 0; r < kResources; ++r) {
      const bool borrows = node.borrowing[r] != kAll;
      const bool lends = node.lending[r] != kAll;
      if (one.parent.empty() && (borrows || lends))
        issue(fmt::format("has a {} limit for {}, and is in no cohort",
                          borrows ? "borrowing" : "lending", kResourceNames[r]),
              node.is_queue ? "\"cohort\" says where it borrows and lends"
                            : "\"parent\" says where it borrows and lends");
      else if (node.is_queue && lends && node.lending[r] > node.nominal[r])
        issue(fmt::format("lends more {} than its nominal quota", kResourceNames[r]),
              "a smaller \"lending_limit\", or a larger \"nominal\"");
    }
    if (node.borrows_by_priority && node.reclaim == ReclaimFrom::never)
      issue("borrows within its cohort by priority, and reclaims nothing in it",
            "\"reclaim_within_cohort\": \"lower-priority\" or \"any\"");
  }

  /// Results go by name.
  void refuse_names() {
    for (const WrittenNode& cohort : all_)
      for (const WrittenNode& queue : all_)
        if (!cohort.node.is_queue && queue.node.is_queue && cohort.node.name == queue.node.name)
          reader_.issue("queues",
                        fmt::format("\"{}\" is a cohort as well", excerpt(queue.node.name)),
                        "another name for one of them");
  }

  void refuse_defaults() {
    std::size_t defaults = 0;
    for (const WrittenNode& one : all_)
      if (one.node.is_default && ++defaults == 2)
        reader_.issue("queues", fmt::format("\"{}\" is a second default", excerpt(one.node.name)),
                      "one queue takes the jobs whose queue is not listed");
  }

  ObjectReader& reader_;
  std::vector<WrittenNode>& all_;
};

}  // namespace

std::vector<NodeSettings> ordered(ObjectReader& reader, std::vector<WrittenNode> written) {
  if (!reader.describing()) TreeCheck(reader, written).run();
  std::vector<std::vector<std::size_t>> inside(written.size() + 1);
  for (std::size_t i = 0; i < written.size(); ++i)
    inside[written[i].node.parent.value_or(written.size())].push_back(i);
  std::vector<NodeSettings> nodes;
  struct Open {
    std::size_t written;
    std::optional<std::size_t> parent;
  };
  std::vector<Open> open;
  const auto push = [&](std::size_t from, std::optional<std::size_t> parent) {
    for (auto at = inside[from].rbegin(); at != inside[from].rend(); ++at)
      open.push_back({*at, parent});
  };
  push(written.size(), std::nullopt);
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    nodes.push_back(std::move(written[next.written].node));
    nodes.back().parent = next.parent;
    push(next.written, nodes.size() - 1);
  }
  return nodes;
}

}  // namespace gpuscape::quota::cohorts
