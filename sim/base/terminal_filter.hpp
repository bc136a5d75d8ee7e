#pragma once
/// The one place where text leaves for a terminal. Names, paths and excerpts come from files that
/// strangers wrote: whatever in them would steer the terminal is shown as U+FFFD instead.

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace gpuscape {

/// True for a UTF-8 character that a terminal obeys instead of showing it: C0 and C1 controls, DEL,
/// and the marks that turn the direction of what follows (U+061C, 200E, 200F, 202A-202E,
/// 2066-2069).
bool steers_terminal(std::string_view character);

/// Text that a terminal shows and does not obey: what steers it and broken UTF-8 replaced; line
/// feeds and tabs stay.
std::string terminal_text(std::string_view text);

/// Filters what is written to `target` through it, whatever pieces it comes in.
class TerminalFilter final : public std::streambuf {
 public:
  explicit TerminalFilter(std::ostream& target) : target_(target) {}
  TerminalFilter(const TerminalFilter&) = delete;
  TerminalFilter& operator=(const TerminalFilter&) = delete;
  ~TerminalFilter() override;

  /// Passes our own escapes.
  void pass(std::string_view text);

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  bool write(std::string_view text);

  std::ostream& target_;
  std::string begun_;  // of a character whose other bytes have not come
};

/// Writes text that holds our own escapes, and nothing foreign that `terminal_text` has not seen.
void write_with_escapes(std::ostream& out, std::string_view text);

}  // namespace gpuscape
