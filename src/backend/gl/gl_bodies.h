// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Meshes on the card: faces and vertices stay between calls, so that a move sends a matrix and a deformation the vertices.

#include <array>
#include <map>
#include <memory>

#include "backend/gl/gl_program.h"
#include "raster/view/raster_object.h"

namespace impinge::gl {

/// Whether all corners of an object are near enough to a view's window for products of 64 bits.
bool is_near(const RasterView& view, const RasterObject& object);

class Bodies {
 public:
  /// The corners of an object on the lattice of a view.
  struct Drawn {
    Buffer corners;
    const Buffer* faces = nullptr;
    std::uint32_t face_count = 0;
    std::uint64_t stamp = 0;  ///< another number for other corners

    /// Binds what raster_draw.glsl reads, and sets its uniforms.
    void bind(const Program& program, const RasterView& view) const;
  };

  Bodies();

  /// Computed unless the slot holds them already. Valid until the slot is drawn again.
  const Drawn& draw(std::size_t slot, const RasterView& view, const RasterObject& object);

  /// Binds the faces of an object and its vertices in its own frame.
  void bind_shape(const RasterObject& object);

  /// Bytes of meshes and matrices sent so far.
  std::uint64_t bytes_sent() const { return bytes_sent_; }
  /// Frees all that no slot refers to.
  void forget();

 private:
  using Numbers = std::array<double, 30>;  // pose and view, as the shader takes them, then columns and rows
  struct Vertices {
    std::uint64_t revision = 0;
    std::uint64_t used = 0;
    std::uint64_t stamp = 0;
    Buffer buffer;
  };
  struct Shape {
    std::shared_ptr<const MeshData> keep;  // and so the address by which it is known
    Buffer faces;
    std::vector<std::unique_ptr<Vertices>> states;
    std::uint64_t used = 0;
  };
  struct Slot {
    Drawn drawn;
    Numbers numbers{};
    std::uint64_t vertices_stamp = 0;
    std::unique_ptr<Shape> passing;  // what is not kept
  };
  Shape& shape_of(Slot& slot, const RasterObject& object);
  Vertices& vertices_of(Shape& shape, const RasterObject& object);
  void drop_oldest();

  Program transform_;
  std::map<const MeshData*, Shape> shapes_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::uint64_t clock_ = 0, bytes_sent_ = 0;
};

}  // namespace impinge::gl
