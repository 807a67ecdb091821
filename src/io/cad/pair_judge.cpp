// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Every facet has a bound on how far its piece of the true surface is, both ways; so two pieces are as far apart as their
// facets, less and more the two bounds. Where that leaves open whether they meet, the facets there are refined. Analytic
// surfaces say by their numbers that they stay apart, or that they are one.
#include "io/cad/pair_judge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "io/cad/surface_side.h"

namespace impinge::io {
namespace {

constexpr int kMostRounds = 40;
constexpr int kMostIdle = 6;  // rounds that bring nothing, as where edges lie off their faces
constexpr std::size_t kMostWays = 16;
constexpr int kMostFiner = 2;
constexpr std::size_t kFewMeetings = 20'000;
constexpr std::size_t kMostMeetings = 4'000'000;
constexpr std::uint64_t kMostNew = 2'000'000;  // facets made for one pair

Vec3 vec(const Point3& p) { return {p[0], p[1], p[2]}; }

// What is left open, round by round.
class Standstill {
 public:
  /// For how many rounds it has hardly become less.
  int rounds(const TruePair& pair) {
    const bool apart = pair.low > 0;
    const double left = apart ? pair.high - pair.low : pair.open;
    if (apart != apart_ || left < 0.9 * least_) {
      apart_ = apart;
      least_ = left;
      idle_ = 0;
    }
    return idle_++;
  }

 private:
  bool apart_ = false;
  double least_ = std::numeric_limits<double>::infinity();
  int idle_ = 0;
};

FacetBox box_of(const TrueObject& object) {
  FacetBox box;
  for (const PlacedShape& part : object.parts)
    for (const Point3& p : part.shape->now.points) box.take(world_point(part.pose, vec(p)));
  return box;
}

std::vector<Facet> facets_near(const TrueObject& object, const FacetBox& other, double reach) {
  std::vector<Facet> list;
  for (std::uint32_t part = 0; part < object.parts.size(); ++part) {
    const CadShape& shape = object.parts[part].shape->now;
    std::vector<Vec3> points;
    points.reserve(shape.points.size());
    for (const Point3& p : shape.points) points.push_back(world_point(object.parts[part].pose, vec(p)));
    for (std::uint32_t i = 0; i < shape.triangles.size(); ++i) {
      const CadTriangle& t = shape.triangles[i];
      Facet facet{{points[t.corners[0]], points[t.corners[1]], points[t.corners[2]]}, t.bound, part, i, t.face};
      if (facet.box().distance(other) <= reach + t.bound) list.push_back(facet);
    }
  }
  return list;
}

}  // namespace

void PairJudge::gather(double reach) {
  box_a_ = box_of(a_);
  box_b_ = box_of(b_);
  size_ = std::max({box_a_.low.cwiseAbs().maxCoeff(), box_a_.high.cwiseAbs().maxCoeff(), box_b_.low.cwiseAbs().maxCoeff(),
                    box_b_.high.cwiseAbs().maxCoeff()});
  tree_a_ = FacetTree(facets_near(a_, box_b_, reach + b_.largest_bound));
  tree_b_ = FacetTree(facets_near(b_, box_a_, reach + a_.largest_bound));
}

const PairFact& PairJudge::fact(const Facet& a, const Facet& b) {
  const auto [at, fresh] = facts_.try_emplace({a.part, a.face, b.part, b.face});
  if (!fresh) return at->second;
  const auto surface = [](const TrueObject& object, const Facet& f) {
    return placed(object.parts[f.part].shape->now.faces[f.face], object.parts[f.part].pose);
  };
  return at->second = fact_of(surface(a_, a), surface(b_, b), kSame * (1 + size_));
}

TruePair PairJudge::look(std::vector<Meeting>& meetings, double reach) {
  TruePair pair;
  pair.low = pair.high = reach;
  meetings.clear();
  contacts_.clear();
  const double rounding = 1e-14 * (1 + size_);
  const auto faces = [](const TrueObject& object, const Facet& f) -> const CadFace& {
    return object.parts[f.part].shape->now.faces[f.face];
  };
  const auto outward_dot = [this](const Facet& a, const Facet& b) {
    const PlacedShape &pa = a_.parts[a.part], &pb = b_.parts[b.part];
    const double turned = pa.pose.rotation.determinant() * pb.pose.rotation.determinant() < 0 ? -1 : 1;
    return turned * pa.shape->outward * pb.shape->outward * a.normal().dot(b.normal());
  };
  for (const Facet& a : tree_a_.facets()) {
    const FacetBox box = a.box();
    tree_b_.visit(
        box,
        [&](double distance, double bound) {
          return distance - a.bound - bound < std::max(pair.low, 0.0) || distance + a.bound < pair.high;
        },
        [&](const Facet& b) {
          const double boxes = box.distance(b.box());
          if (boxes - a.bound - b.bound >= std::max(pair.low, 0.0) && boxes + a.bound + b.bound >= pair.high) return;
          const PairFact& known = fact(a, b);
          const std::array<std::uint32_t, 4> faces_met = {a.part, a.face, b.part, b.face};
          const auto met = contacts_.find(faces_met);
          if (known.shared && pair.meet && met != contacts_.end() && met->second.shared) return;  // nothing new: they touch
          if (known.apart > 0 && known.apart >= pair.low && boxes + a.bound + b.bound >= pair.high) return;
          const NearestPoints near = nearest_of(a.corners, b.corners);
          const double bounds = a.bound + b.bound + rounding;
          double low = near.distance - bounds, high = near.distance + bounds;
          if (low >= std::max(pair.low, 0.0) && high >= pair.high) return;
          if (known.apart > 0) low = std::max(low, known.apart);
          if (high < pair.high) {
            pair.high = high;
            pair.a_point = near.a;
            pair.b_point = near.b;
          }
          if (known.apart > 0 && known.apart < pair.high && near.distance < known.apart + bounds) {
            const auto surface = [](const TrueObject& object, const Facet& f) {
              return placed(object.parts[f.part].shape->now.faces[f.face], object.parts[f.part].pose);
            };
            pair.high = std::min(pair.high, reached(a, b, surface(a_, a), surface(b_, b)));
          }
          if (known.shared && near.distance <= bounds) {
            const bool opposite = outward_dot(a, b) < 0;
            contacts_[faces_met].shared = opposite;
            pair.meet = pair.meet || share_point(a, b);
            // On one surface, from opposite sides, bodies cannot but touch.
            if (opposite && pair.meet) return;
          }
          if (low < pair.low) pair.low = low;
          if (low >= 0) return;
          contacts_.try_emplace(faces_met);
          if (meetings.size() < kMostMeetings) meetings.push_back({&a, &b, near});
        });
  }
  // What counts as one surface counts as one point.
  pair.meet = pair.meet || pair.high <= kSame * (1 + size_);
  if (pair.meet) {
    std::erase_if(meetings, [&](const Meeting& m) {
      return contacts_.at({m.a->part, m.a->face, m.b->part, m.b->face}).shared;
    });
    pair.low = pair.high = 0;
  }
  for (const Meeting& m : meetings) {
    pair.open = std::max(pair.open, m.a->bound + m.b->bound + rounding);
    pair.estimated = pair.estimated || faces(a_, *m.a).estimated || faces(b_, *m.b).estimated;
  }
  pair.low = std::max(pair.low, 0.0);
  pair.high = std::max(pair.high, pair.low);
  return pair;
}

TruePair PairJudge::judge(double reach) {
  std::vector<Meeting> meetings;
  TruePair pair;
  const bool solids = a_.solid && b_.solid;
  bool parted = false;
  double probed = std::numeric_limits<double>::infinity();
  // Room around the common box, so that points in it are known to be clear of facets.
  const FacetBox box_a = box_of(a_), box_b = box_of(b_);
  const double room = 0.01 * std::min((box_a.high - box_a.low).norm(), (box_b.high - box_b.low).norm());
  double wide = 0;
  Standstill standstill;
  for (int round = 0; round < kMostRounds; ++round) {
    wide = reach + a_.largest_bound + b_.largest_bound + room;
    gather(wide);
    pair = look(meetings, wide);
    // Proofs by points cost more than they bring while the bounds are nearly what they were.
    const bool last = pair.open <= options_.chord;
    const bool probe = solids && pair.low <= 0 && (last || pair.open < 0.3 * probed);
    if (probe) probed = pair.open;
    parted = parted || (probe && prove_parted(wide, pair));
    pair.parted = parted;
    pair.estimated = parted ? estimates_ : pair.estimated;
    if (parted && pair.meet) break;
    if (probe && !parted && prove_overlap(meetings, wide, pair)) {
      pair.overlap = true;
      break;
    }
    // Where the nearest surfaces have a closed form, it need not be refined to.
    const bool loose = pair.low <= 0 || pair.high - pair.low > options_.chord;
    if (solids && !pair.meet && loose && (round == 0 || probe)) {
      const double walls = std::min(pair.high, apart_by_walls(pair.high));
      if (walls > pair.low) {
        pair.low = walls;
        pair.estimated = pair.estimated || estimates_;
      }
    }
    if (standstill.rounds(pair) > kMostIdle) {
      pair.apart = pair.low > 0;
      break;
    }
    if (pair.low > 0) {
      pair.apart = true;
      if (!options_.distances || pair.high - pair.low <= options_.chord) break;
      // Tighten what is nearest.
      const double near = pair.high;
      for (const Facet& a : tree_a_.facets())
        tree_b_.visit(
            a.box(), [&](double d, double bound) { return d - a.bound - bound < near; },
            [&](const Facet& b) {
              if (a.box().distance(b.box()) - a.bound - b.bound >= near) return;
              const NearestPoints p = nearest_of(a.corners, b.corners);
              if (p.distance - a.bound - b.bound < near && meetings.size() < kMostMeetings) meetings.push_back({&a, &b, p});
            });
      if (!refine(meetings, options_.chord / 4)) break;
      continue;
    }
    if (pair.open <= options_.chord || !refine(meetings, options_.chord / 2)) break;
  }
  if (pair.overlap || pair.apart) tell_outside(meetings, reach + room, pair);
  return pair;
}

// An overlap may be proved by facets that are too coarse to tell that both stand out of each other.
void PairJudge::tell_outside(std::vector<Meeting>& meetings, double reach, TruePair& pair) {
  const auto wide = [&] { return reach + a_.largest_bound + b_.largest_bound; };
  find_outside(wide(), pair);
  for (int round = 0; round < kMostFiner && pair.overlap && !(pair.a_out && pair.b_out); ++round) {
    if (meetings.size() > kFewMeetings || !refine(meetings, options_.chord / 2)) return;
    gather(wide());
    look(meetings, wide());
    find_outside(wide(), pair);
  }
}

bool PairJudge::refine(const std::vector<Meeting>& meetings, double limit) {
  if (refined_ > kMostNew) return false;
  double worst = 0;
  for (const Meeting& m : meetings) worst = std::max({worst, m.a->bound, m.b->bound});
  if (worst <= limit) return false;
  const double from = std::max(limit, worst / 8);
  std::vector<const Facet*> of_a, of_b;
  for (const Meeting& m : meetings) {
    if (m.a->bound > from) of_a.push_back(m.a);
    if (m.b->bound > from) of_b.push_back(m.b);
  }
  const std::uint64_t made = refine_object(a_, of_a) + refine_object(b_, of_b);
  refined_ += made;
  return made > 0;
}

std::uint64_t PairJudge::refine_object(TrueObject& object, const std::vector<const Facet*>& facets) {
  std::map<TrueShape*, std::vector<std::uint32_t>> lists;
  for (const Facet* f : facets) lists[object.parts[f->part].shape.get()].push_back(f->triangle);
  std::uint64_t made = 0;
  // In the order of the parts, so that the same file is always refined in the same way.
  for (const PlacedShape& part : object.parts) {
    const auto at = lists.find(part.shape.get());
    if (at == lists.end()) continue;
    std::vector<std::uint32_t> list = std::move(at->second);
    lists.erase(at);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    made += part.shape->refine(list);
  }
  return made;
}

double PairJudge::common_width() const {
  const FacetBox a = box_of(a_), b = box_of(b_);
  const double width = (a.high.cwiseMin(b.high) - a.low.cwiseMax(b.low)).minCoeff();
  return std::max(0.0, width + 2 * std::max(a_.largest_bound, b_.largest_bound));
}

double PairJudge::least_way() const {
  const double tolerance = kSame * (1 + size_);
  const auto farthest = [&](const TrueObject& object, const Vec3& way) {
    const FaceSides sides(object, tolerance);
    const WorldSurface plane{SurfaceKind::plane, Vec3::Zero(), way};
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t part = 0; part < object.parts.size(); ++part)
      for (std::uint32_t face = 0; face < object.parts[part].shape->now.faces.size(); ++face)
        most = std::max(most, sides.range_of(part, face, plane).high);
    return most;
  };
  std::vector<Vec3> ways = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  for (const auto& [faces, ignored] : contacts_)
    for (const auto& [object, part, face] : {std::tuple(&a_, faces[0], faces[1]), {&b_, faces[2], faces[3]}}) {
      const PlacedShape& own = object->parts[part];
      const std::vector<std::uint32_t>& facets = own.shape->facets_of(face);
      if (facets.empty() || ways.size() >= kMostWays) continue;
      Facet facet;
      const CadTriangle& t = own.shape->now.triangles[facets.front()];
      for (int k = 0; k < 3; ++k) facet.corners[k] = world_point(own.pose, vec(own.shape->now.points[t.corners[k]]));
      const Vec3 n = facet.normal();
      if (!n.isZero() && std::none_of(ways.begin(), ways.end(), [&](const Vec3& w) { return w.cross(n).norm() < 1e-6; }))
        ways.push_back(n);
    }
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& n : ways)
    least = std::min({least, farthest(a_, n) + farthest(b_, -n), farthest(a_, -n) + farthest(b_, n)});
  return std::max(0.0, least);
}

double PairJudge::shell_volume() const {
  const auto box_as_loaded = [](const TrueObject& object) {
    FacetBox box;
    for (const PlacedShape& part : object.parts)
      for (const Vec3& p : part.shape->mesh.vertices()) box.take(world_point(part.pose, p));
    return box;
  };
  // All points within the bound of a triangle: two prisms, half cylinders along the sides, a ball at the corners.
  const auto around = [](const Facet& f) {
    const Vec3 n = (f.corners[1] - f.corners[0]).cross(f.corners[2] - f.corners[0]);
    double sides = 0;
    for (int k = 0; k < 3; ++k) sides += (f.corners[(k + 1) % 3] - f.corners[k]).norm();
    return n.norm() * f.bound + 1.5708 * sides * f.bound * f.bound + 4.1888 * f.bound * f.bound * f.bound;
  };
  double volume = 0;
  for (const auto& [own, other] : {std::pair(&a_, &b_), {&b_, &a_}}) {
    const FacetBox box = box_as_loaded(*other);
    for (const PlacedShape& part : own->parts) {
      const Mesh& mesh = part.shape->mesh;
      for (std::size_t i = 0; i < mesh.faces().size(); ++i) {
        const Face& face = mesh.faces()[i];
        Facet facet;
        for (int k = 0; k < 3; ++k) facet.corners[k] = world_point(part.pose, mesh.vertices()[face[k]]);
        facet.bound = part.shape->bounds[i];
        if (facet.box().distance(box) <= facet.bound + other->largest_bound) volume += around(facet);
      }
    }
  }
  return volume;
}

}  // namespace impinge::io
