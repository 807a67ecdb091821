// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/file/bytes.h"
#include "io/file/input_file.h"

namespace impinge::io {

/// The geometry of a glTF document: pictures, materials, animations and the like are left out. Names and types as in the
/// specification (Khronos, "glTF 2.0 Specification", chapter 5). Types and required members are checked, references are
/// not: an index may lead nowhere, and -1 means that there is none.
struct GltfModel {
  enum Mode : int { triangles = 4, triangle_strip = 5, triangle_fan = 6 };
  enum Component : int {
    int8 = 5120,
    uint8 = 5121,
    int16 = 5122,
    uint16 = 5123,
    uint32 = 5125,
    float32 = 5126,
    float64 = 5130,  ///< not in the specification, but some programs write it
  };
  enum class Type : std::uint8_t { scalar, vec3, other };

  struct Node {
    std::string name;
    std::vector<int> children;
    int mesh = -1;
    std::vector<double> matrix, rotation, scale, translation;  ///< empty where they are not given
  };
  struct Primitive {
    int mode = triangles;
    int indices = -1, position = -1;  ///< accessors
  };
  struct Mesh {
    std::vector<Primitive> primitives;
  };
  struct Sparse {
    std::size_t count = 0;
    int indices_view = -1, indices_component = 0, values_view = -1;
    std::size_t indices_offset = 0, values_offset = 0;
  };
  struct Accessor {
    int view = -1;
    int component = 0;
    std::size_t offset = 0, count = 0;
    Type type = Type::other;
    bool normalized = false;
    std::optional<Sparse> sparse;
  };
  struct BufferView {
    int buffer = -1;
    std::size_t offset = 0, length = 0;
    std::size_t stride = 0;  ///< 0: one item after the other
  };
  /// Bytes of the file itself, of one beside it, or written into the document.
  struct Buffer {
    Bytes bytes;
    std::unique_ptr<InputFile> file;
    std::vector<std::byte> decoded;
  };

  int scene = 0;
  std::vector<std::vector<int>> scenes;  ///< the nodes of each
  std::vector<Node> nodes;
  std::vector<Mesh> meshes;
  std::vector<Accessor> accessors;
  std::vector<BufferView> views;
  std::vector<Buffer> buffers;
};

}  // namespace impinge::io
