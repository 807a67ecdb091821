// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "answer/body/body.h"
#include "answer/verdict/contact_fan.h"

namespace impinge {

/// The faces at each corner of an object.
class CornerFaces {
 public:
  explicit CornerFaces(const WorldObject& object);

  /// The face on the other side of the edge from corner u to corner v; nothing unless the two are alone at it.
  std::optional<std::uint32_t> across(std::uint32_t face, std::uint32_t u, std::uint32_t v) const;

 private:
  const WorldObject& object_;
  std::vector<std::uint32_t> first_, faces_;  // those of corner c: faces_[first_[c]] to before faces_[first_[c + 1]]
};

/// True if a face of the same body meets this one beyond what they share; both have an area. Counts the faces it had to
/// look at.
bool meets_own_face(const Body& body, std::uint32_t face, std::size_t& looked_at);

/// Calls visit(g, triangle of g) for the other faces with an area from the first one on whose boxes meet that of this face,
/// which has an area too, until it says no.
void visit_near_own_faces(const Body& body, std::uint32_t face, std::uint32_t first,
                          const std::function<bool(std::uint32_t, const Triangle&)>& visit);

/// True if two faces of an object meet beyond what they share.
bool own_faces_meet(const WorldObject& object, std::uint32_t f, std::uint32_t g);

/// The non-degenerate faces at the edge from corner u to corner v; the given face comes first.
std::vector<FanFace> faces_around(const Body& body, std::uint32_t face, std::uint32_t u, std::uint32_t v);

}  // namespace impinge
