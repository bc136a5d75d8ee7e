#include "sim/report/transfers/transfer_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/report/transfers/row_cells.hpp"
#include "sim/report/transfers/step_files.hpp"

namespace gpuscape {

namespace {

void append_transfer(std::string& text, const TransferRow& row) {
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

void append_collective(std::string& text, const CollectiveRow& row) {
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

void write_transfers_csv(const TransferResult& result, TextSink& sink) {
  write_rows(
      "from,to,transport,path,bytes,concurrent,in_flight,messages,start_s,end_s,latency_s,"
      "bytes_per_s,messages_per_s,bound_by,basis,outside_range,links\n",
      result.rows, sink, append_transfer);
}

void write_collectives_csv(const TransferResult& result, TextSink& sink) {
  write_rows(
      "operation,among,library,type,in_place,algorithm,protocol,bytes,rounds,start_s,end_s,time_s,"
      "latency_s,idle_time_s,algorithm_bytes_per_s,bus_bytes_per_s,bound_by,basis\n",
      result.collectives, sink, append_collective);
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
