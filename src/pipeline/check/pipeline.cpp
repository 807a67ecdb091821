// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Read this first: the stages called in order, shapes -> scene -> broad -> cull -> localise -> exact -> answer. Which
// localisers do the middle three, one after another, is chosen in face_pair_search.cpp; methods.cpp is the table of them.
// Each stage may over-report and never misses, until the exact stage decides.
#include "pipeline/check/pipeline.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "answer/verdict/pair_answer.h"
#include "base/few_in_turn.h"
#include "base/lent.h"
#include "base/stopwatch.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "pairs/face_pair_lists.h"
#include "pipeline/check/check_context.h"
#include "pipeline/check/crowded_corners.h"
#include "pipeline/check/localisers.h"
#include "pipeline/check/methods.h"
#include "pipeline/check/object_pairs.h"
#include "pipeline/check/pair_limits.h"
#include "pipeline/check/pair_overlap.h"
#include "pipeline/check/self_pairs.h"
#include "pipeline/check/solid_extent.h"
#include "pipeline/check/tolerance.h"
#include "pipeline/overlap/find_overlap.h"
#include "pipeline/rules/judge.h"

namespace impinge {

namespace {

class Check {
 public:
  explicit Check(CheckContext& run) : run_(run) {}

  void run() {
    const Stopwatch watch;
    Stats& stats = run_.result.stats;
    stats.threads = tbb::this_task_arena::max_concurrency();
    require_objects();
    const bool more = asks_for_overlap(run_.options) || run_.options.volume || run_.options.tolerance;
    if (more) run_.share_of_all = 0.3;
    const std::size_t looked_at = run_.memory.all ? run_.scene.objects().size() : run_.memory.changed.size();
    run_.stage("world", looked_at, 0.05, [&] {
      place_objects(run_, asked_method());
      return looked_at;
    });
    if (run_.options.pairs) check_pairs();
    if (run_.options.self) check_self();
    run_.share_of_all = 1;
    run_.share_done = 0.5;
    if (asks_for_overlap(run_.options)) find_overlaps();
    if (run_.options.volume || run_.options.tolerance) measure_overlaps();
    if (!run_.rulebook.plain()) judge_by_rules(run_, [this](const ObjectPair& p) { return all_face_pairs(p); });
    finish();
    stats.total_ms = watch.ms();
  }

 private:
  void check_pairs() {
    std::vector<ObjectPair> near_pairs;                        // boxes within the clearance
    std::vector<ObjectPair> pairs = Lent<ObjectPair>::take();  // boxes that meet
    FacePairSearch search{run_, asked_method(), run_.memory.meeting};
    for (PairContacts& old : search.meeting) give_face_pairs(old.faces);
    search.meeting.clear();
    run_.stage(to_string(run_.experiments.broad), run_.world.size(), 0.1, [&] {
      near_pairs = find_object_pairs(run_);
      std::copy_if(near_pairs.begin(), near_pairs.end(), std::back_inserter(pairs),
                   [&](const ObjectPair& p) { return boxes_meet(run_.world[p.a].box, run_.world[p.b].box); });
      for (const ObjectPair& p : near_pairs) {
        if (search.along_lines(p)) continue;
        run_.any_solids = run_.any_solids || search.by_solids(p);
        if (!run_.has_no_faces(p.a)) run_.add_body(p.a);
        if (!run_.has_no_faces(p.b)) run_.add_body(p.b);
      }
      return near_pairs.size();
    });
    run_.memory.near_pairs = near_pairs.size();
    search.find(std::move(pairs));
    run_.stage("verdict", near_pairs.size(), 1, [&] { return answer_pairs(near_pairs, search); });
    Lent<ObjectPair>::give(near_pairs);
    run_.share_done = 0.5;
  }

  // One octree over all objects is the octree's own way, and a level is a question to it.
  Method asked_method() const {
    const CheckOptions& options = run_.options;
    if (run_.experiments.broad == Broad::none) return Method::face_octree;
    if (options.method == Method::automatic && options.level) return Method::face_octree;
    return options.method;
  }

  // By name, for all pairs; what `auto` samples it chooses pair by pair.
  bool sampled() const { return samples_lines(asked_method(), run_.options.certified); }

  // What the method asked for cannot take.
  void require_objects() const {
    const Method method = asked_method();
    if (sampled() && run_.rulebook.measures())
      throw Error(
          ErrorCode::bad_argument,
          fmt::format(
              "clearance: {} samples along lines and gives no distances; use an exact method, which takes only meshes",
              to_string(method)));
    const auto require = [&](const SceneObject& object) {
      if (object.hidden) return;
      if (!sampled() && run_.options.method != Method::automatic) require_mesh(object);
      if (solid_of(object) != nullptr) placed_solid(object);
    };
    if (run_.memory.all)
      for (const SceneObject& object : run_.scene.objects()) require(object);
    for (const std::uint32_t i : run_.memory.changed) require(run_.scene.objects()[i]);
  }

  std::uint64_t answer_pairs(const std::vector<ObjectPair>& pairs, FacePairSearch& search) {
    std::vector<PairContacts>& meeting = search.meeting;
    const std::vector<PairRegion>& regions = search.regions;
    Lent<PairAnswer> lent;
    std::vector<PairAnswer>& answers = *lent;
    answers.resize(pairs.size());
    run_.control.set_parts(pairs.size());
    few_in_turn(std::size_t{1}, pairs.size(), [&](std::size_t i) {
      run_.control.poll();
      const ObjectPair& p = pairs[i];
      const PairQuestion question{run_.rulebook.clearance(p), run_.options.open};
      if (search.by_solids(p)) {
        answers[i] = answer_by_solids(p, question);
        return run_.control.part_done();
      }
      if (search.along_lines(p)) {
        answers[i] = search.seen(p, question.clearance.has_value());
        return run_.control.part_done();
      }
      if (search.answered(p, question.clearance.has_value(), answers[i])) return run_.control.part_done();
      const auto found = std::lower_bound(meeting.begin(), meeting.end(), p,
                                          [](const PairContacts& m, const ObjectPair& q) { return m.objects < q; });
      std::vector<FacePair> faces;
      if (found != meeting.end() && found->objects == p) {
        if (found->one_of_many || found->common) return answer_by_one(*found, answers[i]);
        faces = std::move(found->faces);
      }
      const auto region = std::lower_bound(regions.begin(), regions.end(), p,
                                           [](const PairRegion& r, const ObjectPair& q) { return r.objects < q; });
      const bool has_region = region != regions.end() && region->objects == p;
      answers[i] = answer_pair(*run_.bodies[p.a], *run_.bodies[p.b], std::move(faces), question,
                               has_region ? RegionView(*region) : RegionView());
      answers[i].a = {p.a};
      answers[i].b = {p.b};
      run_.control.part_done();
    });
    return keep(answers);
  }

  PairAnswer answer_by_solids(const ObjectPair& p, const PairQuestion& question) const {
    const auto body = [&](std::uint32_t o) { return run_.bodies[o] ? &*run_.bodies[o] : nullptr; };
    const std::span<const SceneObject> objects = run_.scene.objects();
    PairAnswer answer = answer_solid_objects(objects[p.a], body(p.a), objects[p.b], body(p.b),
                                             {question.clearance, run_.options.parting, false, question.open});
    answer.a = {p.a};
    answer.b = {p.b};
    return answer;
  }

  // All face pairs are looked for where one does not tell.
  void answer_by_one(const PairContacts& found, PairAnswer& answer) {
    const ObjectPair& p = found.objects;
    const Body &a = *run_.bodies[p.a], &b = *run_.bodies[p.b];
    const std::optional<double> clearance = run_.rulebook.clearance(p);
    if (found.common) {
      answer.verdict = Verdict::crossing;
      answer.witness = Witness{*found.common, *found.common, {}, {}};
      if (clearance) answer.distance = 0;
    } else if (auto by_faces = answer_crossing_pair(a, b, found.faces.front(), clearance)) {
      answer = std::move(*by_faces);
    } else {
      CandidateLimit limit(run_.scene.objects(), kMaxCandidates);
      auto contacts = contacts_off_crowds(a.clustered(), b.clustered(), false, p, limit, run_.control);
      answer = answer_pair(a, b, contacts ? std::move(*contacts) : all_face_pairs(p), {clearance, run_.options.open});
    }
    answer.a = {p.a};
    answer.b = {p.b};
    run_.control.part_done();
  }

  std::vector<FacePair> all_face_pairs(const ObjectPair& p) {
    CandidateLimit limit(run_.scene.objects(), kMaxCandidates);
    return cluster_tree_pairs(run_.bodies[p.a]->clustered(), run_.bodies[p.b]->clustered(), p, limit, run_.control).meeting;
  }

  void check_self() {
    Lent<PairAnswer> lent;
    std::vector<PairAnswer>& answers = *lent;
    std::vector<std::uint32_t> asked = asked_for_self(run_);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const std::uint32_t o = asked[i];
      run_.control.set_parts(0);
      // A simple solid never meets itself.
      if (!run_.rulebook.computes({o, o}) || solid_of(run_.scene.objects()[o]) != nullptr) continue;
      if (run_.has_no_faces(o)) {
        answers.push_back(not_told({o, o}));
        continue;
      }
      std::vector<FacePair> found =
          find_self_pairs(run_, o, (static_cast<double>(i) + 1) / static_cast<double>(asked.size()));
      run_.add_body(o);
      answers.push_back(answer_self(*run_.bodies[o], std::move(found)));
      answers.back().a = answers.back().b = {o};
    }
    Lent<std::uint32_t>::give(asked);
    keep(answers);
  }

  void measure_overlaps() {
    std::vector<PairAnswer>& pairs = run_.result.pairs;
    run_.stage("extent", pairs.size(), 1, [&] {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        PairAnswer& pair = pairs[i];
        const std::vector<Vec3> ways = add_pair_extent(run_, pair);
        const bool may_touch = run_.options.tolerance && pair.verdict == Verdict::crossing && !ways.empty();
        if (may_touch && within_tolerance(run_, pair, ways)) pair.verdict = Verdict::touching;
        run_.control.share(static_cast<double>(i + 1) / static_cast<double>(pairs.size()));
      }
      return pairs.size();
    });
  }

  void find_overlaps() {
    std::vector<PairAnswer>& pairs = run_.result.pairs;
    run_.stage("overlap", pairs.size(), run_.options.volume || run_.options.tolerance ? 0.9 : 1, [&] {
      std::uint64_t found = 0;
      run_.control.set_parts(std::max<std::size_t>(pairs.size(), 1));
      for (PairAnswer& pair : pairs) {
        found += add_overlap(run_, pair) ? 1 : 0;
        run_.control.part_done();
      }
      return found;
    });
  }

  std::uint64_t keep(std::vector<PairAnswer>& answers) {
    for (PairAnswer& a : answers)
      if (const auto entry = run_.rulebook.find({a.a.value, a.b.value}); entry.rule != Rulebook::kNoRule)
        apply_range(run_.rulebook.rule(entry.rule), run_.scene.units, a);
    // "Nothing found" along lines is listed: it proves nothing.
    std::erase_if(answers, [](const PairAnswer& a) {
      return a.verdict == Verdict::disjoint && a.certainty != Certainty::sampled && !a.beyond;
    });
    std::move(answers.begin(), answers.end(), std::back_inserter(run_.result.pairs));
    return answers.size();
  }

  // Order, counts, what still holds of an earlier answer, and the cap on what is listed.
  void finish() {
    std::vector<PairAnswer>& pairs = run_.result.pairs;
    if (!run_.options.face_pairs) {
      for (PairAnswer& answer : pairs) {
        answer.face_pairs.clear();
        answer.face_pair_count = answer.crossing_count = answer.touching_count = 0;
      }
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const PairAnswer& x, const PairAnswer& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    run_.control.begin("done", 1, 1);
  }

  CheckContext& run_;
};

// For a new answer; what lists have grown to stays.
void clear(CheckResult& result) {
  result.pairs.clear();
  result.stats.methods.clear();
  result.stats.not_as_asked.clear();
  result.stats.stages.clear();
  result.skipped = {};
  result.asked = 0;
}

// Who is asked about whom stays the same while objects merely move.
void count_pairs(const Scene& scene, const CheckOptions& options, CheckMemory& memory, CheckResult& result) {
  const std::uint64_t refused = result.skipped.refused;
  if (memory.all || moment_of(scene).asking != memory.moment.asking) {
    memory.counts = {};
    memory.rulebook->count(options.pairs, options.self, memory.counts);
  }
  result.asked = memory.counts.asked;
  result.skipped = memory.counts.skipped;
  result.skipped.refused = refused;
  result.rules = memory.counts.rules;
}

}  // namespace

CheckResult run_check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options,
                      const LogCallback& on_log, const Experiments& experiments) {
  CheckMemory memory;
  CheckResult result;
  run_check(scene, shapes, options, on_log, experiments, memory, result);
  return result;
}

void run_check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options, const LogCallback& on_log,
               const Experiments& experiments, CheckMemory& memory, CheckResult& result) {
  const std::uint64_t version = shapes.version();
  memory.begin(scene, shapes, options);
  if (memory.keeps) memory.written.swap(result.pairs);
  clear(result);
  CheckContext run{scene, shapes, options, on_log, experiments, memory, result};
  Check(run).run();
  memory.drop_bodies();
  count_pairs(scene, options, memory, result);
  if (!memory.keeps) return cut_face_pairs(options.max_pairs, result.pairs);
  memory.keep_methods(result.stats.methods);
  memory.keep_answers(scene, version, result.pairs);
  memory.written.swap(result.pairs);
  write_answers(memory.answers, options.max_pairs, memory.written, result.pairs);
}

}  // namespace impinge
