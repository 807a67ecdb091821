# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The table of methods is the one that command line, statistics, schemas and documents go by."""
import json

from tool_case import TOOL, ToolCase, main

import method_docs


class Methods(ToolCase):
    def test_documents_and_schemas_name_the_methods_of_the_tool(self):
        self.assertEqual(list(method_docs.findings(TOOL, write=False)), [])

    def test_every_word_is_taken_and_reported(self):
        words = method_docs.method_words(TOOL)
        self.assertEqual(words[0], "auto")
        listed = {m["name"]: m for m in json.loads(self.run_tool("info", "--json").stdout)["methods"]}
        for word in words[1:]:
            with self.subTest(word=word):
                stats = self.check(*self.two_boxes(5), "--method", word, status=1)["stats"]
                self.assertEqual(stats["method"][0], word)
                self.assertEqual(listed[word]["stage"], "localise")

    def test_several_methods_are_a_list(self):
        boxes = self.two_boxes(5)
        stats = self.check(*boxes, "--method", "polar_newton", status=1)["stats"]
        self.assertEqual(stats["method"], ["polar_newton", "slice_map"])
        self.assertIn("polar_newton+slice_map,", self.run_tool("check", *boxes, "--method", "polar_newton").stdout)

    def test_a_word_that_is_no_method_is_refused_with_the_list(self):
        self.trouble("check", *self.two_boxes(5), "--method", "octree", names=["--method", "face_octree"])


if __name__ == "__main__":
    main()
