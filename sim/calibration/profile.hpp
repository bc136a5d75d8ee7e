#pragma once
/// What was measured of a machine, as laws: what `gpuscape calibrate` writes, and what predictions
/// and scenarios read.

#include <compare>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/units/quantity.hpp"

namespace gpuscape {

/// A figure and its 95 % interval: low ≤ value ≤ high.
template <class T>
struct Fitted {
  T value{};
  T low{};
  T high{};

  friend auto operator<=>(const Fitted&, const Fitted&) = default;
};

/// What tells one law from another. Empty or zero: does not apply.
struct LawKey {
  std::string family;     ///< "host", "tcp", "shared-memory", "storage", "cuda", "rdma"
  std::string operation;  ///< "copy", "latency", "bandwidth", "call", "rate", "stream", …
  std::string path;       ///< "host>gpu0", "localhost tcp", "gemm fp16"
  std::string direction = {};
  std::string memory = {};
  int streams = 0;
  int depth = 0;
  std::map<std::string, std::string> more = {};

  friend auto operator<=>(const LawKey&, const LawKey&) = default;
  friend bool operator==(const LawKey&, const LawKey&) = default;

  /// "cuda/copy/host>gpu0/host-to-device/pinned/streams:4".
  [[nodiscard]] std::string text() const;
};

/// Up to a size, an operation takes latency + size / rate.
struct LawRegime {
  Bytes up_to{std::numeric_limits<double>::infinity()};
  Fitted<Seconds> latency;
  Fitted<BytesPerSecond> rate;  ///< infinite where size costs nothing within the regime
};

/// What every figure of a profile says of where it is from.
struct Grounds {
  std::size_t points = 0;          ///< sizes (or sizes and others) that were measured
  std::size_t rows = 0;            ///< repetitions, all points together
  std::vector<std::size_t> files;  ///< indices into Profile::files, rising
  std::vector<std::string> marks;  ///< "unproven path", "incomplete measurement", …
  bool proven = true;              ///< false: the path never ran on such hardware before
  double median_residual = 0.0;    ///< |measured − law| / law: the median over points
  double largest_residual = 0.0;   ///< and the largest
};

/// Time of one operation by its size.
struct PathLaw {
  LawKey key;
  std::vector<LawRegime> regimes;  ///< by rising size; the last has no end; at least one
  Bytes least{0.0};                ///< smallest size that was measured
  Bytes most{0.0};                 ///< largest
  Grounds grounds;

  /// Beyond the range, the nearest regime is continued.
  [[nodiscard]] Seconds time_of(Bytes size) const;
  [[nodiscard]] Fitted<Seconds> time_within(Bytes size) const;
  [[nodiscard]] bool in_range(Bytes size) const { return least <= size && size <= most; }
};

/// What one call costs: a launch, a synchronisation. A call stream yields several with the key's
/// `more` {"cost": "call" | "synchronisation" | "copy" | "copied byte"}.
struct CallCost {
  LawKey key;
  Fitted<Seconds> seconds;
  Grounds grounds;
};

struct RatePoint {
  double size = 0.0;
  Fitted<double> per_second;
};

/// What is attained by size of the work: an efficiency table.
struct RateTable {
  LawKey key;
  std::string size_of;            ///< what `size` counts: "flops", "bytes", "streams", "depth"
  std::string unit;               ///< of per_second: "flop/s", "B/s", "1/s"
  std::vector<RatePoint> points;  ///< by rising size
  Grounds grounds;

  /// Linear in the logarithm of the size; beyond the table, its nearest point.
  [[nodiscard]] double per_second_of(double size) const;
  [[nodiscard]] bool in_range(double size) const;
};

/// A device of the machine, with what its file says of it ("name": "NVIDIA H100 80GB HBM3").
struct ProfileDevice {
  std::string id;
  std::string kind;
  std::map<std::string, std::string> properties = {};
};

/// A file that figures came from.
struct ProfileFile {
  std::string name;
  std::string tool;      ///< "gpuscape-bench", "nccl-tests", …
  std::string checksum;  ///< of the bytes, "crc32:…"
  std::size_t bytes = 0;
};

/// A path that no law could be given for, and why.
struct RefusedFit {
  LawKey key;
  std::string why;
};

struct Profile {
  std::string name;
  std::map<std::string, std::string> machine = {};  ///< "host", "cpu", …; of a pair also "peer"
  std::vector<ProfileDevice> devices = {};
  std::vector<ProfileFile> files = {};
  std::vector<PathLaw> laws = {};     ///< by key
  std::vector<CallCost> calls = {};   ///< by key
  std::vector<RateTable> rates = {};  ///< by key
  std::vector<RefusedFit> refused = {};
  std::vector<std::string> marks = {};  ///< of the whole: "incomplete measurement"

  // Null where there is none of exactly that key.
  [[nodiscard]] const PathLaw* find_law(const LawKey& key) const;
  [[nodiscard]] const CallCost* find_call(const LawKey& key) const;
  [[nodiscard]] const RateTable* find_rates(const LawKey& key) const;
  /// False also where there is no such law.
  [[nodiscard]] bool in_range(const LawKey& key, Bytes size) const;
};

}  // namespace gpuscape
