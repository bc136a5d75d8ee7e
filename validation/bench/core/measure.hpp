#pragma once
/// What can be measured here, and how a family of measures offers it.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpuscape::bench {

/// What one measure is, as the result file says it. Empty or zero: does not apply.
struct Facts {
  std::string family;  ///< "host", "tcp", "shared-memory", "storage", "cuda", "rdma", "composite"
  std::string operation;  ///< "latency", "copy", "bandwidth", "message-rate", "call", "rate", …
  std::string path;       ///< what a fit groups by: "host>gpu0", "localhost tcp", "gemm fp16"
  std::string direction;  ///< "host-to-device", "write", "read", …
  std::string memory;     ///< "pinned", "pageable", "device", "host"
  std::string from;       ///< the device that bytes leave, "gpu0", "numa1"
  std::string to;
  double bytes = 0.0;                ///< payload of one operation
  double flops = 0.0;                ///< floating-point operations of one operation
  int streams = 0;                   ///< connections, queue pairs or streams side by side
  int depth = 0;                     ///< operations in flight on each of them
  std::string role = "calibration";  ///< or "composite" (not used in a fit), or "control"
  std::map<std::string, std::string> more = {};  ///< by name, whatever else tells it from others

  /// "cuda/copy/host>gpu0/host-to-device/pinned/1048576": no two measures share one.
  [[nodiscard]] std::string name() const;
};

/// A measure that stands ready: buffers allocated, connections made.
class Probe {
 public:
  Probe() = default;
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;
  Probe(Probe&&) = delete;
  Probe& operator=(Probe&&) = delete;
  virtual ~Probe() = default;

  /// Does that many operations and returns the seconds that all of them took together.
  /// Throws Failure, or Lost where nothing else of the family can be measured any more.
  virtual double run(std::int64_t operations) = 0;

  /// What else the last repetition showed, in SI units: {"cpu_seconds_per_operation", 2e-6}.
  [[nodiscard]] virtual std::map<std::string, double> counters() const { return {}; }
};

struct Measure {
  Facts facts;
  std::int64_t batch = 1;          ///< operations of one call of run, so that the clock is cheap
  double expected_seconds = 1e-6;  ///< of one operation, roughly, for --plan
  double memory_bytes = 0.0;       ///< of the host, taken while it is measured; small ones say none
  double disk_bytes = 0.0;         ///< of the file in --dir
  int processes = 0;               ///< forked, and ended with it
  std::function<std::unique_ptr<Probe>()> prepare;  ///< throws as run does
  std::vector<std::string> marks =
      {};              ///< what makes it less than it could be: "other processes on gpu0"
  bool proven = true;  ///< its path ran on such hardware, as a file of validation/measured/ shows
};

/// One measure could not be done; the others may.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The device or the peer is gone: nothing else of this family can be done.
class Lost : public Failure {
 public:
  using Failure::Failure;
};

/// A device as the result file lists it: its place in the node, versions, clocks.
struct DeviceFacts {
  std::string id;    ///< "gpu0", "mlx5_0", "numa0"
  std::string kind;  ///< "gpu", "adapter", "numa-node", "disk"
  std::map<std::string, std::string> properties = {};
};

/// What a family finds on this machine.
struct Offer {
  std::vector<Measure> measures = {};
  std::vector<DeviceFacts> devices = {};
  std::vector<std::string> absent = {};  ///< one line each: what is not there, and the remedy
  std::map<std::string, std::string> versions = {};  ///< "cuda driver": "13.0"
};

}  // namespace gpuscape::bench
