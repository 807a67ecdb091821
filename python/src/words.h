// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>
#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/io.h>
#include <impinge/robot.h>

#include "convert.h"

IMPINGE_PYTHON_WORD(ErrorCode, "ErrorCode")
IMPINGE_PYTHON_WORD(Verdict, "Verdict")
IMPINGE_PYTHON_WORD(Relation, "Relation")
IMPINGE_PYTHON_WORD(Guarantee, "Guarantee")
IMPINGE_PYTHON_WORD(Certainty, "Certainty")
IMPINGE_PYTHON_WORD(DirectionRule, "DirectionRule")
IMPINGE_PYTHON_WORD(PointSide, "PointSide")
IMPINGE_PYTHON_WORD(Path, "Path")
IMPINGE_PYTHON_WORD(Group, "Group")
IMPINGE_PYTHON_WORD(Severity, "Severity")
IMPINGE_PYTHON_WORD(Method, "Method")
IMPINGE_PYTHON_WORD(Backend, "Backend")
IMPINGE_PYTHON_WORD(OpenBodies, "OpenBodies")
IMPINGE_PYTHON_WORD(FaceFeature, "FaceFeature")
IMPINGE_PYTHON_WORD(Combination, "Combination")
IMPINGE_PYTHON_WORD(MapCell, "MapCell")
IMPINGE_PYTHON_WORD(ConvexStop, "ConvexStop")
IMPINGE_PYTHON_WORD(ConvexCertificate::Kind, "CertificateKind")
IMPINGE_PYTHON_WORD(OctreeKind, "OctreeKind")
IMPINGE_PYTHON_WORD(VoxelRule, "VoxelRule")
IMPINGE_PYTHON_WORD(MapLayer, "MapLayer")
IMPINGE_PYTHON_WORD(Broad, "Broad")
IMPINGE_PYTHON_WORD(ZlistForm, "ZlistForm")
IMPINGE_PYTHON_WORD(RasterScope, "RasterScope")
IMPINGE_PYTHON_WORD(DepthCountForm, "DepthCountForm")
IMPINGE_PYTHON_WORD(DepthPasses, "DepthPasses")
IMPINGE_PYTHON_WORD(Drawing, "Drawing")
IMPINGE_PYTHON_WORD(Swept, "Swept")
IMPINGE_PYTHON_WORD(SweptPairs, "SweptPairs")
IMPINGE_PYTHON_WORD(Parallel, "Parallel")
IMPINGE_PYTHON_WORD(OctreeMotion, "OctreeMotion")
IMPINGE_PYTHON_WORD(SolidKind, "SolidKind")
IMPINGE_PYTHON_WORD(JointKind, "JointKind")
IMPINGE_PYTHON_WORD(AdjacentLinks, "AdjacentLinks")
IMPINGE_PYTHON_WORD(LinkPairKind, "LinkPairKind")
IMPINGE_PYTHON_WORD(DecisionState, "DecisionState")
IMPINGE_PYTHON_WORD(ReviewState, "ReviewState")
