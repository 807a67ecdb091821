// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A point p within r of o moves from R p + t to R' p + t' by at most |(R' - R) o + t' - t| + |R' - R| r, whatever matrices
// those are. Surfaces that are d apart and whose points move by less than d in all do not meet, nor do they on the straight
// ways there, so that neither comes to lie inside the other. Where a pair is remembered depends on its objects; whether what
// is remembered holds depends on shapes and poses alone.
#include "pipeline/meet/parted_pairs.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace impinge {

namespace {

constexpr std::size_t kEntries = 512;
// A distance costs up to a hundred searches: at least this many before the first, and twice as many each time it did not
// answer as many questions.
constexpr std::uint32_t kLeastPatience = 32, kMostPatience = 4096;

// Of everything that is rounded on the way: poses, placed vertices, the distance and what is computed here. Far more than
// that comes to, since nothing is lost by it.
constexpr double kRounding = 0x1p-24;

// The root of the sum of squares, of numbers of any size. Not finite where one of them is not.
template <typename Numbers>
double length_of(const Numbers& numbers) {
  const double sum = numbers.cwiseAbs().sum();
  return sum > 0 ? sum * std::sqrt((numbers / sum).squaredNorm()) : sum;
}

// How far points of a shape move, and how large the numbers are.
struct Move {
  double way, size;

  Move(const ClusterTree& tree, const Pose& from, const Pose& to) {
    const Eigen::Matrix3d turn = to.rotation - from.rotation;
    const Vec3 shift = turn * tree.origin() + (to.position - from.position);
    way = length_of(shift) + length_of(turn) * tree.radius();
    const double reach = length_of(tree.origin()) + tree.radius();
    size = (length_of(from.rotation) + length_of(to.rotation)) * reach + length_of(from.position) + length_of(to.position);
  }
};

}  // namespace

struct PartedPairs::Entry {
  std::atomic_flag busy;
  std::uint64_t a = 0, b = 0;  // the trees' numbers
  Pose a_pose, b_pose;         // when the distance was measured
  double distance = 0;         // 0 before
  std::uint32_t searches = 0;  // since the distance, or since the pair came here
  std::uint32_t answers = 0;   // that the distance gave
  std::uint32_t patience = kLeastPatience;

  // Nobody waits: who finds an entry busy does without it.
  class Hold {
   public:
    explicit Hold(Entry& entry) : entry_(entry), held_(!entry.busy.test_and_set(std::memory_order_acquire)) {}
    ~Hold() {
      if (held_) entry_.busy.clear(std::memory_order_release);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    explicit operator bool() const { return held_; }

   private:
    Entry& entry_;
    bool held_;
  };

  bool is_of(const Question& q) const { return a == q.a_tree.number() && b == q.b_tree.number(); }
};

PartedPairs::PartedPairs() = default;
PartedPairs::~PartedPairs() = default;

PartedPairs::Entry& PartedPairs::entry_of(const Question& q) {
  std::call_once(made_, [&] { entries_ = std::make_unique<Entry[]>(kEntries); });
  const auto a = reinterpret_cast<std::uintptr_t>(&q.a) / sizeof(SceneObject),
             b = reinterpret_cast<std::uintptr_t>(&q.b) / sizeof(SceneObject);
  return entries_[(a * 31 + b) % kEntries];
}

bool PartedPairs::apart(const Question& q) {
  Entry& entry = entry_of(q);
  const Entry::Hold hold(entry);
  if (!hold || !entry.is_of(q) || !(entry.distance > 0)) return false;
  const Move a(q.a_tree, entry.a_pose, q.a.pose), b(q.b_tree, entry.b_pose, q.b.pose);
  const bool still = a.way + b.way + (a.size + b.size + entry.distance) * kRounding < entry.distance;
  entry.answers += still ? 1 : 0;
  return still;
}

bool PartedPairs::wants_distance(const Question& q) {
  if (!std::isfinite(q.a_tree.radius()) || !std::isfinite(q.b_tree.radius())) return false;
  Entry& entry = entry_of(q);
  const Entry::Hold hold(entry);
  if (!hold) return false;
  if (!entry.is_of(q)) {
    entry.a = q.a_tree.number();
    entry.b = q.b_tree.number();
    entry.distance = 0;
    entry.searches = entry.answers = 0;
    entry.patience = kLeastPatience;
  }
  if (++entry.searches < entry.patience) return false;
  entry.patience =
      entry.distance > 0 && entry.answers < entry.patience ? std::min(2 * entry.patience, kMostPatience) : kLeastPatience;
  entry.searches = entry.answers = 0;
  return true;
}

void PartedPairs::keep(const Question& q, double distance) {
  Entry& entry = entry_of(q);
  const Entry::Hold hold(entry);
  if (!hold || !entry.is_of(q)) return;
  entry.a_pose = q.a.pose;
  entry.b_pose = q.b.pose;
  entry.distance = distance;
}

}  // namespace impinge
