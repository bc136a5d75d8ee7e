#pragma once

namespace gpuscape::gui {

class App;

/// The designs of a folder of runs: sliders over its axes, the answers, a map over two axes.
void sweep_tab(App& app);
/// What the chosen design comes to.
void sweep_details(App& app);

}  // namespace gpuscape::gui
