// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
import { Color } from "three";

/** The chosen pair; told apart by those who see few colours too. */
export const kSideA = "#3d86dd";
export const kSideB = "#e2a32e";
/** All others, on light and dark ground. */
export const kRest = ["#8b95a5", "#8e99ab"];

const kBodies = ["#7ea3d1", "#d9c7a0", "#93bf97", "#b8a3d4", "#8ac2c4", "#c9cdd4", "#c3c687", "#d5a99b"];

/** While nothing is chosen. */
export const bodyColour = (object: number): Color => new Color(kBodies[object % kBodies.length]);
