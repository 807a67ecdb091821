// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace impinge {

/// A pattern for names: `*` fits any text, `?` one character, `[a-z]` and `[!a-z]` one that is among some or is not,
/// anything else itself. Characters are those of UTF-8; a byte that begins none is a character of its own. Upper and lower
/// case differ.
class Pattern {
 public:
  /// Throws Error (bad_scene) for an empty text, a bracket without its end, and a range that runs backwards.
  explicit Pattern(std::string_view text);

  bool fits(std::string_view text) const;

 private:
  struct Range {
    char32_t low, high;
  };
  struct Item {
    enum class Kind { any_text, one, one_of, none_of } kind;
    Range range{};                // of `one`
    std::vector<Range> ranges{};  // of a bracket
  };
  static bool fits_one(const Item& item, char32_t c);
  std::size_t read_bracket(const std::vector<char32_t>& text, std::size_t at, std::string_view whole);

  std::vector<Item> items_;
};

}  // namespace impinge
