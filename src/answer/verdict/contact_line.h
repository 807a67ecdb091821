// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "answer/body/body.h"

namespace impinge {

/// What is known of the wedges between the faces of both bodies around one point of a contact.
struct LineFan {
  /// Winding numbers in a wedge; 0 for open bodies.
  struct Wedge {
    int a, b;
  };
  /// Faces of one body where the other has none, and the winding number of the other there.
  struct Wall {
    bool of_a;
    int other;
  };
  std::vector<Wedge> wedges;
  std::vector<Wall> walls;
};

/// Numbers of planes of the faces of both bodies, where they are known: faces with one number lie in one plane.
struct PlaneNumbers {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::span<const std::uint32_t> a{}, b{};
  std::size_t count = 0;  ///< all numbers but kNone are below it
};

/// A segment along which two faces meet. Where a body meets itself, the places beside a contact are not told by one face of
/// each body: the contact is then cut into pieces along which nothing changes, and the faces around each piece are ordered
/// by signs of exact determinants, so that one ray tells all wedges.
class ContactLine {
 public:
  /// The ends differ. Those of edges are best given as vertices: most signs are then told by filters.
  ContactLine(const RayStart& first, const RayStart& last, const Body& a, const Body& b, const PlaneNumbers& planes = {});

  /// A point inside every piece of the segment between the planes and edges of all faces near it.
  std::vector<ExactPoint> middles() const;

  /// The wedges around such a point. Nothing if every ray from it met an edge.
  std::optional<LineFan> fan_at(const ExactPoint& middle) const;

 private:
  friend class SeenPieces;

  // A linear form on homogeneous points.
  struct Form {
    Exact x, y, z, w;
    Exact at(const ExactPoint& p) const { return x * p.x + y * p.y + z * p.z + w * p.w; }
  };
  // Half of the plane of a face, beside the line.
  struct HalfPlane {
    Vec3 corner;  // of the face, off the line
    bool of_a;
    int step;  // change of the winding number when it is passed with growing angle
  };
  using HalfPlanes = std::vector<std::vector<const HalfPlane*>>;
  // An edge of a face, in whose shadow along an axis the line passes from one side to the other.
  struct Border {
    Vec3 p, q;
    int axis;
    double rough;  // where, see Cut
    bool after;    // the face is on the later part of the line
  };
  // A face in whose plane the line lies. It holds the points of the line that are on the right side of all borders.
  struct FaceAlong {
    std::vector<Border> borders;
    std::vector<HalfPlane> half_planes;
  };
  // A vector up to a positive factor.
  struct Direction {
    Exact x, y, z;
    const Exact& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  };

  static Form plane_of(const Triangle& t);
  static Form line_of(const Vec3& a, const Vec3& b, int axis);
  Direction off(const Vec3& corner) const;
  Direction normal_of(const Direction& off) const;
  int side_in_shadow(const Vec3& corner, int axis) const;
  int turn(const Vec3& from, const Vec3& to) const;
  int turn_from_ray(const Vec3& ray, const Vec3& to) const;
  // A point of the line, and how far along it that is, from 0 to 1.
  struct Cut {
    ExactPoint point;
    double rough;
  };
  // How a plane lies to the line.
  struct PlaneSides {
    signed char first = 0, last = 0;
    bool known = false, cut = false;
  };

  void add_faces(const Body& body, bool is_a);
  void add_near_face(const Triangle& t, std::uint32_t face, bool is_a, PlaneSides& plane);
  void add_face(const Triangle& t, bool is_a);
  bool add_border(const Vec3& p, const Vec3& q, const int (&sides)[2], int axis, FaceAlong& face);
  double add_cut(const Form& form);
  double add_cut(const Vec3& corner);
  double rough_place(const ExactPoint& p) const;
  bool holds(const FaceAlong& face, const ExactPoint& middle, double rough) const;
  int compare_cuts(const Cut& x, const Cut& y) const;
  HalfPlanes half_planes_from(const Vec3& ray, const ExactPoint& middle) const;
  LineFan walk_around(const HalfPlanes& half_planes, LineFan::Wedge here) const;

  RayStart first_, last_;
  bool at_vertices_;
  int forward_;  // 1 if the line runs in lexicographic order, else -1
  const Body &a_, &b_;
  PlaneNumbers planes_;
  std::vector<PlaneSides> sides_;                       // of the planes that have numbers
  std::vector<std::uint32_t> a_in_plane_, b_in_plane_;  // faces in whose planes the line lies, in order
  Direction along_;
  int long_axis_ = 0;  // along which the line extends
  std::vector<Cut> cuts_;
  std::vector<Vec3> corner_cuts_;
  std::vector<FaceAlong> faces_;
};

/// Edges of neighbours and of coincident walls run along each other: the pieces of lines that were looked at already.
class SeenPieces {
 public:
  /// False if the piece with this middle, along this line, was added before.
  bool add(const ContactLine& line, const ExactPoint& middle);

 private:
  struct Piece {
    ExactPoint middle;
    ContactLine::Direction along;
  };
  std::map<std::array<double, 3>, std::vector<Piece>> pieces_;  // by the rounded middle
};

}  // namespace impinge
