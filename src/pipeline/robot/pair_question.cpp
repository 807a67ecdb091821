// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Most pairs of a robot's links are apart, and a direction that parted them before does so again. So each pair goes through
// four tests, each ten times as dear as the one before: has it moved as far as it was apart; do the balls around it meet;
// does a known direction part the covers, or does GJK find one; exact tests. Only the last says that bodies meet, and it
// decides on the poses that a check has.
#include "pipeline/robot/pair_question.h"

#include <algorithm>
#include <cmath>

#include "localise/polar_newton/polar_newton.h"
#include "pipeline/check/convex_pairs.h"
#include "pipeline/meet/meet.h"
#include "pipeline/solid/solid_objects.h"
#include "shape/winding/open_shell.h"

namespace impinge {

namespace {

// Of everything that is rounded on the way, with much room: nothing is lost but time.
constexpr double kQuestionRounding = 0x1p-30;

// What may be missing of an open body is looked for in a box around it, wider by a share of its diagonal. Such boxes of two
// bodies do not meet if their middles are this many times as far from each other as the radii of the balls around them.
constexpr double kRootOf3 = 1.7320508075688774;
constexpr double kSuspect = kRootOf3 * (1 + 2 * OpenShell::kReach * kRootOf3) * (1 + 1e-9);

}  // namespace

PairQuestions::PairQuestions(const CellPlan& plan, const CancelCallback& is_cancelled)
    : plan_(plan),
      is_cancelled_(is_cancelled),
      margin_(plan.size * kQuestionRounding + plan.slack),
      links_(plan.data.model.links.size()),
      poses_(plan.bodies.size()),
      centres_(plan.bodies.size()),
      memory_(plan.pairs.size()) {
  objects_.reserve(plan.bodies.size());
  for (std::size_t i = 0; i < plan.bodies.size(); ++i) {
    const CellBody& body = plan.bodies[i];
    objects_.push_back(plan.scene.objects()[body.object]);
    poses_[i] = objects_.back().pose;
    centres_[i] = poses_[i].rotation * body.cover->centre() + poses_[i].position;
  }
  for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i].values.resize(plan.pairs[i].between.size());
}

void PairQuestions::set_state(std::span<const double> state) {
  state_ = state;
  placed_ = false;
}

void PairQuestions::place() {
  if (placed_) return;
  placed_ = true;
  plan_.place(state_, links_);
  plan_.place_bodies(links_, poses_);
  for (std::size_t i = 0; i < plan_.bodies.size(); ++i)
    if (plan_.bodies[i].link != CellBody::kStill)
      centres_[i] = poses_[i].rotation * plan_.bodies[i].cover->centre() + poses_[i].position;
}

const SceneObject& PairQuestions::object(std::uint32_t body) {
  place();
  objects_[body].pose = poses_[body];
  return objects_[body];
}

std::optional<std::uint32_t> PairQuestions::first_hit() {
  for (std::uint32_t i = 0; i < plan_.pairs.size(); ++i)
    if (meets(i)) return i;
  return {};
}

std::optional<std::uint32_t> PairQuestions::any_hit() {
  if (last_hit_ < plan_.pairs.size() && meets(last_hit_)) return last_hit_;
  for (std::uint32_t i = 0; i < plan_.pairs.size(); ++i)
    if (i != last_hit_ && meets(i)) {
      last_hit_ = i;
      return i;
    }
  return {};
}

// Each joint, one after another from the robot's root, moves what it carries by no more than its reach.
bool PairQuestions::still_parted(const CellPair& pair, const Memory& memory) const {
  if (!memory.known) return false;
  double way = 0;
  for (std::size_t i = 0; i < pair.between.size(); ++i) {
    const CellPair::Between& joint = pair.between[i];
    way += std::fabs(state_[joint.variable] - memory.values[i]) * joint.rate * joint.reach;
  }
  return way + margin_ < memory.parted;
}

void PairQuestions::note_parted(const CellPair& pair, Memory& memory, double parted) {
  for (std::size_t i = 0; i < pair.between.size(); ++i) memory.values[i] = state_[pair.between[i].variable];
  memory.parted = parted;
  memory.known = true;
}

bool PairQuestions::parted_by_memory(const CellPair& pair, Memory& memory, const Vec3& towards, Direction*& direction) {
  Eigen::Index axis = 0;
  const double most = towards.cwiseAbs().maxCoeff(&axis);
  const double u = towards[(axis + 1) % 3] / most, v = towards[(axis + 2) % 3] / most;
  const auto cell = [](double x) { return std::clamp(static_cast<int>((x + 1) * (kCells / 2.0)), 0, kCells - 1); };
  const int side = static_cast<int>(axis) * 2 + (towards[axis] < 0 ? 1 : 0);
  direction = &memory.directions[static_cast<std::size_t>((side * kCells + cell(u)) * kCells + cell(v))];
  if (!direction->known) return false;
  const BodyCover& b = *plan_.bodies[pair.b].cover;
  const Pose &a_pose = poses_[pair.a], &b_pose = poses_[pair.b];
  const Vec3 world = a_pose.rotation * direction->parting;
  const double far = (centres_[pair.b] - a_pose.position).dot(world) - direction->a_end;
  if (far + b.ball() <= margin_) return false;  // not even if b were a ball that is full
  std::uint32_t at = 0;
  const double begin = b.least(b_pose.rotation.transpose() * world, at) - b.radius();
  const double gap = (b_pose.position - a_pose.position).dot(world) + begin - direction->a_end;
  if (gap <= margin_) return false;
  note_parted(pair, memory, gap);
  return true;
}

bool PairQuestions::meets(std::uint32_t index) {
  const CellPair& pair = plan_.pairs[index];
  Memory& memory = memory_[index];
  if (still_parted(pair, memory)) return false;
  place();
  const CellBody &a = plan_.bodies[pair.a], &b = plan_.bodies[pair.b];
  if (a.cover->exists() && b.cover->exists()) {
    const Vec3 between = centres_[pair.b] - centres_[pair.a];
    const double balls = (a.cover->ball() + b.cover->ball()) * (pair.winding ? kSuspect : 1) + margin_,
                 squared = between.squaredNorm();
    if (squared > balls * balls) {
      note_parted(pair, memory, std::sqrt(squared) - balls);
      return false;
    }
    if (pair.winding) return meets_exactly(pair);
    Vec3 towards = poses_[pair.a].rotation.transpose() * between;
    if (!(towards.squaredNorm() > 0)) towards = Vec3::UnitX();
    Direction* direction = nullptr;
    if (parted_by_memory(pair, memory, towards, direction)) return false;
    const PlacedCover a_placed{a.cover.get(), &poses_[pair.a]}, b_placed{b.cover.get(), &poses_[pair.b]};
    Vec3 parting = direction->known ? direction->parting : towards;
    const double gap = find_parting(a_placed, b_placed, margin_, parting);
    if (gap > margin_) {
      std::uint32_t at = 0;
      *direction = {parting, a.cover->radius() - a.cover->least(-parting, at), true};
      note_parted(pair, memory, gap);
      return false;
    }
  }
  memory.known = false;
  return meets_exactly(pair);
}

bool PairQuestions::meets_exactly(const CellPair& pair) {
  const CellBody &a = plan_.bodies[pair.a], &b = plan_.bodies[pair.b];
  const bool in_order = a.object < b.object;
  const std::uint32_t first = in_order ? pair.a : pair.b, second = in_order ? pair.b : pair.a;
  const SceneObject &one = object(first), &other = object(second);
  if (solids_answer(one, other)) return solid_objects_meet(one, other, plan_.shapes, plan_.open, is_cancelled_);
  const std::optional<bool> known = meet_prepared(one, other, plan_.open, plan_.shapes, &parted_pairs_, is_cancelled_);
  return known ? *known : meet_fresh(one, other, plan_.open, is_cancelled_);
}

}  // namespace impinge
