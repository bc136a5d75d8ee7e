#include "sim/live/live_request.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/interrupted.hpp"
#include "sim/base/parallel.hpp"
#include "sim/live/live_work.hpp"

namespace gpuscape {

namespace {

void mark_stale(LiveAnswer& answer) {
  answer.stage = LiveStage::none;
  answer.is_stale = answer.outcome != nullptr;
}

}  // namespace

LiveRequest::LiveRequest(LiveMeans& means, LiveBoard& board, const LiveOrder& order)
    : means_(means),
      board_(board),
      order_(order),
      stop_(order.stop.get_token()),
      of_design_(order.designs.size(), nullptr),
      free_(means.free_memory ? means.free_memory() : std::nullopt) {}
LiveRequest::~LiveRequest() = default;

void LiveRequest::run() {
  try {
    read_designs();
    put_up_what_is_known();
    attempt_all(&LiveRequest::answer_first);
    compare();
    attempt_all(&LiveRequest::answer_log);
    compare();
    for (const auto& work : works_) attempt(*work, &LiveRequest::answer_first_batch);
    put_up(means_.comparisons.after_first_batch(answered(), means_.traces, means_.threads, stop_));
    for (const auto& work : works_) attempt(*work, &LiveRequest::answer_generated);
    compare_in_step();
  } catch (const Interrupted&) {
    return;
  } catch (const std::exception& error) {
    fail_all(error.what());
  }
  board_.change(order_.generation, [](LiveState& state) { state.is_finished = true; });
}

void LiveRequest::read_designs() {
  std::vector<std::string> names;
  std::vector<std::shared_ptr<KnownDesign>> designs;
  for (std::size_t place = 0; place < order_.designs.size(); ++place) {
    go_on_unless_stopped(stop_);
    take(place);
    names.push_back(order_.designs[place].name);
    const Work* work = of_design_[place];
    designs.push_back(work == nullptr ? nullptr : work->latest.design);
  }
  means_.known.hold(names, std::move(designs));
  means_.reader.keep_only(order_.designs);
  std::vector<const ScenarioSpec*> specs;
  specs.reserve(works_.size());
  for (const auto& work : works_) specs.push_back(&work->design().scenario->spec);
  means_.traces.keep_only(specs);
}

/// Finds or reads the design at that place.
void LiveRequest::take(std::size_t place) {
  const LiveDesign& asked = order_.designs[place];
  const std::string key = design_key(asked);
  const auto same =
      std::ranges::find_if(works_, [&](const auto& work) { return work->design().key == key; });
  if (same != works_.end()) {
    of_design_[place] = same->get();
    return (*same)->places.push_back(place);
  }
  std::shared_ptr<KnownDesign> design = means_.known.find(key);
  const bool was_known = design != nullptr;
  if (!was_known) design = read(asked, key, place);
  if (design == nullptr) return;
  Work& work = *works_.emplace_back(std::make_unique<Work>(std::move(design)));
  work.was_known = was_known;
  work.places.push_back(place);
  of_design_[place] = &work;
  if (work.design().exact == nullptr) return;
  work.latest.outcome = work.design().exact;
  work.latest.stage = LiveStage::exact;
  work.is_over = true;
}

/// Null, with the faults put up, where there are any.
std::shared_ptr<KnownDesign> LiveRequest::read(const LiveDesign& asked, const std::string& key,
                                               std::size_t place) {
  try {
    ReadDesign read = means_.reader.read(asked);
    if (read.scenario != nullptr) {
      auto design = std::make_shared<KnownDesign>();
      design->key = key;
      design->files = std::move(read.files);
      design->scenario = std::move(read.scenario);
      return design;
    }
    fail({place}, std::move(read.faults), "");
  } catch (const ScenarioError& error) {
    fail({place}, error.issues(), "");
  } catch (const std::exception& error) {
    fail({place}, {}, error.what());
  }
  return nullptr;
}

void LiveRequest::put_up_what_is_known() {
  const auto comparisons = means_.comparisons.made_before(answered());
  board_.change(order_.generation, [&](LiveState& state) {
    state.comparisons = comparisons;
    for (const auto& work : works_) {
      for (const std::size_t place : work->places) {
        LiveAnswer& answer = state.designs[place];
        if (work->latest.stage == LiveStage::exact) {
          work->show(answer);
        } else if (!work->was_known) {
          mark_stale(answer);
        }
      }
    }
  });
}

void LiveRequest::compare() {
  put_up(means_.comparisons.of_outcomes(answered(), means_.threads, stop_));
}

void LiveRequest::compare_in_step() {
  put_up(means_.comparisons.in_step(answered(), means_.traces, means_.threads, stop_));
}

void LiveRequest::put_up(LiveComparisons::Comparisons comparisons) {
  if (comparisons.empty()) return;
  board_.change(order_.generation,
                [&](LiveState& state) { state.comparisons = std::move(comparisons); });
}

void LiveRequest::fail(const std::vector<std::size_t>& places, std::vector<Issue> faults,
                       std::string failure) {
  board_.change(order_.generation, [&](LiveState& state) {
    for (const std::size_t place : places) {
      LiveAnswer& answer = state.designs[place];
      mark_stale(answer);
      answer.faults = faults;
      answer.failure = failure;
    }
  });
}

void LiveRequest::fail_for_memory(const Work& work, const std::string& failure) {
  fail(work.places, {}, failure);
  board_.change(order_.generation, [&](LiveState& state) {
    for (const std::size_t place : work.places) state.designs[place].lacks_memory = true;
  });
}

void LiveRequest::fail_all(const std::string& failure) {
  board_.change(order_.generation, [&](LiveState& state) {
    for (LiveAnswer& answer : state.designs) answer.failure = failure;
  });
}

/// One step of one design. What is wrong with it is put up; a stop is handed on.
void LiveRequest::attempt(Work& work, void (LiveRequest::*step)(Work&)) {
  if (work.is_over) return;
  try {
    (this->*step)(work);
  } catch (const Interrupted&) {
    throw;
  } catch (const ScenarioError& error) {
    work.is_over = true;
    fail(work.places, error.issues(), "");
  } catch (const LacksMemory& error) {
    work.is_over = true;
    fail_for_memory(work, error.what());
  } catch (const std::exception& error) {
    work.is_over = true;
    fail(work.places, {}, error.what());
  }
}

/// A replay is one thread's work. Where the last round would leave threads idle, all designs run at
/// once and the system shares its processors among them: three replays on two threads take half as
/// long again as one, and not twice as long.
unsigned LiveRequest::threads_for_all() const {
  const std::size_t designs = works_.size();
  const std::size_t threads = means_.threads;
  const bool leaves_some_idle = designs > threads && designs < 2 * threads;
  return static_cast<unsigned>(leaves_some_idle ? designs : threads);
}

void LiveRequest::attempt_all(void (LiveRequest::*step)(Work&)) {
  for_each_index(works_.size(), threads_for_all(),
                 [&](std::size_t i) { attempt(*works_[i], step); });
}

std::vector<AnsweredDesign> LiveRequest::answered() const {
  std::vector<AnsweredDesign> designs;
  designs.reserve(of_design_.size());
  for (const Work* work : of_design_)
    designs.push_back(work == nullptr ? AnsweredDesign{} : work->latest);
  return designs;
}

}  // namespace gpuscape
