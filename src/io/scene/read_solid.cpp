// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Simple solids in scene files. Sizes are numbers in the order of the C++ functions, or by name. Words that generators of
// meshes have too ("box", "sphere", "height_field") mean a mesh unless they stand in "solid".
#include "io/scene/read_solid.h"

#include <cmath>

#include <impinge/io.h>

namespace impinge::io {

namespace {

constexpr std::string_view kUnmistakable[] = {"capsule", "cone", "cylinder", "ellipsoid", "half_space", "points"};

class SolidReader {
 public:
  SolidReader(const SceneValues& values, const std::filesystem::path& folder) : values_(values), folder_(folder) {}

  SolidPtr read(const std::string& kind, const Json& v, const std::string& path) const {
    if (kind == "sphere") return Solid::sphere(sizes<1>(v, path, {"radius"})[0]);
    if (kind == "box") return Solid::box(vector(v, path, "edges"));
    if (kind == "ellipsoid") return Solid::ellipsoid(vector(v, path, "radii"));
    if (kind == "half_space") return half_space(v, path);
    if (kind == "height_field") return height_field(v, path);
    if (kind == "points") return points(v, path);
    const auto [radius, length] = sizes<2>(v, path, {"radius", kind == "capsule" ? "length" : "height"});
    if (kind == "capsule") return Solid::capsule(radius, length);
    return kind == "cone" ? Solid::cone(radius, length) : Solid::cylinder(radius, length);
  }

 private:
  // A number, a list of numbers, or an object with these keys.
  template <std::size_t N>
  std::array<double, N> sizes(const Json& v, const std::string& path, const std::array<const char*, N>& keys) const {
    if constexpr (N == 1)
      if (v.is_number()) return {values_.number(v, path)};
    if (v.is_array()) return values_.numbers<N>(v, path);
    require_only(v, path, keys);
    std::array<double, N> all{};
    for (std::size_t i = 0; i < N; ++i) all[i] = values_.number(values_.required(v, path, keys[i]), path + "." + keys[i]);
    return all;
  }

  template <std::size_t N>
  void require_only(const Json& v, const std::string& path, const std::array<const char*, N>& keys) const {
    if constexpr (N == 1)
      values_.require_keys(v, path, {keys[0]});
    else
      values_.require_keys(v, path, {keys[0], keys[1]});
  }

  // Three numbers, as such or under a key.
  Vec3 vector(const Json& v, const std::string& path, const char* key) const {
    if (!v.is_array()) values_.require_keys(v, path, {key});
    const auto p =
        v.is_array() ? values_.numbers<3>(v, path) : values_.numbers<3>(values_.required(v, path, key), path + "." + key);
    return {p[0], p[1], p[2]};
  }

  SolidPtr half_space(const Json& v, const std::string& path) const {
    if (v.is_array()) {
      const auto n = values_.numbers<4>(v, path);
      return Solid::half_space({n[0], n[1], n[2]}, n[3]);
    }
    values_.require_keys(v, path, {"normal", "offset"});
    const auto n = values_.numbers<3>(values_.required(v, path, "normal"), path + ".normal");
    const double offset = v.contains("offset") ? values_.number(v["offset"], path + ".offset") : 0;
    return Solid::half_space({n[0], n[1], n[2]}, offset);
  }

  SolidPtr height_field(const Json& v, const std::string& path) const {
    values_.require_keys(v, path, {"heights", "columns", "cell", "depth"});
    const std::vector<double> heights = values_.all_numbers(values_.required(v, path, "heights"), path + ".heights");
    const double columns = values_.number(values_.required(v, path, "columns"), path + ".columns");
    if (!(columns >= 2 && columns <= 40000) || columns != std::floor(columns))
      values_.refuse(path + ".columns", "must be an integer, 2 to 40000");
    return Solid::height_field(heights, static_cast<int>(columns),
                               values_.number(values_.required(v, path, "cell"), path + ".cell"),
                               values_.number(values_.required(v, path, "depth"), path + ".depth"));
  }

  // A file, a list of points, or either with a radius.
  SolidPtr points(const Json& v, const std::string& path) const {
    if (!v.is_object()) return Solid::points(list(v, path), 0);
    values_.require_keys(v, path, {"file", "at", "radius"});
    if (v.contains("file") == v.contains("at")) values_.refuse(path, "must have either \"file\" or \"at\"");
    const double radius = v.contains("radius") ? values_.number(v["radius"], path + ".radius") : 0;
    const char* const key = v.contains("file") ? "file" : "at";
    return Solid::points(list(v[key], path + "." + key), radius);
  }

  std::vector<Vec3> list(const Json& v, const std::string& path) const {
    if (v.is_string()) return load_points(folder_ / std::filesystem::u8path(values_.text(v, path))).points;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < values_.array(v, path).size(); ++i) {
      const auto p = values_.numbers<3>(v[i], fmt::format("{}[{}]", path, i));
      points.emplace_back(p[0], p[1], p[2]);
    }
    return points;
  }

  const SceneValues& values_;
  const std::filesystem::path& folder_;
};

}  // namespace

bool is_solid(const Json& value) {
  if (!value.is_object() || value.size() != 1) return false;
  const std::string& kind = value.begin().key();
  return kind == "solid" || std::find(std::begin(kUnmistakable), std::end(kUnmistakable), kind) != std::end(kUnmistakable);
}

SolidPtr read_solid(const SceneValues& values, const Json& value, const std::string& path,
                    const std::filesystem::path& folder) {
  const bool wrapped = value.begin().key() == "solid";
  const Json& body = wrapped ? value.begin().value() : value;
  const std::string place = wrapped ? path + ".solid" : path;
  values.require_keys(body, place,
                      {"half_space", "box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "height_field", "points"});
  if (body.size() != 1) values.refuse(place, "must have one key, the kind of the solid");
  const std::string& kind = body.begin().key();
  const std::string there = place + "." + kind;
  return values.at(there, [&] { return SolidReader(values, folder).read(kind, body.begin().value(), there); });
}

}  // namespace impinge::io
