#pragma once
/// Cells and rows of the tables of transfers, collectives and steps.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units/quantity.hpp"
#include "sim/report/format/csv.hpp"
#include "sim/report/format/number_text.hpp"
#include "sim/report/format/text_sink.hpp"

namespace gpuscape {

inline void append_cell(std::string& text, std::string_view cell) {
  text += csv_cell(cell);
  text += ',';
}

template <class Number>
void append_number_cell(std::string& text, Number number) {
  append_number(text, number);
  text += ',';
}

/// Empty cells before the end.
inline void append_where_ended(std::string& text, bool ended,
                               std::initializer_list<Seconds> times) {
  for (const Seconds time : times) {
    if (ended) append_number(text, time.value());
    text += ',';
  }
}

/// The header's line, then one for each row, which `append` adds to a text.
template <class Row, class Append>
void write_rows(std::string text, const std::vector<Row>& rows, TextSink& sink,
                const Append& append) {
  constexpr std::size_t kPiece = 1U << 16U;
  for (const Row& row : rows) {
    append(text, row);
    if (text.size() < kPiece) continue;
    sink.write(text);
    text.clear();
  }
  sink.write(text);
}

}  // namespace gpuscape
