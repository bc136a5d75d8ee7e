/// fio --output-format=json: of each job and direction the rate that it attained, at its block size
/// and depth. One run is one repetition.

#include <fmt/format.h>

#include <cmath>

#include "sim/calibration/measured_file.hpp"

namespace gpuscape {

namespace {

bool recognises(const MeasuredFile& file) {
  return file.json() != nullptr && file.json()->find("fio version") != nullptr;
}

/// "4k", "1m", "4096", "4k,8k" (the first: reads); fio's units are of 1024.
std::optional<double> block_size(std::string_view text) {
  text = text.substr(0, text.find(','));
  double factor = 1.0;
  const auto ends_with = [&](char small, char big) {
    return !text.empty() && (text.back() == small || text.back() == big);
  };
  if (text.size() > 2 && ends_with('b', 'B')) text.remove_suffix(1);
  if (text.size() > 2 && ends_with('i', 'I')) text.remove_suffix(1);
  if (ends_with('k', 'K')) factor = 1024.0;
  if (ends_with('m', 'M')) factor = 1048576.0;
  if (ends_with('g', 'G')) factor = 1073741824.0;
  if (factor > 1.0) text.remove_suffix(1);
  const auto number = number_in(text);
  return number ? std::optional(*number * factor) : std::nullopt;
}

class Reader {
 public:
  explicit Reader(MeasuredFile& file) : file_(file) {}

  void read() {
    const JsonValue* jobs = file_.json()->find("jobs");
    if (jobs == nullptr || jobs->items().empty())
      return file_.fault(*file_.json(), "", "\"jobs\" is missing", "fio wrote no results");
    for (std::size_t i = 0; i < jobs->items().size(); ++i)
      job(jobs->items()[i], fmt::format("/jobs/{}", i));
  }

 private:
  /// An option of the job, else of all jobs.
  std::string option(const JsonValue& job, std::string_view key) const {
    for (const JsonValue* options : {job.find("job options"), file_.json()->find("global options")})
      if (options != nullptr && options->find(key) != nullptr) return file_.text_of(*options, key);
    return "";
  }

  void job(const JsonValue& job, const std::string& pointer) {
    const JsonValue* error = job.find("error");
    if (error != nullptr && error->number() != 0.0) {
      file_.left_out.push_back(fmt::format("{}: fio's error {}", file_.text_of(job, "jobname"),
                                           static_cast<int>(error->number())));
      return;
    }
    std::string bs = option(job, "bs");
    if (bs.empty()) bs = option(job, "blocksize");
    const auto size = bs.empty() ? std::optional(4096.0) : block_size(bs);
    if (!size || !(*size > 0.0))
      return file_.fault(job, pointer, fmt::format("\"bs\" is \"{}\"", bs), "a size such as 64k");
    for (const char* direction : {"read", "write"})
      if (const JsonValue* part = job.find(direction))
        rate(job, *part, {pointer, *size, direction});
  }

  struct Part {
    const std::string& pointer;
    double size;
    std::string direction;
  };

  void rate(const JsonValue& job, const JsonValue& json, const Part& part) {
    const JsonValue* operations = json.find("total_ios");
    if (operations != nullptr && operations->number() == 0.0) return;
    const auto rate = file_.number(json, part.pointer + "/" + part.direction, "bw_bytes");
    if (!rate) return;
    const bool random = option(job, "rw").starts_with("rand");
    Measurement row{.key = {.family = "storage",
                            .operation = "bandwidth",
                            .path = "file",
                            .direction = (random ? "random " : "sequential ") + part.direction}};
    const auto whole = [&](std::string_view key) {
      const auto number = number_in(option(job, key));
      return number ? static_cast<int>(*number) : 1;
    };
    row.key.depth = whole("iodepth");
    row.key.streams = whole("numjobs");
    if (option(job, "direct") != "1") row.marks.push_back("through the page cache");
    row.bytes = Bytes(part.size);
    row.seconds = row.bytes / BytesPerSecond(*rate);
    file_.add(std::move(row), json.place().line);
  }

  MeasuredFile& file_;
};

void read(MeasuredFile& file) { Reader(file).read(); }

}  // namespace

MeasurementTool fio_tool() { return {"fio", recognises, read}; }

}  // namespace gpuscape
