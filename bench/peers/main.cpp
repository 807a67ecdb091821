// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// bench_peers: ours and other libraries on the same bodies, in one run. docs/benchmarks.md says how it is measured.
#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "bench_program.h"
#include "reports.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  std::vector<int> triangles{10'000, 100'000, 1'000'000};
  std::vector<int> threads{1, 2};
  std::vector<std::string> works, queries, contacts;  // empty: all
  Effort effort;
};

struct Question {
  Work work;
  Query query;
};

constexpr Question kQuestions[] = {
    {Work::fresh, Query::all},     {Work::deforming, Query::all},  {Work::rigid, Query::all},
    {Work::rigid, Query::boolean}, {Work::rigid, Query::distance}, {Work::rigid, Query::build},
};

bool wanted(const std::vector<std::string>& chosen, const char* word) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), word) != chosen.end();
}

// The distance of bodies that meet is no question; what is built does not depend on the contact.
bool sensible(Query query, Contact contact) {
  return contact == Contact::apart || (query != Query::distance && query != Query::build);
}

// All contacts of one question in a row: peers may keep what they built for rigid bodies.
void run_size(const Arguments& args, Contest& contest, const std::vector<PlacedPair>& pairs, const Environment& environment,
              std::vector<Row>& rows) {
  for (const Question& q : kQuestions) {
    if (!wanted(args.works, to_string(q.work)) || !wanted(args.queries, to_string(q.query))) continue;
    for (const PlacedPair& pair : pairs) {
      if (!sensible(q.query, pair.contact) || !wanted(args.contacts, to_string(pair.contact))) continue;
      rows.push_back(contest.run({&pair, q.work, q.query}));
      std::fputs(table_line(rows.back(), environment).c_str(), stdout);
      std::fflush(stdout);
    }
  }
}

std::vector<Row> run_all(const Arguments& args, Environment& environment) {
  std::vector<Row> rows;
  std::fputs(table_header().c_str(), stdout);
  for (const int triangles : args.triangles) {
    const BodyPair bodies = make_bodies(static_cast<std::uint32_t>(triangles));
    std::vector<PlacedPair> pairs;
    for (const Contact contact : kContacts) pairs.push_back(place_bodies(bodies, contact));
    for (const int threads : args.threads) {
      Contest contest(threads, args.effort);
      environment = find_environment(contest.versions(), args.commit);
      run_size(args, contest, pairs, environment, rows);
    }
  }
  return rows;
}

int run(Arguments args) {
  if (args.quick) {
    args.triangles = {10'000};
    args.effort = {.rounds = 3, .budget_ms = 100, .turn_ms = 1};
  }
  Environment environment;
  const std::vector<Row> rows = run_all(args, environment);
  std::fputs(thread_table(rows).c_str(), stdout);
  for (const auto& [name, version] : environment.versions)
    std::fputs(fmt::format("{}: {}\n", name, version).c_str(), stdout);
  write_rows(args, rows_json(rows, environment), rows_csv(rows));
  const bool equal = std::all_of(rows.begin(), rows.end(), [](const Row& r) { return r.differences.empty(); });
  if (!equal) std::fputs("bench_peers: exact peers do not agree with ours, see above\n", stderr);
  return equal ? 0 : 1;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.option("--triangles", args.triangles, "Triangles of each body", kPositive);
  options.option("--threads", args.threads, "Thread counts", kPositive);
  options.option("--work", args.works, "fresh, deforming, rigid");
  options.option("--query", args.queries, "all, boolean, distance, build");
  options.option("--contact", args.contacts, "apart, graze, shallow, deep");
  options.option("--rounds", args.effort.rounds, "Rounds of a row", kPositive);
  options.option("--budget", args.effort.budget_ms, "Milliseconds for one peer in one row, about");
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(argc, argv,
                                  {"peers", "Ours, FCL, CGAL, Embree and Bullet on the same pairs of bodies",
                                   "10,000 triangles alone and few rounds: seconds"},
                                  add_options, run);
}
