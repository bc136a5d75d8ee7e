#pragma once
/// libibverbs, loaded when the program runs. What its header defines inline goes through the
/// structures that these functions give.

#include <infiniband/verbs.h>

#include <cstdint>
#include <string>

namespace gpuscape::bench {

struct Verbs {
  decltype(&::ibv_get_device_list) get_device_list = nullptr;
  decltype(&::ibv_free_device_list) free_device_list = nullptr;
  decltype(&::ibv_get_device_name) get_device_name = nullptr;
  decltype(&::ibv_open_device) open_device = nullptr;
  decltype(&::ibv_close_device) close_device = nullptr;
  decltype(&::ibv_query_device) query_device = nullptr;
  decltype(&::ibv_query_gid) query_gid = nullptr;
  decltype(&::ibv_alloc_pd) alloc_pd = nullptr;
  decltype(&::ibv_dealloc_pd) dealloc_pd = nullptr;
  decltype(&::ibv_reg_mr) reg_mr = nullptr;
  decltype(&::ibv_dereg_mr) dereg_mr = nullptr;
  decltype(&::ibv_create_cq) create_cq = nullptr;
  decltype(&::ibv_destroy_cq) destroy_cq = nullptr;
  decltype(&::ibv_create_qp) create_qp = nullptr;
  decltype(&::ibv_modify_qp) modify_qp = nullptr;
  decltype(&::ibv_destroy_qp) destroy_qp = nullptr;
  decltype(&::ibv_wc_status_str) wc_status_str = nullptr;
  /// Fills what the first version of the structure had, up to the link layer.
  int (*query_port)(ibv_context*, std::uint8_t, ibv_port_attr*) = nullptr;
};

/// The library, or null with the reason.
const Verbs* loaded_verbs(std::string& why);

/// Of code that runs only after the library was found.
const Verbs& verbs();

}  // namespace gpuscape::bench
