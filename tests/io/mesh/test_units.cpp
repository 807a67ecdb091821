// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/units.h"

#include <gtest/gtest.h>
#include <impinge/io.h>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

TEST(Units, knowsSixAndNoMore) {
  for (const char* unit : {"m", "cm", "mm", "um", "in", "ft"}) EXPECT_NO_THROW(require_unit(unit));
  for (const char* unit : {"", "MM", "km", "inch", "mm "}) {
    test::expect_error(ErrorCode::bad_argument, {"unit", "um"}, [&] { require_unit(unit); });
  }
}

TEST(Units, convertsWithOneRoundingWhereItCan) {
  EXPECT_EQ(io::unit_scale("m", "mm")(0.25), 250);
  EXPECT_EQ(io::unit_scale("mm", "m")(250), 0.25);
  EXPECT_EQ(io::unit_scale("in", "mm")(10), 254);
  EXPECT_EQ(io::unit_scale("mm", "in")(254), 10);
  EXPECT_EQ(io::unit_scale("ft", "in")(1), 12);
  EXPECT_EQ(io::unit_scale("in", "in")(0.1), 0.1);
  EXPECT_EQ(io::unit_scale("um", "mm")(1), 0.001);
}

TEST(Units, wrongOneIsRefusedBeforeTheFileIsOpened) {
  test::expect_error(ErrorCode::bad_argument, {"parsec"},
                     [] { load_mesh("there is no such file.stl", {.units = "parsec"}); });
}

}  // namespace
}  // namespace impinge
