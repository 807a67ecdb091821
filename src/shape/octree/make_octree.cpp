// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The octrees of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994, sections 1.3.1
// and 2.2.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/octree.h>

#include "base/internals.h"
#include "shape/octree/octree_brick.h"
#include "shape/octree/octree_faces.h"

namespace impinge {

namespace {

void require_making(const Mesh& mesh, const OctreeMaking& making) {
  const int level = making.frame ? making.frame->level : making.level;
  if (level < 0 || level > OctreeFrame::kMaxMadeLevel)
    throw Error(ErrorCode::bad_argument,
                fmt::format("octree level {}: a mesh can be given levels 0 to {}", level, OctreeFrame::kMaxMadeLevel));
  if (making.kind == OctreeKind::face && making.rule == VoxelRule::centre)
    throw Error(ErrorCode::bad_argument,
                "octree: the centre rule asks what is inside; a face octree needs the contact rule");
  if (making.kind == OctreeKind::volume && !mesh.closed())
    throw Error(ErrorCode::bad_mesh, fmt::format("{}: the mesh is open, so it has no inside; ask for a face octree, "
                                                 "or close it",
                                                 mesh.origin().empty() ? "octree" : mesh.origin()));
  if (making.kind == OctreeKind::volume && !mesh.report().sound())
    throw Error(ErrorCode::bad_mesh, fmt::format("{}: all walls have two sides, so that nothing is inside; ask for a face "
                                                 "octree, or mend it",
                                                 mesh.origin().empty() ? "octree" : mesh.origin()));
}

OctreeFrame frame_of(const Mesh& mesh, const OctreeMaking& making) {
  Box box;
  for (const Face& f : mesh.faces())
    for (const std::uint32_t v : f) box.add(mesh.vertices()[v]);
  const std::string name = mesh.origin().empty() ? "octree" : mesh.origin();
  if (making.frame) {
    require_frame(*making.frame);
    if (!frame_holds(*making.frame, box))
      throw Error(ErrorCode::bad_argument, fmt::format("{}: the mesh extends beyond the root of the octree's frame", name));
    const double size = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
    if (size < 1e100 && making.frame->voxel > 1e-100 && making.frame->voxel > size * 0x1p-30) return *making.frame;
  } else if (const auto frame = frame_around(box, making.level)) {
    return *frame;
  }
  throw Error(
      ErrorCode::unsupported,
      fmt::format(
          "{}: it is too far from the origin for its size, so no digits are left for voxels; move it closer or scale it",
          name));
}

// Voxels of one node lie together, so its faces are the union of a stretch of lists.
void link_faces(Octree& octree, const FaceVoxels& voxels) {
  std::vector<std::uint32_t> begin, faces;
  std::size_t v = 0;
  for (const std::uint64_t key : octree.nodes()) {
    begin.push_back(static_cast<std::uint32_t>(faces.size()));
    while (v < voxels.codes.size() && voxels.codes[v] < node_code(key)) ++v;
    const auto first = static_cast<std::ptrdiff_t>(faces.size());
    for (; v < voxels.codes.size() && voxels.codes[v] < node_end(key); ++v)
      faces.insert(faces.end(), voxels.faces_of(v).begin(), voxels.faces_of(v).end());
    std::sort(faces.begin() + first, faces.end());
    faces.erase(std::unique(faces.begin() + first, faces.end()), faces.end());
  }
  begin.push_back(static_cast<std::uint32_t>(faces.size()));
  Internals::set_faces(octree, std::move(begin), std::move(faces));
}

}  // namespace

Octree make_octree(const Mesh& mesh, const OctreeMaking& making) {
  require_making(mesh, making);
  const OctreeFrame frame = frame_of(mesh, making);
  Octree octree(frame);
  if (making.kind == OctreeKind::volume)
    octree = Internals::octree(frame, nodes_of_boxes(frame.level, inside_rows(mesh.vertices(), mesh.faces(), frame)));
  if (making.rule == VoxelRule::centre && !making.link_faces) return octree;
  const FaceVoxels voxels = face_voxels(mesh.vertices(), mesh.faces(), frame);
  if (making.rule == VoxelRule::contact) {
    const std::vector<std::uint64_t> codes(voxels.codes.begin(), voxels.codes.end());
    octree = unite(octree, Internals::octree(frame, nodes_of_voxels(frame.level, codes)));
  }
  if (making.link_faces) link_faces(octree, voxels);
  return octree;
}

}  // namespace impinge
