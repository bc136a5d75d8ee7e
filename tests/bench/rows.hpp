#pragma once
/// The rows of the bench table: a piece of work, ours and the reference's way of doing it.

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gpuscape::bench {

/// One way of doing a row's work: returns seconds for `units` of it. What has to be made ready is
/// not timed.
struct Side {
  std::string name;
  double units = 0.0;  ///< jobs
  std::function<double()> seconds;
  bool foreign = false;  ///< no work of ours: another program's, or a bare loop
};

struct Row {
  std::string work;
  Side ours;
  Side reference;
  std::optional<double> goal;          ///< least ratio of our rate to the reference's
  std::function<std::string()> fault;  ///< what is wrong with the comparison, once; may be empty
  std::function<std::string()> note = {};  ///< what to say beside the ratio; may be empty
};

std::vector<Row> make_rows();
/// Other policies against our EASY.
std::vector<Row> make_policy_rows();
/// Nodes of many kinds against nodes of one.
std::vector<Row> make_kinds_rows();
/// Queues with quotas.
std::vector<Row> make_quota_rows();
/// Jobs that exchange data over a network.
std::vector<Row> make_gang_rows();
/// Jobs on GPUs that other nodes lend; without the public log the row on it is left out.
std::vector<Row> make_lending_rows();

/// Jobs on nodes that fail.
std::vector<Row> make_failure_rows();
std::vector<Row> make_storage_rows();
/// Designs of one scenario file.
std::vector<Row> make_design_rows();
/// Edits in a live study; without the public log the rows on it are left out.
std::vector<Row> make_live_rows();
/// Stops, while a log is read and while its statistics are taken.
std::vector<Row> make_stop_rows();
/// Logs read; without Python the row against it is left out.
std::vector<Row> make_reader_rows();
/// Pictures of a million jobs.
std::vector<Row> make_gantt_rows();

/// Of at least one value; between the two in the middle of an even number.
double median(std::vector<double> values);

/// What a piece of work takes, s.
double seconds_of(const std::function<void()>& work);

}  // namespace gpuscape::bench
