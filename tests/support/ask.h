// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Questions to the engine about two bodies, and what must hold of every answer.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <impinge/engine.h>
#include <impinge/experiments.h>
#include <support/soup.h>

namespace impinge::test {

/// Words of methods, as in Stats.
using Words = std::vector<std::string>;

/// The choice, and every localiser of the table whose face pairs the exact stage decides: all answer alike.
std::span<const Method> face_methods();

struct Question {
  Pose a_pose{}, b_pose{};
  std::optional<double> clearance{};
  std::optional<int> level{};
  Broad broad = Broad::sweep_boxes;
  std::optional<Method> method{};  ///< if not given, questions take turns through all of them
};

/// The answer for the two bodies; verdict disjoint with everything else empty where the engine lists nothing.
/// Fails the running test where the answer contradicts itself.
PairAnswer ask(const Mesh& a, const Mesh& b, const Question& question = {});

/// The pairs of faces of one mesh that meet beyond what they share.
std::vector<FacePair> ask_self(const Mesh& mesh, std::optional<int> level = {});

/// What must hold of any answer: counts, order, distance and witness fit the verdict.
void expect_consistent(const PairAnswer& answer, const CheckOptions& options);

/// The vertices where the pose puts them.
std::vector<Vec3> world_vertices(const Mesh& mesh, const Pose& pose);

/// Distance of a point from a triangle, in doubles.
double point_distance(const Vec3& point, const Vec3& p, const Vec3& q, const Vec3& r);

/// Checks that the witness's points lie on the faces it names, to a share of the size of the bodies.
void expect_witness_on_faces(const PairAnswer& answer, const Mesh& a, const Mesh& b, const Question& question);

/// One number for everything in the answer that must not depend on threads or repetition; times are left out.
std::uint64_t answer_hash(const CheckResult& result);

}  // namespace impinge::test
