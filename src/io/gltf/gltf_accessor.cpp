// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Accessors of glTF 2.0 (Khronos, "glTF 2.0 Specification", 3.6.2): typed views of bytes, in parts possibly replaced.
#include "io/gltf/gltf_accessor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/file/fail.h"

namespace impinge::io {
namespace {

/// Bytes of one component; 0 for anything else.
std::size_t component_size(int component) {
  switch (component) {
    case GltfModel::int8:
    case GltfModel::uint8: return 1;
    case GltfModel::int16:
    case GltfModel::uint16: return 2;
    case GltfModel::uint32:
    case GltfModel::float32: return 4;
    case GltfModel::float64: return 8;
    default: return 0;
  }
}

double read_component(const std::byte* at, int component, bool normalized) {
  switch (component) {
    case GltfModel::int8: {
      const double value = read_number<std::int8_t>(at);
      return normalized ? std::max(value / 127, -1.0) : value;
    }
    case GltfModel::uint8: {
      const double value = read_number<std::uint8_t>(at);
      return normalized ? value / 255 : value;
    }
    case GltfModel::int16: {
      const double value = read_number<std::int16_t>(at);
      return normalized ? std::max(value / 32767, -1.0) : value;
    }
    case GltfModel::uint16: {
      const double value = read_number<std::uint16_t>(at);
      return normalized ? value / 65535 : value;
    }
    case GltfModel::uint32: return read_number<std::uint32_t>(at);
    case GltfModel::float32: return read_number<float>(at);
    default: return read_number<double>(at);
  }
}

bool is_index(int component) {
  return component == GltfModel::uint8 || component == GltfModel::uint16 || component == GltfModel::uint32;
}

Vec3 read_point(const std::byte* data, int component, bool normalized) {
  const std::size_t size = component_size(component);
  return {read_component(data, component, normalized), read_component(data + size, component, normalized),
          read_component(data + 2 * size, component, normalized)};
}

std::uint32_t read_index(const std::byte* data, int component) {
  return static_cast<std::uint32_t>(read_component(data, component, false));
}

}  // namespace

GltfAccessors::GltfAccessors(const GltfModel& model, std::string_view origin, std::uint64_t max_items)
    : model_(model), origin_(origin), max_items_(max_items) {}

void GltfAccessors::refuse(int accessor, const std::string& what) const {
  fail(ErrorCode::file_format, origin_, fmt::format("accessors[{}] {}; it was cut short or is damaged", accessor, what));
}

const GltfModel::Accessor& GltfAccessors::find(int accessor) const {
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= model_.accessors.size()) refuse(accessor, "does not exist");
  return model_.accessors[static_cast<std::size_t>(accessor)];
}

std::size_t GltfAccessors::count(int accessor) const {
  const std::size_t count = find(accessor).count;
  if (count > max_items_) refuse(accessor, fmt::format("claims {} items, more than the file can hold", count));
  return count;
}

void GltfAccessors::require_type(const GltfModel::Accessor& accessor, int index, GltfModel::Type type) const {
  if (accessor.type != type) refuse(index, type == GltfModel::Type::vec3 ? "is not VEC3" : "is not SCALAR");
}

GltfAccessors::Items GltfAccessors::items(int view_index, std::size_t offset, std::size_t count, int component, int width,
                                          int accessor) const {
  const std::size_t size = component_size(component) * static_cast<std::size_t>(width);
  if (size == 0) refuse(accessor, fmt::format("has the unknown component type {}", component));
  if (view_index < 0) return {nullptr, 0, count, component};
  if (static_cast<std::size_t>(view_index) >= model_.views.size()) {
    refuse(accessor, fmt::format("uses bufferViews[{}], which does not exist", view_index));
  }
  const GltfModel::BufferView& view = model_.views[static_cast<std::size_t>(view_index)];
  if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model_.buffers.size()) {
    refuse(accessor, fmt::format("uses buffers[{}], which does not exist", view.buffer));
  }
  const Bytes data = model_.buffers[static_cast<std::size_t>(view.buffer)].bytes;
  if (view.offset > data.size() || view.length > data.size() - view.offset) {
    refuse(accessor,
           fmt::format("uses bufferViews[{}], which reaches beyond its buffer of {} bytes", view_index, data.size()));
  }
  const std::size_t stride = view.stride == 0 ? size : view.stride;
  const bool starts = offset <= view.length && (count == 0 || view.length - offset >= size);
  if (!starts || (count > 1 && (view.length - offset - size) / stride < count - 1)) {
    refuse(accessor,
           fmt::format("has {} items that reach beyond the {} bytes of bufferViews[{}]", count, view.length, view_index));
  }
  return {data.data() + view.offset + offset, stride, count, component};
}

/// Calls put(index, bytes of the value) for each replaced item.
template <class Put>
void GltfAccessors::for_each_sparse(const GltfModel::Accessor& accessor, int index, int width, const Put& put) const {
  if (!accessor.sparse) return;
  const GltfModel::Sparse& sparse = *accessor.sparse;
  if (!is_index(sparse.indices_component)) refuse(index, "has a malformed \"sparse\"");
  if (sparse.count > accessor.count) refuse(index, "replaces more items than it has");
  const Items places = items(sparse.indices_view, sparse.indices_offset, sparse.count, sparse.indices_component, 1, index);
  const Items values = items(sparse.values_view, sparse.values_offset, sparse.count, accessor.component, width, index);
  for (std::size_t i = 0; i < sparse.count; ++i) {
    const std::uint32_t place = read_index(places.data + i * places.stride, places.component);
    if (place >= accessor.count) refuse(index, fmt::format("replaces item {} of {}", place, accessor.count));
    put(place, values.data + i * values.stride);
  }
}

std::vector<Vec3> GltfAccessors::positions(int accessor) const {
  const GltfModel::Accessor& a = find(accessor);
  require_type(a, accessor, GltfModel::Type::vec3);
  const Items source = items(a.view, a.offset, count(accessor), a.component, 3, accessor);
  std::vector<Vec3> points(source.count, Vec3::Zero());
  for (std::size_t i = 0; source.data != nullptr && i < source.count; ++i) {
    points[i] = read_point(source.data + i * source.stride, a.component, a.normalized);
  }
  for_each_sparse(a, accessor, 3, [&](std::uint32_t place, const std::byte* value) {
    points[place] = read_point(value, a.component, a.normalized);
  });
  return points;
}

std::vector<std::uint32_t> GltfAccessors::indices(int accessor) const {
  const GltfModel::Accessor& a = find(accessor);
  require_type(a, accessor, GltfModel::Type::scalar);
  if (!is_index(a.component)) refuse(accessor, "is used for indices, but is not of an unsigned integer type");
  const Items source = items(a.view, a.offset, count(accessor), a.component, 1, accessor);
  std::vector<std::uint32_t> indices(source.count, 0);
  for (std::size_t i = 0; source.data != nullptr && i < source.count; ++i) {
    indices[i] = read_index(source.data + i * source.stride, a.component);
  }
  for_each_sparse(a, accessor, 1,
                  [&](std::uint32_t place, const std::byte* value) { indices[place] = read_index(value, a.component); });
  return indices;
}

}  // namespace impinge::io
