// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/mesh_codec.h"

#include <algorithm>

namespace impinge::io {
namespace {

using Point = GridMesh::Point;

constexpr std::uint32_t kNone = UINT32_MAX;
// Symbols: a new point, no face beyond the edge, a point not far from the edge's, any point by a reference.
constexpr std::uint8_t kNew = 0, kNothing = 1, kNear = 2, kFar = 255;
// So many faces at one directed edge are looked at; others begin a walk of their own.
constexpr std::uint32_t kMostAtEdge = 64;
// Points with more half edges have them sorted.
constexpr std::ptrdiff_t kMostScanned = 16;

std::uint32_t zigzag(std::int64_t value) { return static_cast<std::uint32_t>(value < 0 ? -2 * value - 1 : 2 * value); }

/// The half edges that leave each point, by the point they lead to.
class HalfEdges {
 public:
  explicit HalfEdges(const GridMesh& mesh) : begin_(mesh.points.size() + 2, 0), leaving_(3 * mesh.faces.size()) {
    // Counted two places on, so that filling moves each count to where the next point begins.
    for (const Face& face : mesh.faces)
      for (std::uint32_t corner : face) ++begin_[corner + 2];
    for (std::size_t i = 2; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
      const Face& face = mesh.faces[f];
      for (std::uint32_t k = 0; k < 3; ++k) leaving_[begin_[face[k] + 1]++] = {face[k == 2 ? 0 : k + 1], f};
    }
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
      if (begin_[i + 1] - begin_[i] > kMostScanned)
        std::sort(leaving_.begin() + begin_[i], leaving_.begin() + begin_[i + 1]);
  }

  /// A face with the edge from one point to another that was not visited yet, kNone if there is none.
  std::uint32_t face_at(std::uint32_t from, std::uint32_t to, const std::vector<std::uint8_t>& visited) const {
    const Leaving *edge = leaving_.data() + begin_[from], *end = leaving_.data() + begin_[from + 1];
    if (end - edge > kMostScanned) {
      edge = std::lower_bound(edge, end, Leaving{to, 0});
      end = std::upper_bound(edge, std::min(end, edge + kMostAtEdge), Leaving{to, kNone});
    }
    // Sorted or not, the faces of one edge stand in their order.
    for (; edge != end; ++edge)
      if (edge->to == to && !visited[edge->face]) return edge->face;
    return kNone;
  }

 private:
  struct Leaving {
    std::uint32_t to, face;
    auto operator<=>(const Leaving&) const = default;
  };
  std::vector<std::uint32_t> begin_;
  std::vector<Leaving> leaving_;
};

/// The points in the order in which the page meets them, and how far each is from where it was expected.
class PointStream {
 public:
  explicit PointStream(std::size_t points) : differences_(points) {}

  void put(const Point& point, const Point& expected) {
    Point& difference = differences_[size_++];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto d = static_cast<std::int16_t>(static_cast<std::uint16_t>(point[k] - expected[k]));
      difference[k] = static_cast<std::uint16_t>(d << 1 ^ d >> 15);
    }
  }

  /// Low and high bytes apart, since the high ones are mostly 0.
  void append_to(std::string& bytes) const {
    const std::size_t before = bytes.size();
    bytes.resize(before + 6 * size_);
    char* to = bytes.data() + before;
    for (std::size_t k = 0; k < 3; ++k, to += 2 * size_)
      for (std::size_t i = 0; i < size_; ++i) {
        to[i] = static_cast<char>(differences_[i][k] & 255);
        to[i + size_] = static_cast<char>(differences_[i][k] >> 8);
      }
  }

  std::uint32_t size() const { return size_; }

 private:
  std::vector<Point> differences_;
  std::uint32_t size_ = 0;
};

Point beyond(const Point& u, const Point& v, const Point& opposite) {
  Point point;
  for (std::size_t k = 0; k < 3; ++k) point[k] = static_cast<std::uint16_t>(u[k] + v[k] - opposite[k]);
  return point;
}

/// Walks over the faces as the page will: face by face in the order in which they are found, across edges not yet crossed.
class Walk {
 public:
  explicit Walk(const GridMesh& mesh)
      : mesh_(mesh),
        edges_(mesh),
        visited_(mesh.faces.size(), 0),
        corners_(mesh.points.size()),
        stream_(mesh.points.size()) {
    for (std::size_t i = 0; i < corners_.size(); ++i) corners_[i] = {mesh.points[i], kNone};
    found_.reserve(mesh.faces.size());
    symbols_.resize(2 * mesh.faces.size());
  }

  EncodedMesh run() {
    for (std::size_t at = 0; found_.size() < mesh_.faces.size() || at < found_.size(); ++at) {
      const bool seed = at == found_.size();
      if (seed) begin_anew();
      // By value, since the list grows. The edge from 0 to 1 is the one across which the face was found.
      const Face face = found_[at];
      if (seed) cross(face[0], face[1], face[2]);
      cross(face[1], face[2], face[0]);
      cross(face[2], face[0], face[1]);
    }
    symbols_.resize(symbol_count_);
    EncodedMesh encoded{stream_.size(),
                        static_cast<std::uint32_t>(found_.size()),
                        static_cast<std::uint32_t>(symbols_.size()),
                        static_cast<std::uint32_t>(references_.size()),
                        {}};
    encoded.bytes = symbols_ + references_;
    stream_.append_to(encoded.bytes);
    return encoded;
  }

 private:
  void symbol(std::uint8_t value) { symbols_[symbol_count_++] = static_cast<char>(value); }

  void reference(std::uint32_t value) {
    for (; value >= 128; value >>= 7) references_.push_back(static_cast<char>(value | 128));
    references_.push_back(static_cast<char>(value));
  }

  void add_point(std::uint32_t point, const Point& expected) {
    corners_[point].number = stream_.size();
    stream_.put(corners_[point].point, expected);
    last_ = corners_[point].point;
    symbol(kNew);
  }

  void begin_anew() {
    while (visited_[seed_]) ++seed_;
    visited_[seed_] = 1;
    symbols_.resize(symbols_.size() + 4);  // three corners and a third edge
    const Face& face = mesh_.faces[seed_];
    for (std::uint32_t point : face) {
      if (corners_[point].number == kNone) {
        add_point(point, last_);
      } else {
        symbol(kFar);
        reference(stream_.size() - 1 - corners_[point].number);
      }
    }
    found_.push_back(face);
  }

  /// What lies beyond the edge from u to v of a face whose third corner is `opposite`.
  void cross(std::uint32_t u, std::uint32_t v, std::uint32_t opposite) {
    const std::uint32_t next = edges_.face_at(v, u, visited_);
    if (next == kNone) return symbol(kNothing);
    visited_[next] = 1;
    const Face& face = mesh_.faces[next];
    const std::uint32_t corner = face[0] == v ? 0 : face[1] == v ? 1 : 2;
    const std::uint32_t w = face[(corner + 2) % 3];
    if (corners_[w].number == kNone) {
      add_point(w, beyond(corners_[u].point, corners_[v].point, corners_[opposite].point));
    } else {
      const std::uint32_t away = zigzag(std::int64_t{corners_[w].number} - std::max(corners_[u].number, corners_[v].number));
      if (away < std::uint32_t{kFar} - kNear) {
        symbol(static_cast<std::uint8_t>(kNear + away));
      } else {
        symbol(kFar);
        reference(stream_.size() - 1 - corners_[w].number);
      }
    }
    found_.push_back({v, u, w});
  }

  struct Corner {
    Point point;
    std::uint32_t number;  // as the page counts points
  };

  const GridMesh& mesh_;
  HalfEdges edges_;
  std::vector<std::uint8_t> visited_;
  std::vector<Corner> corners_;
  std::vector<Face> found_;
  PointStream stream_;
  std::string symbols_, references_;
  std::size_t symbol_count_ = 0;
  Point last_{};
  std::uint32_t seed_ = 0;
};

}  // namespace

EncodedMesh encode(const GridMesh& mesh) { return Walk(mesh).run(); }

EncodedMesh encode_points(const GridMesh& mesh) {
  PointStream stream(mesh.points.size());
  Point last{};
  for (const Point& point : mesh.points) {
    stream.put(point, last);
    last = point;
  }
  EncodedMesh encoded{stream.size(), 0, 0, 0, {}};
  stream.append_to(encoded.bytes);
  return encoded;
}

}  // namespace impinge::io
