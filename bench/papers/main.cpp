// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The experiments of the five papers run again, each published number beside ours. Times are those of one thread and the
// fastest of some rounds, unless a row says otherwise. What the papers claim about the shape of their curves is asserted:
// the program ends with status 1 where one does not hold.
#include <impinge/engine.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "bench_program.h"
#include "document.h"
#include "write_file.h"

namespace impinge::bench::papers {
namespace {

struct Arguments : BenchArguments {
  std::vector<std::string> papers;
  std::string pictures;
  int rounds = 5;
  bool counts = false;
};

using MakePaper = Paper (*)(const Setting&);
constexpr std::pair<const char*, MakePaper> kPapers[] = {{"shinya_forgue", shinya_forgue},
                                                         {"myszkowski", myszkowski},
                                                         {"nio", nio},
                                                         {"vanecek", vanecek},
                                                         {"smith_kitamura", smith_kitamura}};

int run(Arguments args) {
  Setting setting;
  setting.quick = args.quick;
  setting.rounds = args.quick ? std::min(args.rounds, 3) : args.rounds;
  setting.threads = static_cast<int>(std::max(2u, std::thread::hardware_concurrency()));
  setting.pictures = args.pictures;
  if (!args.pictures.empty()) std::filesystem::create_directories(args.pictures);
  const Engine keeps_memory;
  std::vector<Paper> papers;
  for (const auto& [name, make] : kPapers) {
    if (!args.papers.empty() && std::find(args.papers.begin(), args.papers.end(), name) == args.papers.end()) continue;
    papers.push_back(make(setting));
    for (const Figure& figure : papers.back().figures) print_figure(papers.back(), figure);
    write_rows(args, papers_json(papers, setting, args), papers_csv(papers));
  }
  return broken_claims(papers, !args.counts) == 0 ? 0 : 1;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.option("--paper", args.papers, "shinya_forgue, myszkowski, nio, vanecek, smith_kitamura");
  options.option("--pictures", args.pictures, "Draw pictures into this folder");
  options.option("--rounds", args.rounds, "Rounds of what is timed", kPositive);
  options.flag("--counts", args.counts, "Claims about counts alone can fail, on a machine where times mean nothing");
}

}  // namespace
}  // namespace impinge::bench::papers

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<papers::Arguments>(
      argc, argv, {"papers", "The experiments of the five papers, run again", "Smaller bodies and fewer rounds: seconds"},
      papers::add_options, papers::run);
}
