// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <optional>
#include <utility>

#include <impinge/error.h>
#include <impinge/io.h>

#include "io/file/input_file.h"
#include "io/scene/read_scene.h"
#include "io/shards/scene_index.h"

namespace impinge {

namespace {

using io::IndexEntry;
using io::IndexKey;

// A file written just before the index was may have been written once more in the same tick of the clock.
constexpr std::int64_t kTick = 2'000'000'000;

std::string hash_of(const std::filesystem::path& file) { return io::content_hash(io::InputFile(file).bytes()); }

class SceneOpener {
 public:
  SceneOpener(const std::filesystem::path& file, const OpenOptions& options)
      : file_(file),
        options_(options),
        index_file_(options.index.empty() ? std::filesystem::path(file.string() + ".index") : options.index),
        known_(io::SceneIndex::read(index_file_)) {}

  Scene open() {
    const io::InputFile input(file_);
    Scene scene = io::read_scene(io::as_text(input.bytes()), file_.parent_path(), file_.string(),
                                 [this](const auto& file, const auto& options) { return mesh_of(file, options); });
    if (changed_ || seen_.entries.size() != known_.entries.size()) keep();
    return scene;
  }

 private:
  Mesh mesh_of(const std::filesystem::path& file, const LoadOptions& options) {
    if (options_.is_cancelled && options_.is_cancelled())
      throw Error(ErrorCode::cancelled, "opening the scene was cancelled by the caller");
    const std::string name = file.lexically_relative(file_.parent_path()).string();
    const Vec3& s = options.scale;
    const IndexKey key{name.empty() ? file.string() : name, options.file_units, options.units, {s.x(), s.y(), s.z()}};
    IndexEntry entry = entry_of(key, file, options);
    if (options_.on_progress) {
      const double all = static_cast<double>(std::max<std::size_t>(known_.entries.size(), seen_.entries.size() + 1));
      options_.on_progress("index", static_cast<double>(seen_.entries.size()) / all);
    }
    seen_.entries.insert_or_assign(key, entry);
    entry.facts.origin = file.string();
    entry.facts.content = entry.hash;
    return deferred::make(std::move(entry.facts), [file, options, hash = entry.hash] {
      if (hash_of(file) != hash)
        throw Error(ErrorCode::bad_scene,
                    fmt::format("{}: has changed since the scene was opened; begin again", file.string()));
      return load_mesh(file, options);
    });
  }

  IndexEntry entry_of(const IndexKey& key, const std::filesystem::path& file, const LoadOptions& options) {
    const io::FileState state = io::state_of(file);
    const auto found = known_.entries.find(key);
    if (found != known_.entries.end()) {
      IndexEntry entry = found->second;
      if (entry.state == state && state.time < known_.written - kTick) return entry;
      changed_ = true;
      if (entry.state.bytes == state.bytes && hash_of(file) == entry.hash) {
        entry.state = state;
        return entry;
      }
    }
    changed_ = true;
    std::string hash = hash_of(file);
    return {state, std::move(hash), deferred::facts(load_mesh(file, options))};
  }

  void keep() const {
    try {
      seen_.write(index_file_);
    } catch (const Error& error) {
      if (!options_.index.empty() || error.code() != ErrorCode::write_failed) throw;
    }
  }

  const std::filesystem::path& file_;
  const OpenOptions& options_;
  std::filesystem::path index_file_;
  io::SceneIndex known_, seen_;
  bool changed_ = false;
};

}  // namespace

Scene open_scene(const std::filesystem::path& file, const OpenOptions& options) { return SceneOpener(file, options).open(); }

}  // namespace impinge
