// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <impinge/answer.h>

#include "answer/verdict/common_faces.h"
#include "answer/verdict/contact_faces.h"
#include "answer/verdict/contact_line.h"
#include "answer/verdict/face_neighbours.h"
#include "answer/verdict/face_planes.h"
#include "answer/verdict/region_sides.h"
#include "answer/verdict/seen_edges.h"
#include "base/lent.h"

namespace impinge {

/// Which kinds of places exist around the surfaces of two bodies. Every cell of space but the unbounded one is bounded by a
/// piece of a surface, so looking beside each piece finds all kinds there are.
struct Evidence {
  bool both = false;                         ///< inside both bodies
  bool only_a = false;                       ///< inside a, outside b
  bool only_b = false;                       ///< inside b, outside a
  bool a_inside = false, a_outside = false;  ///< a piece of a's surface strictly inside, outside b
  bool b_inside = false, b_outside = false;  ///< a piece of b's surface strictly inside, outside a

  void add(int winding_a, int winding_b) {
    both = both || (winding_a != 0 && winding_b != 0);
    only_a = only_a || (winding_a != 0 && winding_b == 0);
    only_b = only_b || (winding_a == 0 && winding_b != 0);
  }
  bool overlap_settled() const { return both && only_a && only_b; }
};

/// Gathers the evidence, cheapest first, until nothing new can change the verdict.
class EvidenceSearch {
 public:
  EvidenceSearch(const Body& a, const Body& b, std::span<const FacePair> meeting, const RegionView& region);

  ~EvidenceSearch() {
    for (Side* side : {&a_, &b_}) {
      Lent<int>::give(side->group_windings);
      Lent<std::uint32_t>::give(side->outside);
    }
  }
  EvidenceSearch(const EvidenceSearch&) = delete;
  EvidenceSearch& operator=(const EvidenceSearch&) = delete;

  const Evidence& run();
  /// A corner of one body strictly inside the other, if the search came across one.
  const std::optional<Vec3>& inner_point() const { return inner_point_; }

 private:
  // Where a corner lies in the other body.
  struct CornerPlace {
    bool on_surface;
    int winding;
  };
  struct Side {
    const Body& body;
    const Body& other;
    bool is_a;
    ContactFaces contacts;
    std::size_t rays = 0;           // cast for the sides of contact faces
    std::size_t own_looks = 0;      // at faces of this body, whether they meet another one
    std::vector<bool> meets_own{};  // the same of all faces, once it is asked of many
    std::optional<CornerFaces> corner_faces{};
    std::vector<bool> touched{};
    std::span<const std::uint32_t> corners{};             // numbers of places, once they are needed: the same for both sides
    std::vector<std::uint32_t> planes{};                  // of faces in contact: equal only where they are one plane
    std::vector<bool> places{};                           // that corners of faces with a plane have, by their numbers
    bool overlaps = false;                                // faces of this body were seen to meet each other
    std::vector<std::vector<std::uint32_t>> groups{};     // faces without contact that are connected
    std::vector<std::uint32_t> heads{};                   // a face of each
    std::vector<int> group_windings = Lent<int>::take();  // of the other body, at the groups that were looked at
    std::vector<std::uint32_t> group_of_corner{};         // the group of faces without contact at a corner, if any
    std::vector<std::optional<CornerPlace>> corner_places{};           // of corners that were looked at
    std::vector<std::uint32_t> outside = Lent<std::uint32_t>::take();  // the groups outside the other body
    std::vector<std::uint32_t> outside_faces{};                        // faces that touch the other body and lie outside it
  };

  bool settled() const;
  bool containment_open() const;
  ContactFace& contact(Side& side, std::uint32_t face) { return side.contacts[face]; }
  bool is_simple(Side& side, std::uint32_t face);
  const FaceSides& sides_of(Side& side, std::uint32_t face);
  static const CornerFaces& corner_faces(Side& side);
  const std::vector<bool>& touched(Side& side) const;
  void spread_sides(Side& side, std::uint32_t face);
  bool surfaces_equal();
  void number_planes();
  static void mark_places(Side& side);
  static bool known_coplanar(const Side& side, std::uint32_t face, const Side& other, std::uint32_t other_face);
  int side_of_plane(const Side& side, std::uint32_t face, const Side& other, std::uint32_t other_face, int corner);
  bool on_one_side(const Side& side, std::uint32_t face, std::uint32_t other_face);
  static bool has_corner(const Side& side, std::uint32_t face, const Side& other, std::uint32_t other_vertex);
  bool meets_at_border(const FacePair& pair);
  void add(const Side& side, int own, int other);
  void add_surface(const Side& side, int other);

  void look_at_crossing_pair(const FacePair& pair);
  void look_in_region(const FacePair& pair);
  void add_crossing_pair(const FaceSides& a, const FaceSides& b);
  bool coplanar_known(const FacePair& pair);
  void look_at_coplanar(const FacePair& pair);
  void look_at_edges(Side& edge_side, std::uint32_t edge_face, Side& face_side, std::uint32_t face);
  void look_at_fan(Side& edge_side, std::uint32_t edge_face, int edge, Side& face_side, std::uint32_t face);
  void look_along_edges(Side& side, std::uint32_t face);
  static bool is_flat(Side& side, std::uint32_t face, int edge);
  static bool goes_on(Side& side, std::uint32_t face, int edge);
  void look_along_edge(const Vec3& u, const Vec3& v);
  void look_along_waiting_edges();
  void look_along_whole(const Vec3& u, const Vec3& v);
  void look_along(const Triangle& t, const Triangle& u);
  void look_around(const ContactLine& line);
  void look_beyond_contacts();
  std::span<const std::uint32_t> find_free_groups(Side& side);
  std::span<const std::uint32_t> group(Side& side, std::uint32_t index);
  void look_at_free_groups(Side& side);
  void look_at_outside_groups_soon();
  void look_at_outside_groups(Side& side);
  void look_at_group_sides(Side& side, std::span<const std::uint32_t> faces, int other);
  void look_at_touched_faces(Side& side);
  bool is_corner_of_other(const Side& side, std::uint32_t corner) const;
  std::optional<int> winding_at_corner(Side& side, std::uint32_t corner) const;
  std::optional<int> winding_inside(Side& side, std::uint32_t face) const;
  void add_sides(Side& side, std::uint32_t face, int other);
  bool meets_itself(Side& side);
  void look_at_own_contacts(Side& side);

  Side a_, b_;
  std::span<const FacePair> meeting_;
  RegionView region_;
  int region_looks_ = 0;
  Evidence evidence_;
  std::optional<Vec3> inner_point_;
  std::optional<CommonFaces> common_;
  // Segments that look_along has been to: neighbouring faces share them.
  struct Earlier {
    using Segment = std::pair<ExactPoint, ExactPoint>;
    bool operator()(const Segment& x, const Segment& y) const {
      const int first = compare_lexicographic(x.first, y.first);
      return first != 0 ? first < 0 : compare_lexicographic(x.second, y.second) < 0;
    }
  };
  std::set<Earlier::Segment, Earlier> seen_;
  std::optional<FacePlanes> face_planes_;
  PlaneNumbers planes_;
  std::set<std::array<double, 6>> asked_edges_;
  std::vector<std::pair<Vec3, Vec3>> waiting_edges_;
  SeenEdges seen_edges_;
  SeenPieces seen_pieces_;
};

}  // namespace impinge
