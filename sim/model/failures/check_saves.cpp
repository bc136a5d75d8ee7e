#include "sim/model/failures/check_saves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/excerpt.hpp"
#include "sim/base/nearest.hpp"
#include "sim/base/units/unit_text.hpp"
#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

/// 2 B of weights and 12 B of what the optimizer keeps (MLPerf Storage v2.0, rules of checkpoints).
constexpr double kBytesPerParameter = 14.0;

class SavesChecker {
 public:
  SavesChecker(ScenarioSpec& spec, const JobCosts* costs, ReadingContext& context)
      : spec_(spec), costs_(costs), context_(context) {
    names_.reserve(spec.cluster.storage.size());
    for (const StorageSpec& storage : spec.cluster.storage) names_.push_back(storage.name);
  }

  void check() {
    for (StreamSpec& stream : spec_.streams) {
      if (stream.has_steps()) continue;
      const bool goes_on = stream.saves.standbys.nodes > 0 || stream.saves.shrink.at_least > 0;
      std::optional<CheckpointSpec>& of_stream = stream.saves.checkpoint;
      bool any_application = false;
      for_each_application(stream, [&](std::optional<ApplicationSpec>& application) {
        any_application = true;
        if (!application->saves.checkpoint && of_stream && depends_on_application(*of_stream))
          application->saves.checkpoint = of_stream;
        check(application->saves.checkpoint, application, goes_on);
      });
      if (of_stream && any_application && depends_on_application(*of_stream))
        leave_others(stream);
      else
        check(of_stream, std::nullopt, goes_on);
    }
    for (const StorageSpec& storage : spec_.cluster.storage)
      if (!used_.contains(storage.name) && !is_used(storage.name) && !is_end(storage.name))
        spec_.notes.push_back(
            fmt::format("storage \"{}\": nobody writes to it", excerpt(storage.name)));
  }

  /// Of a transfer.
  [[nodiscard]] bool is_end(const std::string& storage) const {
    const std::string name = "storage/" + storage;
    return std::ranges::any_of(spec_.streams, [&](const StreamSpec& stream) {
      return std::ranges::any_of(stream.transfers, [&](const TransferSpec& transfer) {
        return transfer.from == name || transfer.to == name;
      });
    });
  }

 private:
  [[nodiscard]] bool is_used(const std::string& storage) const {
    return std::ranges::any_of(spec_.datasets,
                               [&](const DatasetSpec& data) {
                                 return data.on == storage ||
                                        (data.cache && data.cache->on == storage);
                               }) ||
           std::ranges::any_of(spec_.copies, [&](const CopySpec& copy) {
             return copy.from == storage || copy.to == storage;
           });
  }

  void fault(const CheckpointSpec& spec, std::string_view key, std::string message,
             std::string hint) {
    context_.add(spec.place, key.empty() ? spec.pointer : child_pointer(spec.pointer, key),
                 std::move(message), std::move(hint));
  }

  void check(std::optional<CheckpointSpec>& checkpoint,
             const std::optional<ApplicationSpec>& application, bool goes_on) {
    if (!checkpoint) return;
    CheckpointSpec& spec = *checkpoint;
    if (spec.every_steps > 0 && !application)
      fault(spec, "every", "the jobs have no application whose steps could be counted",
            R"("30 min", or "application" of the stream)");
    if (spec.in_memory && !goes_on)
      fault(spec, "in_memory",
            "copies in the memory of other nodes are of use to jobs that go on when they lose "
            "one: the stream has no standbys, and does not shrink",
            R"("standbys": {"nodes": 1} of the stream)");
    if (!spec.to_name.empty()) find_storage(spec, application);
  }

  template <class Visit>
  static void for_each_application(StreamSpec& stream, const Visit& visit) {
    if (stream.application) visit(stream.application);
    for (JobClassSpec& of : stream.classes)
      if (of.application) visit(of.application);
  }

  [[nodiscard]] static bool depends_on_application(const CheckpointSpec& spec) {
    return spec.every_steps > 0 || (!spec.to_name.empty() && !spec.size);
  }

  /// Its applications have a checkpoint of their own by now.
  void leave_others(StreamSpec& stream) {
    stream.saves.checkpoint.reset();
    if (stream.application || stream.rules.empty()) return;
    spec_.notes.push_back(fmt::format(
        "jobs of stream \"{}\" that have no application save nothing: neither its steps nor the "
        "size of a checkpoint are known",
        excerpt(stream.name)));
  }

  [[nodiscard]] double parameters(const std::optional<ApplicationSpec>& application) const {
    return application && application->model && costs_ != nullptr ? costs_->parameters(*application)
                                                                  : 0.0;
  }

  void no_size(const CheckpointSpec& spec) {
    fault(spec, "size", "nothing says how large a checkpoint is",
          R"("size": "100 GB", or an application with "parameters")");
  }

  void find_storage(CheckpointSpec& spec, const std::optional<ApplicationSpec>& application) {
    const auto named = std::ranges::find(names_, spec.to_name);
    if (named == names_.end())
      return fault(spec, "to", fmt::format("there is no storage \"{}\"", excerpt(spec.to_name)),
                   names_.empty() ? R"("storage": {"scratch": {"write_bandwidth": "40 GB/s"}} of )"
                                    "the cluster"
                                  : nearest_hint(spec.to_name, names_));
    spec.to = static_cast<std::size_t>(named - names_.begin());
    used_.insert(spec.to_name);
    if (!spec.size && parameters(application) > 0.0)
      spec.size = Bytes(kBytesPerParameter * parameters(application));
    if (!spec.size) return no_size(spec);
    const Seconds alone = *spec.size / spec_.cluster.storage[*spec.to].write_bandwidth;
    if (spec.every && alone > *spec.every)
      fault(spec, "every",
            fmt::format("a checkpoint of {} takes {} to be written, longer than the interval "
                        "between two of them",
                        human_text(*spec.size), human_text(alone)),
            "a longer interval, or a faster storage");
  }

  ScenarioSpec& spec_;
  const JobCosts* costs_;
  ReadingContext& context_;
  std::vector<std::string> names_;
  std::set<std::string> used_;
};

}  // namespace

void check_saves(ScenarioSpec& spec, const JobCosts* costs, ReadingContext& context) {
  SavesChecker(spec, costs, context).check();
}

}  // namespace gpuscape
