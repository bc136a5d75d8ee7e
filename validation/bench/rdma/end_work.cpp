/// What an end does once it is connected: requests, completions, patterns.

#include <array>
#include <cstring>

#include "rdma/end.hpp"

namespace gpuscape::bench {

namespace {

/// Never zero, so that bytes that did not arrive cannot pass.
std::uint8_t pattern_byte(int pattern, int queue_pair, std::size_t i) {
  const auto seed = static_cast<std::size_t>(pattern * 89 + queue_pair * 31 + 7);
  return static_cast<std::uint8_t>((i * 131 + (i >> 8U) * 17 + seed) % 255 + 1);
}

ibv_wr_opcode opcode_of(Verb verb) {
  if (verb == Verb::kSend) return IBV_WR_SEND;
  return verb == Verb::kWrite ? IBV_WR_RDMA_WRITE : IBV_WR_RDMA_READ;
}

}  // namespace

volatile std::uint8_t* End::outgoing(int queue_pair) const {
  return static_cast<std::uint8_t*>(memory_) + slot() * static_cast<std::size_t>(queue_pair);
}

volatile std::uint8_t* End::incoming(int queue_pair) const {
  return outgoing(queue_pair) + room() / 2;
}

void End::post(int queue_pair) {
  const bool reads = load_.verb == Verb::kRead;
  ibv_sge piece = {};
  piece.addr =
      reinterpret_cast<std::uintptr_t>(reads ? incoming(queue_pair) : outgoing(queue_pair));
  piece.length = static_cast<std::uint32_t>(load_.bytes);
  piece.lkey = region_->lkey;
  ibv_send_wr request = {};
  request.wr_id = static_cast<std::uint64_t>(queue_pair);
  request.sg_list = &piece;
  request.num_sge = 1;
  request.opcode = opcode_of(load_.verb);
  request.send_flags = IBV_SEND_SIGNALED;
  if (!reads && load_.bytes <= inline_bytes_) request.send_flags |= IBV_SEND_INLINE;
  // Both ends lay their memory out alike; what is written arrives, what is read leaves.
  const std::size_t offset =
      slot() * static_cast<std::size_t>(queue_pair) + (reads ? 0 : room() / 2);
  request.wr.rdma.remote_addr = remote_base_ + offset;
  request.wr.rdma.rkey = remote_key_;
  ibv_send_wr* bad = nullptr;
  const int fault = ibv_post_send(pairs_.at(static_cast<std::size_t>(queue_pair)), &request, &bad);
  if (fault != 0) throw Failure(std::string("a request was refused: ") + std::strerror(fault));
}

void End::post_receive(int queue_pair) {
  ibv_sge piece = {};
  piece.addr = reinterpret_cast<std::uintptr_t>(incoming(queue_pair));
  piece.length = static_cast<std::uint32_t>(load_.bytes);
  piece.lkey = region_->lkey;
  ibv_recv_wr request = {};
  request.wr_id = static_cast<std::uint64_t>(queue_pair);
  request.sg_list = &piece;
  request.num_sge = 1;
  ibv_recv_wr* bad = nullptr;
  const int fault = ibv_post_recv(pairs_.at(static_cast<std::size_t>(queue_pair)), &request, &bad);
  if (fault != 0) throw Failure(std::string("a receive was refused: ") + std::strerror(fault));
}

void End::take(ibv_cq* queue, std::vector<int>& done) {
  std::array<ibv_wc, 16> completions;
  const int count = ibv_poll_cq(queue, static_cast<int>(completions.size()), completions.data());
  if (count < 0)
    throw Lost("the adapter's completion queue is broken; is the adapter still there?");
  for (int i = 0; i < count; ++i) {
    const ibv_wc& completion = completions[static_cast<std::size_t>(i)];
    if (completion.status == IBV_WC_RETRY_EXC_ERR)
      throw OutOfReach(
          "the other end does not answer over RDMA (transport retry counter exceeded)");
    if (completion.status == IBV_WC_FATAL_ERR) throw Lost("the adapter reports a fatal error");
    if (completion.status != IBV_WC_SUCCESS)
      throw Failure(std::string("a request ended with: ") +
                    verbs().wc_status_str(completion.status));
    if ((completion.opcode & IBV_WC_RECV) != 0 && completion.byte_len != load_.bytes)
      throw Failure("a message of " + std::to_string(completion.byte_len) +
                    " bytes arrived instead of " + std::to_string(load_.bytes));
    if (completion.wr_id >= done.size())
      throw Lost("the adapter reports the end of a request that was not made");
    ++done[static_cast<std::size_t>(completion.wr_id)];
  }
}

void End::take_sent(std::vector<int>& done) { take(sent_, done); }

void End::take_received(std::vector<int>& done) { take(received_, done); }

void End::fill(int pattern) {
  for (int pair = 0; pair < load_.queue_pairs; ++pair)
    for (std::size_t i = 0; i < load_.bytes; ++i)
      outgoing(pair)[i] = pattern_byte(pattern, pair, i);
  clear();
}

void End::clear() { std::memset(static_cast<char*>(memory_) + room() / 2, 0, room() / 2); }

void End::check(int pattern) const {
  for (int pair = 0; pair < load_.queue_pairs; ++pair)
    for (std::size_t i = 0; i < load_.bytes; ++i)
      if (incoming(pair)[i] != pattern_byte(pattern, pair, i))
        throw Failure("byte " + std::to_string(i) + " of queue pair " + std::to_string(pair) +
                      " arrived wrong");
}

}  // namespace gpuscape::bench
