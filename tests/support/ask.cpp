// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/ask.h>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace impinge::test {
namespace {

const Engine& shared_engine(Broad broad) {
  static const Engine sweep, brute({}, {.broad = Broad::brute_boxes}), none({}, {.broad = Broad::none});
  return broad == Broad::none ? none : broad == Broad::brute_boxes ? brute : sweep;
}

// Every judge so meets every method, but for one that would spend minutes on octrees of bodies seen once.
Method next_method() {
  static std::size_t turn = 0;
  const Method method = face_methods()[turn++ % face_methods().size()];
  return method == Method::moved_octree ? next_method() : method;
}

double extent(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double most = 0;
  for (const auto* points : {&a, &b}) {
    for (const Vec3& p : *points) most = std::max(most, p.cwiseAbs().maxCoeff());
  }
  return most;
}

double distance_to_face(const Vec3& point, const std::vector<Vec3>& v, const Face& f) {
  return point_distance(point, v[f[0]], v[f[1]], v[f[2]]);
}

}  // namespace

std::span<const Method> face_methods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> list{Method::automatic};
    for (const MethodInfo& m : methods())
      if (m.method && m.guarantee == Guarantee::superset) list.push_back(*m.method);
    return list;
  }();
  return all;
}

PairAnswer ask(const Mesh& a, const Mesh& b, const Question& question) {
  Scene scene;
  scene.add("a", a, question.a_pose);
  scene.add("b", b, question.b_pose);
  CheckOptions options;
  options.clearance = question.clearance;
  options.level = question.level;
  options.open = question.open;
  options.method = question.method ? *question.method : question.level ? Method::face_octree : next_method();
  const CheckResult result = shared_engine(question.broad).check(scene, options);
  EXPECT_LE(result.pairs.size(), 1u);
  if (result.pairs.empty()) return {};
  const PairAnswer& answer = result.pairs.front();
  EXPECT_EQ(answer.a, ObjectId{0});
  EXPECT_EQ(answer.b, ObjectId{1});
  expect_consistent(answer, options);
  expect_witness_on_faces(answer, a, b, question);
  return answer;
}

std::vector<FacePair> ask_self(const Mesh& mesh, std::optional<int> level) {
  Scene scene;
  scene.add("a", mesh);
  CheckOptions options;
  options.self = true;
  options.pairs = false;
  options.level = level;
  const CheckResult result = shared_engine(Broad::sweep_boxes).check(scene, options);
  EXPECT_LE(result.pairs.size(), 1u);
  if (result.pairs.empty()) return {};
  EXPECT_EQ(result.pairs.front().a, result.pairs.front().b);
  return result.pairs.front().face_pairs;
}

void expect_consistent(const PairAnswer& answer, const CheckOptions& options) {
  EXPECT_EQ(answer.face_pair_count, answer.crossing_count + answer.touching_count);
  const auto count = [&](Relation r) {
    return static_cast<std::uint64_t>(std::count_if(answer.face_pairs.begin(), answer.face_pairs.end(),
                                                    [&](const FacePair& p) { return p.relation == r; }));
  };
  if (!answer.truncated) {
    EXPECT_EQ(count(Relation::crossing), answer.crossing_count);
    EXPECT_EQ(count(Relation::touching), answer.touching_count);
    EXPECT_EQ(answer.face_pairs.size(), answer.face_pair_count);
  }
  const auto before = [](const FacePair& p, const FacePair& q) {
    return p.a_face != q.a_face ? p.a_face < q.a_face : p.b_face < q.b_face;
  };
  EXPECT_TRUE(std::is_sorted(answer.face_pairs.begin(), answer.face_pairs.end(), before));
  EXPECT_EQ(std::adjacent_find(answer.face_pairs.begin(), answer.face_pairs.end()), answer.face_pairs.end());
  EXPECT_NE(answer.verdict, Verdict::disjoint) << "disjoint pairs are not listed";
  EXPECT_EQ(answer.distance.has_value(), options.clearance.has_value() && answer.verdict != Verdict::undecided);
  if (answer.verdict == Verdict::near) {
    EXPECT_EQ(answer.face_pair_count, 0u);
    EXPECT_LE(*answer.distance, *options.clearance);
    EXPECT_GT(*answer.distance, 0);
  } else if (answer.distance) {
    EXPECT_EQ(*answer.distance, 0);
  }
  ASSERT_TRUE(answer.witness.has_value());
  if (answer.verdict != Verdict::near) {
    EXPECT_EQ(answer.witness->a_point, answer.witness->b_point);
  }
  EXPECT_TRUE(answer.witness->a_point.allFinite() && answer.witness->b_point.allFinite());
  EXPECT_EQ(answer.verdict == Verdict::undecided, answer.certainty == Certainty::undecided);
  const bool by_faces = answer.verdict == Verdict::same || answer.verdict == Verdict::crossing;  // they may tell alone
  if (answer.winding || !by_faces) {
    EXPECT_EQ(answer.winding.has_value(), answer.certainty == Certainty::undecided || answer.certainty == Certainty::likely);
  }
}

std::vector<Vec3> world_vertices(const Mesh& mesh, const Pose& pose) {
  std::vector<Vec3> world;
  world.reserve(mesh.vertices().size());
  for (const Vec3& p : mesh.vertices()) world.push_back(world_point(pose, p));
  return world;
}

double unit_distance(const Vec3& point, const Vec3& p, const Vec3& q, const Vec3& r) {
  const auto to_segment = [&](const Vec3& s, const Vec3& t) {
    const Vec3 along = t - s;
    const double length2 = along.squaredNorm();
    const double share = length2 > 0 ? std::clamp((point - s).dot(along) / length2, 0.0, 1.0) : 0.0;
    return (point - (s + share * along)).norm();
  };
  const Vec3 normal = (q - p).cross(r - p);
  const bool over = normal.squaredNorm() > 0 && (q - p).cross(point - p).dot(normal) >= 0 &&
                    (r - q).cross(point - q).dot(normal) >= 0 && (p - r).cross(point - r).dot(normal) >= 0;
  if (over) return std::abs((point - p).dot(normal.normalized()));
  return std::min({to_segment(p, q), to_segment(q, r), to_segment(r, p)});
}

// At any scale: squares of very large or small coordinates would leave the range of doubles.
double point_distance(const Vec3& point, const Vec3& p, const Vec3& q, const Vec3& r) {
  const double size =
      std::max({point.cwiseAbs().maxCoeff(), p.cwiseAbs().maxCoeff(), q.cwiseAbs().maxCoeff(), r.cwiseAbs().maxCoeff()});
  if (!(size > 0)) return 0;
  const double scale = std::ldexp(1.0, std::clamp(-std::ilogb(size), -1000, 1000));
  return unit_distance(point * scale, p * scale, q * scale, r * scale) / scale;
}

void expect_witness_on_faces(const PairAnswer& answer, const Mesh& a, const Mesh& b, const Question& question) {
  if (!answer.witness) return;
  const Witness& witness = *answer.witness;
  const std::vector<Vec3> va = world_vertices(a, question.a_pose), vb = world_vertices(b, question.b_pose);
  const double slack = 1e-12 * extent(va, vb) + 0x1p-1072;  // the last digits of denormals are rounded too
  if (witness.a_face) {
    ASSERT_LT(*witness.a_face, a.faces().size());
    EXPECT_LE(distance_to_face(witness.a_point, va, a.faces()[*witness.a_face]), slack);
  }
  if (witness.b_face) {
    ASSERT_LT(*witness.b_face, b.faces().size());
    EXPECT_LE(distance_to_face(witness.b_point, vb, b.faces()[*witness.b_face]), slack);
  }
  if (answer.verdict == Verdict::near) {
    EXPECT_TRUE(witness.a_face && witness.b_face);
    const Vec3 apart = witness.a_point - witness.b_point;
    EXPECT_NEAR(std::hypot(apart.x(), apart.y(), apart.z()), *answer.distance, 2 * slack);
  }
}

namespace {

// FNV-1a over the bytes of plain values.
class Hash {
 public:
  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) state_ = (state_ ^ (value >> (8 * i) & 0xff)) * 0x100000001b3u;
  }
  void add(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    add(bits);
  }
  void add(const Vec3& p) {
    add(p.x());
    add(p.y());
    add(p.z());
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace

std::uint64_t answer_hash(const CheckResult& result) {
  Hash hash;
  for (const PairAnswer& pair : result.pairs) {
    for (const std::uint64_t n : {std::uint64_t{pair.a.value}, std::uint64_t{pair.b.value},
                                  static_cast<std::uint64_t>(pair.verdict), pair.crossing_count, pair.touching_count}) {
      hash.add(n);
    }
    for (const FacePair& f : pair.face_pairs) {
      hash.add(std::uint64_t{f.a_face} << 32 | f.b_face);
      hash.add(static_cast<std::uint64_t>(f.relation));
    }
    hash.add(pair.distance.value_or(-1));
    if (!pair.witness) continue;
    hash.add(pair.witness->a_point);
    hash.add(pair.witness->b_point);
    hash.add(std::uint64_t{pair.witness->a_face.value_or(UINT32_MAX)} << 32 | pair.witness->b_face.value_or(UINT32_MAX));
  }
  return hash.value();
}

}  // namespace impinge::test
