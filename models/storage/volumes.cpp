/// A volume that software spreads over the drives of servers, which nodes reach as a drive over a
/// network (NVMe over Fabrics). With s servers in service of d drives each, f the share of servers
/// that are lost, and k fragments that are read for a lost one, all who read share
///   s · d · read ÷ (1 + f (k − 1)), what packets leave of the ports of s servers, s · d · iops
///   likewise,
/// and, where the target's processor takes part, s · cores ÷ core_time reads. A read takes what the
/// drive takes, and what the transport adds. RDDA reaches the drive past the target's processor.
/// Figures are the catalogue's or the user's; what transports add is of vendors' pages: 5 us RDDA
/// (the deck of Orange), 10 to 20 us RDMA, 25 to 40 us TCP. Servers can be lost in a run, as many
/// as the protection survives, and drives of any of them; with more, data are lost and it serves
/// nobody until some are back. With a `rebuild`, what is away for longer than `after` is rebuilt
/// on the others at `rate`: k times as much is read for it, and once it is done reads are no longer
/// degraded and as many more may be lost. Writing takes as large a part of the drives' time as of
/// what they can write. Leaves out: that data move back once a server is back, small overwrites,
/// and that a drive may be lost in a server that is away, too.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/storage/unit/read_unit.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/model/registry.hpp"

namespace gpuscape {
namespace {

/// What a transport adds to a read, in s, and what of the bytes on its network is payload: 4 096 of
/// 4 178 B of a packet of RoCE, of which acknowledgements take 1 % more, and 1 448 of 1 538 B of
/// one of TCP, as the catalogue's transports have them.
struct TransportOfReads {
  std::string_view name;
  double added;
  double payload;
};
constexpr double kRoce = 4096.0 / (4096.0 + 82.0) * 0.99;
constexpr std::array<TransportOfReads, 3> kTransports{
    {{"rdda", 5e-6, kRoce}, {"rdma", 15e-6, kRoce}, {"tcp", 32e-6, 1448.0 / 1538.0}}};

class Volumes final : public Storage {
 public:
  explicit Volumes(ObjectReader& reader) {
    constexpr Bounds kCounts{.least = 1.0, .most = 1e6};
    drive_ = storage::read_unit(reader, storage::kDrive, "One drive of the servers.");
    servers_ = reader.count("servers", "Servers that hold the drives.", kCounts);
    drives_ = reader.count("drives", "Drives of each server.", kCounts);
    const std::int64_t down = reader.count("servers_down", 0, "Servers that are lost.");
    protection_ = storage::read_protection(reader, true);
    const auto size = reader.optional_quantity<Bytes>(
        "size", "Capacity of the volume; without it all that the drives hold.", storage::kSizes);
    ports_ = storage::read_ports(reader);
    const std::string transport = read_transport(reader);
    cores_ = reader.optional_count("cores", "Processor cores of each server for it.", kCounts);
    storage::read_reach(reader, facts_);
    if (!check(reader, protection_, down)) {
      if (reader.describing()) read_rebuild(reader);
      return;
    }
    serve(down);
    read_rebuild(reader);
    facts_.latency += drive_.latency;
    facts_.count = 1;
    take_size(reader, drive_, static_cast<double>(drives_) / protection_.raw_per_usable, size);
  }
  [[nodiscard]] const StoreFacts& facts() const override { return facts_; }

 private:
  [[nodiscard]] bool bounds_by_cores() const {
    return cores_ && facts_.core_time && *facts_.core_time > Seconds(0.0);
  }

  void serve(std::int64_t down) {
    const auto servers = static_cast<double>(servers_);
    const double drives = servers * static_cast<double>(drives_);
    facts_.limits.push_back(
        {.what = "drives", .all = drive_.read.value() * drives, .of_drives = true});
    if (ports_)
      facts_.limits.push_back(
          {.what = "ports", .all = ports_->value() * servers * facts_.wire_payload});
    if (drive_.iops < storage::kNoBound)
      facts_.limits.push_back(
          {.what = "operations", .of_reads = true, .all = drive_.iops * drives, .of_drives = true});
    if (bounds_by_cores())
      facts_.limits.push_back(
          {.what = "target cores",
           .of_reads = true,
           .all = servers * static_cast<double>(*cores_) / facts_.core_time->value()});
    StoreMakeup& makeup = facts_.makeup;
    makeup.machines = {.name = "server", .count = servers_, .down = down};
    makeup.drives = {.name = "drive", .count = servers_ * drives_};
    makeup.keeps_data = false;
    makeup.survives = std::min(servers_ - 1, protection_.survives) - down;
    makeup.read_for_lost = static_cast<double>(protection_.read_for_lost);
    makeup.least = protection_.least;
    facts_.write_of_all = drive_.write * (drives / protection_.written_per_byte);
    facts_.writes_meet_reads = true;
    for (std::size_t i = 0; i < facts_.limits.size(); ++i)
      facts_.limits[i].capacity = capacity_of(facts_, i, {});
    facts_.write_bandwidth = write_bandwidth_of(makeup, facts_.write_of_all, {});
  }

  /// After `serve`: what a server that is lost held is written anew on the others.
  void read_rebuild(ObjectReader& reader) {
    reader.optional_object(
        "rebuild",
        "What a server or drive held that is away is rebuilt on the others, where there are "
        "enough of them; without it reads are degraded until it is back.",
        [&](ObjectReader& r) {
          StoreMakeup& makeup = facts_.makeup;
          makeup.rebuild_rate = r.quantity<BytesPerSecond>(
              "rate", "Data rebuilt per second, for each one that is away.", storage::kRates);
          makeup.rebuild_after = r.quantity<Seconds>(
              "after", Seconds(600.0),
              "Time after which what is away counts as lost; 10 min without it.",
              Bounds{.least = 0.0, .most = 1e9});
          const auto held = r.optional_quantity<Bytes>(
              "held",
              "What a server holds, with copies and parity; without it its drives are full.",
              storage::kSizes);
          if (r.describing()) return;
          if (protection_.survives == 0)
            return r.issue("", "without protection there is nothing to rebuild it from",
                           R"("protection": "raid10", or no rebuild)");
          if (!held && !drive_.capacity)
            return r.issue("", "nothing says what a server holds",
                           R"("held": "40 TB", or a drive with "usable_capacity")");
          const Bytes of_server =
              held ? *held : drive_.capacity.value_or(Bytes(0.0)) * static_cast<double>(drives_);
          makeup.machines.rebuild = of_server / makeup.rebuild_rate;
          makeup.drives.rebuild = makeup.machines.rebuild / static_cast<double>(drives_);
          check_rebuild(r);
        });
  }

  /// While as many as it survives are rebuilt.
  void check_rebuild(ObjectReader& reader) const {
    const StoreMakeup& makeup = facts_.makeup;
    const auto all = std::max<std::int64_t>(1, makeup.survives);
    const StoreState state{.machines = {.lost = all, .rebuilding = all}};
    bool is_left = write_bandwidth_of(makeup, facts_.write_of_all, state).value() > 0.0;
    for (std::size_t i = 0; i < facts_.limits.size(); ++i)
      is_left = is_left && capacity_of(facts_, i, state) > 0.0;
    if (!is_left)
      reader.issue("rate",
                   fmt::format("the rebuild of {} server{} takes all that the others give", all,
                               all == 1 ? "" : "s"),
                   "a lower rate");
  }

  std::string read_transport(ObjectReader& reader) {
    std::string transport =
        reader.one_of("transport", {"rdma", "tcp", "rdda"}, "rdma",
                      "How nodes reach the drives: `rdda` past the target's processor.");
    double added = 0.0;
    for (const TransportOfReads& of : kTransports)
      if (of.name == transport) {
        added = of.added;
        facts_.wire_payload = of.payload;
      }
    facts_.latency = reader.quantity<Seconds>(
        "added_latency", Seconds(added),
        "What the transport adds to a read of a local drive: 5 us `rdda`, 15 us `rdma`, 32 us "
        "`tcp` without it.",
        Bounds{.least = 0.0, .most = 1.0});
    facts_.core_time = reader.optional_quantity<Seconds>(
        "core_time",
        "Processor time of the target for one read; without it the processor bounds nothing, and "
        "under `rdda` it is 0.",
        Bounds{.least = 0.0, .most = 1.0});
    const std::string target =
        reader.one_of("target", {"processor", "adapter"}, "processor",
                      "What serves reads in the target: its processor, or its adapter in the "
                      "processor's place (NVMe over Fabrics target offload).");
    if (target == "adapter") {
      if (facts_.core_time && *facts_.core_time > Seconds(0.0))
        reader.issue("core_time", "the target's adapter serves reads in its processor's place",
                     R"(leave it out, or "target": "processor")");
      facts_.core_time = Seconds(0.0);
    }
    if (transport != "rdda") return transport;
    if (facts_.core_time && *facts_.core_time > Seconds(0.0))
      reader.issue("core_time", "under rdda the target's processor takes no part in a read",
                   R"(leave it out, or "transport": "rdma")");
    facts_.core_time = Seconds(0.0);
    return transport;
  }

  [[nodiscard]] bool check(ObjectReader& reader, const storage::Protection& of,
                           std::int64_t down) const {
    if (reader.describing()) return false;
    if (of.least > servers_) {
      reader.issue("protection",
                   fmt::format("it needs {} servers, and there are {}", of.least, servers_),
                   "fewer fragments, or more servers");
      return false;
    }
    if (down < servers_ && down <= of.survives) return true;
    reader.issue("servers_down",
                 fmt::format("data are lost with {} of {} servers: the volume survives {}", down,
                             servers_, of.survives),
                 "fewer of them, or another protection");
    return false;
  }

  /// `drives`: of a server, without what copies and parity take.
  void take_size(ObjectReader& reader, const storage::Unit& drive, double drives,
                 const std::optional<Bytes>& size) {
    facts_.capacity = size;
    if (!drive.capacity) return;
    const Bytes pool = *drive.capacity * (drives * static_cast<double>(servers_));
    if (size && *size > pool)
      reader.issue("size",
                   fmt::format("the volume has {}, and its drives hold {}", human_text(*size),
                               human_text(pool)),
                   "a smaller volume, more drives, or less protection");
    facts_.capacity = size.value_or(pool);
  }

  StoreFacts facts_;
  storage::Unit drive_;
  storage::Protection protection_;
  std::int64_t servers_ = 1;
  std::int64_t drives_ = 1;
  std::optional<BytesPerSecond> ports_;
  std::optional<std::int64_t> cores_;
};

}  // namespace

void register_storage_volumes(Registry& registry) {
  registry.of<Storage>().add(
      {.name = "volumes",
       .summary = "A volume of software over drives of servers, reached over a network.",
       .example = R"({"drive": {"read_bandwidth": "3 GB/s"}, "servers": 4, "drives": 8})",
       .parts = {storage::kDrive}},
      [](ObjectReader& reader) { return std::make_unique<Volumes>(reader); });
}

}  // namespace gpuscape
