// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The reading process: a fork that loads the module, under limits of memory and time. Open CASCADE never enters the caller.
#include "io/cad/cad_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>

#include "base/sanitizer.h"
#include "io/file/fail.h"

namespace impinge::io {
namespace {

constexpr const char* kModule = "libimpinge_cad.so";
constexpr const char* kInstall =
    "STEP and IGES need the module libimpinge_cad.so and Open CASCADE; on Debian and Ubuntu: apt-get install "
    "libocct-data-exchange-7.6 and the package libimpinge-modules, or libocct-data-exchange-dev and './dev build --all'";

using ServeCad = void(int socket);

constexpr int kNoModule = 3;

void limit(int what, std::uint64_t most) {
  const rlimit value{most, most};
  setrlimit(what, &value);
}

[[noreturn]] void serve(int socket, const CadLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);  // a terminal sends Ctrl-C to both; the caller hears it, and ends this process
  std::signal(SIGTERM, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  if (limits.memory > 0 && !kAddressSanitizer) limit(RLIMIT_AS, limits.memory);  // whose shadow alone is terabytes
  // What the kernel prints is for its authors.
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, 0);
  dup2(nowhere, 1);
  dup2(nowhere, 2);
  void* const module = dlopen(kModule, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  auto* const run = module != nullptr ? reinterpret_cast<ServeCad*>(dlsym(module, "impinge_serve_cad")) : nullptr;
  if (run == nullptr) _exit(kNoModule);
  run(socket);
  _exit(0);
}

}  // namespace

CadProcess::CadProcess(std::string file, const CadLimits& limits) : file_(std::move(file)), limits_(limits) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    fail(ErrorCode::unsupported, file_, "no process could be started to read it");
  std::signal(SIGPIPE, SIG_IGN);
  child_ = fork();
  if (child_ == 0) {
    close(ends[0]);
    serve(ends[1], limits_);
  }
  close(ends[1]);
  socket_ = ends[0];
  if (child_ < 0) {
    close(socket_);
    fail(ErrorCode::unsupported, file_, "no process could be started to read it");
  }
}

CadProcess::~CadProcess() {
  if (socket_ >= 0) close(socket_);
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
}

void CadProcess::give_up() {
  int status = 0;
  if (child_ > 0) waitpid(child_, &status, 0);
  child_ = -1;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoModule) fail(ErrorCode::unsupported, file_, kInstall);
  const std::string how = WIFSIGNALED(status) ? fmt::format(" (signal {})", WTERMSIG(status)) : "";
  fail(ErrorCode::file_format, file_,
       fmt::format("Open CASCADE crashed on it{}; the file is probably damaged: export it again", how));
}

void CadProcess::wait_for_bytes() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::milliseconds(std::llround(std::min(limits_.seconds, 1e6) * 1000));
  for (Clock::time_point now = Clock::now(); now < end; now = Clock::now()) {
    pollfd wait{socket_, POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - now).count();
    const int ready = poll(&wait, 1, static_cast<int>(left));
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) break;  // a signal is no lack of time
  }
  kill(child_, SIGKILL);
  fail(ErrorCode::too_large, file_,
       fmt::format("Open CASCADE was not done after {:.0f} s; the file is damaged, or needs a larger --time-limit",
                   limits_.seconds));
}

WireIn CadProcess::ask(const WireOut& question, const CadProgress& progress) {
  try {
    question.send(socket_);
    while (true) {
      wait_for_bytes();
      WireIn in = WireIn::receive(socket_);
      switch (in.get<CadReply>()) {
        case CadReply::progress: {
          std::string stage;
          in.get(stage);
          const auto share = in.get<double>();
          if (progress) progress(stage, share);
          break;
        }
        case CadReply::done: return in;
        case CadReply::failed: {
          std::string what;
          in.get(what);
          fail(ErrorCode::file_format, file_, what);
        }
      }
    }
  } catch (const WireBroken&) {
    give_up();
  }
}

CadFile CadProcess::load(const std::string& path, const CadOptions& options, const CadProgress& progress) {
  WireOut question;
  question.put(CadRequest::load);
  question.put(path);
  question.put(options);
  CadFile file;
  WireIn in = ask(question, progress);
  in.get(file);
  return file;
}

std::vector<SplitAnswer> CadProcess::split(const std::vector<SplitQuestion>& questions) {
  WireOut question;
  question.put(CadRequest::split);
  question.put(questions);
  std::vector<SplitAnswer> answers;
  ask(question).get(answers);
  return answers;
}

std::vector<double> CadProcess::bound(const std::vector<BoundQuestion>& questions) {
  WireOut question;
  question.put(CadRequest::bound);
  question.put(questions);
  std::vector<double> answers;
  ask(question).get(answers);
  return answers;
}

}  // namespace impinge::io
