#pragma once
/// Texts that are almost right: what a tired hand or a hostile one makes of a file that was read.

#include <cstdint>
#include <string>
#include <string_view>

namespace gpuscape {

/// The `number`-th mutant of a text: one to four bytes or stretches of it changed.
std::string mutated_bytes(std::string_view text, std::uint64_t number);

/// The `number`-th mutant of a JSON text: one to three values, names or members of it replaced,
/// left out, doubled or exchanged; now and then bytes instead.
std::string mutated_json(std::string_view text, std::uint64_t number);

}  // namespace gpuscape
