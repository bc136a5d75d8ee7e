#include "models/backfill/slurm/kept_nodes.hpp"

#include <algorithm>

namespace gpuscape::slurm {

void KeptNodes::begin(Seconds now, Seconds end) {
  words_.assign(none_.words().size(), 0);
  stretches_.assign(1, Stretch{now, end, 0});
}

std::size_t KeptNodes::first_beyond(Seconds date) const {
  const auto at = std::ranges::partition_point(
      stretches_, [date](const Stretch& stretch) { return !(stretch.end > date); });
  return static_cast<std::size_t>(at - stretches_.begin());
}

Seconds KeptNodes::end_after(Seconds date) const {
  const std::size_t at = first_beyond(date);
  return at + 1 < stretches_.size() ? stretches_[at].end : kForever;
}

void KeptNodes::between(Seconds begin, Seconds end, NodeBits& kept) const {
  kept.clear();
  const std::span<std::uint64_t> all = kept.words();
  for (std::size_t at = first_beyond(begin); at < stretches_.size(); ++at) {
    if (stretches_[at].begin > end) return;
    const std::uint64_t* const words = words_.data() + stretches_[at].words;
    for (std::size_t word = 0; word < all.size(); ++word) all[word] |= words[word];
  }
}

bool KeptNodes::keep(std::size_t group, std::span<const std::uint32_t> nodes, Seconds begin,
                     Seconds end) {
  const auto bits = [&](std::size_t at, std::uint32_t node) -> std::uint64_t& {
    return words_[stretches_[at].words + none_.word_of(group, node)];
  };
  const std::size_t first = first_beyond(begin);
  for (std::size_t at = first; at < stretches_.size() && stretches_[at].begin < end; ++at)
    for (const std::uint32_t node : nodes)
      if ((bits(at, node) & NodeBits::bit_of(node)) != 0) return false;
  cut_at(begin);
  cut_at(end);
  for (std::size_t at = first_beyond(begin); at < stretches_.size(); ++at) {
    if (stretches_[at].begin < begin) continue;
    if (stretches_[at].end > end) break;
    for (const std::uint32_t node : nodes) bits(at, node) |= NodeBits::bit_of(node);
  }
  return true;
}

void KeptNodes::cut_at(Seconds date) {
  const std::size_t at = first_beyond(date);
  if (at == stretches_.size() || !(stretches_[at].begin < date)) return;
  const std::size_t size = none_.words().size();
  const std::size_t behind = words_.size();
  words_.resize(behind + size);
  std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(stretches_[at].words), size,
              words_.begin() + static_cast<std::ptrdiff_t>(behind));
  const Stretch rest{date, stretches_[at].end, behind};
  stretches_[at].end = date;
  stretches_.insert(stretches_.begin() + static_cast<std::ptrdiff_t>(at) + 1, rest);
}

Seconds KeptNodes::next_begin(Seconds date) const {
  const auto at = std::ranges::partition_point(
      stretches_, [date](const Stretch& stretch) { return !(stretch.begin > date); });
  return at == stretches_.end() ? kForever : at->begin;
}

}  // namespace gpuscape::slurm
