#pragma once
/// SIGINT and SIGTERM: what was measured is written, and marked.

namespace gpuscape::bench {

/// From now on the two signals only note that they came; a second one ends the program.
void catch_stop_signals();
/// The signal that came, or 0.
int stop_signal();

}  // namespace gpuscape::bench
