#include "cli/input/limit_options.hpp"

#include <fmt/format.h>

#include "cli/line/command_syntax.hpp"
#include "cli/process/memory_limit.hpp"
#include "sim/base/units/unit_text.hpp"

namespace gpuscape {

void add_memory_option(CommandSyntax& syntax) {
  syntax.app()
      .add_option(
          "--max-memory", syntax.limits().max_memory,
          "Stop before using more memory than this, for example 8 GiB [3/4 of the machine's]")
      ->type_name("SIZE")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            const UnitReading<Bytes> size = parse<Bytes>(text);
            if (!size.value) return fmt::format("\"{}\": {}", text, size.message);
            constexpr double kLeast = 32e6;  // with less, not even the message can be printed
            return size.value->value() < kLeast ? fmt::format("{} is less than 32 MB", text) : "";
          },
          ""));
}

void add_limit_options(CommandSyntax& syntax) {
  add_memory_option(syntax);
  syntax.app()
      .add_option("--max-rows", syntax.limits().max_rows,
                  "Refuse a log with more rows, or a run with more jobs")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4'000'000'000}).description(""))
      ->capture_default_str();
}

void apply(const LimitOptions& limits) {
  set_limits({.rows = limits.max_rows});
  if (!limits.max_memory.empty()) limit_memory(parse<Bytes>(limits.max_memory).value);
}

}  // namespace gpuscape
