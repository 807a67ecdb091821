# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Validates the scenes of a folder against the JSON Schema: those in good/ must pass, those in bad/ must not."""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: the Python module jsonschema is not there")
    sys.exit(77)

schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
if not hasattr(jsonschema, "Draft202012Validator"):
    print("skipped: the Python module jsonschema is too old for draft 2020-12")
    sys.exit(77)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
wrong = 0
count = 0
for file in sorted(pathlib.Path(sys.argv[2]).glob("*/*.json")):
    valid = validator.is_valid(json.loads(file.read_text()))
    count += 1
    if valid != (file.parent.name == "good"):
        print(f"{file}: the schema says {'valid' if valid else 'invalid'}")
        wrong += 1
print(f"{count} scenes, {wrong} wrong")
sys.exit(1 if wrong or not count else 0)
