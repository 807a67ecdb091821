// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <impinge/answer.h>
#include <impinge/scene.h>

#include "pairs/object_pair.h"

namespace impinge {

/// What the rules, the ignored pairs and the groups of a scene say about its pairs. Objects that are in the same selections
/// are one class, so that the first rule of a pair is looked up in a table of classes, and pairs are counted without a walk
/// over all of them.
class Rulebook {
 public:
  static constexpr std::uint32_t kNoRule = UINT32_MAX;

  enum class Standing { asked, ignored, unasked };
  /// What is known of a pair before anything is computed.
  struct Entry {
    Standing standing = Standing::asked;
    std::uint32_t rule = kNoRule;
    const IgnoredPair* ignored = nullptr;  ///< where the scene ignores this very pair
  };
  /// How a pair lies in the selections of its rule: object a of the pair in the rule's `a`, or in its `b`, or both ways.
  struct Sides {
    bool forward = false, backward = false;
  };

  /// `clearance` is that of pairs whose rule has no range; `with_ignored` if ignored pairs are computed too. The scene must
  /// outlive this. Hidden objects are not counted.
  Rulebook(const Scene& scene, std::optional<double> clearance, bool with_ignored);

  /// The same rules and objects, in a scene that stands elsewhere in memory.
  void use(const Scene& scene) { scene_ = &scene; }

  /// Of two objects, or of one with itself. Groups are not looked at.
  Entry find(const ObjectPair& pair) const;
  Sides sides(std::uint32_t rule, const ObjectPair& pair) const;

  /// Whether the pair is to be computed.
  bool computes(const ObjectPair& pair) const { return plain_ || computes(find(pair).standing); }

  /// How far apart a pair may be to be looked at; infinity where a rule limits the distance from above.
  std::optional<double> clearance(const ObjectPair& pair) const;
  /// The greatest clearance of any pair that the object is in, but for limited_pairs(); 0 where it has none.
  double reach(std::uint32_t object) const { return plain_ ? clearance_.value_or(0) : reaches_[classes_[object]]; }
  /// The pairs whose rule limits the distance from above, ordered: they are looked at wherever they stand.
  std::vector<ObjectPair> limited_pairs() const;
  /// Some pair has a clearance.
  bool measures() const { return measures_; }
  /// There is nothing to look up: no rule, no ignored pair.
  bool plain() const { return plain_; }
  const Rule& rule(std::uint32_t index) const { return scene_->rules()[index]; }

  /// Fills in how many pairs were asked about, how many were not, and what the rules were good for.
  void count(bool pairs, bool self, CheckResult& result) const;

 private:
  using Bits = std::vector<std::uint64_t>;
  // Objects in the same selections and the same group.
  struct Class {
    Bits a, b;  // by rule: in its selection a, in its selection b
    Group group = Group::none;
    std::uint64_t objects = 0;
  };

  bool computes(Standing standing) const {
    return standing == Standing::asked || (standing == Standing::ignored && with_ignored_);
  }
  bool hidden(std::uint32_t object) const { return scene_->objects()[object].hidden; }
  void sort_objects();
  void fill_table();
  Entry entry_of(std::uint32_t rule) const;
  std::optional<double> clearance_of(const Entry& entry) const;
  bool limits(const Entry& entry) const;
  std::uint32_t self_rule(const Class& c) const;
  void count_pairs(CheckResult& result) const;
  void count_ignored(CheckResult& result) const;
  void count_selves(bool asked, CheckResult& result) const;
  std::uint64_t& counter(Standing standing, CheckResult& result) const;

  const Scene* scene_;
  std::optional<double> clearance_;
  bool with_ignored_ = false, plain_ = true, measures_ = false;
  bool limits_ = false;                        // some rule in use has a max
  bool asks_all_ = true;                       // no rule asks: pairs without a rule are asked about
  std::map<ObjectPair, std::size_t> ignored_;  // where in Scene::ignored()
  std::vector<Class> all_;
  std::vector<std::uint32_t> classes_;  // by object
  std::vector<std::uint32_t> table_;    // first rule of two classes
  std::vector<double> reaches_;         // by class
};

}  // namespace impinge
