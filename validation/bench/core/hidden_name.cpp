#include "core/hidden_name.hpp"

#include "core/machine.hpp"
#include "text/sha256.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::size_t kDigits = 12;
constexpr const char* kBootId = "/proc/sys/kernel/random/boot_id";

std::string& key() {
  static std::string own = key_of_machine("/etc/machine-id", kBootId);
  return own;
}

}  // namespace

std::string key_of_machine(const std::string& machine_id, const std::string& boot_id) {
  for (const std::string& file : {machine_id, boot_id})
    if (const std::string line = first_line(file); line.size() >= 32) return line;
  return nonce();
}

void hide_names_by_chance() { key() = nonce(); }

std::string hidden_name(const std::string& kind, const std::string& name, bool identify) {
  if (identify || name.empty()) return name;
  return kind + "-" + hex(hmac_sha256(key(), "gpuscape-bench name " + name)).substr(0, kDigits);
}

std::string place_of_this_machine(const std::string& session) {
  return hex(hmac_sha256(session, "place " + first_line(kBootId) + " " + host_name()));
}

}  // namespace gpuscape::bench
