#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

void CommandLine::add_memory_option(CLI::App& command) {
  command
      .add_option("--max-memory", max_memory,
                  "End before more memory is taken, for example 8 GiB [3/4 of the machine's]")
      ->type_name("SIZE")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            const UnitReading<Bytes> size = parse_bytes(text);
            if (!size.value) return fmt::format("\"{}\": {}", text, size.message);
            constexpr double kLeast = 32e6;  // with less, not even the message can be printed
            return size.value->value() < kLeast ? fmt::format("{} is less than 32 MB", text) : "";
          },
          ""));
}

void CommandLine::add_limit_options(CLI::App& command) {
  add_memory_option(command);
  command.add_option("--max-rows", max_rows, "Refuse a log of more rows, and a run of more jobs")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4'000'000'000}).description(""))
      ->capture_default_str();
}

}  // namespace gpuscape
