// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <optional>
#include <span>

#include <impinge/engine.h>

#include "base/kept_memory.h"
#include "pipeline/meet/parted_pairs.h"
#include "pipeline/prepared/prepared_shapes.h"
#include "scene/world.h"

namespace impinge {

/// False for a body of which a part may be missing: it reaches farther than its faces, so that its ball tells nothing.
inline bool has_ball(const SceneObject& o, OpenBodies open) {
  return open == OpenBodies::surface || o.mesh.report().sound();
}

/// What one caller remembers from question to question: distances of pairs that were apart, and face pairs that met.
struct HitMemory {
  static constexpr std::size_t kRecent = 4;
  struct Hit {
    std::uint32_t own = 0, other = 0;  ///< the moving object by its place among them, and the other one by its id
    FacePair faces;
  };

  PartedPairs parted;
  std::array<Hit, kRecent> recent{};  ///< a ring
  std::size_t hits = 0;               ///< how many there were in all
};

/// Objects that stand elsewhere than in the scene, one after another, against those that do not move: do they meet? Balls
/// around the latter are placed once, so that a question costs little more than one comparison for each of them.
class HitQuestion {
 public:
  /// Against all objects but the moving ones, and those that are `left_out`, by their ids. The scene does not change as long
  /// as this lives. Throws Error (unsupported) for an object that only lines tell about.
  HitQuestion(const Scene& scene, std::span<const ObjectId> moving, const PreparedShapes& shapes, OpenBodies open,
              std::span<const std::uint8_t> left_out = {});

  /// The first other object, by its id, that the moving one has a point in common with. `object` is the moving object of
  /// that place among them where it stands now.
  std::optional<ObjectId> first_hit(std::uint32_t own, const SceneObject& object, PartedPairs& parted,
                                    const CancelCallback& is_cancelled, HitMemory* memory = nullptr) const;

  /// True if a face pair that met lately meets again: of neighbouring poses most do.
  bool hits_again(std::uint32_t own, const SceneObject& object, const HitMemory& memory) const;

 private:
  struct Own {
    Group group;
    PreparedShapes::Tree tree;  // none if it is not prepared
    bool has_ball;
  };
  struct Other {
    const SceneObject* object;
    Ball ball;  // infinite if it is not prepared
    std::uint32_t id;
  };

  const Scene& scene_;
  const PreparedShapes& shapes_;
  OpenBodies open_;
  KeptVector<Own> own_;
  KeptVector<Other> others_;
};

}  // namespace impinge
