#include "pair/message.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "text/sha256.hpp"

namespace gpuscape::bench {

namespace {

constexpr double kSendSeconds = 30.0;
constexpr std::size_t kFrame = 4;

[[noreturn]] void nonsense(const std::string& what) {
  throw Nonsense("the peer does not speak as gpuscape-bench does: " + printable(what));
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '\n') out += '\\';
    out += c == '\n' ? 'n' : c;
  }
  return out;
}

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) nonsense("half an escape");
    out += text[i] == 'n' ? '\n' : text[i];
  }
  return out;
}

/// All of it is one number from 0 to `most`.
bool read_number(std::string_view text, std::int64_t most, std::int64_t& number) {
  const char* end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && after == end && number >= 0 && number <= most;
}

/// The length that the first four bytes give.
std::size_t size_of(const std::string& frame) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < kFrame; ++i) size = size * 256 + static_cast<unsigned char>(frame[i]);
  return size;
}

}  // namespace

std::string printable(const std::string& text, std::size_t most) {
  std::string out = text.substr(0, most);
  std::replace_if(out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.size() > most ? out + "..." : out;
}

const std::string& Message::text(const std::string& name) const {
  const auto found = values.find(name);
  if (found == values.end()) nonsense("\"" + verb + "\" without \"" + name + "\"");
  return found->second;
}

std::int64_t Message::number(const std::string& name, std::int64_t most) const {
  const std::string& value = text(name);
  std::int64_t number = 0;
  if (!read_number(value, most, number))
    nonsense("\"" + name + "\" of \"" + verb + "\" is \"" + value.substr(0, 32) + "\"");
  return number;
}

std::vector<std::int64_t> Message::numbers(const std::string& name, std::size_t count,
                                           std::int64_t most) const {
  std::string_view left = text(name);
  std::vector<std::int64_t> numbers;
  for (bool more = true; more;) {
    const std::size_t comma = left.find(',');
    more = comma != std::string_view::npos;
    std::int64_t number = 0;
    if (numbers.size() == count || !read_number(left.substr(0, comma), most, number))
      nonsense("\"" + name + "\" of \"" + verb + "\" is not a list of " + std::to_string(count) +
               " numbers");
    numbers.push_back(number);
    if (more) left.remove_prefix(comma + 1);
  }
  if (numbers.size() != count)
    nonsense("\"" + name + "\" of \"" + verb + "\" has " + std::to_string(numbers.size()) +
             " numbers, not " + std::to_string(count));
  return numbers;
}

Message& Message::set(const std::string& name, const std::string& value) {
  values[name] = value;
  return *this;
}

Message& Message::set(const std::string& name, std::int64_t value) {
  return set(name, std::to_string(value));
}

std::string encoded(const Message& message) {
  std::string text = escaped(message.verb) + "\n";
  for (const auto& [name, value] : message.values) text += name + "=" + escaped(value) + "\n";
  return text;
}

Message decoded(const std::string& text) {
  std::istringstream lines(text);
  Message message;
  std::string line;
  if (!std::getline(lines, line) || line.empty()) nonsense("an empty message");
  message.verb = unescaped(line);
  while (std::getline(lines, line)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || equals == 0) nonsense("a line without a name");
    message.values[line.substr(0, equals)] = unescaped(line.substr(equals + 1));
  }
  return message;
}

std::size_t Channel::Row::mac_bytes() const { return key.empty() ? 0 : sizeof(Digest); }

std::string Channel::Row::next_mac(const std::string& text) {
  if (key.empty()) return {};
  std::string covered;
  for (unsigned shift = 64; shift > 0; shift -= 8)
    covered += static_cast<char>((next >> (shift - 8)) & 0xffU);
  ++next;
  const Digest digest = hmac_sha256(key, covered + text);
  return {digest.begin(), digest.end()};
}

void Channel::seal(const std::string& key, Side own) {
  const std::string connecting = hex(hmac_sha256(key, "messages of the end that connects"));
  const std::string listening = hex(hmac_sha256(key, "messages of the end that listens"));
  out_ = {own == Side::kConnects ? connecting : listening};
  in_ = {own == Side::kConnects ? listening : connecting};
}

void Channel::send(const Message& message) {
  const std::string text = encoded(message);
  std::string framed;
  for (unsigned shift = 32; shift > 0; shift -= 8)
    framed += static_cast<char>((text.size() >> (shift - 8)) & 0xffU);
  framed += text + out_.next_mac(text);
  socket_.send(framed.data(), framed.size(), kSendSeconds);
}

bool Channel::ready(std::size_t most) const {
  const auto bytes = socket_.waiting(kFrame + most + in_.mac_bytes());
  if (!bytes) return true;
  if (bytes->size() < kFrame) return false;
  const std::size_t size = size_of(*bytes);
  return size > most || bytes->size() >= kFrame + size + in_.mac_bytes();
}

Message Channel::receive(double seconds, std::size_t most) {
  const double until = steady_seconds() + seconds;
  std::string frame(kFrame, '\0');
  socket_.receive(frame.data(), kFrame, seconds);
  const std::size_t size = size_of(frame);
  if (size == 0 || size > most) nonsense("a message of " + std::to_string(size) + " bytes");
  std::string text(size + in_.mac_bytes(), '\0');
  socket_.receive(text.data(), text.size(), std::max(0.1, until - steady_seconds()));
  const std::string mac = text.substr(size);
  text.resize(size);
  if (!same_secret(mac, in_.next_mac(text)))
    throw Forged(
        "a message was changed on its way, sent twice or is not the peer's: its MAC is wrong");
  return decoded(text);
}

}  // namespace gpuscape::bench
