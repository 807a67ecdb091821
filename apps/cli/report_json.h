// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>

#include <span>

#include <nlohmann/json.hpp>

namespace impinge::cli {

/// Keys stay in the order in which they are written.
using Json = nlohmann::ordered_json;

Json point_json(const Vec3& point);
Json bounded_json(const Bounded& x);

/// How an answer was found, the same in every document.
Json to_json(const Stats& stats);

/// The directions that a raster looked along.
Json views_json(std::span<const ViewChoice> views);

}  // namespace impinge::cli
