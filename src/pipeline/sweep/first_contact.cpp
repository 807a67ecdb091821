// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Step 4 of Smith & Kitamura 1994, chapter 4, on many threads in its two ways: all threads share the list of face pairs
// (SPMD), or tests begin while the localiser still finds pairs, and it joins them when it is done (producer and consumers).
#include "pipeline/sweep/first_contact.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#include "base/stopwatch.h"
#include "exact/swept_hull.h"
#include "localise/swept/ball_window.h"

namespace impinge {

namespace {

constexpr double kMostTurn = 0.25;                               // rad: longer arcs are cut, so that moving boxes stay tight
constexpr double kRounds[] = {1.0 / 16, 3.0 / 16, 7.0 / 16, 1};  // of the time in question: few face pairs first
constexpr std::size_t kShare = 32;                               // candidates that a thread takes at once
constexpr std::size_t kBatch = 512;                              // candidates that the producer hands over

// The first contact so far; its time is read without a lock, since an old one only costs a test.
class Best {
 public:
  double t() const { return t_.load(std::memory_order_relaxed); }

  void offer(const FoundContact& c) {
    const std::lock_guard lock(mutex_);
    if (contact_ && !c.before(*contact_)) return;
    contact_ = c;
    t_.store(c.t, std::memory_order_relaxed);
  }
  const std::optional<FoundContact>& contact() const { return contact_; }

 private:
  std::atomic<double> t_{std::numeric_limits<double>::infinity()};
  std::mutex mutex_;
  std::optional<FoundContact> contact_;
};

// Candidates of a query in one part of its time, by entry.
struct Job {
  std::size_t query;
  double from, until;
  std::vector<SweptCandidate> candidates;
};

// A feature whose owner was dropped goes to every face that has it and was kept.
OwnedFeatures owned_features(const SweptObject& o, const DroppedFaces* cull, std::uint32_t face) {
  OwnedFeatures owned = o.shape->owners->owned[face];
  if (cull == nullptr) return owned;
  for (std::size_t i = 0; i < 6; ++i)
    if (cull->dropped[o.shape->owners->owner[face][i]] != 0) owned = static_cast<OwnedFeatures>(owned | 1u << i);
  return owned;
}

bool is_culled(const ContactQuery& q, const SweptCandidate& c) {
  return q.a_cull != nullptr && (q.a_cull->dropped[c.a_face] != 0 || q.b_cull->dropped[c.b_face] != 0);
}

class Search {
 public:
  Search(std::span<const ContactQuery> queries, Swept swept, Control& control)
      : queries_(queries), swept_(swept), control_(control), best_(std::make_unique<Best[]>(queries.size())) {}

  // Keeps the queries whose balls touch at all.
  std::vector<std::size_t> open_queries() {
    windows_.resize(queries_.size());
    tbb::parallel_for(std::size_t{0}, queries_.size(), [&](std::size_t i) { windows_[i] = ball_window(queries_[i]); });
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < queries_.size(); ++i)
      if (windows_[i]) open.push_back(i);
    return open;
  }
  bool found(std::size_t query) const { return best_[query].contact().has_value(); }

  // Parts of a query's time in a round, during which nobody turns far.
  template <typename Visit>
  void each_part(std::size_t query, std::size_t round, const Visit& visit) const {
    const ContactQuery& q = queries_[query];
    const BallWindow& w = *windows_[query];
    const double length = w.until - w.from, from = round == 0 ? w.from : w.from + length * kRounds[round - 1];
    const double until = round + 1 == std::size(kRounds) ? w.until : w.from + length * kRounds[round];
    const double turn = std::max(q.a.step->angle(), q.b.step->angle()) * (until - from);
    const int parts = std::max(1, static_cast<int>(std::ceil(turn / kMostTurn)));
    const auto cut = [&](int i) { return i == parts ? until : from + (until - from) * i / parts; };
    for (int i = 0; i < parts; ++i) visit(cut(i), cut(i + 1));
  }

  void test(const Job& job, std::size_t begin, std::size_t end) {
    control_.poll();
    const ContactQuery& q = queries_[job.query];
    Best& best = best_[job.query];
    const StepPart a_part = StepPart::of(q.a.step->angle(), job.from, job.until),
                   b_part = StepPart::of(q.b.step->angle(), job.from, job.until);
    for (std::size_t i = begin; i < end; ++i) {
      const SweptCandidate& c = job.candidates[i];
      if (c.entry > best.t()) return;  // the others enter later still
      if (const auto found = tested(q, c, a_part, b_part, std::min(job.until, best.t()))) best.offer(*found);
    }
  }

  std::optional<FoundContact> tested(const ContactQuery& q, const SweptCandidate& c, const StepPart& a_part,
                                     const StepPart& b_part, double until) const {
    return swept_ == Swept::hull ? hull_contact(q, c, a_part) : contact(q, c, a_part, b_part, until);
  }

  std::optional<FoundContact> contact(const ContactQuery& q, const SweptCandidate& c, const StepPart& a_part,
                                      const StepPart& b_part, double until) const {
    const SweptSide a{q.a.step->face(q.a.faces[c.a_face]), owned_features(q.a, q.a_cull, c.a_face), {}},
        b{q.b.step->face(q.b.faces[c.b_face]), owned_features(q.b, q.b_cull, c.b_face), {}};
    const auto touch = face_pair_swept(a, a_part, b, b_part, false, std::max(a_part.from, c.entry), until);
    if (!touch) return {};
    return FoundContact{touch->t, c.a_face, c.b_face, touch->point};
  }

  std::optional<FoundContact> hull_contact(const ContactQuery& q, const SweptCandidate& c, const StepPart& part) const {
    const MovingFace a = q.a.step->face(q.a.faces[c.a_face]), b = q.b.step->face(q.b.faces[c.b_face]);
    if (!face_hulls_meet(a, b, part.from, part.until)) return {};
    return FoundContact{part.from, c.a_face, c.b_face, a.p[0].at(part.from, part.first)};
  }

  // Finds the candidates of one query: sink(job) for each batch of them, ordered by entry.
  template <typename Sink>
  void localise(std::size_t query, std::size_t round, std::size_t batch, const Sink& sink) {
    const ContactQuery& q = queries_[query];
    each_part(query, round, [&](double from, double until) {
      swept_pairs(q.a, q.b, from, until, batch, control_, [&](std::size_t, std::vector<SweptCandidate>&& found) {
        found_ += found.size();
        if (q.a_cull != nullptr) culled_ += std::erase_if(found, [&](const SweptCandidate& c) { return is_culled(q, c); });
        std::sort(found.begin(), found.end());
        sink(Job{query, from, until, std::move(found)});
      });
    });
  }

  void add_counts(ContactCounts& counts) const { counts.candidates += found_, counts.culled += culled_; }
  std::vector<std::optional<FoundContact>> contacts() const {
    std::vector<std::optional<FoundContact>> all;
    for (std::size_t i = 0; i < queries_.size(); ++i) all.push_back(best_[i].contact());
    return all;
  }

 private:
  std::span<const ContactQuery> queries_;
  Swept swept_;
  Control& control_;
  std::unique_ptr<Best[]> best_;
  std::vector<std::optional<BallWindow>> windows_;
  std::atomic<std::uint64_t> found_{0}, culled_{0};
};

// Threads fetch shares as they become free, or each gets one even part of the list.
void run_spmd(Search& search, const std::vector<std::size_t>& queries, std::size_t round, bool even, ContactCounts& counts) {
  Stopwatch watch;
  std::vector<std::vector<Job>> found(queries.size());
  tbb::parallel_for(std::size_t{0}, queries.size(), [&](std::size_t i) {
    std::mutex mutex;  // a large query calls from many threads
    search.localise(queries[i], round, std::numeric_limits<std::size_t>::max(), [&](Job&& job) {
      const std::lock_guard lock(mutex);
      found[i].push_back(std::move(job));
    });
  });
  counts.localise_ms += watch.lap();
  struct Share {
    const Job* job;
    std::size_t begin, end;
  };
  std::vector<Share> shares;
  for (const std::vector<Job>& jobs : found)
    for (const Job& job : jobs)
      for (std::size_t i = 0; i < job.candidates.size(); i += kShare)
        shares.push_back({&job, i, std::min(i + kShare, job.candidates.size())});
  const auto run = [&](std::size_t i) { search.test(*shares[i].job, shares[i].begin, shares[i].end); };
  if (even) {
    const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    tbb::parallel_for(std::size_t{0}, threads, [&](std::size_t t) {
      for (std::size_t i = shares.size() * t / threads; i < shares.size() * (t + 1) / threads; ++i) run(i);
    });
  } else {
    tbb::parallel_for(std::size_t{0}, shares.size(), run);
  }
  counts.exact_ms += watch.ms();
}

void run_producer(Search& search, const std::vector<std::size_t>& queries, std::size_t round, ContactCounts& counts) {
  const Stopwatch watch;
  tbb::task_group consumers;
  tbb::parallel_for(std::size_t{0}, queries.size(), [&](std::size_t i) {
    search.localise(queries[i], round, kBatch, [&](Job&& job) {
      const auto shared = std::make_shared<const Job>(std::move(job));
      consumers.run([&search, shared] { search.test(*shared, 0, shared->candidates.size()); });
    });
  });
  consumers.wait();
  counts.exact_ms += watch.ms();
}

}  // namespace

std::vector<std::optional<FoundContact>> first_contacts(std::span<const ContactQuery> queries, Swept swept,
                                                        Parallel parallel, Control& control, ContactCounts& counts) {
  Search search(queries, swept, control);
  std::vector<std::size_t> open = search.open_queries();
  for (std::size_t round = 0; round < std::size(kRounds) && !open.empty(); ++round) {
    if (parallel == Parallel::producer)
      run_producer(search, open, round, counts);
    else
      run_spmd(search, open, round, parallel == Parallel::spmd_even, counts);
    std::erase_if(open, [&](std::size_t i) { return search.found(i); });
  }
  search.add_counts(counts);
  return search.contacts();
}

namespace {

bool by_faces(const SelfContact& x, const SelfContact& y) {
  const auto key = [](const SelfContact& c) {
    return std::tuple(c.a_face, c.b_face, !c.feature.vertex_face, c.feature.vertex_of_a, c.feature.a, c.feature.b);
  };
  return key(x) < key(y);
}

}  // namespace

std::vector<SelfContact> self_contacts(const SweptObject& object, const MeshTopology& topology, Parallel parallel,
                                       Control& control, double from, double until) {
  std::mutex mutex;
  std::vector<SelfContact> all;
  const auto side = [&](std::uint32_t face) {
    const Face corners = topology.corners(object.faces[face]);
    return SweptSide{
        object.step->face(object.faces[face]), object.shape->owners->owned[face], {corners[0], corners[1], corners[2]}};
  };
  const auto test = [&](std::span<const SweptCandidate> candidates) {
    control.poll();
    std::vector<SelfContact> mine;
    std::vector<FeatureContact> found;
    for (const SweptCandidate& c : candidates) {
      found.clear();
      feature_pairs_swept(side(c.a_face), side(c.b_face), true, from, until, found);
      for (const FeatureContact& f : found) mine.push_back({c.a_face, c.b_face, f});
    }
    const std::lock_guard lock(mutex);
    all.insert(all.end(), mine.begin(), mine.end());
  };
  if (parallel == Parallel::producer) {
    tbb::task_group consumers;
    swept_self_pairs(object, kBatch, control, [&](std::size_t, std::vector<SweptCandidate>&& found) {
      const auto shared = std::make_shared<const std::vector<SweptCandidate>>(std::move(found));
      consumers.run([&test, shared] { test(*shared); });
    });
    consumers.wait();
  } else {
    std::vector<SweptCandidate> candidates;
    swept_self_pairs(object, std::numeric_limits<std::size_t>::max(), control,
                     [&](std::size_t, std::vector<SweptCandidate>&& found) {
                       const std::lock_guard lock(mutex);
                       candidates.insert(candidates.end(), found.begin(), found.end());
                     });
    const std::size_t shares = (candidates.size() + kBatch - 1) / kBatch;
    tbb::parallel_for(std::size_t{0}, shares, [&](std::size_t i) {
      test(std::span(candidates).subspan(i * kBatch, std::min(kBatch, candidates.size() - i * kBatch)));
    });
  }
  tbb::parallel_sort(all.begin(), all.end(), by_faces);
  return all;
}

}  // namespace impinge
