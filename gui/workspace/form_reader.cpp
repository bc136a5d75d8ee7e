#include "gui/workspace/form_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/base/error.hpp"
#include "sim/model/reference/describe.hpp"
#include "sim/session/open_scenario.hpp"
#include "sim/study/metrics/metrics.hpp"

namespace gpuscape::gui {

namespace {

std::vector<Issue> one_fault(const std::string& file, std::string message) {
  Issue issue;
  issue.file = file;
  issue.message = std::move(message);
  return {issue};
}

}  // namespace

std::shared_ptr<const CheckedScenario> checked(const LiveDesign& design, const Registry& registry,
                                               std::vector<Issue>& faults) {
  try {
    return std::make_shared<const CheckedScenario>(
        open_scenario(design.source, design.design, registry));
  } catch (const ScenarioError& error) {
    faults = error.issues();
  } catch (const std::exception& error) {
    faults = one_fault(design.source.file, error.what());
  }
  return nullptr;
}

FormReader::FormReader(const Registry& registry, std::function<void()> read)
    : registry_(registry),
      read_(std::move(read)),
      schema_(describe_scenario(registry, objective_metrics())),
      thread_([this](const std::stop_token& stop) { work_off(stop); }) {}

void FormReader::ask(LiveDesign design, std::uint64_t version) {
  const std::scoped_lock lock(mutex_);
  form_.reset();
  next_ = Order{std::move(design), version, ++asked_};
  changed_.notify_all();
}

std::shared_ptr<const Form> FormReader::latest() const {
  const std::scoped_lock lock(mutex_);
  return form_;
}

void FormReader::wait(std::chrono::milliseconds most) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, most, [this] { return asked_ == 0 || form_ != nullptr; });
}

void FormReader::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return asked_ == 0 || form_ != nullptr; });
}

std::optional<FormReader::Order> FormReader::next_order(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, stop, [this] { return next_.has_value(); })) return std::nullopt;
  return std::exchange(next_, std::nullopt);
}

void FormReader::work_off(const std::stop_token& stop) {
  while (const std::optional<Order> order = next_order(stop)) {
    std::shared_ptr<const Form> form = read(*order);
    {
      const std::scoped_lock lock(mutex_);
      if (order->number != asked_) continue;  // of a design that has changed since
      form_ = std::move(form);
      changed_.notify_all();
    }
    if (read_) read_();
  }
}

/// What the values of the form are without the design's own settings.
void FormReader::note_base(const Order& order) {
  const LiveDesign& design = order.design;
  std::string key =
      fmt::format("{} {}\n{}\n", order.version, design.source.file, design.design.variant);
  if (design.source.text) key += *design.source.text;
  if (key == base_of_) return;
  LiveDesign bare = design;
  bare.design = {.variant = design.design.variant};
  std::vector<Issue> ignored;
  base_ = checked(bare, registry_, ignored);
  base_of_ = std::move(key);
}

std::shared_ptr<const Form> FormReader::read(const Order& order) {
  auto form = std::make_shared<Form>();
  form->design = order.design;
  const RecordedInputs inputs;
  form->scenario = checked(order.design, registry_, form->faults);
  form->files = inputs.files();
  note_base(order);
  if (form->scenario != nullptr)
    form->knobs = knobs(schema_, *form->scenario, base_.get(), order.design.design);
  return form;
}

}  // namespace gpuscape::gui
