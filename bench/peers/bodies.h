// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>
#include <impinge/scene.h>

#include <array>
#include <memory>
#include <vector>

namespace impinge::bench {

/// How deep the two bodies are in each other, by the distance of their centres.
enum class Contact : std::uint8_t { apart, graze, shallow, deep };

inline constexpr std::array kContacts{Contact::apart, Contact::graze, Contact::shallow, Contact::deep};

const char* to_string(Contact contact) noexcept;

/// Distance of the centres in radii: 2.05, 1.97, 1.2, 0.1.
double offset_of(Contact contact) noexcept;

/// A body in its own frame: at rest (0) and deformed a little (1), with the same faces.
struct Body {
  std::array<std::vector<Vec3>, 2> states;
  std::vector<Face> faces;
};

/// Two displaced spheres of radius 1, different from each other, of about that many triangles each.
struct BodyPair {
  std::shared_ptr<const Body> a, b;
};
BodyPair make_bodies(std::uint32_t triangles);

/// The pair where it stands. Body a is in its own frame; b has a pose of its own, with a rotation. Both works with poses and
/// works with world coordinates see the same doubles: b_world is what world_point gives.
struct PlacedPair {
  std::shared_ptr<const Body> a, b;
  Contact contact = Contact::apart;
  Pose b_pose;
  std::array<std::vector<Vec3>, 2> b_world;

  std::span<const Vec3> a_vertices(int state) const { return a->states[state]; }
  std::span<const Vec3> b_vertices(int state) const { return b_world[state]; }
};
PlacedPair place_bodies(const BodyPair& bodies, Contact contact);

}  // namespace impinge::bench
