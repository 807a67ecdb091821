// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Files that lib3mf writes are read with the coordinates that lib3mf was given.
#include <Model/COM/NMR_DLLInterfaces.h>
#include <gtest/gtest.h>
#include <impinge/io.h>
#include <impinge/shapes.h>

#include "io/temporary_folder.h"

namespace impinge {
namespace {

void write_with_lib3mf(const Mesh& mesh, const std::filesystem::path& file, float shift) {
  NMR::PLib3MFModel* model = nullptr;
  ASSERT_EQ(NMR::lib3mf_createmodel(&model), 0u);
  NMR::lib3mf_model_setunit(model, NMR::MODELUNIT_INCH);
  NMR::PLib3MFModelMeshObject* object = nullptr;
  ASSERT_EQ(NMR::lib3mf_model_addmeshobject(model, &object), 0u);
  for (const Vec3& v : mesh.vertices()) {
    NMR::MODELMESHVERTEX vertex{{static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())}};
    ASSERT_EQ(NMR::lib3mf_meshobject_addvertex(object, &vertex, nullptr), 0u);
  }
  for (const Face& f : mesh.faces()) {
    NMR::MODELMESHTRIANGLE triangle{{f[0], f[1], f[2]}};
    ASSERT_EQ(NMR::lib3mf_meshobject_addtriangle(object, &triangle, nullptr), 0u);
  }
  NMR::MODELTRANSFORM transform{};
  for (int i = 0; i < 3; ++i) transform.m_fFields[i][i] = 1;
  transform.m_fFields[2][3] = shift;
  NMR::PLib3MFModelBuildItem* item = nullptr;
  ASSERT_EQ(NMR::lib3mf_model_addbuilditem(model, object, &transform, &item), 0u);
  NMR::PLib3MFModelWriter* writer = nullptr;
  ASSERT_EQ(NMR::lib3mf_model_querywriter(model, "3mf", &writer), 0u);
  ASSERT_EQ(NMR::lib3mf_writer_writetofileutf8(writer, file.c_str()), 0u);
  for (NMR::PLib3MFBase* part : {static_cast<NMR::PLib3MFBase*>(writer), static_cast<NMR::PLib3MFBase*>(item),
                                 static_cast<NMR::PLib3MFBase*>(object), static_cast<NMR::PLib3MFBase*>(model)}) {
    NMR::lib3mf_release(part);
  }
}

TEST(Lib3mfPeer, filesOfLib3mfAreRead) {
  const test::TemporaryFolder folder;
  const Mesh box = make_box({1, 2, 4}, 2);
  write_with_lib3mf(box, folder.path() / "box.3mf", 8);
  const Mesh mesh = load_mesh(folder.path() / "box.3mf", {.units = "in"});
  ASSERT_EQ(mesh.faces().size(), box.faces().size());
  EXPECT_EQ(mesh.vertices().size(), box.vertices().size());
  EXPECT_TRUE(mesh.report().clean());
  for (std::size_t i = 0; i < box.faces().size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(mesh.vertices()[mesh.faces()[i][k]], box.vertices()[box.faces()[i][k]] + Vec3(0, 0, 8));
    }
  }
  EXPECT_EQ(load_mesh(folder.path() / "box.3mf").vertices()[0].y(), mesh.vertices()[0].y() * 25.4);
}

}  // namespace
}  // namespace impinge
