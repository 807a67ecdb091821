// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <string_view>

namespace impinge {

/// An enumerator and its word. One list of them for each enum is what its to_string and its from_string read.
template <typename Enum>
struct EnumWord {
  Enum value;
  const char* word;
};

/// "unknown" for what is not in the list.
template <typename Enum, std::size_t N>
constexpr const char* word_of(const EnumWord<Enum> (&words)[N], Enum value) noexcept {
  for (const EnumWord<Enum>& w : words)
    if (w.value == value) return w.word;
  return "unknown";
}

/// False, and leaves the value as it is, for a word that is not in the list.
template <typename Enum, std::size_t N>
constexpr bool read_word(const EnumWord<Enum> (&words)[N], std::string_view word, Enum& value) noexcept {
  for (const EnumWord<Enum>& w : words) {
    if (w.word != word) continue;
    value = w.value;
    return true;
  }
  return false;
}

}  // namespace impinge
