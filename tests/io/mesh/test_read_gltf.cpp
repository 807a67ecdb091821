// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>
#include <impinge/io.h>

#include "io/byte_string.h"
#include "io/temporary_folder.h"

namespace impinge {
namespace {

using test::ByteString;
using test::expect_error;
using test::TemporaryFolder;

std::string glb(std::string json, std::string binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  binary.resize((binary.size() + 3) / 4 * 4, '\0');
  ByteString bytes;
  bytes.text("glTF").put(2u).put(static_cast<std::uint32_t>(20 + json.size() + (binary.empty() ? 0 : 8 + binary.size())));
  bytes.put(static_cast<std::uint32_t>(json.size())).text("JSON").text(json);
  if (!binary.empty()) bytes.put(static_cast<std::uint32_t>(binary.size())).text(std::string("BIN\0", 4)).text(binary);
  return bytes.str();
}

std::string base64(const std::string& bytes) {
  const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? letters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

/// Four points of a unit square as floats (48 bytes), then the indices 0 1 2 0 2 3 as bytes.
std::string square() {
  ByteString bytes;
  for (float value : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 1.f, 1.f, 0.f, 0.f, 1.f, 0.f}) bytes.put(value);
  for (int index : {0, 1, 2, 0, 2, 3}) bytes.put(static_cast<std::uint8_t>(index));
  return bytes.str();
}

const std::string kViews = R"("bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":6}],)";
const std::string kAccessors = R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
                               R"({"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}],)";
const std::string kMesh = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)";
const std::string kScene = R"("scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)";

std::string document(const std::string& parts, const std::string& buffer = R"({"byteLength":54})") {
  return R"({"asset":{"version":"2.0"},)" + parts + R"("buffers":[)" + buffer + "]}";
}

class ReadGltf : public ::testing::Test {
 protected:
  Mesh load_glb(const std::string& json, const std::string& binary = square()) {
    return load_mesh(folder_.write("a.glb", glb(json, binary)));
  }
  void expect_glb_error(ErrorCode code, std::vector<std::string> words, const std::string& json,
                        const std::string& binary = square()) {
    words.push_back("a.glb");
    expect_error(code, words, [&] { load_glb(json, binary); });
  }
  TemporaryFolder folder_;
};

TEST_F(ReadGltf, turnsMetresIntoTheUnitOfTheScene) {
  const auto file = folder_.write("a.glb", glb(document(kViews + kAccessors + kMesh + kScene), square()));
  EXPECT_EQ(load_mesh(file).vertices()[2], Vec3(1000, 1000, 0));
  EXPECT_EQ(load_mesh(file, {.units = "m"}).vertices()[2], Vec3(1, 1, 0));
  EXPECT_EQ(load_mesh(file).faces()[1], (Face{0, 2, 3}));
}

TEST_F(ReadGltf, readsDataUrisAndFilesBesideIt) {
  const std::string parts = kViews + kAccessors + kMesh + kScene;
  const std::string uri = "data:application/octet-stream;base64," + base64(square());
  EXPECT_EQ(load_mesh(folder_.write("a.gltf", document(parts, R"({"byteLength":54,"uri":")" + uri + "\"}"))).faces().size(),
            2u);
  folder_.write("my data.bin", square() + "some bytes more");
  EXPECT_EQ(load_mesh(folder_.write("b.gltf", document(parts, R"({"byteLength":54,"uri":"my%20data.bin"})"))).faces().size(),
            2u);
  expect_error(ErrorCode::file_missing, {"c.gltf", "none.bin", "buffers[0]"},
               [&] { load_mesh(folder_.write("c.gltf", document(parts, R"({"byteLength":54,"uri":"none.bin"})"))); });
  folder_.write("short.bin", "too short");
  expect_error(ErrorCode::file_format, {"d.gltf", "short.bin", "cut short"},
               [&] { load_mesh(folder_.write("d.gltf", document(parts, R"({"byteLength":54,"uri":"short.bin"})"))); });
  expect_error(ErrorCode::file_format, {"e.gltf"},
               [&] { load_mesh(folder_.write("e.gltf", document(parts, R"({"byteLength":54,"uri":"data:,x"})"))); });
  expect_error(ErrorCode::file_format, {"f.gltf"}, [&] { load_mesh(folder_.write("f.gltf", document(parts))); });
}

TEST_F(ReadGltf, placesNodesByTheirParents) {
  const std::string nodes =
      R"("scenes":[{"nodes":[1]}],"nodes":[{"mesh":0,"scale":[2,1,1]},)"
      R"({"children":[0,2],"translation":[0,0,5],"rotation":[0,0,0.7071067811865476,0.7071067811865476]},)"
      R"({"mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,-1,0, 0,0,7,1]}],)";
  const Mesh mesh =
      load_mesh(folder_.write("a.glb", glb(document(kViews + kAccessors + kMesh + nodes), square())), {.units = "m"});
  ASSERT_EQ(mesh.faces().size(), 4u);
  EXPECT_EQ(mesh.vertices()[mesh.faces()[0][1]], Vec3(0, 2, 5));
  EXPECT_EQ(mesh.vertices()[mesh.faces()[2][0]], Vec3(0, 0, 12));
  // The second is mirrored, so its corners come in the other order.
  EXPECT_EQ(mesh.vertices()[mesh.faces()[2][1]], Vec3(-1, 1, 12));
}

TEST_F(ReadGltf, anAssemblyWasOneBody) {
  const std::string nodes =
      R"("scenes":[{"nodes":[0,1,3]}],"nodes":[{"mesh":0,"name":"plate"},{"children":[2],"translation":[0,0,5]},)"
      R"({"mesh":0},{"name":"empty"}],)";
  const auto file = folder_.write("a.glb", glb(document(kViews + kAccessors + kMesh + nodes), square()));
  const std::vector<MeshPart> parts = load_parts(file, {.units = "m"});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].name, "plate");
  EXPECT_EQ(parts[1].name, "node 2");
  EXPECT_EQ(parts[1].mesh.vertices()[0], Vec3(0, 0, 5));
  EXPECT_EQ(parts[1].mesh.faces().size(), 2u);
  EXPECT_NE(parts[0].mesh.origin().find("a.glb (plate)"), std::string::npos);
}

TEST_F(ReadGltf, metresThatAreMillimetresCanBeSaid) {
  const auto file = folder_.write("a.glb", glb(document(kViews + kAccessors + kMesh + kScene), square()));
  EXPECT_EQ(load_mesh(file, {.file_units = "mm"}).vertices()[2], Vec3(1, 1, 0));
}

TEST_F(ReadGltf, versionOneIsNamed) {
  for (const char* text : {R"({"asset":{"version":"1.0"},"meshes":{"m":{"primitives":[]}}})",
                           R"({"meshes":{"m":{"primitives":[]}},"nodes":{"n":{"meshes":["m"]}}})"}) {
    expect_error(ErrorCode::unsupported, {"a.gltf", "glTF 1.0", "2.0"}, [&] { load_mesh(folder_.write("a.gltf", text)); });
  }
  std::string old = glb(document(kViews + kAccessors + kMesh + kScene), square());
  old[4] = 1;
  expect_error(ErrorCode::unsupported, {"a.glb", "glTF 1.0"}, [&] { load_mesh(folder_.write("a.glb", old)); });
}

TEST_F(ReadGltf, weldsWhatIsIdentical) {
  const std::string nodes = R"("scenes":[{"nodes":[0,1]}],"nodes":[{"mesh":0},{"mesh":0,"translation":[1,0,0]}],)";
  EXPECT_EQ(load_glb(document(kViews + kAccessors + kMesh + nodes)).vertices().size(), 6u);
}

TEST_F(ReadGltf, readsListsStripsAndFans) {
  const auto mesh_of = [&](const std::string& primitive) {
    return load_glb(document(kViews + kAccessors + R"("meshes":[{"primitives":[)" + primitive + R"(]}],)" + kScene));
  };
  EXPECT_EQ(mesh_of(R"({"attributes":{"POSITION":0},"mode":5})").faces()[1], (Face{1, 3, 2}));
  EXPECT_EQ(mesh_of(R"({"attributes":{"POSITION":0},"mode":6})").faces().size(), 2u);
  EXPECT_EQ(mesh_of(R"({"attributes":{"POSITION":0},"indices":1,"mode":5})").faces().size(), 4u);
  EXPECT_EQ(mesh_of(R"({"attributes":{"POSITION":0},"mode":1},{"attributes":{"POSITION":0},"indices":1})").faces().size(),
            2u);
  expect_error(ErrorCode::file_format, {"multiple of 3"}, [&] { mesh_of(R"({"attributes":{"POSITION":0}})"); });
  expect_error(ErrorCode::unsupported, {"no triangles"}, [&] { mesh_of(R"({"attributes":{"POSITION":0},"mode":0})"); });
  expect_error(ErrorCode::file_format, {"POSITION"}, [&] { mesh_of(R"({"attributes":{"NORMAL":0}})"); });
}

TEST_F(ReadGltf, readsQuantisedStridedAndSparsePositions) {
  ByteString bytes;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) bytes.put(static_cast<std::int16_t>(i == k ? -32768 : 32767 * (i > k)));
    bytes.put(std::uint16_t{0xdead});
  }
  bytes.put(std::uint16_t{1}).put(std::uint16_t{0});
  for (int value : {16384, 0, 0}) bytes.put(static_cast<std::int16_t>(value));
  const std::string views =
      R"("bufferViews":[{"buffer":0,"byteLength":24,"byteStride":8},{"buffer":0,"byteOffset":24,"byteLength":2},)"
      R"({"buffer":0,"byteOffset":28,"byteLength":6}],)";
  const std::string mesh = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)" + kScene;
  const std::string sparse =
      R"("sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":2}},)";
  const auto load = [&](const std::string& more, const std::string& view) {
    const std::string accessor = R"("accessors":[{)" + view + more + R"("componentType":5122,"count":3,"type":"VEC3"}],)";
    const std::string json = document(views + accessor + mesh, R"({"byteLength":34})");
    return load_mesh(folder_.write("a.glb", glb(json, bytes.str())), {.units = "m"});
  };
  const std::string view = R"("bufferView":0,)";
  EXPECT_EQ(load("", view).vertices()[1], Vec3(32767, -32768, 0));
  EXPECT_EQ(load(R"("normalized":true,)", view).vertices()[1], Vec3(1, -1, 0));
  EXPECT_EQ(load(sparse, view).vertices()[1], Vec3(16384, 0, 0));
  EXPECT_EQ(load(sparse, "").vertices()[1], Vec3(16384, 0, 0));
  EXPECT_EQ(load(sparse, "").vertices()[0], Vec3(0, 0, 0));
}

TEST_F(ReadGltf, refusesAccessorsBeyondTheirBytes) {
  const auto with = [&](const std::string& views, const std::string& accessors) {
    return document(views + accessors + kMesh + kScene);
  };
  const std::string indices = R"({"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}],)";
  const auto position = [&](const std::string& text) { return R"("accessors":[{)" + text + R"("type":"VEC3"},)" + indices; };
  const auto refused = [&](const std::string& json) { expect_glb_error(ErrorCode::file_format, {}, json); };
  refused(with(kViews, position(R"("bufferView":0,"componentType":5126,"count":5,)")));
  refused(with(kViews, position(R"("bufferView":0,"componentType":5126,"count":18446744073709551615,)")));
  refused(with(kViews, position(R"("bufferView":0,"componentType":5126,"count":4,"byteOffset":4,)")));
  refused(with(kViews, position(R"("bufferView":0,"componentType":5126,"count":4,"byteOffset":18446744073709551600,)")));
  refused(with(kViews, position(R"("bufferView":7,"componentType":5126,"count":4,)")));
  refused(with(kViews, position(R"("bufferView":0,"componentType":5124,"count":4,)")));
  refused(with(kViews, position(R"("componentType":5126,"count":4000000000,)")));
  refused(with(R"("bufferViews":[{"buffer":0,"byteLength":480},{"buffer":0,"byteOffset":48,"byteLength":6}],)", kAccessors));
  refused(with(R"("bufferViews":[{"buffer":3,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":6}],)", kAccessors));
  refused(with("", kAccessors));
  refused(with(kViews, ""));
}

TEST_F(ReadGltf, namesIndicesOutOfRange) {
  std::string bytes = square();
  bytes[53] = 4;
  expect_glb_error(ErrorCode::bad_mesh, {"accessors[1]", "vertex 4"}, document(kViews + kAccessors + kMesh + kScene), bytes);
}

TEST_F(ReadGltf, refusesTreesThatAreNone) {
  const auto with = [&](const std::string& nodes) { return document(kViews + kAccessors + kMesh + nodes); };
  expect_glb_error(ErrorCode::file_format, {"ancestor"},
                   with(R"("scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}],)"));
  expect_glb_error(ErrorCode::file_format, {"two parents"}, with(R"("scenes":[{"nodes":[0,0]}],"nodes":[{"mesh":0}],)"));
  expect_glb_error(ErrorCode::file_format, {"nodes[9]"}, with(R"("scenes":[{"nodes":[9]}],"nodes":[{"mesh":0}],)"));
  expect_glb_error(ErrorCode::file_format, {"meshes[5]"}, with(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":5}],)"));
  expect_glb_error(ErrorCode::file_format, {"scenes[3]"},
                   with(R"("scene":3,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"));
  expect_glb_error(ErrorCode::file_format, {"matrix"},
                   with(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"matrix":[1,2]}],)"));
  expect_glb_error(ErrorCode::file_format, {"nodes[0].rotation"},
                   with(R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"rotation":[0,0,0,0]}],)"));
}

TEST_F(ReadGltf, survivesDeepTreesAndBoundsInstances) {
  const std::size_t depth = 20000;
  std::string nodes = R"("scenes":[{"nodes":[0]}],"nodes":[)";
  for (std::size_t i = 1; i < depth; ++i) nodes += R"({"children":[)" + std::to_string(i) + "]},";
  EXPECT_EQ(load_glb(document(kViews + kAccessors + kMesh + nodes + R"({"mesh":0}],)")).faces().size(), 2u);

  std::string many = R"("nodes":[)";
  for (int i = 0; i < 20000; ++i) many += i == 0 ? R"({"mesh":0})" : R"(,{"mesh":0})";
  std::string mesh = R"("meshes":[{"primitives":[)";
  for (int i = 0; i < 2000; ++i) mesh += std::string(i == 0 ? "" : ",") + R"({"attributes":{"POSITION":0},"indices":1})";
  expect_glb_error(ErrorCode::too_large, {"80000000 triangles"},
                   document(kViews + kAccessors + mesh + "]}]," + many + "],"));
}

TEST_F(ReadGltf, refusesWhatItCannotRead) {
  const std::string rest = kViews + kAccessors + kMesh + kScene;
  for (const char* extension : {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"}) {
    expect_glb_error(ErrorCode::unsupported, {extension},
                     document(rest + R"("extensionsRequired":[")" + extension + R"("],)"));
  }
  expect_glb_error(ErrorCode::unsupported, {"EXT_mesh_gpu_instancing"},
                   document(rest + R"("extensionsUsed":["EXT_mesh_gpu_instancing"],)"));
  EXPECT_EQ(
      load_glb(document(rest + R"("extensionsRequired":["KHR_mesh_quantization","KHR_materials_unlit"],)")).faces().size(),
      2u);
  expect_glb_error(ErrorCode::file_format, {"byteLength"}, document(rest, R"({"byteLength":0})"));
  expect_glb_error(ErrorCode::file_format, {"buffers[0]"}, document(rest, R"({"byteLength":4000000000})"));
  expect_glb_error(ErrorCode::file_format, {"buffers[1]"}, document(rest, R"({"byteLength":54},{"byteLength":54})"));
  expect_glb_error(ErrorCode::file_format, {"asset"}, "{\"meshes\":[]}");
  expect_glb_error(ErrorCode::file_format, {"nodes"}, document(R"("nodes":7,)"));
  expect_glb_error(ErrorCode::file_format, {"twice"}, document(rest + R"("scene":0,)"));
}

TEST_F(ReadGltf, picturesAndMaterialsDoNotMatter) {
  const std::string looks =
      R"("images":[{"uri":"missing.png"},{"bufferView":0,"mimeType":"image/png"},{"bufferView":99}],)"
      R"("textures":[{"source":0}],"materials":[{"pbrMetallicRoughness":{}}],"animations":[{}],"skins":[{}],"cameras":[{}],)";
  EXPECT_EQ(load_glb(document(kViews + kAccessors + kMesh + kScene + looks)).faces().size(), 2u);
}

TEST_F(ReadGltf, cutsOfEveryLengthAreErrors) {
  const std::string whole = glb(document(kViews + kAccessors + kMesh + kScene), square());
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_THROW(load_mesh(folder_.write("a.glb", whole.substr(0, size))), Error) << size;
  }
}

}  // namespace
}  // namespace impinge
