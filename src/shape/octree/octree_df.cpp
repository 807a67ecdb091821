// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The DF representation: E. Kawaguchi, T. Endo, 1980, as in M. Mäntylä, An introduction to solid modeling, 1988: nodes in
// preorder, two bits each.
#include <impinge/octree.h>

#include <fmt/format.h>
#include <impinge/error.h>

#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

enum Colour : std::uint8_t { kWhite = 0, kBlack = 1, kGray = 2 };

class Writer {
 public:
  explicit Writer(std::span<const std::uint64_t> keys) : keys_(keys) {}

  // The node whose codes start with `begin`; keys before next_ are written.
  void write(std::uint64_t begin, int height) {
    const std::uint64_t end = begin + (std::uint64_t{1} << 3 * height);
    if (next_ == keys_.size() || node_code(keys_[next_]) >= end) return put(kWhite);
    if (node_height(keys_[next_]) == height) {
      ++next_;
      return put(kBlack);
    }
    put(kGray);
    for (std::uint64_t octant = 0; octant < 8; ++octant) write(begin + (octant << 3 * (height - 1)), height - 1);
  }

  std::vector<std::uint8_t> code;
  std::uint64_t count = 0;

 private:
  void put(Colour colour) {
    if (count % 4 == 0) code.push_back(0);
    code.back() |= static_cast<std::uint8_t>(colour << 2 * (count++ % 4));
  }

  std::span<const std::uint64_t> keys_;
  std::size_t next_ = 0;
};

class Reader {
 public:
  Reader(std::span<const std::uint8_t> code, std::uint64_t count, int level) : code_(code), count_(count), list_(level) {}

  void read(std::uint64_t code, int height) {
    if (next_ == count_) fail("ends in the middle of the tree");
    const int colour = code_[next_ / 4] >> 2 * (next_ % 4) & 3;
    ++next_;
    if (colour == 3) fail("has a node with no valid colour");
    if (colour == kBlack && height > kMaxHeight) {
      for (std::uint64_t octant = 0; octant < 8; ++octant) list_.add(node_key(octant << 3 * kMaxHeight, kMaxHeight));
    } else if (colour == kBlack) {
      list_.add(node_key(code, height));
    }
    if (colour != kGray) return;
    if (height == 0) fail("has a gray voxel, so it goes deeper than its level");
    for (std::uint64_t octant = 0; octant < 8; ++octant) read(code + (octant << 3 * (height - 1)), height - 1);
  }

  std::vector<std::uint64_t> finish() {
    if (next_ != count_) fail("continues after the end of the tree");
    return list_.take();
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw Error(ErrorCode::file_format, fmt::format("DF code {} (node {} of {})", what, next_, count_));
  }

  std::span<const std::uint8_t> code_;
  std::uint64_t count_, next_ = 0;
  NodeList list_;
};

}  // namespace

std::vector<std::uint8_t> Octree::df(std::uint64_t& nodes) const {
  Writer writer(nodes_);
  writer.write(0, frame_.level);
  nodes = writer.count;
  return std::move(writer.code);
}

Octree Octree::from_df(const OctreeFrame& frame, std::span<const std::uint8_t> code, std::uint64_t nodes) {
  require_frame(frame);
  if (nodes / 4 + (nodes % 4 != 0) != code.size())
    throw Error(ErrorCode::file_format, fmt::format("DF code of {} bytes cannot hold {} nodes", code.size(), nodes));
  Reader reader(code, nodes, frame.level);
  reader.read(0, frame.level);
  return from_nodes(frame, reader.finish());
}

}  // namespace impinge
