// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A font of pen strokes for the labels of maps: sharp at any size, and no font file to find.
// Round strokes are quadratic B-splines, drawn by cutting corners. Based on: Chaikin, An algorithm for high-speed curve
// generation, 1974.
#include "io/picture/stroke_font.h"

#include <algorithm>
#include <array>

namespace impinge {
namespace {

/// Points are pairs of hex digits x y: the baseline is at y = 4, small letters end at a, capitals at c. A space begins the
/// next point, a comma the next stroke; '~' makes a stroke round, '@' round and closed.
struct Glyph {
  char32_t code;
  std::string_view strokes;
};

constexpr Glyph kGlyphs[] = {
    {'!', "0c 07,04"},
    {'"', "0c 0a,2c 2a"},
    {'#', "14 2c,44 5c,07 67,09 69"},
    {'$', "~5a 5c 0c 08 58 54 04 06,3d 33"},
    {'%', "@0c 2c 29 09,@47 67 64 44,04 6c"},
    {'&', "~64 1a 1c 4c 4a 06 04 44 67"},
    {'\'', "0c 0a"},
    {'(', "~2d 0b 05 23"},
    {')', "~0d 2b 25 03"},
    {'*', "2a 26,09 47,07 49"},
    {'+', "07 47,29 25"},
    {',', "14 02"},
    {'-', "07 37"},
    {'.', "04"},
    {'/', "03 5d"},
    {'0', "@0c 5c 54 04"},
    {'1', "1a 3c 34"},
    {'2', "~0a 0c 5c 58 15 04,04 54"},
    {'3', "~0b 0c 5c 58 18,~18 58 54 04 05"},
    {'4', "44 4c 06 56"},
    {'5', "4c 0c 08,~08 29 59 54 04 05"},
    {'6', "@09 59 54 04,~5b 5c 0c 06"},
    {'7', "0c 5c 14"},
    {'8', "@0c 5c 58 08,@08 58 54 04"},
    {'9', "@0c 5c 57 07,~05 04 54 5a"},
    {':', "04,09"},
    {';', "14 02,19"},
    {'<', "4a 07 44"},
    {'=', "08 48,06 46"},
    {'>', "0a 47 04"},
    {'?', "~0a 0c 4c 49 28 26,24"},
    {'@', "@0c 7c 74 04,@29 59 56 26"},
    {'A', "04 3c 64,17 57"},
    {'B', "04 0c,~0c 5c 58 08,~08 68 64 04"},
    {'C', "~6a 6c 0c 04 64 66"},
    {'D', "04 0c,~0c 2c 6c 64 24 04"},
    {'E', "5c 0c 04 54,08 48"},
    {'F', "5c 0c 04,08 48"},
    {'G', "~6a 6c 0c 04 64 68,68 48"},
    {'H', "0c 04,6c 64,08 68"},
    {'I', "0c 04"},
    {'J', "~4c 47 44 04 07"},
    {'K', "0c 04,5c 07,29 64"},
    {'L', "0c 04 54"},
    {'M', "04 0c 46 8c 84"},
    {'N', "04 0c 64 6c"},
    {'O', "@0c 7c 74 04"},
    {'P', "04 0c,~0c 2c 6c 67 27 07"},
    {'Q', "@0c 7c 74 04,46 73"},
    {'R', "04 0c,~0c 2c 6c 68 28 08,38 64"},
    {'S', "~6a 6c 0c 08 68 64 04 06"},
    {'T', "0c 6c,3c 34"},
    {'U', "~0c 07 04 64 67 6c"},
    {'V', "0c 34 6c"},
    {'W', "0c 24 4b 64 8c"},
    {'X', "0c 64,6c 04"},
    {'Y', "0c 38 6c,38 34"},
    {'Z', "0c 6c 04 64"},
    {'[', "2d 0d 03 23"},
    {'\\', "0d 53"},
    {']', "0d 2d 23 03"},
    {'^', "0a 2c 4a"},
    {'_', "03 53"},
    {'`', "0c 1b"},
    {'a', "@0a 5a 54 04,5a 54"},
    {'b', "0c 04,@0a 5a 54 04"},
    {'c', "~59 5a 0a 04 54 55"},
    {'d', "5c 54,@0a 5a 54 04"},
    {'e', "07 57,~57 5a 0a 04 54 55"},
    {'f', "~4c 1c 1a 14,0a 3a"},
    {'g', "@0a 5a 54 04,~5a 54 51 01 02"},
    {'h', "0c 04,~08 0a 5a 58 54"},
    {'i', "0a 04,0c"},
    {'j', "~2a 24 21 01,2c"},
    {'k', "0c 04,4a 06,28 54"},
    {'l', "0c 04"},
    {'m', "0a 04,~08 0a 4a 48 44,~48 4a 8a 88 84"},
    {'n', "0a 04,~08 0a 5a 58 54"},
    {'o', "@0a 5a 54 04"},
    {'p', "0a 01,@0a 5a 54 04"},
    {'q', "5a 51,@0a 5a 54 04"},
    {'r', "0a 04,~07 0a 3a"},
    {'s', "~49 4a 0a 07 47 44 04 05"},
    {'t', "~1c 15 14 34,0a 3a"},
    {'u', "~0a 06 04 54 56,5a 54"},
    {'v', "0a 24 4a"},
    {'w', "0a 24 49 64 8a"},
    {'x', "0a 54,5a 04"},
    {'y', "0a 24,4a 11"},
    {'z', "0a 5a 04 54"},
    {'{', "~3d 1d 19 08,~08 17 13 33"},
    {'|', "0d 03"},
    {'}', "~0d 2d 29 38,~38 27 23 03"},
    {'~', "~06 09 45 48"},
    {U'°', "@0c 2c 2a 0a"},
    {U'±', "08 48,2a 26,04 44"},
    {U'²', "~0c 0d 3d 3b 08,08 38"},
    {U'³', "~0c 0d 3d 3b 1b,~1b 3b 38 08 09"},
    {U'µ', "0a 01,~06 04 54 56,5a 54"},
    {U'·', "07"},
    {U'×', "09 45,05 49"},
    {U'–', "07 47"},
    {U'…', "04,34,64"},
    {U'↑', "24 2b,09 2b 49"},
    {U'→', "07 67,49 67 45"},
    {U'−', "07 47"},
    {U'≤', "4b 08 45,04 44"},
    {U'≥', "0b 48 05,04 44"},
};
constexpr std::string_view kUnknown = "0c 5c 54 04 0c";

constexpr double kCapital = 8, kBaseline = 4, kSpacing = 2.6, kSpace = 3.4;
constexpr double kDigit = 5;  // all digits are as wide, so that numbers line up

/// The next character of UTF-8; a byte that belongs to none stands for itself and is not in the font.
char32_t next_code(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 1;
  char32_t code = length == 1 ? (first < 0x80 ? first : 0xFFFD) : first & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= text.size() || byte(i) >> 6 != 2) {
      text.remove_prefix(1);
      return 0xFFFD;
    }
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  text.remove_prefix(length);
  return code;
}

std::string_view find_glyph(char32_t code) {
  const auto* const found = std::lower_bound(std::begin(kGlyphs), std::end(kGlyphs), code,
                                             [](const Glyph& glyph, char32_t wanted) { return glyph.code < wanted; });
  return found != std::end(kGlyphs) && found->code == code ? found->strokes : kUnknown;
}

double hex(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

double glyph_width(char32_t code) {
  if (code == ' ') return kSpace - kSpacing;
  if (code >= '0' && code <= '9') return kDigit;
  double width = 0;
  bool at_x = true;  // the next digit is an x
  for (const char c : find_glyph(code)) {
    if (c == ' ' || c == ',' || c == '~' || c == '@') continue;
    if (at_x) width = std::max(width, hex(c));
    at_x = !at_x;
  }
  return width;
}

CanvasPoint between(const CanvasPoint& from, const CanvasPoint& to, double share) {
  return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

Stroke cut_corners(const Stroke& corners, bool closed) {
  Stroke cut;
  if (!closed) cut.push_back(corners.front());
  const std::size_t edges = closed ? corners.size() : corners.size() - 1;
  for (std::size_t i = 0; i < edges; ++i) {
    const CanvasPoint &from = corners[i], &to = corners[(i + 1) % corners.size()];
    // The ends of an open stroke stay where they are.
    if (closed || i > 0) cut.push_back(between(from, to, 0.25));
    if (closed || i + 1 < edges) cut.push_back(between(from, to, 0.75));
  }
  if (!closed) cut.push_back(corners.back());
  return cut;
}

void append_glyph(std::string_view strokes, const CanvasPoint& at, double unit, std::vector<Stroke>& out) {
  while (!strokes.empty()) {
    const std::string_view one = strokes.substr(0, strokes.find(','));
    strokes.remove_prefix(std::min(strokes.size(), one.size() + 1));
    const bool closed = one[0] == '@', round = closed || one[0] == '~';
    Stroke stroke;
    for (std::size_t i = round ? 1 : 0; i + 1 < one.size(); i += 3) {
      stroke.push_back({at.x + unit * hex(one[i]), at.y - unit * (hex(one[i + 1]) - kBaseline)});
    }
    for (int times = 0; round && times < 3; ++times) stroke = cut_corners(stroke, closed);
    if (closed) stroke.push_back(stroke.front());
    out.push_back(std::move(stroke));
  }
}

}  // namespace

std::vector<Stroke> text_strokes(std::string_view text, const CanvasPoint& at, double size) {
  std::vector<Stroke> strokes;
  const double unit = size / kCapital;
  double x = at.x;
  while (!text.empty()) {
    const char32_t code = next_code(text);
    if (code != ' ') append_glyph(find_glyph(code), {x, at.y}, unit, strokes);
    x += unit * (glyph_width(code) + kSpacing);
  }
  return strokes;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  bool any = false;
  while (!text.empty()) {
    width += glyph_width(next_code(text)) + kSpacing;
    any = true;
  }
  return any ? (width - kSpacing) * size / kCapital : 0;
}

std::string fit_text(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width) return std::string(text);
  std::string_view kept = text, rest = text;
  while (!rest.empty()) {
    const std::string_view before = text.substr(0, text.size() - rest.size());
    if (text_width(std::string(before) + "…", size) > width) break;
    kept = before;
    next_code(rest);
  }
  return std::string(kept) + "…";
}

}  // namespace impinge
