#include "sim/calibration/calibrate.hpp"

#include <algorithm>
#include <utility>

#include "sim/calibration/least_squares.hpp"
#include "sim/calibration/measured_group.hpp"

namespace gpuscape {

namespace {

enum class Kind : unsigned char { law, call, call_stream, flops, bytes, messages };

Kind kind_of(const Measurement& row) {
  const std::string& operation = row.key.operation;
  if (operation == "call-stream") return Kind::call_stream;
  if (operation == "call") return Kind::call;
  if (row.flops > 0.0) return Kind::flops;
  if (!(row.bytes > Bytes(0.0))) return Kind::call;
  if (operation == "stream") return Kind::bytes;
  return operation == "message-rate" ? Kind::messages : Kind::law;
}

/// Keys of `more` that are sizes, and so tell points of one group apart.
void drop_sizes(LawKey& key, Kind kind) {
  if (kind == Kind::call_stream)
    for (const char* name : {"calls", "syncs", "copies", "copy_bytes"}) key.more.erase(name);
  if (kind == Kind::flops)
    for (const char* name : {"m", "n", "k"}) key.more.erase(name);
}

double bytes_of(const Measurement& row) { return row.bytes.value(); }
double flops_of(const Measurement& row) { return row.flops; }
double itself(double size) { return size; }
double one(double /*size*/) { return 1.0; }

class Calibrator {
 public:
  Calibrator(const MeasurementSet& set, const FitOptions& options) : options_(options) {
    for (const Measurement& row : set.rows) {
      const Kind kind = kind_of(row);
      LawKey key = row.key;
      drop_sizes(key, kind);
      groups_[kind][std::move(key)].push_back(&row);
    }
    Profile& profile = result_.profile;
    profile.machine = set.machine;
    profile.devices = set.devices;
    profile.files = set.files;
    profile.marks = set.marks;
    std::ranges::sort(profile.marks);
  }

  Calibration calibrate() {
    for (const auto& [key, group] : groups_[Kind::law]) add_law(key, group);
    for (const auto& [key, group] : groups_[Kind::call])
      profile().calls.push_back(call_cost(key, group));
    for (const auto& [key, group] : groups_[Kind::call_stream])
      for (CallCost& cost : call_stream_costs(key, group, options_, profile().refused))
        profile().calls.push_back(std::move(cost));
    for (const auto& [key, group] : groups_[Kind::flops])
      add_table(key, group, {"flops", "flop/s", flops_of, itself});
    for (const auto& [key, group] : groups_[Kind::bytes]) add_byte_table(key, group);
    for (const auto& [key, group] : groups_[Kind::messages])
      add_table(key, group, {"bytes", "1/s", bytes_of, one});
    add_tables_over("streams", &LawKey::streams);
    add_tables_over("depth", &LawKey::depth);
    std::ranges::sort(profile().calls, {}, &CallCost::key);
    std::ranges::sort(profile().rates, {},
                      [](const RateTable& table) { return std::pair(table.key, table.size_of); });
    return std::move(result_);
  }

 private:
  Profile& profile() { return result_.profile; }

  struct TableOf {
    const char* size_of;
    const char* unit;
    double (*size)(const Measurement&);
    double (*work)(double size);
  };

  void add_table(const LawKey& key, const MeasuredGroup& group, const TableOf& of) {
    RateTable table = rate_table(key, group, points_of(group, of.size), of.work);
    table.size_of = of.size_of;
    table.unit = of.unit;
    profile().rates.push_back(std::move(table));
  }
  void add_byte_table(const LawKey& key, const MeasuredGroup& group) {
    add_table(key, group, {"bytes", "B/s", bytes_of, itself});
  }

  void add_law(const LawKey& key, const MeasuredGroup& group) {
    std::vector<FitPoint> points = points_of(group, bytes_of);
    auto law = fit_law(key, points, options_);
    if (const auto* why = std::get_if<std::string>(&law)) {
      profile().refused.push_back({key, *why});
      if (points.size() < kLeastPoints && key.operation != "latency") add_byte_table(key, group);
      return;
    }
    auto& found = std::get<PathLaw>(law);
    const Grounds grounds = grounds_of(group);
    found.grounds.files = grounds.files;
    found.grounds.marks.insert(found.grounds.marks.begin(), grounds.marks.begin(),
                               grounds.marks.end());
    found.grounds.proven = grounds.proven;
    profile().laws.push_back(std::move(found));
    result_.points.push_back(std::move(points));
  }

  /// Rates at the largest size that all have, where keys differ in that number alone.
  void add_tables_over(const char* name, int LawKey::* number) {
    std::map<LawKey, std::vector<std::pair<int, const MeasuredGroup*>>> families;
    for (const auto& [key, group] : groups_[Kind::law]) {
      if (key.*number == 0 || key.operation == "latency") continue;
      LawKey shared = key;
      shared.*number = 0;
      families[std::move(shared)].emplace_back(key.*number, &group);
    }
    for (auto& [key, members] : families)
      if (members.size() > 1) add_table_over(name, key, members);
  }

  void add_table_over(const char* name, const LawKey& key,
                      std::vector<std::pair<int, const MeasuredGroup*>>& members) {
    std::ranges::sort(members);
    double common = 0.0;
    for (const Measurement* row : *members.front().second) {
      const double size = row->bytes.value();
      const bool in_all = std::ranges::all_of(members, [&](const auto& member) {
        return std::ranges::any_of(*member.second,
                                   [&](const Measurement* r) { return r->bytes.value() == size; });
      });
      if (in_all) common = std::max(common, size);
    }
    if (common == 0.0) return;
    MeasuredGroup rows;
    RateTable table{.key = key, .size_of = name, .unit = "B/s", .points = {}, .grounds = {}};
    for (const auto& [number, group] : members) {
      std::vector<double> seconds;
      for (const Measurement* row : *group) {
        if (row->bytes.value() != common) continue;
        seconds.push_back(row->seconds.value());
        rows.push_back(row);
      }
      std::ranges::sort(seconds);
      const auto time = median_within(seconds, "calibration " + key.text() + name);
      table.points.push_back({static_cast<double>(number),
                              {common / time.value, common / time.high, common / time.low}});
    }
    table.grounds = grounds_of(rows);
    table.grounds.points = table.points.size();
    table.key.more["bytes"] = std::to_string(static_cast<long long>(common));
    profile().rates.push_back(std::move(table));
  }

  FitOptions options_;
  std::map<Kind, MeasuredGroups> groups_;
  Calibration result_;
};

}  // namespace

Calibration calibrate(const MeasurementSet& set, const FitOptions& options, std::string name) {
  Calibration result = Calibrator(set, options).calibrate();
  result.profile.name = std::move(name);
  return result;
}

}  // namespace gpuscape
