#include "sim/report/transfers/transfer_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <initializer_list>

#include "sim/report/format/csv.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/transfers/step_text.hpp"

namespace gpuscape {

namespace {

void append_cell(std::string& text, std::string_view cell) {
  text += csv_cell(cell);
  text += ',';
}

template <class Number>
void append_number_cell(std::string& text, Number number) {
  append_number(text, number);
  text += ',';
}

/// Empty cells before that.
void append_where_ended(std::string& text, bool ended, std::initializer_list<Seconds> times) {
  for (const Seconds time : times) {
    if (ended) append_number(text, time.value());
    text += ',';
  }
}

void append_row(std::string& text, const TransferRow& row) {
  append_cell(text, row.from);
  append_cell(text, row.to);
  append_cell(text, row.transport);
  append_cell(text, row.path);
  append_count(text, row.message.value());
  text += ',';
  append_number_cell(text, row.concurrent);
  append_number_cell(text, row.in_flight);
  append_number_cell(text, row.messages);
  if (row.ended) {
    append_number_cell(text, row.start.value());
    append_number_cell(text, row.end.value());
    append_number_cell(text, row.latency.value());
    append_number_cell(text, row.rate().value());
    append_number_cell(text, row.messages_per_second());
  } else {
    text += ",,,,,";
  }
  append_cell(text, row.bound_by);
  append_cell(text, row.basis);
  text += row.outside_range ? "yes," : "no,";
  text += csv_cell(fmt::format("{}", fmt::join(row.links, " | ")));
  text += '\n';
}

void append_row(std::string& text, const StepRow& row) {
  append_cell(text, row.application);
  append_number_cell(text, row.gpus);
  append_number_cell(text, row.nodes);
  append_number_cell(text, row.steps);
  append_number_cell(text, row.compute.value());
  append_number_cell(text, row.exchange.value());
  append_cell(text, row.algorithm);
  append_where_ended(text, row.ended, {row.start, row.end, row.step()});
  if (row.ended && row.samples > 0.0) append_number(text, row.samples_per_second());
  text += ',';
  append_cell(text, row.bound_by);
  append_cell(text, row.basis);
  if (row.knows_alone() && row.samples > 0.0) append_number(text, row.alone_samples_per_second());
  text += ',';
  if (row.knows_alone()) append_number(text, row.lost_share());
  text += ',';
  if (row.knows_time_to_train()) append_number(text, row.time_to_train().value());
  text += '\n';
}

/// The same with what remote GPUs cost.
struct RemoteStepRow {
  const StepRow* row = nullptr;
};

void append_row(std::string& text, const RemoteStepRow& remote) {
  append_row(text, *remote.row);
  text.back() = ',';
  append_cell(text, remote.row->client);
  append_number_cell(text, remote.row->calls.value());
  append_number(text, remote.row->copies.value());
  text += '\n';
}

void append_row(std::string& text, const CollectiveRow& row) {
  append_cell(text, row.operation);
  append_cell(text, row.among);
  append_cell(text, row.library);
  append_cell(text, row.type);
  text += row.in_place ? "yes," : "no,";
  append_cell(text, row.algorithm);
  append_cell(text, row.protocol);
  append_count(text, row.bytes.value());
  text += ',';
  append_number_cell(text, row.rounds);
  append_where_ended(text, row.ended, {row.start, row.end, row.duration()});
  append_number_cell(text, row.latency.value());
  append_number_cell(text, row.idle_time.value());
  if (row.ended) {
    append_number_cell(text, row.algorithm_bandwidth().value());
    append_number_cell(text, row.bus_bandwidth().value());
  } else {
    text += ",,";
  }
  append_cell(text, row.bound_by);
  text += csv_cell(row.basis);
  text += '\n';
}

/// The header's line, then one for each row.
template <class Row>
void write_rows(std::string text, const std::vector<Row>& rows, TextSink& sink) {
  constexpr std::size_t kPiece = 1U << 16U;
  for (const Row& row : rows) {
    append_row(text, row);
    if (text.size() < kPiece) continue;
    sink.write(text);
    text.clear();
  }
  sink.write(text);
}

void write_transfers_csv(const TransferResult& result, TextSink& sink) {
  write_rows(
      "from,to,transport,path,bytes,concurrent,in_flight,messages,start_s,end_s,latency_s,"
      "bytes_per_s,messages_per_s,bound_by,basis,outside_range,links\n",
      result.rows, sink);
}

void write_collectives_csv(const TransferResult& result, TextSink& sink) {
  write_rows(
      "operation,among,library,type,in_place,algorithm,protocol,bytes,rounds,start_s,end_s,time_s,"
      "latency_s,idle_time_s,algorithm_bytes_per_s,bus_bytes_per_s,bound_by,basis\n",
      result.collectives, sink);
}

void write_steps_csv(const TransferResult& result, TextSink& sink) {
  const std::string columns =
      "application,gpus,nodes,steps,compute_s,exchange_alone_s,algorithm,start_s,end_s,step_s,"
      "samples_per_s,bound_by,basis,alone_samples_per_s,lost_share,time_to_train_s";
  if (!has_clients(result.steps)) return write_rows(columns + "\n", result.steps, sink);
  std::vector<RemoteStepRow> rows;
  rows.reserve(result.steps.size());
  for (const StepRow& row : result.steps) rows.push_back({&row});
  write_rows(columns + ",client,calls_s,copies_alone_s\n", rows, sink);
}

constexpr TransferTable kTables[] = {
    {"transfers.csv", [](const TransferResult& result) { return !result.rows.empty(); },
     write_transfers_csv},
    {"collectives.csv", [](const TransferResult& result) { return !result.collectives.empty(); },
     write_collectives_csv},
    {"steps.csv", [](const TransferResult& result) { return !result.steps.empty(); },
     write_steps_csv}};

}  // namespace

std::span<const TransferTable> transfer_tables() { return kTables; }

}  // namespace gpuscape
