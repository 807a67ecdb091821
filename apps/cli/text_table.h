// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// Columns of text under a header, each as wide as its widest cell.
class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Column> columns);

  /// As many cells as there are columns. Control characters are shown as '?', so that no name can move the cursor.
  void add(std::vector<std::string> cells);

  bool empty() const noexcept { return rows_.empty(); }

  /// The whole table, each line with this indent in front and a line break at its end.
  std::string text(std::string_view indent) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// One cell as the table would show it.
std::string printable(std::string text);

}  // namespace impinge::cli
