#include "sim/platform/platform.hpp"

#include <algorithm>
#include <utility>

namespace gpuscape {

namespace {

/// Groups that are `alike`, where there are two or more.
template <class Alike>
std::vector<GroupSpan> spans_of(const std::vector<NodeGroup>& groups, const Alike& alike) {
  std::vector<GroupSpan> spans;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (groups[group].pool || groups[group].gpu_model.empty()) continue;
    const auto span = std::ranges::find_if(
        spans, [&](const GroupSpan& other) { return alike(groups[other.front()], groups[group]); });
    if (span == spans.end())
      spans.push_back({group});
    else
      span->push_back(group);
  }
  std::erase_if(spans, [](const GroupSpan& span) { return span.size() < 2; });
  return spans;
}

}  // namespace

GroupSpans::GroupSpans(const std::vector<NodeGroup>& groups)
    : by_model_(spans_of(groups, [](const NodeGroup& a,
                                    const NodeGroup& b) { return a.gpu_model == b.gpu_model; })),
      by_model_and_size_(spans_of(groups, [](const NodeGroup& a, const NodeGroup& b) {
        return a.gpu_model == b.gpu_model && a.capacity.gpus == b.capacity.gpus;
      })) {}

GroupSpans GroupSpans::in_order(const std::vector<std::size_t>& order) const {
  const auto place = [&order](std::size_t group) {
    return std::ranges::find(order, group) - order.begin();
  };
  GroupSpans ordered(*this);
  for (std::vector<GroupSpan>* spans : {&ordered.by_model_, &ordered.by_model_and_size_}) {
    for (GroupSpan& span : *spans) std::ranges::sort(span, {}, place);
    std::ranges::sort(*spans, {}, [&place](const GroupSpan& span) { return place(span.front()); });
  }
  return ordered;
}

Platform::Platform(std::vector<NodeGroup> groups) : groups_(std::move(groups)) {
  for (const NodeGroup& group : groups_) {
    first_node_.push_back(node_count_);
    leaves_.push_back({.first_node = node_count_});
    node_count_ += group.count;
    gpus_total_ += static_cast<std::int64_t>(group.count) * group.capacity.gpus;
  }
}

void Platform::lend(Lending lending) {
  for (const std::size_t server : lending.servers)
    groups_[server].lends_only = !lending.is_client(server);
  lending_ = std::move(lending);
}

std::size_t Platform::group_of(std::uint32_t node) const {
  const auto next = std::ranges::upper_bound(first_node_, node);
  return static_cast<std::size_t>(next - first_node_.begin()) - 1;
}

std::string Platform::node_name(std::uint32_t node) const {
  const std::size_t group = group_of(node);
  return groups_[group].name + "/" + std::to_string(node - first_node_[group]);
}

}  // namespace gpuscape
