// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/robot/plain_yaml.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <charconv>
#include <vector>

namespace impinge::cli {
namespace {

constexpr int kMaxDepth = 64;

struct Line {
  std::size_t number, indent;
  std::string text;  // without indent, comment and blanks at the end
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

/// Up to a comment, which begins with # at the start or behind a blank, outside of quotes.
std::string_view without_comment(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote != 0) {
      quote = text[i] == quote ? 0 : quote;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
      return text.substr(0, i);
    }
  }
  return text;
}

class YamlReader {
 public:
  YamlReader(std::string_view text, const std::string& origin) : origin_(origin) {
    std::size_t number = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      ++number;
      const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
      if (indent < line.size() && line[indent] == '\t') fail(number, "a tab in the indent; YAML wants blanks");
      const std::string_view rest = trimmed(without_comment(line.substr(indent)));
      if (rest.empty()) continue;
      if (indent == 0 && (rest == "---" || rest == "...")) {
        if (rest == "---" && !lines_.empty()) fail(number, "a second document begins here; one is read");
        continue;
      }
      lines_.push_back({number, indent, std::string(rest)});
    }
  }

  Plain read() {
    if (lines_.empty()) throw Error(ErrorCode::file_format, origin_ + ": there is nothing in it");
    Plain value = block(lines_[0].indent, 0);
    if (at_ < lines_.size()) fail(lines_[at_].number, "the indent fits nothing above");
    return value;
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw Error(ErrorCode::file_format, fmt::format("{}: line {}: {}", origin_, line, what));
  }

  static bool is_item(const std::string& text) { return text == "-" || text.starts_with("- "); }

  /// Where the colon behind a key stands; npos if the line is no pair.
  static std::size_t colon_of(std::string_view text) {
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        quote = text[i] == quote ? 0 : quote;
      } else if (i == 0 && (text[i] == '"' || text[i] == '\'')) {
        quote = text[i];
      } else if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) {
        return i;
      } else if (i == 0 && (text[i] == '[' || text[i] == '{')) {
        return std::string_view::npos;
      }
    }
    return std::string_view::npos;
  }

  Plain block(std::size_t indent, int depth) {
    if (depth > kMaxDepth) fail(lines_[at_].number, "it is nested too deeply");
    if (is_item(lines_[at_].text)) return list(indent, depth);
    if (colon_of(lines_[at_].text) != std::string_view::npos) return map(indent, depth);
    return inline_value(lines_[at_].text, depth);
  }

  Plain list(std::size_t indent, int depth) {
    Plain all = Plain::array();
    while (at_ < lines_.size() && lines_[at_].indent == indent && is_item(lines_[at_].text)) {
      Line& line = lines_[at_];
      const std::string_view rest = trimmed(std::string_view(line.text).substr(1));
      if (rest.empty()) {
        ++at_;
        all.push_back(below(indent, depth, false));
        continue;
      }
      // What stands behind the dash is a block of its own, as far in as it stands.
      line.indent = indent + (line.text.size() - rest.size());
      line.text = std::string(rest);
      all.push_back(block(line.indent, depth + 1));
    }
    return all;
  }

  Plain map(std::size_t indent, int depth) {
    Plain all = Plain::object();
    while (at_ < lines_.size() && lines_[at_].indent == indent && !is_item(lines_[at_].text)) {
      const Line line = lines_[at_];
      const std::size_t colon = colon_of(line.text);
      if (colon == std::string_view::npos) fail(line.number, "a key and a colon are expected");
      const std::string key = word(trimmed(std::string_view(line.text).substr(0, colon)), line.number);
      if (all.contains(key)) fail(line.number, fmt::format("\"{}\" is there twice", key));
      const std::string_view rest = trimmed(std::string_view(line.text).substr(colon + 1));
      if (rest.empty()) {
        ++at_;
        all[key] = below(indent, depth, true);
      } else {
        all[key] = inline_value(rest, depth);
      }
    }
    return all;
  }

  /// The block under a key or a dash; a list may stand as far out as its key.
  Plain below(std::size_t indent, int depth, bool list_may_align) {
    if (at_ == lines_.size()) return nullptr;
    const Line& line = lines_[at_];
    if (line.indent > indent || (list_may_align && line.indent == indent && is_item(line.text)))
      return block(line.indent, depth + 1);
    return nullptr;
  }

  /// A word, or brackets, which may go on in the next lines.
  Plain inline_value(std::string_view first, int depth) {
    const std::size_t number = lines_[at_].number;
    std::string text(first);
    ++at_;
    if (text[0] == '[' || text[0] == '{') {
      while (open_brackets(text) > 0) {
        if (at_ == lines_.size()) fail(number, "a bracket is not closed");
        text += ' ' + lines_[at_++].text;
      }
      std::string_view rest = text;
      Plain value = flow(rest, number, depth);
      if (!trimmed(rest).empty()) fail(number, "there is something after the bracket");
      return value;
    }
    return scalar(text, number);
  }

  static int open_brackets(std::string_view text) {
    int open = 0;
    char quote = 0;
    for (const char c : text) {
      if (quote != 0)
        quote = c == quote ? 0 : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else
        open += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    }
    return open;
  }

  Plain flow(std::string_view& rest, std::size_t number, int depth) {
    if (depth > kMaxDepth) fail(number, "it is nested too deeply");
    rest = trimmed(rest);
    const bool list = rest.starts_with('['), map = rest.starts_with('{');
    if (!list && !map) {
      std::size_t end = 0;
      for (char quote = 0; end < rest.size(); ++end) {
        const char c = rest[end];
        if (quote != 0) {
          quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
          quote = c;
        } else if (c == ',' || c == ']' || c == '}' || (c == ':' && end + 1 < rest.size() && rest[end + 1] == ' ')) {
          break;
        }
      }
      const std::string_view text = trimmed(rest.substr(0, end));
      rest.remove_prefix(end);
      return scalar(text, number);
    }
    rest.remove_prefix(1);
    Plain all = list ? Plain::array() : Plain::object();
    const char close = list ? ']' : '}';
    for (rest = trimmed(rest); !rest.starts_with(close); rest = trimmed(rest)) {
      if (rest.empty()) fail(number, "a bracket is not closed");
      Plain value = flow(rest, number, depth + 1);
      rest = trimmed(rest);
      if (map) {
        if (!rest.starts_with(':') || !value.is_string()) fail(number, "a key and a colon are expected in {}");
        rest.remove_prefix(1);
        const std::string key = value.get<std::string>();
        value = flow(rest, number, depth + 1);
        all[key] = std::move(value);
        rest = trimmed(rest);
      } else {
        all.push_back(std::move(value));
      }
      if (rest.starts_with(','))
        rest.remove_prefix(1);
      else if (!rest.starts_with(close))
        fail(number, "a comma is expected between brackets");
    }
    rest.remove_prefix(1);
    return all;
  }

  std::string word(std::string_view text, std::size_t number) const {
    const Plain value = scalar(text, number);
    return value.is_string() ? value.get<std::string>() : std::string(text);
  }

  Plain scalar(std::string_view text, std::size_t number) const {
    if (text.empty()) fail(number, "a value is expected");
    if (text[0] == '"' || text[0] == '\'') {
      if (text.size() < 2 || text.back() != text[0]) fail(number, "a quote is not closed");
      return std::string(text.substr(1, text.size() - 2));
    }
    if (text[0] == '&' || text[0] == '*' || text[0] == '!' || text[0] == '|' || text[0] == '>')
      fail(number, fmt::format("\"{}\": anchors, tags and texts of several lines are not read", text.substr(0, 20)));
    double value = 0;
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (trouble == std::errc() && end == text.data() + text.size()) return value;
    if (text == "null" || text == "~") return nullptr;
    return std::string(text);
  }

  const std::string& origin_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
};

}  // namespace

Plain parse_plain_yaml(std::string_view text, const std::string& origin) { return YamlReader(text, origin).read(); }

}  // namespace impinge::cli
