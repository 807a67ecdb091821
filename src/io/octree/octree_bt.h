// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>

#include <impinge/octree.h>

namespace impinge::io {

/// The bytes of an OctoMap binary tree. Throws Error (unsupported) that names the file.
std::string bt_text(const Octree& octree, const std::string& file);

}  // namespace impinge::io
