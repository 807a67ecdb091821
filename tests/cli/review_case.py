# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Reads the files for other tools back and holds them against what their formats ask for."""
import json
import pathlib
import re
import struct
import xml.etree.ElementTree as ET
import zipfile

from tool_case import ToolCase, jsonschema

FOLDER = pathlib.Path(__file__).resolve().parent
GUID = re.compile(r"[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}")
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")

# Elements with their children in order, as the published schemas have them: ? at most one, * any number, + one or more. Only
# what a text may be is left out; what is not named here has no children.
VECTOR = ["X", "Y", "Z"]
CAMERA = ["CameraViewPoint", "CameraDirection", "CameraUpVector", "FieldOfView"]
COMMON = {
    "Comment": ["Date", "Author", "Comment", "Viewpoint?", "ModifiedDate?", "ModifiedAuthor?"],
    "VisualizationInfo": ["Components?", "OrthogonalCamera?", "PerspectiveCamera?", "Lines?", "ClippingPlanes?", "Bitmaps?"],
    "Components": ["Selection?", "Visibility", "Coloring?"], "Selection": ["Component+"], "Coloring": ["Color+"],
    "Component": ["OriginatingSystem?", "AuthoringToolId?"], "Lines": ["Line+"], "Line": ["StartPoint", "EndPoint"],
    **{name: VECTOR for name in ("CameraViewPoint", "CameraDirection", "CameraUpVector", "StartPoint", "EndPoint")},
}
TOPIC = ["Title", "Priority?", "Index?", "CreationDate", "CreationAuthor", "ModifiedDate?", "ModifiedAuthor?", "DueDate?",
         "AssignedTo?", "Stage?", "Description?"]
BCF = {
    "2.1": {**COMMON, "Version": ["DetailedVersion?"], "Markup": ["Header?", "Topic", "Comment*", "Viewpoints*"],
            "Topic": ["ReferenceLink*", *TOPIC[:3], "Labels*", *TOPIC[3:], "BimSnippet?", "DocumentReference*", "RelatedTopic*"],
            "Viewpoints": ["Viewpoint?", "Snapshot?", "Index?"], "Color": ["Component+"], "PerspectiveCamera": CAMERA},
    "3.0": {**COMMON, "Version": [], "Markup": ["Header?", "Topic"],
            "Topic": ["ReferenceLinks?", *TOPIC[:3], "Labels?", *TOPIC[3:], "BimSnippet?", "DocumentReferences?", "RelatedTopics?",
                      "Comments?", "Viewpoints?"],
            "Labels": ["Label*"], "Comments": ["Comment*"], "Viewpoints": ["ViewPoint*"],
            "ViewPoint": ["Viewpoint?", "Snapshot?", "Index?"], "Color": ["Components"], "PerspectiveCamera": [*CAMERA, "AspectRatio"],
            "Extensions": ["TopicTypes", "TopicStatuses", "Priorities", "TopicLabels", "Users", "SnippetTypes", "Stages"],
            "TopicTypes": ["TopicType*"], "TopicStatuses": ["TopicStatus*"], "Priorities": ["Priority*"],
            "TopicLabels": ["TopicLabel*"], "Users": ["User*"], "SnippetTypes": ["SnippetType*"], "Stages": ["Stage*"]},
}


def as_json(element):
    """An element of XML as its JSON schema describes it."""
    return {"tag": element.tag, "attributes": dict(element.attrib), "children": [as_json(child) for child in element],
            "text": (element.text or "") + "".join(child.tail or "" for child in element)}


def validate(document, schema):
    if jsonschema is not None:
        jsonschema.Draft202012Validator(json.loads((FOLDER / schema).read_text(encoding="utf-8"))).validate(document)


class ReviewCase(ToolCase):
    def scene(self, objects, name="scene.json", **more):
        return self.write(name, json.dumps({"schema": "impinge.scene/1", "objects": objects, **more}, indent=1))

    def text_of(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def junit(self, name):
        """Cases by suite and name: None where one passes, else the tag, message and text."""
        root = ET.fromstring((self.folder / name).read_bytes())
        validate(as_json(root), "junit.schema.json")
        self.assertEqual((root.tag, set(root.attrib)), ("testsuites", {"name", "tests", "failures", "errors", "time"}))
        cases, failures = {}, 0
        for suite in root:
            self.assertEqual((suite.tag, set(suite.attrib)),
                             ("testsuite", {"name", "tests", "failures", "errors", "skipped", "time"}))
            counts = {"failure": 0, "skipped": 0}
            for case in suite:
                self.assertEqual((case.tag, set(case.attrib)), ("testcase", {"classname", "name", "time"}))
                self.assertLessEqual({child.tag for child in case}, {"failure", "skipped", "system-out"})
                key = (suite.get("name"), case.get("name"))
                self.assertNotIn(key, cases)
                results = [child for child in case if child.tag in counts]
                self.assertLessEqual(len(results), 1)
                cases[key] = (results[0].tag, results[0].get("message"), results[0].text) if results else None
                for result in results:
                    counts[result.tag] += 1
                    self.assertTrue(result.get("message"))
            self.assertEqual([int(suite.get(k)) for k in ("tests", "failures", "skipped", "errors")],
                             [len(suite), counts["failure"], counts["skipped"], 0])
            failures += counts["failure"]
            float(suite.get("time"))
        self.assertEqual((int(root.get("tests")), int(root.get("failures"))), (len(cases), failures))
        self.assertGreater(len(cases), 0)
        return cases

    def sarif(self, name):
        document = json.loads(self.text_of(name))
        validate(document, "sarif.schema.json")
        run = document["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        return run

    def region(self, text, location):
        """The piece of a scene file that a location of SARIF names."""
        region = location["physicalLocation"]["region"]
        lines = text.splitlines(keepends=True)
        inner = lines[region["startLine"] - 1:region["endLine"]]
        inner[-1] = inner[-1][:region["endColumn"] - 1]
        inner[0] = inner[0][region["startColumn"] - 1:]
        return json.loads("".join(inner))

    def follows(self, element, grammar):
        """The children of an element, and theirs, are those that the schema has, in its order."""
        wanted = "".join("(?:<%s>)%s" % (part.rstrip("?*+"), part[len(part.rstrip("?*+")):]) for part in grammar.get(element.tag, []))
        if element.tag == "Comment" and len(element) == 0:
            return  # the text of a comment has the name of the comment
        if element.tag == "Components" and element and element[0].tag == "Component":
            wanted = "(?:<Component>)+"  # of a colour, in 3.0
        if element.tag == "Viewpoint":
            wanted = ""
        self.assertRegex("".join(f"<{child.tag}>" for child in element), f"^{wanted}$", element.tag)
        for child in element:
            self.follows(child, grammar)

    def bcf(self, name, version="2.1"):
        """Topics by title: markup, viewpoint, and the snapshot where there is one. The archive must be as the standard has it."""
        topics = {}
        with zipfile.ZipFile(self.folder / name) as archive:
            self.assertIsNone(archive.testzip())
            names = archive.namelist()
            self.assertEqual(len(names), len(set(names)))
            read = lambda part: ET.fromstring(archive.read(part))
            self.follows(read("bcf.version"), BCF[version])
            self.assertEqual(read("bcf.version").get("VersionId"), version)
            self.assertEqual("extensions.xml" in names, version == "3.0")
            if version == "3.0":
                self.follows(read("extensions.xml"), BCF[version])
            folders = {n.split("/")[0] for n in names if "/" in n}
            self.assertEqual({n for n in names if "/" not in n} - {"bcf.version", "extensions.xml"}, set())
            for folder in folders:
                self.assertRegex(folder, f"^{GUID.pattern}$")
                markup, view = read(f"{folder}/markup.bcf"), read(f"{folder}/viewpoint.bcfv")
                self.follows(markup, BCF[version])
                self.follows(view, BCF[version])
                topic = markup.find("Topic")
                self.assertEqual(topic.get("Guid"), folder)
                self.assertRegex(topic.findtext("CreationDate"), f"^{DATE.pattern}$")
                self.assertTrue(45 <= float(view.findtext("PerspectiveCamera/FieldOfView")) <= 60)
                point = markup.find("Topic/Viewpoints/ViewPoint" if version == "3.0" else "Viewpoints")
                self.assertEqual(point.get("Guid"), view.get("Guid"))
                picture = f"{folder}/snapshot.png" in names
                self.assertEqual(point.findtext("Snapshot"), "snapshot.png" if picture else None)
                if picture:
                    self.assertEqual(archive.read(f"{folder}/snapshot.png")[:8], b"\x89PNG\r\n\x1a\n")
                topics[topic.findtext("Title")] = (markup, view, picture)
        return topics

    def glb(self, name):
        """The JSON of a GLB; its sizes must agree with each other."""
        data = (self.folder / name).read_bytes()
        magic, version, total, size, kind = struct.unpack("<5I", data[:20])
        self.assertEqual((magic, version, total, kind), (0x46546C67, 2, len(data), 0x4E4F534A))
        document = json.loads(data[20:20 + size])
        binary, kind = struct.unpack("<2I", data[20 + size:28 + size])
        self.assertEqual((28 + size + binary, kind), (len(data), 0x004E4942))
        self.assertEqual(document["buffers"][0]["byteLength"], binary)
        for view in document["bufferViews"]:
            self.assertLessEqual(view["byteOffset"] + view["byteLength"], binary)
        return document
