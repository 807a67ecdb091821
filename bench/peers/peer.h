// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies.h"

namespace impinge::bench {

/// What may be reused from one question to the next.
enum class Work : std::uint8_t {
  fresh,      ///< nothing
  deforming,  ///< the faces; vertices are new, so trees may be refitted
  rigid,      ///< all but the pose
};

enum class Query : std::uint8_t {
  all,       ///< every face pair that meets
  boolean,   ///< whether there is one
  distance,  ///< the minimum distance
  build,     ///< no question: what a rigid body needs once
};

const char* to_string(Work work) noexcept;
const char* to_string(Query query) noexcept;

/// What one row of the table asks of everyone alike.
struct Task {
  const PlacedPair* bodies = nullptr;
  Work work = Work::fresh;
  Query query = Query::all;
};

struct FaceIds {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const FaceIds&) const = default;
};

/// What was found; pairs are in any order, and only those of Query::all are complete.
struct Found {
  std::vector<FaceIds> pairs;
  std::optional<double> distance;
};

/// One of those who are measured: ours, other libraries, the pass over memory. Only ask() is timed.
class Peer {
 public:
  virtual ~Peer() = default;
  /// The key in peer_ms.
  virtual std::string name() const = 0;
  /// The library's version, in words.
  virtual std::string version() const = 0;
  /// Whether there is a way to ask it that.
  virtual bool offers(const Task& task) const = 0;
  /// A new row: makes what this kind of work may reuse.
  virtual void begin(const Task& task) = 0;
  /// Before each question: drops what must not be reused; `state` says which vertices a deforming body has now.
  virtual void renew(int state) = 0;
  /// The question itself.
  virtual void ask() = 0;
  /// What the last question found.
  virtual Found found() = 0;
};

/// Ours, by the public interface alone; method() says what the engine chose.
class Ours : public Peer {
 public:
  virtual std::string method() const = 0;
};
std::unique_ptr<Ours> make_ours(int threads);

/// The peers that this build knows, all at that many threads where they can.
std::vector<std::unique_ptr<Peer>> make_peers(int threads);
/// The names of all peers, whether this build has them or not.
std::vector<std::string> peer_names();

/// One pass over all vertices and faces with a box filter: what merely reading the input costs.
std::unique_ptr<Peer> make_stream(int threads);

}  // namespace impinge::bench
