// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Clouds as text, as scanners, CloudCompare and spreadsheets write them. There is no standard: numbers are parted by blanks,
// commas or semicolons, comments begin with '#' or '//', and the first line may be a header or a count.
#include "io/points/read_xyz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/file/fail.h"
#include "io/file/parse_number.h"
#include "io/file/text_cursor.h"
#include "io/mesh/format.h"

namespace impinge::io {
namespace {

constexpr std::array<std::string_view, 5> kEndings = {".xyz", ".txt", ".asc", ".csv", ".pts"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::string_view line_at(std::string_view text) { return text.substr(0, std::min(text.find('\n'), text.size())); }

std::string_view without_comment(std::string_view line) {
  const std::size_t comment = std::min(line.find('#'), line.find("//"));
  line = line.substr(0, std::min(comment, line.size()));
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

/// The numbers that a line begins with, three at most.
struct Numbers {
  std::array<double, 3> values{};
  std::size_t count = 0;
  bool clean = true;  // nothing but separators stood before and between them, and the last one ends with its word
};

Numbers numbers_of(std::string_view line) {
  Numbers numbers;
  const char *at = line.data(), *const end = at + line.size();
  while (numbers.count < 3) {
    while (at != end && is_blank(*at)) ++at;
    if (numbers.count > 0 && at != end && (*at == ',' || *at == ';')) ++at;
    while (at != end && is_blank(*at)) ++at;
    if (at != end && *at == '+') ++at;
    const ParsedNumber parsed = parse_number(at, end);
    if (!parsed.good) return numbers;
    at = parsed.end;
    numbers.values[numbers.count++] = parsed.value;
    numbers.clean = at == end || is_blank(*at) || *at == ',' || *at == ';';
    if (!numbers.clean) return numbers;
  }
  return numbers;
}

/// "1,5 2,5 3,5": three words parted by blanks or semicolons, each with a comma among its digits.
bool has_decimal_commas(std::string_view line) {
  std::size_t words = 0;
  while (!line.empty()) {
    const std::size_t length = std::min(line.find_first_of(" \t;"), line.size());
    if (length > 0 && words++ < 3 && !has_decimal_comma(line.substr(0, length))) return false;
    line.remove_prefix(std::min(length + 1, line.size()));
  }
  return words >= 3;
}

class XyzReader {
 public:
  XyzReader(Bytes bytes, std::string_view origin) : text_(as_text(bytes)), origin_(origin) {}

  std::vector<Vec3> read() {
    for (std::size_t number = 1; !text_.empty(); ++number) {
      const std::string_view whole = line_at(text_), line = without_comment(whole);
      text_.remove_prefix(std::min(whole.size() + 1, text_.size()));
      if (!line.empty()) add(line, number);
    }
    return std::move(points_);
  }

 private:
  void add(std::string_view line, std::size_t number) {
    const bool first = !seen_;
    seen_ = true;
    if (has_decimal_commas(line)) refuse(number, line, "has commas for decimal points; write points");
    const Numbers numbers = numbers_of(line);
    if (numbers.count < 3 || !numbers.clean) {
      // A header, or the number of points.
      if (first && (numbers.count == 0 || (numbers.count == 1 && line.find_first_of(" \t,;") == line.npos))) return;
      refuse(number, line, "does not begin with three numbers");
    }
    const Vec3 point(numbers.values[0], numbers.values[1], numbers.values[2]);
    if (!point.allFinite())
      fail(ErrorCode::bad_mesh, origin_,
           fmt::format("line {}: point {} is ({}, {}, {}); coordinates must be finite", number, points_.size(), point.x(),
                       point.y(), point.z()));
    points_.push_back(point);
  }

  [[noreturn]] void refuse(std::size_t number, std::string_view line, std::string_view what) const {
    constexpr std::size_t kShown = 40;
    std::string shown(line.substr(0, kShown));
    for (char& c : shown) c = static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    fail(ErrorCode::file_format, origin_,
         fmt::format("line {}: '{}{}' {}", number, shown, line.size() > kShown ? "…" : "", what));
  }

  std::string_view text_, origin_;
  std::vector<Vec3> points_;
  bool seen_ = false;  // a line that is no comment
};

}  // namespace

bool is_xyz(const std::filesystem::path& file, Bytes bytes) {
  const std::string ending = file.extension().string();
  if (std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view e) { return equal_ignoring_case(ending, e); }))
    return true;
  if (format_of_ending(file) || format_of_content(bytes)) return false;
  const Numbers numbers = numbers_of(without_comment(line_at(as_text(bytes))));
  return numbers.count == 3 && numbers.clean;
}

std::vector<Vec3> read_xyz(Bytes bytes, std::string_view origin) {
  if (as_text(bytes.first(std::min<std::size_t>(bytes.size(), 4096))).find('\0') != std::string_view::npos)
    fail(ErrorCode::file_format, origin, fmt::format("is not a text of points; it looks like {}", looks_like(bytes)));
  return XyzReader(bytes, origin).read();
}

}  // namespace impinge::io
