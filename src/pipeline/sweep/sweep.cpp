// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The stages of a motion in order, step by step: swept boxes -> object pairs -> velocity_backface -> swept_pairs ->
// face_pair_swept -> intervals -> clearance. What pipeline.cpp is for bodies that stand still.
#include "pipeline/sweep/sweep.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "base/stopwatch.h"
#include "pairs/object_pair.h"
#include "pipeline/check/methods.h"
#include "pipeline/rules/rulebook.h"
#include "pipeline/sweep/first_contact.h"
#include "pipeline/sweep/self_contact.h"
#include "pipeline/sweep/solid_moments.h"
#include "pipeline/sweep/stage_times.h"
#include "pipeline/sweep/sweep_clearance.h"
#include "pipeline/sweep/sweep_cull.h"
#include "pipeline/sweep/sweep_enclosed.h"
#include "pipeline/sweep/sweep_follow.h"
#include "pipeline/sweep/sweep_moments.h"
#include "pipeline/sweep/sweep_shapes.h"
#include "pipeline/sweep/worst_overlap.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

// What stages take of the whole and of a step, roughly.
constexpr double kShapes = 0.1, kSampling = 0.2, kPlaced = 0.1, kBegun = 0.2, kFound = 0.6, kFollowed = 0.8;

class Sweep {
 public:
  Sweep(const Scene& scene, const PreparedShapes& prepared, const SweepOptions& options, const Experiments& experiments)
      : scene_(scene),
        prepared_(prepared),
        options_(options),
        experiments_(experiments),
        timeline_(scene),
        control_(options.on_progress, options.is_cancelled),
        moments_(scene, timeline_, prepared, control_),
        rules_(scene, options.clearance, options.ignored),
        enclosed_(scene, swept_.meshes, rules_, moments_, experiments.broad) {
    if (options.clearance) clearance_.emplace(scene, rules_, options, experiments.broad);
  }

  SweepResult run() {
    const Stopwatch watch;
    if (options_.velocity_backface) result_.cull.emplace();
    control_.begin("shapes", 0, kShapes);
    times_.stage("shapes", scene_.objects().size(),
                 [&] { return swept_.find(scene_, prepared_, experiments_.swept_pairs, control_); });
    if (clearance_)
      times_.stage("distances", timeline_.steps(), [&] {
        result_.curve = clearance_->sample(timeline_, moments_, control_, kShapes, kShapes + kSampling);
        return result_.curve.size();
      });
    for (step_ = 0; step_ < timeline_.steps(); ++step_) {
      control_.poll();
      run_step();
    }
    if (clearance_) clearance_->add_near_pairs(result_.curve, records_);
    enclosed_.add_enclosed_pairs(records_);
    finish();
    if (asks_for_overlap(options_))
      times_.stage("overlap", result_.pairs.size(), [&] {
        return worst_overlaps({scene_, timeline_, moments_, control_}, options_, result_.pairs);
      });
    control_.begin("done", 1, 1);
    result_.stats.total_ms = watch.ms();
    return std::move(result_);
  }

 private:
  // A part of the step begins, with so many equal pieces.
  void begin(double from, double to, std::size_t pieces) {
    const double before = kShapes + (clearance_ ? kSampling : 0);
    const auto share = [&](double part) {
      return before + (1 - before) * (static_cast<double>(step_) + part) / static_cast<double>(timeline_.steps());
    };
    control_.begin("sweep", share(from), share(to));
    control_.set_parts(std::max<std::size_t>(pieces, 1));
  }

  bool deforms(std::uint32_t object) const { return impinge::deforms(scene_.objects()[object]); }

  void run_step() {
    times_.stage("world", scene_.objects().size(), [&] { return place_objects(); });
    std::vector<ObjectPair> pairs;
    times_.stage(to_string(experiments_.broad), boxes_.size(), [&] {
      pairs = find_pairs();
      return pairs.size();
    });
    if (step_ == 0 && !options_.begins_apart) times_.stage("begin", pairs.size(), [&] { return find_begun(pairs); });
    if (options_.first_only) std::erase_if(pairs, [&](const ObjectPair& p) { return records_.contains(p); });
    find_contacts(pairs);
    if (options_.open == OpenBodies::solid)
      times_.stage("enclosed", boxes_.size(), [&] { return enclosed_.search(this_step(), step_, records_, control_); });
    if (options_.self) times_.stage("self", scene_.objects().size(), [&] { return find_self_contacts(); });
    if (!options_.first_only) times_.stage("intervals", records_.size(), [&] { return follow_contacts(); });
    if (clearance_) times_.stage("clearance", boxes_.size(), [&] { return bound_distances(); });
  }

  std::uint64_t place_objects() {
    const std::size_t n = scene_.objects().size();
    begin(0, kPlaced, n);
    steps_.resize(n);
    boxes_.resize(n);
    swept_objects_.resize(n);
    tbb::parallel_for(std::size_t{0}, n, [&](std::size_t i) {
      control_.poll();
      const auto object = static_cast<std::uint32_t>(i);
      steps_[i] = timeline_.step(object, step_);
      if (deforms(object))
        swept_.shapes[i] =
            std::make_shared<const SweptShape>(steps_[i], swept_.meshes[i].faces(), swept_.owners[i], &control_);
      const SweptShape& shape = *swept_.shapes[i];
      boxes_[i] = swept_box(steps_[i], shape.box, shape.centre, shape.radius);
      if (!boxes_[i].low.allFinite() || !boxes_[i].high.allFinite())
        throw Error(
            ErrorCode::bad_scene,
            fmt::format("object '{}': world coordinates overflow; move it closer to the origin", scene_.objects()[i].name));
      swept_objects_[i] = {&steps_[i], &shape, swept_.meshes[i].faces()};
      control_.part_done();
    });
    return n;
  }

  // Two objects that both stand still meet nobody new after the beginning.
  std::vector<ObjectPair> find_pairs() const {
    std::vector<ObjectPair> pairs = broad_pairs(experiments_.broad, boxes_);
    const bool first = step_ == 0 && !options_.begins_apart;
    std::erase_if(pairs, [&](const ObjectPair& p) {
      return !groups_meet(scene_.objects()[p.a].group, scene_.objects()[p.b].group) || !rules_.computes(p) ||
             (!first && steps_[p.a].still() && steps_[p.b].still() && !records_.contains(p));
    });
    return pairs;
  }

  std::uint64_t find_begun(const std::vector<ObjectPair>& pairs) {
    begin(kPlaced, kBegun, 1);
    const std::vector<PairAnswer> begun = moments_.look_at_all(pairs, 0, 0);
    std::uint64_t n = 0;
    for (const PairAnswer& answer : begun) {
      if (answer.verdict == Verdict::disjoint) continue;
      add_begun({answer.a.value, answer.b.value}, answer);
      ++n;
    }
    return n;
  }

  void add_begun(const ObjectPair& pair, const PairAnswer& answer) {
    SweptRecord& record = records_[pair];
    record.begin_contact(step_, 0, time(0));
    const Witness witness = answer.witness.value_or(Witness{});
    record.answer.first_contact = FirstContact{time(0), witness.a_point, witness.a_face, witness.b_face};
    record.worse(time(0), answer.crossing_count, 0);
  }

  double time(double t) const {
    const double from = timeline_.times()[step_], to = timeline_.times()[step_ + 1];
    return t == 1 ? to : from + t * (to - from);
  }

  // First contacts of the pairs that begin the step apart.
  void find_contacts(const std::vector<ObjectPair>& pairs) {
    std::vector<ObjectPair> apart;
    for (const ObjectPair& p : pairs) {
      const auto it = records_.find(p);
      if (it == records_.end() || !it->second.in_contact()) {
        if (!(steps_[p.a].still() && steps_[p.b].still())) apart.push_back(p);
      } else if (result_.cull) {
        ++result_.cull->refused_contact;
      }
    }
    for (const auto& [pair, contact] : solids().take_contacts(apart, control_)) add_contact(pair, contact);
    std::vector<ContactQuery> queries(apart.size());
    for (std::size_t i = 0; i < apart.size(); ++i) queries[i] = query_of(apart[i]);
    std::vector<DroppedFaces> dropped;
    if (result_.cull)
      times_.stage(word_of(SoleMethod::velocity_backface), 2 * apart.size(), [&] {
        return cull_queries(scene_, swept_, apart, queries, dropped, *result_.cull, prepared_.device.get(), control_);
      });
    ContactCounts counts;
    begin(kBegun, kFound, 1);
    const Progress progress(control_, 0, 1);
    const auto found = first_contacts(queries, experiments_.swept, experiments_.parallel, control_, counts, &progress);
    std::uint64_t contacts = 0;
    for (std::size_t i = 0; i < apart.size(); ++i)
      if (found[i]) {
        ++contacts;
        add_contact(apart[i], *found[i]);
      }
    times_.add(word_of(SoleMethod::swept_pairs), counts.localise_ms, queries.size(), counts.candidates);
    times_.add(word_of(SoleMethod::face_pair_swept), counts.exact_ms, counts.candidates - counts.culled, contacts);
    if (result_.cull) {
      result_.cull->face_pairs += counts.candidates;
      result_.cull->face_pairs_saved += counts.culled;
    }
  }

  ContactQuery query_of(const ObjectPair& p, double from = 0, double until = 1) const {
    return {swept_objects_[p.a], swept_objects_[p.b], from, until, nullptr, nullptr, swept_.finder(p)};
  }
  SolidMoments solids() const { return {scene_, moments_, swept_, steps_, step_}; }
  SweepClearance::Step this_step() const { return {swept_objects_, boxes_, time(0), time(1), step_ == 0, solids()}; }

  void add_contact(const ObjectPair& pair, const FoundContact& c) {
    SweptRecord& record = records_[pair];
    record.begin_contact(step_, c.t, time(c.t));
    if (record.answer.first_contact) return;
    const auto face = [&](std::uint32_t object, std::uint32_t number) {
      return solid_of(scene_.objects()[object]) == nullptr ? std::optional(number) : std::nullopt;
    };
    record.answer.first_contact = FirstContact{time(c.t), c.point, face(pair.a, c.a_face), face(pair.b, c.b_face)};
  }

  // Rigid objects meet themselves always or never.
  std::uint64_t find_self_contacts() {
    std::uint64_t found = 0;
    for (std::uint32_t o = 0; o < scene_.objects().size(); ++o) {
      const ObjectPair self{o, o};
      if (!rules_.computes(self) || solid_of(scene_.objects()[o]) != nullptr) continue;
      if (step_ == 0 && !options_.begins_apart) {
        if (const PairAnswer begun = moments_.look(self, 0, 0); begun.verdict != Verdict::disjoint) {
          add_begun(self, begun);
          ++found;
        }
      }
      const auto it = records_.find(self);
      if (!deforms(o) || (it != records_.end() && (it->second.in_contact() || options_.first_only))) continue;
      const auto first = first_self_contact(swept_objects_[o], Internals::data(swept_.meshes[o]).topology,
                                            experiments_.parallel, control_, 0, 1);
      if (!first) continue;
      add_contact(self, {first->feature.contact.t, first->a_face, first->b_face, first->feature.contact.point});
      ++found;
    }
    return found;
  }

  std::uint64_t follow_contacts() {
    std::vector<std::pair<const ObjectPair, SweptRecord>*> open;
    for (auto& entry : records_)
      if (entry.second.in_contact()) open.push_back(&entry);
    const auto at = [&](double t) { return time(t); };
    begin(kFound, kFollowed, open.size());
    tbb::parallel_for(std::size_t{0}, open.size(), [&](std::size_t i) {
      control_.poll();
      const ObjectPair& p = open[i]->first;
      SweptRecord& record = open[i]->second;
      if (p.a == p.b && !deforms(p.a))
        record.step = step_ + 1;
      else if (p.a != p.b && experiments_.swept == Swept::hull)
        follow_hull(record, p, step_, at, moments_);
      else
        follow(record, p, step_, at, moments_, [&](double from, double until) { return next_contact(p, from, until); });
      control_.part_done();
    });
    return open.size();
  }

  // The first contact of a pair, or of an object with itself, in a part of the step that it begins apart.
  std::optional<double> next_contact(const ObjectPair& p, double from, double until) {
    if (p.a == p.b) {
      const auto first = first_self_contact(swept_objects_[p.a], Internals::data(swept_.meshes[p.a]).topology,
                                            Parallel::spmd, control_, from, until);
      return first ? std::optional(first->feature.contact.t) : std::nullopt;
    }
    if (solids().answers(p)) return solids().contact_time(p, from, until);
    const ContactQuery query = query_of(p, from, until);
    ContactCounts ignored;
    const auto found = first_contacts({&query, 1}, Swept::exact, Parallel::spmd, control_, ignored).front();
    return found ? std::optional(found->t) : std::nullopt;
  }

  std::uint64_t bound_distances() {
    begin(kFollowed, 1, 1);
    return clearance_->search(
        this_step(), [&](const ObjectPair& p) { return records_.contains(p); }, control_);
  }

  void finish() {
    for (auto& [pair, record] : records_) {
      SweptPair& answer = record.answer;
      answer.a = {pair.a};
      answer.b = {pair.b};
      record.close(timeline_.times().back());
      if (options_.first_only) answer.intervals.clear();
      if (answer.first_contact) record.worse(answer.first_contact->t, 0, 0);  // samples may all lie beside it
      if (clearance_ && answer.first_contact) answer.least_distance = {0, 0, 0, answer.first_contact->t};
      if (const Rulebook::Entry entry = rules_.find(pair); entry.standing == Rulebook::Standing::ignored) {
        answer.ignored = true;
        answer.reason = entry.ignored != nullptr ? entry.ignored->reason : rules_.rule(entry.rule).reason;
      }
      result_.pairs.push_back(std::move(answer));
    }
    CheckResult counts;
    rules_.count(true, options_.self, counts);
    result_.asked = counts.asked;
    result_.skipped = counts.skipped;
    result_.duration = timeline_.times().back();
    result_.steps = timeline_.steps();
    result_.stats.methods = swept_.words({to_string(experiments_.swept), to_string(experiments_.parallel)});
    result_.stats.threads = tbb::this_task_arena::max_concurrency();
  }

  const Scene& scene_;
  const PreparedShapes& prepared_;
  const SweepOptions& options_;
  const Experiments& experiments_;
  Timeline timeline_;
  Control control_;
  SweepMoments moments_;
  Rulebook rules_;
  std::optional<SweepClearance> clearance_;
  std::size_t step_ = 0;
  SweptShapes swept_;
  std::vector<ObjectStep> steps_;
  std::vector<Box> boxes_;
  std::vector<SweptObject> swept_objects_;
  std::map<ObjectPair, SweptRecord> records_;
  SweepEnclosed enclosed_;
  SweepResult result_;
  StageTimes times_{result_.stats.stages};
};

}  // namespace

SweepResult sweep_all(const Scene& scene, const PreparedShapes& shapes, const SweepOptions& options,
                      const Experiments& experiments) {
  return Sweep(scene, shapes, options, experiments).run();
}

}  // namespace impinge
