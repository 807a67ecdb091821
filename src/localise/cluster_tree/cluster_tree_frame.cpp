// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Local points are o + U x (o origin, U unit, x tree coordinates), world points R (o + U x) + t, rounded by e at most. Let N
// be the computed inverse of R_b, and E = N R_b - 1. Where the rounded world points of x and y are equal,
//
//   | N (R_a (o_a + U_a x) + t_a) - N (R_b (o_b + U_b y) + t_b) | <= |N| (e_a + e_b),
//
// and divided by U_b, with M = N R_a U_a / U_b and d = N ((R_a o_a - R_b o_b) + (t_a - t_b)) / U_b,
//
//   | M x + d - y | <= |N| (e_a + e_b) / U_b + |E| |y|.
//
// Nothing is assumed of R_a and R_b; a bad inverse only makes the margin large. What is added for the computation itself:
// every sum of products of n terms is off by at most n + 1 roundings of the sum of their sizes.
#include "localise/cluster_tree/cluster_tree_frame.h"

#include <cmath>

namespace impinge {

namespace {

constexpr double kUnit = 0x1p-53;      // relative rounding of a double
constexpr double kTreeSize = 0x1p21;   // of tree coordinates
constexpr double kMostMargin = 0x1p6;  // of a body of 2^21: beyond, a tree in world coordinates finds less in vain
constexpr double kMostCondition = 8;   // 3 at most for rigid motions
constexpr double kMostStretch = 8;     // the larger body is the frame, so a rigid motion stays below 2

using Matrix = Eigen::Matrix3d;

double largest(const Vec3& v) { return v.maxCoeff(); }

// By cofactors of the matrix scaled to 1; not finite where there is none.
Matrix inverse_of(const Matrix& r) {
  const double size = r.cwiseAbs().maxCoeff();
  const Matrix m = r / size;
  const Vec3 x = m.row(0), y = m.row(1), z = m.row(2);
  Matrix n;
  n.col(0) = cross(y, z);
  n.col(1) = cross(z, x);
  n.col(2) = cross(x, y);
  return n / (x.dot(n.col(0)) * size);
}

// The inverse, transposed; 0 where the matrix is far from a rigid motion, so that floats would tilt the normals.
Matrix normal_map(const Matrix& m) {
  const Matrix normals = inverse_of(m).transpose();
  const double residual = (normals.transpose() * m - Matrix::Identity()).cwiseAbs().maxCoeff();
  const double condition = largest(normals.cwiseAbs().rowwise().sum()) * largest(m.cwiseAbs().rowwise().sum());
  return residual < 0x1p-40 && condition <= kMostCondition ? normals : Matrix(Matrix::Zero());
}

Vec3 size_of(const Box& box) { return box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()); }

// Bound on the rounding of world coordinates: three sums of products, then the position.
Vec3 world_rounding(const WorldObject& o) {
  if (o.in_place) return Vec3::Zero();
  const Vec3 turned = o.pose.rotation.cwiseAbs() * size_of(o.clusters->box());
  return (turned * 5 + o.pose.position.cwiseAbs() * 1.01) * kUnit + Vec3::Constant(0x1p-1060);
}

}  // namespace

std::optional<ClusterFrame> frame_of(const WorldObject& a, const WorldObject& b) {
  const ClusterTree &ta = *a.clusters, &tb = *b.clusters;
  const Matrix &ra = a.pose.rotation, &rb = b.pose.rotation;
  const Matrix n = b.in_place ? Matrix(Matrix::Identity()) : inverse_of(rb);
  const Matrix an = n.cwiseAbs();
  // Halves: the difference of two origins may be out of range.
  const Vec3 turned_a = ra * (ta.origin() / 2), turned_b = rb * (tb.origin() / 2);
  const Vec3 apart = (turned_a - turned_b) + (a.pose.position / 2 - b.pose.position / 2);
  const bool exact = a.in_place && b.in_place;  // the difference of the origins is then rounded once
  Vec3 apart_size = apart.cwiseAbs();
  if (!exact)
    apart_size += ra.cwiseAbs() * ta.origin().cwiseAbs() / 2 + rb.cwiseAbs() * tb.origin().cwiseAbs() / 2 +
                  (a.pose.position / 2 - b.pose.position / 2).cwiseAbs();
  const double per_unit = 1 / tb.unit(), ratio = ta.unit() / tb.unit();

  ClusterFrame f;
  const Matrix turn = n * ra;
  f.matrix = turn * ratio;
  f.offset = (n * apart) * (2 * per_unit);
  f.normals = normal_map(f.matrix);
  f.per_length = std::sqrt(largest((n.transpose() * n).cwiseAbs().rowwise().sum())) * (1 + 0x1p-30) * per_unit;
  f.stretch = largest(f.matrix.cwiseAbs().rowwise().sum());

  const Matrix residual =
      exact ? Matrix(Matrix::Zero()) : Matrix((n * rb - Matrix::Identity()).cwiseAbs() + an * rb.cwiseAbs() * (8 * kUnit));
  const Vec3 matrix_rounding = exact ? Vec3(Vec3::Zero()) : Vec3((an * ra.cwiseAbs()).rowwise().sum() * (8 * kUnit * ratio));
  const Vec3 pose_part = (an * (world_rounding(a) + world_rounding(b))) * per_unit;
  const Vec3 offset_part = (an * apart_size) * (2 * per_unit * 16 * kUnit);
  const double tree_part =
      (f.stretch + 2) * (ClusterTree::kRounding + kTreeSize * 16 * kUnit) + largest(f.offset.cwiseAbs()) * 16 * kUnit;
  f.margin =
      1.01 * (largest(pose_part + offset_part + (residual.rowwise().sum() + matrix_rounding) * kTreeSize) + tree_part);

  const bool usable = f.matrix.allFinite() && f.offset.allFinite() && f.margin <= kMostMargin;
  return usable ? std::optional(f) : std::nullopt;
}

Vec3 direction_in(const WorldObject& b, const Vec3& world) {
  return b.in_place ? world : Vec3(inverse_of(b.pose.rotation) * world);
}

// A tree of world coordinates, and an object that stands where its vertices are.
struct ClusterPair::Placed {
  std::vector<Vec3> vertices;
  std::unique_ptr<ClusterTree> tree;
  WorldObject object;
};

ClusterPair::ClusterPair(const WorldObject& a, const WorldObject& b) : a_(&a), b_(&b) {
  const auto reach = [](const WorldObject& o) { return o.pose.rotation.cwiseAbs().maxCoeff() * o.clusters->unit(); };
  swapped_ = reach(a) > reach(b);
  if (swapped_) std::swap(a_, b_);
  frame_ = frame_of(*a_, *b_);
  if (!frame_ || !(frame_->stretch <= kMostStretch)) {
    place(a_);
    place(b_);
    if (a_tree().unit() > b_tree().unit()) {
      std::swap(a_, b_);
      swapped_ = !swapped_;
    }
    frame_ = frame_of(*a_, *b_);
  }
}

void ClusterPair::place(const WorldObject*& object) {
  if (object->in_place) return;
  const auto placed = std::make_shared<Placed>();
  placed->vertices.resize(object->local.size());
  for (std::uint32_t v = 0; v < placed->vertices.size(); ++v) placed->vertices[v] = object->vertex(v);
  placed->tree = std::make_unique<ClusterTree>(placed->vertices, object->faces);
  placed->object = *object;
  placed->object.local = placed->vertices;
  placed->object.pose = Pose{};
  placed->object.in_place = true;
  placed->object.clusters = placed->tree.get();
  object = &placed->object;
  placed_.push_back(placed);
}

}  // namespace impinge
