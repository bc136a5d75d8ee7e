/// Draws a log of jobs, as a table, in the Standard Workload Format, as Slurm's, Philly's or
/// openb's.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <vector>

#include "tests/scramble/drawn.hpp"

namespace gpuscape::scramble {

namespace {

struct Row {
  std::int64_t id = 0, submit = 0, wait = 0, run = 0, gpus = 0, cores = 0, limit = 0, nodes = 0,
               after = 0, tasks = 0;
  std::string user, account, partition, qos, state;
};

/// 2026-03-02, a Monday.
constexpr std::int64_t kOrigin = 1772409600;

std::string date_text(std::int64_t seconds, const char* between) {
  const std::time_t time = kOrigin + seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  return fmt::format("{:%Y-%m-%d}{}{:%H:%M:%S}", parts, between, parts);
}

std::int64_t draw_size(Sketch& sketch) {
  Dice& dice = sketch.dice;
  const double which = dice.share();
  if (which < 0.08) return 0;
  if (which < 0.5) return 1;
  if (which < 0.85) return dice.between(1, sketch.largest_node());
  if (which < 0.99) return dice.between(1, sketch.gpus());
  return sketch.gpus() + 1;
}

Row draw_row(Sketch& sketch, std::int64_t id, std::int64_t submit) {
  Dice& dice = sketch.dice;
  Row row;
  row.id = id;
  row.submit = submit;
  row.gpus = draw_size(sketch);
  row.run = dice.chance(0.02) ? 0 : dice.between(1, dice.chance(0.5) ? 3600 : 20000);
  row.limit = dice.chance(0.2) ? 0 : 60 * (1 + row.run / 60) * dice.between(1, 4);
  if (dice.chance(0.05)) row.limit = 60 * (1 + row.run / 120);
  row.wait = dice.chance(0.5) ? 0 : dice.between(0, 7200);
  row.cores = row.gpus == 0 ? dice.between(1, 8) : 0;
  row.user = fmt::format("usr-{}", dice.between(1, 4));
  row.account = fmt::format("acc-{}", dice.between(1, 2));
  row.partition = fmt::format("par-{}", dice.between(1, 2));
  row.qos = fmt::format("qos-{}", dice.between(1, 2));
  row.state = dice.chance(0.9) ? "COMPLETED" : dice.of({"FAILED", "CANCELLED", "TIMEOUT"});
  row.tasks = dice.between(1, 4);
  if (id > 2 && dice.chance(0.05)) row.after = id - dice.between(1, 2);
  return row;
}

std::vector<Row> draw_rows(Sketch& sketch) {
  Dice& dice = sketch.dice;
  std::vector<Row> rows;
  std::int64_t submit = dice.chance(0.8) ? 0 : dice.between(1, 50) * 86400;
  const std::int64_t count = dice.chance(0.1) ? dice.between(1, 4) : dice.between(10, 120);
  const std::int64_t gap = dice.chance(0.1) ? 20000 : dice.between(1, 3000);
  for (std::int64_t id = 1; id <= count; ++id) {
    rows.push_back(draw_row(sketch, id, submit));
    if (!dice.chance(0.1)) submit += dice.between(1, gap);
  }
  return rows;
}

Json write_csv(Sketch& sketch, const std::string& stream, const std::vector<Row>& rows) {
  Dice& dice = sketch.dice;
  const bool dates = dice.chance(0.5);
  const bool ends = dice.chance(0.3);
  const bool parts = dice.chance(0.1);
  sketch.parts_of_gpus = sketch.parts_of_gpus || parts;
  std::string text =
      "job,submitted,started,ended,runtime,gpus,cores,user,account,partition,qos,limit,after,"
      "state,tasks\n";
  for (const Row& row : rows) {
    const std::int64_t start = row.submit + row.wait;
    const auto date = [&](std::int64_t at) {
      return dates ? date_text(at, " ") : std::to_string(at);
    };
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.id, date(row.submit),
                        date(start), date(start + row.run), row.run,
                        parts && row.gpus == 1 ? "0.5" : std::to_string(row.gpus), row.cores,
                        row.user, row.account, row.partition, row.qos,
                        row.limit == 0 ? "" : std::to_string(row.limit),
                        row.after == 0 ? "" : std::to_string(row.after), row.state,
                        row.gpus % row.tasks == 0 ? std::to_string(row.tasks) : "");
  }
  const std::string unit = dates ? "datetime" : "s";
  Json columns = {
      {"submit", {{"from", "submitted"}, {"unit", unit}}}, {"gpus", "gpus"}, {"id", "job"}};
  if (ends) {
    columns["start"] = {{"from", "started"}, {"unit", unit}};
    columns["end"] = {{"from", "ended"}, {"unit", unit}};
  } else {
    columns["run_time"] = "runtime";
  }
  for (const char* further : {"cores", "user", "account", "partition", "qos", "after", "state"})
    if (dice.chance(0.5)) columns[further] = further;
  if (dice.chance(0.2)) columns["tasks"] = "tasks";
  if (dice.chance(0.6)) columns["time_limit"] = {{"from", "limit"}, {"unit", "s"}};
  sketch.drawn.files[stream + ".csv"] = text;
  return {{"format", "csv"}, {"file", stream + ".csv"}, {"columns", columns}};
}

Json write_swf(Sketch& sketch, const std::string& stream, const std::vector<Row>& rows) {
  std::string text = fmt::format("; UnixStartTime: {}\n; MaxProcs: {}\n", kOrigin, sketch.gpus());
  for (const Row& row : rows) {
    const std::int64_t size = row.gpus > 0 ? row.gpus : 1;
    text += fmt::format("{} {} {} {} {} -1 -1 {} {} -1 {} {} 1 -1 1 1 {} -1\n", row.id, row.submit,
                        row.wait, row.run, size, size, row.limit == 0 ? -1 : row.limit,
                        row.state == "COMPLETED" ? 1 : 0, row.user.back(),
                        row.after == 0 ? -1 : row.after);
  }
  sketch.drawn.files[stream + ".swf"] = text;
  return {{"format", "swf"}, {"file", stream + ".swf"}};
}

Json write_sacct(Sketch& sketch, const std::string& stream, const std::vector<Row>& rows) {
  const bool shards = sketch.dice.chance(0.2);
  sketch.parts_of_gpus = sketch.parts_of_gpus || shards;
  std::string text =
      "JobID|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|TimelimitRaw|ReqTRES|AllocTRES|"
      "NNodes|State\n";
  for (const Row& row : rows) {
    const std::int64_t start = row.submit + row.wait;
    std::string tres = fmt::format("cpu={},node=1", row.cores > 0 ? row.cores : row.gpus);
    const bool shard = shards && row.gpus == 1 && row.tasks > 2;
    if (row.gpus > 0)
      tres += fmt::format(",gres/{}={}", shard ? "shard" : "gpu", shard ? row.tasks : row.gpus);
    text += fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|1|{}\n", row.id, row.user, row.account,
                        row.partition, row.qos, date_text(row.submit, "T"), date_text(start, "T"),
                        date_text(start + row.run, "T"), row.run,
                        row.limit == 0 ? "UNLIMITED" : std::to_string(row.limit / 60), tres, tres,
                        row.state);
  }
  sketch.drawn.files[stream + ".txt"] = text;
  Json trace = {{"format", "sacct"}, {"file", stream + ".txt"}};
  if (sketch.dice.chance(0.2)) trace["shards_per_gpu"] = 8;
  return trace;
}

Json write_philly(Sketch& sketch, const std::string& stream, const std::vector<Row>& rows) {
  std::string text = "job_id,timestamp,duration,num_gpus\n";
  for (const Row& row : rows)
    text += fmt::format("{},{},{},{}\n", row.id, row.submit, row.run, row.gpus);
  sketch.drawn.files[stream + ".csv"] = text;
  return {{"format", "philly-csv"}, {"file", stream + ".csv"}};
}

Json write_openb(Sketch& sketch, const std::string& stream, const std::vector<Row>& rows) {
  std::string text =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_"
      "time,scheduled_time\n";
  for (const Row& row : rows) {
    const std::int64_t part = row.gpus == 1 && sketch.dice.chance(0.5) ? 500 : 1000;
    sketch.parts_of_gpus = true;
    text += fmt::format("pod-{},{},1024,{},{},,LS,Succeeded,{},{},{}\n", row.id, 1000 * row.cores,
                        row.gpus, row.gpus == 0 ? 0 : part, row.submit,
                        row.submit + row.wait + row.run, row.submit + row.wait);
  }
  sketch.drawn.files[stream + ".csv"] = text;
  return {{"format", "openb"}, {"file", stream + ".csv"}};
}

}  // namespace

Json draw_log(Sketch& sketch, const std::string& stream) {
  Dice& dice = sketch.dice;
  const std::vector<Row> rows = draw_rows(sketch);
  const double which = dice.share();
  Json trace;
  if (which < 0.6) {
    trace = write_csv(sketch, stream, rows);
  } else if (which < 0.72) {
    trace = write_swf(sketch, stream, rows);
  } else if (which < 0.84) {
    trace = write_sacct(sketch, stream, rows);
  } else if (which < 0.92) {
    trace = write_philly(sketch, stream, rows);
  } else {
    trace = write_openb(sketch, stream, rows);
  }
  if (dice.chance(0.1)) trace["dependencies"] = "ignore";
  if (dice.chance(0.15)) trace["where"] = {{"gpus", dice.of({">= 1", "1..8"})}};
  if (dice.chance(0.1)) trace["where"] = {{"user", "!usr-1"}};
  if (dice.chance(0.15)) trace["from"] = draw_time(dice, 60, 20000);
  if (dice.chance(0.1)) trace["to"] = draw_time(dice, 20000, 200000);
  return trace;
}

}  // namespace gpuscape::scramble
