// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/octree/shape_octree.h"

#include <algorithm>
#include <cmath>

#include "base/internals.h"
#include "shape/octree/octree_brick.h"

namespace impinge {

namespace {

constexpr double kVoxelExtents = 2;  // of a face
constexpr std::size_t kSample = 4096;
constexpr int kMostChosenLevel = 8;

// From the mean extent of some faces.
int chosen_level(std::span<const Vec3> vertices, std::span<const Face> faces, const Box& box) {
  const std::size_t step = std::max<std::size_t>(faces.size() / kSample, 1);
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t f = 0; f < faces.size(); f += step, ++count) {
    const Box b = box_of({{vertices[faces[f][0]], vertices[faces[f][1]], vertices[faces[f][2]]}});
    sum += (b.high - b.low).maxCoeff();
  }
  const double extent = (box.high - box.low).maxCoeff(), mean = sum / static_cast<double>(count);
  if (!(mean > 0)) return kMostChosenLevel;
  return static_cast<int>(std::clamp(std::floor(std::log2(extent / (kVoxelExtents * mean))), 1.0, 1.0 * kMostChosenLevel));
}

// All that is black in the volume and in no face voxel, as large nodes.
std::vector<OctreeCube> inside_cubes(std::span<const Vec3> vertices, std::span<const Face> faces, const FaceVoxels& voxels) {
  const OctreeFrame& frame = voxels.frame;
  const std::vector<std::uint64_t> codes(voxels.codes.begin(), voxels.codes.end());
  const Octree surface = Internals::octree(frame, nodes_of_voxels(frame.level, codes));
  return subtract(Internals::octree(frame, nodes_of_boxes(frame.level, inside_rows(vertices, faces, frame))), surface)
      .cubes();
}

}  // namespace

std::shared_ptr<const ShapeOctree> make_shape_octree(std::span<const Vec3> vertices, std::span<const Face> faces,
                                                     std::optional<int> level, bool volumetric) {
  Box box;
  for (const Face& f : faces)
    for (const std::uint32_t v : f) box.add(vertices[v]);
  const int depth = std::min(level ? *level : chosen_level(vertices, faces, box), OctreeFrame::kMaxMadeLevel);
  const std::optional<OctreeFrame> frame = frame_around(box, depth);
  if (!frame) return nullptr;
  const auto octree = std::make_shared<ShapeOctree>();
  octree->faces = face_voxels(vertices, faces, *frame);
  if (volumetric) octree->inside = inside_cubes(vertices, faces, octree->faces);
  return octree;
}

}  // namespace impinge
