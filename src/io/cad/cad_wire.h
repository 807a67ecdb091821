// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Messages between the library and the process that reads CAD files: a length, then values one after another. Both ends are
// of one build, so values are written as they lie in memory. A reader never trusts a count: what is not there, it refuses.

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "io/cad/cad_data.h"

namespace impinge::io {

enum class CadRequest : std::uint8_t { load, split, bound, sample, extrema, quit };
enum class CadReply : std::uint8_t { progress, done, failed };

/// The other process is gone, or says nonsense.
struct WireBroken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class WireOut {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    const auto* bytes = reinterpret_cast<const char*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof(T));
  }
  void put(const std::string& text) {
    put<std::uint64_t>(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put<std::uint64_t>(list.size());
    if constexpr (std::is_trivially_copyable_v<T>) {
      const auto* bytes = reinterpret_cast<const char*>(list.data());
      bytes_.insert(bytes_.end(), bytes, bytes + list.size() * sizeof(T));
    } else {
      for (const T& value : list) put(value);
    }
  }
  void put(const CadShape& shape) {
    put(shape.points);
    put(shape.triangles);
    put(shape.faces);
    put(shape.coedges);
    put(shape.solid);
    put(shape.unmeshed);
    put(shape.off);
  }
  void put(const CadInstance& instance) {
    put(instance.shape);
    put(instance.pose);
    put(instance.path);
    put(instance.layer);
    put(instance.colour);
  }
  void put(const CadFile& file) {
    put(file.shapes);
    put(file.instances);
    put(file.notes);
    put(file.read_ms);
    put(file.mesh_ms);
    put(file.peak_bytes);
  }

  void send(int socket) const {
    const std::uint64_t size = bytes_.size();
    write_all(socket, reinterpret_cast<const char*>(&size), sizeof(size));
    write_all(socket, bytes_.data(), bytes_.size());
  }

 private:
  static void write_all(int socket, const char* data, std::size_t size);
  std::vector<char> bytes_;
};

class WireIn {
 public:
  explicit WireIn(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void get(T& value) { std::memcpy(&value, take(sizeof(T)), sizeof(T)); }
  template <class T>
  T get() {
    T value{};
    get(value);
    return value;
  }
  void get(std::string& text) {
    const auto size = get<std::uint64_t>();
    text.assign(take(size), size);
  }
  template <class T>
  void get(std::vector<T>& list) {
    const auto size = get<std::uint64_t>();
    if (size > bytes_.size()) throw WireBroken("a count beyond the message");
    if constexpr (std::is_trivially_copyable_v<T>) {
      const char* data = take(size * sizeof(T));
      list.resize(size);
      if (size > 0) std::memcpy(list.data(), data, size * sizeof(T));
    } else {
      list.resize(size);
      for (T& value : list) get(value);
    }
  }
  void get(CadShape& shape) {
    get(shape.points);
    get(shape.triangles);
    get(shape.faces);
    get(shape.coedges);
    get(shape.solid);
    get(shape.unmeshed);
    get(shape.off);
  }
  void get(CadInstance& instance) {
    get(instance.shape);
    get(instance.pose);
    get(instance.path);
    get(instance.layer);
    get(instance.colour);
  }
  void get(CadFile& file) {
    get(file.shapes);
    get(file.instances);
    get(file.notes);
    get(file.read_ms);
    get(file.mesh_ms);
    get(file.peak_bytes);
  }

  /// The next message; throws WireBroken at its end.
  static WireIn receive(int socket);

 private:
  const char* take(std::size_t size) {
    if (size > bytes_.size() - at_) throw WireBroken("a message that ends early");
    const char* data = bytes_.data() + at_;
    at_ += size;
    return data;
  }
  std::vector<char> bytes_;
  std::size_t at_ = 0;
};

inline void WireOut::write_all(int socket, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(socket, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw WireBroken("the other process is gone");
    data += n;
    size -= static_cast<std::size_t>(n);
  }
}

inline WireIn WireIn::receive(int socket) {
  const auto read_all = [socket](char* data, std::size_t size) {
    while (size > 0) {
      const ssize_t n = ::read(socket, data, size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) throw WireBroken("the other process is gone");
      data += n;
      size -= static_cast<std::size_t>(n);
    }
  };
  std::uint64_t size = 0;
  read_all(reinterpret_cast<char*>(&size), sizeof(size));
  if (size > (std::uint64_t{1} << 36)) throw WireBroken("a message of no sensible size");
  std::vector<char> bytes(size);
  read_all(bytes.data(), size);
  return WireIn(std::move(bytes));
}

}  // namespace impinge::io
