// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scenes/plant/plant.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <impinge/error.h>
#include <impinge/shapes.h>

#include "scenes/plant/plant_shapes.h"

namespace impinge::scenes {

namespace {

enum class Kind : std::uint8_t { slab, column, machine, pump, pipe, valve, bend, tray };

struct KindRow {
  const char* name;
  double share;  // of the variants, which machines have most of
};
constexpr std::array<KindRow, 8> kKinds = {{{"slab", 0},
                                            {"column", 0},
                                            {"machine", 1},
                                            {"pump", 1},
                                            {"pipe", 0.25},
                                            {"valve", 0.5},
                                            {"bend", 0.25},
                                            {"tray", 0.1}}};

// What stands in a bay, in this order. Along y: the frame turned by a quarter about z.
struct Slot {
  const char* name;
  Kind kind;
  double x, y, z;
  bool along_y = false;
};
constexpr double kBay = 4000, kGap = 5, kPipe = 1200, kValve = 400, kRadius = 100, kFlange = 170, kMachine = 700,
                 kPump = 400;
constexpr double kTray = 1890, kFloor = 210;
constexpr std::array<Slot, 13> kSlots = {{{"slab", Kind::slab, kBay / 2, kBay / 2, 100},
                                          {"column", Kind::column, 200, 200, 2060},
                                          {"machine", Kind::machine, 1900, 1500, kFloor},
                                          {"pump", Kind::pump, 3020, 1500, kFloor},
                                          {"pipe1", Kind::pipe, 200, 3000, 2500},
                                          {"valve1", Kind::valve, 200 + kPipe + kGap, 3000, 2500},
                                          {"pipe2", Kind::pipe, 200 + kPipe + kValve + 2 * kGap, 3000, 2500},
                                          {"bend", Kind::bend, 200 + 2 * kPipe + kValve + 3 * kGap, 3000, 2500},
                                          {"pipe3", Kind::pipe, 800, 200, 3200, true},
                                          {"valve2", Kind::valve, 800, 200 + kPipe + kGap, 3200, true},
                                          {"pipe4", Kind::pipe, 800, 200 + kPipe + kValve + 2 * kGap, 3200, true},
                                          {"tray1", Kind::tray, 50, 650, 3500},
                                          {"tray2", Kind::tray, 50 + kTray + kGap, 650, 3500}}};

// What is moved, by how much, and what it gets into.
struct Clash {
  std::size_t moved, into;
  double x, y, z;
};
constexpr std::array<Clash, 4> kClashes = {{{5, 4, -(kGap + 17.25), 0, 0},  // the flange goes over the end of the pipe
                                            {11, 8, 0, 0, -220.5},          // the tray's floor comes to lie in the pipe
                                            {2, 0, 0, 0, -20.25},           // below the top of the slab
                                            {3, 2, -40.5, 0, 0}}};          // the feet are as wide as can be

Fineness fineness(const Plant& plant, Kind kind, std::uint32_t variant) {
  const double d = std::sqrt(plant.detail) * (1 + 0.02 * (variant % 7));
  const auto about = [](double x, int least) { return std::max(least, static_cast<int>(std::lround(x))); };
  switch (kind) {
    case Kind::machine: return {about(24 * d, 12), about(20 * d, 4)};
    case Kind::pump: return {about(20 * d, 12), about(14 * d, 4)};
    case Kind::tray: return {4, about(8 * d * d, 1)};
    default: return {about(14 * d, 10), about(5 * d, 1)};
  }
}

std::uint32_t variants_of(const Plant& plant, Kind kind) {
  const double bays = plant.options.parts / static_cast<double>(kSlots.size());
  return std::max(1u, static_cast<std::uint32_t>(kKinds[static_cast<std::size_t>(kind)].share * bays));
}

std::pair<Kind, std::uint32_t> kind_of(const Plant& plant, std::uint32_t shape) {
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    const std::uint32_t n = variants_of(plant, static_cast<Kind>(k));
    if (shape < n) return {static_cast<Kind>(k), shape};
    shape -= n;
  }
  throw Error(ErrorCode::bad_argument, "the plant has no such shape");
}

std::uint32_t first_shape(const Plant& plant, Kind kind) {
  std::uint32_t first = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(kind); ++k) first += variants_of(plant, static_cast<Kind>(k));
  return first;
}

std::uint64_t faces_of(const Plant& plant, Kind kind, std::uint32_t variant) {
  const Fineness f = fineness(plant, kind, variant);
  const auto round = static_cast<std::uint64_t>(f.round), along = static_cast<std::uint64_t>(f.along);
  switch (kind) {
    case Kind::slab:
    case Kind::column: return 12;
    case Kind::machine:
    case Kind::pump: return 2 * round * (along + 1);
    case Kind::valve: return 2 * round * (std::max<std::uint64_t>(4, along) + 1);
    case Kind::tray: return 16 * along + 12;
    default: return 4 * round * (along + 1);
  }
}

double faces_of_bay(const Plant& plant) {
  double faces = 0;
  for (const Slot& slot : kSlots) faces += static_cast<double>(faces_of(plant, slot.kind, 3));
  return faces;
}

// So fine that a bay in the middle of the variants has its share of the faces.
double find_detail(Plant plant) {
  const double wanted = static_cast<double>(plant.options.faces) * kSlots.size() / plant.options.parts;
  double low = 1e-3, high = 1e6;
  for (int i = 0; i < 60; ++i) {
    plant.detail = std::sqrt(low * high);
    (faces_of_bay(plant) < wanted ? low : high) = plant.detail;
  }
  return std::sqrt(low * high);
}

void require(const PlantOptions& options) {
  constexpr std::uint64_t kMost = 1'000'000;
  if (options.parts < kSlots.size() || options.parts > kMost)
    throw Error(ErrorCode::bad_argument, "a plant has 13 to 1,000,000 parts");
  if (options.clashes > options.parts / kSlots.size())
    throw Error(ErrorCode::bad_argument, "at most one clash is planted for each 13 parts");
  if (options.faces > 2'000 * kMost) throw Error(ErrorCode::bad_argument, "a plant has at most 2,000,000,000 faces");
}

}  // namespace

Plant make_plant(const PlantOptions& options) {
  require(options);
  Plant plant;
  plant.options = options;
  if (options.faces == 0) plant.options.faces = std::uint64_t{500} * options.parts;
  plant.detail = find_detail(plant);
  for (std::size_t k = 0; k < kKinds.size(); ++k) plant.shapes += variants_of(plant, static_cast<Kind>(k));
  std::mt19937_64 dice(options.seed);
  const auto n_slots = static_cast<std::uint32_t>(kSlots.size());
  const std::uint32_t bays = (options.parts + n_slots - 1) / n_slots, whole = options.parts / n_slots;
  // Floors of a building about as high as wide.
  const auto side = static_cast<std::uint32_t>(std::ceil(std::cbrt(static_cast<double>(bays))));
  std::vector<std::uint8_t> planted(bays, 0);
  for (std::uint32_t left = options.clashes; left > 0;) {
    std::uint8_t& bay = planted[dice() % whole];
    if (bay != 0) continue;
    bay = static_cast<std::uint8_t>(1 + dice() % kClashes.size());
    --left;
  }
  for (std::uint32_t bay = 0; bay < bays; ++bay) {
    const Vec3 corner = Vec3(bay % side, bay / side % side, bay / side / side) * kBay;
    const std::string before = std::string("bay").append(std::to_string(bay)).append("/");
    const std::uint32_t first = bay * n_slots;
    for (std::uint32_t s = 0; s < n_slots && first + s < options.parts; ++s) {
      const Slot& slot = kSlots[s];
      const auto variant = static_cast<std::uint32_t>(dice() % variants_of(plant, slot.kind));
      PlantPart part{before + slot.name, first_shape(plant, slot.kind) + variant, corner + Vec3(slot.x, slot.y, slot.z)};
      if (slot.along_y) part.rotation = {0, 0, std::sqrt(0.5), std::sqrt(0.5)};
      if (slot.kind == Kind::machine && planted[bay] != 4) {
        // Turned bodies turn freely.
        const double angle = static_cast<double>(dice() % 360) * std::numbers::pi / 360;
        part.rotation = {0, 0, std::sin(angle), std::cos(angle)};
      }
      if (planted[bay] > 0 && kClashes[planted[bay] - 1u].moved == s) {
        const Clash& clash = kClashes[planted[bay] - 1u];
        part.position += Vec3(clash.x, clash.y, clash.z);
      }
      plant.faces += faces_of(plant, slot.kind, variant);
      plant.parts.push_back(std::move(part));
    }
    if (planted[bay] == 0) continue;
    const Clash& clash = kClashes[planted[bay] - 1u];
    const auto moved = first + static_cast<std::uint32_t>(clash.moved),
               into = first + static_cast<std::uint32_t>(clash.into);
    plant.clashes.push_back({std::min(moved, into), std::max(moved, into)});
  }
  return plant;
}

std::string plant_shape_name(const Plant& plant, std::uint32_t shape) {
  const auto [kind, variant] = kind_of(plant, shape);
  return std::string(kKinds[static_cast<std::size_t>(kind)].name).append("_").append(std::to_string(variant));
}

Mesh make_plant_shape(const Plant& plant, std::uint32_t shape) {
  const auto [kind, variant] = kind_of(plant, shape);
  const Fineness fine = fineness(plant, kind, variant);
  const std::uint64_t seed = plant.options.seed * 0x9e3779b97f4a7c15 + shape;
  switch (kind) {
    case Kind::slab: return make_box({kBay - 10, kBay - 10, 200});
    case Kind::column: return make_box({300, 300, 3700});
    case Kind::machine: return make_machine(kMachine, 1000 + 50 * (variant % 11), fine, seed);
    case Kind::pump: return make_machine(kPump, 600 + 40 * (variant % 7), fine, seed);
    case Kind::pipe: return make_pipe(kPipe, kRadius, 6 + variant % 5, fine);
    case Kind::valve: return make_valve(kValve, kFlange, fine, seed);
    case Kind::bend: return make_bend(300, kRadius, 6 + variant % 5, fine);
    default: return make_tray(kTray, 300, 80 + 5 * (variant % 5), 3, fine);
  }
}

Scene plant_scene(const Plant& plant) {
  std::vector<Mesh> shapes;
  for (std::uint32_t i = 0; i < plant.shapes; ++i) shapes.push_back(make_plant_shape(plant, i));
  Scene scene;
  for (const PlantPart& part : plant.parts)
    scene.add(part.name, shapes[part.shape], Pose::from_quaternion(part.position, part.rotation));
  return scene;
}

}  // namespace impinge::scenes
