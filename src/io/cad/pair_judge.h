// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <impinge/io/cad.h>

#include "io/cad/cad_body.h"
#include "io/cad/facet_tree.h"
#include "io/cad/pair_facts.h"

namespace impinge::io {

constexpr double kSame = 1e-9;  ///< of the coordinates: what counts as one surface

/// What is known of the true surfaces of two objects.
struct TruePair {
  double low = 0, high = 0;           ///< of the distance of the surfaces
  bool apart = false;                 ///< no two points are common: proved
  bool overlap = false;               ///< some ball lies in both: proved
  bool a_in = false, b_in = false;    ///< a point of a lies in b, and the other way: proved, where they are apart
  bool a_out = false, b_out = false;  ///< a point of a lies outside of b, and the other way: proved
  bool meet = false;                  ///< they have a point in common: proved
  bool parted = false;                ///< they have no inner point in common: proved
  double open = 0;                    ///< the bound that leaves it open, where it is none of these
  double ball = 0;                    ///< such a ball round the common point lies in both
  Vec3 a_point = Vec3::Zero(), b_point = Vec3::Zero();  ///< nearest points of the facets, or a point in both
  bool estimated = false;                               ///< a bound that counts is an estimate
};

/// Judges one pair; refines shapes as it goes.
class PairJudge {
 public:
  PairJudge(TrueObject& a, TrueObject& b, const CadSettleOptions& options) : a_(a), b_(b), options_(options) {}

  /// `reach`: distances beyond it do not matter.
  TruePair judge(double reach);
  std::uint64_t refined() const { return refined_; }

  /// Winding number of an object at a point, from the solid angles of its facets as they are now.
  static double winding(const TrueObject& object, const Vec3& p);
  /// Whether a point is in the true solid; false where that is not proved. The tree has all facets within `reach` of it.
  bool surely_in(const TrueObject& object, const FacetTree& tree, const Vec3& p, double reach) const;

  /// How much less or more than the overlap of the facets as loaded the true one can be: what lies within the bounds of
  /// those near both.
  double shell_volume() const;
  /// The least extent of the box that both have in common, bounds included.
  double common_width() const;
  /// A translation no longer than this parts them: along an axis, or the normal of a contact.
  double least_way() const;

 private:
  struct Meeting {
    const Facet *a, *b;
    NearestPoints points;
  };
  /// What two faces have between them where their facets are within the bounds.
  struct Contact {
    bool shared = false;  ///< one surface, from opposite sides
  };
  void gather(double reach);
  TruePair look(std::vector<Meeting>& meetings, double reach);
  const PairFact& fact(const Facet& a, const Facet& b);
  static bool share_point(const Facet& a, const Facet& b);
  double apart_by_walls(double most);
  static double reached(const Facet& a, const Facet& b, const WorldSurface& of_a, const WorldSurface& of_b);
  bool prove_parted(double reach, TruePair& pair);
  bool prove_overlap(const std::vector<Meeting>& meetings, double reach, TruePair& pair);
  static bool looks_outside(const TrueObject& object, const FacetTree::Clear& clear, const Vec3& p);
  bool in_both(const Vec3& p, double reach, TruePair& pair);
  bool probe_box(double reach, TruePair& pair);
  bool probe_vertices(bool of_a, const std::vector<Meeting>& meetings, double reach, TruePair& pair);
  void find_outside(double reach, TruePair& pair);
  void tell_outside(std::vector<Meeting>& meetings, double reach, TruePair& pair);
  bool some_corner_in(const FacetTree& own, const TrueObject& other, const FacetTree& tree, double reach) const;
  bool refine(const std::vector<Meeting>& meetings, double limit);
  std::uint64_t refine_object(TrueObject& object, const std::vector<const Facet*>& facets);

  TrueObject& a_;
  TrueObject& b_;
  const CadSettleOptions& options_;
  FacetTree tree_a_{{}}, tree_b_{{}};
  FacetBox box_a_, box_b_;
  double size_ = 0;  // of coordinates, for rounding
  std::map<std::array<std::uint32_t, 4>, PairFact> facts_;
  std::map<std::array<std::uint32_t, 4>, Contact> contacts_;  // part and face of a, and of b
  bool estimates_ = false;                                    // behind what walls have proved
  std::uint64_t refined_ = 0;
};

}  // namespace impinge::io
