// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/picture_legend.h"

#include <fmt/format.h>

#include <algorithm>

namespace impinge {
namespace {

constexpr int kLeastHeight = 240;
constexpr std::size_t kMaxRows = 16;
constexpr Rgb kInk{0.12f, 0.13f, 0.16f}, kPaper{1, 1, 1};
constexpr float kPaperAlpha = 0.8f;

std::vector<LegendRow> rows_that_fit(const std::vector<LegendRow>& rows) {
  if (rows.size() <= kMaxRows) return rows;
  std::vector<LegendRow> kept(rows.begin(), rows.begin() + kMaxRows - 1);
  kept.push_back({fmt::format("and {} more", rows.size() - kept.size()), kPaper});
  return kept;
}

}  // namespace

void draw_legend(Canvas& canvas, const std::vector<LegendRow>& all) {
  if (canvas.height() < kLeastHeight || all.empty()) return;
  const std::vector<LegendRow> rows = rows_that_fit(all);
  const double size = std::max(8.0, canvas.height() / 80.0), row_height = 2.0 * size, swatch = 1.2 * size;
  const double most = 0.3 * canvas.width();
  double widest = 0;
  for (const LegendRow& row : rows) widest = std::max(widest, text_width(fit_text(row.text, size, most), size));
  const int left = static_cast<int>(size), top = left;
  const int width = static_cast<int>(widest + swatch + 2.5 * size);
  const int height = static_cast<int>(row_height * static_cast<double>(rows.size()) + size);
  for (int y = top; y < std::min(top + height, canvas.height()); ++y)
    for (int x = left; x < std::min(left + width, canvas.width()); ++x)
      canvas.set(x, y, mix(canvas.get(x, y), kPaper, kPaperAlpha));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double x = left + 0.8 * size, base = top + row_height * (static_cast<double>(i) + 1) - 0.2 * size;
    if (rows[i].line) {
      const std::vector<Stroke> stroke = {{{x, base - 0.5 * size}, {x + swatch, base - 0.5 * size}}};
      canvas.draw(stroke, 0.35 * size, rows[i].colour);
    } else {
      canvas.fill(static_cast<int>(x), static_cast<int>(base - 1.1 * size), static_cast<int>(swatch),
                  static_cast<int>(swatch), rows[i].colour);
    }
    canvas.text(fit_text(rows[i].text, size, most), x + swatch + 0.7 * size, base, size, kInk);
  }
}

}  // namespace impinge
