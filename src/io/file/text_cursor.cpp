// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/file/text_cursor.h"

#include <fmt/format.h>

#include <charconv>

#include "io/file/parse_number.h"

namespace impinge::io {
namespace {

bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
bool is_newline(char c) noexcept { return c == '\n' || c == '\r'; }

}  // namespace

TextCursor::TextCursor(std::string_view text, std::string_view origin, char comment, bool continued)
    : begin_(text.data()),
      at_(text.data()),
      end_(text.data() + text.size()),
      origin_(origin),
      comment_(comment),
      continued_(continued) {
  // Editors of one system write this mark in front of UTF-8 text.
  if (text.starts_with("\xef\xbb\xbf")) at_ += 3;
}

void TextCursor::skip_blanks() noexcept {
  while (at_ != end_) {
    if (is_blank(*at_)) {
      ++at_;
    } else if (comment_ != 0 && *at_ == comment_) {
      while (at_ != end_ && !is_newline(*at_)) ++at_;
    } else if (continued_ && *at_ == '\\' && at_ + 1 != end_ && is_newline(at_[1])) {
      at_ += (at_[1] == '\r' && end_ - at_ > 2 && at_[2] == '\n') ? 3 : 2;
    } else {
      return;
    }
  }
}

void TextCursor::skip_space() noexcept {
  for (skip_blanks(); at_ != end_ && is_newline(*at_); skip_blanks()) ++at_;
}

void TextCursor::skip_line(bool joined) noexcept {
  while (at_ != end_ && !is_newline(*at_)) {
    const bool joins = joined && continued_ && *at_ == '\\' && at_ + 1 != end_ && is_newline(at_[1]);
    if (joins && at_[1] == '\r' && end_ - at_ > 2 && at_[2] == '\n') ++at_;
    at_ += joins ? 2 : 1;
  }
  if (at_ == end_) return;
  at_ += (*at_ == '\r' && at_ + 1 != end_ && at_[1] == '\n') ? 2 : 1;
}

bool TextCursor::at_line_end() noexcept {
  skip_blanks();
  return at_ == end_ || is_newline(*at_);
}

bool TextCursor::ends_word(const char* position) const noexcept {
  if (position == end_) return true;
  const char c = *position;
  return is_blank(c) || is_newline(c) || (comment_ != 0 && c == comment_) ||
         (continued_ && c == '\\' && position + 1 != end_ && is_newline(position[1]));
}

std::string_view TextCursor::word() noexcept {
  skip_blanks();
  const char* start = at_;
  while (!ends_word(at_)) ++at_;
  return {start, static_cast<std::size_t>(at_ - start)};
}

std::string_view TextCursor::next_word() noexcept {
  skip_space();
  return word();
}

double TextCursor::number(const char* what) {
  skip_blanks();
  const char* start = at_;
  if (start != end_ && *start == '+') ++start;
  const ParsedNumber parsed = parse_number(start, end_);
  if (!parsed.good || !ends_word(parsed.end)) {
    refuse_decimal_comma(what);
    fail_expected(what);
  }
  at_ = parsed.end;
  return parsed.value;
}

std::int64_t TextCursor::integer(const char* what) {
  skip_blanks();
  const char* start = at_;
  std::int64_t value = 0;
  if (!take_integer(value) || !ends_word(at_)) {
    at_ = start;
    fail_expected(what);
  }
  return value;
}

double TextCursor::next_number(const char* what) {
  skip_space();
  return number(what);
}

std::int64_t TextCursor::next_integer(const char* what) {
  skip_space();
  return integer(what);
}

bool TextCursor::take(char c) noexcept {
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

bool TextCursor::take_integer(std::int64_t& value) noexcept {
  const char* start = at_;
  if (start != end_ && *start == '+' && end_ - start > 1 && start[1] != '-') ++start;
  const auto result = std::from_chars(start, end_, value);
  if (result.ec != std::errc()) return false;
  at_ = result.ptr;
  return true;
}

std::size_t TextCursor::line_of(const char* position) const noexcept {
  std::size_t lines = 1;
  for (const char* c = begin_; c < position; ++c) {
    if (*c == '\n' || (*c == '\r' && (c + 1 == end_ || c[1] != '\n'))) ++lines;
  }
  return lines;
}

void TextCursor::fail(ErrorCode code, const std::string& what) const {
  throw Error(code, fmt::format("{}: line {}: {}", origin_, line(), what));
}

void TextCursor::refuse_decimal_comma(const char* what) const {
  TextCursor ahead = *this;
  const std::string_view found = ahead.word();
  if (!has_decimal_comma(found)) return;
  fail(
      fmt::format("\"{}\" has a decimal comma where {} is expected; files use decimal points, so export it again with "
                  "English number formatting",
                  found, what));
}

void TextCursor::fail_expected(const char* what) {
  skip_blanks();
  if (at_ == end_) fail(fmt::format("the file ends where {} is expected; it was cut short, fetch or export it again", what));
  const std::size_t here = line();
  std::string found(word().substr(0, 40));
  for (char& c : found) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  const std::string seen = found.empty() ? "the line ends" : fmt::format("there is \"{}\"", found);
  throw Error(ErrorCode::file_format, fmt::format("{}: line {}: {} where {} is expected", origin_, here, seen, what));
}

bool has_decimal_comma(std::string_view word) noexcept {
  const std::size_t comma = word.find(',');
  if (comma == word.npos || word.size() > 40) return false;
  std::string with_point(word);
  with_point[comma] = '.';
  const char* begin = with_point.data();
  const char* end = begin + with_point.size();
  if (*begin == '+') ++begin;
  const ParsedNumber parsed = parse_number(begin, end);
  return parsed.good && parsed.end == end;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) noexcept {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] + ('a' - 'A')) : text[i];
    if (c != lower_case[i]) return false;
  }
  return true;
}

}  // namespace impinge::io
