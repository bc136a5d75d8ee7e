#include "pair/token.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <set>

namespace gpuscape::bench {

namespace {

constexpr std::size_t kLeast = 32;
constexpr std::size_t kLeastUnlike =
    8;  // a random one of hexadecimal digits has fewer once in 10^7
constexpr std::size_t kMost = 4096;
constexpr const char* kMake = "openssl rand -hex 32";

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.pop_back();
  return text;
}

/// What is open is what is looked at, so that nobody swaps the file in between.
std::string text_of_private_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const auto refuse = [&](const std::string& why) {
    if (file >= 0) close(file);
    throw UsageFault{"--token-file " + path + ": " + why};
  };
  if (file < 0)
    refuse(errno == ELOOP ? "it is a symbolic link; name the file itself" : std::strerror(errno));
  struct stat state = {};
  if (fstat(file, &state) != 0) refuse(std::strerror(errno));
  if (!S_ISREG(state.st_mode)) refuse("it is not a regular file");
  if (state.st_uid != geteuid())
    refuse("it belongs to another user (" + std::to_string(state.st_uid) +
           "); make a file of your own");
  if ((state.st_mode & 077U) != 0) refuse("others may read or write it; run chmod 600 on it");
  std::array<char, kMost + 3> text{};  // a line end, and what must not be there
  const ssize_t n = read(file, text.data(), text.size());
  if (n < 0) refuse(std::strerror(errno));
  if (static_cast<std::size_t>(n) == text.size())
    refuse("it holds more than " + std::to_string(kMost) + " characters; a token has one line");
  close(file);
  return {text.data(), static_cast<std::size_t>(n)};
}

std::string checked(const std::string& token, const std::string& place) {
  if (token.size() < kLeast || token.size() > kMost)
    throw UsageFault{place + ": a token has " + std::to_string(kLeast) + " to " +
                     std::to_string(kMost) + " characters, such as " + kMake + " prints"};
  if (std::set<char>(token.begin(), token.end()).size() < kLeastUnlike)
    throw UsageFault{place + ": this token can be guessed: it has fewer than " +
                     std::to_string(kLeastUnlike) + " different characters; take what " + kMake +
                     " prints"};
  return token;
}

}  // namespace

std::string pair_token(const Options& options) {
  if (!options.token_file.empty())
    return checked(trimmed(text_of_private_file(options.token_file)),
                   "--token-file " + options.token_file);
  const char* token = std::getenv("GPUSCAPE_BENCH_TOKEN");
  if (token != nullptr) return checked(trimmed(token), "GPUSCAPE_BENCH_TOKEN");
  if (options.pair)
    throw UsageFault{
        "a pair needs a token that others do not know; before srun, which passes it on: export "
        "GPUSCAPE_BENCH_TOKEN=$(" +
        std::string(kMake) + ")"};
  throw UsageFault{
      "a pair needs a token: the same --token-file FILE (mode 600) at both ends, or the same "
      "GPUSCAPE_BENCH_TOKEN in the environment, such as " +
      std::string(kMake) + " prints"};
}

}  // namespace gpuscape::bench
