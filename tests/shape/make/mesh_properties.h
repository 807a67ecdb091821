// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

#include <impinge/mesh.h>

namespace impinge {

/// Six times the volume enclosed, over six; positive if normals point outwards.
double signed_volume(const Mesh& mesh);

/// Face pairs of one mesh that meet beyond what they share, by exact tests over all pairs whose boxes meet.
std::uint64_t count_self_pairs(const Mesh& mesh);

/// A hash over every bit of vertices and faces.
std::uint64_t mesh_hash(const Mesh& mesh);

/// Non-fatal test failures for everything that a closed generator must not do: open, non-manifold or inconsistent edges,
/// degenerate or duplicate faces, unused vertices, normals inwards, self-interference.
void expect_sound_solid(const Mesh& mesh);

}  // namespace impinge
