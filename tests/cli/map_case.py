# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Runs `impinge map` and checks what every map must keep to."""
import json

from tool_case import ToolCase, jsonschema, schema_of


class MapCase(ToolCase):
    def map(self, *arguments, status):
        """The document of `map … --json -`; it must be JSON alone, valid, and consistent in itself."""
        run = self.run_tool("map", *arguments, "--json", "-", status=status)
        self.assertEqual(run.stderr, "")
        document = json.loads(run.stdout)
        self.validate_map(document)
        return document

    def validate_map(self, document):
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("impinge.map")).validate(document)
        numbers = [document[key] for key in ("overlap_volume", "projected_area", "max_depth") if document[key] is not None]
        numbers += [parting["distance"] for parting in document["partings"]]
        for number in numbers:
            self.assertLessEqual(number["low"], number["value"])
            self.assertLessEqual(number["value"], number["high"])
        self.assertEqual(document["overlap_volume"] is not None, document["solids"])
        self.validate_judgement(document)
        self.assertAlmostEqual(sum(x * x for x in document["direction"]), 1)
        self.assertEqual(sum(document["cells"].values()), document["columns"] * document["rows"])
        self.assertEqual(document["cells"]["undecided"], document["undecided_cells"])
        self.assertLessEqual(max(document["columns"], document["rows"]), document["resolution"])

    def validate_judgement(self, document):
        """Numbers and cells keep to the verdict."""
        cells = document["cells"]
        if document["verdict"] == "disjoint":
            self.assertEqual(cells["contact"] + cells["penetration"], 0)
            self.assertEqual(document["max_depth"]["value"], 0)
        if document["verdict"] == "touching" and document["tolerance"] == 0:
            self.assertEqual((cells["penetration"], document["max_depth"]["high"]), (0, 0))
        if document["distance"] is not None and document["certainty"] == "proved":
            self.assertEqual(document["distance"] > 0, document["verdict"] == "disjoint")

    def within(self, number, truth):
        self.assertLessEqual(number["low"], truth)
        self.assertGreaterEqual(number["high"], truth)

    def write_scene(self, name, objects, **more):
        return self.write(name, json.dumps({"schema": "impinge.scene/1", "units": "mm", "objects": objects, **more}))
