// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/cad/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "io/cad/step_oddities.h"
#include "io/file/fail.h"

namespace impinge::io {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class StepScanner {
 public:
  StepScanner(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  StepEntities scan();

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    fail(ErrorCode::file_format, origin_, fmt::format("line {}: {}", line_, what));
  }

  /// To the next sign that is neither blank nor comment; false at the end.
  bool skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (is_blank(c)) {
        ++at_;
      } else if (c == '/' && at_ + 1 < text_.size() && text_[at_ + 1] == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) refuse("a comment is not closed; the file is cut short");
        line_ += static_cast<std::uint64_t>(std::count(text_.begin() + at_, text_.begin() + end, '\n'));
        at_ = end + 2;
      } else {
        return true;
      }
    }
    return false;
  }
  std::uint32_t read_id();
  /// To behind the semicolon; notes references of entity `from`.
  void read_statement(std::uint32_t from);
  void require_references(const StepEntities& entities) const;

  struct Reference {
    std::uint32_t from, to;
  };
  std::string_view text_;
  std::string_view origin_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::vector<Reference> references_;
};

std::uint32_t StepScanner::read_id() {
  std::uint64_t id = 0;
  const std::size_t begin = ++at_;
  while (at_ < text_.size() && is_digit(text_[at_]) && at_ - begin < 12)
    id = id * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
  if (at_ == begin || id > UINT32_MAX) refuse("'#' without the number of an entity; the file is damaged");
  return static_cast<std::uint32_t>(id);
}

void StepScanner::read_statement(std::uint32_t from) {
  int depth = 0;
  while (skip()) {
    const char c = text_[at_];
    if (c == '\'') {
      const std::size_t end = text_.find('\'', at_ + 1);
      if (end == text_.npos) refuse("a text is not closed; the file is cut short");
      line_ += static_cast<std::uint64_t>(std::count(text_.begin() + at_, text_.begin() + end, '\n'));
      at_ = end + 1;
    } else if (c == '#') {
      references_.push_back({from, read_id()});
    } else if (c == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      if (end == text_.npos) refuse("a binary value is not closed; the file is cut short");
      at_ = end + 1;
    } else {
      ++at_;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ';') {
        if (depth != 0) refuse(fmt::format("#{} has brackets that do not match; the file is damaged", from));
        return;
      }
      if (c == 0) refuse("a zero byte; the file is damaged");
    }
  }
  refuse(from > 0 ? fmt::format("ends within #{}; the file is cut short", from) : "ends too early; the file is cut short");
}

StepEntities StepScanner::scan() {
  StepEntities entities{text_, {}};
  if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
  if (!skip() || !text_.substr(at_).starts_with("ISO-10303-21"))
    refuse("does not begin with ISO-10303-21; it is not a STEP file");
  bool ended = false;
  while (skip() && !ended) {
    if (text_[at_] == '#') {
      const std::size_t begin = at_;
      const std::uint64_t line = line_;
      const std::uint32_t id = read_id();
      if (!skip() || text_[at_] != '=') refuse(fmt::format("'=' is missing after #{}; the file is damaged", id));
      ++at_;
      read_statement(id);
      if (!entities.all.try_emplace(id, StepEntity{begin, at_, line}).second)
        refuse(fmt::format("#{} is there twice; the file is damaged", id));
    } else {
      ended = text_.substr(at_).starts_with("END-ISO-10303-21");
      read_statement(0);
    }
  }
  if (!ended) refuse("END-ISO-10303-21 is missing; the file is cut short");
  if (entities.all.empty()) refuse("there is no entity in it");
  require_references(entities);
  return entities;
}

void StepScanner::require_references(const StepEntities& entities) const {
  for (const Reference& r : references_) {
    if (r.from == 0 || entities.all.contains(r.to)) continue;
    fail(ErrorCode::file_format, origin_,
         fmt::format("line {}: #{} refers to #{}, which is not in the file; it is damaged", entities.all.at(r.from).line,
                     r.from, r.to));
  }
}

}  // namespace

std::vector<std::string> examine_step(std::string_view text, std::string_view origin) {
  const StepEntities entities = StepScanner(text, origin).scan();
  require_tree(entities, origin);
  return oddities_of(entities);
}

std::vector<std::string> examine_iges(std::string_view text, std::string_view origin) {
  std::map<char, std::uint64_t> counts;
  std::string_view last;
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    ++number;
    while (!line.empty() && (line.back() == '\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (line.size() < 73 || std::string_view("SGDPTCB").find(line[72]) == std::string_view::npos)
      fail(ErrorCode::file_format, origin,
           fmt::format("line {}: no IGES record of 80 columns; the file is damaged", number));
    ++counts[line[72]];
    last = line;
  }
  if (last.empty() || last[72] != 'T')
    fail(ErrorCode::file_format, origin,
         fmt::format("line {}: the terminate record is missing; the file is cut short", number));
  for (std::size_t i = 0; i + 8 <= 32; i += 8) {
    const char section = last[i];
    std::uint64_t said = 0;
    for (const char c : last.substr(i + 1, 7)) said = is_digit(c) ? said * 10 + static_cast<std::uint64_t>(c - '0') : said;
    if (std::string_view("SGDP").find(section) == std::string_view::npos || said == counts[section]) continue;
    fail(ErrorCode::file_format, origin,
         fmt::format("line {}: section {} has {} records, but the last line says {}; the file is damaged", number, section,
                     counts[section], said));
  }
  return {};
}

}  // namespace impinge::io
