// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/rules/pattern.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>

namespace impinge {

namespace {

constexpr char32_t kLastCharacter = 0x7fffffff;

// How many bytes the character has that begins with this one; 1 where none begins.
std::size_t length_of(unsigned char first) {
  return first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc0 && first < 0xe0 ? 2 : 1;
}

// The character at a place, which moves on to the next one.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[at + k]); };
  if (byte(0) < 0x80) return static_cast<unsigned char>(text[at++]);
  std::size_t length = length_of(byte(0));
  if (length > text.size() - at) length = 1;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xc0) != 0x80) length = 1;
  char32_t c = length == 1 ? byte(0) : byte(0) & (0x7fU >> length);
  for (std::size_t k = 1; k < length; ++k) c = (c << 6) | (byte(k) & 0x3fU);
  at += length;
  return c;
}

[[noreturn]] void refuse(std::string_view text, const char* why) {
  throw Error(ErrorCode::bad_scene, fmt::format("pattern \"{}\": {}", text, why));
}

}  // namespace

Pattern::Pattern(std::string_view text) {
  if (text.empty()) refuse(text, "is empty; * fits everything");
  std::vector<char32_t> characters;
  for (std::size_t at = 0; at < text.size();) characters.push_back(next_character(text, at));
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i];
    if (c == '*')
      items_.push_back({Item::Kind::any_text});
    else if (c == '?')
      items_.push_back({Item::Kind::one, {0, kLastCharacter}});
    else if (c == '[')
      i = read_bracket(characters, i, text);
    else
      items_.push_back({Item::Kind::one, {c, c}});
  }
}

// From an opening bracket to the closing one, which is returned; one that comes first stands for itself.
std::size_t Pattern::read_bracket(const std::vector<char32_t>& text, std::size_t at, std::string_view whole) {
  std::size_t i = at + 1;
  Item item{Item::Kind::one_of};
  if (i < text.size() && text[i] == '!') {
    item.kind = Item::Kind::none_of;
    ++i;
  }
  for (const std::size_t first = i; i < text.size() && (text[i] != ']' || i == first); ++i) {
    Range range{text[i], text[i]};
    if (i + 2 < text.size() && text[i + 1] == '-' && text[i + 2] != ']') {
      range.high = text[i + 2];
      i += 2;
    }
    if (range.high < range.low) refuse(whole, "a range in brackets runs backwards; write [a-z], not [z-a]");
    item.ranges.push_back(range);
  }
  if (i >= text.size()) refuse(whole, "a bracket is not closed; a bracket that stands for itself is written [[]");
  items_.push_back(std::move(item));
  return i;
}

bool Pattern::fits_one(const Item& item, char32_t c) {
  const auto holds = [c](const Range& range) { return range.low <= c && c <= range.high; };
  if (item.kind == Item::Kind::one) return holds(item.range);
  return std::any_of(item.ranges.begin(), item.ranges.end(), holds) == (item.kind == Item::Kind::one_of);
}

// After a star that was tried in vain it takes one character more: only the last star need be tried again.
bool Pattern::fits(std::string_view text) const {
  std::size_t at = 0, item = 0, star = items_.size(), star_at = 0;
  while (at < text.size()) {
    std::size_t after = at;
    if (item < items_.size() && items_[item].kind == Item::Kind::any_text) {
      star = item++;
      star_at = at;
    } else if (item < items_.size() && fits_one(items_[item], next_character(text, after))) {
      ++item;
      at = after;
    } else if (star < items_.size()) {
      item = star + 1;
      next_character(text, star_at);
      at = star_at;
    } else {
      return false;
    }
  }
  while (item < items_.size() && items_[item].kind == Item::Kind::any_text) ++item;
  return item == items_.size();
}

}  // namespace impinge
