#include "sim/workload/text/slurm_gpus.hpp"

#include <algorithm>
#include <array>

#include "sim/base/units/gpu_instance.hpp"
#include "sim/workload/text/field_text.hpp"

namespace gpuscape {

namespace {

constexpr std::int64_t kMostGres = 1'000'000'000;
constexpr std::int64_t kMostSockets = 1024;

std::string_view cut_before(std::string_view& rest, char mark) {
  const std::size_t end = rest.find(mark);
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return head;
}

/// The option that a word of a submit line is, and its value.
struct Option {
  std::string_view name;
  std::string_view value;
};

constexpr std::array<std::string_view, 13> kOptions{"--gres",
                                                    "--gpus",
                                                    "-G",
                                                    "--gpus-per-node",
                                                    "--gpus-per-task",
                                                    "--tres-per-node",
                                                    "--tres-per-task",
                                                    "--tres-per-job",
                                                    "--ntasks",
                                                    "-n",
                                                    "--ntasks-per-node",
                                                    "--gpus-per-socket",
                                                    "--sockets-per-node"};

/// After the command. Words of the script and its arguments come behind the first word that is
/// neither an option nor may be the value of the one before it.
class SubmitWords {
 public:
  explicit SubmitWords(std::string_view line) : rest_(line) { cut_before(rest_, ' '); }

  std::optional<Option> next() {
    bool may_be_value = false;
    while (!rest_.empty()) {
      const std::string_view word = cut_before(rest_, ' ');
      if (word.empty()) continue;
      if (word.starts_with("--wrap")) return std::nullopt;
      const bool is_option = word.starts_with('-');
      if (!is_option && !may_be_value) return std::nullopt;
      may_be_value = is_option && (word.starts_with("--") ? word.find('=') == std::string_view::npos
                                                          : word.size() == 2);

      const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string_view::npos;
      const std::string_view name = word.substr(0, equals);
      if (std::ranges::find(kOptions, name) != kOptions.end())
        return Option{name, equals == std::string_view::npos ? cut_before(rest_, ' ')
                                                             : word.substr(equals + 1)};
      for (const std::string_view brief : {"-G", "-n"})
        if (word.starts_with(brief) && word.size() > 2) return Option{brief, word.substr(2)};
    }
    return std::nullopt;
  }

 private:
  std::string_view rest_;
};

/// "a100:4", "4": as an entry of a list of gres.
void add_gpu_count(SlurmResources& found, std::string_view value, std::int64_t times) {
  while (!value.empty()) {
    const std::string_view item = cut_before(value, ',');
    const std::size_t colon = item.rfind(':');
    const auto count =
        integer_text(colon == std::string_view::npos ? item : item.substr(colon + 1));
    if (!count || *count < 0 || *count > kMostGres) continue;
    add_gpus(found, colon == std::string_view::npos, *count * times);
    if (colon != std::string_view::npos && !gpu_instance_thousandths(item.substr(0, colon)))
      found.gpu_type = item.substr(0, colon);
  }
}

/// Each entry so many times.
SlurmResources times(SlurmResources found, std::int64_t factor) {
  if (found.gpus) found.gpus = *found.gpus * factor;
  found.mig_instances *= factor;
  found.mig_thousandths *= factor;
  found.shards *= factor;
  found.mps *= factor;
  return found;
}

}  // namespace

void add_gres(SlurmResources& resources, std::string_view name, std::int64_t count) {
  std::string_view type = name;
  const std::string_view kind = cut_before(type, ':');
  const std::int64_t amount = std::clamp<std::int64_t>(count, 0, kMostGres);
  if (kind == "gpu") {
    add_gpus(resources, type.empty(), count);
    if (const auto part = gpu_instance_thousandths(type)) {
      resources.mig_instances += amount;
      resources.mig_thousandths += amount * *part;
    } else {
      add_gpu_type(resources, name);
    }
  }
  // "gres/shard:a40=4,gres/shard=4": the same ones.
  if (kind == "shard") resources.shards = std::max(resources.shards, amount);
  if (kind == "mps") resources.mps = std::max(resources.mps, amount);
}

SlurmResources gres_list(std::string_view text, std::int64_t factor) {
  SlurmResources found;
  for (std::size_t open = 0; !text.empty();) {
    std::string_view item = trimmed(cut_before(text, ','));
    open = item.find('(');
    const bool continues =
        open != std::string_view::npos && item.find(')') == std::string_view::npos;
    while (continues && !text.empty() &&
           cut_before(text, ',').find(')') == std::string_view::npos) {
    }
    item = item.substr(0, open);
    for (const std::string_view prefix : {"gres:", "gres/"})
      if (item.starts_with(prefix)) item.remove_prefix(prefix.size());
    const std::size_t mark = item.find_last_of(":=");
    const auto count =
        mark == std::string_view::npos ? std::nullopt : integer_text(item.substr(mark + 1));
    add_gres(found, count ? item.substr(0, mark) : item, count.value_or(1));
  }
  return times(found, factor);
}

SlurmResources submitted_gpus(std::string_view submit_line, std::int64_t nodes) {
  SlurmResources found;
  SlurmResources per_task;
  SlurmResources per_socket;
  std::int64_t sockets = 0;  // of a node; 0: not said, and then not counted
  std::int64_t tasks = 0;
  std::int64_t tasks_per_node = 1;
  SubmitWords words(submit_line);
  while (const auto option = words.next()) {
    const auto& [name, value] = *option;
    if (name == "--gres" || name == "--tres-per-node") found = gres_list(value, nodes);
    if (name == "--tres-per-job") found = gres_list(value);
    if (name == "--gpus" || name == "-G") add_gpu_count(found, value, 1);
    if (name == "--gpus-per-node") add_gpu_count(found, value, nodes);
    if (name == "--gpus-per-task") add_gpu_count(per_task, value, 1);
    if (name == "--gpus-per-socket") add_gpu_count(per_socket, value, nodes);
    if (name == "--sockets-per-node")
      sockets = std::clamp<std::int64_t>(integer_text(value).value_or(0), 0, kMostSockets);
    if (name == "--tres-per-task") per_task = gres_list(value);
    if (name == "--ntasks" || name == "-n")
      tasks = std::clamp<std::int64_t>(integer_text(value).value_or(0), 0, kMostGres);
    if (name == "--ntasks-per-node")
      tasks_per_node = std::clamp<std::int64_t>(integer_text(value).value_or(1), 1, kMostGres);
  }
  if (!found.asks_for_gpus() && sockets > 0) found = times(per_socket, sockets);
  if (found.asks_for_gpus() || !per_task.asks_for_gpus()) return found;
  return times(per_task, tasks > 0 ? tasks : std::min(nodes * tasks_per_node, kMostGres));
}

}  // namespace gpuscape
