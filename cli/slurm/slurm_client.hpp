#pragma once
/// Slurm as its programs show it: sbatch, squeue, scancel.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuscape {

/// One array of tasks.
struct SlurmArray {
  std::string name = {};     ///< of the job, no other has it
  std::string job = {};      ///< its number; empty where it is not known whether it was taken
  std::string cluster = {};  ///< where there are several
};

/// How its tasks are.
struct SlurmTasks {
  std::int64_t waiting = 0;  ///< or running
  std::int64_t cancelled = 0;
  std::string job = {};    ///< the array's number, where Slurm still knows it
  std::string fault = {};  ///< why there is no answer
};

/// A name that no other job has.
std::string new_array_name();

struct SlurmSubmission {
  std::vector<std::string> arguments = {};  ///< of --slurm
  std::string name = {};
  std::string ranges = {};  ///< "0-3,7"
  std::string output = {};  ///< where tasks write what they print
  std::string script = {};
  std::vector<std::string> words = {};  ///< of the script
};

/// Starts an array, and says its number. Throws RunError where sbatch cannot be started, and with
/// what it says where it does not take the array.
SlurmArray submit(const SlurmSubmission& submission);

/// Asks for all tasks of the array. Throws RunError where squeue cannot be started.
SlurmTasks tasks_of(const SlurmArray& array);

/// What scancel says; empty where all is well.
std::string cancel(const SlurmArray& array);

/// Processors that Slurm gave this task; 1 where it does not say.
unsigned slurm_processors();

}  // namespace gpuscape
