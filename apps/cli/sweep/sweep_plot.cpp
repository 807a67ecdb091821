// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A plot as SVG: above, a row for each pair with its times of contact; below, distances over time against the clearance.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/cli/report_json.h"
#include "apps/cli/sweep/sweep_reports.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

constexpr double kWidth = 900, kLeft = 190, kRight = 20, kRow = 22, kTop = 56, kCurve = 240;
constexpr std::size_t kMaxRows = 60;
constexpr const char *kContact = "#c0392b", *kAccepted = "#bbbbbb", *kNear = "#c77f00", *kEnclosed = "#8a5a2b";
constexpr const char* kColours[] = {"#1b6ca8", "#b03a80", "#2e8b57", "#8e5ea2", "#7a6a3a", "#4a4a4a"};

// Bytes that are no UTF-8 become U+FFFD, as in JSON, and so do U+FFFE and U+FFFF, which XML has no room for.
std::string valid_utf8(const std::string& text) {
  std::string valid = Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
  for (const char* const none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
    for (std::size_t at = 0; (at = valid.find(none, at)) != std::string::npos;) valid.replace(at, 3, "\xEF\xBF\xBD");
  return valid;
}

std::string escaped(const std::string& text) {
  std::string plain = valid_utf8(text);
  for (char& c : plain) c = static_cast<unsigned char>(c) < 32 ? '?' : c;
  return xml_escaped(plain);
}

// Round numbers from 0 to `most`, about `wanted` of them.
std::vector<double> ticks(double most, int wanted) {
  const double rough = most / wanted, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double digit : {5.0, 2.0, 1.0})
    if (digit * power >= rough * 0.999) step = digit * power;
  std::vector<double> all;
  for (int i = 0; i * step <= most * (1 + 1e-9); ++i) all.push_back(i * step);
  return all;
}

class Plot {
 public:
  explicit Plot(const SweepReport& report) : report_(report) {}

  std::string text() {
    const std::size_t rows = std::min(report_.result.pairs.size(), kMaxRows);
    const double bars = kTop + kRow * static_cast<double>(rows) + 42;
    const double height = bars + (has_distances() ? kCurve + 60 : 10);
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        kWidth, height);
    label(kLeft, 20, "start", fmt::format("contact over time, t = 0 to {:.6g}", report_.result.duration));
    legend();
    time_axis(bars - 38, kTop);
    for (std::size_t i = 0; i < rows; ++i) row(report_.result.pairs[i], i);
    if (report_.result.pairs.size() > rows)
      label(kLeft, bars - 6, "start", fmt::format("and {} more pairs", report_.result.pairs.size() - rows));
    if (has_distances()) distances(bars + 20);
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  template <typename... Values>
  void add(fmt::format_string<Values...> form, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Values>(values)...);
  }
  void label(double x, double y, const char* anchor, const std::string& text, const char* colour = "black") {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y, anchor, colour, escaped(text));
  }
  void line(double x1, double y1, double x2, double y2, const char* style) {
    add("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", x1, y1, x2, y2, style);
  }
  double x_of(double t) const { return kLeft + (kWidth - kLeft - kRight) * t / report_.result.duration; }
  std::string name(const ObjectId& a, const ObjectId& b) const {
    return report_.scene.object(a).name + " / " + report_.scene.object(b).name;
  }
  bool has_distances() const { return report_.clearance && (!report_.result.curve.empty() || finite_clearance()); }
  bool finite_clearance() const { return report_.clearance && std::isfinite(*report_.clearance); }

  void legend() {
    struct Entry {
      const char *colour, *text;
    };
    double x = kLeft;
    for (const auto& [colour, text] :
         {Entry{kContact, "in contact"}, Entry{kAccepted, "in contact, accepted"},
          Entry{kEnclosed, "likely, or maybe, inside"}, Entry{kNear, "nearest moment, no contact"}}) {
      add("<rect x=\"{:.1f}\" y=\"30\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x, colour);
      label(x + 17, 40, "start", text);
      x += 170;
    }
  }

  void time_axis(double y, double top) {
    for (const double t : ticks(report_.result.duration, 8)) {
      line(x_of(t), top, x_of(t), y + 4, "stroke=\"#dddddd\"");
      label(x_of(t), y + 18, "middle", fmt::format("{:.4g}", t));
    }
    line(kLeft, y, kWidth - kRight, y, "stroke=\"#888888\"");
    label(kLeft - 8, y + 18, "end", "time t");
  }

  void row(const SweptPair& pair, std::size_t i) {
    const double y = kTop + kRow * static_cast<double>(i);
    label(kLeft - 8, y + 13, "end", name(pair.a, pair.b));
    if (pair.enclosed) bar(pair.enclosed->begin, pair.enclosed->end, y, pair.ignored ? kAccepted : kEnclosed);
    for (const ContactInterval& c : pair.intervals) bar(c.begin, c.end, y, pair.ignored ? kAccepted : kContact);
    if (pair.first_contact) {
      const double x = x_of(pair.first_contact->t);
      line(x, y, x, y + 18, "stroke=\"black\"");
    } else if (pair.least_distance) {
      dot(x_of(pair.least_distance->t), y + 9, pair);
    }
  }

  void bar(double begin, double end, double y, const char* colour) {
    add("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"14\" fill=\"{}\"/>\n", x_of(begin), y + 2,
        std::max(1.5, x_of(end) - x_of(begin)), colour);
  }

  void dot(double x, double y, const SweptPair& pair) {
    add("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\" fill=\"{}\"/>\n", x, y, pair.ignored ? kAccepted : kNear);
  }

  // A pair that was too far away for a while has no samples there: the time to the last one is longer than its neighbours.
  static bool starts_anew(const std::vector<DistanceSample>& samples, std::size_t i) {
    if (i == 0) return true;
    const double gap = samples[i].t - samples[i - 1].t;
    const bool after_longer = i >= 2 && gap > 1.5 * (samples[i - 1].t - samples[i - 2].t);
    const bool before_longer = i + 1 < samples.size() && gap > 1.5 * (samples[i + 1].t - samples[i].t);
    return (after_longer || i < 2) && (before_longer || i + 1 == samples.size()) && (after_longer || before_longer);
  }

  double y_of(double distance) const { return floor_ - (kCurve - 10) * distance / most_; }

  void distances(double top) {
    floor_ = top + kCurve;
    most_ = finite_clearance() ? *report_.clearance * 1.1 : 0;
    for (const DistanceSample& s : report_.result.curve) most_ = std::max(most_, s.distance);
    if (!(most_ > 0)) most_ = 1;
    time_axis(floor_, top);
    label(kLeft - 8, top - 8, "end", fmt::format("distance [{}]", report_.scene.units));
    for (const double d : ticks(most_, 5)) {
      line(kLeft - 4, y_of(d), kWidth - kRight, y_of(d), "stroke=\"#dddddd\"");
      label(kLeft - 8, y_of(d) + 4, "end", fmt::format("{:.4g}", d));
    }
    curves(top);
    if (finite_clearance()) {
      const double y = y_of(*report_.clearance);
      line(kLeft, y, kWidth - kRight, y, "stroke=\"#c0392b\" stroke-dasharray=\"6 4\"");
      label(kWidth - kRight, y - 4, "end", fmt::format("clearance {:.6g} {}", *report_.clearance, report_.scene.units),
            kContact);
    }
    for (const SweptPair& pair : report_.result.pairs)
      if (pair.least_distance && !pair.first_contact)
        dot(x_of(pair.least_distance->t), y_of(pair.least_distance->value), pair);
  }

  void curves(double top) {
    std::map<std::pair<ObjectId, ObjectId>, std::vector<DistanceSample>> lines;
    for (const DistanceSample& s : report_.result.curve) lines[{s.a, s.b}].push_back(s);
    std::size_t k = 0;
    for (const auto& [pair, samples] : lines) {
      const char* colour = kColours[k % std::size(kColours)];
      std::string path;
      for (std::size_t i = 0; i < samples.size(); ++i)
        path += fmt::format("{}{:.2f} {:.2f} ", starts_anew(samples, i) ? 'M' : 'L', x_of(samples[i].t),
                            y_of(samples[i].distance));
      add("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", path, colour);
      if (k < 12) label(kLeft + 10, top + 16 + 14 * static_cast<double>(k), "start", name(pair.first, pair.second), colour);
      ++k;
    }
  }

  const SweepReport& report_;
  std::string text_;
  double floor_ = 0, most_ = 1;  // where distance 0 lies, and the greatest that is shown
};

}  // namespace

std::string format_plot_svg(const SweepReport& report) { return Plot(report).text(); }

}  // namespace impinge::cli
