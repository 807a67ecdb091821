// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "backend/backend.h"
#include "backend/registry.h"

namespace impinge::test {
namespace {

TEST(BackendRegistry, TheProcessorComesFirstAndAloneHasNoDevice) {
  const std::span<const BackendRow> rows = backend_registry();
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows.front().backend, Backend::cpu);
  for (const BackendRow& row : rows) EXPECT_EQ(row.has_device(), row.backend != Backend::cpu) << row.name;
}

TEST(BackendRegistry, EveryWordIsThatOfOneRow) {
  std::set<std::string> words = {to_string(Backend::automatic)};
  for (const BackendRow& row : backend_registry()) {
    EXPECT_STREQ(to_string(row.backend), row.name);
    EXPECT_TRUE(words.insert(row.name).second) << row.name;
  }
  // Enumerators count from 0 without a gap.
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto backend = static_cast<Backend>(i);
    Backend read = i == 0 ? Backend::automatic : Backend::cpu;
    EXPECT_TRUE(words.contains(to_string(backend))) << i;
    EXPECT_TRUE(from_string(to_string(backend), read)) << i;
    EXPECT_EQ(read, backend);
  }
  Backend unknown = static_cast<Backend>(words.size());
  EXPECT_FALSE(from_string(to_string(unknown), unknown));
  EXPECT_FALSE(from_string("abacus", unknown));
  EXPECT_EQ(unknown, static_cast<Backend>(words.size()));
}

TEST(BackendRegistry, BackendsAreListedWithADeviceOrAReason) {
  const std::vector<BackendInfo> all = backends();
  ASSERT_EQ(all.size(), backend_registry().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].backend, backend_registry()[i].backend);
    EXPECT_EQ(all[i].name, backend_registry()[i].name);
    EXPECT_NE(all[i].device.empty(), all[i].reason.empty()) << all[i].name;
  }
}

TEST(BackendRegistry, AModuleThatThisBuildLacksIsNamedWithWhatItNeeds) {
  BackendRow row = backend_registry().back();
  row.module = "libimpinge_none.so";
  row.needs = "some libraries";
  const OpenedBackend opened = open_row(row);
  EXPECT_EQ(opened.device, nullptr);
  EXPECT_FALSE(opened.info.available);
  EXPECT_NE(opened.info.reason.find("some libraries"), std::string::npos) << opened.info.reason;
}

TEST(BackendRegistry, AnEngineIsGivenWhatItAskedForOrAReason) {
  for (const BackendRow& row : backend_registry()) {
    const BackendInfo info = open_row(row).info;
    std::string log;
    try {
      const auto device = open_backend(row.backend, {}, [&](std::string_view line) { log = line; });
      EXPECT_TRUE(info.available) << row.name;
      EXPECT_EQ(device != nullptr, row.has_device()) << row.name;
      if (device != nullptr) {
        EXPECT_EQ(device->backend, row.name);
        EXPECT_EQ(log, "backend: " + info.device);
      }
    } catch (const Error& trouble) {
      EXPECT_FALSE(info.available) << row.name;
      EXPECT_EQ(trouble.code(), ErrorCode::no_device);
      EXPECT_NE(std::string(trouble.what()).find(row.name), std::string::npos) << trouble.what();
    }
  }
}

}  // namespace
}  // namespace impinge::test
