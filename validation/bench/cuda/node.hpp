#pragma once
/// The GPUs that the driver shows, and what measures take from them. Contexts are made when they
/// are first needed and released at the end.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "cuda/driver.hpp"
#include "cuda/nvml.hpp"

namespace gpuscape::bench::cuda {

struct Gpu {
  int number = 0;
  std::string id;  ///< "gpu0"
  Device handle = 0;
  std::string name;
  std::string bus;        ///< "0000:65:00.0", lower case; empty where the driver does not say
  int numa = -1;          ///< -1: not known
  int capability = 0;     ///< 90 for 9.0
  int processors = 0;     ///< streaming multiprocessors
  std::size_t bytes = 0;  ///< of memory
  NvmlDevice nvml = nullptr;
  std::vector<std::string> marks;  ///< of every measure on it

  /// What one measure may take of its memory, in all its buffers.
  [[nodiscard]] std::size_t room() const;
};

class Node {
 public:
  Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node();

  Driver driver;
  Nvml nvml;
  std::vector<Gpu> gpus;

  /// Makes the GPU the one that calls are about. Throws Failure, with the remedy.
  void use(int gpu);
  [[nodiscard]] ContextHandle context(int gpu);
  /// A kernel of a module's text, compiled once for each GPU.
  KernelHandle kernel(int gpu, const std::string& module, const char* name);
  /// Memory of the GPU, and back. Throws Failure where one measure would have more than min(1 GiB,
  /// a quarter of what is free).
  DevicePointer memory(int gpu, std::size_t bytes);
  void free_memory(int gpu, DevicePointer address, std::size_t bytes);

 private:
  struct State {
    ContextHandle context = nullptr;
    std::size_t taken = 0;  ///< bytes of memory
    std::map<std::string, ModuleHandle> modules = {};
  };
  State& state(int gpu);
  std::map<int, State> states_;
};

using NodePtr = std::shared_ptr<Node>;

/// Memory of a GPU, as long as this lives.
class DeviceMemory {
 public:
  DeviceMemory(Node& node, int gpu, std::size_t bytes);
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory();
  [[nodiscard]] DevicePointer at(std::size_t offset = 0) const { return address_ + offset; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Copies that are there when the call returns.
  void put(const void* from, std::size_t bytes, std::size_t offset = 0);
  void get(void* to, std::size_t bytes, std::size_t offset = 0) const;

 private:
  Node& node_;
  int gpu_;
  std::size_t bytes_;
  DevicePointer address_;
};

/// Pinned memory of the host, or plain memory of the process.
class HostMemory {
 public:
  HostMemory(Node& node, int gpu, std::size_t bytes, bool pinned);
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory();
  [[nodiscard]] unsigned char* data() const { return data_; }

 private:
  Node& node_;
  int gpu_;
  bool pinned_;
  unsigned char* data_ = nullptr;
  std::vector<unsigned char> plain_;
};

class Stream {
 public:
  Stream(Node& node, int gpu);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream();
  [[nodiscard]] StreamHandle handle() const { return handle_; }
  void wait() const { node_.driver.stream_wait(handle_); }

 private:
  Node& node_;
  int gpu_;
  StreamHandle handle_ = nullptr;
};

class Event {
 public:
  Event(Node& node, int gpu);
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event();
  void record(const Stream& stream) const { node_.driver.event_record(handle_, stream.handle()); }
  void wait() const { node_.driver.event_wait(handle_); }

 private:
  Node& node_;
  int gpu_;
  EventHandle handle_ = nullptr;
};

/// "64 MiB"
std::string mebibytes(std::size_t bytes);

}  // namespace gpuscape::bench::cuda
