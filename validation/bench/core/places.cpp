#include "core/places.hpp"

#include <algorithm>
#include <cctype>

#include "core/machine.hpp"

namespace gpuscape::bench {

namespace {

constexpr const char* kHidden = "…";

/// What a name or a path is made of.
bool is_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
         c == '/' || c == '+' || c == '~' || c == '@' || c == '%';
}

/// A dot behind it is the end of a sentence, or the begin of a domain.
bool stands_alone(const std::string& line, std::size_t at, std::size_t size) {
  const std::size_t end = at + size;
  return (at == 0 || !is_part(line[at - 1])) &&
         (end == line.size() || line[end] == '.' || !is_part(line[end]));
}

void hide(std::string& line, const std::string& what) {
  if (what.size() < 2) return;
  for (std::size_t at = line.find(what); at != std::string::npos; at = line.find(what, at)) {
    if (stands_alone(line, at, what.size()))
      line.replace(at, what.size(), kHidden);
    else
      ++at;
  }
}

/// Such a path tells of the system and not of who uses it.
bool is_of_the_system(const std::string& path) {
  static const char* const folders[] = {"/dev/", "/sys/", "/proc/", "/usr/", "/lib"};
  return std::any_of(std::begin(folders), std::end(folders),
                     [&](const char* folder) { return path.rfind(folder, 0) == 0; });
}

void hide_paths(std::string& line) {
  for (std::size_t at = line.find('/'); at != std::string::npos; at = line.find('/', at + 1)) {
    if (at > 0 && is_part(line[at - 1])) continue;
    const auto after =
        std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(), is_part);
    const auto size = static_cast<std::size_t>(after - line.begin()) - at;
    if (size > 1 && !is_of_the_system(line.substr(at, size))) line.replace(at, size, kHidden);
  }
}

/// "10.0.0.7" of "10.0.0.7:7777".
std::string host_of(const std::string& endpoint) { return endpoint.substr(0, endpoint.rfind(':')); }

}  // namespace

std::string without_places(const std::string& line, const Options& options) {
  if (options.identify) return line;
  std::string shown = line;
  for (const std::string& place :
       {options.dir, options.output, options.token_file, options.listen, options.connect,
        host_of(options.listen), host_of(options.connect), host_name()})
    hide(shown, place);
  hide_paths(shown);
  return shown;
}

}  // namespace gpuscape::bench
