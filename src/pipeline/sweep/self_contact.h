// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/experiments.h>

#include "base/control.h"
#include "exact/swept_contact.h"

namespace impinge {

/// All of them between two moments of the step, ordered by faces.
std::vector<SelfContact> self_contacts(const SweptObject& object, const MeshTopology& topology, Parallel parallel,
                                       Control& control, double from, double until);

/// The earliest of them.
std::optional<SelfContact> first_self_contact(const SweptObject& object, const MeshTopology& topology, Parallel parallel,
                                              Control& control, double from, double until);

}  // namespace impinge
