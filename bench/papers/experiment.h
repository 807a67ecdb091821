// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace impinge::bench::papers {

/// How large a run is.
struct Setting {
  bool quick = false;
  int rounds = 5;        ///< of what is timed; the fastest counts
  int threads = 2;       ///< most
  std::string pictures;  ///< a folder for pictures, which the page takes in

  template <typename T>
  T pick(const T& quick_one, const T& full_one) const {
    return quick ? quick_one : full_one;
  }
};

constexpr const char* kMs = "ms";  ///< the unit of everything that is a time, and of nothing else

/// One number of ours beside the published one.
struct Row {
  std::string series{};  ///< the curve it belongs to
  double x = 0;          ///< where on that curve
  std::string what{};    ///< x in words, where it is no number
  double ours = 0;
  std::string unit = kMs;
  std::optional<double> published{};  ///< in the same unit; none where the paper prints a curve or nothing
  std::string machine{};              ///< it was published for; the figure's own if empty
  int threads = 1;
  std::string backend = "cpu";
  bool listed = true;  ///< in the table; curves with a point for every cycle are plotted alone
  bool timed() const { return unit == kMs || unit == "times" || unit == "of the time"; }
};

/// What the run must show. Times may be asked for as well as counts; only counts are the same in every run.
struct Claim {
  std::string what{};
  double value = 0;
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  bool timed = false;
  bool holds() const { return value >= least && value <= most; }
};

struct Picture {
  std::string caption{};
  std::string svg{};   ///< drawn here, or
  std::string file{};  ///< a PNG in the folder of pictures
};

/// A plot of all rows of one unit; where there is more than one curve in it, by series.
struct Plot {
  std::string x{}, y{};
  bool log_x = false, log_y = false;
  std::string unit = kMs;  ///< of the rows that are drawn
  bool stacked = false;    ///< shares that add up to one
};

struct Figure {
  std::string id{}, name{}, title{};
  std::string machine{};   ///< where the published numbers were measured
  std::string setting{};   ///< what was run here
  std::string stand_in{};  ///< what stands for what was never published; may be empty
  std::string shape{};     ///< where the shape of the curve differs from the paper's, and why
  std::vector<Plot> plots{};
  std::vector<Row> rows{};
  std::vector<Claim> claims{};
  std::vector<Picture> pictures{};
  std::string animation{};  ///< JSON for the page's player; empty: none

  void add(const Row& row) { rows.push_back(row); }
  void claim(std::string what, double value, double least, double most = std::numeric_limits<double>::infinity(),
             bool timed = false) {
    claims.push_back({std::move(what), value, least, most, timed});
  }
};

struct Paper {
  std::string id, authors, title, where;
  std::string year;
  std::string page;  ///< of docs/algorithms
  std::vector<Figure> figures;
};

Paper myszkowski(const Setting& setting);
Paper nio(const Setting& setting);
Paper shinya_forgue(const Setting& setting);
Paper smith_kitamura(const Setting& setting);
Paper vanecek(const Setting& setting);

}  // namespace impinge::bench::papers
