// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: T. Akenine-Möller, Fast 3D Triangle-Box Overlap Testing, 2001; bounds set up once for each triangle as in
// M. Schwarz, H.-P. Seidel, Fast parallel surface and solid voxelization on GPUs, 2010. Margins as in base/triangle_box.cpp.
#include "localise/face_octree/face_octree_touch.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/face_octree/face_octree_touch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t touched_cells(const TouchTest& t, const CellMiddles& cells) {
  const hn::CappedTag<double, 8> d;
  std::uint64_t touched = 0;
  for (size_t i = 0; i < cells.count; i += hn::Lanes(d)) {
    hn::Vec<decltype(d)> p[3][3];
    for (size_t k = 0; k < 3; ++k) {
      const auto middle = hn::LoadU(d, cells.at[k] + i);
      for (size_t j = 0; j < 3; ++j) p[j][k] = hn::Sub(hn::Set(d, t.corner[j][k]), middle);
    }
    const auto height =
        hn::Add(hn::Add(hn::Mul(hn::Set(d, t.normal[0]), p[0][0]), hn::Mul(hn::Set(d, t.normal[1]), p[0][1])),
                hn::Mul(hn::Set(d, t.normal[2]), p[0][2]));
    auto apart = hn::Gt(hn::Abs(height), hn::Set(d, t.plane_reach));
    for (size_t j = 0; j < 3; ++j)
      for (size_t k = 0; k < 3; ++k) {
        const size_t u = (k + 1) % 3, v = (k + 2) % 3, opposite = (j + 2) % 3;
        const auto eu = hn::Set(d, t.edge[j][u]), ev = hn::Set(d, t.edge[j][v]), reach = hn::Set(d, t.reach[j][k]);
        const auto on_edge = hn::Sub(hn::Mul(p[j][u], ev), hn::Mul(p[j][v], eu));
        const auto beyond = hn::Sub(hn::Mul(p[opposite][u], ev), hn::Mul(p[opposite][v], eu));
        apart = hn::Or(apart, hn::Gt(hn::Min(on_edge, beyond), reach));
        apart = hn::Or(apart, hn::Lt(hn::Max(on_edge, beyond), hn::Neg(reach)));
      }
    std::uint8_t bytes[8] = {};  // Highway may write eight
    hn::StoreMaskBits(d, hn::Not(apart), bytes);
    touched |= std::uint64_t{bytes[0]} << i;
  }
  return cells.count < 64 ? touched & ((std::uint64_t{1} << cells.count) - 1) : touched;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr double kMargin = 0x1p-47;  // of the products behind a projection: about twelve roundings of 2^-53 each

HWY_EXPORT(touched_cells);

}  // namespace

TouchTest::TouchTest(const Triangle& t, const Vec3& half) {
  const Box box = box_of(t);
  const Vec3 far = box.high - box.low + 2 * half;  // a corner from the middle of a box that meets the triangle's box
  const double largest = std::max({box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff(), half.maxCoeff()});
  sure_ = largest < 0x1p250 && largest > 0x1p-250;
  if (!sure_) return;
  const double error = 0x1p-50 * largest;
  const Vec3 e[3] = {t.p[1] - t.p[0], t.p[2] - t.p[1], t.p[0] - t.p[2]};
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      const double eu = std::fabs(e[j][u]), ev = std::fabs(e[j][v]);
      corner[j][k] = t.p[j][k];
      edge[j][k] = e[j][k];
      const double size = (half[u] + far[u]) * ev + (half[v] + far[v]) * eu;
      reach[j][k] = half[u] * ev + half[v] * eu + kMargin * size + 4 * error * (eu + ev);
    }
  const Vec3 n = cross(e[0], e[1]), a0 = e[0].cwiseAbs(), a1 = e[1].cwiseAbs();
  // Products behind each component of n, without cancellation.
  const Vec3 n_size(a0.y() * a1.z() + a0.z() * a1.y(), a0.z() * a1.x() + a0.x() * a1.z(), a0.x() * a1.y() + a0.y() * a1.x());
  for (int k = 0; k < 3; ++k) normal[k] = n[k];
  plane_reach = half.dot(n.cwiseAbs()) + kMargin * n_size.dot(half + far) +
                8 * error * (n_size.sum() + (a0.sum() + a1.sum()) * (half.sum() + far.sum()));
}

std::uint64_t TouchTest::touched(const CellMiddles& cells) const {
  if (!sure_) return ~std::uint64_t{0};
  return HWY_DYNAMIC_DISPATCH(touched_cells)(*this, cells);
}

}  // namespace impinge
#endif
