#include "sim/workload/text/slurm_text.hpp"

#include <algorithm>
#include <cmath>

#include "sim/workload/text/field_text.hpp"
#include "sim/workload/text/slurm_gpus.hpp"

namespace gpuscape {

namespace {

constexpr double kMostMebibytes = 9e12;  // 8 EiB
constexpr double kLongestDays = 1e7;

/// Takes off what stands before the first `mark` (all of it where there is none) and returns it.
std::string_view cut_at(std::string_view& rest, char mark) {
  const std::size_t end = rest.find(mark);
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return head;
}

std::optional<double> mebibytes(std::string_view text) {
  double unit = 1.0;
  constexpr std::string_view kUnits = "KMGTP";
  if (!text.empty()) {
    const std::size_t which = kUnits.find(text.back());
    if (which != std::string_view::npos) {
      unit = std::exp2(10.0 * (static_cast<double>(which) - 1.0));
      text.remove_suffix(1);
    }
  }
  const std::optional<double> number = number_text(text);
  if (!number || !(*number >= 0.0) || *number * unit > kMostMebibytes) return std::nullopt;
  return *number * unit;
}

std::optional<std::int64_t> whole_amount(std::string_view text) {
  const std::optional<std::int64_t> amount = integer_text(text);
  return amount && *amount >= 0 ? amount : std::nullopt;
}

/// "gres/gpu", "gres/gpu:a100", and what is a part of a GPU.
bool is_part_of_gres(std::string_view name) {
  for (const std::string_view known : {"gres/gpu", "gres/shard", "gres/mps"})
    if (name == known || (name.starts_with(known) && name[known.size()] == ':')) return true;
  return false;
}

/// True for "--dependency" and what getopt takes for it: any beginning that no other option has.
bool is_dependency_option(std::string_view word) {
  constexpr std::string_view kOption = "--dependency";
  constexpr std::string_view kShortest = "--dep";
  return word == "-d" || (word.size() >= kShortest.size() && kOption.starts_with(word));
}

}  // namespace

std::optional<Seconds> slurm_duration(std::string_view text) {
  double days = 0.0;
  if (text.find('-') != std::string_view::npos) {
    const auto number = whole_amount(cut_at(text, '-'));
    if (!number || static_cast<double>(*number) > kLongestDays) return std::nullopt;
    days = static_cast<double>(*number);
  }
  if (std::ranges::count(text, ':') < 1 || std::ranges::count(text, ':') > 2) return std::nullopt;
  double seconds = 0.0;
  while (!text.empty()) {
    const bool last = text.find(':') == std::string_view::npos;
    const std::optional<double> part = number_text(cut_at(text, ':'));
    if (!part || !(*part >= 0.0) || *part > kLongestDays || (!last && *part != std::floor(*part)))
      return std::nullopt;
    seconds = 60.0 * seconds + *part;
  }
  return Seconds(86400.0 * days + seconds);
}

void add_gpus(SlurmResources& resources, bool all, std::int64_t gpus) {
  constexpr std::int64_t kMost = 1'000'000'000'000;  // no sum runs over
  if (resources.gpus_of_all && !all) return;
  const std::int64_t before = all ? 0 : resources.gpus.value_or(0);
  resources.gpus = std::min(kMost, before) + std::min(kMost, gpus);
  resources.gpus_of_all = all;
}

void add_gpu_type(SlurmResources& resources, std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view type = name.substr(colon + 1);
  resources.several_types =
      resources.several_types || (!resources.gpu_type.empty() && resources.gpu_type != type);
  resources.gpu_type = type;
}

std::optional<std::int64_t> slurm_memory(std::string_view text) {
  const std::optional<double> amount = mebibytes(text);
  if (!amount) return std::nullopt;
  return static_cast<std::int64_t>(std::ceil(*amount));
}

SlurmResources slurm_resources(std::string_view text) {
  SlurmResources found;
  const auto take = [&](std::optional<std::int64_t>& into, std::optional<std::int64_t> amount) {
    found.broken = found.broken || !amount;
    if (amount) into = amount;
  };
  while (!text.empty()) {
    std::string_view amount = cut_at(text, ',');
    const std::string_view name = cut_at(amount, '=');
    if (name == "cpu") take(found.cores, whole_amount(amount));
    if (name == "mem") take(found.memory_mib, slurm_memory(amount));
    if (name == "node") take(found.nodes, whole_amount(amount));
    if (!is_part_of_gres(name)) continue;
    const std::optional<std::int64_t> count = whole_amount(amount);
    found.broken = found.broken || !count;
    add_gres(found, name.substr(std::string_view("gres/").size()), count.value_or(0));
  }
  return found;
}

std::optional<std::int64_t> slurm_requested_memory(std::string_view text, std::int64_t cores,
                                                   std::int64_t nodes) {
  std::int64_t times = 1;
  if (text.ends_with('c') || text.ends_with('n')) {
    times = text.back() == 'c' ? cores : nodes;
    text.remove_suffix(1);
  }
  const std::optional<double> amount = mebibytes(text);
  if (!amount || *amount * static_cast<double>(times) > kMostMebibytes) return std::nullopt;
  return static_cast<std::int64_t>(std::ceil(*amount * static_cast<double>(times)));
}

std::optional<std::int64_t> slurm_part_number(std::int64_t job, std::int64_t part) {
  constexpr std::int64_t kMostTasks = 10'000'000;  // Slurm has arrays of up to 4 000 001
  constexpr std::int64_t kMostId = 900'000'000'000;
  if (job < 0 || job > kMostId || part < 0 || part >= kMostTasks) return std::nullopt;
  return job * kMostTasks + part;
}

std::optional<std::int64_t> slurm_job_number(std::string_view text) {
  const std::size_t mark = text.find_first_of("_+");
  const auto id = integer_text(text.substr(0, mark));
  if (!id || *id < 0 || mark == std::string_view::npos) return id && *id >= 0 ? id : std::nullopt;
  return slurm_part_number(*id, integer_text(text.substr(mark + 1)).value_or(-1));
}

DependencyText slurm_dependency(std::string_view submit_line) {
  std::string_view rest = submit_line;
  while (!rest.empty()) {
    std::string_view word = cut_at(rest, ' ');
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos && is_dependency_option(word)) {
      word = cut_at(rest, ' ');
    } else if (word.starts_with("--") && is_dependency_option(word.substr(0, equals))) {
      cut_at(word, '=');
    } else if (word.starts_with("-dafter") || word.starts_with("-dsingleton")) {
      word.remove_prefix(2);
    } else {
      continue;
    }
    return dependency_text(word);
  }
  return {};
}

}  // namespace gpuscape
