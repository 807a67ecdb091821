# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Writes STEP files (AP214) of plates, pins, bores and balls, so that the answers are known by formula."""
import math

HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 }}'));
ENDSEC;
DATA;
{}
ENDSEC;
END-ISO-10303-21;
"""


class StepFile:
    """Collects entities; each solid is a product of its own."""

    def __init__(self, unit="MM"):
        self.lines = []
        app = self.add("APPLICATION_CONTEXT('automotive design')")
        self.add(f"APPLICATION_PROTOCOL_DEFINITION('','automotive_design',2000,{app})")
        self.product_context = self.add(f"PRODUCT_CONTEXT('',{app},'mechanical')")
        self.part_context = self.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{app},'design')")
        prefix = {"MM": ".MILLI.", "M": "$"}[unit]
        length = self.add(f"( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT({prefix},.METRE.) )")
        angle = self.add("( NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.) )")
        solid = self.add("( NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT() )")
        error = self.add(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-7),{length},'','')")
        self.context = self.add(f"( GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({error})) "
                                f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid})) REPRESENTATION_CONTEXT('','') )")

    def add(self, text):
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return f"#{len(self.lines)}"

    def text(self):
        return HEAD.format("\n".join(self.lines))

    def point(self, p):
        return self.add("CARTESIAN_POINT('',({},{},{}))".format(*(repr(float(x)) for x in p)))

    def direction(self, d):
        return self.add("DIRECTION('',({},{},{}))".format(*(repr(float(x)) for x in d)))

    def frame(self, at, z=(0, 0, 1), x=(1, 0, 0)):
        return self.add(f"AXIS2_PLACEMENT_3D('',{self.point(at)},{self.direction(z)},{self.direction(x)})")

    def line_edge(self, a, b, at, to):
        length = math.dist(at, to)
        way = self.direction([(q - p) / length for p, q in zip(at, to)])
        vector = self.add(f"VECTOR('',{way},1.)")
        line = self.add(f"LINE('',{self.point(at)},{vector})")
        return self.add(f"EDGE_CURVE('',{a},{b},{line},.T.)")

    def circle_edge(self, vertex, at, radius):
        circle = self.add(f"CIRCLE('',{self.frame(at)},{radius!r})")
        return self.add(f"EDGE_CURVE('',{vertex},{vertex},{circle},.T.)")

    def vertex(self, p):
        return self.add(f"VERTEX_POINT('',{self.point(p)})")

    def loop(self, *edges):
        """Each edge with its direction."""
        uses = [self.add(f"ORIENTED_EDGE('',*,*,{edge},{'.T.' if forward else '.F.'})") for edge, forward in edges]
        return self.add(f"EDGE_LOOP('',({','.join(uses)}))")

    def face(self, surface, same, outer, *inner):
        bounds = [self.add(f"FACE_OUTER_BOUND('',{outer},.T.)")] + [self.add(f"FACE_BOUND('',{loop},.T.)") for loop in inner]
        return self.add(f"ADVANCED_FACE('',({','.join(bounds)}),{surface},{'.T.' if same else '.F.'})")

    def solid(self, name, faces):
        shell = self.add(f"CLOSED_SHELL('',({','.join(faces)}))")
        body = self.add(f"MANIFOLD_SOLID_BREP('{name}',{shell})")
        shape = self.add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({body},{self.frame((0, 0, 0))}),{self.context})")
        product = self.add(f"PRODUCT('{name}','{name}','',({self.product_context}))")
        version = self.add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
        definition = self.add(f"PRODUCT_DEFINITION('design','',{version},{self.part_context})")
        has = self.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
        self.add(f"SHAPE_DEFINITION_REPRESENTATION({has},{shape})")

    def cylinder_wall(self, at, radius, z0, z1, inward=False):
        """The round face, and the edges of its two circles."""
        x, y = at
        low, high = (x + radius, y, z0), (x + radius, y, z1)
        a, b = self.vertex(low), self.vertex(high)
        c0, c1 = self.circle_edge(a, (x, y, z0), radius), self.circle_edge(b, (x, y, z1), radius)
        seam = self.line_edge(a, b, low, high)
        surface = self.add(f"CYLINDRICAL_SURFACE('',{self.frame((x, y, z0))},{radius!r})")
        ring = [(c0, True), (seam, True), (c1, False), (seam, False)]
        if inward:
            ring = [(edge, not forward) for edge, forward in reversed(ring)]
        return self.face(surface, not inward, self.loop(*ring)), c0, c1

    def pin(self, name, radius, z0, z1, at=(0, 0)):
        wall, c0, c1 = self.cylinder_wall(at, radius, z0, z1)
        bottom = self.face(self.add(f"PLANE('',{self.frame((*at, z0))})"), False, self.loop((c0, False)))
        top = self.face(self.add(f"PLANE('',{self.frame((*at, z1))})"), True, self.loop((c1, True)))
        self.solid(name, [wall, bottom, top])

    def bushing(self, name, bore, outer, z0, z1, at=(0, 0)):
        """A round plate with a hole."""
        inside, i0, i1 = self.cylinder_wall(at, bore, z0, z1, inward=True)
        wall, c0, c1 = self.cylinder_wall(at, outer, z0, z1)
        bottom = self.face(self.add(f"PLANE('',{self.frame((*at, z0))})"), False, self.loop((c0, False)), self.loop((i0, True)))
        top = self.face(self.add(f"PLANE('',{self.frame((*at, z1))})"), True, self.loop((c1, True)), self.loop((i1, False)))
        self.solid(name, [inside, wall, bottom, top])


def shaft_in_bore(play, radius=10.0, unit="MM", scale=1.0):
    """A shaft with this much room around it (on each side) in a bushing 20 high; negative: a press fit."""
    file = StepFile(unit)
    file.pin("shaft", (radius - play) * scale, -5.0 * scale, 25.0 * scale)
    file.bushing("bush", radius * scale, 2 * radius * scale, 0.0, 20.0 * scale)
    return file.text()
