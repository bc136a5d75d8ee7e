#include "sim/workload/formats/read_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "sim/base/excerpt.hpp"
#include "sim/workload/formats/read_trace.hpp"
#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

namespace {

/// The log's first bytes, without a line that they cut.
std::string first_bytes(const std::string& file, bool& whole) {
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  const std::unique_ptr<ByteStream> stream = open_file(file);
  std::string text;
  std::array<char, 65536> chunk{};
  while (text.size() <= kMost) {
    const std::size_t count = stream->read(chunk);
    whole = count == 0;
    if (whole) return text;
    text.append(chunk.data(), count);
  }
  const std::size_t last = text.rfind('\n');
  if (last != std::string::npos) text.resize(last + 1);
  return text;
}

Issue at_name(const TraceSpec& spec, std::string message) {
  return {.file = spec.file_place.file ? *spec.file_place.file : spec.file_as_written,
          .line = spec.file_place.line,
          .column = spec.file_place.column,
          .pointer = "",
          .message = std::move(message),
          .hint = ""};
}

}  // namespace

LogHead read_head(const TraceSpec& spec) {
  LogHead head;
  try {
    const auto bytes = make_text_stream(first_bytes(spec.file, head.whole));
    JobTable table;
    head.report = read_rows_of(*bytes, spec, table);
    head.demands.reserve(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) head.demands.push_back(table.job(i).demand);
    head.asks = table.origins().asks();
    if (head.whole && head.report.jobs == 0) refuse_without_jobs(head.report);
  } catch (const ScenarioError& error) {
    head.issues = error.issues();
  } catch (const RunError& error) {
    head.issues.push_back(at_name(spec, error.what()));
  }
  return head;
}

}  // namespace gpuscape
