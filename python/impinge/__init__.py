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

import importlib as _importlib
import typing as _typing

from . import _numpy as _numpy  # first: it may refuse
from . import words as words
from ._error import Error as Error
from .words import *  # noqa: F401,F403
from .words import (AdjacentLinks as AdjacentLinks, Backend as Backend, Broad as Broad, CertificateKind as CertificateKind, Certainty as Certainty,
                    Combination as Combination, ConvexStop as ConvexStop, DecisionState as DecisionState, DepthCountForm as DepthCountForm,
                    DepthPasses as DepthPasses, DirectionRule as DirectionRule, Drawing as Drawing,
                    ErrorCode as ErrorCode, FaceFeature as FaceFeature, Group as Group, Guarantee as Guarantee, JointKind as JointKind,
                    LinkPairKind as LinkPairKind,
                    MapCell as MapCell, MapLayer as MapLayer, Method as Method, OctreeKind as OctreeKind,
                    OctreeMotion as OctreeMotion, OpenBodies as OpenBodies, Parallel as Parallel, Path as Path,
                    PointSide as PointSide, RasterScope as RasterScope, Relation as Relation, ReviewState as ReviewState, Severity as Severity, SolidKind as SolidKind,
                    Swept as Swept, SweptPairs as SweptPairs, Verdict as Verdict,
                    VoxelRule as VoxelRule, ZlistForm as ZlistForm)
from ._core import (ConvexBody as ConvexBody, ConvexPolygon as ConvexPolygon, LineShape as LineShape, Mesh as Mesh,
                    Octree as Octree, Robot as Robot, Scene as Scene, Solid as Solid, StarBody as StarBody, backends as backends,
                    clearance_map as clearance_map, close_scan as close_scan, combine as combine,
                    convex_distance as convex_distance, formats as formats, intersect as intersect,
                    is_cad_file as is_cad_file, junit_text as junit_text, load_decisions as load_decisions,
                    load_octree as load_octree, load_rules as load_rules, load_scene as load_scene, open_scene as open_scene,
                    make_box as make_box, make_closed_teapot as make_closed_teapot, make_comb as make_comb,
                    make_displaced_sphere as make_displaced_sphere, make_height_field as make_height_field,
                    make_icosphere as make_icosphere, make_line_convex as make_line_convex,
                    make_mandelbrot_field as make_mandelbrot_field, make_noise_field as make_noise_field,
                    make_nurbs_sphere as make_nurbs_sphere, make_nurbs_torus as make_nurbs_torus,
                    make_random_mesh as make_random_mesh, make_sphere as make_sphere,
                    make_sphere_of_faces as make_sphere_of_faces, make_teapot as make_teapot, make_teeth as make_teeth,
                    make_torus as make_torus, mend as mend, markdown_text as markdown_text, methods as methods, move_robot as move_robot, octree_surface as octree_surface,
                    parse_decisions as parse_decisions, parse_rules as parse_rules, parse_scene as parse_scene, polar_newton as polar_newton,
                    place_robot as place_robot, polar_newton_2d as polar_newton_2d, polar_newton_poses as polar_newton_poses,
                    pose_from_quaternion as pose_from_quaternion, require_unit as require_unit, sarif_text as sarif_text, share_voxel as share_voxel,
                    subtract as subtract, swept_octree as swept_octree, unite as unite, verify as verify, verify_2d as verify_2d,
                    version as version, world_point as world_point, write_mesh as write_mesh, write_octree as write_octree,
                    write_parts as write_parts, write_review_scene as write_review_scene, write_voxels as write_voxels)
from .answers import *  # noqa: F401,F403
from .listings import (BackendInfo as BackendInfo, FormatInfo as FormatInfo, MethodInfo as MethodInfo,
                       MotionCounts as MotionCounts)
from .overlaps import *  # noqa: F401,F403
from .options import (CheckOptions as CheckOptions, Compaction as Compaction, ConvexOptions as ConvexOptions,
                      ConvexQuery as ConvexQuery, DistanceColours as DistanceColours, EngineOptions as EngineOptions,
                      Experiments as Experiments, LoadOptions as LoadOptions, MapOptions as MapOptions,
                      MapPictureOptions as MapPictureOptions, OctreeFrame as OctreeFrame, OctreeMaking as OctreeMaking,
                      OctreeMoving as OctreeMoving, PictureOptions as PictureOptions, PointOptions as PointOptions,
                      PoseOptions as PoseOptions, RayOptions as RayOptions, SweepOptions as SweepOptions,
                      ViewOptions as ViewOptions)
from . import scene as _scene  # noqa: F401  (it completes the class)
from .convex import (ConvexWarmStart as ConvexWarmStart, CurvedSurface as CurvedSurface, StarSurface as StarSurface)
from .shapes import (Displacement as Displacement, make_capsule as make_capsule, make_difference as make_difference, make_displaced as make_displaced, make_hills as make_hills,
                     make_implicit as make_implicit, make_implicit_cylinder as make_implicit_cylinder,
                     make_implicit_ellipsoid as make_implicit_ellipsoid, make_implicit_sphere as make_implicit_sphere,
                     make_implicit_torus as make_implicit_torus, make_intersection as make_intersection,
                     make_line_mesh as make_line_mesh, make_line_shape as make_line_shape, make_metaballs as make_metaballs,
                     make_nurbs as make_nurbs, make_placed as make_placed, make_rounded_box as make_rounded_box,
                     make_signed_distance as make_signed_distance, make_superquadric as make_superquadric,
                     make_union as make_union, make_waves as make_waves)
from .convert import as_mesh as as_mesh
from .engine import Engine as Engine
from .results import (CheckResult as CheckResult, DistanceCurve as DistanceCurve, InterferenceMap as InterferenceMap,
                      SweepResult as SweepResult)
from .io import (colour_range as colour_range, compacted as compacted, load_mesh as load_mesh, load_parts as load_parts,
                 load_points as load_points, make_octree as make_octree, move_octree as move_octree,
                 write_distance_picture as write_distance_picture, write_map_mesh as write_map_mesh,
                 write_map_picture as write_map_picture, write_map_raw as write_map_raw, write_picture as write_picture,
                 write_points as write_points)
from .cad import (CadLoadOptions as CadLoadOptions, CadScene as CadScene, CadSettleOptions as CadSettleOptions,
                  CadStats as CadStats)
from .reviews import (Decision as Decision, GoneFinding as GoneFinding, ReportOptions as ReportOptions,
                      ReportPair as ReportPair, Review as Review, ReviewFact as ReviewFact, ReviewItem as ReviewItem,
                      ReviewOptions as ReviewOptions, review_of as review_of, write_bcf as write_bcf,
                      write_markdown as write_markdown, write_report as write_report)
from .robots import (DisabledLinks as DisabledLinks, JointContact as JointContact, JointGroup as JointGroup,
                     JointMimic as JointMimic, JointTrajectory as JointTrajectory, LinkBody as LinkBody,
                     LinkPairFinding as LinkPairFinding, LinkPairOptions as LinkPairOptions, NamedState as NamedState,
                     PlacedRobot as PlacedRobot, RobotCell as RobotCell, RobotFiles as RobotFiles,
                     RobotJoint as RobotJoint, RobotLink as RobotLink, RobotModel as RobotModel,
                     RobotStateAnswer as RobotStateAnswer, RobotSweepOptions as RobotSweepOptions,
                     RobotSweepPair as RobotSweepPair, RobotSweepResult as RobotSweepResult,
                     find_link_pairs as find_link_pairs, load_robot as load_robot)
from .tasks import (CheckPlan as CheckPlan, CheckTask as CheckTask, pack_answer as pack_answer,
                    unpack_answer as unpack_answer)
from .quick import (check as check, distance as distance, map as map, meet as meet, meet_poses as meet_poses,
                    overlap as overlap, poses_at as poses_at, signed_distance as signed_distance, sweep as sweep)

__version__ = version()

if _typing.TYPE_CHECKING:
    from . import meshio as meshio, open3d as open3d, scenes as scenes, trimesh as trimesh
else:
    def __getattr__(name):
        """Modules that few need come when they are asked for."""
        if name in ("dask", "meshio", "open3d", "scenes", "trimesh"):
            return _importlib.import_module(f"impinge.{name}")
        raise AttributeError(f"module 'impinge' has no attribute '{name}'")

# They are the package's, wherever they are written.
for _name, _value in list(globals().items()):
    if isinstance(_value, type) and _value.__module__ == "impinge._core":
        _value.__module__ = "impinge"
del _name, _value
