// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// OctoMap's binary tree: A. Hornung et al., OctoMap: an efficient probabilistic 3D mapping framework based on octrees, 2013.
// A text header, then for each inner node, in preorder, two bits a child: 0 unknown, 1 free, 2 occupied, 3 has children. The
// root has 16 levels around the origin.
#include "io/octree/octree_bt.h"

#include <fmt/format.h>
#include <impinge/io.h>

#include <cmath>

#include "base/internals.h"
#include "io/file/parse_number.h"
#include "io/mesh/format.h"
#include "shape/octree/octree_key.h"

namespace impinge::io {

namespace {

constexpr int kLevels = 16;
constexpr double kHalf = 32768;  // voxels from the origin to the sides of the root

OctreeFrame map_frame(double voxel) { return {Vec3::Constant(-kHalf * voxel), voxel, kLevels}; }

class TreeWriter {
 public:
  explicit TreeWriter(std::span<const std::uint64_t> keys) : keys_(keys) {}

  // An inner node; keys before next_ are written.
  void write(std::uint64_t code, int height) {
    ++nodes;
    const std::size_t place = data.size();
    data.append(2, '\0');
    std::uint32_t colours = 0;
    for (std::uint32_t octant = 0; octant < 8; ++octant) {
      const std::uint64_t begin = code + (std::uint64_t{octant} << 3 * (height - 1));
      const std::uint64_t end = begin + (std::uint64_t{1} << 3 * (height - 1));
      if (next_ == keys_.size() || node_code(keys_[next_]) >= end) continue;
      if (node_height(keys_[next_]) == height - 1) {
        ++next_;
        ++nodes;
        colours |= 2u << 2 * octant;
      } else {
        colours |= 3u << 2 * octant;
        write(begin, height - 1);
      }
    }
    data[place] = static_cast<char>(colours & 255);
    data[place + 1] = static_cast<char>(colours >> 8);
  }

  std::string data;
  std::uint64_t nodes = 0;

 private:
  std::span<const std::uint64_t> keys_;
  std::size_t next_ = 0;
};

// Breadth by depth: children stand after all colours of their parent, each followed by its own.
class TreeReader {
 public:
  TreeReader(Bytes data, std::string_view origin) : data_(data), origin_(origin) {}

  void read(std::uint64_t code, int height) {
    if (height == 0) fail(ErrorCode::file_format, origin_, "goes deeper than 16 levels; the file is damaged");
    if (data_.size() - next_ < 2) fail(ErrorCode::file_format, origin_, "ends in the middle of the tree; write it again");
    const auto colours = read_number<std::uint16_t>(data_.data() + next_);
    next_ += 2;
    for (std::uint32_t octant = 0; octant < 8; ++octant) {
      const std::uint32_t colour = colours >> 2 * octant & 3;
      const std::uint64_t begin = code + (std::uint64_t{octant} << 3 * (height - 1));
      if (colour == 2) keys.push_back(node_key(begin, height - 1));
      if (colour == 3) read(begin, height - 1);
    }
  }

  bool finished() const { return next_ == data_.size(); }
  std::vector<std::uint64_t> keys;

 private:
  Bytes data_;
  std::string_view origin_;
  std::size_t next_ = 0;
};

struct Header {
  double voxel = 0;
  std::uint64_t nodes = 0;
  std::size_t end = 0;
};

// Lines of a word and a value, up to "data".
Header read_header(std::string_view text, std::string_view origin) {
  Header header;
  bool is_tree = false, has_size = false;
  while (header.end < text.size() && header.end < 4096) {
    const std::size_t stop = text.find('\n', header.end);
    if (stop == text.npos) break;
    const std::string_view line = text.substr(header.end, stop - header.end);
    header.end = stop + 1;
    const auto value = [&](std::string_view word) { return line.substr(word.size()); };
    const auto number = [&](double& into, std::string_view words) {
      const ParsedNumber parsed = parse_number(words.data(), words.data() + words.size());
      into = parsed.value;
      return parsed.good;
    };
    double nodes = -1;
    if (line.starts_with("id ")) is_tree = value("id ") == "OcTree";
    if (line.starts_with("res ") && !number(header.voxel, value("res "))) header.voxel = 0;
    if (line.starts_with("size ")) {
      has_size = number(nodes, value("size ")) && nodes >= 0 && nodes < 0x1p53;
      if (has_size) header.nodes = static_cast<std::uint64_t>(nodes);
    }
    if (line != "data") continue;
    if (!is_tree) fail(ErrorCode::unsupported, origin, "is a different kind of OctoMap; write it as a binary OcTree");
    if (!has_size || !std::isnormal(header.voxel) || header.voxel < 0 || header.voxel > 1e100)
      fail(ErrorCode::file_format, origin, "has no valid size and res in its header; the file is damaged");
    return header;
  }
  fail(ErrorCode::file_format, origin, "does not have the header of an OctoMap binary tree; the file is damaged");
}

// The smallest node of the map that holds all black ones becomes the root: no node is cut, so the octree is no larger
// than the file.
Octree in_small_root(std::vector<std::uint64_t> keys, double voxel) {
  if (keys.empty()) return Octree({Vec3::Zero(), voxel, 0});
  const std::uint64_t first = node_code(keys.front()), last = node_end(keys.back()) - 1;
  int level = 0;
  while (first >> 3 * level != last >> 3 * level) ++level;
  const std::uint64_t corner = first >> 3 * level << 3 * level;
  for (std::uint64_t& key : keys) key -= node_key(corner, 0);
  const OctreeCube root = cube_of(node_key(corner, 0));
  return Internals::octree({(Vec3(root.x, root.y, root.z) - Vec3::Constant(kHalf)) * voxel, voxel, level}, std::move(keys));
}

}  // namespace

Octree read_bt(Bytes bytes, std::string_view origin) {
  const Header header = read_header(as_text(bytes), origin);
  TreeReader reader(bytes.subspan(header.end), origin);
  if (header.nodes > 0) reader.read(0, kLevels);
  if (!reader.finished()) fail(ErrorCode::file_format, origin, "continues after the end of its tree; the file is damaged");
  return in_small_root(std::move(reader.keys), header.voxel);
}

std::string bt_text(const Octree& octree, const std::string& file) {
  const OctreeFrame target = map_frame(octree.frame().voxel);
  bool inside = target.origin.allFinite();
  for (const OctreeCube& c : octree.cubes()) {
    const Vec3 low = octree.frame().origin / target.voxel + Vec3(c.x, c.y, c.z);
    inside = inside && low.minCoeff() >= 1 - kHalf && low.maxCoeff() + c.edge <= kHalf - 1;
  }
  if (!inside)
    throw Error(ErrorCode::unsupported,
                fmt::format("{}: OctoMap reaches 32768 voxels from the origin; move the octree closer or write .df", file));
  const Octree moved = move_octree(octree, Pose(), target);
  TreeWriter writer(moved.nodes());
  if (!moved.nodes().empty()) writer.write(0, kLevels);
  return fmt::format("# Octomap OcTree binary file\nid OcTree\nsize {}\nres {}\ndata\n{}", writer.nodes, target.voxel,
                     writer.data);
}

}  // namespace impinge::io
