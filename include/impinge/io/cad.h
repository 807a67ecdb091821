// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/answer.h>
#include <impinge/engine.h>
#include <impinge/io_export.h>
#include <impinge/scene.h>

/// CAD files, part of the `io` component: STEP, IGES and BREP, judged by their true surfaces.
namespace impinge {

/// How a CAD file is read.
struct CadLoadOptions {
  std::string units = "mm";    ///< of the scene; STEP and IGES say their own, which are converted
  double deflection = 0;       ///< asked of the tessellation, in mm; 0: a thousandth of the size of each shape
  std::optional<int> depth{};  ///< levels of the assembly; what lies deeper is joined to one object
  bool heal = false;           ///< sew loose faces, mend solids; CadScene::notes() says what was done
  double sewing = 1e-3;        ///< gaps up to this are sewn, in mm
  int threads = 0;             ///< for meshing; 0: all
  double seconds = 600;        ///< after so long without an answer the reading process is given up
  std::function<void(std::string_view stage, double share)> on_progress{};  ///< may be empty
};

/// How true surfaces are settled.
struct CadSettleOptions {
  double chord = 1e-3;     ///< facets are refined until a pair is decided or their bounds are below this; unit of the scene
  bool distances = false;  ///< also tighten the distances of pairs within the clearance
};

/// What reading and settling cost.
struct CadStats {
  double read_ms = 0;                 ///< reading the file
  double mesh_ms = 0;                 ///< making facets with their bounds
  double settle_ms = 0;               ///< looking at pairs by their true surfaces
  std::uint64_t peak_bytes = 0;       ///< of the reading processes, the largest
  std::uint64_t shapes = 0;           ///< different ones
  std::uint64_t instances = 0;        ///< placed shapes
  std::uint64_t faces = 0;            ///< true surfaces of all shapes
  std::uint64_t triangles = 0;        ///< facets of all shapes
  std::uint64_t estimated_faces = 0;  ///< whose bounds are estimates: pairs that rest on them are not `proved`
  double largest_bound = 0;           ///< between a facet and its surface, as loaded
  std::uint64_t settled = 0;          ///< pairs that were looked at again by their true surfaces
  std::uint64_t refined = 0;          ///< facets that were made for that
  std::uint64_t unread = 0;           ///< notes about bodies that are left out, or stand otherwise than meant
};

/// True for endings of CAD files: .step, .stp, .iges, .igs and .brep. They are read through Open CASCADE, in a process of
/// their own that has the module libimpinge_cad.so; all else works without.
IMPINGE_IO_EXPORT bool is_cad_file(const std::filesystem::path& file);

/// The CAD files of a scene: their objects are meshes there, and solids with true surfaces here.
class IMPINGE_IO_EXPORT CadScene {
 public:
  CadScene();
  ~CadScene();
  CadScene(CadScene&&) noexcept;             ///< leaves the other one empty
  CadScene& operator=(CadScene&&) noexcept;  ///< leaves the other one empty

  /// Adds each solid of each placed instance as an object, named by its path in the assembly, with `prefix` in front. Faces
  /// that bound no solid become open sheets. Throws Error: unsupported where the module is not there, with what to install;
  /// file_format for what is damaged, with the line or entity; too_large.
  std::vector<ObjectId> load(const std::filesystem::path& file, Scene& scene, const std::string& prefix = {},
                             const CadLoadOptions& options = {});

  /// What was healed, left out, or is odd, a sentence each, with the file in front.
  std::span<const std::string> notes() const noexcept;
  /// Of all files and questions so far.
  const CadStats& stats() const noexcept;
  /// "#rrggbb" where the file gives the object a colour; else empty.
  std::string colour(ObjectId object) const;
  /// A clearance for Engine::check under which every pair is listed whose surfaces may meet, or come nearer than
  /// `clearance`.
  double check_clearance(double clearance) const;

  /// Checks a scene with the objects from here, by the true surfaces: Engine::check with room for the bounds, also in the
  /// scene's rules, then settle(), which the rules are told of. Pairs of other meshes are answered as they are, objects with
  /// themselves by their facets.
  CheckResult check(const Engine& engine, const Scene& scene, const CheckOptions& asked = {},
                    const CadSettleOptions& options = {});

  /// Judges pairs of an answer by the true surfaces, where one of the objects came from here and the other too, or is a
  /// mesh: `proved` if the verdict holds for all surfaces within the bounds of the facets, which are refined where that is
  /// open; else `within_bound`. `asked` are the options as they were meant, `result` is of a check with check_clearance().
  /// Distances become intervals (PairAnswer::gap); so do volumes.
  void settle(const Scene& scene, const CheckOptions& asked, const CadSettleOptions& options, CheckResult& result);

 private:
  double largest_bound_of(const PairAnswer& pair) const;

  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace impinge
