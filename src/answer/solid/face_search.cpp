// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound: the distance to a solid changes no faster than one goes, so its value in the middle of a box, less the
// half diagonal, bounds it for all faces in the box; so does the box around the solid. Nearer children first.
#include "answer/solid/face_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "localise/cluster_tree/cluster_tree_walk.h"
#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

constexpr std::size_t kScanned = 512;  // faces that are looked at one by one where no tree is at hand

class FaceSearch {
 public:
  FaceSearch(const PlacedSolid& solid, const Body& mesh, double limit)
      : solid_(solid), data_(*solid.data), mesh_(mesh), rounding_(rounding_of(solid, mesh.object().box)), limit_(limit) {
    found_.gap.low = found_.gap.high = std::numeric_limits<double>::infinity();
    turn_size_ = solid.rotation.transpose().cwiseAbs();
    if (data_.kind != SolidKind::half_space) {
      middle_ = data_.box.low / 2 + data_.box.high / 2;
      half_ = data_.box.high / 2 - data_.box.low / 2;
    }
  }

  FaceFinding run() {
    const WorldObject& object = mesh_.object();
    if (object.clusters == nullptr && object.faces.size() <= kScanned) {
      for (std::uint32_t f = 0; f < object.faces.size() && !found_.crosses; ++f) look_at(object, f);
    } else {
      descend(mesh_.clustered());
    }
    if (found_.crosses) found_.in_doubt.clear();
    if (found_.gap.low > limit_) found_.face = FaceFinding::kNone;
    return std::move(found_);
  }

 private:
  struct Entry {
    double low;
    std::uint32_t node;
  };

  double reach() const { return std::max(std::min(limit_, found_.gap.high), 4 * rounding_); }

  double box_low(const Box& box) const {
    const Vec3 extent = box.high / 2 - box.low / 2, centre = solid_.to_local(box.low / 2 + box.high / 2);
    double low = core_distance_low(data_, centre) - data_.radius - extent.norm();
    if (data_.kind == SolidKind::half_space) {
      // The lowest corner, rather than the ball around all of them.
      const Vec3 n = solid_.rotation * (data_.normal / data_.normal_length);
      low = core_distance_low(data_, centre) - n.cwiseAbs().dot(extent);
    } else {
      const Vec3 gap = ((centre - middle_).cwiseAbs() - turn_size_ * extent - half_).cwiseMax(Vec3::Zero());
      low = std::max(low, gap.norm());
    }
    return low * (1 - 0x1p-40) - 2 * rounding_;
  }

  void descend(const WorldObject& object) {
    const ClusterTree& tree = *object.clusters;
    const WorldBoxes boxes(object);
    std::vector<Entry> stack{{-std::numeric_limits<double>::infinity(), 0}};
    while (!stack.empty() && !found_.crosses) {
      const Entry entry = stack.back();
      stack.pop_back();
      if (entry.low > reach()) continue;
      const ClusterNode& node = tree.nodes()[entry.node];
      std::array<Entry, ClusterNode::kWidth> children;
      std::size_t n = 0;
      for (std::uint32_t i = 0; i < node.count; ++i) {
        const double low = box_low(boxes.child(node, i));
        if (low <= reach()) children[n++] = {low, node.first + i};
      }
      std::sort(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(n),
                [](const Entry& x, const Entry& y) { return x.low > y.low; });
      if (!node.leaf) {
        stack.insert(stack.end(), children.begin(), children.begin() + static_cast<std::ptrdiff_t>(n));
        continue;
      }
      while (n-- > 0 && !found_.crosses) {
        const FaceCluster& cluster = tree.clusters()[children[n].node];
        if (children[n].low > reach()) continue;
        for (std::uint32_t f = 0; f < cluster.count && !found_.crosses; ++f) look_at(object, cluster.faces[f]);
      }
    }
  }

  void look_at(const WorldObject& object, std::uint32_t face) {
    Triangle t = object.triangle(face);
    for (Vec3& p : t.p) p = solid_.to_local(p);
    const Vec3 centre = (t.p[0] + t.p[1] + t.p[2]) / 3;
    const double size2 =
        std::max({(t.p[0] - centre).squaredNorm(), (t.p[1] - centre).squaredNorm(), (t.p[2] - centre).squaredNorm()});
    const double far = reach(), size = std::sqrt(size2) * (1 + 0x1p-40);
    if (core_distance_low(data_, centre) - data_.radius - size - 2 * rounding_ > far) return;
    // A corner inside proves the crossing at once.
    for (const Vec3& p : t.p) {
      const double d = core_distance_low(data_, p) - data_.radius;
      if (d < -2 * rounding_) return cross(face, p, d);
    }
    const Gap gap = solid_face_gap(data_, t, rounding_, {far, false});
    if (gap.low <= 0 && gap.high >= 0) found_.in_doubt.push_back(face);
    if (gap.high < found_.gap.high || (gap.high == found_.gap.high && face < found_.face)) {
      found_.gap = gap;
      found_.face = face;
      found_.crosses = gap.overlap();
    }
  }

  void cross(std::uint32_t face, const Vec3& point, double depth) {
    found_.gap = Gap();
    found_.gap.high = depth + rounding_;
    found_.gap.common = found_.gap.a_point = found_.gap.b_point = point;
    found_.face = face;
    found_.crosses = true;
  }

  const PlacedSolid& solid_;
  const SolidData& data_;
  const Body& mesh_;
  double rounding_, limit_;
  Eigen::Matrix3d turn_size_;
  Vec3 middle_ = Vec3::Zero(), half_ = Vec3::Zero();
  FaceFinding found_;
};

}  // namespace

double rounding_of(const PlacedSolid& solid, const Box& mesh) {
  const SolidData& d = *solid.data;
  const double own = d.kind == SolidKind::half_space ? std::fabs(d.offset) / d.normal_length : d.reach;
  const double far = (mesh.low - solid.position).cwiseAbs().cwiseMax((mesh.high - solid.position).cwiseAbs()).norm();
  return (kSolidRounding + 2 * solid.skew) * (own + far);
}

FaceFinding find_faces(const PlacedSolid& solid, const Body& mesh, double limit) {
  return FaceSearch(solid, mesh, limit).run();
}

}  // namespace impinge
