// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "experiment.h"

namespace impinge::bench::papers {

/// Figure 7 of Shinya & Forgue: a teapot falls onto the Mandelbrot field and bounces, one check a picture.
Figure teapot_fall(const Setting& setting);

}  // namespace impinge::bench::papers
