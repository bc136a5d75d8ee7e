#pragma once
/// One end of an RDMA connection: an open adapter, memory that it may reach, and queue pairs.

#include <functional>
#include <memory>
#include <vector>

#include "core/options.hpp"
#include "rdma/adapters.hpp"
#include "rdma/load.hpp"
#include "rdma/verbs.hpp"

namespace gpuscape::bench {

/// Nothing comes back from the other end: no other load would fare better.
class OutOfReach : public Failure {
 public:
  using Failure::Failure;
};

/// Gives up waiting: after ten seconds without progress, at a signal, when the peer is gone.
class Patience {
 public:
  explicit Patience(std::function<bool()> gone = {}) : gone_(std::move(gone)) {}
  /// Between two looks at what has not come. Throws Failure, or Lost where the peer is gone.
  void wait() {
    if (++looks_ % 1024 == 0) consider();
  }
  /// Something has come. A peer that keeps it moving does not keep a signal from being heard.
  void progress() {
    looks_ = 0;
    since_ = 0.0;
    if (++moves_ % 4096 == 0) hear_signal();
  }

 private:
  void consider();
  static void hear_signal();

  std::function<bool()> gone_;
  std::uint64_t looks_ = 0;
  std::uint64_t moves_ = 0;
  double since_ = 0.0;
};

class End {
 public:
  /// Opens the adapter and makes the queue pairs. Throws Failure with the remedy.
  End(const Adapter& adapter, const RdmaLoad& load, const Options& options);
  End(const End&) = delete;
  End& operator=(const End&) = delete;
  End(End&&) = delete;
  End& operator=(End&&) = delete;
  ~End();

  /// What the other end must know to connect.
  [[nodiscard]] Message address() const;
  /// Throws Lost where that is no such message.
  void connect(const Message& other);

  /// Puts one more request of the load's verb on a queue pair.
  void post(int queue_pair);
  void post_receive(int queue_pair);
  /// Takes what has completed: adds to `done` by queue pair. Throws Failure for a fault, and for a
  /// queue pair that `done` has no place for.
  void take_sent(std::vector<int>& done);
  void take_received(std::vector<int>& done);

  /// Bytes that leave from here, and that arrive here, of a queue pair.
  [[nodiscard]] volatile std::uint8_t* outgoing(int queue_pair) const;
  [[nodiscard]] volatile std::uint8_t* incoming(int queue_pair) const;

  /// A pattern into what leaves, zeros into what arrives.
  void fill(int pattern);
  void clear();
  /// Throws Failure where what arrived on any queue pair is not the pattern of the other end.
  void check(int pattern) const;

  [[nodiscard]] const RdmaLoad& load() const { return load_; }

 private:
  void open(const Adapter& adapter);
  void choose_gid(const Adapter& adapter, const Options& options);
  void map();
  void make_queue_pair();
  void to_init(ibv_qp* pair) const;
  void to_ready(ibv_qp* pair, const Message& other, std::uint32_t number) const;
  void take(ibv_cq* queue, std::vector<int>& done);
  [[nodiscard]] std::size_t slot() const { return (load_.bytes + 4095) / 4096 * 4096; }
  [[nodiscard]] std::size_t room() const {
    return 2 * slot() * static_cast<std::size_t>(load_.queue_pairs);
  }
  void close();

  RdmaLoad load_;
  std::uint8_t port_ = 1;
  std::uint8_t service_level_ = 0;
  std::uint16_t pkey_index_ = 0;
  std::uint8_t gid_index_ = 0;
  bool global_ = false;
  int reads_ = 1;
  std::uint32_t inline_bytes_ = 0;
  ibv_port_attr attributes_ = {};
  ibv_gid gid_ = {};
  ibv_context* context_ = nullptr;
  ibv_pd* domain_ = nullptr;
  ibv_mr* region_ = nullptr;
  ibv_cq* sent_ = nullptr;
  ibv_cq* received_ = nullptr;
  std::vector<ibv_qp*> pairs_;
  void* memory_ = nullptr;
  std::uint64_t remote_base_ = 0;
  std::uint32_t remote_key_ = 0;
};

}  // namespace gpuscape::bench
