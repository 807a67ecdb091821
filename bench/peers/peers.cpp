// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "peer_makers.h"

namespace impinge::bench {

const char* to_string(Work work) noexcept {
  constexpr const char* kWords[] = {"fresh", "deforming", "rigid"};
  return kWords[static_cast<int>(work)];
}

const char* to_string(Query query) noexcept {
  constexpr const char* kWords[] = {"all", "boolean", "distance", "build"};
  return kWords[static_cast<int>(query)];
}

std::vector<std::string> peer_names() { return {"fcl", "cgal", "embree", "embree_cgal", "bullet"}; }

// Which of the makers exist, the build says.
std::vector<std::unique_ptr<Peer>> make_peers([[maybe_unused]] int threads) {
  std::vector<std::unique_ptr<Peer>> peers;
#ifdef IMPINGE_BENCH_FCL
  peers.push_back(make_fcl());
#endif
#ifdef IMPINGE_BENCH_CGAL
  peers.push_back(make_cgal(threads));
#endif
#ifdef IMPINGE_BENCH_EMBREE
  peers.push_back(make_embree("embree", triangles_meet, threads));
#endif
#if defined(IMPINGE_BENCH_EMBREE) && defined(IMPINGE_BENCH_CGAL)
  peers.push_back(make_embree("embree_cgal", cgal_triangles_meet, threads));
#endif
#ifdef IMPINGE_BENCH_BULLET
  peers.push_back(make_bullet());
#endif
  return peers;
}

}  // namespace impinge::bench
