#pragma once
/// What arrays and drives have in common: the figures of one, and how clients reach a store.

#include <limits>
#include <optional>
#include <string>

#include "sim/catalog/named_part.hpp"
#include "sim/model/storage.hpp"

namespace gpuscape::storage {

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();
inline constexpr Bounds kRates{.least = 1e3, .most = 1e15};
inline constexpr Bounds kSizes{.least = 1.0, .most = 1e20};

inline constexpr CatalogPart kModel{"model", "storage"};
inline constexpr CatalogPart kDrive{"drive", "storage"};

/// One array or drive, as the catalogue or the user has it.
struct Unit {
  std::string entry = {};  ///< the catalogue's name of it; empty: described in place
  BytesPerSecond read{1e15};
  BytesPerSecond write{1e15};
  double iops = kNoBound;
  Seconds latency{0.0};
  std::optional<Bytes> capacity = {};
  std::int64_t controllers = 1;
};

/// Of the part at `path`, an entry of the catalogue's section `storage` or described in place;
/// one that is missing is a fault.
Unit read_unit(ObjectReader& reader, const CatalogPart& part, std::string_view doc);

/// Ports of one machine together; none: they bound nothing.
std::optional<BytesPerSecond> read_ports(ObjectReader& reader);

/// `per_node` and `over`.
void read_reach(ObjectReader& reader, StoreFacts& facts);

/// `protocols` and `protocol_cores`.
void read_protocols(ObjectReader& reader, StoreFacts& facts);

/// `path` and `host_copy`.
void read_path(ObjectReader& reader, StoreFacts& facts);

/// What copies and parity take of drives.
struct Protection {
  double raw_per_usable = 1.0;    ///< bytes of drives for each of data
  double written_per_byte = 1.0;  ///< of large writes, likewise
  std::int64_t survives = 0;      ///< lost servers or drives
  /// Fragments that are read for one that is lost.
  std::int64_t read_for_lost = 1;
  std::int64_t least = 1;  ///< servers or drives that it needs
};
/// At `protection`: "raid0", "raid1", "raid10", or {"type": "erasure-coding", "data", "parity"}.
Protection read_protection(ObjectReader& reader, bool may_code);

}  // namespace gpuscape::storage
