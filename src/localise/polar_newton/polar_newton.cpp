// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Convex against convex: direct, never wrong, and at a cost that does not depend on the number of faces. The same iteration
// runs first on the small tables of the bound tables, which stay in the cache, then on the maps of all faces; what it leaves
// goes to GJK and at last to exact arithmetic. Every step before that ends only with a proof. Based on: M. Nio, S. Tokumasu,
// T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects.
#include "localise/polar_newton/polar_newton.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>

#include "base/enum_words.h"
#include "base/internals.h"
#include "localise/polar_newton/convex_exact.h"
#include "localise/polar_newton/convex_gjk.h"
#include "localise/polar_newton/polar_newton_steps-inl.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;
constexpr double kMostStray = 1e-6;  // rotations farther from orthonormal are left to exact arithmetic
constexpr int kFullIterations = 3;   // on all faces, after those of the bound tables
constexpr std::size_t kBatch = 64;   // pairs a task, some ten microseconds
using Settled = PolarOutcome::Settled;
using Kind = ConvexCertificate::Kind;

// How far a matrix is from orthonormal: the sum of all entries of r^T r - 1, which is at least its norm.
double stray_of(const Eigen::Matrix3d& r) {
  const Vec3 x = r.col(0), y = r.col(1), z = r.col(2);
  const double along = std::fabs(x.dot(x) - 1) + std::fabs(y.dot(y) - 1) + std::fabs(z.dot(z) - 1);
  const double across = std::fabs(x.dot(y)) + std::fabs(x.dot(z)) + std::fabs(y.dot(z));
  return along + 2 * across;
}

void require_pose(const Pose& pose) {
  if (!pose.rotation.allFinite() || !pose.position.allFinite())
    throw Error(ErrorCode::bad_argument, "polar_newton: NaN or infinity in a pose");
}

class Query {
 public:
  Query(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose, const ConvexQuery& query,
        double margin = 0)
      : a_(a),
        b_(b),
        a_pose_(a_pose),
        b_pose_(b_pose),
        frame_(Internals::data(a), a_pose, Internals::data(b), b_pose, margin),
        query_(query),
        margin_(margin) {}

  ConvexAnswer run(ConvexWarmStart* warm) {
    // Also false where a pose holds NaN or infinity.
    if (!in_fast_range()) return outside_the_fast_range();
    if (warm != nullptr && still_holds(*warm)) return answer_;
    if (!spheres() && !same_place()) search();
    if (warm != nullptr) keep(*warm);
    return answer_;
  }

  bool in_fast_range() const { return frame_.stray < kMostStray && frame_.distance2 < 0x1p1000; }

 private:
  ConvexAnswer outside_the_fast_range() {
    require_pose(a_pose_);
    require_pose(b_pose_);
    if (a_.curved() || b_.curved())
      throw Error(ErrorCode::bad_argument,
                  "polar_newton: a curved body needs a rotation; this matrix is not one to within 1e-6");
    return convex_exact(a_, a_pose_, b_, b_pose_);
  }

  bool spheres() {
    const double length = std::sqrt(frame_.distance2), a_end = frame_.a_radius, b_begin = length - frame_.b_radius;
    if (!(b_begin - a_end > frame_.error)) return false;
    PolarOutcome out;
    out.settled = Settled::apart;
    out.stop = ConvexStop::spheres;
    out.vector = frame_.b_centre;
    out.offset = length * 0.5 * (a_end + b_begin);
    return settle(out, true);
  }

  // Inner points at one place: no direction to look in, and none needed.
  bool same_place() {
    const double least = std::fmin(frame_.a.bound_tables.inner_radius, frame_.b.bound_tables.inner_radius);
    const double length = std::sqrt(frame_.distance2);
    if (!(length + frame_.error < 0.5 * least)) return false;
    PolarOutcome out;
    out.settled = Settled::meet;
    out.stop = ConvexStop::screening;
    out.checks = 1;
    out.vector = 0.5 * frame_.b_centre;
    return settle(out, true);
  }

  void search() {
    Vec3 normal = frame_.b_centre, point = Vec3::Zero();
    if (query_.bound_tables) {
      const BoundedSide a(frame_.a, a_pose_), b(frame_.b, b_pose_);
      PolarNewton<BoundedSide> newton(frame_, a, b, query_);
      if (settle(newton.run(), true)) return;
      answer_.pair_checks = static_cast<std::uint16_t>(newton.outcome().checks);
      normal = newton.last_normal();
      point = newton.last_point();
    }
    const FullSide a(frame_.a, a_pose_), b(frame_.b, b_pose_);
    PolarNewton<FullSide> newton(frame_, a, b, query_);
    // After the bound tables the answer is near: a few steps from where it stopped, and GJK if they do not do.
    if (!query_.bound_tables)
      newton.run();
    else if (!query_.support_stops || !newton.separates(normal, ConvexStop::support))
      newton.run_from(point, kFullIterations);
    if (!settle(newton.outcome(), false)) last_steps(newton, newton.last_normal());
  }

  // GJK for what Newton's method leaves, exact arithmetic for what lies within rounding of touching.
  void last_steps(PolarNewton<FullSide>& newton, const Vec3& normal) {
    const GjkResult found = gjk(frame_, normal.isZero(0) ? frame_.b_centre : normal, frame_.error);
    const bool settled = found.holds_origin || found.distance <= frame_.error
                             ? meets_inside(newton, found)
                             : newton.separates(found.normal, ConvexStop::gjk);
    if (settled) {
      settle(newton.outcome(), false);
      return;
    }
    const std::uint16_t checks = answer_.pair_checks;
    if (a_.curved() || b_.curved() || margin_ > 0) {
      answer_ = {};
      answer_.relation = Relation::touching;
      answer_.stop = ConvexStop::exact;
      answer_.decided = answer_.in_bounds = false;
    } else {
      answer_ = convex_exact(a_, a_pose_, b_, b_pose_);
    }
    answer_.pair_checks = checks;
  }

  // The simplex may lie on one face of a body: bodies drawn together a little have their common points inside.
  bool meets_inside(PolarNewton<FullSide>& newton, const GjkResult& found) {
    if (newton.holds(found.simplex.nearest_of_a(), ConvexStop::gjk)) return true;
    for (const double less : {1e-3, 1e-6, 1e-9, 1e-12}) {
      const GjkResult inner = gjk(frame_, found.normal, frame_.error, 1 - less);
      if (inner.holds_origin && newton.holds(inner.simplex.nearest_of_a(), ConvexStop::gjk)) return true;
    }
    return false;
  }

  bool settle(const PolarOutcome& out, bool in_bounds) {
    answer_.pair_checks = static_cast<std::uint16_t>(answer_.pair_checks + out.checks);
    if (out.settled == Settled::no) return false;
    const bool meet = out.settled == Settled::meet;
    answer_.relation = meet ? Relation::crossing : Relation::disjoint;
    answer_.stop = out.stop;
    answer_.in_bounds = in_bounds;
    answer_.certificate.kind = meet ? Kind::point : Kind::plane;
    answer_.certificate.vector = meet ? Vec3(out.vector + frame_.a_centre) : out.vector;
    answer_.certificate.offset = meet ? 0 : out.offset + out.vector.dot(frame_.a_centre);
    return true;
  }

  // The last point or normal, carried along with a: two look-ups.
  bool still_holds(const ConvexWarmStart& warm) {
    if (warm.kind == Kind::none) return false;
    const Vec3 vector = a_pose_.rotation * warm.vector;
    const BoundedSide a(frame_.a, a_pose_), b(frame_.b, b_pose_);
    PolarNewton<BoundedSide> newton(frame_, a, b, query_);
    if (!(warm.kind == Kind::point ? newton.holds(vector, ConvexStop::warm) : newton.separates(vector, ConvexStop::warm)))
      return false;
    return settle(newton.outcome(), true);
  }

  void keep(ConvexWarmStart& warm) const {
    const ConvexCertificate& c = answer_.certificate;
    warm.kind = c.kind == Kind::point || c.kind == Kind::plane ? c.kind : Kind::none;
    warm.vector = a_pose_.rotation.transpose() * (c.kind == Kind::point ? Vec3(c.vector - frame_.a_centre) : c.vector);
  }

  const ConvexBody &a_, &b_;
  const Pose &a_pose_, &b_pose_;
  const ConvexFrame frame_;
  const ConvexQuery& query_;
  const double margin_;
  ConvexAnswer answer_;
};

}  // namespace

ConvexFrame::ConvexFrame(const ConvexBodyData& a_body, const Pose& pose_a, const ConvexBodyData& b_body, const Pose& pose_b,
                         double margin)
    : a(a_body), b(b_body), a_pose(pose_a), b_pose(pose_b) {
  const Vec3 &a_inner = a.surface.inner, &b_inner = b.surface.inner;
  a_centre = pose_a.rotation * a_inner;
  b_centre = (pose_b.position - pose_a.position) + (pose_b.rotation * b_inner - a_centre);
  distance2 = b_centre.squaredNorm();
  stray = stray_of(pose_a.rotation) + stray_of(pose_b.rotation);
  a_radius = a.radius * (1 + stray);
  b_radius = b.radius * (1 + stray);
  const double inners = a_inner.lpNorm<1>() + b_inner.lpNorm<1>();
  const double scale = a_radius + b_radius + std::sqrt(distance2) + 2 * inners;
  error = 64 * kEpsilon * scale + margin;
  // A gauge is taken with the transpose for the inverse, at places that are off by the error.
  const double place = error + 4 * stray * scale;
  a_gauge_error = place / a.bound_tables.inner_radius;
  b_gauge_error = place / b.bound_tables.inner_radius;
}

ConvexAnswer polar_newton(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                          ConvexWarmStart* warm, const ConvexQuery& query) {
  return Query(a, a_pose, b, b_pose, query).run(warm);
}

ConvexAnswer polar_newton(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                          ConvexWarmStart* warm) {
  return polar_newton(a, a_pose, b, b_pose, warm, ConvexQuery());
}

std::optional<ConvexAnswer> polar_newton_within(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b,
                                                const Pose& b_pose, double margin) {
  const ConvexQuery query;
  Query q(a, a_pose, b, b_pose, query, margin);
  if (!q.in_fast_range()) return {};
  const ConvexAnswer answer = q.run(nullptr);
  return answer.decided ? std::optional(answer) : std::nullopt;
}

bool sticks_out(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose, double margin) {
  const ConvexFrame frame(Internals::data(a), a_pose, Internals::data(b), b_pose, margin);
  const FullSide b_side(Internals::data(b), b_pose), a_side(Internals::data(a), a_pose);
  const double least = 1 + 4 * frame.b_gauge_error;
  const auto outside = [&](const Vec3& offset) { return b_side.least_gauge(offset - frame.b_centre) > least; };
  // The far end first, then anything.
  if (!frame.b_centre.isZero(0) && outside(a_side.support_point(-frame.b_centre))) return true;
  for (const Vec3& v : a.vertices())
    if (outside(a_pose.rotation * (v - a.inner_point()))) return true;
  return false;
}

void polar_newton(std::span<const ConvexPair> pairs, std::span<ConvexAnswer> answers) {
  if (pairs.size() != answers.size())
    throw Error(ErrorCode::bad_argument,
                fmt::format("polar_newton: {} pairs but room for {} answers", pairs.size(), answers.size()));
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, pairs.size(), kBatch), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i)
      answers[i] = polar_newton(*pairs[i].a, pairs[i].a_pose, *pairs[i].b, pairs[i].b_pose);
  });
}

namespace {

constexpr EnumWord<ConvexStop> kStopWords[] = {{ConvexStop::spheres, "spheres"}, {ConvexStop::screening, "screening"},
                                               {ConvexStop::newton, "newton"},   {ConvexStop::cone_1, "cone_1"},
                                               {ConvexStop::cone_2, "cone_2"},   {ConvexStop::cone_3, "cone_3"},
                                               {ConvexStop::support, "support"}, {ConvexStop::gjk, "gjk"},
                                               {ConvexStop::exact, "exact"},     {ConvexStop::warm, "warm"}};

constexpr EnumWord<ConvexCertificate::Kind> kKindWords[] = {{ConvexCertificate::Kind::none, "none"},
                                                            {ConvexCertificate::Kind::point, "point"},
                                                            {ConvexCertificate::Kind::plane, "plane"},
                                                            {ConvexCertificate::Kind::simplex_point, "simplex_point"},
                                                            {ConvexCertificate::Kind::simplex_plane, "simplex_plane"}};

}  // namespace

const char* to_string(ConvexStop stop) noexcept { return word_of(kStopWords, stop); }
bool from_string(std::string_view word, ConvexStop& stop) noexcept { return read_word(kStopWords, word, stop); }

const char* to_string(ConvexCertificate::Kind kind) noexcept { return word_of(kKindWords, kind); }
bool from_string(std::string_view word, ConvexCertificate::Kind& kind) noexcept { return read_word(kKindWords, word, kind); }

}  // namespace impinge
