// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Two rows of teeth, after the jaws of: Myszkowski, Okunev & Kunii, Fast collision detection between complex solids using
// rasterizing graphics hardware, 1995, figures 4 to 6.
#include <array>

#include <impinge/shapes.h>

#include "scenes/scene_lists.h"

namespace impinge::scenes {
namespace {

constexpr int kResolution = 24;  // 13,010 faces a row

Scene make_apart() { return make_teeth_scene(kResolution, 12); }
Scene make_close() { return make_teeth_scene(kResolution, 0.3); }
Scene make_biting() { return make_teeth_scene(kResolution, -0.8); }

constexpr std::array kClose = {ExpectedPair{"lower", "upper", Verdict::near}};
constexpr std::array kBiting = {ExpectedPair{"lower", "upper", Verdict::crossing}};

// The four positions of the 1995 experiment, with as many faces: 55,184 a row.
constexpr int kJaws = 51;

Scene make_jaws_apart() { return make_teeth_scene(kJaws, 1.2); }
Scene make_jaws_touching() { return make_teeth_scene(kJaws, 0.02); }
Scene make_jaws_biting() { return make_teeth_scene(kJaws, -0.8); }
Scene make_jaws_deep() { return make_teeth_scene(kJaws, -2.4); }

constexpr std::array kScenes = {
    NamedScene{"teeth_apart", "two rows of teeth, the mouth open", make_apart, {}},
    NamedScene{"teeth_close", "two rows of teeth almost closed, asked for 0.5 mm", make_close, kClose, 0.5},
    NamedScene{"teeth_biting", "two rows of teeth that bite into each other", make_biting, kBiting},
    NamedScene{"jaws_apart", "jaws of 110,000 faces, the mouth a little open", make_jaws_apart, {}},
    NamedScene{"jaws_touching", "jaws of 110,000 faces, the first cusps just meet", make_jaws_touching, kBiting},
    NamedScene{"jaws_biting", "jaws of 110,000 faces that bite into each other", make_jaws_biting, kBiting},
    NamedScene{"jaws_deep", "jaws of 110,000 faces, far into each other", make_jaws_deep, kBiting},
};

}  // namespace

Scene make_teeth_scene(int resolution, double gap) {
  constexpr double kArch = 64, kFirstContact = 19.9;  // mm: width of the upper arch, height at which molars meet
  Scene scene;
  scene.add("lower", make_teeth(kArch, resolution, false));
  scene.add("upper", make_teeth(kArch, resolution, true), {.position = {0, 0, kFirstContact + gap}});
  return scene;
}

std::span<const NamedScene> teeth_scenes() noexcept { return kScenes; }

}  // namespace impinge::scenes
