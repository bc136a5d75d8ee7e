#pragma once
/// Names of hosts and devices, hidden from who reads the file.

#include <string>

namespace gpuscape::bench {

/// The name itself where `identify`, else the kind and twelve digits of HMAC-SHA-256 of the name.
/// The key is the machine's identity, which no file of ours holds: the same name is hidden the same
/// way on the same machine, and who guesses names cannot try them.
std::string hidden_name(const std::string& kind, const std::string& name, bool identify);

/// From now on the key is random: nothing ties names of this run to those of another.
void hide_names_by_chance();

/// The key that hides names where a machine has these files: the first that holds something.
std::string key_of_machine(const std::string& machine_id, const std::string& boot_id);

/// Of a pair, by the key of its session: the same at both ends where they are on one machine.
std::string place_of_this_machine(const std::string& key);

}  // namespace gpuscape::bench
