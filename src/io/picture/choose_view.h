// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "io/picture/picture_contact.h"

namespace impinge {

/// Fills in the angles that the options leave open: the usual ones, or those of a view that shows clearly more of the
/// contacts. `solid` are the objects that hide what is behind them.
PictureOptions choose_view(const PictureOptions& options, const Scene& scene, const WorldVertices& vertices,
                           const std::vector<bool>& solid, const std::vector<ContactMark>& marks);

}  // namespace impinge
