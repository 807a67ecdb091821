// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/shards/shape_store.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/stopwatch.h"
#include "pipeline/shards/cut_tasks.h"
#include "shape/mesh/deferral.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

std::vector<Mesh> ShapeStore::take(const Scene& scene, std::span<const std::uint32_t> objects, std::uint64_t bytes) {
  const std::scoped_lock lock(mutex_);
  ++calls_;
  std::vector<Entry*> wanted;
  std::uint64_t missing = 0;
  for (const std::uint32_t object : objects) {
    const auto& data = Internals::share(scene.objects()[object].mesh);
    if (!data->deferral || scene.objects()[object].shape) continue;
    Entry& entry = entries_[data.get()];
    if (entry.used == calls_) continue;
    entry.key = data;
    entry.used = calls_;
    if (entry.mesh) continue;
    entry.bytes = bytes_of(scene.objects()[object].mesh);
    missing += entry.bytes;
    wanted.push_back(&entry);
  }
  if (bytes > 0) make_room(bytes > missing ? bytes - missing : 0);
  const Stopwatch watch;
  tbb::parallel_for(std::size_t{0}, wanted.size(), [&](std::size_t i) {
    wanted[i]->mesh = std::make_shared<const Mesh>(wanted[i]->key->deferral->read());
  });
  reads_.seconds += watch.ms() / 1000;
  for (Entry* entry : wanted) {
    held_ += entry->bytes;
    reads_.shapes += entry->known ? 0 : 1;
    ++reads_.reads;
    reads_.bytes += entry->bytes;
    entry->known = true;
  }
  std::vector<Mesh> meshes;
  for (const std::uint32_t object : objects) {
    const Mesh& mesh = scene.objects()[object].mesh;
    const auto found = entries_.find(Internals::share(mesh).get());
    meshes.push_back(found == entries_.end() ? mesh : *found->second.mesh);
  }
  return meshes;
}

std::uint64_t ShapeStore::next_use(const Entry& entry) const {
  const std::uint64_t now = calls_ - expected_from_;
  const auto next = std::lower_bound(entry.uses.begin(), entry.uses.end(), now);
  if (next != entry.uses.end()) return *next;
  return UINT64_MAX - entry.used;  // of those that nobody expects the one used longest ago
}

// Those that this call needs stay.
void ShapeStore::make_room(std::uint64_t bytes) {
  if (held_ <= bytes) return;
  std::vector<Entry*> here;
  for (auto& [key, entry] : entries_)
    if (entry.mesh && entry.used != calls_) here.push_back(&entry);
  std::sort(here.begin(), here.end(), [this](const Entry* x, const Entry* y) { return next_use(*x) > next_use(*y); });
  for (Entry* entry : here) {
    if (held_ <= bytes) return;
    held_ -= entry->bytes;
    entry->mesh.reset();
  }
}

void ShapeStore::expect(const Scene& scene, std::span<const CheckTask> tasks) {
  const std::scoped_lock lock(mutex_);
  expected_from_ = calls_ + 1;
  for (auto& [key, entry] : entries_) entry.uses.clear();
  for (std::uint32_t t = 0; t < tasks.size(); ++t)
    for (const auto& pair : tasks[t].pairs)
      for (const ObjectId id : pair) {
        const auto& data = Internals::share(scene.objects()[id.value].mesh);
        if (!data->deferral) continue;
        Entry& entry = entries_[data.get()];
        entry.key = data;
        if (entry.uses.empty() || entry.uses.back() != t) entry.uses.push_back(t);
      }
}

ShapeStore::Reads ShapeStore::reads() const {
  const std::scoped_lock lock(mutex_);
  return reads_;
}

void ShapeStore::clear() {
  const std::scoped_lock lock(mutex_);
  entries_.clear();
  held_ = 0;
}

}  // namespace impinge
