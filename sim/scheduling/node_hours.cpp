#include "sim/scheduling/node_hours.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/base/error.hpp"
#include "sim/scheduling/node_list.hpp"

namespace gpuscape {

namespace {

constexpr double kDay = 86'400.0;
constexpr std::int32_t kWeek = 7;
constexpr std::int64_t kThursday = 3;  // 1970-01-01

bool names(const std::vector<std::string>& list, const std::string& name) {
  return !name.empty() && std::ranges::find(list, name) != list.end();
}

NodeMask mask_of(const std::vector<std::string>& nodes, const Platform& platform) {
  NodeMask mask(platform);
  if (nodes.empty()) mask.invert();
  for (const std::string& item : nodes)
    ensure(open_nodes(item, platform, mask).empty(), "nodes with hours were checked");
  return mask;
}

}  // namespace

NodeHours::NodeHours(std::vector<HoursSpec> specs, const PolicyContext& context,
                     std::int32_t starts_on)
    : all_nodes_(mask_of({}, context.platform)),
      unix_origin_(context.unix_origin),
      starts_on_(starts_on) {
  for (HoursSpec& spec : specs) {
    NodeMask nodes = mask_of(spec.nodes, context.platform);
    Hours& of = all_.emplace_back(Hours{std::move(spec), std::move(nodes), {}, {}});
    for (const std::string& stream : context.streams)
      of.of_stream.push_back(names(of.spec.streams, stream));
    for (std::uint32_t i = 0; i < context.origins.size(); ++i)
      of.of_origin.push_back(names(of.spec.partitions, context.origins[i].partition) ||
                             names(of.spec.accounts, context.origins[i].account));
    const double start = unix_origin_.value_or(Seconds(0.0)).value();
    of.day = next_day(of, static_cast<std::int64_t>(std::floor(start / kDay)) - 3);
    of.now = window(of, of.day);
  }
  static_cast<void>(advance(Seconds(0.0)));
}

bool NodeHours::suspends() const {
  return std::ranges::any_of(
      all_, [](const Hours& of) { return of.spec.others == HoursSpec::Others::suspend; });
}

/// The next day after `day` on which they begin.
std::int64_t NodeHours::next_day(const Hours& of, std::int64_t day) const {
  const std::int64_t first = unix_origin_ ? kThursday : starts_on_;
  for (int i = 0; i < kWeek; ++i) {
    ++day;
    const std::int64_t weekday = ((day + first) % kWeek + kWeek) % kWeek;
    if (of.spec.days[static_cast<std::size_t>(weekday)]) break;
  }
  return day;
}

NodeHours::Window NodeHours::window(Hours& of, std::int64_t day) const {
  const auto date = [&](double local) {
    if (!unix_origin_) return Seconds(local);
    return Seconds(of.spec.zone.resolve(local).first) - *unix_origin_;
  };
  const double midnight = static_cast<double>(day) * kDay;
  const double over = of.spec.to > of.spec.from ? 0.0 : kDay;
  return {date(midnight + of.spec.from.value()), date(midnight + over + of.spec.to.value())};
}

std::vector<std::size_t> NodeHours::advance(Seconds now) {
  std::vector<std::size_t> begun;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    Hours& of = all_[i];
    const bool were_on = of.now.begin <= now_ && now_ < of.now.end;
    const Seconds begin = of.now.begin;
    while (!(now < of.now.end)) {
      of.day = next_day(of, of.day);
      of.now = window(of, of.day);
    }
    const bool is_another = of.now.begin != begin;
    if (of.now.begin <= now && (is_another || !were_on)) begun.push_back(i);
  }
  now_ = now;
  refresh();
  return begun;
}

const NodeMask* NodeHours::open_now(const NodeMask* others, std::uint16_t stream,
                                    std::uint32_t origin) const {
  Kind kind{others, {}};
  for (std::size_t i = 0; i < all_.size(); ++i) kind.second.push_back(are_of(i, stream, origin));
  if (std::ranges::find(kind.second, false) == kind.second.end()) return others;
  const auto [at, is_new] = open_to_.try_emplace(std::move(kind), all_nodes_);
  if (is_new) fill(at->first, at->second);
  return &at->second;
}

void NodeHours::refresh() const {
  for (auto& [kind, open] : open_to_) fill(kind, open);
}

void NodeHours::fill(const Kind& kind, NodeMask& open) const {
  open = kind.first == nullptr ? all_nodes_ : *kind.first;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (!kind.second[i] && are_on(i)) open.remove(all_[i].nodes);
}

Seconds NodeHours::next_change() const {
  Seconds next = kForever;
  for (const Hours& of : all_)
    next = std::min(next, now_ < of.now.begin ? of.now.begin : of.now.end);
  return next;
}

bool NodeHours::are_of(std::size_t which, std::uint16_t stream, std::uint32_t origin) const {
  const Hours& of = all_[which];
  return (stream < of.of_stream.size() && of.of_stream[stream]) ||
         (origin < of.of_origin.size() && of.of_origin[origin]);
}

/// Whether they are on at some date from the first to before the second, or at the first.
bool NodeHours::meets(Hours& of, Seconds from, Seconds to) const {
  const auto on = [&](const Window& window) {
    return from < window.end && (window.begin <= from || window.begin < to);
  };
  Window later = of.now;
  for (std::int64_t day = of.day; !(from < later.end);) {
    day = next_day(of, day);
    later = window(of, day);
  }
  return on(later);
}

const NodeFilter* NodeHours::open_to(const WaitingJob& job, Seconds date) const {
  open_.closed.clear();
  open_.first.clear();
  const bool waits_there = suspended_ != nullptr && suspended_->holds(job.job);
  open_.room = suspended_ == nullptr || waits_there ? nullptr : suspended_->room_beside();
  for (std::size_t i = 0; i < all_.size(); ++i) {
    Hours& of = all_[i];
    const bool stays = of.spec.others == HoursSpec::Others::finish;
    if (are_of(i, job.stream, job.origin)) {
      if (meets(of, date, date)) open_.first.push_back(&of.nodes);
    } else if (meets(of, date, stays ? date + job.expected_run_time : date)) {
      open_.closed.push_back(&of.nodes);
    }
  }
  return open_.closed.empty() && open_.room == nullptr ? nullptr : &open_;
}

bool NodeHours::Open::allows(std::size_t group, std::uint32_t node, const Demand& share) const {
  const auto has = [&](const NodeMask* nodes) { return nodes->is_open(group, node); };
  if (std::ranges::any_of(closed, has)) return false;
  return room == nullptr || std::ranges::any_of(first, has) || room->allows(group, node, share);
}

}  // namespace gpuscape
