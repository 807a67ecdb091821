// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/plain_text.h"

#include <array>

namespace impinge::io {
namespace {

constexpr char32_t kReplacement = 0xFFFD, kFirstIsolate = 0x2068, kPopIsolate = 0x2069, kEllipsis = 0x2026,
                   kWordJoiner = 0x2060;
constexpr std::size_t kSentenceName = 80;

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

bool fits_xml(char32_t c) { return (c >= 0x20 || c == '\t' || c == '\n' || c == '\r') && c != 0xFFFE && c != 0xFFFF; }

/// Scripts written from right to left, and the characters that turn the order of others.
bool is_bidirectional(char32_t c) {
  return (c >= 0x0590 && c <= 0x08FF) || (c >= 0xFB1D && c <= 0xFEFF) || (c >= 0x10800 && c <= 0x10FFF) ||
         (c >= 0x1E800 && c <= 0x1EFFF) || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool is_letter(char32_t c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

bool is_isolate(char32_t c) { return c >= 0x2066 && c <= 0x2068; }

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  if (first < 0x80) return first;
  const int more = first >= 0xC2 && first < 0xE0   ? 1
                   : first >= 0xE0 && first < 0xF0 ? 2
                   : first >= 0xF0 && first < 0xF5 ? 3
                                                   : 0;
  if (more == 0) return kReplacement;
  constexpr std::array<char32_t, 4> kLeast = {0, 0x80, 0x800, 0x10000};
  char32_t point = first & (0x3Fu >> more);
  std::size_t end = at;
  for (int k = 0; k < more; ++k) {
    const auto next = end < text.size() ? static_cast<unsigned char>(text[end]) : 0u;

    if ((next & 0xC0u) != 0x80u) {
      at = end;
      return kReplacement;
    }
    point = point << 6 | (next & 0x3Fu);
    ++end;
  }
  at = end;
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  return point < kLeast[static_cast<std::size_t>(more)] || point > 0x10FFFF || surrogate ? kReplacement : point;
}

void append_utf8(std::string& text, char32_t point) {
  const auto put = [&](char32_t bits) { text += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0 | point >> 6);
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3F));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3F));
    put(0x80 | (point >> 6 & 0x3F));
  }
  put(0x80 | (point & 0x3F));
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) append_utf8(valid, next_code_point(text, at));
  return valid;
}

std::string xml_escaped(std::string_view text, bool attribute) {
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      // As they are they would become blanks in an attribute.
      case '\t': escaped += attribute ? "&#9;" : "\t"; break;
      case '\n': escaped += attribute ? "&#10;" : "\n"; break;
      case '\r': escaped += "&#13;"; break;
      default: append_utf8(escaped, fits_xml(c) ? c : kReplacement);
    }
  }
  return escaped;
}

std::string markdown_escaped(std::string_view text) {
  // References to characters are never markup, unlike backslashes, which tables and hosts treat each in its own way.
  constexpr std::string_view kMarks = "\\`*{}[]|~$<>&\"'";
  std::string escaped;
  escaped.reserve(text.size());
  char32_t before = ' ';
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    const char after = at < text.size() ? text[at] : ' ';
    const bool mark = (c < 0x80 && kMarks.find(static_cast<char>(c)) != kMarks.npos) ||
                      (c == '_' && !(is_letter(before) && is_letter(static_cast<unsigned char>(after)))) ||
                      (c == ':' && after != ' ') ||                    // addresses and emoji
                      (c == '.' && (before == 'w' || before == 'W'));  // www. makes a link
    if (mark)
      escaped += "&#" + std::to_string(static_cast<unsigned>(c)) + ';';
    else if (c == '\n' || c == '\r' || c == '\t' || c == 0x2028 || c == 0x2029)
      escaped += ' ';
    else
      append_utf8(escaped, is_control(c) ? kReplacement : c);
    // Hosts make people and issues of what follows, whichever way it is written.
    if (c == '@' || c == '#') append_utf8(escaped, kWordJoiner);
    before = c;
  }
  return escaped;
}

std::string clipped(std::string_view text, std::size_t most) {
  std::string cut;
  std::size_t count = 0, last = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (++count == most) last = cut.size();
    if (count > most) {
      cut.resize(last);
      append_utf8(cut, kEllipsis);
      break;
    }
    const char32_t c = next_code_point(text, at);
    append_utf8(cut, c == '\n' || c == '\r' || c == '\t' ? U' ' : is_control(c) ? kReplacement : c);
  }
  return cut;
}

std::string name_in_sentence(std::string_view name) { return in_sentence(name, kSentenceName); }

std::string in_sentence(std::string_view whole, std::size_t most) {
  const std::string text = clipped(whole, most);
  bool turns = false;
  std::size_t open = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    turns = turns || is_bidirectional(c);
    open += is_isolate(c) ? 1 : 0;
  }
  if (!turns) return text;
  std::string isolated;
  append_utf8(isolated, kFirstIsolate);
  isolated += text;
  // What the name opens is closed with it; more of them than needed do nothing.
  for (; open > 0; --open) append_utf8(isolated, kPopIsolate);
  return isolated;
}

}  // namespace impinge::io
