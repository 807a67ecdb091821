// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What each option of `check` is used by. An option that would change nothing is refused, so that nobody believes it did.
#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/arguments.h"
#include "apps/cli/check/check_arguments.h"

namespace impinge::cli {
namespace {

struct OptionUse {
  const char* option;
  bool given;
  bool used;
  const char* users;
};

}  // namespace

bool decides_faces(const CheckArguments& a) {
  const auto known = methods();
  const auto is_asked = [&](const MethodInfo& m) { return m.name == a.method; };
  const auto row = std::find_if(known.begin(), known.end(), is_asked);
  return row == known.end() || row->guarantee != Guarantee::sampled || a.certified;
}

bool wants_overlaps(const CheckArguments& a) { return !a.review.glb.empty() && !a.verdicts && decides_faces(a); }

void refuse_unused_options(const CheckArguments& a) {
  if (a.self && !a.clearance.empty()) refuse_argument("check", kSelfClearance);
  const Method method = parse_word(a.method, Method::automatic);
  const bool automatic = method == Method::automatic, depth_count = method == Method::depth_count,
             zlist = method == Method::zlist, face_octree = method == Method::face_octree;
  // In a scene file there may be shapes without faces, which `auto` looks at along lines.
  const bool lines = zlist || depth_count || (automatic && !a.scene.empty());
  const bool sampled = lines && !a.certified;
  const bool extents = a.volume || !a.tolerance.empty();
  const bool octree = automatic || face_octree || method == Method::moved_octree || a.self;
  const bool card = a.backend != "cpu";
  // What rests on face pairs, as the words of an overlap do.
  const bool decided = decides_faces(a);
  constexpr const char* kDecided = "methods that decide face pairs";
  const OptionUse uses[] = {
      {"--resolution", !a.resolution.empty(), lines || extents, "zlist, depth_count, --volume and --tolerance"},
      {"--direction", !a.direction.empty(), lines || extents, "zlist, depth_count, --volume and --tolerance"},
      {"--choose", !a.choose.empty(), sampled, "depth_count, and zlist without --certified"},
      {"--directions", !a.directions.empty(), sampled, "depth_count, and zlist without --certified"},
      {"--refine", !a.refine.empty(), (sampled && !depth_count) || extents,
       "zlist without --certified, --volume and --tolerance"},
      {"--error", !a.error.empty(), extents, "--volume and --tolerance"},
      {"--raster", !a.raster.empty(), sampled && zlist, "zlist without --certified"},
      {"--raster scene and --choose", a.raster == "scene" && !(a.choose.empty() && a.directions.empty()), false,
       "rasters of single pairs; give --direction X,Y,Z"},
      {"--form", !a.form.empty(), depth_count, "depth_count"},
      {"--passes", !a.passes.empty(), depth_count, "depth_count"},
      {"--zlist", !a.zlist.empty(), sampled && !depth_count, "zlist without --certified"},
      {"--sampled", a.sampled != "list", sampled, "zlist without --certified, depth_count and scenes with --method auto"},
      {"--certified", a.certified, zlist, "zlist; the other face methods are exact by themselves"},
      {"--level", !a.level.empty(), octree, "face_octree, moved_octree and --self"},
      {"--broad none", a.broad == "none", automatic || face_octree, "face_octree"},
      {"--drawing", !a.drawing.empty(), card && (lines || extents),
       "a graphics card (--backend) with zlist, depth_count, --volume and --tolerance"},
      {"--contacts", !a.overlap.contacts.empty(), decided, kDecided},
      {"--curves", !a.overlap.curves.empty(), decided, kDecided},
      {"--patches", a.overlap.patches, decided, kDecided},
      {"--overlap", !a.overlap.solid.empty(), decided, kDecided},
      {"--parting", a.overlap.parting, decided, kDecided},
      {"--max-pairs", !a.max_pairs.empty(), !a.verdicts, "answers that list face pairs, not --verdicts"},
  };
  for (const OptionUse& use : uses)
    if (use.given && !use.used)
      refuse_argument("check", fmt::format("{} has no effect with --method {}{}; it is used by {}.", use.option, a.method,
                                           a.certified && zlist ? " --certified" : "", use.users));
}

}  // namespace impinge::cli
