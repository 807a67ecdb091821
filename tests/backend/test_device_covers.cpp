// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Conservative lists of each device, by every way it draws, against the processor's.
#include <cmath>

#include "backend/device_case.h"
#include "raster/raster_bodies.h"
#include "raster/view/raster_mesh.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

constexpr int kRangeSlack = 1;  // steps, where drivers divide in another way

Vec3 rounded(const Vec3& p) { return {std::round(p.x()), std::round(p.y()), std::round(p.z())}; }

// Whether a closed cell and a face's shadow have a point in common, by separating lines in integers.
bool meets(const RasterTriangle& t, int column, int row) {
  const std::int64_t x[] = {column * 256LL, column * 256LL + 256}, y[] = {row * 256LL, row * 256LL + 256};
  const auto parted = [&](std::int64_t nx, std::int64_t ny) {
    std::int64_t face[2] = {INT64_MAX, INT64_MIN}, cell[2] = {INT64_MAX, INT64_MIN};
    for (int i = 0; i < 3; ++i) {
      const std::int64_t at = nx * t.x[i] + ny * t.y[i];
      face[0] = std::min(face[0], at);
      face[1] = std::max(face[1], at);
    }
    for (int i = 0; i < 4; ++i) {
      const std::int64_t at = nx * x[i % 2] + ny * y[i / 2];
      cell[0] = std::min(cell[0], at);
      cell[1] = std::max(cell[1], at);
    }
    return face[1] < cell[0] || cell[1] < face[0];
  };
  if (parted(1, 0) || parted(0, 1)) return false;
  for (int i = 0; i < 3; ++i)
    if (parted(t.y[(i + 1) % 3] - t.y[i], t.x[i] - t.x[(i + 1) % 3])) return false;
  return true;
}

class DeviceCovers : public DeviceCase {
 protected:
  // Every face in every cell that it meets.
  void expect_no_cell_missed(const RasterScene& scene, const RasterView& view, const CoverList& lists,
                             const std::string& what) {
    for (std::uint32_t o = 0; o < scene.objects.size(); ++o) {
      const RasterMesh mesh(view, *scene.objects[o].mesh);
      for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
        const RasterTriangle t = mesh.triangle(f);
        for (int row = 0; row < view.rows(); ++row)
          for (int column = 0; column < view.columns(); ++column) {
            if (!meets(t, column, row)) continue;
            ++met_;
            const auto list = lists.list(static_cast<std::size_t>(row * view.columns() + column));
            ASSERT_TRUE(std::any_of(list.begin(), list.end(), [&](const Cover& c) { return c.object == o && c.face == f; }))
                << what << ", face " << f << " of " << o << ", cell " << column << ' ' << row;
          }
      }
    }
  }

  // Ranges of depths may differ by a step at each end; what the processor lists, the card lists, and nothing else.
  void expect_same_covers(const RasterScene& scene, const RasterView& view, const std::string& what) {
    const CoverList cpu(view, scene.objects, INT32_MIN, INT32_MAX, scene.control);
    const auto by_face = [](std::span<const Cover> list) {
      std::vector<Cover> sorted(list.begin(), list.end());
      std::sort(sorted.begin(), sorted.end(),
                [](const Cover& x, const Cover& y) { return std::tie(x.object, x.face) < std::tie(y.object, y.face); });
      return sorted;
    };
    for (const Drawing drawing : drawings()) {
      const std::string here = what + ", " + to_string(drawing);
      device().drawing = drawing;
      const CoverList card(view, scene.objects, INT32_MIN, INT32_MAX, scene.control, &device());
      ASSERT_EQ(device().take_notes(), "") << here;
      expect_no_cell_missed(scene, view, card, here);
      for (std::size_t c = 0; c < view.cells(); ++c) {
        const std::span<const Cover> list = card.list(c);
        ASSERT_TRUE(std::is_sorted(list.begin(), list.end(), [](const Cover& x, const Cover& y) { return x.low < y.low; }))
            << here << ", cell " << c;
        const std::vector<Cover> x = by_face(cpu.list(c)), y = by_face(list);
        ASSERT_EQ(x.size(), y.size()) << here << ", cell " << c;
        for (std::size_t k = 0; k < x.size(); ++k) {
          ASSERT_EQ(std::tie(x[k].object, x[k].face), std::tie(y[k].object, y[k].face)) << here << ", cell " << c;
          ASSERT_LE(std::abs(x[k].low - y[k].low), kRangeSlack) << here << ", cell " << c;
          ASSERT_LE(std::abs(x[k].high - y[k].high), kRangeSlack) << here << ", cell " << c;
        }
      }
    }
    covers_ += drawings().size() * cpu.size();
  }

  std::uint64_t covers_ = 0, met_ = 0;
};

TEST_P(DeviceCovers, ConservativeListsAreTheProcessors) {
  std::cout << "conservative cells by the rasteriser: " << opened.info.conservative << '\n';
  Dice dice(82);
  for (int i = 0; i < case_count(40, 400); ++i) {
    const auto body = [&] {
      return (dice.chance(0.5) ? random_soup(dice, 60, 1, 5) : soup_of(random_body(dice)))
          .shifted(dice.point(-50, 50))
          .mesh();
    };
    RasterScene scene({body(), body()});
    const Vec3 direction = dice.chance(0.5) ? Vec3(Vec3::Unit(dice.integer(0, 2))) : dice.point(-1, 1);
    const RasterView view = scene.view(direction, dice.integer(1, 100));
    expect_same_covers(scene, view, "case " + std::to_string(i));
    // A part of a finer view: faces reach far out of it.
    const RasterView fine = view.finer(dice.integer(2, 40));
    const int side = std::min({fine.columns(), fine.rows(), 60});
    const int row = dice.integer(0, fine.rows() - side), column = dice.integer(0, fine.columns() - side);
    expect_same_covers(scene, fine.part(row, row + side, column, column + side), "part " + std::to_string(i));
  }
  std::cout << met_ << " meetings of a face and a cell, by every way, all listed; " << covers_ << " listed\n";
}

// Faces that a rasteriser likes to lose: slivers, faces seen edge on, points, edges and corners on the borders of cells.
TEST_P(DeviceCovers, ThinFacesAreInTheConservativeLists) {
  Dice dice(86);
  for (int i = 0; i < case_count(30, 300); ++i) {
    const auto body = [&] {
      Soup soup;
      for (int f = 0; f < 40; ++f) {
        const Vec3 a = dice.point(-50, 50), along = dice.point(-40, 40);
        const double off = std::pow(10.0, -dice.integer(0, 12));
        const Vec3 near = a + dice.real(0, 1) * along + off * dice.point(-1, 1);
        const int kind = dice.integer(0, 3);
        if (kind == 0) soup.add_triangle(a, a + along, near);
        if (kind == 1) soup.add_triangle(a, a + Vec3(0, 0, dice.integer(1, 9)), a + along);
        if (kind == 2) soup.add_triangle(a, a + 1e-6 * dice.point(-1, 1), a + 1e-6 * dice.point(-1, 1));
        if (kind == 3) soup.add_triangle(rounded(a), rounded(a + along), rounded(near));
      }
      return soup.mesh();
    };
    RasterScene scene({body(), body()});
    expect_same_covers(scene, scene.view(Vec3::Unit(dice.integer(0, 2)), dice.integer(1, 120)), "case " + std::to_string(i));
  }
}

// A driver may end a long loop without a word, so lists of thousands are the processor's, and the notes say so.
TEST_P(DeviceCovers, VeryLongListsAreLeftToTheProcessor) {
  for (const int rings : {20, 60, 100}) {
    RasterScene scene({make_sphere(1, rings, rings), make_box({1.5, 1.5, 1.5})});
    const RasterView view = scene.view({0.2, -0.1, -0.5}, 1);
    if (rings == 20) {
      expect_same_covers(scene, view, "short");
      continue;
    }
    const CoverList cpu(view, scene.objects, INT32_MIN, INT32_MAX, scene.control),
        card(view, scene.objects, INT32_MIN, INT32_MAX, scene.control, &device());
    EXPECT_NE(device().take_notes(), "");
    ASSERT_EQ(card.list(0).size(), cpu.list(0).size());
    for (std::size_t k = 0; k < cpu.list(0).size(); ++k) ASSERT_EQ(card.list(0)[k].low, cpu.list(0)[k].low);
  }
}

IMPINGE_FOR_EACH_DEVICE(DeviceCovers);

}  // namespace
}  // namespace impinge::test
