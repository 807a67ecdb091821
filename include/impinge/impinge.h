// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

/// What users of the core library need. The `io` component adds <impinge/io.h>; baselines and variants of the papers are in
/// <impinge/experiments.h>.
#include <impinge/answer.h>
#include <impinge/convex.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/mesh.h>
#include <impinge/octree.h>
#include <impinge/overlap.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

#define IMPINGE_VERSION_MAJOR 0
#define IMPINGE_VERSION_MINOR 1
#define IMPINGE_VERSION_PATCH 0

namespace impinge {

/// Version of the library at run time, "major.minor.patch".
IMPINGE_EXPORT const char* version() noexcept;

}  // namespace impinge
