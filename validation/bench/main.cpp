#include <algorithm>
#include <ctime>
#include <iostream>
#include <optional>

#include "core/build_parts.hpp"
#include "core/busy.hpp"
#include "core/families.hpp"
#include "core/hidden_name.hpp"
#include "core/machine.hpp"
#include "core/session.hpp"
#include "core/stop.hpp"
#include "core/version.hpp"
#include "cuda/second_process.hpp"
#include "pair/pair.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {
namespace {

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// The arguments, without what may name a person, a host or a secret.
std::string command_of(int argc, char** argv) {
  std::string command = "gpuscape-bench";
  bool hide = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    command += " ";
    const std::size_t equals = word.find('=');
    command += hide ? "…" : word.substr(0, equals == std::string::npos ? equals : equals + 1);
    hide = word == "-o" || word == "--dir" || word == "--listen" || word == "--connect" ||
           word == "--token-file";
  }
  return command;
}

Record offered(const Options& options) {
  Record record;
  if (options.composites) {
    record.add(offer_composites(options));
    return record;
  }
  using Family = Offer (*)(const Options&);
  const std::pair<const char*, Family> families[] = {
      {"host", offer_host},       {"tcp", offer_tcp},   {"shared-memory", offer_shared_memory},
      {"storage", offer_storage}, {"cuda", offer_cuda}, {"rdma", offer_rdma},
  };
  if (is_pair(options)) {
    PairOffer pair = offer_pair(options);
    record.add(std::move(pair.offer));
    record.peer = std::move(pair.peer);
    return record;
  }
  for (const auto& [name, offer] : families)
    if (options.wants(name)) record.add(offer(options));
  return record;
}

/// A filter that leaves nothing of what is there is a slip of the pen.
void check_filter(const Options& options, const Record& record) {
  const auto& measures = record.measures;
  const auto chosen = [&](const Measure& m) {
    return m.facts.name().find(options.filter) != std::string::npos;
  };
  if (measures.empty() || std::any_of(measures.begin(), measures.end(), chosen)) return;
  throw UsageFault{"--filter \"" + options.filter + "\": none of the " +
                   std::to_string(measures.size()) +
                   " measures has it in its name; --list prints the names"};
}

void say_load(const MachineLoad& load, Record& record) {
  record.machine.set("load_before", load_facts(load));
  const std::string warning = busy_warning(load);
  if (!warning.empty()) std::cerr << "gpuscape-bench: " << warning << "\n";
}

int measure(const Options& options, int argc, char** argv) {
  if (is_pair(options) && listens_for_peer(options)) return serve_peer(options);
  if (!options.output.empty() && !options.list && !options.plan) ResultFile::check(options.output);
  const bool measures = !options.list && !options.plan;
  // Before anything of ours runs: finding GPUs and adapters is work, too.
  const std::optional<MachineLoad> load = measures ? machine_load() : std::nullopt;
  Record record = offered(options);
  record.machine = machine_facts(options.identify);
  if (load) say_load(*load, record);
  record.began = now_text();
  record.command = command_of(argc, argv);
  for (const std::string& line : record.absent)
    if (!options.list && !options.plan) std::cout << line << "\n";
  check_filter(options, record);
  Session session(options, std::move(record));
  if (options.list) session.print_list();
  if (options.plan) session.print_plan();
  if (options.list || options.plan) return kDone;
  return session.run();
}

}  // namespace
}  // namespace gpuscape::bench

int main(int argc, char** argv) {
  using namespace gpuscape::bench;
  try {
    if (argc == 3 && std::string(argv[1]) == cuda::kSecondProcess)
      return cuda::serve_as_second_process(argv[2]);
    Options options = read_options(argc, argv);
    options.program = "/proc/self/exe";
    if (options.anonymous) hide_names_by_chance();
    if (options.help) {
      std::cout << usage_text();
      return kDone;
    }
    if (options.version) {
      std::cout << "gpuscape-bench " << kVersion << "\n" << build_parts_text();
      return kDone;
    }
    return measure(options, argc, argv);
  } catch (const UsageFault& fault) {
    std::cerr << "gpuscape-bench: " << fault.message << "\n";
    return kWrongCommand;
  } catch (const std::exception& fault) {
    std::cerr << "gpuscape-bench: " << fault.what() << "\n";
    return stop_signal() != 0 ? 128 + stop_signal() : static_cast<int>(kLost);
  }
}
