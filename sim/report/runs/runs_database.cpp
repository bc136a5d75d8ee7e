#include "sim/report/runs/runs_database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "sim/base/error.hpp"

namespace gpuscape {

namespace {

constexpr const char* kRunsSchema = R"(
PRAGMA page_size = 4096;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA encoding = 'UTF-8';
BEGIN;
CREATE TABLE runs (design INTEGER PRIMARY KEY, key TEXT, fault TEXT, infeasible INTEGER,
  jobs INTEGER, replications INTEGER, precision_reached INTEGER, unfinished INTEGER,
  never_fit INTEGER, overloaded INTEGER, nothing_started INTEGER, currency TEXT,
  cost_is_at_least INTEGER);
CREATE TABLE axes (design INTEGER, axis TEXT, value TEXT, PRIMARY KEY (design, axis)) WITHOUT ROWID;
CREATE TABLE figures (design INTEGER, name TEXT, value REAL, low REAL, high REAL,
  PRIMARY KEY (design, name)) WITHOUT ROWID;
CREATE TABLE objectives (design INTEGER, name TEXT, metric TEXT, "limit" REAL, value REAL, low REAL,
  high REAL, met INTEGER, PRIMARY KEY (design, name)) WITHOUT ROWID;
)";

class Database {
 public:
  explicit Database(const std::filesystem::path& file) : file_(file) {
    sqlite3* opened = nullptr;
    const int result =
        sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    handle_.reset(opened);
    if (result != SQLITE_OK) fail();
  }

  void run(const char* statements) {
    if (sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  void close() {
    if (sqlite3_close(handle_.get()) != SQLITE_OK) fail();
    const sqlite3* closed = handle_.release();
    ensure(closed != nullptr, "a database is closed once");
  }

  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }

  [[noreturn]] void fail() const {
    throw RunError(fmt::format(
        "cannot write {}: {}\n  hint: runs that had ended are kept; the same command goes on",
        file_.string(), handle_ ? sqlite3_errmsg(handle_.get()) : "no memory"));
  }

 private:
  struct Closer {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Closer> handle_;
};

/// One INSERT, row by row.
class Insert {
 public:
  Insert(const Database& database, const char* sql) : database_(database) {
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(database.handle(), sql, -1, &prepared, nullptr) != SQLITE_OK)
      database.fail();
    statement_.reset(prepared);
  }

  Insert& operator<<(std::int64_t value) {
    return checked(sqlite3_bind_int64(statement_.get(), ++at_, value));
  }
  Insert& operator<<(bool value) { return *this << std::int64_t{value}; }
  Insert& operator<<(const std::string& value) {
    return checked(sqlite3_bind_text64(statement_.get(), ++at_, value.data(), value.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  Insert& operator<<(const std::optional<double>& value) {
    const double number = value.value_or(std::nan(""));
    return checked(std::isfinite(number) ? sqlite3_bind_double(statement_.get(), ++at_, number)
                                         : sqlite3_bind_null(statement_.get(), ++at_));
  }
  Insert& null(int columns) {
    for (int i = 0; i < columns; ++i) checked(sqlite3_bind_null(statement_.get(), ++at_));
    return *this;
  }
  void row() {
    if (sqlite3_step(statement_.get()) != SQLITE_DONE) database_.fail();
    sqlite3_reset(statement_.get());
    at_ = 0;
  }

 private:
  Insert& checked(int result) {
    if (result != SQLITE_OK) database_.fail();
    return *this;
  }
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  int at_ = 0;
};

void insert_run(Insert& into, const RunRecord& run) {
  into << run.index << run.key;
  if (!run.fault.empty()) {
    into << run.fault << run.is_infeasible;
    into.null(9).row();
    return;
  }
  into.null(1) << false << run.jobs << run.replications << run.precision_reached << run.unfinished
               << run.never_fit << run.overloaded << run.nothing_started;
  if (run.currency.empty()) {
    into.null(2);
  } else {
    into << run.currency << run.cost_is_at_least;
  }
  into.row();
}

void insert_all(const Database& database, std::span<const RunRecord> runs) {
  Insert run_row(database, "INSERT INTO runs VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)");
  Insert axis_row(database, "INSERT INTO axes VALUES (?,?,?)");
  Insert figure_row(database, "INSERT INTO figures VALUES (?,?,?,?,?)");
  Insert objective_row(database, "INSERT INTO objectives VALUES (?,?,?,?,?,?,?,?)");
  for (const RunRecord& run : runs) {
    insert_run(run_row, run);
    for (const auto& [axis, value] : run.axes) (axis_row << run.index << axis << value).row();
    for (const Figure& figure : run.figures)
      (figure_row << run.index << figure.name << std::optional(figure.value) << figure.low
                  << figure.high)
          .row();
    for (const KeptObjective& one : run.objectives)
      (objective_row << run.index << one.figure.name << one.metric << std::optional(one.limit)
                     << std::optional(one.figure.value) << one.figure.low << one.figure.high
                     << one.met)
          .row();
  }
}

}  // namespace

void write_runs_database(const std::filesystem::path& file, std::span<const RunRecord> runs) {
  const std::filesystem::path part =
      file.parent_path() / ("." + file.filename().string() + ".part");
  std::error_code error;
  std::filesystem::remove(part, error);
  try {
    Database database(part);
    database.run(kRunsSchema);
    insert_all(database, runs);
    database.run("COMMIT;");
    database.close();
    std::filesystem::rename(part, file, error);
    if (error) throw RunError(fmt::format("cannot write {}: {}", file.string(), error.message()));
  } catch (const RunError&) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw;
  }
}

}  // namespace gpuscape
