// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Read this first: the stages called in order, shapes -> scene -> broad -> cull -> localise -> exact -> answer. No other
// file knows the order. Each stage may over-report and never misses, until the exact stage decides.
#include "pipeline.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <numeric>

#include "answer/pair_answer.h"
#include "base/joined.h"
#include "broad/brute_boxes.h"
#include "broad/sweep_boxes.h"
#include "convex_pairs.h"
#include "cull/overlap_region.h"
#include "cull/region_sample.h"
#include "localise/cluster_tree_pairs.h"
#include "localise/face_octree.h"
#include "localise/meeting_pairs.h"
#include "localise/moved_octree.h"
#include "localise/slice_map.h"
#include "raster_queries.h"
#include "scene/world.h"

namespace impinge {

namespace {

using Faces = std::vector<std::vector<std::uint32_t>>;

constexpr double kRefitShare = 0.7;  // of an object's faces near the other: below, reading all faces once is cheaper

std::uint64_t count_faces(std::span<const std::vector<std::uint32_t>> faces) {
  std::uint64_t n = 0;
  for (const auto& f : faces) n += f.size();
  return n;
}

// Runs one check and keeps its books.
class Check {
 public:
  Check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options, const LogCallback& on_log)
      : scene_(scene),
        shapes_(shapes),
        options_(options),
        on_log_(on_log),
        control_(options.on_progress, options.is_cancelled),
        has_line_shapes_(std::any_of(scene.objects().begin(), scene.objects().end(),
                                     [](const SceneObject& o) { return o.shape != nullptr; })) {}

  CheckResult run() {
    const auto begin = std::chrono::steady_clock::now();
    result_.stats.method = to_string(asked_method());
    result_.stats.backend = "cpu";
    result_.stats.threads = tbb::this_task_arena::max_concurrency();
    stage("world", scene_.objects().size(), 0.05, [&] {
      place_objects();
      return world_.size();
    });
    if (options_.pairs) check_pairs();
    if (options_.self) check_self();
    if (options_.volume || options_.tolerance) measure_overlaps();
    finish();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    result_.stats.total_ms = elapsed.count();
    return std::move(result_);
  }

 private:
  // Times a stage; `work` returns how many items it passes on.
  template <typename Work>
  void stage(std::string name, std::uint64_t in, double share_after, const Work& work) {
    control_.poll();
    const double share = options_.self && options_.pairs ? share_after / 2 + share_done_ : share_after;
    control_.begin(name, share_begun_, share);
    share_begun_ = share;
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t out = work();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    if (on_log_) on_log_(fmt::format("{}: {} in, {} out, {:.3f} ms", name, in, out, elapsed.count()));
    control_.share(1);
    result_.stats.stages.push_back({std::move(name), elapsed.count(), in, out});
  }

  void check_pairs() {
    std::vector<ObjectPair> near_pairs;  // boxes within the clearance
    std::vector<ObjectPair> pairs;       // boxes that meet
    stage(to_string(options_.broad), world_.size(), 0.1, [&] {
      near_pairs = find_object_pairs();
      std::copy_if(near_pairs.begin(), near_pairs.end(), std::back_inserter(pairs),
                   [&](const ObjectPair& p) { return boxes_meet(world_[p.a].box, world_[p.b].box); });
      return near_pairs.size();
    });
    if (sampled()) return sample_pairs(pairs);
    if (convex_.worth_asking(scene_, shapes_, asked_method(), pairs))
      stage("polar_newton", pairs.size(), 0.15, [&] {
        convex_.find(scene_, shapes_, asked_method());
        convex_.settle(scene_, pairs, options_, control_);
        return pairs.size();
      });
    std::vector<PairRegion> regions;
    std::vector<MeetingPairs> meeting = find_meeting(pairs, regions);
    if (convex_.settled() > 0 || asked_method() == Method::polar_newton)
      result_.stats.method = pairs.empty() ? "polar_newton" : "polar_newton+" + result_.stats.method;
    stage("verdict", near_pairs.size(), 1, [&] { return answer_pairs(near_pairs, meeting, regions); });
    share_done_ = 0.5;
  }

  // One octree over all objects is the octree's own way, and a level is a question to it.
  Method asked_method() const {
    if (options_.broad == Broad::none) return Method::face_octree;
    if (options_.method == Method::automatic && options_.level) return Method::face_octree;
    if (options_.method == Method::automatic && has_line_shapes_) return Method::zlist;
    return options_.method;
  }

  bool sampled() const {
    const Method method = asked_method();
    return method == Method::depth_count || (method == Method::zlist && !options_.certified);
  }

  // The raster methods' own way: the verdict at the lines, no exact face pairs but those that ties ask for.
  void sample_pairs(const std::vector<ObjectPair>& pairs) {
    std::vector<PairAnswer> answers(pairs.size());
    std::uint64_t faces = 0, undecided = 0;
    for (const ObjectPair& p : pairs) faces += world_[p.a].faces.size() + world_[p.b].faces.size();
    stage(to_string(asked_method()), faces, 0.9, [&] {
      std::uint64_t crossings = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        control_.poll();
        SampledAnswer found = sampled_answer(scene_, world_, pairs[i], options_, control_);
        crossings += found.crossings;
        undecided += found.undecided;
        answers[i] = std::move(found.pair);
        answers[i].a = {pairs[i].a}, answers[i].b = {pairs[i].b};
        control_.share(static_cast<double>(i + 1) / static_cast<double>(pairs.size()));
      }
      return crossings;
    });
    if (on_log_) on_log_(fmt::format("{} lines had crossings that their error bounds could not order", undecided));
    keep(answers);
    share_done_ = 0.5;
  }

  // Trees are looked up, or built where they are asked for by name.
  void place_objects() {
    const Method method = asked_method();
    const std::span<const SceneObject> objects = scene_.objects();
    if (!sampled() || options_.self)
      for (const SceneObject& object : objects) require_mesh(object);
    world_.resize(objects.size());
    trees_.resize(objects.size());
    groups_.resize(objects.size());
    tbb::parallel_for(std::size_t{0}, objects.size(), [&](std::size_t i) {
      if (method != Method::face_octree && method != Method::slice_map) trees_[i] = shapes_.find(objects[i]);
      if (method == Method::cluster_tree && !trees_[i]) trees_[i] = tree_of(objects[i]);
      world_[i] = place(objects[i], trees_[i].get());
      if (!trees_[i]) groups_[i] = shapes_.groups(objects[i]);
      world_[i].groups = groups_[i].get();
    });
    for (const WorldObject& o : world_) bodies_.emplace_back(o, control_);
  }

  PreparedShapes::Tree tree_of(const SceneObject& o) const {
    if (shapes_.knows(o.mesh)) return shapes_.refitted(o);
    return std::make_shared<const ClusterTree>(o.deformed.empty() ? o.mesh.vertices() : o.deformed, o.mesh.faces());
  }

  // The chooser: trees where both objects have one, or where fitting those of deformed objects anew pays; slices elsewhere.
  std::vector<MeetingPairs> find_meeting(const std::vector<ObjectPair>& pairs, std::vector<PairRegion>& regions) {
    const Method method = asked_method();
    if (method == Method::face_octree) return found_by_octree(pairs);
    if (method == Method::zlist) return found_by_covers(pairs);
    if (method == Method::moved_octree) return found_by_moved_octrees(pairs);
    if (method == Method::automatic || method == Method::polar_newton) refit_where_it_pays(pairs);
    std::vector<ObjectPair> prepared, fresh;
    for (const ObjectPair& p : pairs)
      (world_[p.a].clusters != nullptr && world_[p.b].clusters != nullptr ? prepared : fresh).push_back(p);
    std::vector<MeetingPairs> meeting;
    if (!prepared.empty()) meeting = found_by_trees(prepared);
    if (!fresh.empty() || prepared.empty()) add_sorted(meeting, found_by_slices(fresh, regions));
    const char* const slices = to_string(Method::slice_map);
    const char* const trees = to_string(Method::cluster_tree);
    const bool by_trees = !prepared.empty() || crowded_count_ > 0, by_slices = prepared.empty() || !fresh.empty();
    result_.stats.method = !by_trees ? slices : !by_slices ? trees : fmt::format("{}+{}", trees, slices);
    return meeting;
  }

  static void add_sorted(std::vector<MeetingPairs>& meeting, std::vector<MeetingPairs> more) {
    std::move(more.begin(), more.end(), std::back_inserter(meeting));
    std::sort(meeting.begin(), meeting.end(),
              [](const MeetingPairs& x, const MeetingPairs& y) { return x.objects < y.objects; });
  }

  void refit_where_it_pays(const std::vector<ObjectPair>& pairs) {
    std::vector<std::uint32_t> chosen;
    const auto lacks = [&](std::uint32_t i) {
      return world_[i].clusters == nullptr && shapes_.knows(scene_.objects()[i].mesh);
    };
    for (const ObjectPair& p : pairs) {
      if ((!lacks(p.a) && world_[p.a].clusters == nullptr) || (!lacks(p.b) && world_[p.b].clusters == nullptr)) continue;
      const Box region = intersection(world_[p.a].box, world_[p.b].box);
      for (const std::uint32_t i : {p.a, p.b})
        if (lacks(i) && sample_region(world_[i], region).share >= kRefitShare) chosen.push_back(i);
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    if (chosen.empty()) return;
    stage("refit", chosen.size(), 0.2, [&] {
      tbb::parallel_for(std::size_t{0}, chosen.size(), [&](std::size_t k) {
        trees_[chosen[k]] = shapes_.refitted(scene_.objects()[chosen[k]]);
        world_[chosen[k]].clusters = trees_[chosen[k]].get();
      });
      return chosen.size();
    });
  }

  // Bodies without a tree get one for this check.
  std::vector<MeetingPairs> found_by_trees(const std::vector<ObjectPair>& pairs) {
    std::vector<MeetingPairs> found(pairs.size());
    std::uint64_t faces = 0;
    for (const ObjectPair& p : pairs) faces += world_[p.a].faces.size() + world_[p.b].faces.size();
    stage("cluster_tree", faces, 0.8, [&] {
      std::atomic<std::uint64_t> meeting = 0;
      CandidateLimit limit(scene_.objects(), kMaxCandidates);
      tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
        control_.poll();
        found[i] = {pairs[i], cluster_tree_pairs(bodies_[pairs[i].a].clustered(), bodies_[pairs[i].b].clustered(), pairs[i],
                                                 limit, control_)
                                  .meeting};
        meeting += found[i].faces.size();
      });
      return meeting.load();
    });
    std::erase_if(found, [](const MeetingPairs& m) { return m.faces.empty(); });
    return found;
  }

  std::vector<MeetingPairs> found_by_covers(const std::vector<ObjectPair>& pairs) {
    std::uint64_t faces = 0;
    for (const ObjectPair& p : pairs) faces += world_[p.a].faces.size() + world_[p.b].faces.size();
    std::vector<Candidate> candidates;
    stage("zlist certified", faces, 0.6, [&] {
      for (const ObjectPair& p : pairs) {
        const std::vector<Candidate> found = certified_candidates(world_, p, options_, control_);
        candidates.insert(candidates.end(), found.begin(), found.end());
      }
      return candidates.size();
    });
    return decided(candidates, 0.8);
  }

  std::vector<MeetingPairs> found_by_octree(const std::vector<ObjectPair>& pairs) {
    const bool all = options_.broad == Broad::none;
    Faces faces;
    if (all)
      faces = all_faces();
    else
      stage("overlap_region", count_all_faces(), 0.25, [&] {
        faces = overlap_region(world_, pairs);
        return count_faces(faces);
      });
    const LocaliseInput input{world_, faces, all ? LocaliseInput::Asked::all_pairs : LocaliseInput::Asked::listed_pairs,
                              pairs, scene_.objects()};
    std::vector<Candidate> candidates;
    stage("face_octree", count_faces(input.faces), 0.6, [&] {
      candidates = face_octree(input, options_.level, control_);
      return candidates.size();
    });
    return decided(candidates, 0.8);
  }

  // Octrees are moved where both objects are rigid; the rest is left to the face octree.
  std::vector<MeetingPairs> found_by_moved_octrees(const std::vector<ObjectPair>& pairs) {
    std::vector<char> wanted(world_.size(), 0);
    for (const ObjectPair& p : pairs) wanted[p.a] = wanted[p.b] = 1;
    std::vector<PreparedShapes::Octree> octrees(world_.size());
    stage("octree", pairs.size(), 0.4, [&] {
      tbb::parallel_for(std::size_t{0}, octrees.size(), [&](std::size_t i) {
        control_.poll();
        if (wanted[i] != 0) octrees[i] = shapes_.octree(scene_.objects()[i], options_.level);
      });
      std::uint64_t voxels = 0;
      for (const PreparedShapes::Octree& o : octrees) voxels += o ? o->faces.codes.size() : 0;
      return voxels;
    });
    std::vector<ObjectPair> rigid, others;
    for (const ObjectPair& p : pairs)
      (can_move(world_[p.a], octrees[p.a].get(), world_[p.b], octrees[p.b].get()) ? rigid : others).push_back(p);
    std::vector<Candidate> candidates;
    stage("moved_octree", rigid.size(), 0.6, [&] {
      const LocaliseInput input{world_, {}, LocaliseInput::Asked::listed_pairs, rigid, scene_.objects()};
      candidates = moved_octree(input, octrees, {}, control_);
      return candidates.size();
    });
    std::vector<MeetingPairs> meeting = decided(candidates, 0.7);
    if (others.empty()) return meeting;
    result_.stats.method = fmt::format("{}+{}", to_string(Method::moved_octree), to_string(Method::face_octree));
    add_sorted(meeting, found_by_octree(others));
    return meeting;
  }

  std::vector<MeetingPairs> found_by_slices(const std::vector<ObjectPair>& pairs, std::vector<PairRegion>& regions) {
    std::uint64_t in = 0, kept = 0;
    for (const ObjectPair& p : pairs) in += world_[p.a].faces.size() + world_[p.b].faces.size();
    regions.resize(pairs.size());
    stage("overlap_region", in, 0.25, [&] {
      tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
        control_.poll();
        regions[i] = overlap_region(world_, pairs[i]);
      });
      for (const PairRegion& r : regions) kept += r.a.count + r.b.count;
      return kept;
    });
    KeptVector<Candidate> candidates;
    std::vector<ObjectPair> crowded;
    stage("slice_map", kept, 0.6, [&] {
      std::vector<std::optional<KeptVector<Candidate>>> found(regions.size());
      tbb::parallel_for(std::size_t{0}, regions.size(),
                        [&](std::size_t i) { found[i] = slice_map(world_, regions[i], control_); });
      std::vector<KeptVector<Candidate>> pieces;
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i])
          pieces.push_back(std::move(*found[i]));
        else
          crowded.push_back(pairs[i]);
      }
      candidates = pieces.size() == 1 ? std::move(pieces.front()) : joined(pieces);
      return candidates.size();
    });
    std::vector<MeetingPairs> meeting = decided(candidates, 0.8);
    for (MeetingPairs& m : meeting) tbb::parallel_sort(m.faces.begin(), m.faces.end());
    if (!crowded.empty()) add_sorted(meeting, found_by_trees(crowded));
    crowded_count_ = crowded.size();
    return meeting;
  }

  std::vector<ObjectPair> find_object_pairs() const {
    std::vector<Box> boxes;
    for (const WorldObject& o : world_) boxes.push_back(options_.clearance ? grown(o.box, *options_.clearance / 2) : o.box);
    std::vector<ObjectPair> pairs = options_.broad == Broad::brute_boxes ? brute_boxes(boxes) : sweep_boxes(boxes);
    std::erase_if(
        pairs, [&](const ObjectPair& p) { return !groups_meet(scene_.objects()[p.a].group, scene_.objects()[p.b].group); });
    return pairs;
  }

  std::uint64_t count_all_faces() const {
    std::uint64_t n = 0;
    for (const WorldObject& o : world_) n += o.faces.size();
    return n;
  }

  Faces all_faces() const {
    Faces faces(world_.size());
    for (std::size_t o = 0; o < world_.size(); ++o) {
      faces[o].resize(world_[o].faces.size());
      std::iota(faces[o].begin(), faces[o].end(), 0u);
    }
    return faces;
  }

  std::vector<MeetingPairs> decided(std::span<const Candidate> candidates, double share_after) {
    std::vector<MeetingPairs> meeting;
    stage("face_pair_static", candidates.size(), share_after, [&] {
      meeting = meeting_pairs(world_, candidates, control_);
      std::uint64_t n = 0;
      for (const MeetingPairs& m : meeting) n += m.faces.size();
      return n;
    });
    return meeting;
  }

  std::uint64_t answer_pairs(const std::vector<ObjectPair>& pairs, std::vector<MeetingPairs>& meeting,
                             const std::vector<PairRegion>& regions) {
    std::vector<PairAnswer> answers(pairs.size());
    control_.set_parts(pairs.size());
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      control_.poll();
      const ObjectPair& p = pairs[i];
      if (convex_.answered(p, options_.clearance.has_value(), answers[i])) return control_.part_done();
      const auto found = std::lower_bound(meeting.begin(), meeting.end(), p,
                                          [](const MeetingPairs& m, const ObjectPair& q) { return m.objects < q; });
      std::vector<FacePair> faces;
      if (found != meeting.end() && found->objects == p) faces = std::move(found->faces);
      const auto region = std::lower_bound(regions.begin(), regions.end(), p,
                                           [](const PairRegion& r, const ObjectPair& q) { return r.objects < q; });
      const bool has_region = region != regions.end() && region->objects == p;
      answers[i] = answer_pair(bodies_[p.a], bodies_[p.b], std::move(faces), options_.clearance,
                               has_region ? RegionView(*region) : RegionView());
      answers[i].a = {p.a};
      answers[i].b = {p.b};
      control_.part_done();
    });
    return keep(answers);
  }

  void check_self() {
    std::vector<PairAnswer> answers;
    Faces faces = all_faces();
    for (std::uint32_t o = 0; o < world_.size(); ++o) {
      control_.set_parts(0);
      const std::span<const WorldObject> one(&world_[o], 1);
      const LocaliseInput input{one, {&faces[o], 1}, LocaliseInput::Asked::each_with_itself, {}, {&scene_.objects()[o], 1}};
      const double share = (o + 1.0) / static_cast<double>(world_.size());
      std::vector<FacePair> found;
      stage("face_octree self", faces[o].size(), share, [&] {
        std::vector<MeetingPairs> meeting = meeting_pairs(one, face_octree(input, options_.level, control_), control_);
        if (!meeting.empty()) found = std::move(meeting.front().faces);
        return found.size();
      });
      answers.push_back(answer_self(bodies_[o], std::move(found), options_.clearance));
      answers.back().a = answers.back().b = {o};
    }
    keep(answers);
  }

  void measure_overlaps() {
    stage("extent", result_.pairs.size(), 1, [&] {
      for (PairAnswer& pair : result_.pairs) add_extent(scene_, world_, options_, pair, control_);
      return result_.pairs.size();
    });
  }

  std::uint64_t keep(std::vector<PairAnswer>& answers) {
    std::erase_if(answers, [](const PairAnswer& a) { return a.verdict == Verdict::disjoint; });
    std::move(answers.begin(), answers.end(), std::back_inserter(result_.pairs));
    return answers.size();
  }

  // Order, ignored pairs, and the cap on what is listed.
  void finish() {
    std::sort(result_.pairs.begin(), result_.pairs.end(),
              [](const PairAnswer& x, const PairAnswer& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    std::map<std::pair<ObjectId, ObjectId>, const IgnoredPair*> ignored;
    for (const IgnoredPair& i : scene_.ignored()) ignored.try_emplace({i.a, i.b}, &i);
    std::uint64_t room = options_.max_pairs;
    for (PairAnswer& answer : result_.pairs) {
      if (const auto it = ignored.find({answer.a, answer.b}); it != ignored.end()) {
        answer.ignored = true;
        answer.ignore_reason = it->second->reason;
      }
      if (!options_.face_pairs) {
        answer.face_pairs.clear();
        answer.face_pair_count = answer.crossing_count = answer.touching_count = 0;
      }
      answer.truncated = answer.face_pairs.size() > room;
      if (answer.truncated) answer.face_pairs.resize(room);
      room -= answer.face_pairs.size();
    }
    control_.begin("done", 1, 1);
  }

  const Scene& scene_;
  const PreparedShapes& shapes_;
  const CheckOptions& options_;
  const LogCallback& on_log_;
  Control control_;
  std::vector<PreparedShapes::Tree> trees_;  // keeps what world_ points to
  std::vector<PreparedShapes::Groups> groups_;
  std::vector<WorldObject> world_;
  std::deque<Body> bodies_;
  ConvexPairs convex_;
  CheckResult result_;
  bool has_line_shapes_;           // which have no faces: only lines tell about them
  std::size_t crowded_count_ = 0;  // pairs that slices left to trees
  double share_done_ = 0, share_begun_ = 0;
};

}  // namespace

CheckResult run_check(const Scene& scene, const PreparedShapes& shapes, const CheckOptions& options,
                      const LogCallback& on_log) {
  return Check(scene, shapes, options, on_log).run();
}

}  // namespace impinge
