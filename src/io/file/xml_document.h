// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/error.h>

namespace pugi {
class xml_document;
struct xml_node_struct;
}  // namespace pugi

namespace impinge::io {

class XmlElement;

/// An XML text in memory, read by pugixml. Comments and processing instructions are passed over; document type declarations
/// are refused, and with them every entity of one's own. Memory is bounded by the size of the text, depth by 256.
class XmlDocument {
 public:
  /// Both are borrowed. Throws Error (file_format, too_large) that names the line.
  XmlDocument(std::string_view text, std::string_view origin);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  XmlElement root() const;
  const std::string& origin() const noexcept { return origin_; }
  /// From 1.
  std::size_t line_of(std::ptrdiff_t offset) const noexcept;
  [[noreturn]] void fail_at(std::ptrdiff_t offset, ErrorCode code, const std::string& what) const;

 private:
  void require_bounds() const;
  void require_depth() const;

  std::string_view text_;
  std::string origin_;
  std::unique_ptr<pugi::xml_document> parsed_;
};

/// An element of a document, or none. Names and values are decoded and live as long as the document.
class XmlElement {
 public:
  XmlElement() = default;

  explicit operator bool() const noexcept { return node_ != nullptr; }
  std::string_view tag() const noexcept;     ///< "m:vertex" of <m:vertex>
  std::string_view name() const noexcept;    ///< "vertex" of <m:vertex>
  std::string_view prefix() const noexcept;  ///< "m" of <m:vertex>; empty if there is none

  /// The first child element, the next element after this one; with a tag the first that has it. None if there is none.
  /// @{
  XmlElement first_child(std::string_view tag = {}) const noexcept;
  XmlElement next(std::string_view tag = {}) const noexcept;
  /// @}
  /// A child that must be there.
  XmlElement child(std::string_view tag) const;

  /// All text directly in it; empty if there is none.
  std::string content() const;

  /// The value of the attribute with that name as it stands, or with `prefixed` its local name.
  std::optional<std::string_view> find(std::string_view name, bool prefixed = false) const noexcept;
  /// Attributes that must be there; the message names attribute and element.
  /// @{
  std::string_view text(std::string_view name) const;
  double number(std::string_view name) const;
  std::uint32_t integer(std::string_view name) const;
  /// As many numbers as asked for, between blanks.
  std::vector<double> numbers(std::string_view name, std::size_t count) const;
  /// @}

  std::size_t line() const noexcept;
  /// Throws Error that names the file and the line.
  /// @{
  [[noreturn]] void fail(const std::string& what) const { fail(ErrorCode::file_format, what); }
  [[noreturn]] void fail(ErrorCode code, const std::string& what) const;
  /// @}

 private:
  friend class XmlDocument;
  XmlElement(const XmlDocument* document, pugi::xml_node_struct* node) : document_(document), node_(node) {}

  const XmlDocument* document_ = nullptr;
  pugi::xml_node_struct* node_ = nullptr;
};

/// `for (const XmlElement link : children(robot, "link"))`; without a tag all of them.
class XmlChildren {
 public:
  class Iterator {
   public:
    Iterator(XmlElement element, std::string_view tag) : element_(element), tag_(tag) {}
    XmlElement operator*() const { return element_; }
    Iterator& operator++() {
      element_ = element_.next(tag_);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return static_cast<bool>(element_) != static_cast<bool>(other.element_); }

   private:
    XmlElement element_;
    std::string_view tag_;
  };

  XmlChildren(XmlElement parent, std::string_view tag) : parent_(parent), tag_(tag) {}
  Iterator begin() const { return {parent_.first_child(tag_), tag_}; }
  Iterator end() const { return {XmlElement(), tag_}; }

 private:
  XmlElement parent_;
  std::string_view tag_;
};

inline XmlChildren children(const XmlElement& parent, std::string_view tag = {}) { return {parent, tag}; }

}  // namespace impinge::io
