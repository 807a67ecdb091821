// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Read this first: the stages called in order, shapes -> scene -> broad -> cull -> localise -> exact -> answer. Which
// localisers do the middle three, one after another, is chosen in face_pair_search.cpp; methods.cpp is the table of them.
// Each stage may over-report and never misses, until the exact stage decides.
#include "pipeline/check/pipeline.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <map>

#include "answer/verdict/likely_verdict.h"
#include "answer/verdict/pair_answer.h"
#include "base/stopwatch.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/face_octree/face_octree.h"
#include "pipeline/check/check_context.h"
#include "pipeline/check/crowded_corners.h"
#include "pipeline/check/localisers.h"
#include "pipeline/check/methods.h"
#include "pipeline/check/tolerance.h"
#include "pipeline/overlap/find_overlap.h"
#include "pipeline/raster/raster_queries.h"

namespace impinge {

namespace {

class Check {
 public:
  explicit Check(CheckContext& run) : run_(run) {}

  CheckResult run() {
    const Stopwatch watch;
    Stats& stats = run_.result.stats;
    stats.threads = tbb::this_task_arena::max_concurrency();
    run_.stage("world", run_.scene.objects().size(), 0.05, [&] {
      place_objects();
      return run_.world.size();
    });
    if (run_.options.pairs) check_pairs();
    if (run_.options.self) check_self();
    if (run_.options.volume || run_.options.tolerance) measure_overlaps();
    if (asks_for_overlap(run_.options)) find_overlaps();
    finish();
    stats.total_ms = watch.ms();
    return std::move(run_.result);
  }

 private:
  void check_pairs() {
    std::vector<ObjectPair> near_pairs;  // boxes within the clearance
    std::vector<ObjectPair> pairs;       // boxes that meet
    FacePairSearch search{run_, asked_method()};
    run_.stage(to_string(run_.experiments.broad), run_.world.size(), 0.1, [&] {
      near_pairs = find_object_pairs();
      std::copy_if(near_pairs.begin(), near_pairs.end(), std::back_inserter(pairs),
                   [&](const ObjectPair& p) { return boxes_meet(run_.world[p.a].box, run_.world[p.b].box); });
      for (const ObjectPair& p : near_pairs) {
        if (search.along_lines(p)) continue;
        run_.add_body(p.a);
        run_.add_body(p.b);
      }
      return near_pairs.size();
    });
    search.find(std::move(pairs));
    run_.stage("verdict", near_pairs.size(), 1, [&] { return answer_pairs(near_pairs, search); });
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
  bool sampled() const {
    const Method method = asked_method();
    return method != Method::automatic && row_of(method).guarantee == Guarantee::sampled && !run_.options.certified;
  }

  // Trees are looked up, or built where they are asked for by name.
  void place_objects() {
    const Method method = asked_method();
    const std::span<const SceneObject> objects = run_.scene.objects();
    if (sampled() && run_.options.clearance)
      throw Error(
          ErrorCode::bad_argument,
          fmt::format(
              "clearance: {} samples along lines and gives no distances; use an exact method, which takes only meshes",
              to_string(method)));
    if (!sampled() && run_.options.method != Method::automatic)
      for (const SceneObject& object : objects) require_mesh(object);
    run_.world.resize(objects.size());
    run_.trees.resize(objects.size());
    run_.groups.resize(objects.size());
    if (method != Method::face_octree && method != Method::slice_map) run_.shapes.find(objects, run_.trees);
    tbb::parallel_for(std::size_t{0}, objects.size(), [&](std::size_t i) {
      PreparedShapes::Tree& tree = run_.trees[i];
      if (method == Method::cluster_tree && !tree) tree = tree_of(objects[i]);
      run_.world[i] = place(objects[i], tree.get());
      if (!tree) run_.groups[i] = run_.shapes.groups(objects[i]);
      run_.world[i].groups = run_.groups[i].get();
    });
    run_.bodies = KeptVector<std::optional<Body>>(objects.size());
  }

  PreparedShapes::Tree tree_of(const SceneObject& o) const {
    if (run_.shapes.knows(o.mesh)) return run_.shapes.refitted(o);
    return std::make_shared<const ClusterTree>(o.deformed.empty() ? o.mesh.vertices() : o.deformed, o.mesh.faces());
  }

  // How far beyond its faces an object may matter: where a part of it may be missing.
  double reach(const WorldObject& o) const { return run_.options.open == OpenBodies::solid ? missing_reach(o) : 0; }

  std::vector<ObjectPair> find_object_pairs() const {
    const CheckOptions& options = run_.options;
    std::vector<Box> boxes;
    for (const WorldObject& o : run_.world) {
      const double margin = options.clearance.value_or(0) / 2 + reach(o);
      boxes.push_back(options.clearance || margin > 0 ? grown(o.box, margin) : o.box);
    }
    std::vector<ObjectPair> pairs = broad_pairs(run_.experiments.broad, boxes);
    const std::span<const SceneObject> objects = run_.scene.objects();
    std::erase_if(pairs, [&](const ObjectPair& p) {
      const WorldObject &a = run_.world[p.a], &b = run_.world[p.b];
      const double clearance = options.clearance.value_or(0);
      // Lines see no winding numbers.
      if ((objects[p.a].shape || objects[p.b].shape) && !boxes_meet(grown(a.box, clearance), b.box)) return true;
      return !groups_meet(objects[p.a].group, objects[p.b].group) || balls_apart(a, b, clearance + reach(a) + reach(b));
    });
    return pairs;
  }

  std::uint64_t answer_pairs(const std::vector<ObjectPair>& pairs, FacePairSearch& search) {
    std::vector<PairContacts>& meeting = search.meeting;
    const std::vector<PairRegion>& regions = search.regions;
    std::vector<PairAnswer> answers(pairs.size());
    run_.control.set_parts(pairs.size());
    const PairQuestion question{run_.options.clearance, run_.options.open};
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      run_.control.poll();
      const ObjectPair& p = pairs[i];
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

  // All face pairs are looked for where one does not tell.
  void answer_by_one(const PairContacts& found, PairAnswer& answer) {
    const ObjectPair& p = found.objects;
    const Body &a = *run_.bodies[p.a], &b = *run_.bodies[p.b];
    if (found.common) {
      answer.verdict = Verdict::crossing;
      answer.witness = Witness{*found.common, *found.common, {}, {}};
      if (run_.options.clearance) answer.distance = 0;
    } else if (auto by_faces = answer_crossing_pair(a, b, found.faces.front(), run_.options.clearance)) {
      answer = std::move(*by_faces);
    } else {
      CandidateLimit limit(run_.scene.objects(), kMaxCandidates);
      const WorldObject &first = a.clustered(), &second = b.clustered();
      auto contacts = contacts_off_crowds(first, second, false, p, limit, run_.control);
      if (!contacts) contacts = cluster_tree_pairs(first, second, p, limit, run_.control).meeting;
      answer = answer_pair(a, b, std::move(*contacts), {run_.options.clearance, run_.options.open});
    }
    answer.a = {p.a};
    answer.b = {p.b};
    run_.control.part_done();
  }

  void check_self() {
    std::vector<PairAnswer> answers;
    const std::vector<std::vector<std::uint32_t>> faces = all_faces(run_);
    std::vector<std::string>& words = run_.result.stats.methods;
    if (words.empty()) words = {to_string(Method::face_octree)};
    for (std::uint32_t o = 0; o < run_.world.size(); ++o) {
      run_.control.set_parts(0);
      if (run_.has_no_faces(o)) {
        answers.push_back(not_told({o, o}));
        continue;
      }
      const std::span<const WorldObject> one(&run_.world[o], 1);
      LocaliseInput input{one, {&faces[o], 1}, LocaliseInput::Asked::each_with_itself, {}, {&run_.scene.objects()[o], 1}};
      input.level = run_.options.level;
      const double share = (o + 1.0) / static_cast<double>(run_.world.size());
      std::vector<FacePair> found;
      run_.stage(fmt::format("{} self", to_string(Method::face_octree)), faces[o].size(), share, [&] {
        const std::vector<Candidate> candidates = face_octree(input, run_.control);
        std::vector<PairContacts> meeting = decide_pairs(one, candidates, run_.control);
        if (!meeting.empty()) found = std::move(meeting.front().faces);
        return found.size();
      });
      run_.add_body(o);
      answers.push_back(answer_self(*run_.bodies[o], std::move(found)));
      answers.back().a = answers.back().b = {o};
    }
    keep(answers);
  }

  void measure_overlaps() {
    std::vector<PairAnswer>& pairs = run_.result.pairs;
    run_.stage("extent", pairs.size(), 1, [&] {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        PairAnswer& pair = pairs[i];
        const auto ways = add_extent(run_.scene, run_.world, run_.options, run_.shapes.device.get(), pair, run_.control);
        const bool may_touch = run_.options.tolerance && pair.verdict == Verdict::crossing && !ways.empty();
        if (may_touch && within_tolerance(run_, pair, ways)) pair.verdict = Verdict::touching;
        run_.control.share(static_cast<double>(i + 1) / static_cast<double>(pairs.size()));
      }
      return pairs.size();
    });
  }

  void find_overlaps() {
    std::vector<PairAnswer>& pairs = run_.result.pairs;
    run_.stage("overlap", pairs.size(), 1, [&] {
      std::uint64_t found = 0;
      for (PairAnswer& pair : pairs) {
        const bool meet = pair.verdict != Verdict::disjoint && pair.verdict != Verdict::near;
        if (!meet || pair.a == pair.b || run_.has_no_faces(pair.a.value) || run_.has_no_faces(pair.b.value)) continue;
        const Body &a = *run_.bodies[pair.a.value], &b = *run_.bodies[pair.b.value];
        pair.overlap = std::make_shared<const Overlap>(find_overlap(a, b, pair.face_pairs, run_.options, run_.control));
        ++found;
      }
      return found;
    });
  }

  std::uint64_t keep(std::vector<PairAnswer>& answers) {
    // "Nothing found" along lines is listed: it proves nothing.
    std::erase_if(answers,
                  [](const PairAnswer& a) { return a.verdict == Verdict::disjoint && a.certainty != Certainty::sampled; });
    std::move(answers.begin(), answers.end(), std::back_inserter(run_.result.pairs));
    return answers.size();
  }

  // Order, ignored pairs, and the cap on what is listed.
  void finish() {
    std::vector<PairAnswer>& pairs = run_.result.pairs;
    std::sort(pairs.begin(), pairs.end(),
              [](const PairAnswer& x, const PairAnswer& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    std::map<std::pair<ObjectId, ObjectId>, const IgnoredPair*> ignored;
    for (const IgnoredPair& i : run_.scene.ignored()) ignored.try_emplace({i.a, i.b}, &i);
    std::uint64_t room = run_.options.max_pairs;
    for (PairAnswer& answer : pairs) {
      if (const auto it = ignored.find({answer.a, answer.b}); it != ignored.end()) {
        answer.ignored = true;
        answer.ignore_reason = it->second->reason;
      }
      if (!run_.options.face_pairs) {
        answer.face_pairs.clear();
        answer.face_pair_count = answer.crossing_count = answer.touching_count = 0;
      }
      answer.truncated = answer.face_pairs.size() > room;
      if (answer.truncated) answer.face_pairs.resize(room);
      room -= answer.face_pairs.size();
    }
    run_.control.begin("done", 1, 1);
  }

  CheckContext& run_;
};

}  // namespace

CheckResult run_check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options,
                      const LogCallback& on_log, const Experiments& experiments) {
  CheckContext run{scene, shapes, options, on_log, experiments};
  return Check(run).run();
}

}  // namespace impinge
