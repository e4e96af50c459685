#!/usr/bin/env python3
"""Draws pictures of docs/clips.md and docs/retargeting.md: what was before above what came out.

    tools/motion/pictures.py [--kine build/release/kine] [--out docs/pictures/clips]

clean.svg      how fast soles are in a walk whose hips sway, and after `kine clean`
retarget.svg   a walk above the same on another figure, and in two styles
weights.svg    an upper arm's share of the turning of its arm, over its weight in a style
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))
from motion_arrays import place_all, rates  # noqa: E402
from plant_labels import Bvh, sole_points  # noqa: E402
from skate_table import skated  # noqa: E402

WIDE = 1180
LEFT, RIGHT, MIDDLE, DIM = "#5ab0f5", "#f5a54a", "#e8eefb", "#8fa0c0"


class Picture:
    def __init__(self, title, lines, height):
        self.height = height
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{height}" viewBox="0 0 {WIDE} {height}" role="img" '
            'stroke-linecap="round" stroke-linejoin="round" font-family="Inter,\'Segoe UI\',Roboto,Helvetica,Arial,sans-serif">',
            f"<title>{title}</title>", f'<rect width="{WIDE}" height="{height}" rx="14" fill="#16203a"/>']
        self.text(28, 38, title, 19, MIDDLE, True)
        for i, line in enumerate(lines):
            self.text(28, 62 + 18 * i, line, 13, DIM)

    def text(self, x, y, words, size=13, colour=DIM, bold=False, anchor="start"):
        weight = ' font-weight="700"' if bold else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}"{weight} text-anchor="{anchor}">{words}</text>')

    def line(self, points, colour, width=2.0, dash=""):
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        more = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width}"{more}/>')

    def box(self, x, y, wide, high, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{colour}"/>')

    def save(self, path):
        with open(path, "w") as out:
            out.write("\n".join(self.parts + ["</svg>", ""]))


def chart(picture, top, high, xs, rows, most, unit, marks):
    """Lines over seconds or weights: rows of (values, colour, dash, name)."""
    left, wide = 70, 860
    at = lambda x, y: (left + wide * (x - xs[0]) / (xs[-1] - xs[0]), top + high * (1 - min(y, most) / most))
    picture.box(left, top, wide, high, "#121a2e")
    for share in (0, 0.5, 1):
        picture.line([at(xs[0], share * most), at(xs[-1], share * most)], "#2b3a5c", 1)
        picture.text(left - 8, at(xs[0], share * most)[1] + 4, f"{share * most:g}", 12, DIM, False, "end")
    for mark in marks:
        picture.text(at(mark, 0)[0], top + high + 18, f"{mark:g}", 12, DIM, False, "middle")
    picture.text(left, top - 8, unit, 13, MIDDLE)
    for i, (values, colour, dash, name) in enumerate(rows):
        picture.line([at(x, y) for x, y in zip(xs, values)], colour, 1.8, dash)
        picture.line([(960, top + 14 + 22 * i), (990, top + 14 + 22 * i)], colour, 2, dash)
        picture.text(1000, top + 18 + 22 * i, name, 13, MIDDLE)


def strip(picture, path, top, high, name, count=11):
    """Stick figures from the side, evenly in time."""
    bvh = Bvh(path, 0.01)
    at = np.array(place_all(bvh)[0])  # joint, frame, axis
    first = bvh.rate  # people begin to walk within a second
    frames = [int(first + (at.shape[1] - 1 - first) * i / (count - 1)) for i in range(count)]
    scale = high / 2
    picture.text(28, top + 2, name, 14, MIDDLE, True)
    picture.line([(28, top + high), (WIDE - 28, top + high)], "#2b3a5c", 1)
    for i, frame in enumerate(frames):
        place = at[:, frame]
        middle = 110 + (WIDE - 220) * i / (count - 1)
        for joint, parent in enumerate(bvh.parents):
            if parent < 0 or np.linalg.norm(place[joint] - place[parent]) < 1e-6:
                continue
            side = bvh.names[joint].lower() or bvh.names[parent].lower()
            colour = LEFT if "left" in side else RIGHT if "right" in side else MIDDLE
            ends = [(middle + scale * (p[2] - place[0][2]), top + high - scale * p[1]) for p in (place[parent], place[joint])]
            picture.line(ends, colour, 1.8)


def other_figure(path, out):
    """The same joints with short legs and a broad chest, at rest with its arms to the sides: a T pose."""
    bvh_lines = open(path).read().split("\n")
    names, depth, result = [], [], []
    for line in bvh_lines:
        words = line.split()
        if words and words[0] in ("ROOT", "JOINT", "End"):
            names.append(words[1] if words[0] != "End" else "end")
        if words and words[0] == "OFFSET":
            name = names[-1] if names[-1] != "end" else [n for n in names if n != "end"][-1]
            x, y, z = (float(w) for w in words[1:4])
            leg = any(p in name for p in ("thigh", "shank", "foot", "toes"))
            factor = 0.7 if leg else 0.95
            x, y, z = factor * x, factor * y, factor * z
            arm = any(p in name for p in ("forearm", "hand")) or (names[-1] == "end" and "hand" in name)
            if arm:
                x, y = (-y if "left" in name else y), 0.0
            line = line[:line.index("OFFSET")] + f"OFFSET {x:.5f} {y:.5f} {z:.5f}"
        if line.startswith("MOTION"):
            break
        result.append(line)
    channels = sum(int(line.split()[1]) for line in result if "CHANNELS" in line)
    rest = [0.0, 66.0, 0.0] + [0.0] * (channels - 3)
    result += ["MOTION", "Frames: 1", "Frame Time: 0.0166667", " ".join(f"{v:g}" for v in rest), ""]
    open(out, "w").write("\n".join(result))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kine", default="build/release/kine")
    parser.add_argument("--out", default="docs/pictures/clips")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        run = lambda *words: subprocess.run([options.kine, *words, "--force"], check=True, stdout=subprocess.DEVNULL)
        run("walk", "--seconds", "5", "--out", at("walk.bvh"))
        draw_clean(options, at, run)
        draw_retarget(options, at, run)
        draw_weights(options, at, run)


def draw_clean(options, at, run):
    walked = Bvh(at("walk.bvh"), 0.01)
    lines = skated(open(at("walk.bvh")).readlines(), "sway", walked, 0.01, "y")
    open(at("skate.bvh"), "w").writelines(lines)
    run("clean", at("skate.bvh"), "--out", at("clean.bvh"))
    picture = Picture("kine clean", ["How fast heels and toes are, of a walk whose hips sway by 2 cm; below, after kine clean.",
                                     "Where a foot stands it does not slide any more."], 560)
    for k, (name, title) in enumerate((("skate.bvh", "before: metres a second"), ("clean.bvh", "after: metres a second"))):
        bvh = Bvh(at(name), 0.01)
        places = place_all(bvh)[0]
        points = sole_points(bvh)
        rows = []
        for part, dash in (("heel", ""), ("toe", "5 4")):
            for joint in points[part]:
                own = np.linalg.norm(np.gradient(places[joint], axis=0), axis=1) * bvh.rate
                side = "left" if "left" in bvh.names[joint] else "right"
                rows.append((own, LEFT if side == "left" else RIGHT, dash, f"{side} {part}"))
        seconds = np.arange(len(bvh.frames)) / bvh.rate
        chart(picture, 130 + 220 * k, 160, seconds, rows, 0.5, title, range(0, 6))
    picture.save(os.path.join(options.out, "clean.svg"))


def draw_retarget(options, at, run):
    other_figure(at("walk.bvh"), at("other.bvh"))
    rows = [("walk.bvh", "the walk")]
    for name, title, more in (("child.bvh", "on a figure with short legs whose rest is a T pose", []),
                              ("limp.bvh", "the same, --style limp", ["--style", "limp"]),
                              ("old.bvh", "the same, --style old", ["--style", "old"])):
        run("retarget", "--from", at("walk.bvh"), "--to", at("other.bvh"), "--out", at(name), *more)
        rows.append((name, title))
    picture = Picture("kine retarget", ["A walk, and below what became of it: every bone points where the source's does, and feet stand on the ground."], 920)
    for k, (name, title) in enumerate(rows):
        strip(picture, at(name), 84 + 208 * k, 180, title)
    picture.save(os.path.join(options.out, "retarget.svg"))


def draw_weights(options, at, run):
    weights = [1, 1.5, 2, 3, 4, 6, 8]
    shares = {"left_upper_arm": [], "left_thigh": []}
    for part, below in (("left_upper_arm", "left_forearm"), ("left_thigh", "left_shank")):
        for weight in weights:
            json.dump({"parts": {part: {"weight": weight}}}, open(at("style.json"), "w"))
            run("retarget", "--from", at("walk.bvh"), "--to", at("walk.bvh"), "--no-plants", "--no-contacts", "--no-limits",
                "--style", at("style.json"), "--out", at("styled.bvh"))
            bvh = Bvh(at("styled.bvh"), 0.01)
            local = place_all(bvh)[2]
            turned = [np.linalg.norm(rates(local[bvh.names.index(name)], bvh.rate), axis=1).sum() for name in (part, below)]
            shares[part].append(100 * turned[0] / sum(turned))
    picture = Picture("weights", ["A joint's share of the turning of its limb over its weight in a style: the heavier, the less it turns."], 380)
    rows = [(shares["left_upper_arm"], LEFT, "", "upper arm, of the arm's"), (shares["left_thigh"], RIGHT, "", "thigh, of the leg's")]
    chart(picture, 120, 200, weights, rows, 80, "share, %", weights)
    picture.text(500, 360, "weight", 13, MIDDLE, False, "middle")
    picture.save(os.path.join(options.out, "weights.svg"))
    for name, values in shares.items():
        print(name, " ".join(f"{weight:g}: {value:.1f} %" for weight, value in zip(weights, values)))


if __name__ == "__main__":
    main()
