// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/exchange/xml_writer.h"

#include <cassert>

#include "io/exchange/plain_text.h"

namespace impinge::io {

void XmlWriter::begin(std::string_view name, Attributes attributes) {
  text_.append(2 * open_.size(), ' ');
  text_ += '<';
  text_ += name;
  for (const auto& [key, value] : attributes) {
    text_ += ' ';
    text_ += key;
    text_ += "=\"";
    text_ += xml_escaped(value, true);
    text_ += '"';
  }
}

void XmlWriter::open(std::string_view name, Attributes attributes) {
  begin(name, attributes);
  text_ += ">\n";
  open_.emplace_back(name);
}

void XmlWriter::close() {
  assert(!open_.empty());
  const std::string name = std::move(open_.back());
  open_.pop_back();
  text_.append(2 * open_.size(), ' ');
  text_ += "</" + name + ">\n";
}

void XmlWriter::leaf(std::string_view name, std::string_view text, Attributes attributes) {
  begin(name, attributes);
  text_ += '>';
  text_ += xml_escaped(text, false);
  text_ += "</";
  text_ += name;
  text_ += ">\n";
}

void XmlWriter::empty(std::string_view name, Attributes attributes) {
  begin(name, attributes);
  text_ += "/>\n";
}

}  // namespace impinge::io
