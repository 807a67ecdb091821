// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What --heal does, each step with a line of its own: loose faces are sewn, closed shells become solids that look outwards,
// invalid solids go through the kernel's fixes.
#include <BRepBuilderAPI_MakeSolid.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepCheck_Analyzer.hxx>
#include <BRepLib.hxx>
#include <BRep_Builder.hxx>
#include <ShapeFix_Shape.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>

#include "cad/kernel.h"

namespace impinge::cad {

TopoDS_Shape heal(const TopoDS_Shape& shape, const io::CadOptions& options, const std::string& where,
                  std::vector<std::string>& notes) {
  TopoDS_Compound healed;
  BRep_Builder builder;
  builder.MakeCompound(healed);
  const auto note = [&](const std::string& what) { notes.push_back("healed " + where + ": " + what); };
  for (TopExp_Explorer it(shape, TopAbs_SOLID); it.More(); it.Next()) {
    if (BRepCheck_Analyzer(it.Current()).IsValid()) {
      builder.Add(healed, it.Current());
      continue;
    }
    ShapeFix_Shape fix(it.Current());
    fix.Perform();
    const bool valid = BRepCheck_Analyzer(fix.Shape()).IsValid();
    note(valid ? "an invalid solid was mended" : "a solid stays invalid after mending");
    builder.Add(healed, fix.Shape());
  }
  BRepBuilderAPI_Sewing sewing(options.sewing);
  int faces = 0, solids = 0, left = 0;
  for (TopExp_Explorer it(shape, TopAbs_FACE, TopAbs_SOLID); it.More(); it.Next(), ++faces) sewing.Add(it.Current());
  if (faces == 0) return healed;
  sewing.Perform();
  for (TopExp_Explorer it(sewing.SewedShape(), TopAbs_SHELL); it.More(); it.Next()) {
    const TopoDS_Shell shell = TopoDS::Shell(it.Current());
    if (!shell.Closed() && !BRep_Tool::IsClosed(shell)) {
      builder.Add(healed, shell);
      ++left;
      continue;
    }
    TopoDS_Solid solid = BRepBuilderAPI_MakeSolid(shell);
    BRepLib::OrientClosedSolid(solid);
    builder.Add(healed, solid);
    ++solids;
  }
  for (TopExp_Explorer it(sewing.SewedShape(), TopAbs_FACE, TopAbs_SHELL); it.More(); it.Next(), ++left)
    builder.Add(healed, it.Current());
  note(std::to_string(faces) + " loose faces were sewn at " + std::to_string(options.sewing) + " mm into " +
       std::to_string(solids) + " solids; " + std::to_string(left) + " pieces stay open");
  return healed;
}

}  // namespace impinge::cad
