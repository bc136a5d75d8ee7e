/// One adapter, "fake_0", without a wire: every receive that is posted is fulfilled at once, the
/// last one first, as if a peer had sent to every queue pair; every request has ended as soon as it
/// is posted.

#include <infiniband/verbs.h>

#include <cerrno>
#include <cstdint>
#include <map>
#include <vector>

#undef ibv_query_port
#undef ibv_reg_mr

namespace {

std::map<ibv_cq*, std::vector<ibv_wc>> completions;
std::int64_t foreign_id = -1;
std::uint32_t queue_pairs = 0;

ibv_device* the_device() {
  static ibv_device device = {};
  return &device;
}

int post_send(ibv_qp* pair, ibv_send_wr* request, ibv_send_wr**) {
  ibv_wc done = {};
  done.wr_id = request->wr_id;
  done.opcode = IBV_WC_SEND;
  completions[pair->send_cq].push_back(done);
  return 0;
}

int post_recv(ibv_qp* pair, ibv_recv_wr* request, ibv_recv_wr**) {
  ibv_wc done = {};
  done.wr_id = request->wr_id;
  done.opcode = IBV_WC_RECV;
  done.byte_len = request->sg_list->length;
  completions[pair->recv_cq].push_back(done);
  return 0;
}

int poll_cq(ibv_cq* queue, int most, ibv_wc* into) {
  std::vector<ibv_wc>& waiting = completions[queue];
  int count = 0;
  for (; count < most && !waiting.empty(); ++count) {
    into[count] = waiting.back();
    waiting.pop_back();
    if (foreign_id >= 0) into[count].wr_id = static_cast<std::uint64_t>(foreign_id);
  }
  return count;
}

}  // namespace

extern "C" {

/// From now on every completion names this request; -1: its own.
void fake_verbs_complete(std::int64_t id) { foreign_id = id; }
/// Queue pairs that were made and not destroyed.
std::uint32_t fake_verbs_queue_pairs() { return queue_pairs; }

ibv_device** ibv_get_device_list(int* count) {
  *count = 1;
  return new ibv_device*[2]{the_device(), nullptr};
}
void ibv_free_device_list(ibv_device** list) { delete[] list; }
const char* ibv_get_device_name(ibv_device*) { return "fake_0"; }

ibv_context* ibv_open_device(ibv_device* device) {
  auto* context = new ibv_context{};
  context->device = device;
  context->ops.post_send = post_send;
  context->ops.post_recv = post_recv;
  context->ops.poll_cq = poll_cq;
  return context;
}
int ibv_close_device(ibv_context* context) {
  delete context;
  return 0;
}

int ibv_query_device(ibv_context*, ibv_device_attr* attributes) {
  *attributes = {};
  attributes->phys_port_cnt = 1;
  attributes->max_qp_rd_atom = 16;
  attributes->max_qp_init_rd_atom = 16;
  return 0;
}
int ibv_query_port(ibv_context*, std::uint8_t, _compat_ibv_port_attr* into) {
  auto* attributes = reinterpret_cast<ibv_port_attr*>(into);
  attributes->state = IBV_PORT_ACTIVE;
  attributes->active_mtu = IBV_MTU_4096;
  attributes->gid_tbl_len = 1;
  attributes->link_layer = IBV_LINK_LAYER_ETHERNET;
  return 0;
}
int ibv_query_gid(ibv_context*, std::uint8_t, int, ibv_gid* gid) {
  *gid = {};
  return 0;
}

ibv_pd* ibv_alloc_pd(ibv_context* context) {
  auto* domain = new ibv_pd{};
  domain->context = context;
  return domain;
}
int ibv_dealloc_pd(ibv_pd* domain) {
  delete domain;
  return 0;
}
ibv_mr* ibv_reg_mr(ibv_pd* domain, void* memory, std::size_t bytes, int) {
  auto* region = new ibv_mr{};
  region->pd = domain;
  region->addr = memory;
  region->length = bytes;
  return region;
}
int ibv_dereg_mr(ibv_mr* region) {
  delete region;
  return 0;
}

ibv_cq* ibv_create_cq(ibv_context* context, int, void*, ibv_comp_channel*, int) {
  auto* queue = new ibv_cq{};
  queue->context = context;
  return queue;
}
int ibv_destroy_cq(ibv_cq* queue) {
  completions.erase(queue);
  delete queue;
  return 0;
}

ibv_qp* ibv_create_qp(ibv_pd* domain, ibv_qp_init_attr* wanted) {
  auto* pair = new ibv_qp{};
  pair->context = domain->context;
  pair->send_cq = wanted->send_cq;
  pair->recv_cq = wanted->recv_cq;
  pair->qp_num = ++queue_pairs;
  return pair;
}
int ibv_modify_qp(ibv_qp*, ibv_qp_attr*, int) { return 0; }
int ibv_destroy_qp(ibv_qp* pair) {
  --queue_pairs;
  delete pair;
  return 0;
}
const char* ibv_wc_status_str(ibv_wc_status) { return "a status"; }

}  // extern "C"
