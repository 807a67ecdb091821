// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
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

/// A segment along which two faces meet. Where a body meets itself, the places beside a contact are not told by one face of
/// each body: the contact is then cut into pieces along which nothing changes, and the faces around each piece are ordered
/// by signs of exact determinants, so that one ray tells all wedges.
class ContactLine {
 public:
  /// The ends differ.
  ContactLine(const ExactPoint& first, const ExactPoint& last, const Body& a, const Body& b);

  /// A point inside every piece of the segment between the planes and edges of all faces near it.
  std::vector<ExactPoint> middles() const;

  /// The wedges around such a point. Nothing if every ray from it met an edge.
  std::optional<LineFan> fan_at(const ExactPoint& middle) const;

 private:
  // A vector up to a positive factor.
  struct Direction {
    Exact x, y, z;
  };
  // A linear form on homogeneous points.
  struct Form {
    Exact x, y, z, w;
    Exact at(const ExactPoint& p) const { return x * p.x + y * p.y + z * p.z + w * p.w; }
  };
  // Half of the plane of a face, beside the line.
  struct Sheet {
    Direction off;     // from the line to a corner of the face
    Direction normal;  // along the line x off
    bool of_a;
    int step;  // change of the winding number when it is passed with growing angle
  };
  // A face in whose plane the line lies.
  struct FaceAlong {
    Form edges[3];  // positive on the inner side, as seen along an axis
    std::vector<Sheet> sheets;
  };

  static Exact dot(const Direction& a, const Direction& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  static Direction cross(const Direction& a, const Direction& b);
  static Form plane_of(const Triangle& t);
  static Form line_of(const Vec3& a, const Vec3& b, int axis);
  void add_faces(const Body& body, bool is_a);
  void add_face(const Triangle& t, bool is_a);
  void add_cut(const Form& form);
  std::vector<const Sheet*> sheets_from(const Direction& ray, const ExactPoint& middle) const;

  ExactPoint first_, last_;
  RayStart first_start_, last_start_;
  const Body &a_, &b_;
  Direction along_;
  std::vector<ExactPoint> cuts_;
  std::vector<FaceAlong> faces_;
};

}  // namespace impinge
