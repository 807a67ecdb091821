#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
#
# Makes every picture of the documents with today's tool. Called by ./dev pictures; usage: docs/pictures/make.sh IMPINGE [FOLDER]
set -euo pipefail
impinge=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
out=$(realpath "${2:-.}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# findings COMMAND…: status 1 says that bodies meet, which is what is shown here.
findings() { "$@" || [[ $? == 1 ]]; }

# jaws GAP: the scene of the jaw experiment, the upper row so many mm above the first contact.
jaws() {
  awk -v gap="$1" 'BEGIN {
    print "{ \"schema\": \"impinge.scene/1\", \"units\": \"mm\", \"objects\": ["
    print "  { \"name\": \"lower\", \"shape\": { \"teeth\": [64, 51, 0] } },"
    printf "  { \"name\": \"upper\", \"shape\": { \"teeth\": [64, 51, 1] }, \"position\": [0, 0, %.17g] } ] }\n", 19.9 + gap }'
}

for position in apart:1.2 touching:0.02 biting:-0.8 deep:-2.4; do
  name=jaws_${position%:*}
  jaws "${position#*:}" >"$work/$name.json"
  findings "$impinge" map --scene "$work/$name.json" --direction 0,0,1 --range 6 --quiet --output "$out/$name.png"
done

"$impinge" demo --output "$work/demo" >/dev/null
cp "$work/demo/fifteen_shuttles.png" "$out/shuttles.png"
cp "$work/demo/teeth_biting.png" "$out/teeth.png"
cp "$work"/demo/{teapot_on_field,polyhedra_layered,room}.png "$out"

for name in face_octree velocity_backface polar_newton face_pair_swept; do python3 $name.py >"$out/$name.svg"; done
python3 fly_by.py "$impinge" "$out/fly_by.png"
# A page of the demo, and a moving picture made from it in a browser.
cp "$work/demo/fifteen_shuttles.html" "$out/report.html"
if [[ -d ../../apps/report/node_modules ]] && command -v node >/dev/null && command -v chromium >/dev/null; then
  mkdir "$work/film"
  node ../../apps/report/film.mjs "$out/report.html" "$work/film"
  python3 film.py "$work/film" "$out/report.png"
  findings "$impinge" check --scene gear.json --clearance 5 --quiet --report "$work/gear.html"
  node ../../apps/report/shots.mjs "$work/gear.html" "bearing ring / shaft ball" "$work"
  for shot in "$work"/report_*.png; do python3 film.py "$shot" "$out/${shot##*/}"; done
else
  echo "report*.png stay as they are: node, chromium or the page's packages are not here; ./dev bench report brings them"
fi
ls -l "$out"/*.png "$out"/*.svg
