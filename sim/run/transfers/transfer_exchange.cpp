#include "sim/run/transfers/transfer_exchange.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <istream>
#include <memory>
#include <utility>

#include "sim/run/transfers/transfer_words.hpp"

namespace gpuscape {

namespace {

constexpr const char* kFirstWord = "gpuscape-transfers-6";

void write_links(TransferWriter& writer, const TransferLinks& links) {
  writer.count(links.map.nodes);
  writer.count(links.map.links.size());
  for (const BytesPerSecond capacity : links.map.links) writer.number(capacity.value());
  writer.count(links.map.bounds.size());
  for (const BytesPerSecond bound : links.map.bounds) writer.number(bound.value());
  writer.count(links.routes->size());
  writer.end_line();
  for (const auto& route : *links.routes) {
    writer.count(route.size());
    for (const std::uint32_t link : route) writer.count(link);
    writer.end_line();
  }
}

TransferLinks read_links(TransferReader& reader) {
  TransferLinks links;
  links.map.nodes = static_cast<std::uint32_t>(reader.count());
  for (std::size_t left = reader.count(); left > 0; --left)
    links.map.links.emplace_back(reader.number());
  for (std::size_t left = reader.count(); left > 0; --left)
    links.map.bounds.emplace_back(reader.number());
  auto routes = std::make_shared<IndexedRoutes>();
  for (std::size_t left = reader.count(); left > 0; --left) {
    auto& route = routes->emplace_back();
    for (std::size_t hops = reader.count(); hops > 0; --hops)
      route.push_back(static_cast<std::uint32_t>(reader.count()));
  }
  links.map.route = find_in(routes);
  links.routes = std::move(routes);
  return links;
}

void write_phases(TransferWriter& writer, const std::vector<TransferPhase>& phases) {
  writer.count(phases.size());
  for (const TransferPhase& phase : phases) {
    writer.number(phase.delay.value());
    writer.count(phase.route);
    writer.number(phase.bytes.value());
    writer.number(phase.bound.value());
  }
  writer.end_line();
}

std::vector<TransferPhase> read_phases(TransferReader& reader) {
  std::vector<TransferPhase> phases;
  for (std::size_t left = reader.count(); left > 0; --left) {
    TransferPhase& phase = phases.emplace_back();
    phase.delay = Seconds(reader.number());
    phase.route = static_cast<std::uint32_t>(reader.count());
    phase.bytes = Bytes(reader.number());
    phase.bound = BytesPerSecond(reader.number());
  }
  return phases;
}

void write_size(TransferWriter& writer, const PlannedSize& size) {
  writer.number(size.message.value());
  writer.number(size.latency.value());
  write_phases(writer, size.phases);
}

PlannedSize read_size(TransferReader& reader) {
  PlannedSize size;
  size.message = Bytes(reader.number());
  size.latency = Seconds(reader.number());
  size.phases = read_phases(reader);
  return size;
}

void write_access(TransferWriter& writer, const std::optional<PlannedAccess>& access) {
  writer.count(access ? access->gpus.size() + 1 : 0);
  writer.end_line();
  if (!access) return;
  for (const PlannedCopies& copies : access->gpus) {
    write_phases(writer, copies.before);
    write_phases(writer, copies.beside);
  }
}

std::optional<PlannedAccess> read_access(TransferReader& reader) {
  const std::size_t count = reader.count();
  if (count == 0) return std::nullopt;
  PlannedAccess access;
  for (std::size_t left = count - 1; left > 0; --left) {
    PlannedCopies& copies = access.gpus.emplace_back();
    copies.before = read_phases(reader);
    copies.beside = read_phases(reader);
  }
  return access;
}

void write_work(TransferWriter& writer, const std::optional<PlannedWork>& work) {
  writer.count(work ? work->route + std::size_t{1} : 0);
  if (!work) return;
  writer.number(work->delay.value());
  writer.number(work->first.value());
  writer.number(work->beside.value());
}

std::optional<PlannedWork> read_work(TransferReader& reader) {
  const std::size_t route = reader.count();
  if (route == 0) return std::nullopt;
  PlannedWork work{.route = static_cast<std::uint32_t>(route - 1)};
  work.delay = Seconds(reader.number());
  work.first = Bytes(reader.number());
  work.beside = Bytes(reader.number());
  return work;
}

void write_exchange(TransferWriter& writer, const PlannedExchange& exchange) {
  writer.count(exchange.step ? 1 : 0);
  if (exchange.step) {
    const PlannedStep& step = *exchange.step;
    for (const Seconds time : {step.compute, step.covers, step.late}) writer.number(time.value());
    writer.count(static_cast<std::size_t>(exchange.step->steps));
    write_work(writer, exchange.step->work);
    write_access(writer, exchange.step->access);
    write_phases(writer,
                 exchange.step->reads ? exchange.step->reads->lanes : std::vector<TransferPhase>{});
  }
  writer.number(exchange.start_latency.value());
  writer.count(exchange.stages.size());
  writer.end_line();
  for (const PlannedStage& stage : exchange.stages) {
    writer.count(static_cast<std::size_t>(stage.rounds));
    writer.number(stage.delay.value());
    writer.number(stage.tail.value());
    writer.count(stage.moves.size());
    writer.end_line();
    for (const PlannedMove& move : stage.moves) {
      writer.count(move.from);
      writer.count(move.to);
      writer.count(move.route);
      writer.number(move.bytes.value());
      writer.number(move.bound.value());
      writer.end_line();
    }
  }
}

PlannedStage read_stage(TransferReader& reader) {
  PlannedStage stage;
  stage.rounds = static_cast<std::int64_t>(reader.count());
  stage.delay = Seconds(reader.number());
  stage.tail = Seconds(reader.number());
  for (std::size_t left = reader.count(); left > 0; --left) {
    PlannedMove& move = stage.moves.emplace_back();
    move.from = static_cast<std::uint32_t>(reader.count());
    move.to = static_cast<std::uint32_t>(reader.count());
    move.route = static_cast<std::uint32_t>(reader.count());
    move.bytes = Bytes(reader.number());
    move.bound = BytesPerSecond(reader.number());
  }
  return stage;
}

void write_collectives(TransferWriter& writer, const TransferPlan& plan) {
  writer.count(plan.collectives.size());
  writer.end_line();
  for (const PlannedCollective& collective : plan.collectives) {
    writer.number(collective.start.value());
    writer.count(collective.sizes.size());
    for (const PlannedExchange& exchange : collective.sizes) write_exchange(writer, exchange);
  }
}

void read_collectives(TransferReader& reader, TransferPlan& plan) {
  for (std::size_t left = reader.count(); left > 0; --left) {
    PlannedCollective& collective = plan.collectives.emplace_back();
    collective.start = Seconds(reader.number());
    for (std::size_t sizes = reader.count(); sizes > 0; --sizes) {
      PlannedExchange& exchange = collective.sizes.emplace_back();
      if (reader.count() > 0) {
        PlannedStep& step = exchange.step.emplace();
        for (Seconds* time : {&step.compute, &step.covers, &step.late})
          *time = Seconds(reader.number());
        step.steps = static_cast<std::int64_t>(reader.count());
        step.work = read_work(reader);
        step.access = read_access(reader);
        if (std::vector<TransferPhase> lanes = read_phases(reader); !lanes.empty())
          step.reads.emplace().lanes = std::move(lanes);
      }
      exchange.start_latency = Seconds(reader.number());
      for (std::size_t stages = reader.count(); stages > 0; --stages)
        exchange.stages.push_back(read_stage(reader));
    }
  }
}

}  // namespace

std::string transfers_text(const TransferPlan& plan, const TransferLinks& links) {
  TransferWriter writer;
  writer.word(kFirstWord);
  write_links(writer, links);
  writer.count(plan.transfers.size());
  writer.end_line();
  for (const PlannedTransfer& transfer : plan.transfers) {
    writer.number(transfer.start.value());
    writer.count(static_cast<std::size_t>(transfer.concurrent));
    writer.count(static_cast<std::size_t>(transfer.in_flight));
    writer.count(static_cast<std::size_t>(transfer.messages));
    writer.count(transfer.sizes.size());
    for (const PlannedSize& size : transfer.sizes) write_size(writer, size);
  }
  write_collectives(writer, plan);
  writer.word("end");
  return writer.take();
}

TransferTask read_transfers(std::istream& in) {
  TransferReader reader(in);
  reader.expect(kFirstWord);
  TransferTask task;
  task.links = read_links(reader);
  for (std::size_t left = reader.count(); left > 0; --left) {
    PlannedTransfer& transfer = task.plan.transfers.emplace_back();
    transfer.start = Seconds(reader.number());
    transfer.concurrent = static_cast<std::int64_t>(reader.count());
    transfer.in_flight = static_cast<std::int64_t>(reader.count());
    transfer.messages = static_cast<std::int64_t>(reader.count());
    for (std::size_t sizes = reader.count(); sizes > 0; --sizes)
      transfer.sizes.push_back(read_size(reader));
  }
  read_collectives(reader, task.plan);
  reader.expect("end");
  return task;
}

std::string dates_line(std::size_t row, const TransferDates& dates) {
  return fmt::format("{} {:.17g} {:.17g}\n", row, dates.start.value(), dates.end.value());
}

bool read_dates_line(const char* line, std::size_t& row, TransferDates& dates) {
  double start = 0.0;
  double end = 0.0;
  if (std::sscanf(line, "%zu %lf %lf", &row, &start, &end) != 3) return false;
  dates.start = Seconds(start);
  dates.end = Seconds(end);
  dates.time = dates.end - dates.start;
  return true;
}

}  // namespace gpuscape
