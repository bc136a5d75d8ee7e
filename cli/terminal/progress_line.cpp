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

std::string progress_text(const SweepProgress& progress, double elapsed) {
  const auto ran = static_cast<double>(progress.done - progress.reused);
  std::string text =
      fmt::format("{} of {} designs", human_count(progress.done), human_count(progress.all));
  if (progress.reused > 0) text += fmt::format(" · {} as run before", human_count(progress.reused));
  if (progress.failed > 0) text += fmt::format(" · {} with a fault", human_count(progress.failed));
  if (ran > 0.0 && elapsed > 0.0) {
    const double left = static_cast<double>(progress.all - progress.done) * elapsed / ran;
    text += fmt::format(" · {:.3g}/s · {} left", ran / elapsed, rounded_text(Seconds(left)));
  }
  return text;
}

std::string progress_text(const PlanProgress& progress, double elapsed) {
  return fmt::format("{} of {} designs decided · {} runs · {:.3g}/s", human_count(progress.decided),
                     human_count(progress.all), human_count(progress.runs),
                     elapsed > 0.0 ? static_cast<double>(progress.runs) / elapsed : 0.0);
}

ProgressLine::ProgressLine(std::ostream& terminal) : terminal_(terminal) {}

ProgressLine::~ProgressLine() {
  if (!shown_) return;
  write_with_escapes(terminal_, "\r\x1b[K");
  terminal_.flush();
}

template <class Progress>
void ProgressLine::rewrite(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  write_with_escapes(
      terminal_,
      "\r\x1b[K" + progress_text(progress, std::chrono::duration<double>(now - begin_).count()));
  terminal_.flush();
}

void ProgressLine::show(const StudyProgress& progress) { rewrite(progress); }
void ProgressLine::show(const SweepProgress& progress) { rewrite(progress); }
void ProgressLine::show(const PlanProgress& progress) { rewrite(progress); }

}  // namespace gpuscape
