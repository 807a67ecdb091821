# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""impinge: tells where solid shapes interfere, and proves it.

>>> import impinge
>>> result = impinge.check(impinge.make_box((10, 10, 10)), impinge.make_icosphere(6, 3), clearance=0.2)
>>> [(pair.names, pair.verdict.value) for pair in result.findings]
[(('a', 'b'), 'crossing')]

Names are those of C++ (docs/python.md has the guide). Whatever has triangles is taken: meshes, file names, trimesh, Open3D,
meshio, (vertices, faces). Arrays are borrowed where they fit, the interpreter is released in every query.
"""
from __future__ import annotations

from . import words as words
from ._error import Error as Error
from .words import *  # noqa: F401,F403
from .words import (Backend as Backend, Broad as Broad, CertificateKind as CertificateKind, Certainty as Certainty,
                    Combination as Combination, ConvexStop as ConvexStop, DepthCountForm as DepthCountForm,
                    DepthPasses as DepthPasses, DirectionRule as DirectionRule, Drawing as Drawing,
                    ErrorCode as ErrorCode, FaceFeature as FaceFeature, Group as Group, Guarantee as Guarantee,
                    MapCell as MapCell, MapLayer as MapLayer, Method as Method, OctreeKind as OctreeKind,
                    OctreeMotion as OctreeMotion, OpenBodies as OpenBodies, Parallel as Parallel, Path as Path,
                    PointSide as PointSide, RasterScope as RasterScope, Relation as Relation, Severity as Severity,
                    Swept as Swept, SweptPairs as SweptPairs, Verdict as Verdict,
                    VoxelRule as VoxelRule, ZlistForm as ZlistForm)
from ._core import (ConvexBody as ConvexBody, ConvexPolygon as ConvexPolygon, LineShape as LineShape, Mesh as Mesh,
                    Octree as Octree, Scene as Scene, StarBody as StarBody, backends as backends,
                    clearance_map as clearance_map, close_scan as close_scan, combine as combine,
                    convex_distance as convex_distance, formats as formats, intersect as intersect,
                    load_octree as load_octree, load_rules as load_rules, load_scene as load_scene, open_scene as open_scene,
                    make_box as make_box, make_closed_teapot as make_closed_teapot, make_comb as make_comb,
                    make_displaced_sphere as make_displaced_sphere, make_height_field as make_height_field,
                    make_icosphere as make_icosphere, make_line_convex as make_line_convex,
                    make_mandelbrot_field as make_mandelbrot_field, make_noise_field as make_noise_field,
                    make_nurbs_sphere as make_nurbs_sphere, make_nurbs_torus as make_nurbs_torus,
                    make_random_mesh as make_random_mesh, make_sphere as make_sphere,
                    make_sphere_of_faces as make_sphere_of_faces, make_teapot as make_teapot, make_teeth as make_teeth,
                    make_torus as make_torus, mend as mend, methods as methods, octree_surface as octree_surface,
                    parse_rules as parse_rules, parse_scene as parse_scene, polar_newton as polar_newton,
                    polar_newton_2d as polar_newton_2d, polar_newton_poses as polar_newton_poses,
                    pose_from_quaternion as pose_from_quaternion, require_unit as require_unit, share_voxel as share_voxel,
                    subtract as subtract, swept_octree as swept_octree, unite as unite, verify as verify,
                    version as version, world_point as world_point, write_mesh as write_mesh, write_octree as write_octree,
                    write_parts as write_parts, write_voxels as write_voxels)
from .answers import *  # noqa: F401,F403
from .listings import BackendInfo as BackendInfo, FormatInfo as FormatInfo, MethodInfo as MethodInfo
from .overlaps import *  # noqa: F401,F403
from .options import (CheckOptions as CheckOptions, Compaction as Compaction, ConvexOptions as ConvexOptions,
                      ConvexQuery as ConvexQuery, DistanceColours as DistanceColours, EngineOptions as EngineOptions,
                      Experiments as Experiments, LoadOptions as LoadOptions, MapOptions as MapOptions,
                      MapPictureOptions as MapPictureOptions, OctreeFrame as OctreeFrame, OctreeMaking as OctreeMaking,
                      OctreeMoving as OctreeMoving, PictureOptions as PictureOptions, PointOptions as PointOptions,
                      PoseOptions as PoseOptions, RayOptions as RayOptions, SweepOptions as SweepOptions,
                      ViewOptions as ViewOptions)
from . import convex as _convex, scene as _scene  # noqa: F401  (they complete the classes)
from .shapes import (make_capsule as make_capsule, make_difference as make_difference, make_displaced as make_displaced,
                     make_implicit as make_implicit, make_implicit_cylinder as make_implicit_cylinder,
                     make_implicit_ellipsoid as make_implicit_ellipsoid, make_implicit_sphere as make_implicit_sphere,
                     make_implicit_torus as make_implicit_torus, make_intersection as make_intersection,
                     make_line_mesh as make_line_mesh, make_line_shape as make_line_shape, make_metaballs as make_metaballs,
                     make_nurbs as make_nurbs, make_placed as make_placed, make_rounded_box as make_rounded_box,
                     make_signed_distance as make_signed_distance, make_superquadric as make_superquadric,
                     make_union as make_union)
from .convert import as_mesh as as_mesh
from .engine import Engine as Engine
from .results import (CheckResult as CheckResult, DistanceCurve as DistanceCurve, InterferenceMap as InterferenceMap,
                      SweepResult as SweepResult)
from .io import (colour_range as colour_range, compacted as compacted, load_mesh as load_mesh, load_parts as load_parts,
                 load_points as load_points, make_octree as make_octree, move_octree as move_octree,
                 write_distance_picture as write_distance_picture, write_map_mesh as write_map_mesh,
                 write_map_picture as write_map_picture, write_map_raw as write_map_raw, write_picture as write_picture,
                 write_points as write_points)
from .quick import (check as check, distance as distance, map as map, meet as meet, overlap as overlap,
                    poses_at as poses_at, signed_distance as signed_distance, sweep as sweep)

__version__ = version()

# They are the package's, wherever they are written.
for _name, _value in list(globals().items()):
    if isinstance(_value, type) and _value.__module__ == "impinge._core":
        _value.__module__ = "impinge"
del _name, _value
