// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/file/xml_cursor.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "io/file/parse_number.h"

namespace impinge::io {
namespace {

constexpr std::size_t kMaxDepth = 256;       // 3MF needs less than ten
constexpr std::size_t kMaxAttributes = 256;  // of one element; 3MF needs less than thirty

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool ends_name(char c) noexcept {
  return is_space(c) || c == '>' || c == '/' || c == '=' || c == '<' || c == '"' || c == '\'';
}

std::string_view trimmed(std::string_view value) {
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
  return value;
}

std::string_view local(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

}  // namespace

std::string_view XmlCursor::prefix() const noexcept {
  const std::size_t colon = tag_.find(':');
  return colon == tag_.npos ? std::string_view() : tag_.substr(0, colon);
}

std::string_view XmlCursor::name() const noexcept { return local(tag_); }

void XmlCursor::skip_past(std::string_view end, const char* what) {
  const std::size_t from = text_.size() - cursor_.left();
  const std::size_t found = text_.find(end, from);
  if (found == text_.npos) fail(fmt::format("{} is not closed; the XML was cut short", what));
  cursor_.go_to(found + end.size());
}

bool XmlCursor::next_tag() {
  while (true) {
    const std::size_t from = text_.size() - cursor_.left();
    const std::size_t found = text_.find('<', from);
    if (found == text_.npos) {
      cursor_.go_to(text_.size());
      return false;
    }
    cursor_.go_to(found + 1);
    const std::string_view rest = text_.substr(found + 1);
    if (rest.starts_with("!--")) {
      skip_past("-->", "a comment");
    } else if (rest.starts_with("![CDATA[")) {
      skip_past("]]>", "a CDATA section");
    } else if (rest.starts_with('?')) {
      skip_past("?>", "a processing instruction");
    } else if (rest.starts_with('!')) {
      fail("the XML has a document type declaration, which 3MF forbids");
    } else {
      return true;
    }
  }
}

bool XmlCursor::next_child() {
  if (empty_) {
    empty_ = false;
    open_.pop_back();
    return false;
  }
  if (!next_tag()) {
    if (!open_.empty()) fail(fmt::format("the XML ends inside <{}>; it was cut short", open_.back()));
    return false;
  }
  if (cursor_.take('/')) {
    close_element();
    return false;
  }
  open_element();
  return true;
}

void XmlCursor::skip() {
  const std::size_t depth = open_.size() - 1;
  while (open_.size() > depth) next_child();
}

std::string_view XmlCursor::read_name() {
  const char* start = cursor_.position();
  std::size_t length = 0;
  while (length < cursor_.left() && !ends_name(start[length])) ++length;
  if (length == 0) fail("a name is expected in the XML");
  cursor_.go_to(text_.size() - cursor_.left() + length);
  return {start, length};
}

void XmlCursor::open_element() {
  tag_ = read_name();
  if (open_.size() == kMaxDepth) fail("the XML is nested too deeply");
  open_.push_back(tag_);
  read_attributes();
}

void XmlCursor::close_element() {
  const std::string_view name = read_name();
  if (open_.empty() || name != open_.back()) fail(fmt::format("</{}> closes nothing that is open", name));
  cursor_.skip_space();
  if (!cursor_.take('>')) fail(fmt::format("</{} has no end", name));
  open_.pop_back();
}

void XmlCursor::read_attributes() {
  attributes_.clear();
  while (true) {
    cursor_.skip_space();
    if (cursor_.take('>')) return;
    if (cursor_.take('/')) {
      if (!cursor_.take('>')) fail(fmt::format("<{} has no end", tag_));
      empty_ = true;
      return;
    }
    const std::string_view name = read_name();
    cursor_.skip_space();
    if (!cursor_.take('=')) fail(fmt::format("attribute \"{}\" has no value", name));
    cursor_.skip_space();
    const char quote = cursor_.take('"') ? '"' : '\'';
    if (quote == '\'' && !cursor_.take('\'')) fail(fmt::format("attribute \"{}\" has no value in quotes", name));
    const std::size_t from = text_.size() - cursor_.left();
    const std::size_t end = text_.find(quote, from);
    if (end == text_.npos) fail(fmt::format("the value of attribute \"{}\" is not closed; the XML was cut short", name));
    if (attributes_.size() == kMaxAttributes) fail(fmt::format("<{}> has too many attributes", tag_));
    attributes_.push_back({name, text_.substr(from, end - from)});
    cursor_.go_to(end + 1);
  }
}

const std::string_view* XmlCursor::find(std::string_view name, bool prefixed) const noexcept {
  for (const Attribute& attribute : attributes_) {
    if ((prefixed ? local(attribute.name) : attribute.name) == name) return &attribute.value;
  }
  return nullptr;
}

std::string XmlCursor::text(std::string_view name) const {
  const std::string_view* value = find(name);
  if (value == nullptr) fail(fmt::format("<{}> lacks the attribute \"{}\"", tag_, name));
  return decoded(*value);
}

double XmlCursor::number(std::string_view name) const {
  const std::string_view* found = find(name);
  if (found == nullptr) fail(fmt::format("<{}> lacks the attribute \"{}\"", tag_, name));
  std::string_view value = trimmed(*found);
  if (value.starts_with('+')) value.remove_prefix(1);
  const ParsedNumber parsed = parse_number(value.data(), value.data() + value.size());
  if (!parsed.good || parsed.end != value.data() + value.size()) {
    fail(fmt::format("\"{}\" of <{}> {}: \"{}\"", name, tag_,
                     has_decimal_comma(value) ? "has a decimal comma where 3MF has a point" : "is not a number",
                     value.substr(0, 40)));
  }
  return parsed.value;
}

std::uint32_t XmlCursor::integer(std::string_view name) const {
  const std::string_view* found = find(name);
  if (found == nullptr) fail(fmt::format("<{}> lacks the attribute \"{}\"", tag_, name));
  const std::string_view value = trimmed(*found);
  std::uint32_t number = 0;
  const auto result = std::from_chars(value.data(), value.data() + value.size(), number);
  if (result.ec != std::errc() || result.ptr != value.data() + value.size()) {
    fail(fmt::format("\"{}\" of <{}> is not an index: \"{}\"", name, tag_, value.substr(0, 40)));
  }
  return number;
}

std::string decoded(std::string_view value) {
  struct Entity {
    std::string_view name;
    char letter;
  };
  constexpr std::array<Entity, 5> kEntities = {
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string text;
  while (!value.empty()) {
    std::size_t length = 1;
    char letter = value[0];
    for (const Entity& entity : kEntities) {
      if (!value.starts_with(entity.name)) continue;
      letter = entity.letter;
      length = entity.name.size();
    }
    text.push_back(letter);
    value.remove_prefix(length);
  }
  return text;
}

}  // namespace impinge::io
