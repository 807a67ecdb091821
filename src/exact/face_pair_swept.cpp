// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// First contact of moving features by advancement that is proven: where a direction n parts two features now, with their
// velocities along n and a bound on how their paths bend, it parts them for a while, and time goes on by that while. Each
// step is a Newton step that cannot pass the root.
// Based on: B. Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996 (conservative advancement); the two
// elementary tests are those of Smith & Kitamura 1994, chapter 4, as continuous tests have them since.
#include "exact/face_pair_swept.h"

#include <algorithm>
#include <limits>

#include "base/box.h"
#include "exact/near_features.h"

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-48;       // of all that is added up for a coordinate: 32 units, of which 12 are needed
constexpr double kTimeTolerance = 0x1p-23;  // of the step, where proofs get no farther
constexpr int kPatience = 24;               // steps after which the tolerance counts: a root is reached in far less
constexpr int kMaxSteps = 1 << 14;

// Up to three points of one body, relative to a common origin.
template <int N>
struct Feature {
  std::array<const MovingPoint*, N> p;
  double angle, bend = 0, size = 0;
  Vec3 base[N], now[N], velocity[N];

  Feature(const std::array<const MovingPoint*, N>& points, double turn, const Vec3& origin) : p(points), angle(turn) {
    for (int i = 0; i < N; ++i) {
      const MovingPoint& m = at(i);
      base[i] = m.base - origin;
      velocity[i] = m.line;
      double sum = base[i].cwiseAbs().sum() + m.line.cwiseAbs().sum();
      if (angle != 0) {
        bend = std::max(bend, m.bend(angle));
        sum += m.swing.cwiseAbs().sum() + m.side.cwiseAbs().sum();
      }
      size = std::max(size, sum);
    }
  }

  void move(double t) {
    if (angle == 0) {
      for (int i = 0; i < N; ++i) now[i] = base[i] + t * at(i).line;
      return;
    }
    const Turn turn = Turn::of(angle * t);
    for (int i = 0; i < N; ++i) {
      now[i] = base[i] + t * at(i).line + turn.cosine * at(i).swing + turn.sine * at(i).side;
      velocity[i] = at(i).velocity(angle, turn);
    }
  }

 private:
  const MovingPoint& at(int i) const { return *p[static_cast<std::size_t>(i)]; }
};

// How long c + b h - m h^2 / 2 stays above 0 from h = 0 on, for c > 0.
double stays_positive(double c, double b, double m) {
  const double root = std::sqrt(b * b + 2 * m * c);
  if (b < 0) return 2 * c / (root - b);
  return m > 0 ? (b + root) / m : std::numeric_limits<double>::infinity();
}

// How long the plane across n keeps the features apart from now on; negative if it does not part them now.
template <int A, int B>
double parted(const Feature<A>& a, const Feature<B>& b, const Vec3& n, double error) {
  double least = std::numeric_limits<double>::infinity();
  const double bend = a.bend + b.bend;
  for (int j = 0; j < B; ++j) {
    const double level = n.dot(b.now[j]), speed = n.dot(b.velocity[j]);
    for (int i = 0; i < A; ++i) {
      const double gap = n.dot(a.now[i]) - level - error;
      if (!(gap > 0)) return -1;
      least = std::min(least, stays_positive(gap, n.dot(a.velocity[i]) - speed, bend));
    }
  }
  return least;
}

// Directions to try where the shortest way, being rounded, proves nothing.
template <int A, int B, typename Other>
double parted_anyhow(const Feature<A>& a, const Feature<B>& b, const Other& other, double error) {
  double best = -1;
  const auto attempt = [&](const Vec3& direction) {
    const double length = std::sqrt(direction.squaredNorm());
    if (!(length > 0)) return;
    const Vec3 n = direction / length;
    best = std::max({best, parted(a, b, n, error), parted(a, b, Vec3(-n), error)});
  };
  other(attempt);
  for (int axis = 0; axis < 3; ++axis) attempt(Vec3::Unit(axis));
  return best;
}

template <int A, int B, typename Nearest, typename Other>
std::optional<SweptContact> advanced(Feature<A> a, Feature<B> b, const Vec3& origin, double from, double until,
                                     const Nearest& nearest, const Other& other) {
  const double error = kRounding * (a.size + b.size) * (1 + std::fabs(a.angle) + std::fabs(b.angle));
  double t = from;
  for (int step = 0; t <= until; ++step) {
    a.move(t);
    b.move(t);
    const ShortestWay way = nearest(a, b);
    const double distance = std::sqrt(way.apart.squaredNorm());
    const SweptContact contact{t, origin + way.point};
    if (!(distance > 2 * error)) return contact;
    double free = parted(a, b, Vec3(way.apart / distance), error);
    if (free < 0 || (step > kPatience && free < kTimeTolerance))
      free = std::max(free, parted_anyhow(
                                a, b, [&](const auto& attempt) { other(a, b, attempt); }, error));
    if (free < 0 || (step > kPatience && free < kTimeTolerance) || step > kMaxSteps) return contact;
    // Rounded down, so that no sum passes the proof; a time that does not move ends the search.
    const double next = t + free * (1 - 0x1p-40);
    if (!(next > t)) return contact;
    t = next;
  }
  return {};
}

}  // namespace

std::optional<SweptContact> vertex_face_swept(const MovingPoint& vertex, double vertex_angle, const MovingFace& face,
                                              double from, double until) {
  const Vec3 origin = face.p[0].base;
  return advanced(
      Feature<1>({&vertex}, vertex_angle, origin), Feature<3>({&face.p[0], &face.p[1], &face.p[2]}, face.angle, origin),
      origin, from, until,
      [](const auto& a, const auto& b) { return point_to_triangle(a.now[0], b.now[0], b.now[1], b.now[2]); },
      [](const auto& a, const auto& b, const auto& attempt) {
        const Vec3 edge = b.now[1] - b.now[0];
        attempt(across(cross(edge, b.now[2] - b.now[0]), edge));
        for (int i = 0; i < 3; ++i) attempt(point_to_segment(a.now[0], b.now[i], b.now[(i + 1) % 3]).apart);
      });
}

std::optional<SweptContact> edge_edge_swept(const MovingPoint& a0, const MovingPoint& a1, double a_angle,
                                            const MovingPoint& b0, const MovingPoint& b1, double b_angle, double from,
                                            double until) {
  const Vec3 origin = b0.base;
  return advanced(
      Feature<2>({&a0, &a1}, a_angle, origin), Feature<2>({&b0, &b1}, b_angle, origin), origin, from, until,
      [](const auto& a, const auto& b) { return segment_to_segment(a.now[0], a.now[1], b.now[0], b.now[1]); },
      [](const auto& a, const auto& b, const auto& attempt) {
        const Vec3 edge = a.now[1] - a.now[0];
        attempt(across(cross(edge, b.now[1] - b.now[0]), edge));
        attempt(segment_ends(a.now[0], a.now[1], b.now[0], b.now[1]).apart);
      });
}

namespace {

// Box of the way of a point between two moments: its ends, grown by what an arc leaves its chord, and by rounding.
Box way_box(const MovingPoint& p, double angle, const StepPart& part) {
  if (angle == 0) {
    const Vec3 a = p.base + part.from * p.line, b = p.base + part.until * p.line, low = a.cwiseMin(b), high = a.cwiseMax(b);
    const Vec3 margin = kRounding * (p.base.cwiseAbs() + p.line.cwiseAbs());
    return {low - margin, high + margin};
  }
  const Vec3 a = p.at(part.from, part.first), b = p.at(part.until, part.last);
  const double length = part.until - part.from, size = p.base.cwiseAbs().maxCoeff() + p.line.cwiseAbs().maxCoeff() +
                                                       p.swing.cwiseAbs().maxCoeff() + p.side.cwiseAbs().maxCoeff();
  const double margin = p.bend(angle) * length * length / 8 + 4 * kRounding * size;
  return {a.cwiseMin(b).array() - margin, a.cwiseMax(b).array() + margin};
}

struct WayBoxes {
  Box corner[3], edge[3], face;

  WayBoxes(const MovingFace& f, const StepPart& part) {
    for (int i = 0; i < 3; ++i) {
      corner[i] = way_box(f.p[i], f.angle, part);
      face.add(corner[i]);
    }
    for (int i = 0; i < 3; ++i) {
      edge[i] = corner[i];
      edge[i].add(corner[(i + 1) % 3]);
    }
  }
};

bool owns_corner(const SweptSide& s, int i) { return (s.owned >> i & 1) != 0; }
bool owns_edge(const SweptSide& s, int i) { return (s.owned >> (3 + i) & 1) != 0; }
bool has_corner(const SweptSide& s, std::uint32_t corner) {
  return s.corners[0] == corner || s.corners[1] == corner || s.corners[2] == corner;
}

// Edges of one mesh that share a corner are neighbours.
bool edges_join(const SweptSide& a, int i, const SweptSide& b, int j) {
  const std::uint32_t a0 = a.corners[static_cast<std::size_t>(i)], a1 = a.corners[static_cast<std::size_t>((i + 1) % 3)],
                      b0 = b.corners[static_cast<std::size_t>(j)], b1 = b.corners[static_cast<std::size_t>((j + 1) % 3)];
  return a0 == b0 || a0 == b1 || a1 == b0 || a1 == b1;
}

// Calls found(feature pair) for each contact until then; found returns until when the next ones are of interest.
template <typename Found>
void each_contact(const SweptSide& a, const StepPart& a_part, const SweptSide& b, const StepPart& b_part, bool one_mesh,
                  double from, double until, const Found& found) {
  const WayBoxes a_boxes(a.face, a_part), b_boxes(b.face, b_part);
  if (!boxes_meet(a_boxes.face, b_boxes.face)) return;
  for (int i = 0; i < 3; ++i) {
    if (owns_corner(a, i) && boxes_meet(a_boxes.corner[i], b_boxes.face) &&
        !(one_mesh && has_corner(b, a.corners[static_cast<std::size_t>(i)])))
      if (const auto c = vertex_face_swept(a.face.p[i], a.face.angle, b.face, from, until))
        until = found({true, true, i, 0, *c});
    if (owns_corner(b, i) && boxes_meet(b_boxes.corner[i], a_boxes.face) &&
        !(one_mesh && has_corner(a, b.corners[static_cast<std::size_t>(i)])))
      if (const auto c = vertex_face_swept(b.face.p[i], b.face.angle, a.face, from, until))
        until = found({true, false, 0, i, *c});
  }
  for (int i = 0; i < 3; ++i) {
    if (!owns_edge(a, i) || !boxes_meet(a_boxes.edge[i], b_boxes.face)) continue;
    for (int j = 0; j < 3; ++j) {
      if (!owns_edge(b, j) || !boxes_meet(a_boxes.edge[i], b_boxes.edge[j]) || (one_mesh && edges_join(a, i, b, j)))
        continue;
      const MovingPoint &a0 = a.face.p[i], &a1 = a.face.p[(i + 1) % 3], &b0 = b.face.p[j], &b1 = b.face.p[(j + 1) % 3];
      if (const auto c = edge_edge_swept(a0, a1, a.face.angle, b0, b1, b.face.angle, from, until))
        until = found({false, false, i, j, *c});
    }
  }
}

}  // namespace

std::optional<SweptContact> face_pair_swept(const SweptSide& a, const StepPart& a_part, const SweptSide& b,
                                            const StepPart& b_part, bool one_mesh, double from, double until) {
  std::optional<SweptContact> first;
  each_contact(a, a_part, b, b_part, one_mesh, from, until, [&](const FeatureContact& f) {
    if (!first || f.contact.t < first->t) first = f.contact;
    return first->t;
  });
  return first;
}

std::optional<SweptContact> face_pair_swept(const SweptSide& a, const SweptSide& b, bool one_mesh, double from,
                                            double until) {
  return face_pair_swept(a, StepPart::of(a.face.angle, from, until), b, StepPart::of(b.face.angle, from, until), one_mesh,
                         from, until);
}

void feature_pairs_swept(const SweptSide& a, const SweptSide& b, bool one_mesh, double from, double until,
                         std::vector<FeatureContact>& found) {
  each_contact(a, StepPart::of(a.face.angle, from, until), b, StepPart::of(b.face.angle, from, until), one_mesh, from, until,
               [&](const FeatureContact& f) {
                 found.push_back(f);
                 return until;
               });
}

}  // namespace impinge
