#pragma once
/// Words and numbers of transfers as text.

#include <fmt/format.h>

#include <cstdlib>
#include <istream>
#include <iterator>
#include <string>
#include <utility>

#include "sim/base/error.hpp"

namespace gpuscape {

/// What transfers_text is written with.
class TransferWriter {
 public:
  void count(std::size_t value) { fmt::format_to(std::back_inserter(text_), "{} ", value); }
  void number(double value) { fmt::format_to(std::back_inserter(text_), "{:.17g} ", value); }
  void word(const char* word) { fmt::format_to(std::back_inserter(text_), "{} ", word); }
  void end_line() { text_.push_back('\n'); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Throws RunError where a word is not what is asked for.
class TransferReader {
 public:
  explicit TransferReader(std::istream& in) : in_(in) {}

  std::size_t count() {
    std::size_t value = 0;
    if (!(in_ >> value)) refuse();
    return value;
  }
  double number() {  // a stream's own reading knows no infinity
    char* end = nullptr;
    if (!(in_ >> word_)) refuse();
    const double value = std::strtod(word_.c_str(), &end);
    if (end != word_.c_str() + word_.size()) refuse();
    return value;
  }
  void expect(const char* word) {
    if (!(in_ >> word_) || word_ != word) refuse();
  }

 private:
  [[noreturn]] static void refuse() {
    throw RunError("standard input does not hold the transfers of a gpuscape of this version");
  }
  std::istream& in_;
  std::string word_;
};

}  // namespace gpuscape
