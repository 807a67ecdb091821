// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A flat list of numbers and texts: the same function writes and reads, so that both have the same members in one order.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <impinge/error.h>
#include <impinge/io.h>
#include <impinge/overlap.h>

#include "io/file/bytes.h"
#include "io/shards/content_hash.h"
#include "shape/deferred/defer_mesh.h"

namespace impinge {

namespace {

constexpr std::string_view kHead = "impinge.answer/2";

struct Writer {
  static constexpr bool kReads = false;
  std::string out;
  template <class T>
  void number(const T& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  std::uint64_t size(std::uint64_t n) {
    number(n);
    return n;
  }
  void text(const std::string& value) {
    size(value.size());
    out += value;
  }
};

[[noreturn]] void refuse() {
  throw Error(ErrorCode::file_format, "an answer in bytes is damaged, cut short, or about another scene; do its task again");
}

struct Reader {
  static constexpr bool kReads = true;
  std::string_view in;
  template <class T>
  void number(T& value) {
    if (in.size() < sizeof(T)) refuse();
    std::memcpy(&value, in.data(), sizeof(T));
    in.remove_prefix(sizeof(T));
  }
  std::uint64_t size(std::uint64_t) {
    std::uint64_t n = 0;
    number(n);
    if (n > in.size()) refuse();  // every item takes a byte or more
    return n;
  }
  void text(std::string& value) {
    const std::uint64_t n = size(0);
    value = in.substr(0, n);
    in.remove_prefix(n);
  }
};

template <class Archive, class T>
void visit(Archive& archive,
           T& value) requires(std::is_arithmetic_v<std::remove_const_t<T>> || std::is_enum_v<std::remove_const_t<T>>) {
  archive.number(value);
}
template <class Archive>
void visit(Archive& archive, std::string& value) {
  archive.text(value);
}
template <class Archive>
void visit(Archive& archive, Vec3& value) {
  for (int k = 0; k < 3; ++k) archive.number(value[k]);
}
template <class Archive>
void visit(Archive& archive, ObjectId& value) {
  archive.number(value.value);
}

template <class Archive, class... Members>
void each(Archive& archive, Members&... members) {
  (visit(archive, members), ...);
}

template <class Archive, std::size_t n>
void visit(Archive& archive, std::array<std::uint32_t, n>& value) {
  for (std::uint32_t& number : value) archive.number(number);
}

template <class Archive, class T>
void visit(Archive& archive, std::optional<T>& value) {
  std::uint8_t there = value ? 1 : 0;
  archive.number(there);
  if (there == 0) return value.reset();
  if constexpr (Archive::kReads) value.emplace();
  visit(archive, *value);
}
template <class Archive, class T>
void visit(Archive& archive, std::vector<T>& value) {
  const std::uint64_t n = archive.size(value.size());
  if constexpr (Archive::kReads) value.resize(n);
  for (T& item : value) visit(archive, item);
}
template <class Archive>
void visit(Archive& archive, Bounded& x) {
  each(archive, x.value, x.low, x.high, x.sampled);
}
template <class Archive>
void visit(Archive& archive, FacePair& x) {
  each(archive, x.a_face, x.b_face, x.relation);
}
template <class Archive>
void visit(Archive& archive, Witness& x) {
  each(archive, x.a_point, x.b_point, x.a_face, x.b_face);
}
template <class Archive>
void visit(Archive& archive, ViewChoice& x) {
  each(archive, x.direction, x.rule, x.slope.mean_deg, x.slope.steep_share, x.slope.faces);
}
template <class Archive>
void visit(Archive& archive, std::optional<Mesh>& x) {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  if (x) {
    vertices.assign(x->vertices().begin(), x->vertices().end());
    faces.assign(x->faces().begin(), x->faces().end());
  }
  each(archive, vertices, faces);
  if constexpr (Archive::kReads)
    if (!faces.empty()) x.emplace(std::move(vertices), std::move(faces));
}
template <class Archive>
void visit(Archive& archive, ContactPoint& x) {
  each(archive, x.point, x.a_feature, x.b_feature, x.a_index, x.b_index);
}
template <class Archive>
void visit(Archive& archive, Contact& x) {
  each(archive, x.a_face, x.b_face, x.relation, x.coplanar, x.a_normal, x.b_normal, x.points);
}
template <class Archive>
void visit(Archive& archive, ContactCurve& x) {
  each(archive, x.closed, x.length, x.points, x.faces);
}
template <class Archive>
void visit(Archive& archive, ContactPatch& x) {
  each(archive, x.area, x.normal, x.middle, x.outline, x.a_faces, x.b_faces);
}
template <class Archive>
void visit(Archive& archive, Lump& x) {
  each(archive, x.volume, x.area, x.centroid, x.box_low, x.box_high, x.a_faces, x.b_faces, x.first_face, x.face_count);
}
template <class Archive>
void visit(Archive& archive, OverlapSolid& x) {
  each(archive, x.mesh, x.lumps, x.volume, x.area, x.embedded);
}
template <class Archive>
void visit(Archive& archive, LeastParting& x) {
  each(archive, x.direction, x.length, x.at_least, x.reason);
}
template <class Archive>
void visit(Archive& archive, PushPoint& x) {
  each(archive, x.point, x.normal, x.depth, x.lump);
}
template <class Archive>
void visit(Archive& archive, Overlap& x) {
  each(archive, x.contacts, x.curves, x.patches, x.solid, x.parting, x.pushes, x.statement);
}
template <class Archive>
void visit(Archive& archive, PairAnswer& x) {
  each(archive, x.a, x.b, x.verdict, x.certainty, x.winding, x.face_pair_count, x.crossing_count, x.touching_count);
  each(archive, x.face_pairs, x.truncated, x.distance, x.gap, x.witness, x.overlap_volume, x.depth, x.depth_direction);
  each(archive, x.guarantee, x.views, x.proxy_faces, x.ignored, x.accepted, x.beyond, x.rule, x.severity, x.reason);
  each(archive, x.statement);
  // Shared by who holds the answer, and so read into a new one.
  std::uint8_t there = x.overlap ? 1 : 0;
  archive.number(there);
  if (there == 0) return;
  Overlap overlap = x.overlap ? *x.overlap : Overlap{};
  visit(archive, overlap);
  if constexpr (Archive::kReads) x.overlap = std::make_shared<const Overlap>(std::move(overlap));
}
template <class Archive>
void visit(Archive& archive, StageStats& x) {
  each(archive, x.name, x.ms, x.in, x.out);
}
template <class Archive>
void visit(Archive& archive, RuleUse& x) {
  each(archive, x.pairs, x.selected);
}
template <class Archive>
void visit(Archive& archive, CheckResult& x) {
  each(archive, x.pairs, x.stats.methods, x.stats.backend, x.stats.not_as_asked, x.stats.threads, x.stats.total_ms);
  each(archive, x.stats.stages, x.asked, x.skipped.ignored, x.skipped.unasked, x.skipped.refused, x.rules);
}

// Which polygon a face that an answer names came from; known without reading the mesh.
struct Source {
  std::uint32_t object = 0, face = 0, source = 0;
};
template <class Archive>
void visit(Archive& archive, Source& x) {
  each(archive, x.object, x.face, x.source);
}

std::vector<Source> sources_of(const Scene& scene, const CheckResult& result) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> found;
  const auto add = [&](ObjectId id, const std::optional<std::uint32_t>& face) {
    const Mesh& mesh = scene.object(id).mesh;
    if (!face || !mesh.has_source_faces() || !deferred::is_deferred(mesh)) return;
    if (const auto [at, is_new] = found.try_emplace({id.value, *face}, 0); is_new) at->second = mesh.source_face(*face);
  };
  for (const PairAnswer& pair : result.pairs) {
    if (pair.witness) add(pair.a, pair.witness->a_face);
    if (pair.witness) add(pair.b, pair.witness->b_face);
    for (const FacePair& faces : pair.face_pairs) {
      add(pair.a, faces.a_face);
      add(pair.b, faces.b_face);
    }
  }
  std::vector<Source> sources;
  for (const auto& [key, source] : found) sources.push_back({key.first, key.second, source});
  return sources;
}

}  // namespace

std::string pack_answer(const Scene& scene, const CheckResult& result) {
  std::vector<Source> sources = sources_of(scene, result);
  Writer writer;
  CheckResult copy = result;  // one function writes and reads, and so takes what it could change
  visit(writer, copy);
  visit(writer, sources);
  return std::string(kHead) + io::content_hash(io::as_bytes(writer.out)) + writer.out;
}

CheckResult unpack_answer(const Scene& scene, std::string_view bytes) {
  constexpr std::size_t kHash = 32;
  if (!bytes.starts_with(kHead) || bytes.size() < kHead.size() + kHash) refuse();
  const std::string_view hash = bytes.substr(kHead.size(), kHash);
  Reader reader{bytes.substr(kHead.size() + kHash)};
  if (hash != io::content_hash(io::as_bytes(reader.in))) refuse();
  CheckResult result;
  std::vector<Source> sources;
  visit(reader, result);
  visit(reader, sources);
  if (!reader.in.empty()) refuse();
  for (const PairAnswer& pair : result.pairs)
    if (pair.a.value >= scene.objects().size() || pair.b.value >= scene.objects().size()) refuse();
  for (const Source& s : sources) {
    if (s.object >= scene.objects().size()) refuse();
    deferred::note(scene.objects()[s.object].mesh, s.face, s.source);
  }
  return result;
}

}  // namespace impinge
