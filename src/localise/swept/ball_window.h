// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "pairs/contact_query.h"

namespace impinge {

/// A part of a step.
struct BallWindow {
  double from, until;
};

/// When the balls around two rigid bodies touch; nothing if they do not. The whole query where a body deforms.
std::optional<BallWindow> ball_window(const ContactQuery& query);

}  // namespace impinge
