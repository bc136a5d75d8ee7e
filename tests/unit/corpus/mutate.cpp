#include "tests/unit/corpus/mutate.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace gpuscape {

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t count) {
  return count == 0 ? 0 : static_cast<std::size_t>(random() % count);
}

void mutate_bytes(std::string& text, Random& random) {
  const std::size_t at = below(random, text.size() + 1);
  const std::size_t length = below(random, std::min<std::size_t>(40, text.size() - at) + 1);
  switch (random() % 5) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    case 1:
      text.insert(at, 1, static_cast<char>(random()));
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(below(random, text.size() + 1), text.substr(at, length));
      break;
    default:
      text.resize(at);
  }
}

/// A value, a name or a member in a JSON text.
struct Span {
  std::size_t begin;
  std::size_t end;
};

constexpr std::string_view kScalarEnds = ",]}: \t\r\n/";

/// Where text begins that is a string, a number, a word, an object or a list; comments are passed
/// over. Good enough for texts that were read before.
std::vector<Span> spans_of(std::string_view text) {
  std::vector<Span> spans;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t end = i + 1;
    if (text.substr(i).starts_with("//")) {
      end = std::min(text.find('\n', i), text.size());
    } else if (c == '"') {
      while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2U : 1U;
      end = std::min(end + 1, text.size());
      spans.push_back({i, end});
    } else if (c == '{' || c == '[') {
      open.push_back(i);
    } else if ((c == '}' || c == ']') && !open.empty()) {
      spans.push_back({open.back(), end});
      open.pop_back();
    } else if (kScalarEnds.find(c) == std::string_view::npos) {
      end = std::min(text.find_first_of(kScalarEnds, i), text.size());
      spans.push_back({i, end});
    }
    i = end;
  }
  return spans;
}

constexpr auto kValues = std::to_array<std::string_view>({"0",
                                                          "-1",
                                                          "1",
                                                          "2",
                                                          "1e308",
                                                          "-1e308",
                                                          "1e-320",
                                                          "0.5",
                                                          "64",
                                                          "1000000",
                                                          "2147483647",
                                                          "4294967296",
                                                          "1e999",
                                                          "true",
                                                          "false",
                                                          "null",
                                                          "[]",
                                                          "{}",
                                                          "\"\"",
                                                          "\"x\"",
                                                          "\"0 s\"",
                                                          "\"1 h\"",
                                                          "\"-1 h\"",
                                                          "\"1e300 h\"",
                                                          "\"100000 y\"",
                                                          "\"1 GiB\"",
                                                          "\"4096 PiB\"",
                                                          "\"1e-9 bit\"",
                                                          "\"200 Gbit/s\"",
                                                          "\"1e-300 B/s\"",
                                                          "\"custom\"",
                                                          "\"graph\"",
                                                          "\"pool\"",
                                                          "\"gpu-box\"",
                                                          "\"dgx1-v100\"",
                                                          "\"fifo\"",
                                                          "\"slurm-multifactor\"",
                                                          "\"conservative\"",
                                                          "\"easy\"",
                                                          "\"leaf-spine\"",
                                                          "\"single-switch\"",
                                                          "\"step\"",
                                                          "\"lognormal\"",
                                                          "\"weibull\"",
                                                          "\"\\u202e\\u0000\"",
                                                          "9223372036854775807",
                                                          "-9223372036854775808",
                                                          "[1, 2, 3]",
                                                          "[\"a\", null]",
                                                          "{\"type\": \"custom\"}",
                                                          "{\"value\": 1}",
                                                          "{\"\": {}}"});

void mutate_json(std::string& text, Random& random) {
  const std::vector<Span> spans = spans_of(text);
  if (spans.empty()) return mutate_bytes(text, random);
  const Span at = spans[below(random, spans.size())];
  const Span other = spans[below(random, spans.size())];
  const std::string piece = text.substr(at.begin, at.end - at.begin);
  const std::string other_piece = text.substr(other.begin, other.end - other.begin);
  switch (random() % 6) {
    case 0:
    case 1:
      text.replace(at.begin, piece.size(), kValues[below(random, kValues.size())]);
      break;
    case 2:
      text.replace(at.begin, piece.size(), other_piece);
      break;
    case 3:
      if (at.end <= other.begin || other.end <= at.begin) {
        const bool first = at.begin < other.begin;
        text.replace(first ? other.begin : at.begin, first ? other_piece.size() : piece.size(),
                     first ? piece : other_piece);
        text.replace(first ? at.begin : other.begin, first ? piece.size() : other_piece.size(),
                     first ? other_piece : piece);
      }
      break;
    case 4: {  // up to the next comma: a member or an item
      const std::size_t comma = std::min(text.find(',', at.begin), text.size() - 1);
      text.erase(at.begin, comma + 1 - at.begin);
      break;
    }
    default:
      text.insert(at.begin, piece + (random() % 2 == 0 ? ", " : ": "));
  }
}

}  // namespace

std::string mutated_bytes(std::string_view text, std::uint64_t number) {
  Random random(number);
  std::string mutant(text);
  for (std::uint64_t left = 1 + random() % 4; left > 0; --left) mutate_bytes(mutant, random);
  return mutant;
}

std::string mutated_json(std::string_view text, std::uint64_t number) {
  Random random(number);
  std::string mutant(text);
  for (std::uint64_t left = 1 + std::max<std::uint64_t>(random() % 6, 3) - 3; left > 0; --left) {
    if (random() % 16 == 0)
      mutate_bytes(mutant, random);
    else
      mutate_json(mutant, random);
  }
  return mutant;
}

}  // namespace gpuscape
