#include <fmt/format.h>

#include <cmath>

#include "sim/report/reading/saved_lines.hpp"
#include "sim/report/reading/saved_tables.hpp"

namespace gpuscape {

void read_saved_timeline(const std::string& file, Timeline& timeline,
                         std::list<std::string>& names) {
  SavedLines lines(file);
  if (lines.columns().front() != "time_s") lines.fail("the column \"time_s\" is missing");
  const std::size_t columns = lines.columns().size();
  std::vector<std::vector<double>> values(columns);
  while (lines.next()) {
    for (std::size_t i = 0; i < columns; ++i) values[i].push_back(lines.number(i));
    const std::vector<double>& times = values.front();
    if (times.size() == 2) timeline.interval = Seconds(times.back());
    if (times.back() != timeline.interval.value() * static_cast<double>(times.size() - 1) &&
        times.size() != 1)
      lines.fail("time_s does not go on in equal steps");
    if (times.size() == 2 && !(times.back() > 0.0)) lines.fail("time_s does not rise");
    if (times.size() == 1 && times.back() != 0.0) lines.fail("time_s does not begin at 0");
  }
  for (std::size_t i = 1; i < columns; ++i)
    timeline[names.emplace_back(lines.columns()[i])] = std::move(values[i]);
}

}  // namespace gpuscape
