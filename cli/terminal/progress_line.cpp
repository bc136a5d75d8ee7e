#include "cli/terminal/progress_line.hpp"

#include <fmt/format.h>

#include <ostream>

#include "sim/base/terminal_filter.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

std::string progress_text(const StudyProgress& progress, double elapsed) {
  if (progress.replications > 0)
    return fmt::format("{} replications done · {}", progress.replications,
                       human_text(Seconds(elapsed)));
  const double rate = static_cast<double>(progress.jobs_ended) / elapsed;
  const double left = elapsed * (1.0 - progress.share) / progress.share;
  std::string text =
      fmt::format("{:.0f} % · {} jobs done · {} jobs/s", 100.0 * progress.share,
                  human_count(progress.jobs_ended), human_count(static_cast<std::int64_t>(rate)));
  if (progress.share > 0.0) text += fmt::format(" · {} left", rounded_text(Seconds(left)));
  return text;
}

ProgressLine::ProgressLine(std::ostream& terminal) : terminal_(terminal) {}

ProgressLine::~ProgressLine() {
  if (!shown_) return;
  write_with_escapes(terminal_, "\r\x1b[K");
  terminal_.flush();
}

void ProgressLine::show(const StudyProgress& progress) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  write_with_escapes(
      terminal_,
      "\r\x1b[K" + progress_text(progress, std::chrono::duration<double>(now - begin_).count()));
  terminal_.flush();
}

}  // namespace gpuscape
