#include "tests/contract/hostile_inputs.hpp"

#define ZLIB_CONST  // so that zlib takes its input as const
#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>

namespace gpuscape {

namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::string scenario_of(const std::string& cluster, const std::string& stream,
                        const std::string& more = "") {
  return fmt::format(
      R"({{"format": 1, "cluster": {}, "workload": {{"streams": {{"jobs": {}}}}},)"
      R"( "scheduler": {{"policy": "fifo", "backfill": "easy", "placement": "pack"}}{}}})",
      cluster, stream, more);
}

const std::string kEightNodes = R"({"nodes": {"gpu": {"type": "custom", "count": 8, "gpus": 8}}})";

std::string generated(const std::string& amount) {
  return R"({"generate": {)" + amount +
         R"(, "gpus": {"1": 1.0}, "run_time": {"distribution": "constant", "value": "1 h"}}})";
}

std::string few_jobs() { return generated(R"("jobs": 10, "jobs_per_hour": 10)"); }

std::string csv_log(const std::string& file) {
  return R"({"trace": {"format": "csv", "file": ")" + file +
         R"(", "columns": {"id": "id", "user": "user", "submit": {"from": "at", "unit": "s"},)"
         R"( "gpus": "gpus", "run_time": {"from": "took", "unit": "s"}}}})";
}

void node_list(const fs::path& folder) {
  std::string text = "gpu,cpu_milli,memory_mib,model\n";
  for (int i = 0; i < 20'000; ++i) text += fmt::format("1,{},1024,\n", i);
  write_text(folder / "nodes.csv", text);
  write_text(folder / "s.json", scenario_of(R"({"from": "nodes.csv"})", few_jobs()));
}

/// Of 16 bytes, all with the hash that version 0.1 gave to one of them.
std::vector<std::string> colliding_names(std::size_t count) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
  std::uint64_t inverse = kOdd;  // Newton: the inverse of an odd number modulo 2^64
  for (int i = 0; i < 6; ++i) inverse *= 2 - kOdd * inverse;
  constexpr std::uint64_t kSize = 16;
  constexpr std::uint64_t kTarget = 0x0123456789abcdefU;
  const auto usable = [](std::uint64_t word) {
    for (int i = 0; i < 8; ++i, word >>= 8U) {
      const std::uint64_t byte = word & 0xffU;
      if (byte < '0' || byte > 0xf0 || byte == '\\' || byte == 0x7f) return false;
    }
    return true;
  };
  std::mt19937_64 random(1);
  std::vector<std::string> names;
  while (names.size() < count) {
    std::uint64_t first = 0;
    for (int i = 0; i < 8; ++i) first = first << 8U | ('a' + random() % 26);
    const std::uint64_t middle = (kSize ^ first) * kOdd ^ (kSize >> 29U);
    const std::uint64_t second = middle ^ ((kTarget ^ (middle >> 29U)) * inverse);
    if (!usable(second)) continue;
    std::string name(kSize, ' ');
    std::memcpy(name.data(), &first, sizeof first);
    std::memcpy(name.data() + sizeof first, &second, sizeof second);
    names.push_back(std::move(name));
  }
  return names;
}

void colliding_users(const fs::path& folder) {
  std::string text = "id,user,at,gpus,took\n";
  std::size_t id = 0;
  for (const std::string& name : colliding_names(120'000))
    text += fmt::format("{},{},{},1,9\n", id, name, 10 * id), ++id;
  write_text(folder / "log.csv", text);
  write_text(folder / "s.json", scenario_of(kEightNodes, csv_log("log.csv")));
}

void colliding_ids(const fs::path& folder) {
  std::string text = "id,user,at,gpus,took\n9000000000000000000,u,0,1,9\n";
  constexpr std::int64_t kBuckets = 172'933;  // of a set that grew to so many ids
  for (std::int64_t i = 1; i < 170'000; ++i)
    text += fmt::format("{},u,{},1,9\n", kBuckets * 85'229 * i, 10 * i);
  write_text(folder / "log.csv", text);
  write_text(folder / "s.json", scenario_of(kEightNodes, csv_log("log.csv")));
}

std::string members(const std::string& prefix, int count, const std::string& value) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += fmt::format("{}\"{}{}\":{}", i == 0 ? "" : ",", prefix, i, value);
  return text;
}

void catalogue(const fs::path& folder, const std::string& text) {
  fs::create_directory(folder / "own");
  write_text(folder / "own" / "parts.json", text);
}

void inherited_members(const fs::path& folder) {
  catalogue(folder, R"({"nodes": {"base": {)" + members("x-a", 120'000, "1") +
                        R"(}, "node": {"inherits": "base",)" + members("x-b", 120'000, "1") +
                        "}}}");
}

void inherited_often(const fs::path& folder) {
  catalogue(folder, R"({"nodes": {"base": {)" + members("x-a", 50'000, "1") + "}," +
                        members("n", 25'000, R"({"inherits":"base"})") + "}}");
}

void fio_jobs(const fs::path& folder) {
  std::string text = R"({"fio version": "fio-3.33", "global options": {"bs": "4k"}, "jobs": [)";
  for (int i = 0; i < 40'000; ++i)
    text += fmt::format(R"({}{{"jobname":"j{}","groupid":{},"read":{{"total_ios":10,)"
                        R"("io_bytes":40960,"bw_bytes":1000}}}})",
                        i == 0 ? "" : ",", i, i);
  write_text(folder / "fio.json", text + "]}");
}

void variants(const fs::path& folder) {
  const std::string notes = R"(, "x-notes": {)" + members("n", 1'000'000, "1") + "}";
  write_text(folder / "s.json",
             scenario_of(kEightNodes, few_jobs(),
                         notes + R"(, "variants": {)" + members("v", 1000, "{}") + "}"));
}

void node_groups(const fs::path& folder) {
  const std::string node = R"({"type":"custom","count":1,"gpus":1})";
  write_text(folder / "s.json",
             scenario_of(R"({"nodes": {)" + members("n", 40'000, node) + "}}", few_jobs()));
}

void duplicate_keys(const fs::path& folder, std::size_t bytes) {
  std::string text = "{";
  while (text.size() < bytes) text += "\"a\":1,";
  write_text(folder / "s.json", text + "\"a\":1}");
}

/// A member of a gzip file.
std::string compressed(const std::string& text) {
  z_stream state{};
  std::string packed(compressBound(text.size()) + 64, '\0');
  if (deflateInit2(&state, 9, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib does not start");
  state.next_in = reinterpret_cast<const Bytef*>(text.data());
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  deflate(&state, Z_FINISH);
  packed.resize(state.total_out);
  deflateEnd(&state);
  return packed;
}

void compressed_log(const fs::path& folder) {
  write_text(folder / "s.json", scenario_of(kEightNodes, csv_log("log.csv.gz")));
  std::string rows;
  while (rows.size() < 1'000'000) rows += "1,u,1,1,9\n";
  const std::string member = compressed(rows);
  std::string text = compressed("id,user,at,gpus,took\n");
  for (int i = 0; i < 2'200; ++i) text += member;
  write_text(folder / "log.csv.gz", text);
}

void slurm_users(const fs::path& folder) {
  fs::create_directory(folder / "slurm");
  std::string text = "Cluster|Account|User|Share\n";
  for (int i = 0; i < 150'000; ++i) text += fmt::format("c|a{}|u{}|1\n", i % 50'000, i);
  write_text(folder / "slurm" / "assoc.txt", text);
  text = "PartitionName=p Nodes=n[1-4] QoS=q7\n\nNodeName=n[1-4] CPUTot=8 Gres=gpu:8\n";
  write_text(folder / "slurm" / "nodes.txt", text);
  write_text(folder / "s.json",
             R"({"format": 1, "cluster": {"from": "slurm"}, "scheduler": {"from": "slurm"},)"
             R"( "workload": {"streams": {"jobs": )" +
                 few_jobs() + "}}}");
}

/// As many names that nobody knows as names that they may have meant.
void unknown_names(const fs::path& folder) {
  catalogue(folder, R"({"nodes": {)" + members("own-node-", 60'000, "{}") + "}}");
  write_text(folder / "s.json",
             scenario_of(R"({"nodes": {)" + members("n", 60'000, R"("own-nude-x")") + "}}",
                         few_jobs(), R"(, "catalog": "own")"));
}

void many_jobs(const fs::path& folder, const std::string& amount) {
  write_text(folder / "s.json", scenario_of(kEightNodes, generated(amount)));
}

}  // namespace

std::vector<HostileInput> hostile_inputs() {
  const auto with = [](auto write, auto argument) {
    return [=](const fs::path& folder) { write(folder, argument); };
  };
  const std::vector<std::string> check = {"check", "s.json"};
  const std::vector<std::string> run = {"run", "s.json"};
  const std::vector<std::string> catalog = {"catalog", "--catalog", "own", "n0"};
  return {
      {"NodeListOfManyKinds", check, node_list, 0, "20 000 GPUs"},
      {"CollidingUsers", run, colliding_users, 0, "120 000 jobs"},
      {"CollidingIds", run, colliding_ids, 0, "170 000 jobs"},
      {"InheritedMembers",
       {"catalog", "--catalog", "own", "node"},
       inherited_members,
       2,
       "further faults, not shown"},
      {"InheritedOften", catalog, inherited_often, 2, "further faults, not shown"},
      {"FioJobs", {"calibrate", "fio.json"}, fio_jobs, 0, "storage/bandwidth/file/sequential read"},
      {"Variants", check, variants, 2, "with each of them read, more than 20 000 000 values"},
      {"NodeGroups", check, node_groups, 0, "40 000 GPUs"},
      {"NodeGroupsRun", run, node_groups, 0, "10 jobs"},
      {"DuplicateKeys", check, with(duplicate_keys, std::size_t{120} << 20U), 2,
       "larger than 64 MiB"},
      {"DuplicateKeysBelow4MB", check, with(duplicate_keys, std::size_t{4'000'000}), 2,
       "more keys are duplicated in their objects"},
      {"DuplicateKeysOf60MB", check, with(duplicate_keys, std::size_t{60'000'000}), 2,
       "more than 4 000 000 values in one document"},
      {"CompressedLog", run, compressed_log, 3, "rows; --max-"},
      {"ABillionJobs", run, with(many_jobs, R"("jobs": 1000000000, "jobs_per_hour": 1000)"), 2,
       "more than 10 000 000"},
      {"AMillionYears", run, with(many_jobs, R"("duration": "100000 y", "jobs_per_hour": 1e6)"), 2,
       "more than 10 000 000"},
      {"MoreMemoryThanAllowed",
       {"run", "s.json", "--max-memory", "100 MB"},
       with(many_jobs, R"("jobs": 5000000, "jobs_per_hour": 1000)"),
       3,
       "this needs more than the 100 MB that it may take\n  hint: --max-memory SIZE allows more"},
      {"HardlyAnyMemoryAllowed",
       {"run", "s.json", "--max-memory", "32 MB"},
       with(many_jobs, R"("jobs": 200000, "jobs_per_hour": 1000)"),
       3,
       "out of memory: this needs more than the 32 MB that it may take"},
      {"MoreRowsThanAllowed",
       {"run", "s.json", "--max-rows", "1000"},
       colliding_ids,
       3,
       "log.csv:1002: more than 1 000 rows; --max-rows N allows more"},
      {"SlurmUsers", check, slurm_users, 0, "32 GPUs"},
      {"UnknownNames", check, unknown_names, 2, "further faults, not shown"},
      {"Endless", {"calibrate", "/dev/zero"}, [](const fs::path&) {}, 2, "/dev/zero: error: "},
  };
}

}  // namespace gpuscape
