// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/io.h>

#include <filesystem>

#include "answers.h"
#include "octrees.h"
#include "watch.h"

namespace impinge::python {
namespace {

LoadOptions load_options(const py::object& options) {
  LoadOptions o;
  Fields(options).get("units", o.units).get("file_units", o.file_units).get("scale", o.scale);
  return o;
}

PictureOptions picture_options(const py::object& options, const Scene* scene) {
  PictureOptions o;
  const Fields f(options);
  f.get("width", o.width).get("height", o.height).get("azimuth_deg", o.azimuth_deg).get("elevation_deg", o.elevation_deg);
  f.get("backend", o.backend);
  const py::object pair = f.at("pair");
  if (pair.is_none() || scene == nullptr) return o;
  const auto both = py::reinterpret_borrow<py::sequence>(pair);
  if (!PySequence_Check(pair.ptr()) || py::len(pair) != 2) throw py::value_error("pair: two objects are expected");
  o.pair = std::array<ObjectId, 2>{object_id(*scene, py::object(both[0])), object_id(*scene, py::object(both[1]))};
  return o;
}

DistanceColours colours_of(const py::object& options) {
  DistanceColours c;
  Fields(options).get("range", c.range).get("title", c.title).get("units", c.units);
  return c;
}

PointCloud cloud_of(const py::object& value) {
  const Fields f(value);
  PointCloud cloud;
  f.get("points", cloud.points).get("origin", cloud.origin);
  const auto faces = borrow_faces(f.at("faces"));
  cloud.faces.assign(faces.span.begin(), faces.span.end());
  for (const Face& face : cloud.faces)
    for (const std::uint32_t v : face)
      if (v >= cloud.points.size()) throw py::value_error("faces: there is no point " + std::to_string(v));
  return cloud;
}

std::shared_ptr<MeshHandle> handle(const Mesh& mesh) { return std::make_shared<MeshHandle>(mesh); }

void bind_readers(py::module_& m) {
  m.def("_load_mesh", [](const py::object& file, const py::object& options) {
    return handle(unlocked([p = path_of(file), o = load_options(options)] { return load_mesh(p, o); }));
  });
  m.def("_load_parts", [](const py::object& file, const py::object& options) {
    py::list list;
    for (const MeshPart& part : unlocked([p = path_of(file), o = load_options(options)] { return load_parts(p, o); }))
      list.append(Record("MeshPart").set("name", part.name).set("mesh", py::cast(handle(part.mesh))).done());
    return list;
  });
  m.def(
      "load_scene",
      [](const py::object& file) {
        return std::make_shared<SceneHandle>(unlocked([p = path_of(file)] { return load_scene(p); }));
      },
      py::arg("file"), R"(Reads a scene file, impinge.scene/1; mesh files are relative to it.

>>> import impinge, pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     file = pathlib.Path(folder) / "scene.json"
...     _ = file.write_text('{"schema": "impinge.scene/1", "objects": [{"name": "a", "shape": {"box": [1, 1, 1]}}]}')
...     impinge.load_scene(file)
<impinge.Scene: 1 object, mm: a>
)");
  m.def(
      "parse_scene",
      [](const std::string& json, const py::object& folder, const std::string& origin) {
        return std::make_shared<SceneHandle>(unlocked([&, p = path_of(folder)] { return parse_scene(json, p, origin); }));
      },
      py::arg("json"), py::arg("folder") = ".", py::arg("origin") = "scene",
      R"(The same from text, mesh files relative to `folder`.

>>> import impinge
>>> scene = impinge.parse_scene('{"schema": "impinge.scene/1", "objects": [{"name": "a", "shape": {"box": [1, 1, 1]}}]}')
>>> scene.names
['a']
)");
  m.def(
      "load_rules", [](const py::object& file) { return to_python(load_rules(path_of(file))); }, py::arg("file"),
      "Reads rules for Scene.set_rules, a list of Rule.");
  m.def(
      "parse_rules", [](const std::string& json, const std::string& origin) { return to_python(parse_rules(json, origin)); },
      py::arg("json"), py::arg("origin") = "rules", "The same from text.");
  m.def("_load_points", [](const py::object& file, const py::object& options) {
    const PointCloud cloud = unlocked([p = path_of(file), o = load_options(options)] { return load_points(p, o); });
    return Record("PointCloud")
        .set("points", cloud.points)
        .set("faces", py::object(faces_array(cloud.faces)))
        .set("origin", cloud.origin)
        .done();
  });
  m.def(
      "load_octree",
      [](const py::object& file) {
        return std::make_shared<Octree>(unlocked([p = path_of(file)] { return load_octree(p); }));
      },
      py::arg("file"), "Reads an octree: .df or .bt.");
  m.def(
      "formats",
      [] {
        py::list list;
        for (const FormatInfo& f : impinge::formats())
          list.append(Record("FormatInfo").set("name", f.name).set("endings", f.endings).set("writes", f.writes).done());
        return list;
      },
      R"(Every format of meshes and octrees.

>>> import impinge
>>> {"STL", "OBJ"} <= {format.name for format in impinge.formats()}
True
)");
  m.def(
      "require_unit", [](const std::string& unit) { impinge::require_unit(unit); }, py::arg("unit"),
      R"(Raises Error unless it is a unit that files are read in.

>>> import impinge
>>> impinge.require_unit("mm")
)");
}

void bind_writers(py::module_& m) {
  m.def(
      "write_mesh",
      [](const MeshHandle& mesh, const py::object& file, const std::string& units) {
        unlocked([&m = mesh.mesh(), &units, p = path_of(file)] { impinge::write_mesh(m, p, units); });
      },
      py::arg("mesh"), py::arg("file"), py::arg("units") = "mm", R"(Writes a mesh by the ending of the file.

>>> import impinge, pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     impinge.write_mesh(impinge.make_box((1, 2, 3)), pathlib.Path(folder) / "box.ply")
...     impinge.load_mesh(pathlib.Path(folder) / "box.ply") == impinge.make_box((1, 2, 3))
True
)");
  m.def(
      "write_parts",
      [](const py::object& parts, const py::object& file, const std::string& units) {
        std::vector<MeshPart> all;
        for (const py::handle part : parts) {
          const Fields f(part);
          std::string name;
          f.get("name", name);
          all.push_back({name, f.at("mesh").cast<MeshHandle&>().mesh()});
        }
        unlocked([&, p = path_of(file)] { impinge::write_parts(all, p, units); });
      },
      py::arg("parts"), py::arg("file"), py::arg("units") = "mm", "Writes several meshes as the parts of one file.");
  m.def(
      "write_octree",
      [](const Octree& octree, const py::object& file) {
        unlocked([&, p = path_of(file)] { impinge::write_octree(octree, p); });
      },
      py::arg("octree"), py::arg("file"), "Writes an octree by the ending of the file: .df or .bt.");
  m.def(
      "write_voxels",
      [](const py::object& values, const py::object& frame, const py::object& file) {
        const auto numbers = borrow_floats(values, "values");
        OctreeFrame f;
        from_python(frame, "frame", f);
        unlocked([&, p = path_of(file)] { impinge::write_voxels(numbers.span, f, p); });
      },
      py::arg("values"), py::arg("frame"), py::arg("file"), "Writes a number for each voxel as an image (.mha).");
  m.def("_write_points", [](const py::object& cloud, const py::object& distances, const py::object& file,
                            const py::object& colours) {
    const auto numbers = borrow_doubles(distances, "distances");
    unlocked([&, c = cloud_of(cloud), o = colours_of(colours), p = path_of(file)] { write_points(c, numbers.span, p, o); });
  });
  m.def("_colour_range", [](const py::object& distances, const py::object& colours) {
    return colour_range(borrow_doubles(distances, "distances").span, colours_of(colours));
  });
}

void bind_pictures(py::module_& m) {
  m.def("_write_picture",
        [](const SceneHandle& scene, const CheckHandle* result, const py::object& file, const py::object& options) {
          const auto state = result != nullptr ? result->scene : scene.share();
          const CheckResult none;
          const PictureOptions o = picture_options(options, &state->scene);
          unlocked([&, p = path_of(file)] { write_picture(state->scene, result != nullptr ? result->result : none, p, o); });
        });
  m.def("_write_distance_picture", [](const py::object& cloud, const py::object& distances, const py::object& file,
                                      const py::object& colours, const py::object& options) {
    const auto numbers = borrow_doubles(distances, "distances");
    const PictureOptions o = picture_options(options, nullptr);
    unlocked([&, c = cloud_of(cloud), k = colours_of(colours), p = path_of(file)] {
      write_distance_picture(c, numbers.span, p, k, o);
    });
  });
  m.def("_write_map_picture", [](const MapHandle& h, const py::object& file, const py::object& options) {
    MapPictureOptions o;
    Fields(options)
        .get("title", o.title)
        .get("a", o.a)
        .get("b", o.b)
        .get("units", o.units)
        .get("range", o.range)
        .get("size", o.size);
    unlocked([&, p = path_of(file)] { write_map_picture(h.map, p, o); });
  });
  m.def("_write_map_raw", [](const MapHandle& h, const py::object& file, const py::object& layer) {
    MapLayer which = MapLayer::gap;
    from_python(layer, "layer", which);
    unlocked([&, p = path_of(file)] { write_map_raw(h.map, p, which, h.scene->scene.units); });
  });
  m.def("_write_map_mesh", [](const MapHandle& h, const py::object& file, double range) {
    unlocked([&, p = path_of(file)] { write_map_mesh(h.scene->scene, h.a, h.b, h.map, p, range); });
  });
}

}  // namespace

void bind_io(py::module_& m) {
  bind_readers(m);
  bind_writers(m);
  bind_pictures(m);
}

}  // namespace impinge::python
