// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A plot as SVG: above, a bar for each time of contact; below, distances over time.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sweep_reports.h"

namespace impinge::cli {
namespace {

constexpr double kWidth = 900, kLeft = 190, kRight = 20, kRow = 22, kTop = 40, kCurve = 240;
constexpr std::size_t kMaxRows = 60;
constexpr const char* kColours[] = {"#1b6ca8", "#c0392b", "#2e8b57", "#8e5ea2", "#c77f00", "#4a4a4a"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += static_cast<unsigned char>(c) < 32 ? '?' : c;
  }
  return out;
}

class Plot {
 public:
  explicit Plot(const SweepReport& report) : report_(report) {}

  std::string text() {
    const std::size_t rows = std::min(report_.result.pairs.size(), kMaxRows);
    const double bars = kTop + kRow * static_cast<double>(rows) + 30;
    const double height = bars + (report_.result.curve.empty() ? 10 : kCurve + 40);
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        kWidth, height);
    label(kLeft, 20, "start", fmt::format("contact over time, t = 0 to {:.6g}", report_.result.duration));
    for (std::size_t i = 0; i < rows; ++i) bar(report_.result.pairs[i], i);
    if (report_.result.pairs.size() > rows)
      label(kLeft, bars - 14, "start", fmt::format("and {} more pairs", report_.result.pairs.size() - rows));
    axis(bars - 26, kTop);
    if (!report_.result.curve.empty()) curves(bars + 10);
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  template <typename... Values>
  void add(fmt::format_string<Values...> form, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Values>(values)...);
  }
  void label(double x, double y, const char* anchor, const std::string& text) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escaped(text));
  }
  double x_of(double t) const { return kLeft + (kWidth - kLeft - kRight) * t / report_.result.duration; }
  std::string name(const ObjectId& a, const ObjectId& b) const {
    return report_.scene.object(a).name + " / " + report_.scene.object(b).name;
  }

  void axis(double y, double top) {
    for (int i = 0; i <= 4; ++i) {
      const double t = report_.result.duration * i / 4;
      add("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#dddddd\"/>\n", x_of(t), top, y);
      label(x_of(t), y + 14, "middle", fmt::format("{:.4g}", t));
    }
  }

  void bar(const SweptPair& pair, std::size_t row) {
    const double y = kTop + kRow * static_cast<double>(row);
    label(kLeft - 8, y + 13, "end", name(pair.a, pair.b));
    for (const ContactInterval& i : pair.intervals)
      add("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"14\" fill=\"{}\"/>\n", x_of(i.begin), y + 2,
          std::max(1.5, x_of(i.end) - x_of(i.begin)), pair.ignored ? "#bbbbbb" : "#c0392b");
    if (pair.first_contact)
      add("<line x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"black\"/>\n",
          x_of(pair.first_contact->t), y, y + 18);
  }

  // A pair that was too far away for a while has no samples there: the time to the last one is longer than its neighbours.
  static bool starts_anew(const std::vector<DistanceSample>& samples, std::size_t i) {
    if (i == 0) return true;
    const double gap = samples[i].t - samples[i - 1].t;
    const bool after_longer = i >= 2 && gap > 1.5 * (samples[i - 1].t - samples[i - 2].t);
    const bool before_longer = i + 1 < samples.size() && gap > 1.5 * (samples[i + 1].t - samples[i].t);
    return (after_longer || i < 2) && (before_longer || i + 1 == samples.size()) && (after_longer || before_longer);
  }

  void curves(double top) {
    std::map<std::pair<ObjectId, ObjectId>, std::vector<DistanceSample>> lines;
    double most = 0;
    for (const DistanceSample& s : report_.result.curve) most = std::max(most, s.distance);
    if (!(most > 0)) most = 1;
    for (const DistanceSample& s : report_.result.curve) lines[{s.a, s.b}].push_back(s);
    const auto point = [&](const DistanceSample& s) {
      return fmt::format("{:.2f} {:.2f} ", x_of(s.t), top + (kCurve - 20) * (1 - s.distance / most) + 10);
    };
    axis(top + kCurve - 10, top);
    label(kLeft - 8, top + 14, "end", fmt::format("{:.4g} {}", most, report_.scene.units));
    label(kLeft - 8, top + kCurve - 6, "end", "distance 0");
    std::size_t k = 0;
    for (const auto& [pair, samples] : lines) {
      const char* colour = kColours[k % std::size(kColours)];
      std::string path;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        path += starts_anew(samples, i) ? 'M' : 'L';
        path += point(samples[i]);
      }
      add("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, colour);
      if (k < 12)
        add("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", kLeft + 10, top + 16 + 14 * static_cast<double>(k),
            colour, escaped(name(pair.first, pair.second)));
      ++k;
    }
  }

  const SweepReport& report_;
  std::string text_;
};

}  // namespace

std::string format_plot_svg(const SweepReport& report) { return Plot(report).text(); }

}  // namespace impinge::cli
