// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// pugixml keeps a node in 64 bytes and an attribute in 40, so a text of nothing but tags would take twenty times its size:
// the tags are counted before. It neither expands entities of a document nor recurses.
#include "io/file/xml_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <pugixml.hpp>

#include "io/file/parse_number.h"
#include "io/file/text_cursor.h"

namespace impinge::io {
namespace {

constexpr int kMaxDepth = 256;  // what is read here needs less than sixty
constexpr std::uint64_t kFreeMemory = std::uint64_t{48} << 20;
constexpr std::uint64_t kMemoryForByte = 14;
constexpr std::uint64_t kTagMemory = 128, kAttributeMemory = 40;  // a tag may have a text behind it

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view value) {
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
  return value;
}

std::string_view local(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

pugi::xml_node element_at(pugi::xml_node node, std::string_view tag) {
  while (node && (node.type() != pugi::node_element || (!tag.empty() && tag != node.name()))) node = node.next_sibling();
  return node;
}

std::string damage(const pugi::xml_parse_result& result) {
  switch (result.status) {
    case pugi::status_no_document_element: return "the XML has no element";
    case pugi::status_end_element_mismatch: return "a tag is closed that is not open; the XML is damaged, or was cut short";
    case pugi::status_unrecognized_tag: return "a \"<\" begins no tag; the XML is damaged, or was cut short";
    case pugi::status_bad_start_element: return "a tag has no end; the XML is damaged, or was cut short";
    case pugi::status_bad_attribute: return "an attribute has no value in quotes; the XML is damaged, or was cut short";
    case pugi::status_bad_end_element: return "a closing tag has no end; the XML is damaged, or was cut short";
    case pugi::status_bad_comment: return "a comment is not closed; the XML was cut short";
    case pugi::status_bad_cdata: return "a CDATA section is not closed; the XML was cut short";
    case pugi::status_bad_pi: return "a processing instruction is not closed; the XML was cut short";
    case pugi::status_bad_doctype: return "a document type declaration is not closed; the XML was cut short";
    default: return fmt::format("the XML cannot be read: {}", result.description());
  }
}

}  // namespace

XmlDocument::XmlDocument(std::string_view text, std::string_view origin)
    : text_(text), origin_(origin), parsed_(std::make_unique<pugi::xml_document>()) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") || text.substr(0, 4).find('\0') != text.npos)
    fail_at(0, ErrorCode::file_format, "the XML is UTF-16 or UTF-32; save it as UTF-8");
  require_bounds();
  constexpr unsigned kFlags = pugi::parse_default | pugi::parse_doctype;
  const pugi::xml_parse_result result = parsed_->load_buffer(text.data(), text.size(), kFlags, pugi::encoding_utf8);
  for (pugi::xml_node node = parsed_->first_child(); node; node = node.next_sibling())
    if (node.type() == pugi::node_doctype)
      fail_at(static_cast<std::ptrdiff_t>(std::min(text.find("<!"), text.size())), ErrorCode::file_format,
              "the XML has a document type declaration, which impinge does not read; remove it");
  if (result.status == pugi::status_out_of_memory)
    throw Error(ErrorCode::too_large, origin_ + ": there is not enough memory to read it");
  require_depth();  // also of what was read before the damage, which is the better message
  if (!result) fail_at(result.offset, ErrorCode::file_format, damage(result));
}

XmlDocument::~XmlDocument() = default;

void XmlDocument::require_bounds() const {
  std::uint64_t memory = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '<' && i + 1 < text_.size() && text_[i + 1] != '/') memory += kTagMemory;
    if (text_[i] == '=') memory += kAttributeMemory;
  }
  if (memory <= kFreeMemory + kMemoryForByte * text_.size()) return;
  throw Error(
      ErrorCode::too_large,
      fmt::format("{}: the XML is nothing but tags, which would take {} MB; no such file is read", origin_, memory >> 20));
}

void XmlDocument::require_depth() const {
  int depth = 0;
  for (pugi::xml_node node = parsed_->document_element(); node;) {
    if (depth > kMaxDepth) fail_at(node.offset_debug(), ErrorCode::file_format, "the XML is nested too deeply");
    if (node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    while (node && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (depth < 0) break;
    node = node.next_sibling();
  }
}

XmlElement XmlDocument::root() const { return {this, parsed_->document_element().internal_object()}; }

std::size_t XmlDocument::line_of(std::ptrdiff_t offset) const noexcept {
  const std::size_t end = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)), text_.size());
  return TextCursor(text_, origin_).line_of(text_.data() + end);
}

void XmlDocument::fail_at(std::ptrdiff_t offset, ErrorCode code, const std::string& what) const {
  throw Error(code, fmt::format("{}: line {}: {}", origin_, line_of(offset), what));
}

std::string_view XmlElement::tag() const noexcept { return pugi::xml_node(node_).name(); }
std::string_view XmlElement::name() const noexcept { return local(tag()); }

std::string_view XmlElement::prefix() const noexcept {
  const std::size_t colon = tag().find(':');
  return colon == std::string_view::npos ? std::string_view() : tag().substr(0, colon);
}

XmlElement XmlElement::first_child(std::string_view tag) const noexcept {
  return {document_, element_at(pugi::xml_node(node_).first_child(), tag).internal_object()};
}

XmlElement XmlElement::next(std::string_view tag) const noexcept {
  return {document_, element_at(pugi::xml_node(node_).next_sibling(), tag).internal_object()};
}

XmlElement XmlElement::child(std::string_view tag) const {
  const XmlElement found = first_child(tag);
  if (!found) fail(fmt::format("<{}> lacks the element <{}>", this->tag(), tag));
  return found;
}

std::string XmlElement::content() const {
  std::string text;
  for (pugi::xml_node node = pugi::xml_node(node_).first_child(); node; node = node.next_sibling())
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) text += node.value();
  return text;
}

std::optional<std::string_view> XmlElement::find(std::string_view name, bool prefixed) const noexcept {
  for (const pugi::xml_attribute attribute : pugi::xml_node(node_).attributes()) {
    const std::string_view whole = attribute.name();
    if ((prefixed ? local(whole) : whole) == name) return attribute.value();
  }
  return std::nullopt;
}

std::string_view XmlElement::text(std::string_view name) const {
  const std::optional<std::string_view> value = find(name);
  if (!value) fail(fmt::format("<{}> lacks the attribute \"{}\"", tag(), name));
  return *value;
}

double XmlElement::number(std::string_view name) const {
  std::string_view value = trimmed(text(name));
  if (value.starts_with('+')) value.remove_prefix(1);
  const ParsedNumber parsed = parse_number(value.data(), value.data() + value.size());
  if (!parsed.good || parsed.end != value.data() + value.size()) {
    fail(fmt::format("\"{}\" of <{}> {}: \"{}\"", name, tag(),
                     has_decimal_comma(value) ? "has a decimal comma where a point belongs" : "is not a number",
                     value.substr(0, 40)));
  }
  return parsed.value;
}

std::uint32_t XmlElement::integer(std::string_view name) const {
  const std::string_view value = trimmed(text(name));
  std::uint32_t number = 0;
  const auto result = std::from_chars(value.data(), value.data() + value.size(), number);
  if (result.ec != std::errc() || result.ptr != value.data() + value.size())
    fail(fmt::format("\"{}\" of <{}> is not an index: \"{}\"", name, tag(), value.substr(0, 40)));
  return number;
}

std::vector<double> XmlElement::numbers(std::string_view name, std::size_t count) const {
  const std::string_view value = text(name);
  TextCursor cursor(value, "");
  std::vector<double> all;
  for (std::string_view word = cursor.next_word(); !word.empty(); word = cursor.next_word()) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const ParsedNumber parsed = parse_number(word.data(), word.data() + word.size());
    const bool good = parsed.good && parsed.end == word.data() + word.size();
    if (!good || all.size() == count) {
      all.clear();
      break;
    }
    all.push_back(parsed.value);
  }
  if (all.size() != count)
    fail(fmt::format("\"{}\" of <{}> is not {} numbers: \"{}\"", name, tag(), count, value.substr(0, 60)));
  return all;
}

std::size_t XmlElement::line() const noexcept { return document_->line_of(pugi::xml_node(node_).offset_debug()); }

void XmlElement::fail(ErrorCode code, const std::string& what) const {
  document_->fail_at(pugi::xml_node(node_).offset_debug(), code, what);
}

}  // namespace impinge::io
