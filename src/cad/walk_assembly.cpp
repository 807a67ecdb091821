// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The tree of a document into placed solids and sheets. Bodies that share their topology become one shape. Names that the
// kernel makes up are passed over: the part has the name of what it is a part of.
#include <BRep_Builder.hxx>
#include <NCollection_DataMap.hxx>
#include <Quantity_Color.hxx>
#include <TCollection_HExtendedString.hxx>
#include <TDF_ChildIterator.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDataStd_Name.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_LayerTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "cad/kernel.h"

namespace impinge::cad {
namespace {

constexpr int kMostDepth = 200;
constexpr std::size_t kMostInstances = 1'000'000;

std::string name_of(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  if (!label.FindAttribute(TDataStd_Name::GetID(), name)) return {};
  const TCollection_ExtendedString& text = name->Get();
  std::string utf8(text.LengthOfCString() + 1, '\0');
  char* data = utf8.data();
  utf8.resize(text.ToUTF8CString(data));
  return utf8;
}

/// True for names that say nothing: bare numbers of uses, and what the kernel makes up.
bool made_up(const std::string& name) {
  if (name.empty() || name.starts_with("=>")) return true;
  const auto all_digits = [](std::string_view text) { return text.find_first_not_of("0123456789") == text.npos; };
  if (all_digits(name)) return true;
  return (name.starts_with("NAUO") && all_digits(std::string_view(name).substr(4))) ||
         (name.starts_with("*DIT") && all_digits(std::string_view(name).substr(4)));
}

bool is_kind_word(const std::string& name) {
  return name == "SOLID" || name == "COMPOUND" || name == "SHELL" || name == "FACE" || name == "COMPSOLID";
}

/// A rotation that is one of the 24 of the axes but for rounding is taken as exactly that.
double snapped(double x) {
  for (const double whole : {-1.0, 0.0, 1.0})
    if (std::abs(x - whole) < 1e-12) return whole;
  return x;
}

std::array<double, 12> pose_of(const TopLoc_Location& location) {
  std::array<double, 12> pose{};
  const gp_Trsf transform = location.Transformation();
  for (int row = 1; row <= 3; ++row)
    for (int column = 1; column <= 4; ++column) {
      const double x = transform.Value(row, column);
      pose[(row - 1) * 4 + column - 1] = column < 4 ? snapped(x) : x;
    }
  return pose;
}

struct Walk {
  const io::CadOptions& options;
  TrueFile& file;
  io::CadFile& out;
  Handle(XCAFDoc_ShapeTool) shapes = XCAFDoc_DocumentTool::ShapeTool(file.document->Main());
  Handle(XCAFDoc_ColorTool) colours = XCAFDoc_DocumentTool::ColorTool(file.document->Main());
  Handle(XCAFDoc_LayerTool) layers = XCAFDoc_DocumentTool::LayerTool(file.document->Main());
  std::map<std::pair<const void*, int>, std::uint32_t> known{};  // by topology and orientation
  std::map<std::string, int> names{};                            // how often a path was used

  /// `single`: no other body of the product above has a name that is made up.
  void walk(const TDF_Label& label, const TopLoc_Location& before, std::vector<std::string> path, io::CadInstance style,
            int depth, bool single = true);
  bool is_invented_body(const TDF_Label& component);
  void add_leaf(const TDF_Label& label, const TopLoc_Location& location, const std::vector<std::string>& path,
                const io::CadInstance& style);
  void add_body(const TopoDS_Shape& body, const TopLoc_Location& location, const std::vector<std::string>& path,
                const io::CadInstance& style);
  void read_style(const TDF_Label& label, io::CadInstance& style);
  std::string numbered(const std::vector<std::string>& parent, const std::string& name);
};

void Walk::read_style(const TDF_Label& label, io::CadInstance& style) {
  Quantity_Color colour;
  if (colours->GetColor(label, XCAFDoc_ColorSurf, colour) || colours->GetColor(label, XCAFDoc_ColorGen, colour)) {
    Standard_Real rgb[3];
    colour.Values(rgb[0], rgb[1], rgb[2], Quantity_TOC_sRGB);
    char text[8];
    std::snprintf(text, sizeof(text), "#%02x%02x%02x", static_cast<int>(std::lround(255 * rgb[0])) & 255,
                  static_cast<int>(std::lround(255 * rgb[1])) & 255, static_cast<int>(std::lround(255 * rgb[2])) & 255);
    style.colour = text;
  }
  const Handle(TColStd_HSequenceOfExtendedString) list = layers->GetLayers(label);
  if (!list.IsNull() && list->Length() > 0) {
    const TCollection_ExtendedString& text = list->Value(1);
    std::string utf8(text.LengthOfCString() + 1, '\0');
    char* data = utf8.data();
    utf8.resize(text.ToUTF8CString(data));
    style.layer = utf8;
  }
}

std::string Walk::numbered(const std::vector<std::string>& parent, const std::string& name) {
  std::string path;
  for (const std::string& part : parent) path += part + "/";
  const int times = ++names[path + name];
  return times == 1 ? name : name + "#" + std::to_string(times);
}

void Walk::add_body(const TopoDS_Shape& body, const TopLoc_Location& location, const std::vector<std::string>& path,
                    const io::CadInstance& style) {
  if (out.instances.size() >= kMostInstances)
    throw std::runtime_error("places more than a million bodies; check it in parts");
  const auto key = std::pair<const void*, int>(body.TShape().get(), static_cast<int>(body.Orientation()));
  const auto [at, fresh] = known.try_emplace(key, static_cast<std::uint32_t>(file.shapes.size()));
  if (fresh) {
    file.shapes.emplace_back().shape = body.Located(TopLoc_Location());
    out.shapes.emplace_back().solid = body.ShapeType() == TopAbs_SOLID;
  }
  io::CadInstance instance = style;
  instance.shape = at->second;
  instance.pose = pose_of(location * body.Location());
  instance.path = path;
  out.instances.push_back(std::move(instance));
}

void Walk::add_leaf(const TDF_Label& label, const TopLoc_Location& location, const std::vector<std::string>& path,
                    const io::CadInstance& style) {
  TopoDS_Shape shape = shapes->GetShape(label);
  if (shape.IsNull()) return;
  std::string where;
  for (const std::string& part : path) where += (where.empty() ? "" : "/") + part;
  if (options.heal) shape = heal(shape, options, where, out.notes);
  // The label's own location is part of the shape.
  std::vector<TopoDS_Shape> solids;
  for (TopExp_Explorer it(shape, TopAbs_SOLID); it.More(); it.Next()) {
    if (TopExp_Explorer(it.Current(), TopAbs_FACE).More())
      solids.push_back(it.Current());
    else
      out.notes.push_back(where + ": a solid without faces was left out");
  }
  TopoDS_Compound sheet;
  BRep_Builder builder;
  builder.MakeCompound(sheet);
  int faces = 0;
  for (TopExp_Explorer it(shape, TopAbs_FACE, TopAbs_SOLID); it.More(); it.Next(), ++faces) builder.Add(sheet, it.Current());
  const bool several = solids.size() + (faces > 0 ? 1 : 0) > 1;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    std::vector<std::string> named = path;
    if (several) named.push_back(numbered(path, "solid"));
    add_body(solids[i], location, named, style);
  }
  if (faces == 0) return;
  std::vector<std::string> named = path;
  if (several) named.push_back(numbered(path, "sheet"));
  out.notes.push_back(where + ": " + std::to_string(faces) + (faces == 1 ? " face bounds" : " faces bound") +
                      " no solid; taken as an open sheet" + (options.heal ? "" : " (--heal sews loose faces)"));
  add_body(sheet, location, named, style);
}

// A body that the kernel took out of its product, as it does where a product has wires or several bodies.
bool Walk::is_invented_body(const TDF_Label& component) {
  TDF_Label product;
  if (!XCAFDoc_ShapeTool::GetReferredShape(component, product)) return false;
  const std::string own = name_of(component), of_product = name_of(product);
  return own.starts_with("=>") && (of_product.empty() || is_kind_word(of_product)) &&
         TopExp_Explorer(shapes->GetShape(product), TopAbs_FACE).More();
}

void Walk::walk(const TDF_Label& label, const TopLoc_Location& before, std::vector<std::string> path, io::CadInstance style,
                int depth, bool single) {
  if (depth > kMostDepth) throw std::runtime_error("nests assemblies in more than 200 levels, or in themselves");
  TDF_Label product = label;
  TopLoc_Location location = before;
  std::string name = name_of(label);
  read_style(label, style);
  if (XCAFDoc_ShapeTool::IsReference(label)) {
    location = before * XCAFDoc_ShapeTool::GetLocation(label);
    XCAFDoc_ShapeTool::GetReferredShape(label, product);
    const std::string of_product = name_of(product);
    const bool invented = name.starts_with("=>") && (of_product.empty() || is_kind_word(of_product));
    if (invented && !path.empty())
      name = single ? "" : "solid";
    else if (made_up(name) && !of_product.empty())
      name = of_product;
    io::CadInstance of_use = style;
    style.colour.clear();
    style.layer.clear();
    read_style(product, style);
    if (style.colour.empty()) style.colour = of_use.colour;
    if (style.layer.empty()) style.layer = of_use.layer;
  }
  if (path.empty() && made_up(name)) name = "part";
  if (depth == 0 && !path.empty() && (made_up(name) || is_kind_word(name))) name.clear();  // the root has the file's name
  if (!name.empty()) {
    for (char& c : name) c = c == '/' ? '|' : c;
    const std::string own = numbered(path, name);
    path.push_back(own);
  }
  if (XCAFDoc_ShapeTool::IsAssembly(product)) {
    TDF_LabelSequence components;
    XCAFDoc_ShapeTool::GetComponents(product, components);
    int bodies = 0;
    for (int i = 1; i <= components.Length(); ++i) bodies += is_invented_body(components.Value(i)) ? 1 : 0;
    for (int i = 1; i <= components.Length(); ++i) walk(components.Value(i), location, path, style, depth + 1, bodies < 2);
  } else {
    add_leaf(product, location, path, style);
  }
}

}  // namespace

void walk_assembly(const std::string& root, const io::CadOptions& options, TrueFile& file, io::CadFile& out) {
  Walk walk{options, file, out};
  TDF_LabelSequence roots;
  walk.shapes->GetFreeShapes(roots);
  for (int i = 1; i <= roots.Length(); ++i) {
    std::vector<std::string> path;
    const std::string name = name_of(roots.Value(i));
    if (made_up(name) || is_kind_word(name)) {
      path.push_back(walk.numbered({}, root));
      walk.walk(roots.Value(i), TopLoc_Location(), path, {}, 0);
      continue;
    }
    walk.walk(roots.Value(i), TopLoc_Location(), path, {}, 0);
  }
}

}  // namespace impinge::cad
