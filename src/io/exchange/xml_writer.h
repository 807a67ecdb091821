// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impinge::io {

/// Writes a document element by element; every text and attribute is escaped. Indented, since people read it too.
class XmlWriter {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  XmlWriter() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

  /// Begins an element; close() ends the last one begun.
  void open(std::string_view name, Attributes attributes = {});
  void close();

  /// An element with nothing but a text, or nothing at all.
  void leaf(std::string_view name, std::string_view text, Attributes attributes = {});
  void empty(std::string_view name, Attributes attributes = {});

  /// The document, when every element is closed.
  std::string take() { return std::move(text_); }

 private:
  void begin(std::string_view name, Attributes attributes);

  std::string text_;
  std::vector<std::string> open_;
};

}  // namespace impinge::io
