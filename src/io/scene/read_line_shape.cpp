// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Shapes beyond meshes in scene files. Parts of CSG and bases of displacement are shapes of any kind, meshes too, each with
// its own position and rotation.
#include "io/scene/read_line_shape.h"

namespace impinge::io {

/// The one member of an object, with its place.
struct LineShapeReader::Named {
  const std::string& key;
  const Json& value;
  std::string path;
};

bool is_line_shape(const Json& value) {
  if (!value.is_object() || value.size() != 1) return false;
  const std::string& kind = value.begin().key();
  return kind == "implicit" || kind == "sdf" || kind == "nurbs" || kind == "displacement" || kind == "csg";
}

LineShapePtr LineShapeReader::read(const Json& value, const std::string& path) const {
  const Named kind = only(value, path, {"implicit", "sdf", "nurbs", "displacement", "csg"});
  return values_.at(kind.path, [&] {
    if (kind.key == "implicit") return read_implicit(kind.value, kind.path);
    if (kind.key == "sdf") return read_sdf(kind.value, kind.path);
    if (kind.key == "nurbs") return read_nurbs(kind.value, kind.path);
    return kind.key == "csg" ? read_csg(kind.value, kind.path) : read_displacement(kind.value, kind.path);
  });
}

LineShapeReader::Named LineShapeReader::only(const Json& value, const std::string& path,
                                             std::initializer_list<std::string_view> known) const {
  values_.require_keys(value, path, known);
  if (value.size() != 1) values_.refuse(path, fmt::format("must have one key, one of: {}", fmt::join(known, ", ")));
  return {value.begin().key(), value.begin().value(), path + "." + value.begin().key()};
}

double LineShapeReader::number(const Json& value, const std::string& path, const char* key) const {
  return values_.number(values_.required(value, path, key), path + "." + key);
}

double LineShapeReader::number(const Json& value, const std::string& path, const char* key, double fallback) const {
  return value.contains(key) ? values_.number(value[key], path + "." + key) : fallback;
}

Vec3 LineShapeReader::point(const Json& value, const std::string& path, const char* key) const {
  const auto p = values_.numbers<3>(values_.required(value, path, key), path + "." + key);
  return {p[0], p[1], p[2]};
}

LineShapePtr LineShapeReader::read_implicit(const Json& value, const std::string& path) const {
  const Named body = only(value, path, {"sphere", "ellipsoid", "torus", "superquadric", "metaballs"});
  const Json& v = body.value;
  return values_.at(body.path, [&] {
    if (body.key == "sphere") {
      values_.require_keys(v, body.path, {"radius"});
      return make_implicit_sphere(number(v, body.path, "radius"));
    }
    if (body.key == "ellipsoid") {
      values_.require_keys(v, body.path, {"radii"});
      return make_implicit_ellipsoid(point(v, body.path, "radii"));
    }
    if (body.key == "torus") {
      values_.require_keys(v, body.path, {"ring", "tube"});
      return make_implicit_torus(number(v, body.path, "ring"), number(v, body.path, "tube"));
    }
    if (body.key == "superquadric") {
      values_.require_keys(v, body.path, {"radii", "e1", "e2"});
      return make_superquadric(point(v, body.path, "radii"), number(v, body.path, "e1"), number(v, body.path, "e2"));
    }
    return read_metaballs(v, body.path);
  });
}

LineShapePtr LineShapeReader::read_metaballs(const Json& value, const std::string& path) const {
  values_.require_keys(value, path, {"balls", "threshold"});
  const Json& list = values_.array(values_.required(value, path, "balls"), path + ".balls");
  std::vector<Metaball> balls;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = fmt::format("{}.balls[{}]", path, i);
    values_.require_keys(list[i], place, {"centre", "radius", "strength"});
    balls.push_back(
        {point(list[i], place, "centre"), number(list[i], place, "radius"), number(list[i], place, "strength", 1)});
  }
  return make_metaballs(std::move(balls), number(value, path, "threshold", 0.5));
}

LineShapePtr LineShapeReader::read_sdf(const Json& value, const std::string& path) const {
  const Named body = only(value, path, {"rounded_box", "capsule", "cylinder"});
  const Json& v = body.value;
  return values_.at(body.path, [&] {
    if (body.key == "rounded_box") {
      values_.require_keys(v, body.path, {"edges", "radius"});
      return make_rounded_box(point(v, body.path, "edges"), number(v, body.path, "radius", 0));
    }
    if (body.key == "capsule") {
      values_.require_keys(v, body.path, {"from", "to", "radius"});
      return make_capsule(point(v, body.path, "from"), point(v, body.path, "to"), number(v, body.path, "radius"));
    }
    values_.require_keys(v, body.path, {"radius", "height"});
    return make_implicit_cylinder(number(v, body.path, "radius"), number(v, body.path, "height"));
  });
}

LineShapePtr LineShapeReader::read_nurbs(const Json& value, const std::string& path) const {
  const Named body = only(value, path, {"surfaces", "sphere", "torus"});
  return values_.at(body.path, [&] {
    if (body.key == "sphere") {
      values_.require_keys(body.value, body.path, {"radius"});
      return make_nurbs({make_nurbs_sphere(number(body.value, body.path, "radius"))});
    }
    if (body.key == "torus") {
      values_.require_keys(body.value, body.path, {"ring", "tube"});
      return make_nurbs({make_nurbs_torus(number(body.value, body.path, "ring"), number(body.value, body.path, "tube"))});
    }
    std::vector<NurbsSurface> surfaces;
    for (std::size_t i = 0; i < values_.array(body.value, body.path).size(); ++i)
      surfaces.push_back(read_surface(body.value[i], fmt::format("{}[{}]", body.path, i)));
    return make_nurbs(std::move(surfaces));
  });
}

NurbsSurface LineShapeReader::read_surface(const Json& value, const std::string& path) const {
  values_.require_keys(value, path, {"degree", "knots_u", "knots_v", "points", "weights"});
  const auto degree = values_.numbers<2>(values_.required(value, path, "degree"), path + ".degree");
  for (const double d : degree)
    if (!(d >= 1 && d <= 15) || d != static_cast<int>(d))
      values_.refuse(path + ".degree", "must be two integers from 1 to 15");
  NurbsSurface surface;
  surface.degree_u = static_cast<int>(degree[0]);
  surface.degree_v = static_cast<int>(degree[1]);
  surface.knots_u = values_.all_numbers(values_.required(value, path, "knots_u"), path + ".knots_u");
  surface.knots_v = values_.all_numbers(values_.required(value, path, "knots_v"), path + ".knots_v");
  const Json& points = values_.array(values_.required(value, path, "points"), path + ".points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto p = values_.numbers<3>(points[i], fmt::format("{}.points[{}]", path, i));
    surface.points.emplace_back(p[0], p[1], p[2]);
  }
  if (value.contains("weights")) {
    surface.weights = values_.all_numbers(value["weights"], path + ".weights");
    if (surface.weights.empty()) values_.refuse(path + ".weights", "is empty; leave it out for weights of 1");
  }
  return surface;
}

LineShapePtr LineShapeReader::read_displacement(const Json& value, const std::string& path) const {
  values_.require_keys(value, path, {"base", "waves", "hills"});
  if (value.contains("waves") == value.contains("hills")) values_.refuse(path, "must have either \"waves\" or \"hills\"");
  LineShapePtr base = read_part(values_.required(value, path, "base"), path + ".base");
  if (value.contains("waves")) {
    const std::string place = path + ".waves";
    values_.require_keys(value["waves"], place, {"amplitude", "wavelength"});
    return make_displaced(std::move(base), make_waves(number(value["waves"], place, "amplitude"),
                                                      number(value["waves"], place, "wavelength")));
  }
  const std::string place = path + ".hills";
  const Json& hills = value["hills"];
  values_.require_keys(hills, place, {"amplitude", "wavelength", "seed"});
  const double seed = number(hills, place, "seed", 1);
  if (!(seed >= 0 && seed <= 0x1p53) || seed != static_cast<double>(static_cast<std::uint64_t>(seed)))
    values_.refuse(place + ".seed", "must be an integer, 0 or more");
  return make_displaced(std::move(base), make_hills(number(hills, place, "amplitude"), number(hills, place, "wavelength"),
                                                    static_cast<std::uint64_t>(seed)));
}

LineShapePtr LineShapeReader::read_csg(const Json& value, const std::string& path) const {
  const Named operation = only(value, path, {"union", "intersection", "difference"});
  std::vector<LineShapePtr> parts;
  for (std::size_t i = 0; i < values_.array(operation.value, operation.path).size(); ++i)
    parts.push_back(read_part(operation.value[i], fmt::format("{}[{}]", operation.path, i)));
  if (operation.key == "union") return make_union(std::move(parts));
  return operation.key == "intersection" ? make_intersection(std::move(parts)) : make_difference(std::move(parts));
}

// { "shape": … } or { "file": … }, and where it stands.
LineShapePtr LineShapeReader::read_part(const Json& value, const std::string& path) const {
  values_.require_keys(value, path, {"shape", "file", "units", "scale", "position", "rotation"});
  if (value.contains("shape") == value.contains("file")) values_.refuse(path, "must have either \"shape\" or \"file\"");
  for (const char* key : {"units", "scale"})
    if (value.contains(key) && value.contains("shape")) values_.refuse(path + "." + key, "only the file of a part has it");
  LineShapePtr shape;
  if (value.contains("shape") && is_line_shape(value["shape"]))
    shape = read(value["shape"], path + ".shape");
  else
    shape = make_line_mesh(value.contains("file") ? mesh_(value, path) : mesh_(value["shape"], path + ".shape"));
  if (!value.contains("position") && !value.contains("rotation")) return shape;
  const Pose pose = pose_(value, path);
  return values_.at(path, [&] { return make_placed(std::move(shape), pose); });
}

}  // namespace impinge::io
