#include "sim/report/transfers/step_files.hpp"

#include "sim/report/format/json_values.hpp"
#include "sim/report/transfers/row_cells.hpp"
#include "sim/report/transfers/step_text.hpp"

namespace gpuscape {

namespace {

void append_step(std::string& text, const StepRow& row) {
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
  text += ',';
  append_cell(text, row.stream);
  append_cell(text, row.scaling);
  if (row.samples > 0.0) append_number(text, row.samples);
  text += ',';
  if (row.samples > 0.0) append_number(text, row.batch_per_gpu());
  text += '\n';
}

/// The same with what remote GPUs cost, and what is read from stores.
void append_more(std::string& text, const StepRow& row, bool remote, bool reads) {
  append_step(text, row);
  text.back() = ',';
  if (remote) {
    append_cell(text, row.client);
    append_number_cell(text, row.calls.value());
    append_number_cell(text, row.copies.value());
  }
  if (reads) {
    append_cell(text, row.dataset);
    append_cell(text, row.store);
    append_number_cell(text, row.read.value());
    append_number_cell(text, row.input.value());
  }
  text.back() = '\n';
}

}  // namespace

JsonValue step_json(const StepRow& row) {
  JsonValue value = JsonValue::make_object();
  value.set("application", json::text(row.application));
  value.set("stream", json::text(row.stream));
  if (!row.scaling.empty()) value.set("scaling", json::text(row.scaling));
  if (row.samples > 0.0) {
    value.set("batch", json::number(row.samples));
    value.set("batch_per_gpu", json::number(row.batch_per_gpu()));
  }
  value.set("gpus", json::integer(row.gpus));
  value.set("nodes", json::integer(row.nodes));
  value.set("steps", json::integer(row.steps));
  value.set("compute_s", json::number(row.compute.value()));
  value.set("exchange_alone_s", json::number(row.exchange.value()));
  if (!row.algorithm.empty()) value.set("algorithm", json::text(row.algorithm));
  const auto where_ended = [&](bool known, double number) {
    return row.ended && known ? json::number(number) : JsonValue::make_null();
  };
  value.set("start_s", where_ended(true, row.start.value()));
  value.set("end_s", where_ended(true, row.end.value()));
  value.set("step_s", where_ended(true, row.step().value()));
  value.set("samples_per_s", where_ended(row.samples > 0.0, row.samples_per_second()));
  value.set("bound_by", json::text(row.bound_by));
  value.set("basis", json::text(row.basis));
  const auto where_known = [&](bool known, double number) {
    return row.knows_alone() && known ? json::number(number) : JsonValue::make_null();
  };
  value.set("alone_samples_per_s", where_known(row.samples > 0.0, row.alone_samples_per_second()));
  value.set("lost_share", where_known(true, row.lost_share()));
  if (row.knows_time_to_train())
    value.set("time_to_train_s", json::number(row.time_to_train().value()));
  if (!row.dataset.empty()) {
    value.set("dataset", json::text(row.dataset));
    value.set("storage", json::text(row.store));
    value.set("read_bytes", json::number(row.read.value()));
    value.set("input_alone_s", json::number(row.input.value()));
  }
  if (row.client.empty()) return value;
  value.set("client", json::text(row.client));
  value.set("calls_s", json::number(row.calls.value()));
  value.set("copies_alone_s", json::number(row.copies.value()));
  return value;
}

void write_steps_csv(const TransferResult& result, TextSink& sink) {
  std::string columns =
      "application,gpus,nodes,steps,compute_s,exchange_alone_s,algorithm,start_s,end_s,step_s,"
      "samples_per_s,bound_by,basis,alone_samples_per_s,lost_share,time_to_train_s,stream,scaling,"
      "batch,batch_per_gpu";
  const bool remote = has_clients(result.steps);
  const bool reads = has_reads(result.steps);
  if (!remote && !reads) return write_rows(columns + "\n", result.steps, sink, append_step);
  if (remote) columns += ",client,calls_s,copies_alone_s";
  if (reads) columns += ",dataset,storage,read_bytes,input_alone_s";
  write_rows(columns + "\n", result.steps, sink,
             [&](std::string& text, const StepRow& row) { append_more(text, row, remote, reads); });
}

}  // namespace gpuscape
