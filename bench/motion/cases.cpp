// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "cases.h"
#include "scenes/bodies.h"

#include <fmt/format.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include <cmath>
#include <filesystem>

#include "scene/motion/rigid_path.h"

namespace impinge::bench {
namespace {

// The same on every machine (splitmix64).
class Random {
 public:
  double real(double low, double high) {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * (static_cast<double>(z >> 11) * 0x1p-53);
  }
  Vec3 point(double size) {
    const double x = real(-size, size), y = real(-size, size), z = real(-size, size);
    return {x, y, z};
  }

 private:
  std::uint64_t state_ = 7;
};

void move(Scene& scene, ObjectId id, const Vec3& velocity, const Vec3& spin) {
  Motion motion;
  motion.velocity = velocity;
  motion.angular_velocity = spin;
  scene.set_motion(id, std::move(motion));
}

// Figures 3.6, 3.7 and 4.2: two spheres that move towards each other, turning, and meet within the step.
Scene two_spheres(const Mesh& sphere) {
  Scene scene;
  const Vec3 way = Vec3(12, 5, 3) / std::sqrt(178.0);
  move(scene, scene.add("left", sphere, {.position = -10.2 * way}), 0.4 * way, {0.03, 0.01, 0.05});
  move(scene, scene.add("right", sphere, {.position = 10.2 * way}), -0.4 * way, {-0.02, 0.04, 0.01});
  scene.duration = 1;
  return scene;
}

// Figure 3.8: fifteen shuttles near each other, all moving and turning.
Scene shuttles() {
  Scene scene;
  Random random;
  const Mesh shuttle = scenes::make_shuttle(100);
  for (int i = 0; i < 15; ++i) {
    const Vec3 place = 75 * Vec3(i % 3, i / 3 % 3, i / 9) + random.point(4);
    const Pose pose = Pose::from_quaternion(place, {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), 1});
    move(scene, scene.add(fmt::format("shuttle{}", i), shuttle, pose), random.point(8), random.point(0.1));
  }
  scene.duration = 1;
  return scene;
}

// Figure 3.9 and beyond: spheres of 528 faces at constant density, a tenth of their gaps apart, all moving and turning.
Scene many_spheres(int bodies, int faces) {
  Scene scene;
  Random random;
  const Mesh sphere = make_sphere_of_faces(1, static_cast<std::uint32_t>(faces));
  const int edge = static_cast<int>(std::ceil(std::cbrt(bodies)));
  for (int i = 0; i < bodies; ++i) {
    const Vec3 place = 2.6 * Vec3(i % edge, i / edge % edge, i / edge / edge) + random.point(0.25);
    move(scene, scene.add(fmt::format("s{}", i), sphere, {.position = place}), random.point(0.4), random.point(0.2));
  }
  scene.duration = 1;
  return scene;
}

Scene frames_scene(const std::filesystem::path& first, const std::filesystem::path& second) {
  Scene scene;
  const Mesh a = load_mesh(first), b = load_mesh(second);
  Motion motion;
  motion.vertex_keyframes = {{a.vertices().begin(), a.vertices().end()}, {b.vertices().begin(), b.vertices().end()}};
  scene.set_motion(scene.add("cloth", a), std::move(motion));
  return scene;
}

void add_frames(std::vector<MotionCase>& cases, const std::filesystem::path& folder) {
  const auto add = [&](const char* name, const std::filesystem::path& a, const std::filesystem::path& b) {
    if (!std::filesystem::exists(folder / a) || !std::filesystem::exists(folder / b)) return;
    cases.push_back({name, false, false, [=] { return frames_scene(folder / a, folder / b); }, true});
  };
  const std::filesystem::path ccd = "03-ccd", scalable = ccd / "Sample-Scalable-CCD-Data";
  add("frames_cloth_funnel", scalable / "cloth-funnel/frames/227.ply", scalable / "cloth-funnel/frames/228.ply");
  add("frames_cloth_ball", scalable / "cloth-ball/frames/cloth_ball92.ply", scalable / "cloth-ball/frames/cloth_ball93.ply");
  add("frames_thick_cloth", ccd / "ipc-toolkit-tests-data/thick-cloth/t0.ply",
      ccd / "ipc-toolkit-tests-data/thick-cloth/t1.ply");
  const std::filesystem::path horse = "09-deforming/Hyperspectral-Inverse-Skinning/horse-gallop";
  add("frames_horse", horse / "0002.obj", horse / "0003.obj");
}

}  // namespace

Pose pose_at(const SceneObject& object, double t) {
  return RigidPath::straight(object.pose, object.motion->velocity, object.motion->angular_velocity).pose(t);
}

std::vector<MotionCase> motion_cases(const std::string& data_folder) {
  std::vector<MotionCase> cases;
  for (const int faces : {168, 528, 960, 3968, 100000, 1000000})
    cases.push_back({fmt::format("two_spheres_{}", faces), faces <= 960, faces <= 3968,
                     [=] { return two_spheres(make_sphere_of_faces(10, static_cast<std::uint32_t>(faces))); }});
  cases.push_back({"fifteen_shuttles", true, true, shuttles});
  for (const int bodies : {10, 20, 30, 40, 1000, 10000, 100000})
    cases.push_back(
        {fmt::format("spheres_{}", bodies), bodies <= 40, bodies <= 10000, [=] { return many_spheres(bodies, 528); }});
  if (!data_folder.empty()) add_frames(cases, data_folder);
  return cases;
}

}  // namespace impinge::bench
