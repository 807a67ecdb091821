// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/file/text_cursor.h"

namespace impinge::io {

/// Walks through the elements of an XML text in memory, without copies. Text between tags, comments and processing
/// instructions are passed over; document type declarations are refused, and with them every entity of one's own.
class XmlCursor {
 public:
  struct Attribute {
    std::string_view name;  ///< with its prefix, as it stands
    std::string_view value;
  };

  /// Both are borrowed.
  XmlCursor(std::string_view text, std::string_view origin) : cursor_(text, origin), text_(text) {}

  /// Steps to the next child of the innermost open element (of the document at first) and opens it; false at the end of the
  /// parent, which is closed then. Every child must be closed, by this or by skip().
  bool next_child();

  /// Closes the element just opened, whatever is in it.
  void skip();

  std::string_view prefix() const noexcept;  ///< "m" of <m:vertex>; empty if there is none
  std::string_view name() const noexcept;    ///< "vertex" of <m:vertex>
  const std::vector<Attribute>& attributes() const noexcept { return attributes_; }

  /// The value of the attribute with that local name, null if there is none. Prefixed ones only where `prefixed`.
  const std::string_view* find(std::string_view name, bool prefixed = false) const noexcept;
  std::string text(std::string_view name) const;
  double number(std::string_view name) const;
  std::uint32_t integer(std::string_view name) const;

  [[noreturn]] void fail(const std::string& what) const { cursor_.fail(what); }
  [[noreturn]] void fail(ErrorCode code, const std::string& what) const { cursor_.fail(code, what); }

 private:
  bool next_tag();
  void skip_past(std::string_view end, const char* what);
  void open_element();
  void close_element();
  void read_attributes();
  std::string_view read_name();

  TextCursor cursor_;
  std::string_view text_;
  std::vector<std::string_view> open_;  // names with prefix
  std::string_view tag_;
  std::vector<Attribute> attributes_;
  bool empty_ = false;  // the element just opened was <like this/>
};

/// Resolves the five entities of XML and character references; throws nothing, leaves what it does not know.
std::string decoded(std::string_view value);

}  // namespace impinge::io
