// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/text_table.h"

#include <algorithm>

namespace impinge::cli {
namespace {

/// Code points, which is the width on a terminal for most scripts.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

}  // namespace

std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return text;
}

TextTable::TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

void TextTable::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = printable(std::move(cell));
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::string_view indent) const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths[i] = display_width(titles[i]);
    for (const auto& row : rows_) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string text;
  const auto append = [&](const std::vector<std::string>& row) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - display_width(row[i]), ' ');
      line += columns_[i].align == Align::right ? pad + row[i] : row[i] + pad;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  append(titles);
  for (const auto& row : rows_) append(row);
  return text;
}

}  // namespace impinge::cli
