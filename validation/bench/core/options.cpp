#include "core/options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>

namespace gpuscape::bench {

namespace {

using Values = std::map<std::string, std::function<void(const std::string&)>>;

/// An integer in a range, or a fault that says so.
std::int64_t whole(const std::string& option, const std::string& text, std::int64_t least,
                   std::int64_t most) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    throw UsageFault{option + " \"" + text + "\": an integer from " + std::to_string(least) +
                     " to " + std::to_string(most) + " is expected"};
  return value;
}

double seconds(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value > 0.0) || value > 1e5)
    throw UsageFault{option + " \"" + text + "\": seconds above 0 are expected"};
  return value;
}

/// "8GB", "512MiB", "4096": bytes.
std::int64_t byte_count(const std::string& option, const std::string& text) {
  static const std::map<std::string, double> units = {{"", 1.0},
                                                      {"B", 1.0},
                                                      {"kB", 1e3},
                                                      {"MB", 1e6},
                                                      {"GB", 1e9},
                                                      {"TB", 1e12},
                                                      {"KiB", 1024.0},
                                                      {"MiB", 1048576.0},
                                                      {"GiB", 1073741824.0},
                                                      {"TiB", 1099511627776.0}};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  while (*end == ' ') ++end;
  const auto unit = units.find(end);
  if (text.empty() || unit == units.end() || !(number > 0.0) || number * unit->second > 9e18)
    throw UsageFault{option + " \"" + text + "\": bytes such as \"8GB\" are expected"};
  return static_cast<std::int64_t>(number * unit->second);
}

const std::vector<std::string>& family_names() {
  static const std::vector<std::string> names = {"host", "tcp",  "shared-memory", "storage",
                                                 "cuda", "rdma", "composite"};
  return names;
}

std::vector<std::string> families(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto& names = family_names();
    if (std::find(names.begin(), names.end(), part) == names.end()) {
      std::string all;
      for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
      throw UsageFault{"--only \"" + part + "\": unknown family; known: " + all};
    }
    out.push_back(part);
  }
  return out;
}

Values values_of(Options& options) {
  return {
      {"-o",
       [&](const std::string& v) {
         if (v.empty()) throw UsageFault{"-o \"\": the name of a new file is expected"};
         options.output = v;
       }},
      {"--only", [&](const std::string& v) { options.only = families(v); }},
      {"--filter", [&](const std::string& v) { options.filter = v; }},
      {"--repetitions",
       [&](const std::string& v) {
         options.repetitions = static_cast<int>(whole("--repetitions", v, 1, 1000));
       }},
      {"--min-time", [&](const std::string& v) { options.min_time = seconds("--min-time", v); }},
      {"--dir", [&](const std::string& v) { options.dir = v; }},
      {"--max-bytes",
       [&](const std::string& v) { options.max_bytes = byte_count("--max-bytes", v); }},
      {"--listen", [&](const std::string& v) { options.listen = v; }},
      {"--connect", [&](const std::string& v) { options.connect = v; }},
      {"--token-file", [&](const std::string& v) { options.token_file = v; }},
      {"--ib-device", [&](const std::string& v) { options.ib_device = v; }},
      {"--gid-index",
       [&](const std::string& v) {
         options.gid_index = static_cast<int>(whole("--gid-index", v, 0, 255));
       }},
      {"--service-level",
       [&](const std::string& v) {
         options.service_level = static_cast<int>(whole("--service-level", v, 0, 15));
       }},
      {"--pkey",
       [&](const std::string& v) {
         options.pkey_index = static_cast<int>(whole("--pkey", v, 0, 65535));
       }},
      {"--idle-limit",
       [&](const std::string& v) { options.idle_limit = seconds("--idle-limit", v); }},
  };
}

std::map<std::string, bool*> flags_of(Options& options) {
  return {{"--help", &options.help},         {"-h", &options.help},
          {"--version", &options.version},   {"--list", &options.list},
          {"--plan", &options.plan},         {"--quick", &options.quick},
          {"--identify", &options.identify}, {"--composites", &options.composites},
          {"--pair", &options.pair},         {"--anonymous", &options.anonymous}};
}

void check(const Options& options) {
  if (options.identify && options.anonymous)
    throw UsageFault{"--identify tells names and --anonymous hides them: give one of them"};
  if (!options.listen.empty() && !options.connect.empty())
    throw UsageFault{"--listen and --connect are the two ends of a pair: give one of them"};
  if (options.pair && (!options.listen.empty() || !options.connect.empty()))
    throw UsageFault{"--pair finds its peer from Slurm; without Slurm give --listen or --connect"};
  if (options.composites && (options.pair || !options.listen.empty() || !options.connect.empty()))
    throw UsageFault{"--composites measures this machine alone; run it apart from a pair"};
  if (options.composites && !options.only.empty())
    throw UsageFault{
        "--composites needs every family that its predictions read: leave out --only; --filter "
        "chooses by name"};
}

}  // namespace

bool Options::wants(const std::string& family) const {
  return only.empty() || std::find(only.begin(), only.end(), family) != only.end();
}

double Options::repetition_seconds() const {
  if (min_time > 0.0) return min_time;
  if (composites) return 0.03;
  return quick ? 0.02 : 0.2;
}

int Options::rounds() const {
  if (repetitions > 0) return repetitions;
  if (composites) return 7;
  return quick ? 3 : 5;
}

Options read_options(int argc, char** argv) {
  Options options;
  const Values values = values_of(options);
  const auto flags = flags_of(options);
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (const auto flag = flags.find(word); flag != flags.end()) {
      *flag->second = true;
      continue;
    }
    std::string value;
    const std::size_t equals = word.rfind("--", 0) == 0 ? word.find('=') : std::string::npos;
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
      word.erase(equals);
    }
    const auto option = values.find(word);
    if (option == values.end())
      throw UsageFault{"\"" + word + "\" is not an option; gpuscape-bench --help lists them"};
    if (equals == std::string::npos) {
      if (++i == argc) throw UsageFault{word + " needs a value"};
      value = argv[i];
    }
    option->second(value);
  }
  check(options);
  return options;
}

std::string usage_text() {
  return "gpuscape-bench: measures what is in this machine, or between two\n"
         "\n"
         "  gpuscape-bench [--quick] [-o FILE.json]      everything that is there\n"
         "  gpuscape-bench --list | --plan               what that would be; runs nothing\n"
         "  gpuscape-bench --composites -o FILE.json     workloads to hold a profile against\n"
         "  gpuscape-bench --pair -o FILE.json           two nodes, under Slurm\n"
         "  gpuscape-bench --listen ADDRESS:PORT         two nodes without Slurm, the one end\n"
         "  gpuscape-bench --connect ADDRESS:PORT -o F   and the other\n"
         "\n"
         "  --only FAMILY,…        host, tcp, shared-memory, storage, cuda, rdma\n"
         "  --filter TEXT          measures whose name holds TEXT\n"
         "  --quick                under two minutes\n"
         "  --repetitions N        of each measure (5; 3 with --quick; 7 rounds of --composites)\n"
         "  --min-time SECONDS     of each repetition\n"
         "  -o FILE.json           Google Benchmark's JSON with context of ours\n"
         "  --identify             names, serials and UUIDs as they are instead of hashed\n"
         "  --anonymous            hashed anew in each file, and no command line in it\n"
         "  --dir FOLDER           where storage makes its one file, deleted after\n"
         "  --max-bytes SIZE       of that file at most (8GiB)\n"
         "  --token-file FILE      the secret of the pair, mode 600; else GPUSCAPE_BENCH_TOKEN\n"
         "  --ib-device NAME,…     RDMA adapters (mlx5_0 or mlx5_0:2); all that are up\n"
         "  --gid-index N, --service-level N, --pkey INDEX\n"
         "  --idle-limit SECONDS   without a word of the peer (600)\n"
         "  --version, --help      --version names the parts that this build lacks\n"
         "\n"
         "Needs no root, sets no clock or mode, and listens only with --listen or under Slurm.\n"
         "--plan says what it takes of the machine: files, memory, processes, sockets, libraries.\n"
         "Exit: 0 measured or nothing there, 1 some measures failed, 2 wrong command line,\n"
         "3 the peer or a device was lost, 130 or 143 stopped by a signal.\n";
}

}  // namespace gpuscape::bench
