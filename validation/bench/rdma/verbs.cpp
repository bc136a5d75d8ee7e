#include "rdma/verbs.hpp"

#include <dlfcn.h>

#include "core/libraries.hpp"
#include "core/measure.hpp"

namespace gpuscape::bench {

namespace {

struct Library {
  Verbs verbs = {};
  std::string why = {};
};

template <typename Function>
void find(Library& library, void* handle, const char* name, Function& function) {
  void* symbol = dlvsym(handle, name, "IBVERBS_1.1");
  if (symbol == nullptr) symbol = dlsym(handle, name);
  if (symbol == nullptr && library.why.empty())
    library.why = std::string("libibverbs.so.1 has no ") + name;
  function = reinterpret_cast<Function>(symbol);
}

Library load() {
  Library library;
  void* handle = dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    library.why =
        "libibverbs.so.1 is not installed (libibverbs1 and ibverbs-providers, or "
        "libibverbs, or rdma-core)";
    return library;
  }
  note_library("libibverbs.so.1", handle);
  Verbs& v = library.verbs;
  find(library, handle, "ibv_get_device_list", v.get_device_list);
  find(library, handle, "ibv_free_device_list", v.free_device_list);
  find(library, handle, "ibv_get_device_name", v.get_device_name);
  find(library, handle, "ibv_open_device", v.open_device);
  find(library, handle, "ibv_close_device", v.close_device);
  find(library, handle, "ibv_query_device", v.query_device);
  find(library, handle, "ibv_query_gid", v.query_gid);
  find(library, handle, "ibv_alloc_pd", v.alloc_pd);
  find(library, handle, "ibv_dealloc_pd", v.dealloc_pd);
  find(library, handle, "ibv_reg_mr", v.reg_mr);
  find(library, handle, "ibv_dereg_mr", v.dereg_mr);
  find(library, handle, "ibv_create_cq", v.create_cq);
  find(library, handle, "ibv_destroy_cq", v.destroy_cq);
  find(library, handle, "ibv_create_qp", v.create_qp);
  find(library, handle, "ibv_modify_qp", v.modify_qp);
  find(library, handle, "ibv_destroy_qp", v.destroy_qp);
  find(library, handle, "ibv_wc_status_str", v.wc_status_str);
  find(library, handle, "ibv_query_port", v.query_port);
  return library;
}

const Library& library() {
  static const Library loaded = load();
  return loaded;
}

}  // namespace

const Verbs* loaded_verbs(std::string& why) {
  why = library().why;
  return why.empty() ? &library().verbs : nullptr;
}

const Verbs& verbs() {
  std::string why;
  const Verbs* loaded = loaded_verbs(why);
  if (loaded == nullptr) throw Failure("no RDMA: " + why);
  return *loaded;
}

}  // namespace gpuscape::bench
