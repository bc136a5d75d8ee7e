#pragma once

namespace gpuscape {

/// What the command says to the shell.
enum ExitCode : int {
  kDone = 0,
  kCheckFailed =
      1,  ///< a service level, a goal of validate or crosscheck was missed; no job could start
  kInputWrong = 2,
  kRunFailed = 3,
  kInternalError = 70,
  kInterrupted = 130,
};

}  // namespace gpuscape
