#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

#include "sim/report/format/csv.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/logs/job_log_file.hpp"

namespace gpuscape {

namespace {

constexpr double kMilli = 1000.0;

/// The shortest digits that read back equal, without an exponent; nothing for NaN.
void append_digits(std::string& text, double value) {
  if (std::isnan(value)) return;
  char buffer[400];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
  text.append(buffer, end);
}

/// As Slurm's accounting calls it; empty where the log does not say.
std::string_view slurm_state_name(LoggedState state) {
  constexpr std::array<std::string_view, 10> kNames{
      "",          "COMPLETED", "FAILED",        "CANCELLED", "TIMEOUT",
      "NODE_FAIL", "PREEMPTED", "OUT_OF_MEMORY", "RUNNING",   "PENDING"};
  return kNames[static_cast<std::size_t>(state)];
}

/// True when every date on the clock that began at `origin` gives the table's own back.
bool loses_nothing(const JobTable& table, Seconds origin) {
  const Seconds first = table.job(0).submit + origin;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Seconds submit = table.job(i).submit;
    const Seconds start = table.logged_start(i);
    if ((submit + origin) - first != submit) return false;
    if (!std::isnan(start.value()) && (start + origin) - first != start) return false;
  }
  return true;
}

class CsvLog {
 public:
  CsvLog(const JobLog& log, const JobLogOptions& options) : table_(*log.table), options_(options) {
    if (log.unix_origin && loses_nothing(table_, *log.unix_origin)) origin_ = *log.unix_origin;
    if (log.unix_origin && origin_ == Seconds(0.0))
      written_.notes.emplace_back(
          "dates count from the first submission: since 1970 they would lose digits");
    choose_columns();
  }

  WrittenLog write(TextSink& sink) {
    constexpr std::size_t kPiece = 1U << 16U;
    std::string text;
    for (const Column& column : columns_) {
      if (!text.empty()) text += ',';
      text += column.name;
    }
    text += '\n';
    for (std::size_t i = 0; i < table_.size(); ++i) {
      append_row(text, i);
      if (text.size() < kPiece) continue;
      sink.write(text);
      text.clear();
    }
    sink.write(text);
    written_.trace = fmt::format("\"format\": \"csv\", \"columns\": {{{}}}", fmt::join(map_, ", "));
    return std::move(written_);
  }

 private:
  using Append = std::function<void(std::string&, std::size_t)>;
  struct Column {
    std::string_view name;
    Append append;
  };

  /// `field` and `unit` are a scenario's words for it; no field: a column that it does not read.
  void add(std::string_view name, std::string_view field, std::string_view unit, Append append) {
    columns_.push_back({name, std::move(append)});
    if (field.empty()) return;
    map_.push_back(unit.empty() ? fmt::format("\"{}\": \"{}\"", field, name)
                                : fmt::format("\"{}\": {{\"from\": \"{}\", \"unit\": \"{}\"}}",
                                              field, name, unit));
  }

  template <class Has>
  [[nodiscard]] bool any(const Has& has) const {
    for (std::size_t i = 0; i < table_.size(); ++i)
      if (has(i)) return true;
    return false;
  }

  void choose_columns() {
    add("id", "id", "",
        [this](std::string& text, std::size_t i) { append_number(text, id_of(i)); });
    add("submit_s", "submit", "", [this](std::string& text, std::size_t i) {
      append_digits(text, (table_.job(i).submit + origin_).value());
    });
    add("run_time_s", "run_time", "", [this](std::string& text, std::size_t i) {
      append_digits(text, table_.job(i).run_time.value());
    });
    add("gpus", "gpus", "", [this](std::string& text, std::size_t i) {
      append_digits(text, table_.job(i).demand.gpu_amount());
    });
    choose_demands();
    if (any([this](std::size_t i) { return table_.job(i).demand.nodes > 0; }))
      add("nodes", "nodes", "", [this](std::string& text, std::size_t i) {
        append_number(text, std::int64_t{std::max(0, table_.job(i).demand.nodes)});
      });
    if (any([this](std::size_t i) { return table_.job(i).demand.tasks() > 0; }))
      add("tasks", "tasks", "", [this](std::string& text, std::size_t i) {
        append_number(text, std::int64_t{table_.job(i).demand.tasks()});
      });
    choose_dates();
    choose_names();
    if (any([this](std::size_t i) { return !table_.job(i).after.is_none(); }))
      add("after", "after", "",
          [this](std::string& text, std::size_t i) { append_dependencies(text, i); });
  }

  /// "7", or "afterok:7:8;afterany:9" where it waits for several, or for any end.
  void append_dependencies(std::string& text, std::size_t i) const {
    const Job& job = table_.job(i);
    if (job.after.is_none()) return;
    std::string ok, any;
    const auto add = [&](const Dependency& on) {
      std::string& ids = on.how == DependsOn::end ? any : ok;
      if (!ids.empty()) ids += ':';
      append_number(ids, id_of(on.on.index()));
    };
    add({job.after, job.after_how});
    for (const Dependency& on : table_.further_dependencies(i)) add(on);
    if (any.empty() && !job.waits_for_more) {
      text += ok;
      return;
    }
    if (!ok.empty()) text += "afterok:" + ok;
    if (!ok.empty() && !any.empty()) text += ';';
    if (!any.empty()) text += "afterany:" + any;
  }

  void choose_demands() {
    if (any([this](std::size_t i) { return table_.job(i).demand.milli_cores != 0; }))
      add("cores", "cores", "", [this](std::string& text, std::size_t i) {
        append_digits(text, static_cast<double>(table_.job(i).demand.milli_cores) / kMilli);
      });
    if (any([this](std::size_t i) { return table_.job(i).demand.memory_mib != 0; }))
      add("memory_mib", "memory", "MiB", [this](std::string& text, std::size_t i) {
        append_number(text, table_.job(i).demand.memory_mib);
      });
  }

  void choose_dates() {
    if (any([this](std::size_t i) { return table_.job(i).time_limit < kForever; }))
      add("time_limit_s", "time_limit", "", [this](std::string& text, std::size_t i) {
        if (table_.job(i).time_limit < kForever)
          append_digits(text, table_.job(i).time_limit.value());
      });
    if (table_.started_in_log() > 0)
      add("start_s", "start", "", [this](std::string& text, std::size_t i) {
        append_digits(text, (table_.logged_start(i) + origin_).value());
      });
  }

  void choose_names() {
    const std::pair<std::string_view, std::string JobOrigin::*> members[] = {
        {"user", &JobOrigin::user},
        {"account", &JobOrigin::account},
        {"partition", &JobOrigin::partition},
        {"qos", &JobOrigin::qos}};
    for (const auto& [name, member] : members) {
      const auto text_of = [this, part = member](std::size_t i) -> const std::string& {
        const std::uint32_t number = table_.job(i).origin;
        return (options_.names ? options_.names->origin(number) : table_.origins()[number]).*part;
      };
      if (any([&](std::size_t i) { return !text_of(i).empty(); }))
        add(name, name, "",
            [text_of](std::string& text, std::size_t i) { text += csv_cell(text_of(i)); });
    }
    if (any([this](std::size_t i) { return !table_.name(i).empty(); }))
      add("job_name", "job_name", "", [this](std::string& text, std::size_t i) {
        const std::string& name = table_.name(i);
        text += csv_cell(options_.names ? options_.names->job_name(name) : name);
      });
    if (any([this](std::size_t i) { return table_.state(i) != LoggedState::unknown; }))
      add("state", "state", "",
          [this](std::string& text, std::size_t i) { text += slurm_state_name(table_.state(i)); });
  }

  [[nodiscard]] std::int64_t id_of(std::size_t index) const {
    return options_.renumber ? static_cast<std::int64_t>(index) + 1 : table_.job(index).id;
  }

  void append_row(std::string& text, std::size_t index) const {
    const std::size_t begin = text.size();
    for (const Column& column : columns_) {
      if (text.size() > begin) text += ',';
      column.append(text, index);
    }
    text += '\n';
  }

  const JobTable& table_;
  const JobLogOptions& options_;
  Seconds origin_{0.0};
  std::vector<Column> columns_;
  std::vector<std::string> map_;
  WrittenLog written_;
};

}  // namespace

WrittenLog write_log_csv(const JobLog& log, const JobLogOptions& options, TextSink& sink) {
  return CsvLog(log, options).write(sink);
}

}  // namespace gpuscape
