/// The management library of the fake devices.

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/support/fake_cuda/fake_state.hpp"

using fake::called;
using fake::state;

extern "C" {

int nvmlInit_v2() {
  fake::restart();
  return called("nvmlInit_v2");
}

int nvmlShutdown() { return called("nvmlShutdown"); }

int nvmlSystemGetDriverVersion(char* text, unsigned room) {
  std::snprintf(text, room, "580.1.2");
  return called("nvmlSystemGetDriverVersion");
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, std::uintptr_t* device) {
  // "fa5e:01:00.0" is the handle 2: never null.
  *device = static_cast<std::uintptr_t>(std::atoi(bus + std::strlen("fa5e:")) + 1);
  return called("nvmlDeviceGetHandleByPciBusId_v2");
}

int nvmlDeviceGetClockInfo(std::uintptr_t, int which, unsigned* mhz) {
  *mhz = which == 1 ? 1755 : 2619;
  return called("nvmlDeviceGetClockInfo");
}

int nvmlDeviceGetTemperature(std::uintptr_t, int, unsigned* celsius) {
  *celsius = 41;
  return called("nvmlDeviceGetTemperature");
}

int nvmlDeviceGetUtilizationRates(std::uintptr_t, unsigned* gpu_and_memory) {
  gpu_and_memory[0] = static_cast<unsigned>(state().number("utilisation", 0));
  gpu_and_memory[1] = 0;
  return called("nvmlDeviceGetUtilizationRates");
}

int nvmlDeviceGetMigMode(std::uintptr_t, unsigned* now, unsigned* after_reset) {
  *now = *after_reset = static_cast<unsigned>(state().number("mig", 0));
  return called("nvmlDeviceGetMigMode");
}

int nvmlDeviceGetComputeRunningProcesses_v3(std::uintptr_t, unsigned* count, void*) {
  *count = static_cast<unsigned>(state().number("processes", 0));
  if (const int code = called("nvmlDeviceGetComputeRunningProcesses_v3")) return code;
  return *count == 0 ? 0 : 7;
}
}
