// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/file/fail.h"

namespace impinge::io {

/// An object of a glTF document whose members are asked for with their types. Throws Error (file_format) that names the
/// member and the object: a member of a wrong type is damage, never the same as one that is not there.
class GltfObject {
 public:
  using Json = nlohmann::json;

  GltfObject(const Json& json, std::string where, std::string_view origin)
      : json_(json), where_(std::move(where)), origin_(origin) {
    if (!json.is_object()) refuse(fmt::format("{} is not an object", where_));
  }

  const Json* find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  /// The member, which must be there.
  const Json& at(const char* key) const {
    const Json* member = find(key);
    if (member == nullptr) refuse(fmt::format("{} has no {}", where_, key));
    return *member;
  }
  GltfObject object(const char* key) const { return {at(key), fmt::format("{}.{}", where_, key), origin_}; }

  /// An index, or a number from one of the lists of the specification.
  int index(const char* key) const { return index_of(at(key), key); }
  int index(const char* key, int otherwise) const { return find(key) == nullptr ? otherwise : index(key); }

  std::size_t size(const char* key) const {
    const Json& value = at(key);
    if (!value.is_number_unsigned()) refuse_member(key);
    return value.get<std::size_t>();
  }
  std::size_t size(const char* key, std::size_t otherwise) const { return find(key) == nullptr ? otherwise : size(key); }

  bool flag(const char* key) const {
    const Json* value = find(key);
    if (value != nullptr && !value->is_boolean()) refuse_member(key);
    return value != nullptr && value->get<bool>();
  }

  const std::string& text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) refuse_member(key);
    return value.get_ref<const std::string&>();
  }

  /// Empty where there is none.
  std::vector<double> numbers(const char* key) const {
    return list<double>(key, [&](const Json& value) {
      if (!value.is_number()) refuse_member(key);
      return value.get<double>();
    });
  }
  std::vector<int> indices(const char* key) const {
    return list<int>(key, [&](const Json& value) { return index_of(value, key); });
  }

  /// Calls visit(object, i) for each object of an array, if there is one.
  template <class Visit>
  void for_each(const char* key, const Visit& visit) const {
    const Json* array = find(key);
    if (array == nullptr) return;
    if (!array->is_array()) refuse(fmt::format("\"{}\" is not an array", key));
    for (std::size_t i = 0; i < array->size(); ++i)
      visit(GltfObject((*array)[i], fmt::format("{}[{}]", key, i), origin_), i);
  }

  const std::string& where() const { return where_; }
  [[noreturn]] void refuse(const std::string& what) const { fail(ErrorCode::file_format, origin_, what); }
  [[noreturn]] void refuse_member(const char* key) const {
    refuse(fmt::format("\"{}\" of {} has the wrong type or is out of range", key, where_));
  }

 private:
  int index_of(const Json& value, const char* key) const {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > INT32_MAX) refuse_member(key);
    return value.get<int>();
  }

  template <class T, class Read>
  std::vector<T> list(const char* key, const Read& read) const {
    std::vector<T> values;
    const Json* array = find(key);
    if (array == nullptr) return values;
    if (!array->is_array()) refuse_member(key);
    values.reserve(array->size());
    for (const Json& value : *array) values.push_back(read(value));
    return values;
  }

  const Json& json_;
  std::string where_;
  std::string_view origin_;
};

}  // namespace impinge::io
