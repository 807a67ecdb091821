// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/answer.h>
#include <impinge/scene.h>

#include <initializer_list>
#include <string>

namespace impinge::cli {

/// A sentence where objects differ so much in size that one of them may be in another unit; else empty. Only the objects
/// named are looked at, all of them if none is.
std::string size_hint(const Scene& scene, std::initializer_list<ObjectId> objects = {});

/// The same, and a sentence about objects that are facets of a CAD file's surfaces.
std::string input_hint(const Scene& scene, std::initializer_list<ObjectId> objects = {});

/// What is proved about facets of a CAD file is true of its surfaces within a bound.
void doubt_facets(const Scene& scene, CheckResult& result);

}  // namespace impinge::cli
