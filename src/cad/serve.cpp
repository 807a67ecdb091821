// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The module's one function: answers questions about one CAD file until it is told to stop. It runs in a process of its own,
// so what goes wrong in here is an error there.
#include <sys/resource.h>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_PrinterOStream.hxx>
#include <OSD_ThreadPool.hxx>
#include <Standard_Failure.hxx>

#include <stdexcept>

#include "base/stopwatch.h"
#include "cad/kernel.h"
#include "io/cad/cad_wire.h"

namespace impinge::cad {
namespace {

void send_progress(int socket, const char* stage, double share) {
  io::WireOut out;
  out.put(io::CadReply::progress);
  out.put(std::string(stage));
  out.put(share);
  out.send(socket);
}

io::WireOut load(io::WireIn& in, int socket, TrueFile& file) {
  std::string path;
  in.get(path);
  const auto options = in.get<io::CadOptions>();
  io::CadFile out;
  if (options.threads > 0) OSD_ThreadPool::DefaultPool()->Init(options.threads - 1);
  Stopwatch watch;
  send_progress(socket, "read", 0);
  read_file(path, options, file, out);
  out.read_ms = watch.lap();
  for (std::size_t i = 0; i < file.shapes.size(); ++i) {
    send_progress(socket, "mesh", static_cast<double>(i) / static_cast<double>(file.shapes.size()));
    tessellate(file.shapes[i], options, out.shapes[i]);
  }
  out.mesh_ms = watch.ms();
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  out.peak_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
  io::WireOut reply;
  reply.put(io::CadReply::done);
  reply.put(out);
  return reply;
}

const TrueShape& shape_of(const TrueFile& file, std::uint32_t shape) {
  if (shape >= file.shapes.size()) throw std::runtime_error("no such shape");
  return file.shapes[shape];
}

io::WireOut answer(io::WireIn& in, int socket, TrueFile& file) {
  io::WireOut reply;
  switch (in.get<io::CadRequest>()) {
    case io::CadRequest::load: return load(in, socket, file);
    case io::CadRequest::split: {
      std::vector<io::SplitQuestion> questions;
      std::vector<io::SplitAnswer> answers;
      in.get(questions);
      for (const io::SplitQuestion& q : questions) answers.push_back(split(shape_of(file, q.shape), q));
      reply.put(io::CadReply::done);
      reply.put(answers);
      return reply;
    }
    case io::CadRequest::bound: {
      std::vector<io::BoundQuestion> questions;
      std::vector<double> answers;
      in.get(questions);
      bool estimated = false;
      for (const io::BoundQuestion& q : questions)
        answers.push_back(bound_of(shape_of(file, q.shape), q.triangle, q.points, estimated));
      reply.put(io::CadReply::done);
      reply.put(answers);
      return reply;
    }
    case io::CadRequest::sample: {
      std::vector<io::SampleQuestion> questions;
      std::vector<io::SampleAnswer> answers;
      in.get(questions);
      for (const io::SampleQuestion& q : questions) answers.push_back(sample(shape_of(file, q.shape), q));
      reply.put(io::CadReply::done);
      reply.put(answers);
      return reply;
    }
    case io::CadRequest::extrema: {
      const io::ExtremaAnswer found = extrema(file, in.get<io::ExtremaQuestion>());
      reply.put(io::CadReply::done);
      reply.put(found);
      return reply;
    }
    default: throw std::runtime_error("no such question");
  }
}

io::WireOut failed(const std::string& what) {
  io::WireOut reply;
  reply.put(io::CadReply::failed);
  reply.put(what);
  return reply;
}

}  // namespace
}  // namespace impinge::cad

extern "C" __attribute__((visibility("default"))) void impinge_serve_cad(int socket) {
  using namespace impinge;
  Message::DefaultMessenger()->RemovePrinters(STANDARD_TYPE(Message_PrinterOStream));
  cad::TrueFile file;
  try {
    while (true) {
      io::WireIn in = io::WireIn::receive(socket);
      io::WireOut reply;
      try {
        reply = cad::answer(in, socket, file);
      } catch (const Standard_Failure& failure) {
        reply = cad::failed(std::string("Open CASCADE gave up on it (") + failure.DynamicType()->Name() + ")");
      } catch (const std::bad_alloc&) {
        reply = cad::failed("needs more memory than a file of its size may");
      } catch (const io::WireBroken&) {
        return;
      } catch (const std::exception& error) {
        reply = cad::failed(error.what());
      }
      reply.send(socket);
    }
  } catch (const std::exception&) {
    return;  // the other end has closed
  }
}
