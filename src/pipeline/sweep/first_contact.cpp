// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Step 4 of Smith & Kitamura 1994, chapter 4, on many threads in its two ways: all threads share the list of face pairs
// (SPMD), or tests begin while the localiser still finds pairs, and it joins them when it is done (producer and consumers).
#include "pipeline/sweep/first_contact.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>

#include "answer/contact/contact_minimum.h"
#include "base/stopwatch.h"
#include "localise/swept/query_candidates.h"

namespace impinge {

namespace {

constexpr std::size_t kShare = 32;   // candidates that a thread takes at once
constexpr std::size_t kBatch = 512;  // candidates that the producer hands over
constexpr double kLocalising = 0.4;  // of a round, roughly

// Candidates of one of the queries.
struct Job {
  std::size_t query;
  CandidateBatch batch;
};

class Search {
 public:
  Search(std::span<const ContactQuery> queries, Swept swept, Control& control, const Progress* progress)
      : queries_(queries),
        swept_(swept),
        control_(control),
        progress_(progress),
        best_(std::make_unique<ContactMinimum[]>(queries.size())) {}

  /// A round is done but for a part of it.
  void tell(std::size_t round, double done) const {
    if (progress_ != nullptr) progress_->share((static_cast<double>(round) + done) / kSearchRounds);
  }

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

  // Finds the candidates of one query: sink(job) for each batch of them.
  template <typename Sink>
  void localise(std::size_t query, std::size_t round, std::size_t batch, const Sink& sink) {
    query_candidates(queries_[query], *windows_[query], round, batch, control_, counts_, [&](CandidateBatch&& found) {
      sink(Job{query, std::move(found)});
    });
  }

  void test(const Job& job, std::size_t begin, std::size_t end) {
    control_.poll();
    const ContactQuery& q = queries_[job.query];
    ContactMinimum& best = best_[job.query];
    const auto& [from, until, candidates] = job.batch;
    const StepPart a_part = StepPart::of(q.a.step->angle(), from, until),
                   b_part = StepPart::of(q.b.step->angle(), from, until);
    for (std::size_t i = begin; i < end; ++i) {
      const SweptCandidate& c = candidates[i];
      if (c.entry > best.t()) return;  // the others enter later still
      if (const auto contact = swept_contact(q, swept_, c, a_part, b_part, std::min(until, best.t()))) best.offer(*contact);
    }
  }

  void add_counts(ContactCounts& counts) const {
    counts.candidates += counts_.found;
    counts.culled += counts_.culled;
  }
  std::vector<std::optional<FoundContact>> contacts() const {
    std::vector<std::optional<FoundContact>> all;
    for (std::size_t i = 0; i < queries_.size(); ++i) all.push_back(best_[i].contact());
    return all;
  }

 private:
  std::span<const ContactQuery> queries_;
  Swept swept_;
  Control& control_;
  const Progress* progress_;
  std::unique_ptr<ContactMinimum[]> best_;
  std::vector<std::optional<BallWindow>> windows_;
  CandidateCounts counts_;
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
      for (std::size_t i = 0; i < job.batch.candidates.size(); i += kShare)
        shares.push_back({&job, i, std::min(i + kShare, job.batch.candidates.size())});
  search.tell(round, kLocalising);
  std::atomic<std::size_t> done = 0;
  const auto run = [&](std::size_t i) {
    search.test(*shares[i].job, shares[i].begin, shares[i].end);
    const auto part = static_cast<double>(++done) / static_cast<double>(shares.size());
    search.tell(round, kLocalising + (1 - kLocalising) * part);
  };
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
      consumers.run([&search, shared] { search.test(*shared, 0, shared->batch.candidates.size()); });
    });
  });
  consumers.wait();
  counts.exact_ms += watch.ms();
}

}  // namespace

std::vector<std::optional<FoundContact>> first_contacts(std::span<const ContactQuery> queries, Swept swept,
                                                        Parallel parallel, Control& control, ContactCounts& counts,
                                                        const Progress* progress) {
  Search search(queries, swept, control, progress);
  std::vector<std::size_t> open = search.open_queries();
  for (std::size_t round = 0; round < kSearchRounds && !open.empty(); ++round) {
    if (parallel == Parallel::producer)
      run_producer(search, open, round, counts);
    else
      run_spmd(search, open, round, parallel == Parallel::spmd_even, counts);
    std::erase_if(open, [&](std::size_t i) { return search.found(i); });
  }
  search.add_counts(counts);
  return search.contacts();
}

}  // namespace impinge
