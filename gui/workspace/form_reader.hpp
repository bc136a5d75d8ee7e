#pragma once
/// Reads the design that the form shows, on a thread of its own: a window that waited for a file or
/// for a check would stand still.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "gui/view/knobs.hpp"
#include "sim/base/input_file.hpp"
#include "sim/live/live_study.hpp"

namespace gpuscape::gui {

/// A design as it was read.
struct Form {
  LiveDesign design;
  std::shared_ptr<const CheckedScenario> scenario = {};  ///< null where there are faults
  std::vector<Issue> faults = {};
  KnobList knobs = {};                 ///< none where there are faults
  std::vector<InputStamp> files = {};  ///< that were read for it, as they were
};

/// The design checked, with every file that was read; null, and why, where it has faults.
std::shared_ptr<const CheckedScenario> checked(const LiveDesign& design, const Registry& registry,
                                               std::vector<Issue>& faults);

class FormReader {
 public:
  /// `read` is called from the reader's thread after each form.
  FormReader(const Registry& registry, std::function<void()> read);
  FormReader(const FormReader&) = delete;
  FormReader& operator=(const FormReader&) = delete;
  ~FormReader() = default;

  /// Replaces what was asked for before. `version` counts how often the files were read again.
  void ask(LiveDesign design, std::uint64_t version);
  /// Of the newest request; null while it is being read.
  [[nodiscard]] std::shared_ptr<const Form> latest() const;
  /// Until the newest request is read, at most so long.
  void wait(std::chrono::milliseconds most) const;
  void wait() const;

 private:
  struct Order {
    LiveDesign design;
    std::uint64_t version = 0;
    std::uint64_t number = 0;
  };

  void work_off(const std::stop_token& stop);
  std::optional<Order> next_order(const std::stop_token& stop);
  std::shared_ptr<const Form> read(const Order& order);
  void note_base(const Order& order);

  const Registry& registry_;
  std::function<void()> read_;
  std::vector<FieldDescription> schema_;
  // Of the reader's thread alone:
  std::shared_ptr<const CheckedScenario> base_;
  std::string base_of_;

  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::optional<Order> next_;
  std::uint64_t asked_ = 0;
  std::shared_ptr<const Form> form_;  // null until the newest is read
  std::jthread thread_;               // last: it uses what is above
};

}  // namespace gpuscape::gui
