// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/robot.h>

#include "arrays.h"

/// What both files about robots need.
namespace impinge::python {

/// Objects and links as place_robot() gave them.
PlacedRobot placed_robot(const py::object& value);

}  // namespace impinge::python
