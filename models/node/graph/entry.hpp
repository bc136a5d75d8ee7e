#pragma once
/// A node as its catalogue entry says it, before anything is put together.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json/json.hpp"
#include "sim/base/units/quantity.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape::graph_node {

/// Where a fault of it is reported.
struct Written {
  SourcePlace place;
  std::string pointer = {};
};

/// Payload of a link, or the bits on its wire.
struct Rate {
  BytesPerSecond value{1.0};
  bool raw = false;
};

struct LinkEntry {
  std::pair<std::string, std::string> between = {};
  std::string type = {};    ///< empty where `rate` says everything
  std::uint32_t lanes = 0;  ///< or links, of NVLink and between sockets; 0: not said
  std::optional<Rate> rate = {};
  std::optional<Seconds> latency = {};
  Written written = {};
  Written type_written = {};
};

/// What joins every two sockets of a node.
struct InterSocketEntry {
  std::string type = {};
  std::uint32_t links = 1;
  std::optional<Rate> rate = {};  ///< of one link
  std::optional<Seconds> latency = {};
  Written type_written = {};
};

struct CpuEntry {
  std::string model = {};    ///< "EPYC 7742"; empty: not said
  std::int64_t sockets = 0;  ///< 0: not said
  std::int64_t cores_per_socket = 0;
  std::optional<BytesPerSecond> memory_bandwidth = {};  ///< of one socket
  std::optional<InterSocketEntry> inter_socket = {};
};

struct FabricEntry {
  std::string type = {};
  std::vector<LinkEntry> links = {};   ///< point to point; their lanes are links
  std::uint32_t links_per_gpu = 0;     ///< to the switches; 0: point to point
  std::int64_t domain_gpus = 0;        ///< 0: all
  std::vector<std::string> gpus = {};  ///< that the switches join; none: all
  std::string chip = {};               ///< in the catalogue's `nvswitches`
  std::optional<Rate> rate = {};       ///< of one link, if not the type's
  Written type_written = {};
};

struct NicEntry {
  std::string name = {};  ///< of a device, or what several numbered ones have in common
  std::string model = {};
  std::optional<Rate> speed = {};  ///< of one port
  bool speed_refused = false;
  std::int64_t ports = 1;
  std::string role = {};
  Written written = {};
};

// What the names in an entry stand for.
struct LinkPart {
  BytesPerSecond rate_per_lane{1.0};
  double payload_share = 1.0;
  Seconds latency{0.0};
};
struct NicPart {
  std::optional<Rate> speed = {};
  double payload_share = 1.0;
  Seconds verbs_latency{0.0};
  std::vector<std::string> protocols = {};
};
/// What a GPU's entry says of its links to others.
struct GpuPart {
  bool described = false;  ///< its architecture is told: without "nvlink" it has none
  bool has_nvlink = false;
  std::string link_type = {};  ///< empty: not said
  std::int64_t links = 0;      ///< 0: not said
  std::optional<Rate> rate = {};
};
struct Parts {
  std::map<std::string, GpuPart> gpus = {};
  std::map<std::string, LinkPart> links = {};
  std::map<std::string, NicPart> nics = {};
  std::map<std::string, BytesPerSecond> copy_rates = {};  ///< of GPUs that have one
  std::map<std::string, Watts> rated_powers = {};         ///< likewise
  std::map<std::string, Bytes> gpu_memories = {};         ///< likewise
  std::map<std::string, Seconds> hop_latencies = {};      ///< of NVSwitches
};

struct NodeEntry {
  std::uint32_t count = 1;  ///< nodes of the group
  std::string id = {};      ///< in the catalogue; empty: written in place
  double rack_units = 0.0;
  std::vector<std::string> features = {};  ///< what a job may ask of its nodes by name
  std::int64_t trays = 1;
  Bytes memory{0.0};
  CpuEntry cpu = {};
  std::string gpu_model = {};
  std::optional<std::int64_t> gpu_count = {};
  std::optional<Watts> gpu_rated_power = {};  ///< if not the model's
  std::optional<Watts> gpu_power_limit = {};
  Written power_limit_written = {};
  std::vector<std::pair<std::string, std::string>> devices = {};  ///< with their kinds
  std::vector<LinkEntry> links = {};
  std::optional<FabricEntry> fabric = {};
  std::vector<NicEntry> nics = {};
  Parts parts = {};
  bool faulty = false;  ///< a value in it was refused
  Written written = {};
};

/// How many nodes a group may have.
inline constexpr Bounds kNodeCount{.least = 1, .most = 1e6};

/// Reads an entry; faults of single values go to the reader.
NodeEntry read_entry(ObjectReader& reader);

/// The keys of `parts`.
Parts read_parts(ObjectReader& reader);

/// "25 GB/s", or "25 GB/s raw" for what is on the wire.
std::optional<Rate> read_rate(ObjectReader& reader, std::string_view key, std::string_view doc);

}  // namespace gpuscape::graph_node
