// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <span>
#include <string>

namespace impinge {

/// The picture of write_picture as the bytes of a PNG file. With a `frame` it shows the part of the scene that these points
/// are in, with some of their surroundings.
std::string paint_picture(const Scene& scene, const CheckResult& result, const PictureOptions& options,
                          std::span<const Vec3> frame);

}  // namespace impinge
