#include "sim/scenario/load/resolved.hpp"

#include <algorithm>
#include <set>

#include "sim/fields/json_pointer.hpp"

namespace gpuscape {

namespace {

class MarkedWriter {
 public:
  explicit MarkedWriter(const std::vector<std::string>& defaulted)
      : defaulted_(defaulted.begin(), defaulted.end()) {}

  void write(const JsonValue& object, const std::string& pointer, std::size_t level) {
    text_ += '{';
    const auto& members = object.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
      new_line(level + 1);
      write_member(members[i], child_pointer(pointer, members[i].key), level + 1,
                   i + 1 == members.size());
    }
    if (!members.empty()) new_line(level);
    text_ += '}';
  }

  std::string take() { return std::move(text_) + "\n"; }

 private:
  void new_line(std::size_t level) {
    text_ += '\n';
    text_.append(2 * level, ' ');
  }

  void write_member(const JsonMember& member, const std::string& pointer, std::size_t level,
                    bool last) {
    text_ += json_quoted(member.key) + ": ";
    if (member.value.is_object())
      write(member.value, pointer, level);
    else
      text_ += write_json(member.value, -1);
    if (!last) text_ += ',';
    if (defaulted_.contains(pointer)) text_ += "  // default";
  }

  std::set<std::string> defaulted_;
  std::string text_;
};

}  // namespace

std::string resolved_text(const ScenarioSpec& spec) {
  MarkedWriter writer(spec.defaulted);
  writer.write(spec.resolved, "", 0);
  return writer.take();
}

}  // namespace gpuscape
