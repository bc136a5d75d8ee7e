#include "sim/run/record/link_meter.hpp"

#include <algorithm>
#include <tuple>

namespace gpuscape {

namespace {

std::size_t index(LinkTier tier) { return static_cast<std::size_t>(tier); }

}  // namespace

LinkMeter::LinkMeter(const SharedLinks& links) : shared_(links), links_(links.count()) {
  const Network& network = links.network();
  of_network_.reserve(network.link_count());
  for (LinkIndex link = 0; link < network.link_count(); ++link) {
    of_network_.push_back({network.capacity(link).value(), network.tier(link)});
    capacity_[index(of_network_.back().tier)] += of_network_.back().capacity;
  }
}

LinkMeter::Meter LinkMeter::held_until(Meter meter, Seconds date) {
  const Seconds span = date - meter.since;
  meter.integral += meter.used * span.value();
  if (meter.used > kNearlyFull) meter.full += span;
  meter.since = date;
  return meter;
}

void LinkMeter::change(Seconds now, LinkIndex link, double share) {
  Meter meter = held_until(links_[link], now);
  meter.used = std::max(0.0, meter.used + share);
  ++meter.changes;
  links_[link] = meter;
  if (!shared_.is_of_network(link)) return;
  double& used = used_[index(of_network_[link].tier)];
  used = std::max(0.0, used + share * of_network_[link].capacity);
}

double LinkMeter::used(LinkTier tier) const {
  const double capacity = capacity_[index(tier)];
  return capacity > 0.0 ? used_[index(tier)] / capacity : 0.0;
}

LinkUse LinkMeter::use_of(LinkIndex link, Seconds end) const {
  const Meter meter = held_until(links_[link], end);
  const LinkTier tier = shared_.is_of_node(link) ? LinkTier::host : LinkTier::fabric;
  return {shared_.name(link), tier, meter.integral / end.value(), meter.full / end};
}

std::vector<LinkUse> LinkMeter::busiest(Seconds end, std::size_t most) const {
  struct Ranked {
    Seconds full;
    double integral;
    LinkIndex link;
  };
  std::vector<Ranked> ranked;
  for (LinkIndex link = 0; link < links_.size(); ++link) {
    if (links_[link].changes == 0) continue;
    const Meter meter = held_until(links_[link], end);
    ranked.push_back({meter.full, meter.integral, link});
  }
  const auto first = [](const Ranked& a, const Ranked& b) {
    return std::tuple(-a.full, -a.integral, a.link) < std::tuple(-b.full, -b.integral, b.link);
  };
  most = std::min(most, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(most),
                    ranked.end(), first);
  std::vector<LinkUse> uses;
  uses.reserve(most);
  for (std::size_t i = 0; i < most; ++i) uses.push_back(use_of(ranked[i].link, end));
  return uses;
}

}  // namespace gpuscape
