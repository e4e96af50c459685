#!/usr/bin/env python3
"""Makes the feet of walks skate whose plants are known, cleans them with `kine clean`, and measures what came out.

    tools/motion/skate_table.py [--kine build/release/kine] [--rate HZ ...] [--figure NAME-OR-FILE ...]

`kine walk` says when heels and toes stand (--events); the skate is put into the BVH file by this script. A line a walk
and skate:
  recall     the share of planted time that `kine clean --events` found, %
  precision  the share of the time that it found that is planted, %
  drift      of what plant_labels.py says stands in the walk as it was: the most from the middle of each plant, mm, in
             the walk, with the skate, cleaned
  trunk      how far joints that are none of the legs are from the skating walk, RMS, mm
  peak       the fastest turn of a joint, cleaned against skating
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))
from motion_arrays import UP, place_all, rates  # noqa: E402
from plant_labels import Bvh, labels, sole_points  # noqa: E402

SKATES = ["none", "sway", "slide", "hips", "noise"]


def skated(lines, kind, bvh, unit, up):
    """The lines of a BVH with other numbers: its root sways or slides, its hips swing, or all of it trembles."""
    start = next(i for i, line in enumerate(lines) if line.startswith("Frame Time")) + 1
    rng = np.random.default_rng(1)
    names = [(j, channel) for j, channels in enumerate(bvh.channels) for channel in channels]
    for i, line in enumerate(lines[start:]):
        numbers = [float(word) for word in line.split()]
        if not numbers:
            continue
        t = i / bvh.rate
        level = [0.02 * math.sin(2 * math.pi * 0.9 * t), 0.015 * math.sin(2 * math.pi * 0.7 * t + 1)]
        if kind == "slide":
            level = [0.05 * t, 0.0]
        axes = {"y": "XZ", "z": "XY", "x": "YZ"}[up]
        for k, (joint, channel) in enumerate(names):
            if kind in ("sway", "slide") and joint == 0 and channel.endswith("position") and channel[0] in axes:
                numbers[k] += level[axes.index(channel[0])] / unit
            if kind == "hips" and "thigh" in bvh.names[joint].lower() and channel.endswith("rotation"):
                numbers[k] += 1.2 * math.sin(2 * math.pi * 0.8 * t + joint)
            if kind == "noise":
                numbers[k] += rng.normal() * (0.001 / unit if channel.endswith("position") else 0.1)
        lines[start + i] = " ".join(f"{n:.6f}" for n in numbers) + "\n"
    return lines


class Motion:
    def __init__(self, path, unit, up):
        self.bvh = Bvh(path, unit)
        at, _, self.local = place_all(self.bvh)
        self.at = [UP[up](place) for place in at]
        points = sole_points(self.bvh)
        self.points = points["heel"] + points["toe"]
        legs = set()
        for j in self.points:
            chain = []
            while j > 0:
                chain.append(j)
                j = self.bvh.parents[j]
            legs.update(chain[:-1] if self.bvh.parents[chain[-1]] == 0 and len(chain) > 4 else chain)
        self.legs = legs

    def labels(self):
        return {j: labels([tuple(p) for p in self.at[j]], self.bvh.rate, lambda x, z: 0.0) for j in self.points}

    def drift(self, spans):
        most = 0.0
        for j, each in spans.items():
            for a, b in each:
                track = self.at[j][a:b]
                most = max(most, np.linalg.norm(track - track[len(track) // 2], axis=1).max())
        return 1e3 * most

    def peak(self):
        return max(np.linalg.norm(rates(turn, self.bvh.rate), axis=1).max(initial=0) for turn in self.local)


def planted(path, count):
    """Which frames each heel and toe of a file of events stands in, by side; names of joints have left or right in them."""
    told = json.load(open(path))
    frames = {}
    for plant in told["plants"]:
        name = plant["joint"].lower()
        part = "left" in name, "heel" in name
        own = frames.setdefault(part, np.zeros(count, bool))
        first = plant.get("from", round(plant["start"] * told["rate"]))
        last = plant.get("to", round(plant["end"] * told["rate"]))
        own[first:last] = True
    return frames, told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kine", default="build/release/kine")
    parser.add_argument("--rate", action="append", type=int)
    parser.add_argument("--figure", action="append", help="what walks: a file whose joints have left or right in their names, or empty for our own person")
    parser.add_argument("--seconds", default="10")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)
        for figure in options.figure or [""]:
            for rate in options.rate or [30, 60, 120]:
                run = lambda *words: subprocess.run([options.kine, *words, "--force"], capture_output=True, text=True)
                walk = run("walk", *([figure] if figure else []), "--seconds", options.seconds, "--rate", str(rate), "--out",
                           at("walk.bvh"), "--events", at("walk.json"))
                title = f"{os.path.basename(figure) or 'our person':20s} {rate:4d}"
                if walk.returncode:
                    print(title, walk.stderr.strip(), flush=True)
                    continue
                told = json.load(open(at("walk.json")))
                unit, up = told["metres_per_unit"], told["up"]
                walked = Motion(at("walk.bvh"), unit, up)
                spans = walked.labels()
                for kind in SKATES:
                    lines = skated(open(at("walk.bvh")).readlines(), kind, walked.bvh, unit, up)
                    open(at("skate.bvh"), "w").writelines(lines)
                    done = run("clean", at("skate.bvh"), "--out", at("clean.bvh"), "--events", at("clean.json"), "--unit", str(unit))
                    if done.returncode:
                        print(title, kind, done.stderr.strip(), flush=True)
                        continue
                    before, after = Motion(at("skate.bvh"), unit, up), Motion(at("clean.bvh"), unit, up)
                    count = len(walked.bvh.frames)
                    known, found = planted(at("walk.json"), count)[0], planted(at("clean.json"), count)[0]
                    both = [(known.get(j, np.zeros(count, bool)), found.get(j, np.zeros(count, bool)))
                            for j in known.keys() | found.keys()]
                    hit = sum((a & b).sum() for a, b in both)
                    recall = 100 * hit / max(1, sum(a.sum() for a, _ in both))
                    precision = 100 * hit / max(1, sum(b.sum() for _, b in both))
                    others = [j for j in range(len(before.at)) if j not in before.legs]
                    moved = np.concatenate([np.linalg.norm(before.at[j] - after.at[j], axis=1) for j in others])
                    print(f"{title} {kind:6s} recall {recall:5.1f} precision {precision:5.1f}  drift {walked.drift(spans):5.1f}"
                          f" {before.drift(spans):6.1f} {after.drift(spans):6.2f}  trunk {1e3 * math.sqrt((moved ** 2).mean()):5.2f}"
                          f"  peak {after.peak() / before.peak():5.2f}", flush=True)


if __name__ == "__main__":
    main()
