// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: the cells of a node cover it, and a face is kept in every cell it may touch. Cost: faces times steps for those
// near another object; no tree is stored, only the lists of the steps under way.
// Based on: C. A. Smith, Y. Kitamura et al., 1994, section 3.3.5. Several levels are taken at once by sorting Morton keys;
// leaves by crowding as in the PM octree: I. Carlbom, I. Chakravarty, D. Vanderschel, A hierarchical data structure for
// representing the spatial decomposition of 3-D objects, 1985.
#include "localise/face_octree/face_octree.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include "localise/face_octree/face_octree_asked.h"
#include "localise/face_octree/face_octree_found.h"
#include "localise/face_octree/face_octree_voxel.h"

namespace impinge {

namespace {

constexpr double kLongExtents = 8;      // mean extents: longer faces are tested against cells, shorter ones by their boxes
constexpr double kLongVoxels = 3;       // the same in voxels of a level that was asked for
constexpr double kSeparableWidths = 2;  // splitting a node narrower than this many mean widths does not part a crowd
constexpr double kFewCells = 4;         // a box no longer than this many cells may spread freely
constexpr std::size_t kMostPlaces = 4;  // cells a face in one step, on average
constexpr std::size_t kFreePlaces = 64;
constexpr std::size_t kTaskFaces = 2048;  // nodes with more faces are shared out among the threads
constexpr double kRefineWidth = 4;        // units: narrower faces are not told apart well, and get a lattice of their own
constexpr int kRefineShift = 8;           // no voxel of such faces is wider
constexpr std::size_t kRefineFaces = 64;  // fewer are paired as they are
constexpr int kMostRefinements = 2;       // together 93 bits, more than doubles have
constexpr std::size_t kRows = 256;        // faces compared with others between two looks at the limits

using Faces = std::span<const std::uint32_t>;

class Subdivision {
 public:
  /// `refinements`: how many lattices there are around this one.
  Subdivision(const LocaliseInput& input, const FaceLattice& lattice, const OctreeOptions& options, Control& control,
              int refinements = 0)
      : input_(input),
        lattice_(lattice),
        asked_(input),
        options_(options),
        control_(control),
        refinements_(refinements),
        long_extent_(long_extent()),
        found_(input, lattice, lattice.longest_extent() > long_extent_) {}

  std::vector<Candidate> run() {
    std::vector<std::uint32_t> all(lattice_.size());
    std::iota(all.begin(), all.end(), 0u);
    constexpr int kRoot = FaceLattice::kBits;
    if (all.size() > 1 && (asked_.self() || lattice_[0].object != lattice_[all.size() - 1].object))
      visit({{0, 0, 0}, {kRoot, kRoot, kRoot}}, all, refinements_ == 0);
    for (Worker& worker : workers_) found_.add(worker.pairs);
    return found_.take();
  }

 private:
  double long_extent() const {
    // The lattice around counts on each pair of boxes being found where it is looked for.
    if (refinements_ > 0) return std::numeric_limits<double>::infinity();
    if (options_.leaf == OctreeOptions::Leaf::level) return kLongVoxels * std::ldexp(1.0, -options_.level);
    return lattice_.thin() ? -1 : kLongExtents * lattice_.mean_extent();
  }

  // What a thread works with.
  struct Worker {
    VoxelFaces voxel;
    std::vector<PairKey> pairs;  // not handed over yet
  };

  struct Extents {
    double width = 0;  // mean
    double longest = 0;
  };

  double side(const OctreeNode& node) const {
    double longest = 0;
    for (int k = 0; k < 3; ++k) longest = std::max(longest, std::ldexp(lattice_.pitch(k), node.shift[k]));
    return longest;
  }

  // A face counts as far as it can reach in the node, so that a wall does not hide the crumbs beside it.
  Extents extents_of(const OctreeNode& node, Faces faces) const {
    Extents e;
    const double most = side(node);
    for (const std::uint32_t i : faces) {
      e.width += std::min(lattice_.width(i), most);
      e.longest = std::max(e.longest, lattice_.extent(lattice_[i]));
    }
    e.width /= static_cast<double>(faces.size());
    return e;
  }

  // Halves the node until its cells are no wider than `width`, but not more often than `most`.
  CellBits halved(const OctreeNode& node, double width, int most) const {
    CellBits bits;
    most = std::min(most, 3 * options_.levels_at_once);
    while (bits.sum() < most) {
      double side[3];
      for (int k = 0; k < 3; ++k) side[k] = std::ldexp(lattice_.pitch(k), node.shift[k] - bits.axis[k]);
      const int longest = static_cast<int>(std::max_element(side, side + 3) - side);
      if (!(side[longest] > width) || node.shift[longest] == bits.axis[longest]) break;
      if (options_.split == OctreeOptions::Split::bintree)
        ++bits.axis[longest];
      else
        for (int k = 0; k < 3; ++k) bits.axis[k] += node.shift[k] > bits.axis[k] ? 1 : 0;
    }
    return bits;
  }

  // The cells of the next step; none if the node is a voxel.
  CellBits choose(const OctreeNode& node, Faces faces) const {
    int most = 3 * FaceLattice::kBits;
    double width = 0;
    const bool level = options_.leaf == OctreeOptions::Leaf::level;
    if (level) most = 3 * options_.level - node.halvings();
    if (most <= 0 || (!level && faces.size() <= options_.crowd)) return {};
    const Extents extents = extents_of(node, faces);
    if (options_.leaf == OctreeOptions::Leaf::extent) width = options_.voxel_extents * extents.width;
    if (options_.leaf == OctreeOptions::Leaf::crowd) {
      // A surface leaves a quarter of its faces to each cell of the next level.
      const double crowds = static_cast<double>(faces.size()) / static_cast<double>(options_.crowd);
      most = 3 * std::max(1, static_cast<int>(std::ceil(std::log2(crowds) / 2)));
      width = kSeparableWidths * extents.width;
    }
    CellBits bits = halved(node, width, most);
    // Long faces must not fill the memory with places.
    for (; bits.sum() > 3; bits = halved(node, width, bits.sum() - 1 - (bits.sum() - 1) % 3)) {
      if (extents.longest <= kFewCells * std::ldexp(lattice_.pitch(0), node.shift[0] - bits.axis[0])) break;
      if (count_places(lattice_, node, faces, bits) <= kMostPlaces * faces.size() + kFreePlaces) break;
    }
    return bits;
  }

  void visit(const OctreeNode& node, Faces faces, bool root) {
    const CellBits bits = choose(node, faces);
    if (bits.sum() == 0) return too_fine(node, faces) ? refine(node, faces) : report(node, faces);
    const NodeCells cells(lattice_, node, faces, bits, long_extent_, asked_.self());
    std::atomic<std::size_t> done = 0;
    const auto visit_cell = [&](const NodeCells::Cell& cell) {
      visit(cell.node, cells.faces(cell), false);
      if (root) control_.share(static_cast<double>(done += cell.end - cell.begin) / static_cast<double>(cells.size()));
    };
    if (faces.size() < kTaskFaces) {
      for (const NodeCells::Cell& cell : cells.cells()) visit_cell(cell);
      return;
    }
    tbb::parallel_for(std::size_t{0}, cells.cells().size(), [&](std::size_t i) { visit_cell(cells.cells()[i]); });
  }

  bool too_fine(const OctreeNode& node, Faces faces) const {
    if (faces.size() < kRefineFaces || std::max({node.shift[0], node.shift[1], node.shift[2]}) > kRefineShift) return false;
    if (refinements_ == kMostRefinements || options_.leaf == OctreeOptions::Leaf::level) return false;
    const double unit = std::max({lattice_.pitch(0), lattice_.pitch(1), lattice_.pitch(2)});
    return extents_of(node, faces).width < kRefineWidth * unit;
  }

  // The faces of the node on a lattice over just the node.
  void refine(const OctreeNode& node, Faces faces) {
    std::vector<std::vector<std::uint32_t>> lists(input_.faces.size());
    for (const std::uint32_t i : faces) lists[lattice_[i].object].push_back(lattice_[i].face);
    LocaliseInput input = input_;
    input.faces = lists;
    Box root;
    const Vec3 half = lattice_.half_cell(node.shift);
    for (int k = 0; k < 3; ++k) {
      const double middle = lattice_.world(k, node.low[k] + std::ldexp(0.5, node.shift[k]));
      root.low[k] = middle - half[k];
      root.high[k] = middle + half[k];
    }
    const FaceLattice lattice(input, root, control_, false);
    const std::vector<Candidate> candidates = Subdivision(input, lattice, options_, control_, refinements_ + 1).run();
    const auto number = [&](std::uint32_t object, std::uint32_t face) {
      return *std::lower_bound(faces.begin(), faces.end(), std::pair(object, face), [&](std::uint32_t i, const auto& f) {
        return std::pair(lattice_[i].object, lattice_[i].face) < f;
      });
    };
    std::vector<PairKey> pairs;
    for (const Candidate& c : candidates) pairs.push_back(PairKey{number(c.a, c.a_face)} << 32 | number(c.b, c.b_face));
    found_.expect_repeats();
    found_.add(pairs);
  }

  // A voxel: every pair of faces in it whose boxes meet and that belongs to an asked object pair.
  void report(const OctreeNode& node, Faces faces) {
    Worker& worker = workers_.local();
    worker.voxel.assign(lattice_, node, faces, long_extent_, asked_.self());
    require_room(worker.voxel);
    for (std::size_t row = 0; row < faces.size(); row += kRows) {
      control_.poll();
      find_asked(worker.voxel, row, worker.pairs);
      if (worker.pairs.size() >= found_.batch()) found_.add(worker.pairs);
    }
  }

  void find_asked(const VoxelFaces& voxel, std::size_t row, std::vector<PairKey>& pairs) const {
    const auto before = static_cast<std::ptrdiff_t>(pairs.size());
    voxel.find_pairs(row, std::min(voxel.size, row + kRows), pairs);
    if (asked_.all()) return;
    const auto refused = [&](PairKey p) { return !asked_(lattice_[p >> 32].object, lattice_[p & 0xffffffff].object); };
    pairs.erase(std::remove_if(pairs.begin() + before, pairs.end(), refused), pairs.end());
  }

  // The pairs of one voxel are all different: too many are counted in a second, and gathered in minutes.
  void require_room(const VoxelFaces& voxel) const {
    const std::uint64_t n = voxel.size, most = found_.most();
    if (n * (n - 1) / 2 <= most) return;
    std::vector<PairKey> pairs;
    std::uint64_t count = 0, looked_at = 0;
    for (std::size_t row = 0; row < n && looked_at / 4 <= most; row += kRows) {
      control_.poll();
      pairs.clear();
      find_asked(voxel, row, pairs);
      count += pairs.size();
      if (count > most) found_.refuse(pairs.back());
      looked_at += (n - row) * kRows;
    }
  }

  const LocaliseInput& input_;
  const FaceLattice& lattice_;
  const AskedPairs asked_;
  const OctreeOptions& options_;
  Control& control_;
  int refinements_;
  double long_extent_;
  FoundPairs found_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

// Only points in the boxes of two objects that are paired can be common points.
Box root_box(const LocaliseInput& input, bool cube) {
  Box root;
  for (const ObjectPair& p : input.pairs) root.add(intersection(input.world[p.a].box, input.world[p.b].box));
  if (input.asked != LocaliseInput::Asked::listed_pairs)
    for (const WorldObject& o : input.world) root.add(o.box);
  if (root.empty() || !cube) return root;
  const double edge = (root.high - root.low).maxCoeff();
  if (std::isfinite(edge)) root.high = root.high.cwiseMax(root.low + Vec3::Constant(edge));
  return root;
}

}  // namespace

std::vector<Candidate> face_octree_cut(const LocaliseInput& input, const OctreeOptions& options, Control& control) {
  const Box root = root_box(input, options.split == OctreeOptions::Split::octree);
  if (root.empty()) return {};
  // Of one object with itself, neighbours would share all the small cells along them.
  const FaceLattice lattice(input, root, control, input.asked != LocaliseInput::Asked::each_with_itself);
  return Subdivision(input, lattice, options, control).run();
}

std::vector<Candidate> face_octree(const LocaliseInput& input, Control& control) {
  OctreeOptions options;
  if (input.level) {
    options.leaf = OctreeOptions::Leaf::level;
    options.level = *input.level;
  }
  return face_octree_cut(input, options, control);
}

}  // namespace impinge
