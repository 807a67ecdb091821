// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The kernel's triangles of each face, joined along edges by topology, not by place: the nodes of an edge are those of its
// one discretisation, so a closed solid gives a closed mesh. Sides on edges know their parameters.
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Vertex.hxx>

#include <algorithm>
#include <cmath>
#include <map>

#include "cad/bound_curves.h"
#include "cad/kernel.h"

namespace impinge::cad {
namespace {

struct NodeOnEdge {
  std::int32_t coedge;
  double t;
};

class FaceReader {
 public:
  FaceReader(TrueShape& shape, io::CadShape& out) : shape_(shape), out_(out) {
    TopExp::MapShapes(shape.shape, TopAbs_EDGE, edges_);
    TopExp::MapShapes(shape.shape, TopAbs_VERTEX, corners_);
    shape_.edges.resize(edges_.Extent());
    for (int i = 1; i <= edges_.Extent(); ++i) {
      double first, last;
      if (!BRep_Tool::Degenerated(TopoDS::Edge(edges_(i))))
        shape_.edges[i - 1] = BRep_Tool::Curve(TopoDS::Edge(edges_(i)), first, last);
    }
  }

  void read(const TopoDS_Face& face);
  void finish();

 private:
  std::uint32_t point(const gp_Pnt& p) {
    out_.points.push_back({p.X(), p.Y(), p.Z()});
    return static_cast<std::uint32_t>(out_.points.size() - 1);
  }
  // Along the surface the two may differ: what has been projected onto it passes its edge at another pace.
  void note_edge(const TrueFace& face, const gp_Pnt2d& uv, const io::Point3& p) {
    gp_Pnt on;
    gp_Vec along_u, along_v;
    face.surface->D1(uv.X(), uv.Y(), on, along_u, along_v);
    const gp_Vec normal = along_u ^ along_v, way(on, gp_Pnt(p[0], p[1], p[2]));
    const double length = normal.Magnitude();
    out_.off = std::max(out_.off, length > 0 ? std::abs(way * normal) / length : way.Magnitude());
  }
  // The point of a node of an edge, made when it is first met.
  std::uint32_t edge_point(int edge, int node, int nodes, bool closed_face_end, const gp_Pnt& p);
  void read_edges(const TopoDS_Face& face, const Handle(Poly_Triangulation) & mesh, const TopLoc_Location& location,
                  std::uint32_t number, std::vector<std::uint32_t>& points);

  TrueShape& shape_;
  io::CadShape& out_;
  TopTools_IndexedMapOfShape edges_, corners_;
  std::map<int, std::uint32_t> at_corner_;
  std::map<std::pair<int, int>, std::uint32_t> on_edge_;
  std::map<std::pair<int, int>, std::vector<std::array<NodeOnEdge, 2>>> sides_;  // of this face, by its nodes
  std::vector<io::CadTriangle> flat_;                                            // two corners at one point
};

std::uint32_t FaceReader::edge_point(int edge, int node, int nodes, bool degenerated, const gp_Pnt& p) {
  if (node == 1 || node == nodes || degenerated) {
    TopoDS_Vertex ends[2];
    TopExp::Vertices(TopoDS::Edge(edges_(edge).Oriented(TopAbs_FORWARD)), ends[0], ends[1]);
    const TopoDS_Vertex& end = ends[node == nodes && !degenerated ? 1 : 0];
    if (!end.IsNull()) {
      const auto [at, fresh] = at_corner_.try_emplace(corners_.FindIndex(end), 0);
      if (fresh) at->second = point(p);
      return at->second;
    }
  }
  const auto [at, fresh] = on_edge_.try_emplace({edge, node}, 0);
  if (fresh) at->second = point(p);
  return at->second;
}

void FaceReader::read_edges(const TopoDS_Face& face, const Handle(Poly_Triangulation) & mesh,
                            const TopLoc_Location& location, std::uint32_t number, std::vector<std::uint32_t>& points) {
  sides_.clear();
  for (TopExp_Explorer it(face.Oriented(TopAbs_FORWARD), TopAbs_EDGE); it.More(); it.Next()) {
    const TopoDS_Edge& edge = TopoDS::Edge(it.Current());
    const int index = edges_.FindIndex(edge);
    const Handle(Poly_PolygonOnTriangulation) polygon = BRep_Tool::PolygonOnTriangulation(edge, mesh, location);
    if (index == 0 || polygon.IsNull()) continue;
    double first, last;
    Handle(Geom2d_Curve) curve = BRep_Tool::CurveOnSurface(edge, TopoDS::Face(face.Oriented(TopAbs_FORWARD)), first, last);
    // A seam has two curves on the surface; which of them goes with these nodes is told by where they are.
    if (!curve.IsNull() && polygon->HasParameters() && BRep_Tool::IsClosed(edge, face)) {
      const TopoDS_Edge other = TopoDS::Edge(edge.Reversed());
      const Handle(Geom2d_Curve) twin =
          BRep_Tool::CurveOnSurface(other, TopoDS::Face(face.Oriented(TopAbs_FORWARD)), first, last);
      const gp_Pnt2d uv = mesh->UVNode(polygon->Nodes()(1));
      const double t = polygon->Parameters()->Value(1);
      if (!twin.IsNull() && twin->Value(t).Distance(uv) < curve->Value(t).Distance(uv)) curve = twin;
    }
    const auto coedge = static_cast<std::int32_t>(shape_.coedges.size());
    shape_.coedges.push_back({number, static_cast<std::uint32_t>(index - 1), bounded(curve)});
    const int nodes = polygon->NbNodes();
    for (int i = 1; i <= nodes; ++i) {
      const int node = polygon->Nodes()(i);
      points[node] = edge_point(index, i, nodes, BRep_Tool::Degenerated(edge), mesh->Node(node).Transformed(location));
      if (i == 1 || curve.IsNull() || !polygon->HasParameters()) continue;
      const int before = polygon->Nodes()(i - 1);
      const auto& t = polygon->Parameters()->Array1();
      sides_[std::minmax(before, node)].push_back(before < node
                                                      ? std::array<NodeOnEdge, 2>{{{coedge, t(i - 1)}, {coedge, t(i)}}}
                                                      : std::array<NodeOnEdge, 2>{{{coedge, t(i)}, {coedge, t(i - 1)}}});
    }
  }
}

void FaceReader::read(const TopoDS_Face& face) {
  const auto number = static_cast<std::uint32_t>(shape_.faces.size());
  TrueFace& known = shape_.faces.emplace_back();
  known.face = face;
  io::CadFace& described = out_.faces.emplace_back();
  describe(known, described);
  described.turned = face.Orientation() == TopAbs_REVERSED;
  TopLoc_Location location;
  const Handle(Poly_Triangulation) mesh = BRep_Tool::Triangulation(face, location);
  if (mesh.IsNull() || mesh->NbTriangles() == 0 || !mesh->HasUVNodes()) {
    ++out_.unmeshed;
    return;
  }
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> points(mesh->NbNodes() + 1, kNone);
  read_edges(face, mesh, location, number, points);
  for (int i = 1; i <= mesh->NbNodes(); ++i)
    if (points[i] == kNone)
      points[i] = point(mesh->Node(i).Transformed(location));
    else
      note_edge(known, mesh->UVNode(i), out_.points[points[i]]);
  std::map<std::pair<int, int>, int> uses;
  double turned = 0;
  for (int i = 1; i <= mesh->NbTriangles(); ++i) {
    std::array<int, 3> nodes;
    mesh->Triangle(i).Get(nodes[0], nodes[1], nodes[2]);
    if (described.turned) std::swap(nodes[1], nodes[2]);
    io::CadTriangle triangle;
    triangle.face = number;
    for (int k = 0; k < 3; ++k) {
      const gp_Pnt2d uv = mesh->UVNode(nodes[k]);
      triangle.corners[k] = points[nodes[k]];
      triangle.uv[k] = {uv.X(), uv.Y()};
      const int from = nodes[k], to = nodes[(k + 1) % 3];
      ++uses[std::minmax(from, to)];
      const auto side = sides_.find(std::minmax(from, to));
      if (side == sides_.end()) continue;
      const auto& ends = side->second.front();
      triangle.sides[k] = {ends[0].coedge, ends[from < to ? 0 : 1].t, ends[from < to ? 1 : 0].t};
    }
    const auto& uv = triangle.uv;
    const double area = (uv[1][0] - uv[0][0]) * (uv[2][1] - uv[0][1]) - (uv[1][1] - uv[0][1]) * (uv[2][0] - uv[0][0]);
    if (turned == 0) turned = area;
    // A fold in the parameters would leave part of the face under no triangle of its own.
    if (area * turned < 0 && known.surface.IsNull() == false && std::abs(area) > 1e-12 * std::abs(turned))
      described.estimated = true;
    const auto& c = triangle.corners;
    (c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ? flat_ : out_.triangles).push_back(triangle);
  }
  // What is not inside must be on an edge, or the face has a hole that the file does not have.
  for (const auto& [nodes, times] : uses)
    if (times == 1 && !sides_.contains(nodes)) described.estimated = true;
}

void FaceReader::finish() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> neighbours;
  const auto bound = [&](io::CadTriangle& t) {
    bool estimated = false;
    t.bound =
        bound_of(shape_, t, {out_.points[t.corners[0]], out_.points[t.corners[1]], out_.points[t.corners[2]]}, estimated);
    if (estimated) out_.faces[t.face].estimated = true;
  };
  for (io::CadTriangle& t : out_.triangles) bound(t);
  if (flat_.empty()) return;
  for (std::size_t i = 0; i < out_.triangles.size(); ++i)
    for (int k = 0; k < 3; ++k)
      neighbours[std::minmax(out_.triangles[i].corners[k], out_.triangles[i].corners[(k + 1) % 3])].push_back(i);
  // A triangle at a pole is a line in space: its piece of the surface is near its neighbours.
  // Spheres and cones are told by their nearest points, which need no parameters.
  for (io::CadTriangle& t : flat_) {
    const io::SurfaceKind kind = shape_.faces[t.face].form.kind;
    if (kind == io::SurfaceKind::sphere || kind == io::SurfaceKind::cone) continue;
    bound(t);
    for (int k = 0; k < 3; ++k) {
      const auto side = std::minmax(t.corners[k], t.corners[(k + 1) % 3]);
      if (side.first == side.second) continue;
      for (const std::size_t i : neighbours[side]) out_.triangles[i].bound = std::max(out_.triangles[i].bound, t.bound);
    }
  }
}

}  // namespace

void tessellate(TrueShape& shape, const io::CadOptions& options, io::CadShape& out) {
  IMeshTools_Parameters parameters;
  parameters.Angle = options.angle;
  parameters.InParallel = options.threads != 1;
  parameters.Deflection = options.deflection;
  if (!(parameters.Deflection > 0)) {
    Bnd_Box box;
    BRepBndLib::Add(shape.shape, box, Standard_False);
    parameters.Deflection = box.IsVoid() ? 0.1 : std::max(1e-4, 1e-3 * std::sqrt(box.SquareExtent()));
  }
  const BRepMesh_IncrementalMesh mesher(shape.shape, parameters);
  FaceReader reader(shape, out);
  for (TopExp_Explorer it(shape.shape, TopAbs_FACE); it.More(); it.Next()) reader.read(TopoDS::Face(it.Current()));
  reader.finish();
  for (const Coedge& coedge : shape.coedges) out.coedges.push_back({coedge.face, coedge.edge});
}

}  // namespace impinge::cad
