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

std::uint32_t zigzag(std::int64_t value) { return static_cast<std::uint32_t>(value < 0 ? -2 * value - 1 : 2 * value); }

/// The half edges that leave each point, by the point they lead to.
class HalfEdges {
 public:
  explicit HalfEdges(const GridMesh& mesh) : faces_(mesh.faces), begin_(mesh.points.size() + 1, 0) {
    for (const Face& face : faces_)
      for (std::uint32_t corner : face) ++begin_[corner + 1];
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    leaving_.resize(3 * faces_.size());
    std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t f = 0; f < faces_.size(); ++f)
      for (std::uint32_t k = 0; k < 3; ++k) leaving_[at[faces_[f][k]]++] = {faces_[f][(k + 1) % 3], f};
    for (std::size_t i = 0; i + 1 < begin_.size(); ++i)
      if (begin_[i + 1] - begin_[i] > 1) std::sort(leaving_.begin() + begin_[i], leaving_.begin() + begin_[i + 1]);
  }

  /// A face with the edge from one point to another that was not visited yet, kNone if there is none.
  std::uint32_t face_at(std::uint32_t from, std::uint32_t to, const std::vector<bool>& visited) const {
    const auto end = leaving_.begin() + begin_[from + 1];
    auto edge = std::lower_bound(leaving_.begin() + begin_[from], end, Leaving{to, 0});
    for (std::uint32_t looked = 0; edge != end && edge->to == to && looked < kMostAtEdge; ++edge, ++looked)
      if (!visited[edge->face]) return edge->face;
    return kNone;
  }

 private:
  struct Leaving {
    std::uint32_t to, face;
    auto operator<=>(const Leaving&) const = default;
  };
  const std::vector<Face>& faces_;
  std::vector<std::uint32_t> begin_;
  std::vector<Leaving> leaving_;
};

/// The points in the order in which the page meets them, and how far each is from where it was expected.
class PointStream {
 public:
  explicit PointStream(std::size_t points) { differences_.reserve(points); }

  void put(const Point& point, const Point& expected) {
    std::array<std::uint16_t, 3> difference;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto d = static_cast<std::int16_t>(static_cast<std::uint16_t>(point[k] - expected[k]));
      difference[k] = static_cast<std::uint16_t>(zigzag(d));
    }
    differences_.push_back(difference);
  }

  /// Low and high bytes apart, since the high ones are mostly 0.
  void append_to(std::string& bytes) const {
    bytes.reserve(bytes.size() + 6 * differences_.size());
    for (std::size_t k = 0; k < 3; ++k) {
      for (const auto& d : differences_) bytes.push_back(static_cast<char>(d[k] & 255));
      for (const auto& d : differences_) bytes.push_back(static_cast<char>(d[k] >> 8));
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(differences_.size()); }

 private:
  std::vector<std::array<std::uint16_t, 3>> differences_;
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
        visited_(mesh.faces.size(), false),
        numbers_(mesh.points.size(), kNone),
        stream_(mesh.points.size()) {
    found_.reserve(mesh.faces.size());
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
  void symbol(std::uint8_t value) { symbols_.push_back(static_cast<char>(value)); }

  void reference(std::uint32_t value) {
    for (; value >= 128; value >>= 7) references_.push_back(static_cast<char>(value | 128));
    references_.push_back(static_cast<char>(value));
  }

  void add_point(std::uint32_t point, const Point& expected) {
    numbers_[point] = stream_.size();
    stream_.put(mesh_.points[point], expected);
    last_ = mesh_.points[point];
    symbol(kNew);
  }

  void begin_anew() {
    while (visited_[seed_]) ++seed_;
    visited_[seed_] = true;
    const Face& face = mesh_.faces[seed_];
    for (std::uint32_t point : face) {
      if (numbers_[point] == kNone) {
        add_point(point, last_);
      } else {
        symbol(kFar);
        reference(stream_.size() - 1 - numbers_[point]);
      }
    }
    found_.push_back(face);
  }

  /// What lies beyond the edge from u to v of a face whose third corner is `opposite`.
  void cross(std::uint32_t u, std::uint32_t v, std::uint32_t opposite) {
    const std::uint32_t next = edges_.face_at(v, u, visited_);
    if (next == kNone) return symbol(kNothing);
    visited_[next] = true;
    const Face& face = mesh_.faces[next];
    const std::uint32_t corner = face[0] == v ? 0 : face[1] == v ? 1 : 2;
    const std::uint32_t w = face[(corner + 2) % 3];
    if (numbers_[w] == kNone) {
      add_point(w, beyond(mesh_.points[u], mesh_.points[v], mesh_.points[opposite]));
    } else {
      const std::uint32_t away = zigzag(std::int64_t{numbers_[w]} - std::max(numbers_[u], numbers_[v]));
      if (away < std::uint32_t{kFar} - kNear) {
        symbol(static_cast<std::uint8_t>(kNear + away));
      } else {
        symbol(kFar);
        reference(stream_.size() - 1 - numbers_[w]);
      }
    }
    found_.push_back({v, u, w});
  }

  const GridMesh& mesh_;
  HalfEdges edges_;
  std::vector<bool> visited_;
  std::vector<std::uint32_t> numbers_;  // of points as the page counts them
  std::vector<Face> found_;
  PointStream stream_;
  std::string symbols_, references_;
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
