#include "sim/study/steps/step_blocks.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "sim/base/error.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

namespace {

std::string gpus_text(std::int64_t gpus) {
  return gpus == 1 ? "1 GPU" : fmt::format("{} GPUs", gpus);
}

StepBlock block_of(const TransferRow& row) {
  StepBlock block{.kind = BlockKind::transfer};
  block.work = human_text(row.message);
  if (row.concurrent > 1) block.work += fmt::format(", {} at once", row.concurrent);
  if (row.messages > 1) block.work += fmt::format(", {} messages", row.messages);
  block.name = fmt::format("{} → {}, {}", row.from, row.to, block.work);
  if (row.ended) block.time = row.duration();
  block.bound_by = row.bound_by;
  block.basis = row.basis;
  return block;
}

StepBlock block_of(const CollectiveRow& row) {
  StepBlock block{.kind = BlockKind::collective};
  block.work = fmt::format("{} among {}, {}", row.operation, row.among, human_text(row.bytes));
  block.name = block.work;
  if (row.ended) block.time = row.duration();
  block.bound_by = row.bound_by;
  block.basis = row.basis;
  return block;
}

StepBlock block_of(const StepRow& row) {
  StepBlock block{.kind = BlockKind::steps};
  block.work = fmt::format("{} on {}", row.application, gpus_text(row.gpus));
  block.name = block.work;
  if (!row.client.empty()) block.name += " from " + row.client;
  if (row.ended) block.time = row.step();
  if (row.ended && row.samples > 0.0) block.samples_per_s = row.samples_per_second();
  if (row.knows_time_to_train()) block.time_to_train = row.time_to_train();
  block.compute = row.compute;
  block.calls = row.calls;
  block.bound_by = row.bound_by;
  block.basis = row.basis;
  return block;
}

template <class Row>
void add(const std::vector<Row>& rows, std::vector<StepBlock>& blocks) {
  for (const Row& row : rows) blocks.push_back(block_of(row));
}

/// "vision on 8 GPUs, second", "…, third": rows of a scenario may say the same twice.
void tell_apart(std::vector<StepBlock>& blocks) {
  std::map<std::string, int> seen;
  for (StepBlock& block : blocks) {
    const int place = ++seen[block.name];
    if (place > 1) block.name += fmt::format(" ({})", place);
  }
}

}  // namespace

Seconds StepBlock::rest() const {
  constexpr double kRounding = 1e-12;
  if (!time) return Seconds(0.0);
  const Seconds rest = *time - compute - calls;
  return std::abs(rest.value()) < kRounding * time->value() ? Seconds(0.0) : rest;
}

std::string_view block_kind_name(BlockKind kind) {
  switch (kind) {
    case BlockKind::transfer:
      return "transfer";
    case BlockKind::collective:
      return "collective";
    case BlockKind::steps:
      return "steps";
  }
  throw InternalError("a row has a kind that no report knows");
}

std::vector<StepBlock> step_blocks(const TransferResult& result) {
  std::vector<StepBlock> blocks;
  blocks.reserve(result.rows.size() + result.collectives.size() + result.steps.size());
  add(result.rows, blocks);
  add(result.collectives, blocks);
  add(result.steps, blocks);
  tell_apart(blocks);
  return blocks;
}

}  // namespace gpuscape
