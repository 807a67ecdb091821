// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "document.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <thread>

#include "measure.h"

namespace impinge::bench::papers {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + '"';
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "null"; }
std::string truth(bool value) { return value ? "true" : "false"; }

template <typename Items, typename Text>
std::string list_of(const Items& items, const Text& text) {
  std::string out = "[";
  for (const auto& item : items) out += (out.size() > 1 ? ",\n" : "") + text(item);
  return out + "]";
}

std::string row_json(const Figure& figure, const Row& r) {
  return fmt::format(
      R"({{"series": {}, "x": {}, "what": {}, "ours": {}, "unit": {}, "timed": {}, "published": {}, "machine": {}, )"
      R"("backend": {}, "threads": {}, "listed": {}}})",
      quoted(r.series), number(r.x), quoted(r.what), number(r.ours), quoted(r.unit), truth(r.timed()),
      r.published ? number(*r.published) : "null", quoted(r.machine.empty() ? figure.machine : r.machine), quoted(r.backend),
      r.threads, truth(r.listed));
}

std::string plot_json(const Plot& p) {
  return fmt::format(R"({{"x": {}, "y": {}, "log_x": {}, "log_y": {}, "unit": {}, "stacked": {}}})", quoted(p.x),
                     quoted(p.y), truth(p.log_x), truth(p.log_y), quoted(p.unit), truth(p.stacked));
}

std::string claim_json(const Claim& c) {
  return fmt::format(R"({{"what": {}, "value": {}, "least": {}, "most": {}, "timed": {}, "holds": {}}})", quoted(c.what),
                     number(c.value), number(c.least), number(c.most), truth(c.timed), truth(c.holds()));
}

std::string picture_json(const Picture& p) {
  return fmt::format(R"({{"caption": {}, "svg": {}, "file": {}}})", quoted(p.caption), quoted(p.svg), quoted(p.file));
}

std::string figure_json(const Figure& f) {
  return fmt::format(
      R"({{"id": {}, "name": {}, "title": {}, "machine": {}, "setting": {}, "stand_in": {}, "shape": {},
"plots": {}, "rows": {}, "claims": {}, "pictures": {}, "animation": {}}})",
      quoted(f.id), quoted(f.name), quoted(f.title), quoted(f.machine), quoted(f.setting), quoted(f.stand_in),
      quoted(f.shape), list_of(f.plots, plot_json), list_of(f.rows, [&](const Row& r) { return row_json(f, r); }),
      list_of(f.claims, claim_json), list_of(f.pictures, picture_json), f.animation.empty() ? "null" : f.animation);
}

std::string field(std::string text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

std::string papers_json(const std::vector<Paper>& papers, const Setting& setting, const BenchArguments& args) {
  const auto paper_json = [](const Paper& p) {
    return fmt::format(R"({{"id": {}, "authors": {}, "title": {}, "where": {}, "year": {}, "page": {}, "figures": {}}})",
                       quoted(p.id), quoted(p.authors), quoted(p.title), quoted(p.where), quoted(p.year), quoted(p.page),
                       list_of(p.figures, figure_json));
  };
  return fmt::format(
      R"({{"bench": "papers", "quick": {}, "commit": {}, "cpu": {}, "cores": {},
"papers": {}}}
)",
      truth(setting.quick), quoted(args.commit), quoted(cpu_model()), std::thread::hardware_concurrency(),
      list_of(papers, paper_json));
}

std::string papers_csv(const std::vector<Paper>& papers) {
  std::string text = "paper,figure,series,x,what,ours,unit,published,machine,backend,threads\n";
  for (const Paper& p : papers)
    for (const Figure& f : p.figures)
      for (const Row& r : f.rows)
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", p.id, field(f.name), field(r.series), number(r.x),
                            field(r.what), number(r.ours), r.unit, r.published ? number(*r.published) : "",
                            field(r.published ? (r.machine.empty() ? f.machine : r.machine) : ""), r.backend, r.threads);
  return text;
}

void print_figure(const Paper& paper, const Figure& figure) {
  fmt::print("\n{}, {}: {}\n", paper.authors, figure.name, figure.title);
  for (const Row& r : figure.rows) {
    if (!r.listed) continue;
    fmt::print("  {:34} {:>28} {:>12.5g} {:10} {}\n", r.series, r.what.empty() ? fmt::format("{:g}", r.x) : r.what, r.ours,
               r.unit, r.published ? fmt::format("published {:g}", *r.published) : "");
  }
  for (const Claim& c : figure.claims)
    fmt::print("  {} {}: {:.4g}, asked for {:g} to {:g}\n", c.holds() ? "holds " : "BROKEN", c.what, c.value, c.least,
               c.most);
  std::fflush(stdout);
}

int broken_claims(const std::vector<Paper>& papers, bool times) {
  int broken = 0;
  for (const Paper& p : papers)
    for (const Figure& f : p.figures)
      for (const Claim& c : f.claims) {
        if (c.holds() || (c.timed && !times)) continue;
        ++broken;
        std::fputs(fmt::format("bench_papers: {}, {}: {} is {:.4g} and not within {:g} to {:g}\n", p.authors, f.name, c.what,
                               c.value, c.least, c.most)
                       .c_str(),
                   stderr);
      }
  return broken;
}

}  // namespace impinge::bench::papers
