#pragma once
/// The objects in one list of a JSON text, one at a time, so that a text of any length takes the
/// memory of its longest item.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/workload/text/byte_stream.hpp"

namespace gpuscape {

/// The longest item that is handed out whole, in bytes.
inline constexpr std::size_t kLongestItem = 1U << 24U;

struct JsonItem {
  std::string_view text;     ///< of the object; valid until the next call
  std::int64_t line = 0;     ///< 1-based, where it begins
  std::int64_t skipped = 0;  ///< objects in the list that was left out
  bool too_long = false;     ///< the item exceeds kLongestItem; `text` is its beginning
  bool cut_off = false;      ///< the text ends within it
};

class JsonItems {
 public:
  /// Of the object that the text is (or of each, where several stand one behind the other), the
  /// list under `list`. In its objects, the list under `left_out` becomes an empty one.
  JsonItems(ByteStream& input, std::string_view list, std::string_view left_out)
      : input_(input), list_(list), left_out_(left_out), buffer_(65536) {}

  /// The next item; an item that is not an object is handed out as it stands. False at the end.
  bool next(JsonItem& item);
  /// True once the list was found.
  [[nodiscard]] bool found() const { return found_; }
  /// Another list of the object, the first that does not report how it came about; empty without
  /// one.
  [[nodiscard]] const std::string& other_list() const { return other_list_; }
  /// True when the text ended before its brackets closed.
  [[nodiscard]] bool ended_early() const { return ended_ && depth_ > 0; }

 private:
  static constexpr int kInList = 2;  ///< depth within the list; its objects' members lie at 3

  bool refill();
  void take(char c);
  void take_in_text(char c);
  void open(char c);
  void close(char c);
  void keep(char c);
  void begin_item();

  ByteStream& input_;
  std::string list_;
  std::string left_out_;
  std::vector<char> buffer_;
  std::size_t position_ = 0;
  std::size_t end_ = 0;
  std::int64_t line_ = 1;

  int depth_ = 0;
  bool in_text_ = false;
  bool escaped_ = false;
  std::string last_text_;  ///< the last one at depth 1 or 3, where keys stand that matter
  std::string other_list_;
  bool found_ = false;
  bool in_list_ = false;
  bool in_item_ = false;
  bool complete_ = false;
  int left_out_depth_ = 0;  ///< of the list that is being left out; 0: none
  bool ended_ = false;

  std::string text_;
  JsonItem item_;
};

}  // namespace gpuscape
