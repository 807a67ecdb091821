// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Two looks at a block of faces. The first, in integers of 32 bits, leaves out faces without a centre in the window and
// finds the centres of small ones by the signs of three edge functions; the second has the planes of those that are left.
#include "raster/draw/raster_faces.h"

#include <algorithm>
#include <utility>

#include "raster/draw/raster_spans.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/draw/raster_faces.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using IntTag = hn::ScalableTag<std::int32_t>;
using Ints = hn::Vec<IntTag>;
using RealTag = hn::ScalableTag<double>;
using Reals = hn::Vec<RealTag>;
using HalfIntTag = hn::Rebind<std::int32_t, RealTag>;

constexpr int kBlockLanes = FaceBlock::kFaces;

// Corners of a block side by side.
struct FaceCorners {
  std::int32_t x[3][kBlockLanes], y[3][kBlockLanes], z[3][kBlockLanes];
};

// What the first look finds.
struct FaceCover {
  std::int32_t column[kBlockLanes], row[kBlockLanes], column_end[kBlockLanes], row_end[kBlockLanes];
  std::int32_t lower[kBlockLanes], upper[kBlockLanes];  // centres of rows 0 to 3 and 4 to 7, a bit each
  std::int32_t area[kBlockLanes];
  std::int32_t kind[kBlockLanes];  // 0 nothing to draw, 1 small, 2 large
};

inline Ints centres_from(Ints steps) { return hn::ShiftRight<8>(hn::Add(steps, hn::Set(IntTag(), kSubcells / 2 - 1))); }

// An edge function less one at the first centre, and its steps from centre to centre: not negative where a centre is in.
struct LaneEdge {
  Ints value, step_x, step_y;

  LaneEdge(Ints xa, Ints ya, Ints xb, Ints yb, Ints turn) {
    const IntTag d;
    const Ints zero = hn::Zero(d);
    const Ints dx = hn::Mul(hn::Sub(xb, xa), turn), dy = hn::Mul(hn::Sub(yb, ya), turn);
    // A centre on the edge belongs to the face by the half-open rule, or not.
    const auto own = hn::Or(hn::Lt(dy, zero), hn::And(hn::Eq(dy, zero), hn::Gt(dx, zero)));
    const Ints at = hn::Sub(hn::Mul(dy, xa), hn::Mul(dx, ya));
    value = hn::Sub(at, hn::IfThenElse(own, zero, hn::Set(d, 1)));
    step_x = hn::ShiftLeft<8>(hn::Neg(dy));
    step_y = hn::ShiftLeft<8>(dx);
  }
  void next_row() { value = hn::Add(value, step_y); }
};

// The centres of up to four rows, eight bits a row.
inline Ints centres_of_rows(LaneEdge& a, LaneEdge& b, LaneEdge& c, int columns, int rows) {
  const IntTag d;
  const hn::RebindToUnsigned<IntTag> u;
  Ints found = hn::Zero(d);
  for (int row = 0; row < rows; ++row) {
    Ints ea = a.value, eb = b.value, ec = c.value;
    auto bits = hn::Zero(u);
    for (int column = 0; column < columns; ++column) {
      // The sign of the or is set where one of them is; bits come in at the top.
      const auto in = hn::ShiftRight<31>(hn::Not(hn::BitCast(u, hn::Or(hn::Or(ea, eb), ec))));
      bits = hn::Or(bits, hn::ShiftLeftSame(in, column));
      ea = hn::Add(ea, a.step_x);
      eb = hn::Add(eb, b.step_x);
      ec = hn::Add(ec, c.step_x);
    }
    found = hn::Or(found, hn::BitCast(d, hn::ShiftLeftSame(bits, 8 * row)));
    a.next_row();
    b.next_row();
    c.next_row();
  }
  return found;
}

inline Ints least(const Ints* v) { return hn::Min(hn::Min(v[0], v[1]), v[2]); }
inline Ints most(const Ints* v) { return hn::Max(hn::Max(v[0], v[1]), v[2]); }

inline void cover_lanes(const FaceCorners& corners, int i, const FaceWindow& w, FaceCover& out) {
  const IntTag d;
  Ints x[3], y[3];
  for (int k = 0; k < 3; ++k) {
    x[k] = hn::LoadU(d, corners.x[k] + i);
    y[k] = hn::LoadU(d, corners.y[k] + i);
  }
  const Ints row0 = centres_from(least(y)), row1 = centres_from(most(y));
  const Ints column0 = centres_from(least(x)), column1 = centres_from(most(x));
  const Ints row_from = hn::Max(row0, hn::Set(d, w.row_begin)), row_to = hn::Min(row1, hn::Set(d, w.row_end));
  const Ints from = hn::Max(column0, hn::Zero(d)), to = hn::Min(column1, hn::Set(d, w.columns));
  const auto reaches = hn::And(hn::Lt(row_from, row_to), hn::Lt(from, to));
  const Ints side = hn::Set(d, kFaceTile + 1);
  const auto small = hn::And(hn::Lt(hn::Sub(row1, row0), side), hn::Lt(hn::Sub(column1, column0), side));
  const auto drawn = hn::And(reaches, small);
  hn::StoreU(hn::IfThenElseZero(reaches, hn::IfThenElse(small, hn::Set(d, 1), hn::Set(d, 2))), d, out.kind + i);
  if (hn::AllFalse(d, drawn)) return;
  hn::StoreU(from, d, out.column + i);
  hn::StoreU(to, d, out.column_end + i);
  hn::StoreU(row_from, d, out.row + i);
  hn::StoreU(row_to, d, out.row_end + i);
  // From the first centre on; lanes that are not drawn are kept from overflowing.
  const Ints origin_x = hn::Add(hn::ShiftLeft<8>(from), hn::Set(d, kSubcells / 2));
  const Ints origin_y = hn::Add(hn::ShiftLeft<8>(row_from), hn::Set(d, kSubcells / 2));
  for (int k = 0; k < 3; ++k) {
    x[k] = hn::IfThenElseZero(drawn, hn::Sub(x[k], origin_x));
    y[k] = hn::IfThenElseZero(drawn, hn::Sub(y[k], origin_y));
  }
  const Ints area =
      hn::Sub(hn::Mul(hn::Sub(x[1], x[0]), hn::Sub(y[2], y[0])), hn::Mul(hn::Sub(x[2], x[0]), hn::Sub(y[1], y[0])));
  const Ints turn = hn::IfThenElse(hn::Gt(area, hn::Zero(d)), hn::Set(d, 1), hn::Set(d, -1));
  LaneEdge a(x[0], y[0], x[1], y[1], turn), b(x[1], y[1], x[2], y[2], turn), c(x[2], y[2], x[0], y[0], turn);
  const int columns = hn::GetLane(hn::MaxOfLanes(d, hn::IfThenElseZero(drawn, hn::Sub(to, from))));
  const int rows = hn::GetLane(hn::MaxOfLanes(d, hn::IfThenElseZero(drawn, hn::Sub(row_to, row_from))));
  const auto flat = hn::Eq(area, hn::Zero(d));
  const Ints lower = centres_of_rows(a, b, c, columns, HWY_MIN(rows, 4));
  const Ints upper = rows > 4 ? centres_of_rows(a, b, c, columns, rows - 4) : hn::Zero(d);
  hn::StoreU(hn::IfThenZeroElse(flat, lower), d, out.lower + i);
  hn::StoreU(hn::IfThenZeroElse(flat, upper), d, out.upper + i);
  hn::StoreU(area, d, out.area + i);
}

// Rows and columns of the window only.
inline std::uint64_t clipped(std::uint64_t centres, int columns, int rows) {
  if (columns < kFaceTile) centres &= 0x0101010101010101u * ((std::uint64_t{1} << columns) - 1);
  if (rows < kFaceTile) centres &= (std::uint64_t{1} << (8 * rows)) - 1;
  return centres;
}

inline Reals as_reals(const std::int32_t* v) { return hn::PromoteTo(RealTag(), hn::LoadU(HalfIntTag(), v)); }

// The operations of RasterPlane in their order.
inline void plane_lanes(const FaceCorners& c, const std::int32_t* area, int i, const FaceWindow& w, FaceBlock& block) {
  const RealTag d;
  const Reals x0 = as_reals(c.x[0] + i), y0 = as_reals(c.y[0] + i), z0 = as_reals(c.z[0] + i);
  const Reals z1 = as_reals(c.z[1] + i), z2 = as_reals(c.z[2] + i);
  const Reals dx1 = hn::Sub(as_reals(c.x[1] + i), x0), dy1 = hn::Sub(as_reals(c.y[1] + i), y0);
  const Reals dx2 = hn::Sub(as_reals(c.x[2] + i), x0), dy2 = hn::Sub(as_reals(c.y[2] + i), y0);
  const Reals dz1 = hn::Sub(z1, z0), dz2 = hn::Sub(z2, z0);
  const Reals whole = as_reals(area + i);
  const Reals inverse = hn::Div(hn::Set(d, 1.0), whole);
  const Reals ax = hn::Mul(hn::Sub(hn::Mul(dz1, dy2), hn::Mul(dz2, dy1)), inverse);
  const Reals ay = hn::Mul(hn::Sub(hn::Mul(dx1, dz2), hn::Mul(dx2, dz1)), inverse);
  const Reals z_low = hn::Min(hn::Min(z0, z1), z2), z_high = hn::Max(hn::Max(z0, z1), z2);
  const Reals range = hn::Sub(z_high, z_low);
  const auto widest = [&](Reals one, Reals two)
                          HWY_ATTR { return hn::Max(hn::Max(hn::Abs(one), hn::Abs(two)), hn::Abs(hn::Sub(two, one))); };
  const Reals extent = hn::Add(widest(dx1, dx2), widest(dy1, dy2));
  const auto thin = hn::Lt(hn::Abs(whole), hn::Mul(hn::Set(d, 8.0), extent));
  const Reals slope = hn::Add(hn::Abs(ax), hn::Abs(ay));
  const Reals steps =
      hn::Add(hn::Mul(slope, hn::Add(hn::Set(d, 2.0), hn::Mul(extent, hn::Set(d, 0x1p-40)))), hn::Set(d, 2.0));
  const Reals bound = hn::Min(hn::Ceil(hn::IfThenElse(thin, range, steps)), hn::Add(range, hn::Set(d, 1.0)));
  hn::StoreU(ax, d, block.ax + i);
  hn::StoreU(ay, d, block.ay + i);
  hn::StoreU(z0, d, block.z0 + i);
  hn::StoreU(z_low, d, block.z_low + i);
  hn::StoreU(z_high, d, block.z_high + i);
  const Reals half = hn::Set(d, double(kSubcells / 2)), cell = hn::Set(d, double(kSubcells));
  const auto from_corner = [&](const std::int32_t* first, Reals corner)
                               HWY_ATTR { return hn::Sub(hn::Add(hn::Mul(as_reals(first + i), cell), half), corner); };
  hn::StoreU(from_corner(block.first_column, x0), d, block.dx + i);
  hn::StoreU(from_corner(block.first_row, y0), d, block.dy + i);
  const HalfIntTag n;
  hn::StoreU(hn::Add(hn::DemoteTo(n, bound), hn::Set(n, w.depth_rounding)), n, block.error + i);
}

// Brings the corners of faces face_of(i) side by side, and fills up lanes behind them. Returns whether some lie too far off.
template <typename FaceOf>
inline bool gather_corners(const RasterCorner* corners, const Face* faces, const FaceOf& face_of, int count, int lanes,
                           FaceCorners& c) {
  bool any_far = false;
  for (int i = 0; i < count; ++i) {
    const Face& face = faces[face_of(i)];
    for (int k = 0; k < 3; ++k) {
      const RasterCorner& p = corners[face[static_cast<std::size_t>(k)]];
      c.x[k][i] = p.x;
      c.y[k][i] = p.y;
      c.z[k][i] = p.z;
      any_far |= RasterMesh::far(p);
    }
  }
  for (int i = count; i < (count + lanes - 1) / lanes * lanes; ++i)
    for (int k = 0; k < 3; ++k) c.x[k][i] = c.y[k][i] = c.z[k][i] = 0;
  return any_far;
}

inline bool far_lane(const FaceCorners& c, int i) {
  return c.x[0][i] == INT32_MIN || c.x[1][i] == INT32_MIN || c.x[2][i] == INT32_MIN;
}

// Moves what is left down in place: small faces with a centre, and the numbers of large ones.
inline void select_faces(const FaceCover& cover, const std::uint32_t* chosen, int count, bool any_far, FaceCorners& c,
                         std::int32_t* area, FaceBlock& block) {
  block.count = block.large_count = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t face = chosen[i];
    const bool is_far = any_far && far_lane(c, i);
    if (is_far || cover.kind[i] != 1) {
      block.large[block.large_count] = face;
      block.large_count += is_far || cover.kind[i] == 2;
      continue;
    }
    const auto lower = static_cast<std::uint32_t>(cover.lower[i]), upper = static_cast<std::uint32_t>(cover.upper[i]);
    const int n = block.count;
    for (int k = 0; k < 3; ++k) {
      c.x[k][n] = c.x[k][i];
      c.y[k][n] = c.y[k][i];
      c.z[k][n] = c.z[k][i];
    }
    area[n] = cover.area[i];
    block.face[n] = face;
    block.centres[n] =
        clipped(lower | std::uint64_t{upper} << 32, cover.column_end[i] - cover.column[i], cover.row_end[i] - cover.row[i]);
    block.first_column[n] = cover.column[i];
    block.first_row[n] = cover.row[i];
    block.entry[n] = cover.area[i] < 0;
    block.count += block.centres[n] != 0;
  }
}

// Faces of a band lie anywhere in a large mesh: they are called for early, and their corners when they are there.
constexpr int kFaceAhead = 32, kCornerAhead = 16;

HWY_INLINE void call_ahead(const RasterCorner* corners, const Face* faces, const std::uint32_t* chosen, int i, int last) {
  hwy::Prefetch(faces + chosen[HWY_MIN(i + kFaceAhead, last)]);
  const Face& face = faces[chosen[HWY_MIN(i + kCornerAhead, last)]];
  for (const std::uint32_t v : face) hwy::Prefetch(corners + v);
}

void set_up_block(const RasterCorner* corners, const Face* faces, const std::uint32_t* chosen, int count, int known,
                  const FaceWindow& window, FaceBlock& block) {
  FaceCorners c;
  FaceCover cover;
  const int lanes = static_cast<int>(hn::Lanes(IntTag()));
  const auto face_of = [&](int i) HWY_ATTR { return chosen[i]; };
  const auto face_called = [&](int i) HWY_ATTR {
    call_ahead(corners, faces, chosen, i, known - 1);
    return chosen[i];
  };
  const bool any_far = known > count ? gather_corners(corners, faces, face_called, count, lanes, c)
                                     : gather_corners(corners, faces, face_of, count, lanes, c);
  for (int i = 0; i < count; i += lanes) cover_lanes(c, i, window, cover);
  std::int32_t area[kBlockLanes];
  select_faces(cover, chosen, count, any_far, c, area, block);
  const int reals = static_cast<int>(hn::Lanes(RealTag()));
  for (int i = block.count; i < (block.count + reals - 1) / reals * reals; ++i) area[i] = 1;
  for (int i = 0; i < block.count; i += reals) plane_lanes(c, area, i, window, block);
}

// Returns whether some corners lie too far off, so that their faces were not looked at.
bool find_rows(const RasterCorner* corners, const Face* faces, std::uint32_t begin, int count, const FaceWindow& w,
               FaceRows& rows) {
  const IntTag d;
  FaceCorners c;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const bool any_far = gather_corners(
      corners, faces, [begin](int i) HWY_ATTR { return begin + static_cast<std::uint32_t>(i); }, count, lanes, c);
  for (int i = 0; i < count; i += lanes) {
    Ints x[3], y[3];
    for (int k = 0; k < 3; ++k) {
      x[k] = hn::LoadU(d, c.x[k] + i);
      y[k] = hn::LoadU(d, c.y[k] + i);
    }
    const Ints from = hn::Max(centres_from(least(x)), hn::Zero(d));
    const Ints to = hn::Min(centres_from(most(x)), hn::Set(d, w.columns));
    const Ints row_to = hn::Min(centres_from(most(y)), hn::Set(d, w.row_end));
    hn::StoreU(hn::Max(centres_from(least(y)), hn::Set(d, w.row_begin)), d, rows.from + i);
    hn::StoreU(hn::IfThenElse(hn::Lt(from, to), row_to, hn::Set(d, w.row_begin)), d, rows.to + i);
  }
  return any_far;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(set_up_block);
HWY_EXPORT(find_rows);

void set_up_faces(const RasterCorner* corners, const Face* faces, std::span<const std::uint32_t> chosen,
                  const FaceWindow& window, FaceBlock& block) {
  const auto known = static_cast<int>(std::min<std::size_t>(chosen.size(), 2 * FaceBlock::kFaces));
  HWY_DYNAMIC_DISPATCH(set_up_block)
  (corners, faces, chosen.data(), std::min<int>(known, FaceBlock::kFaces), known, window, block);
}

namespace {

// Of one face with 64 bits.
void find_far_rows(const RasterTriangle& t, const FaceWindow& w, std::int32_t& from, std::int32_t& to) {
  const auto [left, right] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [low, high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const auto within = [](std::int64_t centre, int least, int most) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(centre, least, most));
  };
  const bool seen = within(first_centre(left), 0, w.columns) < within(first_centre(right), 0, w.columns);
  from = within(first_centre(low), w.row_begin, w.row_end);
  to = seen ? within(first_centre(high), w.row_begin, w.row_end) : w.row_begin;
}

}  // namespace

void find_face_rows(const RasterMesh& mesh, std::uint32_t begin, std::uint32_t end, const FaceWindow& window,
                    FaceRows& rows) {
  const RasterCorner* const corners = mesh.corners().data();
  const auto count = static_cast<int>(end - begin);
  if (!HWY_DYNAMIC_DISPATCH(find_rows)(corners, mesh.faces().data(), begin, count, window, rows)) return;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t face = begin + static_cast<std::uint32_t>(i);
    const Face& f = mesh.faces()[face];
    if (std::any_of(f.begin(), f.end(), [&](std::uint32_t v) { return RasterMesh::far(corners[v]); }))
      find_far_rows(mesh.triangle(face), window, rows.from[i], rows.to[i]);
  }
}

}  // namespace impinge
#endif
