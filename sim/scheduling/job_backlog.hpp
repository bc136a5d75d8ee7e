#pragma once
/// Waiting jobs far from the head: ordered within their rank class at once, among the classes only
/// when they are asked for.

#include <cstdint>
#include <deque>
#include <vector>

namespace gpuscape {

/// The position of a waiting job in a queue ordered by rank and place.
struct QueueEntry {
  double rank = 0.0;
  std::uint32_t place = 0;
  std::uint32_t slot = 0;  ///< where the job itself is kept
  [[nodiscard]] bool before(const QueueEntry& other) const {
    return rank < other.rank || (rank == other.rank && place < other.place);
  }
};

/// Entries go in with the rank within their class and come out, first ones first, with the class's
/// offset added. Putting in and taking out are O(log entries + log classes); a change of offsets
/// costs O(classes), once for all that change together.
class JobBacklog {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] double offset(std::uint32_t rank_class) const {
    return rank_class < offsets_.size() ? offsets_[rank_class] : 0.0;
  }
  void set_offset(std::uint32_t rank_class, double offset);

  void put(const QueueEntry& entry, std::uint32_t rank_class);
  /// The same for an entry that comes before all others of its class.
  void put_first(const QueueEntry& entry, std::uint32_t rank_class);
  /// Takes out the first entry; there must be one.
  QueueEntry take();

 private:
  struct RankClass {
    std::deque<QueueEntry> in_order;
    std::vector<QueueEntry> others;  // min-heap
    [[nodiscard]] bool empty() const { return in_order.empty() && others.empty(); }
    [[nodiscard]] const QueueEntry& first() const;
  };
  struct Candidate {
    QueueEntry entry;
    std::uint32_t rank_class = 0;
  };

  RankClass& of(std::uint32_t rank_class);
  void add_candidate(std::uint32_t rank_class);
  Candidate take_candidate();
  [[nodiscard]] bool is_first_of_its_class(const Candidate& candidate) const;
  void make_candidates();

  std::vector<double> offsets_;
  std::deque<RankClass> classes_;      // never moved
  std::vector<Candidate> candidates_;  // min-heap; each class's first entry is among them
  bool candidates_known_ = true;
  std::size_t size_ = 0;
};

}  // namespace gpuscape
