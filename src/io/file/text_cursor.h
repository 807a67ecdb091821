// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <impinge/error.h>

namespace impinge::io {

/// Reads words and numbers from text in memory, without copies. Lines end with LF, CR LF or CR.
class TextCursor {
 public:
  /// `comment` starts a comment that runs to the end of the line, 0 for none. With `continued` a backslash joins lines.
  TextCursor(std::string_view text, std::string_view origin, char comment = 0, bool continued = false);

  /// Past spaces and comments, but not past the end of the line.
  void skip_blanks() noexcept;
  /// Past spaces, comments and line ends.
  void skip_space() noexcept;
  /// To the place that many bytes from the start of the text.
  void go_to(std::size_t offset) noexcept { at_ = begin_ + offset; }
  /// To the first character of the next line; joined lines count as one unless `joined` is false.
  void skip_line(bool joined = true) noexcept;

  bool at_end() const noexcept { return at_ == end_; }
  /// Nothing but blanks and comments is left in this line.
  bool at_line_end() noexcept;
  std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }
  const char* position() const noexcept { return at_; }

  /// The next word of this line; empty at its end.
  std::string_view word() noexcept;
  /// The next word, in this line or a later one; empty at the end of the text.
  std::string_view next_word() noexcept;

  /// The next number of this line; `what` names it in the message of the Error.
  double number(const char* what);
  std::int64_t integer(const char* what);
  /// The next number, in this line or a later one.
  double next_number(const char* what);
  std::int64_t next_integer(const char* what);

  /// Back over the last characters of a word.
  void step_back(std::size_t count) noexcept { at_ -= count; }
  /// Takes the character if it is the next one, without looking past blanks.
  bool take(char c) noexcept;
  /// An integer exactly here, without looking past blanks, ended by anything that is not a digit.
  bool take_integer(std::int64_t& value) noexcept;
  bool at_word_end() const noexcept { return ends_word(at_); }

  /// The line the cursor stands in, from 1. Counted when asked for.
  std::size_t line() const noexcept { return line_of(at_); }
  std::size_t line_of(const char* position) const noexcept;

  /// Throws Error (file_format) that names the file and the line.
  [[noreturn]] void fail(const std::string& what) const { fail(ErrorCode::file_format, what); }
  [[noreturn]] void fail(ErrorCode code, const std::string& what) const;
  [[noreturn]] void fail_expected(const char* what);

 private:
  void refuse_decimal_comma(const char* what) const;
  bool ends_word(const char* position) const noexcept;

  const char* begin_;
  const char* at_;
  const char* end_;
  std::string_view origin_;
  char comment_;
  bool continued_;
};

/// A number as programs write it where the system's language has a comma for the point: "1,5".
bool has_decimal_comma(std::string_view word) noexcept;

/// ASCII lower case equality, whatever the locale.
bool equal_ignoring_case(std::string_view text, std::string_view lower_case) noexcept;

}  // namespace impinge::io
