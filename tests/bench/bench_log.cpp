#include "tests/bench/bench_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <zlib.h>

#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace gpuscape::bench {

namespace {

constexpr const char* kHeader =
    "job_id,user,account,partition,qos,job_name,state,submit,start,end,gpus,cores,mem_mib,limit_s,"
    "after\n";

std::string date(std::int64_t seconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(seconds));
}

std::string log_text() {
  boost::random::mt19937_64 random(3);
  const auto draw = [&](std::int64_t least, std::int64_t most) {
    return boost::random::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  std::string text = kHeader;
  std::int64_t submit = 1767225600;  // 2026-01-01
  for (std::int64_t i = 0; i < BenchLog::kRows; ++i) {
    submit += draw(0, 24);
    const std::int64_t start = submit + draw(0, 4000);
    const std::int64_t run_time = draw(1, 90000);
    const std::int64_t gpus = std::int64_t{1} << draw(0, 4);
    const std::int64_t user = draw(0, 199);
    text += fmt::format("{},user{},team-{},{},normal,train-{},COMPLETED,{},{},{},{},{},{},{},{}\n",
                        i + 1, user, user % 12, i % 3 == 0 ? "short" : "main", i % 50, date(submit),
                        date(start), i % 1000 == 7 ? "Unknown" : date(start + run_time), gpus,
                        8 * gpus, i % 500 == 3 ? "lots" : std::to_string(65536 * gpus),
                        2 * run_time, i % 10 == 9 ? std::to_string(i) : "");
  }
  return text;
}

}  // namespace

BenchLog::~BenchLog() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void BenchLog::make() {
  if (!plain_.empty()) return;
  std::string name = (std::filesystem::temp_directory_path() / "gpuscape-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the log");
  folder_ = name;
  const std::string text = log_text();
  plain_ = (folder_ / "log.csv").string();
  std::ofstream(plain_, std::ios::binary) << text;
  gzip_ = plain_ + ".gz";
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(gzip_.c_str(), "wb6"), gzclose);
  if (!file || gzwrite(file.get(), text.data(), static_cast<unsigned>(text.size())) <= 0)
    throw std::runtime_error("the log cannot be compressed");
}

const std::string& BenchLog::plain() {
  make();
  return plain_;
}

const std::string& BenchLog::gzip() {
  make();
  return gzip_;
}

TraceSpec BenchLog::spec(const std::string& file) {
  TraceSpec spec;
  spec.format = "csv";
  spec.file = file;
  spec.columns = {{"id", "job_id", ""},
                  {"user", "user", ""},
                  {"account", "account", ""},
                  {"partition", "partition", ""},
                  {"qos", "qos", ""},
                  {"job_name", "job_name", ""},
                  {"state", "state", ""},
                  {"submit", "submit", "datetime"},
                  {"start", "start", "datetime"},
                  {"end", "end", "datetime"},
                  {"gpus", "gpus", ""},
                  {"cores", "cores", ""},
                  {"memory", "mem_mib", "MiB"},
                  {"time_limit", "limit_s", "s"},
                  {"after", "after", ""}};
  return spec;
}

}  // namespace gpuscape::bench
