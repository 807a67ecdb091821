// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Names and reasons may be anything; these make text of them that no format takes for something else.

#include <cstddef>
#include <string>
#include <string_view>

namespace impinge::io {

/// The code point at `at`, which moves past it; U+FFFD for bytes that are no UTF-8, one for as many as belong together.
char32_t next_code_point(std::string_view text, std::size_t& at);

/// Appends a code point as UTF-8.
void append_utf8(std::string& text, char32_t point);

/// Valid UTF-8: U+FFFD in place of what is none.
std::string valid_utf8(std::string_view text);

/// For XML 1.0, in text or in an attribute: what it has no room for (control characters, U+FFFE) is U+FFFD.
std::string xml_escaped(std::string_view text, bool attribute);

/// For a cell of a Markdown table, in one line: nothing in it is markup or HTML.
std::string markdown_escaped(std::string_view text);

/// At most so many code points, the last one an ellipsis where some are cut; in one line.
std::string clipped(std::string_view text, std::size_t most);

/// A text within a sentence: clipped, and set apart (U+2068, U+2069) where it could turn the order of the words around it.
std::string in_sentence(std::string_view text, std::size_t most);

/// A name within a sentence.
std::string name_in_sentence(std::string_view name);

}  // namespace impinge::io
