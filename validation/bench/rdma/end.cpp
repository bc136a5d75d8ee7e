#include "rdma/end.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "core/machine.hpp"
#include "core/stop.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kPatienceSeconds = 10.0;
constexpr std::uint32_t kInline = 64;
constexpr std::int64_t kMostQueuePairNumber = 0xffffff;
constexpr std::int64_t kMostKey = 0xffffffff;
constexpr int kAccess = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;

[[noreturn]] void fail(const std::string& what, int fault) {
  throw Failure(what + ": " + std::strerror(fault));
}

std::string locked_limit() {
  rlimit limit = {};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  return limit.rlim_cur == RLIM_INFINITY ? "unlimited"
                                         : std::to_string(limit.rlim_cur / 1024) + " KiB";
}

ibv_context* opened(const std::string& name) {
  int count = 0;
  ibv_device** list = verbs().get_device_list(&count);
  ibv_context* context = nullptr;
  for (int i = 0; list != nullptr && i < count && context == nullptr; ++i)
    if (verbs().get_device_name(list[i]) == name) context = verbs().open_device(list[i]);
  const int fault = errno;
  if (list != nullptr) verbs().free_device_list(list);
  if (context == nullptr) fail(name + " cannot be opened any more", fault);
  return context;
}

}  // namespace

void Patience::hear_signal() {
  if (stop_signal() != 0) throw Failure("stopped by a signal");
}

void Patience::consider() {
  sched_yield();
  hear_signal();
  if (gone_ && gone_()) throw Lost("the peer is gone");
  const double now = steady_seconds();
  if (since_ == 0.0) since_ = now;
  if (now - since_ > kPatienceSeconds)
    throw Failure("nothing moved for " + std::to_string(static_cast<int>(kPatienceSeconds)) +
                  " s on the adapter");
}

End::End(const Adapter& adapter, const RdmaLoad& load, const Options& options)
    : load_(load),
      port_(static_cast<std::uint8_t>(adapter.port)),
      service_level_(static_cast<std::uint8_t>(options.service_level)),
      pkey_index_(static_cast<std::uint16_t>(options.pkey_index)) {
  try {
    open(adapter);
    choose_gid(adapter, options);
    map();
    for (int i = 0; i < load_.queue_pairs; ++i) make_queue_pair();
  } catch (...) {
    close();
    throw;
  }
}

End::~End() { close(); }

void End::close() {
  for (ibv_qp* pair : pairs_) verbs().destroy_qp(pair);
  if (sent_ != nullptr) verbs().destroy_cq(sent_);
  if (received_ != nullptr) verbs().destroy_cq(received_);
  if (region_ != nullptr) verbs().dereg_mr(region_);
  if (domain_ != nullptr) verbs().dealloc_pd(domain_);
  if (context_ != nullptr) verbs().close_device(context_);
  if (memory_ != nullptr) munmap(memory_, room());
}

void End::open(const Adapter& adapter) {
  context_ = opened(adapter.name);
  ibv_device_attr device = {};
  if (verbs().query_port(context_, port_, &attributes_) != 0 ||
      verbs().query_device(context_, &device) != 0)
    fail(adapter.name, errno);
  if (attributes_.state != IBV_PORT_ACTIVE)
    throw Failure("port " + std::to_string(port_) + " of " + adapter.name + " is not active");
  reads_ = std::max(1, std::min({device.max_qp_rd_atom, device.max_qp_init_rd_atom, 16}));
  domain_ = verbs().alloc_pd(context_);
  if (domain_ == nullptr) fail("a protection domain of " + adapter.name, errno);
  const int entries = 2 * load_.queue_pairs * load_.depth + 16;
  sent_ = verbs().create_cq(context_, entries, nullptr, nullptr, 0);
  received_ = verbs().create_cq(context_, entries, nullptr, nullptr, 0);
  if (sent_ == nullptr || received_ == nullptr)
    fail("a completion queue of " + std::to_string(entries) + " entries", errno);
}

/// Over Ethernet an index must be chosen: RoCE v2 on IPv4 where there is one, else RoCE v2.
void End::choose_gid(const Adapter& adapter, const Options& options) {
  const bool ethernet = attributes_.link_layer == IBV_LINK_LAYER_ETHERNET;
  global_ = ethernet || options.gid_index.has_value();
  const std::string types = "/sys/class/infiniband/" + adapter.name + "/ports/" +
                            std::to_string(port_) + "/gid_attrs/types/";
  int best = -1;
  for (int i = 0; i < attributes_.gid_tbl_len && i < 256; ++i) {
    ibv_gid gid = {};
    if (verbs().query_gid(context_, port_, i, &gid) != 0) continue;
    if (options.gid_index ? i != *options.gid_index : (!ethernet && i > 0)) continue;
    const bool second = first_line(types + std::to_string(i)) == "RoCE v2";
    const bool mapped = gid.raw[10] == 0xff && gid.raw[11] == 0xff && gid.raw[0] == 0;
    const int rank = (second ? 2 : 0) + (mapped ? 1 : 0);
    if (rank <= best) continue;
    best = rank;
    gid_ = gid;
    gid_index_ = static_cast<std::uint8_t>(i);
  }
  if (best < 0)
    throw Failure(adapter.name + " has no GID" +
                  (options.gid_index ? " " + std::to_string(*options.gid_index) : "") +
                  "; show_gids or /sys/class/infiniband/" + adapter.name + "/ports lists them");
}

void End::map() {
  void* memory = mmap(nullptr, room(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("a buffer of " + std::to_string(room()) + " bytes", errno);
  memory_ = memory;
  region_ = verbs().reg_mr(domain_, memory_, room(), kAccess);
  if (region_ != nullptr) return;
  if (errno == ENOMEM || errno == EAGAIN)
    throw Failure("a buffer of " + std::to_string(room()) +
                  " bytes cannot be locked; ulimit -l is " + locked_limit() +
                  ": ulimit -l unlimited, or LimitMEMLOCK=infinity of slurmd's service");
  fail("registering a buffer", errno);
}

void End::make_queue_pair() {
  ibv_qp_init_attr wanted = {};
  wanted.send_cq = sent_;
  wanted.recv_cq = received_;
  wanted.qp_type = IBV_QPT_RC;
  wanted.cap.max_send_wr = static_cast<std::uint32_t>(load_.depth);
  wanted.cap.max_recv_wr = static_cast<std::uint32_t>(2 * load_.depth);
  wanted.cap.max_send_sge = 1;
  wanted.cap.max_recv_sge = 1;
  wanted.cap.max_inline_data = kInline;
  ibv_qp* pair = verbs().create_qp(domain_, &wanted);
  if (pair == nullptr) {  // Some adapters carry nothing inline.
    wanted.cap.max_inline_data = 0;
    pair = verbs().create_qp(domain_, &wanted);
  }
  if (pair == nullptr) fail("queue pair " + std::to_string(pairs_.size() + 1), errno);
  inline_bytes_ = wanted.cap.max_inline_data;
  pairs_.push_back(pair);
  to_init(pair);
}

void End::to_init(ibv_qp* pair) const {
  ibv_qp_attr attributes = {};
  attributes.qp_state = IBV_QPS_INIT;
  attributes.pkey_index = pkey_index_;
  attributes.port_num = port_;
  attributes.qp_access_flags = kAccess;
  const int fault = verbs().modify_qp(
      pair, &attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  if (fault != 0) fail("a queue pair on port " + std::to_string(port_) + " (--pkey)", fault);
}

Message End::address() const {
  Message message{"end", {}};
  std::string numbers;
  for (const ibv_qp* pair : pairs_)
    numbers += (numbers.empty() ? "" : ",") + std::to_string(pair->qp_num);
  std::string gid;
  for (const std::uint8_t byte : gid_.raw) gid += (gid.empty() ? "" : ",") + std::to_string(byte);
  message.set("numbers", numbers).set("gid", gid);
  message.set("lid", std::int64_t{attributes_.lid});
  message.set("mtu", std::int64_t{attributes_.active_mtu});
  message.set("reads", std::int64_t{reads_});
  message.set("key", std::int64_t{region_->rkey});
  message.set("base", std::to_string(reinterpret_cast<std::uintptr_t>(memory_)));
  return message;
}

void End::connect(const Message& other) {
  const auto numbers = other.numbers("numbers", pairs_.size(), kMostQueuePairNumber);
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    to_ready(pairs_[i], other, static_cast<std::uint32_t>(numbers[i]));
  remote_key_ = static_cast<std::uint32_t>(other.number("key", kMostKey));
  remote_base_ =
      static_cast<std::uint64_t>(other.number("base", std::numeric_limits<std::int64_t>::max()));
  for (int pair = 0; load_.verb == Verb::kSend && pair < load_.queue_pairs; ++pair)
    for (int i = 0; i < 2 * load_.depth; ++i) post_receive(pair);
}

void End::to_ready(ibv_qp* pair, const Message& other, std::uint32_t number) const {
  ibv_qp_attr to = {};
  to.qp_state = IBV_QPS_RTR;
  to.path_mtu = static_cast<ibv_mtu>(std::clamp<std::int64_t>(other.number("mtu", IBV_MTU_4096),
                                                              IBV_MTU_256, attributes_.active_mtu));
  to.dest_qp_num = number;
  to.max_dest_rd_atomic = static_cast<std::uint8_t>(reads_);
  to.min_rnr_timer = 1;
  to.ah_attr.dlid = static_cast<std::uint16_t>(other.number("lid", 65535));
  to.ah_attr.sl = service_level_;
  to.ah_attr.port_num = port_;
  to.ah_attr.is_global = global_ ? 1 : 0;
  const auto gid = other.numbers("gid", sizeof to.ah_attr.grh.dgid.raw, 255);
  for (std::size_t i = 0; i < gid.size(); ++i)
    to.ah_attr.grh.dgid.raw[i] = static_cast<std::uint8_t>(gid[i]);
  to.ah_attr.grh.sgid_index = gid_index_;
  to.ah_attr.grh.hop_limit = 64;
  int fault =
      verbs().modify_qp(pair, &to,
                        IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                            IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
  if (fault == ETIMEDOUT || fault == ENETUNREACH || fault == EHOSTUNREACH)
    throw OutOfReach("the other end cannot be reached over RDMA (--gid-index): " +
                     std::string(std::strerror(fault)));
  if (fault != 0) fail("no way to the other end (--gid-index, --service-level)", fault);
  ibv_qp_attr ready = {};
  ready.qp_state = IBV_QPS_RTS;
  ready.timeout = 14;
  ready.retry_cnt = 7;
  ready.rnr_retry = 7;
  ready.max_rd_atomic = static_cast<std::uint8_t>(
      std::min<std::int64_t>(std::max<std::int64_t>(1, other.number("reads", 255)), reads_));
  fault = verbs().modify_qp(pair, &ready,
                            IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                                IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
  if (fault != 0) fail("a queue pair cannot start", fault);
}

}  // namespace gpuscape::bench
