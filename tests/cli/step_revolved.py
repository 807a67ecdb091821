# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Solids of revolution for step_solids.StepFile: profiles of lines and arcs, as analytic surfaces or as splines that are the same."""
import math


def arc(centre, to):
    """A piece of a profile: round `centre` to `to`, by the shorter way."""
    return ("arc", centre, to)


def revolve(file, name, start, pieces, nurbs=False):
    """A solid about the z axis. The profile in (r, z) runs counterclockwise; a point is a line to it. Nothing touches the axis
    but the ends of lines across it."""
    corners = [start] + [piece[2] if piece[0] == "arc" else piece for piece in pieces]
    assert corners[0] == corners[-1]
    vertices, circles = {}, {}
    for corner in corners[:-1]:
        r, z = corner
        if r > 0:
            vertices[corner] = file.vertex((r, 0, z))
            circles[corner] = file.circle_edge(vertices[corner], (0, 0, z), r)
    faces = []
    for piece, a, b in zip(pieces, corners, corners[1:]):
        centre = piece[1] if piece[0] == "arc" else None
        if a[0] == 0 and b[0] == 0:
            continue
        if centre is None and a[1] == b[1] and (not nurbs or 0 in (a[0], b[0])):
            faces.append(_flat(file, a, b, circles))
            continue
        seam = _seam(file, vertices, a, b, centre)
        loop = file.loop((circles[a], True), (seam, True), (circles[b], False), (seam, False))
        surface, same = (_spline(file, a, b, centre), True) if nurbs else _surface(file, a, b, centre)
        faces.append(file.face(surface, same, loop))
    file.solid(name, faces)


def _flat(file, a, b, circles):
    plane = file.add(f"PLANE('',{file.frame((0, 0, a[1]))})")
    loops = [file.loop((circles[c], forward)) for c, forward in ((a, True), (b, False)) if c[0] > 0]
    if b[0] > a[0]:
        loops.reverse()
    return file.face(plane, b[0] < a[0], *loops)


def _turn(centre, a, b):
    """Positive where the way from a to b is counterclockwise."""
    return (a[0] - centre[0]) * (b[1] - centre[1]) - (a[1] - centre[1]) * (b[0] - centre[0])


def _seam(file, vertices, a, b, centre):
    if centre is None:
        return file.line_edge(vertices[a], vertices[b], (a[0], 0, a[1]), (b[0], 0, b[1]))
    radius = math.dist(a, centre)
    circle = file.add(f"CIRCLE('',{file.frame((centre[0], 0, centre[1]), (0, -1, 0), (1, 0, 0))},{radius!r})")
    return file.add(f"EDGE_CURVE('',{vertices[a]},{vertices[b]},{circle},{'.T.' if _turn(centre, a, b) > 0 else '.F.'})")


def _surface(file, a, b, centre):
    if centre is not None:
        radius, frame = math.dist(a, centre), file.frame((0, 0, centre[1]))
        kind = f"SPHERICAL_SURFACE('',{frame},{radius!r})" if centre[0] == 0 else \
            f"TOROIDAL_SURFACE('',{frame},{centre[0]!r},{radius!r})"
        return file.add(kind), _turn(centre, a, b) > 0
    if a[0] == b[0]:
        return file.add(f"CYLINDRICAL_SURFACE('',{file.frame((0, 0, a[1]))},{a[0]!r})"), b[1] > a[1]
    low, high = sorted((a, b))
    way = (0, 0, 1) if high[1] > low[1] else (0, 0, -1)
    angle = math.atan2(high[0] - low[0], abs(high[1] - low[1]))
    return file.add(f"CONICAL_SURFACE('',{file.frame((0, 0, low[1]), way)},{low[0]!r},{angle!r})"), b[1] > a[1]


def _spline(file, a, b, centre):
    """Degree 2 round the axis, in four quarters; its normal looks outwards."""
    profile = [(a, 1.0), (b, 1.0)]
    if centre is not None:
        half = math.acos(max(-1.0, min(1.0, sum((p - c) * (q - c) for p, q, c in zip(a, b, centre)) / math.dist(a, centre) ** 2))) / 2
        middle = [(p + q) / 2 for p, q in zip(a, b)]
        weight = math.cos(half)
        profile.insert(1, (tuple(c + (m - c) / weight ** 2 for m, c in zip(middle, centre)), weight))
    around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)]
    points, weights = [], []
    for i, (x, y) in enumerate(around):
        points.append("(" + ",".join(file.point((r * x, r * y, z)) for (r, z), _ in profile) + ")")
        weights.append("(" + ",".join(repr(w * (math.sqrt(0.5) if i % 2 else 1.0)) for _, w in profile) + ")")
    degree = len(profile) - 1
    return file.add(
        f"( BOUNDED_SURFACE() B_SPLINE_SURFACE(2,{degree},({','.join(points)}),.UNSPECIFIED.,.T.,.F.,.F.) "
        f"B_SPLINE_SURFACE_WITH_KNOTS((3,2,2,2,3),({degree + 1},{degree + 1}),(0.,1.,2.,3.,4.),(0.,1.),.UNSPECIFIED.) "
        f"GEOMETRIC_REPRESENTATION_ITEM() RATIONAL_B_SPLINE_SURFACE(({','.join(weights)})) REPRESENTATION_ITEM('') SURFACE() )")
