// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/robot.h>

#include <span>
#include <string>
#include <string_view>

namespace impinge::cli {

/// An SRDF with these pairs. `before` is that of the robot, or empty: all of it stays but its disabled pairs.
std::string srdf_text(const Robot& robot, std::span<const LinkPairFinding> findings, std::string_view before);

/// The word of SRDF for a pair that is left out; empty for one that is checked.
std::string_view srdf_reason(LinkPairKind kind);

}  // namespace impinge::cli
