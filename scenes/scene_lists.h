// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>

#include "scenes/scenes.h"

namespace impinge::scenes {

/// The scenes of each file, in the order in which named_scenes() lists them.
std::span<const NamedScene> constructed_scenes() noexcept;
std::span<const NamedScene> report_scenes() noexcept;
std::span<const NamedScene> teeth_scenes() noexcept;
std::span<const NamedScene> polyhedra_scenes() noexcept;
std::span<const NamedScene> teapot_scenes() noexcept;

std::span<const NamedMotion> teapot_motions() noexcept;
std::span<const NamedMotion> sphere_motions() noexcept;

}  // namespace impinge::scenes
