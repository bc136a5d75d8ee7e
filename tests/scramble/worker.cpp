#include "tests/scramble/worker.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>

namespace gpuscape::scramble {

namespace {

using Clock = std::chrono::steady_clock;

std::string written(const Verdict& verdict) {
  Json json = {{"refused", verdict.refused}, {"faults", Json::array()}};
  for (const Fault& fault : verdict.faults) json["faults"].push_back({fault.check, fault.what});
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Verdict read_verdict(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return {.faults = {{"died", "it ended without a verdict"}}};
  Verdict verdict{.refused = json["refused"].get<bool>()};
  for (const Json& fault : json["faults"]) verdict.faults.push_back({fault[0], fault[1]});
  return verdict;
}

/// A child waits for others on a busy machine: its own time counts, and so many times as much on
/// the clock.
constexpr int kClockOfOwnTime = 20;

[[noreturn]] void be_child(const Drawn& drawn, const Bench& bench, int seconds, int out) {
  const auto most = static_cast<rlim_t>(seconds);
  const rlimit time{.rlim_cur = most, .rlim_max = most + 1};
  setrlimit(RLIMIT_CPU, &time);
  const rlimit memory{.rlim_cur = rlim_t{6} << 30U, .rlim_max = rlim_t{6} << 30U};
  setrlimit(RLIMIT_AS, &memory);
  const rlimit core{.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &core);
  std::string text;
  try {
    Bench own = bench;
    text = written(try_scenario(drawn, own));
  } catch (const std::exception& error) {
    text = written({.faults = {{"reading the answer", error.what()}}});
  }
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t more = write(out, text.data() + done, text.size() - done);
    if (more <= 0) break;
    done += static_cast<std::size_t>(more);
  }
  _exit(0);
}

/// All that the child writes; false after `seconds`.
bool read_all(int in, int seconds, std::string& text) {
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd watched{.fd = in, .events = POLLIN, .revents = 0};
    if (left <= 0 || poll(&watched, 1, static_cast<int>(left)) == 0) return false;
    char buffer[4096];
    const ssize_t size = read(in, buffer, sizeof buffer);
    if (size <= 0) return true;
    text.append(buffer, static_cast<std::size_t>(size));
  }
}

}  // namespace

Verdict try_in_child(const Drawn& drawn, const Bench& bench, int seconds) {
  std::filesystem::remove_all(bench.folder);
  int ends[2];
  if (pipe(ends) != 0) return {.faults = {{"no pipe", std::strerror(errno)}}};
  const pid_t child = fork();
  if (child < 0) return {.faults = {{"no child", std::strerror(errno)}}};
  if (child == 0) {
    ::close(ends[0]);
    be_child(drawn, bench, seconds, ends[1]);
  }
  ::close(ends[1]);
  std::string text;
  bool in_time = read_all(ends[0], kClockOfOwnTime * seconds, text);
  ::close(ends[0]);
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  in_time = in_time && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
  if (!in_time) return {.faults = {{"time", fmt::format("no answer within {} s", seconds)}}};
  if (WIFSIGNALED(status))
    return {.faults = {{"signal", fmt::format("it ended with signal {} ({})", WTERMSIG(status),
                                              strsignal(WTERMSIG(status)))}}};
  return read_verdict(text);
}

namespace {

/// Places of a scenario, deepest last.
void add_places(const Json& value, const Json::json_pointer& at,
                std::vector<Json::json_pointer>& places) {
  if (value.is_object())
    for (const auto& [key, member] : value.items()) {
      places.push_back(at / key);
      add_places(member, at / key, places);
    }
  if (value.is_array() && value.size() > 1)
    for (std::size_t i = 0; i < value.size(); ++i) {
      places.push_back(at / i);
      add_places(value[i], at / i, places);
    }
}

/// A scenario that still fails, tried ever smaller.
class Shrinking {
 public:
  Shrinking(Drawn drawn, Bench bench, const Fault& fault, int seconds)
      : best_(std::move(drawn)), bench_(std::move(bench)), check_(fault.check), seconds_(seconds) {
    bench_.only = check_;
  }

  Drawn result() {
    bool smaller = true;
    while (smaller && tries_ < kMostTries) {
      smaller = without_keys();
      smaller = without_rows() || smaller;
    }
    return best_;
  }

 private:
  static constexpr int kMostTries = 400;

  bool keep(Drawn&& candidate) {
    if (++tries_ > kMostTries) return false;
    const Verdict verdict = try_in_child(candidate, bench_, seconds_);
    if (std::ranges::find(verdict.faults, check_, &Fault::check) == verdict.faults.end())
      return false;
    best_ = std::move(candidate);
    return true;
  }

  bool without_keys() {
    std::vector<Json::json_pointer> places;
    add_places(best_.scenario, Json::json_pointer(), places);
    bool smaller = false;
    for (const Json::json_pointer& place : places) {
      if (!best_.scenario.contains(place)) continue;
      Drawn candidate = best_;
      Json& parent = candidate.scenario[place.parent_pointer()];
      if (parent.is_array())
        parent.erase(static_cast<std::size_t>(std::stoul(place.back())));
      else
        parent.erase(place.back());
      smaller = keep(std::move(candidate)) || smaller;
    }
    return smaller;
  }

  bool without_rows() {
    bool smaller = false;
    const std::map<std::string, std::string> files = best_.files;
    for (const auto& [name, text] : files)
      for (std::size_t parts = 2; parts <= 16; parts *= 2)
        for (std::size_t part = 0; part < parts; ++part)
          smaller = without_part(name, parts, part) || smaller;
    return smaller;
  }

  bool without_part(const std::string& name, std::size_t parts, std::size_t part) {
    std::vector<std::string> lines(1);
    for (const char letter : best_.files[name]) {
      lines.back() += letter;
      if (letter == '\n') lines.emplace_back();
    }
    const std::size_t begin = std::max<std::size_t>(1, lines.size() * part / parts);
    const std::size_t end = lines.size() * (part + 1) / parts;
    if (end <= begin) return false;
    std::string left;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (i < begin || i >= end) left += lines[i];
    if (left == best_.files[name]) return false;
    Drawn candidate = best_;
    candidate.files[name] = left;
    return keep(std::move(candidate));
  }

  Drawn best_;
  Bench bench_;
  std::string check_;
  int seconds_;
  int tries_ = 0;
};

}  // namespace

Drawn shrunk(const Drawn& drawn, const Bench& bench, const Fault& fault, int seconds) {
  return Shrinking(drawn, bench, fault, seconds).result();
}

}  // namespace gpuscape::scramble
