// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <impinge/mesh.h>

#include "io/gltf/gltf_model.h"

namespace impinge::io {

/// Decodes accessors of a glTF model; every range is checked against the bytes that are there. Throws Error (file_format)
/// that names the accessor. Sparse accessors and quantised or normalised components are understood.
class GltfAccessors {
 public:
  GltfAccessors(const GltfModel& model, std::string_view origin, std::uint64_t max_items);

  /// How many items an accessor has; checked to be there, and not to exceed what a file of this size can hold.
  std::size_t count(int accessor) const;
  std::vector<Vec3> positions(int accessor) const;
  std::vector<std::uint32_t> indices(int accessor) const;

 private:
  struct Items {
    const std::byte* data = nullptr;  // null: all zero
    std::size_t stride = 0;
    std::size_t count = 0;
    int component = 0;
  };

  const GltfModel::Accessor& find(int accessor) const;
  Items items(int view, std::size_t offset, std::size_t count, int component, int width, int accessor) const;
  void require_type(const GltfModel::Accessor& accessor, int index, GltfModel::Type type) const;
  [[noreturn]] void refuse(int accessor, const std::string& what) const;
  template <class Put>
  void for_each_sparse(const GltfModel::Accessor& accessor, int index, int width, const Put& put) const;

  const GltfModel& model_;
  std::string_view origin_;
  std::uint64_t max_items_;
};

}  // namespace impinge::io
