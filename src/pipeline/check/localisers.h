// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The localisers as a check runs them, all with the signature of `Localiser`: what each needs is made first, then it
// searches, then the exact stage decides. Rows of methods.cpp.

#include "localise/localise_input.h"
#include "pipeline/check/face_pair_search.h"

namespace impinge {

/// overlap_region, a localiser that needs no more than faces, exact: leaves nothing.
std::vector<ObjectPair> by_faces_of(FacePairSearch& search, std::string_view word, FaceLocaliser localise,
                                    std::vector<ObjectPair> pairs);

template <FaceLocaliser localise>
std::vector<ObjectPair> by_faces(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs) {
  return by_faces_of(search, word, localise, std::move(pairs));
}

/// Leaves crowded pairs to cluster_tree.
std::vector<ObjectPair> by_slices(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs);

/// Bodies without a tree get one for this check. Leaves nothing.
std::vector<ObjectPair> by_trees(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs);

/// Leaves what deforms, or stands where octrees cannot be moved, to face_octree.
std::vector<ObjectPair> by_moved_octrees(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs);

/// zlist and depth_count: verdicts at the lines of a raster; with CheckOptions::certified face pairs by the exact stage.
/// Leaves nothing.
std::vector<ObjectPair> by_lines(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs);

/// Leaves all but convex bodies that are apart, or that cross where no face pairs are asked for.
std::vector<ObjectPair> by_polar_newton(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs);

/// All faces of all meshes, for a search that culls none; none of shapes whose faces are a stand-in.
std::vector<std::vector<std::uint32_t>> all_faces(const CheckContext& run);

}  // namespace impinge
