// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The scene file, `impinge.scene/1`; docs/scene.schema.json says the same for other programs. A key that is not known is an
// error: a misspelt "rotation" must not pass for no rotation.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include <impinge/error.h>
#include <impinge/io.h>

#include "io/file/input_file.h"
#include "io/file/json_guard.h"
#include "io/scene/read_line_shape.h"
#include "io/scene/read_mesh_files.h"
#include "io/scene/read_pc2.h"
#include "io/scene/read_pose.h"
#include "io/scene/read_rules.h"
#include "io/scene/read_scene.h"
#include "io/scene/read_solid.h"
#include "io/scene/scene_values.h"
#include "shape/make/generator.h"

namespace impinge {
namespace {

using io::Json;

constexpr std::string_view kSchema = "impinge.scene/1";

class SceneReader : private io::SceneValues {
 public:
  SceneReader(const std::filesystem::path& folder, std::string_view origin, io::MeshReader read_mesh)
      : SceneValues(origin), place_(origin), folder_(folder), files_(*this, folder, std::move(read_mesh)) {}

  Scene read(const Json& root) {
    require_keys(root, "", {"schema", "units", "duration", "objects", "ignore", "rules"});
    const auto schema = root.find("schema");
    if (schema == root.end() || *schema != kSchema) {
      refuse("schema", fmt::format("must be \"{}\"; this is not an impinge scene, or one of a different version", kSchema));
    }
    if (const auto units = root.find("units"); units != root.end()) scene_.units = text(*units, "units");
    at("units", [&] { require_unit(scene_.units); });
    files_.set_units(scene_.units);
    if (const auto duration = root.find("duration"); duration != root.end()) {
      scene_.duration = number(*duration, "duration");
      if (!(*scene_.duration > 0)) refuse("duration", fmt::format("{}: must be greater than 0", *scene_.duration));
    }
    const Json& objects = array(required(root, "", "objects"), "objects");
    if (objects.empty()) refuse("objects", "is empty; a scene needs at least one object");
    for (std::size_t i = 0; i < objects.size(); ++i) read_object(objects[i], fmt::format("objects[{}]", i));
    if (const auto ignore = root.find("ignore"); ignore != root.end()) {
      for (std::size_t i = 0; i < array(*ignore, "ignore").size(); ++i) {
        read_ignore((*ignore)[i], fmt::format("ignore[{}]", i));
      }
    }
    if (const auto rules = root.find("rules"); rules != root.end())
      scene_.set_rules(io::read_rules(*this, *rules, "rules", place_));
    return std::move(scene_);
  }

 private:
  void read_object(const Json& value, const std::string& path) {
    require_keys(value, path,
                 {"name", "shape", "file", "parts", "units", "scale", "position", "rotation", "group", "groups", "layer",
                  "keyframes", "velocity", "angular_velocity", "frames", "path", "close_scan"});
    const bool has_shape = value.contains("shape"), has_file = value.contains("file");
    const bool of_frames = value.contains("frames") && value["frames"].is_array() && !value["frames"].empty();
    if ((has_shape && has_file) || (!has_shape && !has_file && !of_frames))
      refuse(path, "must have either \"shape\" or \"file\", or \"frames\" of mesh files");
    if (value.contains("parts") && !has_file) refuse(path + ".parts", "only a file has parts");
    const std::string name = read_name(value, path);
    const Pose pose = io::read_pose(*this, value, path);
    const Group group = read_group(value, path);
    const bool solid = has_shape && io::is_solid(value["shape"]);
    if (solid || (has_shape && io::is_line_shape(value["shape"]))) {
      for (const char* key : {"close_scan", "units", "scale", "parts"})
        if (value.contains(key)) refuse(path + "." + key, "only meshes have it");
      LineShapePtr shape = solid ? io::read_solid(*this, value["shape"], path + ".shape", folder_)
                                 : read_line_shape(value["shape"], path + ".shape");
      const ObjectId id = scene_.add(name, std::move(shape), pose, group);
      read_selectors(value, path, id);
      read_motion(value, path, id);
      return;
    }
    if (read_flag(value, path, "parts")) return read_parts(value, path, pose, group);
    const io::MeshScale scale = files_.read_scale(value, path);
    Mesh mesh = has_shape  ? files_.scaled(read_shape(value["shape"], path + ".shape"), scale, path)
                : has_file ? files_.read(value["file"], path + ".file", scale)
                           : files_.read(value["frames"][0], path + ".frames[0]", scale);
    if (value.contains("close_scan")) mesh = read_closed_scan(mesh, value["close_scan"], path + ".close_scan");
    const ObjectId id = scene_.add(name, mesh, pose, group);
    read_selectors(value, path, id);
    read_motion(value, path, id);
  }

  /// Each part of the file is an object, all with the pose and motion given.
  void read_parts(const Json& value, const std::string& path, const Pose& pose, Group group) {
    for (const char* key : {"close_scan", "frames"})
      if (value.contains(key)) refuse(path + "." + key, "an object in parts has none");
    const std::string before = value.contains("name") ? value["name"].get<std::string>() + "/" : "";
    for (MeshPart& part : files_.read_parts(value["file"], path + ".file", files_.read_scale(value, path))) {
      const ObjectId id = scene_.add(before + part.name, std::move(part.mesh), pose, group);
      read_selectors(value, path, id);
      read_motion(value, path, id);
    }
  }

  /// What rules select an object by, beside its name.
  void read_selectors(const Json& value, const std::string& path, ObjectId id) {
    if (value.contains("layer")) scene_.set_layer(id, text(value["layer"], path + ".layer"));
    if (!value.contains("groups")) return;
    const Json& list = array(value["groups"], path + ".groups");
    std::vector<std::string> groups;
    for (std::size_t i = 0; i < list.size(); ++i) groups.push_back(text(list[i], fmt::format("{}.groups[{}]", path, i)));
    scene_.set_groups(id, std::move(groups));
  }

  bool read_flag(const Json& value, const std::string& path, const char* key) const {
    if (!value.contains(key)) return false;
    if (!value[key].is_boolean())
      refuse(path + "." + key, fmt::format("must be true or false, not {}", value[key].type_name()));
    return value[key].get<bool>();
  }

  Mesh read_closed_scan(const Mesh& scan, const Json& value, const std::string& path) {
    require_keys(value, path, {"away", "depth"});
    const auto away = numbers<3>(required(value, path, "away"), path + ".away");
    const double depth = number(required(value, path, "depth"), path + ".depth");
    Mesh closed = scan;
    at(path, [&] { closed = close_scan(scan, {away[0], away[1], away[2]}, depth); });
    return closed;
  }

  void read_motion(const Json& value, const std::string& path, ObjectId id) {
    Motion motion;
    bool moves = false;
    for (const char* key : {"velocity", "angular_velocity"}) {
      if (!value.contains(key)) continue;
      const auto given = numbers<3>(value[key], path + "." + key);
      Vec3& rate = std::string_view(key) == "velocity" ? motion.velocity : motion.angular_velocity;
      rate = {given[0], given[1], given[2]};
      moves = true;
    }
    const int ways = int{value.contains("keyframes")} + int{moves} + int{value.contains("frames")};
    if (ways > 1) refuse(path, "give only one of \"keyframes\", velocities and \"frames\"");
    if (value.contains("keyframes")) motion.keyframes = read_keyframes(value["keyframes"], path + ".keyframes");
    if (value.contains("frames")) motion.vertex_keyframes = read_frames(value, path, scene_.object(id).mesh);
    if (value.contains("path")) motion.path = read_path(value["path"], path + ".path");
    if (value.contains("path") && !value.contains("keyframes"))
      refuse(path + ".path", "only keyframes have a path between them");
    // They replace the object's own pose, for questions about its beginning too.
    if (!motion.keyframes.empty()) {
      const Keyframe& first = motion.keyframes.front();
      scene_.set_pose(id, Pose::from_quaternion(first.position, first.rotation));
    }
    if (moves || !motion.keyframes.empty() || !motion.vertex_keyframes.empty())
      at(path, [&] { scene_.set_motion(id, std::move(motion)); });
  }

  std::vector<Keyframe> read_keyframes(const Json& value, const std::string& path) const {
    std::vector<Keyframe> keys;
    if (array(value, path).empty()) refuse(path, "is empty; give one keyframe or more");
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string inner = fmt::format("{}[{}]", path, i);
      require_keys(value[i], inner, {"t", "position", "rotation"});
      Keyframe key;
      key.t = number(required(value[i], inner, "t"), inner + ".t");
      if (value[i].contains("position")) {
        const auto given = numbers<3>(value[i]["position"], inner + ".position");
        key.position = {given[0], given[1], given[2]};
      }
      if (value[i].contains("rotation")) key.rotation = io::read_rotation(*this, value[i]["rotation"], inner + ".rotation");
      at(inner, [&] { Pose::from_quaternion(key.position, key.rotation); });
      keys.push_back(key);
    }
    return keys;
  }

  Path read_path(const Json& value, const std::string& path) const {
    const std::string word = text(value, path);
    Path way{};
    if (!from_string(word, way)) refuse(path, fmt::format("must be \"straight\" or \"screw\", not \"{}\"", word));
    return way;
  }

  /// One vertex cache, or a mesh file for each frame with the faces of the object.
  std::vector<std::vector<Vec3>> read_frames(const Json& object, const std::string& object_path, const Mesh& mesh) {
    const Json& value = object["frames"];
    const std::string path = object_path + ".frames";
    const io::MeshScale scale = files_.read_scale(object, object_path);
    std::vector<std::vector<Vec3>> frames;
    if (value.is_string()) {
      frames = at(path, [&] { return io::read_pc2(folder_ / text(value, path)); });
      for (std::vector<Vec3>& frame : frames) files_.apply(scale, frame);
      return frames;
    }
    if (array(value, path).empty()) refuse(path, "is empty; give two frames or more");
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string inner = fmt::format("{}[{}]", path, i);
      const Mesh frame = files_.read(value[i], inner, scale);
      if (!std::equal(frame.faces().begin(), frame.faces().end(), mesh.faces().begin(), mesh.faces().end()))
        refuse(inner, "has different faces from the object's mesh");
      frames.emplace_back(frame.vertices().begin(), frame.vertices().end());
    }
    return frames;
  }

  std::string read_name(const Json& value, const std::string& path) {
    if (!value.contains("name")) {
      if (!value.contains("file")) refuse(path, "the key \"name\" is missing");
      return std::filesystem::path(text(value["file"], path + ".file")).stem().string();
    }
    std::string name = text(value["name"], path + ".name");
    if (taken(name)) refuse(path + ".name", fmt::format("the name \"{}\" is taken by an earlier object", name));
    return name;
  }

  // Objects since the last call are added first: a search through all of them for each would take the square of their
  // number.
  bool taken(const std::string& name) {
    for (; names_known_ < scene_.objects().size(); ++names_known_) names_.insert(scene_.objects()[names_known_].name);
    return names_.contains(name);
  }

  LineShapePtr read_line_shape(const Json& value, const std::string& path) {
    const auto mesh = [&](const Json& part, const std::string& place) {
      return part.contains("file") ? files_.read(part["file"], place + ".file", files_.read_scale(part, place))
                                   : read_shape(part, place);
    };
    const auto pose = [&](const Json& part, const std::string& place) { return io::read_pose(*this, part, place); };
    return io::LineShapeReader(*this, mesh, pose).read(value, path);
  }

  Group read_group(const Json& value, const std::string& path) const {
    if (!value.contains("group")) return Group::none;
    const std::string group = text(value["group"], path + ".group");
    if (group != "a" && group != "b")
      refuse(path + ".group", fmt::format("must be \"a\" or \"b\", not \"{}\"; words for rules go into \"groups\"", group));
    return group == "a" ? Group::a : Group::b;
  }

  Mesh read_shape(const Json& value, const std::string& path) const {
    if (!value.is_object() || value.size() != 1) {
      refuse(path, "must be an object with one key, the name of a generator, such as { \"box\": [1, 2, 3] }");
    }
    const std::string& generator = value.begin().key();
    const Json& parameters = value.begin().value();
    const std::string inner = path + "." + generator;
    if (find_generator(generator) == nullptr) refuse_shape(inner, generator);
    if (parameters.is_array()) {
      std::vector<double> values;
      for (std::size_t i = 0; i < parameters.size(); ++i)
        values.push_back(number(parameters[i], fmt::format("{}[{}]", inner, i)));
      return at(inner, [&] { return make_generated(generator, values); });
    }
    if (!parameters.is_object())
      refuse(inner, fmt::format("must be an array or an object of numbers, not {}", parameters.type_name()));
    std::vector<std::pair<std::string, double>> named;
    for (const auto& [key, parameter] : parameters.items()) named.emplace_back(key, number(parameter, inner + "." + key));
    return at(inner, [&] { return make_generated(generator, named); });
  }

  [[noreturn]] void refuse_shape(const std::string& path, const std::string& name) const {
    std::vector<std::string_view> names = {"implicit", "sdf", "nurbs", "displacement", "csg"};
    for (const Generator& generator : generators()) names.push_back(generator.name);
    std::sort(names.begin(), names.end());
    refuse(path, fmt::format("no shape is called \"{}\"; the shapes are {}", name, fmt::join(names, ", ")));
  }

  void read_ignore(const Json& value, const std::string& path) {
    require_keys(value, path, {"a", "b", "reason"});
    const auto find = [&](const char* key) {
      const std::string name = text(required(value, path, key), path + "." + key);
      return at(path + "." + key, [&] { return scene_.find(name); });
    };
    const ObjectId a = find("a");
    const ObjectId b = find("b");
    scene_.ignore(a, b, text(required(value, path, "reason"), path + ".reason"));
  }

  std::string place_;  // of the text, for what outlives it
  std::filesystem::path folder_;
  Scene scene_;
  io::MeshFiles files_;
  std::unordered_set<std::string> names_;
  std::size_t names_known_ = 0;
};

}  // namespace

Scene io::read_scene(std::string_view json, const std::filesystem::path& folder, std::string_view origin,
                     const MeshReader& read_mesh) {
  return SceneReader(folder, origin, read_mesh).read(io::parse_guarded_json(json, origin));
}

Scene parse_scene(std::string_view json, const std::filesystem::path& folder, std::string_view origin) {
  return io::read_scene(json, folder, origin, load_mesh);
}

Scene load_scene(const std::filesystem::path& file) {
  const io::InputFile input(file);
  return parse_scene(io::as_text(input.bytes()), file.parent_path(), file.string());
}

}  // namespace impinge
