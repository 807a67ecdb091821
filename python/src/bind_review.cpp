// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Reviews of answers for other tools, decisions, and the page of a report.
#include <impinge/io.h>

#include "answers.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/finding_id.h"
#include "watch.h"

namespace impinge {

py::object to_python(const Decision& d) {
  python::Record record("Decision");
  record.set("id", d.id).set("a", d.a).set("b", d.b).set("state", d.state).set("reason", d.reason);
  record.set("assignee", d.assignee).set("comment", d.comment).set("verdict", d.verdict);
  return record.set("origin", d.origin).done();
}

void from_python(py::handle value, const char*, Decision& d) {
  const python::Fields f(value);
  f.get("id", d.id).get("a", d.a).get("b", d.b).get("state", d.state).get("reason", d.reason);
  f.get("assignee", d.assignee).get("comment", d.comment).get("verdict", d.verdict).get("origin", d.origin);
}

py::object to_python(const ReviewFact& f) {
  return python::Record("ReviewFact").set("name", f.name).set("value", f.value).done();
}

void from_python(py::handle value, const char*, ReviewFact& f) {
  python::Fields(value).get("name", f.name).get("value", f.value);
}

py::object to_python(const ReviewItem& i) {
  python::Record record("ReviewItem");
  record.set("id", i.id).set("a", i.a).set("b", i.b).set("verdict", i.verdict).set("state", i.state);
  record.set("severity", i.severity).set("rule", i.rule).set("reason", i.reason).set("was", i.was).set("facts", i.facts);
  record.set("places", i.places).set("pair", i.pair);
  return record.set("decision", i.decision ? to_python(*i.decision) : py::object(py::none())).done();
}

void from_python(py::handle value, const char*, ReviewItem& i) {
  const python::Fields f(value);
  std::optional<std::uint64_t> pair;
  f.get("id", i.id).get("a", i.a.value).get("b", i.b.value).get("verdict", i.verdict).get("state", i.state);
  f.get("severity", i.severity).get("rule", i.rule).get("reason", i.reason).get("was", i.was).get("facts", i.facts);
  f.get("places", i.places).get("pair", pair).get("decision", i.decision);
  if (pair) i.pair = static_cast<std::size_t>(*pair);
}

py::object to_python(const GoneFinding& g) {
  return python::Record("GoneFinding").set("id", g.id).set("a", g.a).set("b", g.b).set("verdict", g.verdict).done();
}

void from_python(py::handle value, const char*, GoneFinding& g) {
  python::Fields(value).get("id", g.id).get("a", g.a).get("b", g.b).get("verdict", g.verdict);
}

void from_python(py::handle value, const char*, RuleUse& r) {
  python::Fields(value).get("pairs", r.pairs).get("selected", r.selected);
}

void from_python(py::handle value, const char*, ReportPair& p) {
  python::Fields(value).get("id", p.id).get("finding", p.finding).get("state", p.state).get("was", p.was);
}

namespace python {
namespace {

/// The scene and the answer that a review, or a page, is about.
struct Source {
  std::shared_ptr<const SceneState> scene;
  std::shared_ptr<CheckHandle> check;
  std::shared_ptr<SweepHandle> sweep;
  std::shared_ptr<MapHandle> map;
};

Source source_of(const py::object& handle) {
  Source s;
  if (py::isinstance<CheckHandle>(handle)) {
    s.check = handle.cast<std::shared_ptr<CheckHandle>>();
    s.scene = s.check->scene;
  } else if (py::isinstance<SweepHandle>(handle)) {
    s.sweep = handle.cast<std::shared_ptr<SweepHandle>>();
    s.scene = s.sweep->scene;
  } else if (py::isinstance<MapHandle>(handle)) {
    s.map = handle.cast<std::shared_ptr<MapHandle>>();
    s.scene = s.map->scene;
  } else {
    throw py::type_error("an answer of a check, a sweep or a map is expected");
  }
  return s;
}

std::vector<std::string> ids_of(const Source& s) {
  if (s.check) return cli::pair_ids(s.scene->scene, s.check->result);
  return s.sweep ? cli::pair_ids(s.scene->scene, s.sweep->result) : std::vector<std::string>();
}

py::object review_of(const py::object& handle, const py::object& ids) {
  const Source s = source_of(handle);
  if (s.map) throw py::type_error("result: the answer of a check or a sweep is expected");
  std::vector<std::string> names;
  if (ids.is_none())
    names = ids_of(s);
  else
    from_python(ids, "ids", names);
  const Review r = unlocked([&] {
    return s.check ? impinge::review_of(s.scene->scene, s.check->result, names)
                   : impinge::review_of(s.scene->scene, s.sweep->result, names);
  });
  Record record("Review");
  record.set("command", r.command).set("scene_file", r.scene_file).set("items", r.items).set("gone", r.gone);
  record.set("rules", r.rules).set("asked", r.asked).set("seconds", r.seconds);
  return record.set("handle", handle).done();
}

/// A review out of Python, with what it borrows.
struct Held {
  Source source;
  Review review;
};

Held held(const py::object& value) {
  const Fields f(value);
  Held h{source_of(f.at("handle")), {}};
  Review& r = h.review;
  r.scene = &h.source.scene->scene;
  r.result = h.source.check ? &h.source.check->result : nullptr;
  f.get("command", r.command).get("scene_file", r.scene_file).get("items", r.items).get("gone", r.gone);
  f.get("rules", r.rules).get("asked", r.asked).get("seconds", r.seconds);
  for (const ReviewItem& item : r.items) {
    if (std::max(item.a.value, item.b.value) >= r.scene->objects().size())
      throw py::value_error("items: an object is not in the scene");
    if (item.pair && (r.result == nullptr || *item.pair >= r.result->pairs.size()))
      throw py::value_error("items: a pair is not in the answer");
  }
  return h;
}

/// Of the text, so that the view of the version stays.
struct Writing {
  ReviewOptions options;
  std::string version;
};

void read_writing(const py::object& value, Writing& w) {
  const Fields f(value);
  std::uint64_t pictures = w.options.pictures;
  f.get("pictures", pictures).get("width", w.options.width).get("height", w.options.height);
  f.get("backend", w.options.backend).get("bcf_version", w.version);
  w.options.pictures = static_cast<std::size_t>(pictures);
  w.options.bcf_version = w.version;
}

void bind_texts(py::module_& m) {
  m.def(
      "junit_text",
      [](const py::object& review) {
        const Held h = held(review);
        return to_python(unlocked([&] { return junit_text(h.review); }));
      },
      py::arg("review"), "JUnit XML for build servers: a case for each rule and each item.");
  m.def(
      "sarif_text",
      [](const py::object& review, const std::string& scene_text) {
        const Held h = held(review);
        return to_python(unlocked([&] { return sarif_text(h.review, scene_text); }));
      },
      py::arg("review"), py::arg("scene_text") = "", "SARIF 2.1.0 for code hosts; `scene_text` is the scene file.");
  m.def(
      "markdown_text",
      [](const py::object& review, const py::object& pictures) {
        const Held h = held(review);
        std::vector<std::string> files;
        if (!pictures.is_none()) from_python(pictures, "pictures", files);
        return to_python(unlocked([&] { return markdown_text(h.review, files); }));
      },
      py::arg("review"), py::arg("pictures") = py::none(), "Tables in Markdown; `pictures` are names of files.");
  const auto writer = [&m](const char* name,
                           void (*write)(const Review&, const std::filesystem::path&, const ReviewOptions&)) {
    m.def(name, [write](const py::object& review, const py::object& file, const py::object& options) {
      const Held h = held(review);
      Writing w;
      read_writing(options, w);
      unlocked([&, p = path_of(file)] { write(h.review, p, w.options); });
    });
  };
  writer("_write_markdown", &impinge::write_markdown);
  writer("_write_bcf", &impinge::write_bcf);
  m.def(
      "write_review_scene",
      [](const py::object& review, const py::object& file) {
        const Held h = held(review);
        unlocked([&, p = path_of(file)] { impinge::write_review_scene(h.review, p); });
      },
      py::arg("review"), py::arg("file"), "Writes the scene of a check as GLB, its findings as named nodes.");
}

/// What the page says of each pair, unless the caller does.
std::vector<ReportPair> page_pairs(const Source& s) {
  std::vector<ReportPair> pairs;
  for (std::string& id : ids_of(s)) pairs.push_back({.id = std::move(id)});
  if (!s.check) return pairs;
  const cli::Report report{.scene = s.scene->scene, .result = s.check->result};
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].finding = cli::is_finding(report, s.check->result.pairs[i]);
  return pairs;
}

void write_page(const py::object& handle, const py::object& file, const py::object& options) {
  const Source s = source_of(handle);
  ReportOptions page;
  const Fields f(options);
  f.get("title", page.title).get("max_faces", page.max_faces).get("pairs", page.pairs);
  f.get("decisions", page.decisions);
  unlocked([&, p = path_of(file)] {
    if (page.pairs.empty()) page.pairs = page_pairs(s);
    if (s.check)
      write_report(s.scene->scene, s.check->result, p, page);
    else if (s.sweep)
      write_report(s.scene->scene, s.sweep->result, p, page);
    else
      write_report(s.scene->scene, s.map->a, s.map->b, s.map->map, p, page);
  });
}

}  // namespace

void bind_review(py::module_& m) {
  m.def(
      "load_decisions", [](const py::object& file) { return to_python(load_decisions(path_of(file))); }, py::arg("file"),
      "Reads decisions about pairs, impinge.decisions/1; a list of Decision.");
  m.def(
      "parse_decisions",
      [](const std::string& json, const std::string& origin) { return to_python(parse_decisions(json, origin)); },
      py::arg("json"), py::arg("origin") = "decisions", "The same from text.");
  m.def("_review_of", &review_of);
  bind_texts(m);
  m.def("_write_report", &write_page);
  m.def("pair_ids", [](const py::object& handle) { return to_python(ids_of(source_of(handle))); });
}

}  // namespace python
}  // namespace impinge
