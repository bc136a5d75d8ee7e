#pragma once
/// The whole window on a small scenario, without a desktop: what a test clicks and types in.

#include <memory>
#include <string>
#include <string_view>

#include "gui/panel/app.hpp"
#include "gui/script/driver.hpp"
#include "gui/window/null_window.hpp"
#include "models/builtin_models.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::gui {

/// Four nodes, two hundred jobs, two replications: answered within some milliseconds.
inline constexpr std::string_view kSmallScenario = R"({
  "format": 1,
  "title": "Small",
  "cluster": { "nodes": { "gpu": { "type": "custom", "count": 4, "gpus": 8 } } },
  "workload": { "streams": { "jobs": { "generate": {
    "jobs": 200, "load": 0.8, "gpus": { "1": 0.5, "8": 0.5 },
    "run_time": { "distribution": "exponential", "mean": "1 h" } } } } },
  "scheduler": { "policy": "fifo", "backfill": "easy" },
  "run": { "replications": 2 },
  "slo": { "wait": { "metric": "queue_wait", "quantile": 0.95, "at_most": "1 h" } },
  "variants": { "larger": { "cluster": { "nodes": { "gpu": { "count": 8 } } } } }
})";

class WindowSession {
 public:
  WindowSession()
      : window(make_null_window({1440.0F, 900.0F})),
        work(registry(), {}, 1),
        app(work, 1.0F, {}),
        driver(*window, app) {
    driver.frames(2);
  }
  /// With the small scenario open and answered.
  static std::unique_ptr<WindowSession> opened() {
    auto session = std::make_unique<WindowSession>();
    session->app.open(session->write("small.json", kSmallScenario));
    session->driver.settle();
    return session;
  }

  std::string write(const std::string& name, std::string_view text) const {
    write_text(folder.path() / name, text);
    return (folder.path() / name).string();
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder.path() / name).string();
  }
  void key(std::string_view name) { driver.key(key_chord(name).value()); }
  [[nodiscard]] const std::vector<std::string>& sets() const { return work.design().design.sets; }

  ScratchFolder folder;
  std::unique_ptr<Window> window;
  Workspace work;
  App app;
  Driver driver;

 private:
  static const Registry& registry() {
    static const Registry models = [] {
      Registry built;
      register_builtin_models(built);
      return built;
    }();
    return models;
  }
};

/// Where a widget is; nowhere where it is not drawn.
inline SeenWidget at(WindowSession& session, const std::string& id) {
  const SeenWidget* widget = session.app.widgets().find(id);
  return widget == nullptr ? SeenWidget{} : *widget;
}

inline bool overlap(const SeenWidget& a, const SeenWidget& b) {
  return a.least.x < b.most.x && b.least.x < a.most.x && a.least.y < b.most.y &&
         b.least.y < a.most.y;
}

}  // namespace gpuscape::gui
