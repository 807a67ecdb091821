// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Files into documents of Open CASCADE, all in millimetres.
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <Interface_Static.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>

#include <algorithm>
#include <stdexcept>

#include "cad/kernel.h"

namespace impinge::cad {
namespace {

std::string ending_of(const std::string& path) {
  std::string ending = path.substr(std::min(path.size(), path.find_last_of('.') + 1));
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending;
}

std::string stem_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  const std::string name = slash == path.npos ? path : path.substr(slash + 1);
  return name.substr(0, name.find_last_of('.'));
}

template <class Reader>
void transfer(Reader& reader, const std::string& path, const char* format, TrueFile& file) {
  reader.SetNameMode(Standard_True);
  reader.SetColorMode(Standard_True);
  reader.SetLayerMode(Standard_True);
  if (reader.ReadFile(path.c_str()) != IFSelect_RetDone)
    throw std::runtime_error(std::string("is no ") + format + " file that Open CASCADE can read; export it again");
  // The reader says false where nothing came out; what that means is told by who counts the bodies.
  (void)reader.Transfer(file.document);
}

}  // namespace

void read_file(const std::string& path, const io::CadOptions& options, TrueFile& file, io::CadFile& out) {
  XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", file.document);
  Interface_Static::SetCVal("xstep.cascade.unit", "MM");
  const std::string ending = ending_of(path);
  if (ending == "igs" || ending == "iges") {
    IGESCAFControl_Reader reader;
    transfer(reader, path, "IGES", file);
  } else if (ending == "brep") {
    TopoDS_Shape shape;
    BRep_Builder builder;
    if (!BRepTools::Read(shape, path.c_str(), builder) || shape.IsNull())
      throw std::runtime_error("is not a BREP file that Open CASCADE can read; export it again");
    XCAFDoc_DocumentTool::ShapeTool(file.document->Main())->AddShape(shape, Standard_False);
    out.notes.push_back("BREP says no unit; its lengths are taken as mm");
  } else {
    STEPCAFControl_Reader reader;
    transfer(reader, path, "STEP", file);
    NCollection_DataMap<TCollection_AsciiString, Handle(STEPCAFControl_ExternFile)>::Iterator externals(
        reader.ExternFiles());
    for (; externals.More(); externals.Next()) {
      const Handle(STEPCAFControl_ExternFile)& external = externals.Value();
      if (external.IsNull() || external->GetLoadStatus() == IFSelect_RetDone) continue;
      const TCollection_AsciiString name =
          external->GetName().IsNull() ? TCollection_AsciiString("?") : external->GetName()->String();
      throw std::runtime_error(std::string("refers to the file ") + name.ToCString() +
                               ", which is not beside it or cannot be read; put it there");
    }
  }
  walk_assembly(stem_of(path), options, file, out);
}

}  // namespace impinge::cad
