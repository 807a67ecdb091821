// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <string>

#include <impinge/scene.h>
#include <impinge/shapes.h>

#include "io/scene/scene_values.h"

namespace impinge::io {

/// True if the shape of a scene file is one of those that list their crossings with a line, not a generator of meshes.
bool is_line_shape(const Json& value);

/// Reads { "implicit": … }, { "sdf": … }, { "nurbs": … }, { "displacement": … } and { "csg": … }.
class LineShapeReader {
 public:
  /// How the scene reads a mesh by generator or file, and a pose; each gets the value and its place.
  using MeshReader = std::function<Mesh(const Json&, const std::string&)>;
  using PoseReader = std::function<Pose(const Json&, const std::string&)>;

  LineShapeReader(const SceneValues& values, MeshReader mesh, PoseReader pose)
      : values_(values), mesh_(std::move(mesh)), pose_(std::move(pose)) {}

  LineShapePtr read(const Json& value, const std::string& path) const;

 private:
  struct Named;
  Named only(const Json& value, const std::string& path, std::initializer_list<std::string_view> known) const;
  double number(const Json& value, const std::string& path, const char* key) const;
  double number(const Json& value, const std::string& path, const char* key, double fallback) const;
  Vec3 point(const Json& value, const std::string& path, const char* key) const;

  LineShapePtr read_implicit(const Json& value, const std::string& path) const;
  LineShapePtr read_metaballs(const Json& value, const std::string& path) const;
  LineShapePtr read_sdf(const Json& value, const std::string& path) const;
  LineShapePtr read_nurbs(const Json& value, const std::string& path) const;
  NurbsSurface read_surface(const Json& value, const std::string& path) const;
  LineShapePtr read_displacement(const Json& value, const std::string& path) const;
  LineShapePtr read_csg(const Json& value, const std::string& path) const;
  LineShapePtr read_part(const Json& value, const std::string& path) const;

  const SceneValues& values_;
  MeshReader mesh_;
  PoseReader pose_;
};

}  // namespace impinge::io
