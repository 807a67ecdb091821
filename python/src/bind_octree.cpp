// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/experiments.h>
#include <impinge/octree.h>

#include "handles.h"
#include "octrees.h"
#include "watch.h"

namespace impinge {

py::object to_python(const OctreeFrame& f) {
  return python::Record("OctreeFrame").set("origin", f.origin).set("voxel", f.voxel).set("level", f.level).done();
}

void from_python(py::handle value, const char*, OctreeFrame& f) {
  python::Fields(value).get("origin", f.origin).get("voxel", f.voxel).get("level", f.level);
}

namespace python {

py::object cubes_array(std::span<const OctreeCube> cubes) {
  static_assert(sizeof(OctreeCube) == 16);
  py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(cubes.size()), py::ssize_t{4}});
  if (!cubes.empty()) std::memcpy(array.mutable_data(), cubes.data(), cubes.size_bytes());
  return array;
}

std::vector<OctreeCube> read_cubes(const py::object& value) {
  const py::array given = py::array::ensure(value);
  if (!given) throw py::error_already_set();
  if (given.size() > 0 &&
      (given.ndim() != 2 || given.shape(1) != 4 || (given.dtype().kind() != 'u' && given.dtype().kind() != 'i')))
    throw py::value_error("cubes: whole numbers of shape (n, 4) are expected: x, y, z and edge");
  if (given.size() > 0 && given.attr("min")().cast<double>() < 0)
    throw py::value_error("cubes: numbers from 0 on are expected");
  const auto array = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>::ensure(given);
  std::vector<OctreeCube> cubes(static_cast<std::size_t>(array.size() / 4));
  if (!cubes.empty()) std::memcpy(static_cast<void*>(cubes.data()), array.data(), cubes.size() * sizeof(OctreeCube));
  return cubes;
}

namespace {

using OctreePtr = std::shared_ptr<Octree>;

OctreeFrame frame_of(const py::object& value) {
  OctreeFrame frame;
  from_python(value, "frame", frame);
  return frame;
}

template <typename Make>
OctreePtr made(const Make& make) {
  return std::make_shared<Octree>(unlocked(make));
}

void bind_class(py::module_& m) {
  py::class_<Octree, OctreePtr> octree(
      m, "Octree", R"(An octree in linear form: its black nodes, condensed, so that equal sets of voxels are equal octrees.

>>> import impinge
>>> tree = impinge.make_octree(impinge.make_box((1, 1, 1)), level=3)
>>> tree.voxel_count > 0, tree.holds((0, 0, 0))
(True, True)
)");
  octree.def(py::init([](const py::object& frame, const py::object& cubes) {
               const OctreeFrame f = frame_of(frame);
               return cubes.is_none() ? std::make_shared<Octree>(f) : std::make_shared<Octree>(f, read_cubes(cubes));
             }),
             py::arg("frame"), py::arg("cubes") = py::none());
  octree.def_static(
      "from_df",
      [](const py::object& frame, const py::bytes& code, std::uint64_t nodes) {
        const std::string_view text = code;
        return std::make_shared<Octree>(
            Octree::from_df(frame_of(frame), {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, nodes));
      },
      py::arg("frame"), py::arg("code"), py::arg("nodes"), "From the DF code, see df().");
  octree.def(
      "df",
      [](const Octree& o) {
        std::uint64_t nodes = 0;
        const auto code = o.df(nodes);
        return py::make_tuple(py::bytes(reinterpret_cast<const char*>(code.data()), code.size()), nodes);
      },
      "The DF code, and how many nodes it has.");
  octree.def_property_readonly(
      "frame", [](const Octree& o) { return to_python(o.frame()); }, "Root and voxels, an OctreeFrame.");
  octree.def_property_readonly(
      "nodes",
      [](const Octree& o) { return copy_of<std::uint64_t>(o.nodes(), {static_cast<py::ssize_t>(o.nodes().size())}); },
      "The black nodes: Morton code of the lowest voxel times 16, plus the height.");
  octree.def_property_readonly(
      "cubes", [](const Octree& o) { return cubes_array(o.cubes()); },
      "(n, 4): the black nodes as cubes, x, y, z and edge.");
  octree.def_property_readonly("voxel_count", &Octree::voxel_count, "How many voxels are black.");
  octree.def_property_readonly("volume", &Octree::volume, "Volume of what is black.");
  octree.def("black", &Octree::black, py::arg("x"), py::arg("y"), py::arg("z"), "True if that voxel is black.");
  octree.def(
      "holds", [](const Octree& o, const py::object& p) { return o.holds(read_vec3(p, "point")); }, py::arg("point"),
      "True if the closed black cubes hold the point.");
  octree.def(
      "faces_of",
      [](const Octree& o, std::size_t node) {
        if (node >= o.nodes().size()) throw py::index_error("the octree has " + std::to_string(o.nodes().size()) + " nodes");
        const auto faces = o.faces_of(node);
        return copy_of<std::uint32_t>(faces, {static_cast<py::ssize_t>(faces.size())});
      },
      py::arg("node"), "The faces that a black node touches, where the octree was made with them.");
  octree.def(
      "__eq__", [](const Octree& a, const Octree& b) { return a == b; }, py::is_operator());
  octree.def("__len__", [](const Octree& o) { return o.nodes().size(); });
  octree.def("__repr__", [](const Octree& o) {
    return "<impinge.Octree: level " + std::to_string(o.frame().level) + ", " + std::to_string(o.nodes().size()) +
           " black nodes, " + std::to_string(o.voxel_count()) + " voxels>";
  });
  octree.def("__reduce__", [](const py::object& self) {
    return py::make_tuple(self.get_type(), py::make_tuple(self.attr("frame"), self.attr("cubes")));
  });
}

void bind_sets(py::module_& m) {
  const auto binary = [&m](const char* name, Octree (*of)(const Octree&, const Octree&), const char* doc) {
    m.def(
        name, [of](const Octree& a, const Octree& b) { return made([&] { return of(a, b); }); }, py::arg("a"), py::arg("b"),
        doc);
  };
  binary("unite", &impinge::unite, R"(Black in one or both; the frames must be the same.

>>> import impinge
>>> frame = impinge.OctreeFrame(level=3)
>>> low, high = impinge.Octree(frame, [[0, 0, 0, 4]]), impinge.Octree(frame, [[0, 0, 0, 1], [4, 4, 4, 4]])
>>> impinge.unite(low, high).voxel_count
128
)");
  binary("intersect", &impinge::intersect, R"(Black in both.

>>> import impinge
>>> frame = impinge.OctreeFrame(level=3)
>>> impinge.intersect(impinge.Octree(frame, [[0, 0, 0, 8]]), impinge.Octree(frame, [[4, 0, 0, 2]])).cubes.tolist()
[[4, 0, 0, 2]]
)");
  binary("subtract", &impinge::subtract, R"(Black in a and not in b.

>>> import impinge
>>> frame = impinge.OctreeFrame(level=3)
>>> impinge.subtract(impinge.Octree(frame, [[0, 0, 0, 8]]), impinge.Octree(frame, [[4, 0, 0, 2]])).voxel_count
504
)");
  m.def(
      "share_voxel", [](const Octree& a, const Octree& b) { return unlocked([&] { return impinge::share_voxel(a, b); }); },
      py::arg("a"), py::arg("b"), R"(True if some voxel is black in both.

>>> import impinge
>>> frame = impinge.OctreeFrame(level=3)
>>> impinge.share_voxel(impinge.Octree(frame, [[0, 0, 0, 4]]), impinge.Octree(frame, [[4, 0, 0, 4]]))
False
)");
}

}  // namespace

void bind_octree(py::module_& m) {
  bind_class(m);
  bind_sets(m);
  m.def("_make_octree", [](const MeshHandle& mesh, const py::object& options) {
    OctreeMaking o;
    Fields(options)
        .get("level", o.level)
        .get("kind", o.kind)
        .get("rule", o.rule)
        .get("link_faces", o.link_faces)
        .get("frame", o.frame);
    return made([&mesh = mesh.mesh(), &o] { return make_octree(mesh, o); });
  });
  m.def("_compacted", [](const Octree& octree, const py::object& options) {
    Compaction c;
    Fields(options).get("scans", c.scans).get("restarts", c.restarts).get("seed", c.seed);
    return cubes_array(unlocked([&] { return compacted(octree, c); }));
  });
  m.def("_move_octree", [](const Octree& source, const py::object& pose, const py::object& frame, const py::object& options,
                           const py::object& counts) {
    OctreeMoving moving;
    OctreeExperiments ways;
    Fields(options).get("rule", moving.rule).get("grow", moving.grow).get("motion", ways.motion).get("parts", ways.parts);
    const Pose placed = read_pose(pose);
    const OctreeFrame target = frame_of(frame);
    const auto cubes = source.cubes();
    MotionCounts done;
    auto moved = made([&] { return move_octree(cubes, source.frame(), placed, target, moving, ways, &done); });
    if (!counts.is_none()) {
      counts.attr("cubes") = done.cubes;
      counts.attr("tests") = done.tests;
    }
    return moved;
  });
  m.def(
      "swept_octree",
      [](const Octree& source, const py::object& path, const py::object& frame) {
        const auto poses = read_poses(path);
        const OctreeFrame target = frame_of(frame);
        const auto cubes = source.cubes();
        return made([&] { return swept_octree(cubes, source.frame(), poses, target); });
      },
      py::arg("source"), py::arg("path"), py::arg("target_frame"),
      R"(All that the source passes on its way through the poses (n, 4, 4).

>>> import impinge
>>> source = impinge.Octree(impinge.OctreeFrame(level=3), [[0, 0, 0, 1]])
>>> impinge.swept_octree(source, impinge.poses_at([[0, 0, 0], [4, 0, 0]]), source.frame).holds((2.5, 0.5, 0.5))
True
)");
  m.def(
      "clearance_map",
      [](const Octree& octree) {
        const py::ssize_t n = octree.frame().voxels();
        return take<float>(unlocked([&] { return clearance_map(octree); }), {n, n, n});
      },
      py::arg("octree"), R"(For each voxel, [z, y, x], a lower bound on the distance of its points from the black cubes.

>>> import impinge
>>> impinge.clearance_map(impinge.Octree(impinge.OctreeFrame(level=2), [[0, 0, 0, 1]])).shape
(4, 4, 4)
)");
  m.def(
      "octree_surface",
      [](const Octree& octree, std::uint64_t max_faces) {
        return std::make_shared<MeshHandle>(unlocked([&] { return octree_surface(octree, max_faces); }));
      },
      py::arg("octree"), py::arg("max_faces") = std::uint64_t{1} << 31,
      R"(The surface between black and white voxels, closed.

>>> import impinge
>>> impinge.octree_surface(impinge.Octree(impinge.OctreeFrame(level=2), [[0, 0, 0, 1]])).closed
True
)");
}

}  // namespace python
}  // namespace impinge
