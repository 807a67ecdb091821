// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <impinge/experiments.h>

#include "base/control.h"
#include "exact/swept_contact.h"

namespace impinge {

/// What it took.
struct ContactCounts {
  std::uint64_t candidates = 0;          ///< face pairs whose swept boxes meet
  std::uint64_t culled = 0;              ///< of them, those with a dropped face
  double localise_ms = 0, exact_ms = 0;  ///< where the two do not overlap
};

/// The first contact of each query. All strategies find the same. `progress`, if given, is told how far the search is.
std::vector<std::optional<FoundContact>> first_contacts(std::span<const ContactQuery> queries, Swept swept,
                                                        Parallel parallel, Control& control, ContactCounts& counts,
                                                        const Progress* progress = nullptr);

}  // namespace impinge
