#!/usr/bin/env python3
"""Labels the plants of a BVH motion, by a reader, a forward kinematics and rules of its own: nothing of kine is used.

A heel or toe stands where for at least 0.1 s it is slower than 0.15 m/s and less than 3 cm above the ground. Heels and
toes are the leaves that `kine walk`, `kine ground --soles` and their like write: names that end in _heel and _toe, or
in _toe_tip.

    tools/motion/plant_labels.py walk.bvh --metres 0.01         the plants as JSON, frames from 0, the last one excluded
"""
import argparse
import json
import math
import sys

SPEED, HEIGHT, SECONDS = 0.15, 0.03, 0.1


def matrix(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    if axis == "X":
        return (1, 0, 0, 0, c, -s, 0, s, c)
    if axis == "Y":
        return (c, 0, s, 0, 1, 0, -s, 0, c)
    return (c, -s, 0, s, c, 0, 0, 0, 1)


def product(a, b):
    return (a[0] * b[0] + a[1] * b[3] + a[2] * b[6], a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
            a[0] * b[2] + a[1] * b[5] + a[2] * b[8], a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
            a[3] * b[1] + a[4] * b[4] + a[5] * b[7], a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
            a[6] * b[0] + a[7] * b[3] + a[8] * b[6], a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
            a[6] * b[2] + a[7] * b[5] + a[8] * b[8])


def turned(m, v):
    return (m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
            m[6] * v[0] + m[7] * v[1] + m[8] * v[2])


class Bvh:
    """Joints in file order, ends included: names, parents, offsets (metres), channels; and the frames' numbers."""

    def __init__(self, path, metres):
        self.names, self.parents, self.offsets, self.channels = [], [], [], []
        words = open(path, encoding="utf-8", errors="replace").read().split()
        stack, i = [], 0
        while words[i] != "MOTION":
            word = words[i]
            if word in ("ROOT", "JOINT", "End"):
                # An end is named behind its word or, as kine writes it, in a comment that it understands: "End Site".
                self.names.append(words[i + 1] if word != "End" else "")
                self.parents.append(stack[-1] if stack else -1)
                self.offsets.append((0.0, 0.0, 0.0))
                self.channels.append([])
                i += 2
            elif word == "{":
                stack.append(len(self.names) - 1)
                i += 1
            elif word == "}":
                stack.pop()
                i += 1
            elif word == "OFFSET":
                self.offsets[stack[-1]] = tuple(float(w) * metres for w in words[i + 1:i + 4])
                i += 4
            elif word == "CHANNELS":
                count = int(words[i + 1])
                self.channels[stack[-1]] = words[i + 2:i + 2 + count]
                i += 2 + count
            else:
                i += 1
        frames = int(words[i + 2])
        self.rate = 1 / float(words[i + 5])
        width = sum(len(c) for c in self.channels)
        numbers = [float(w) for w in words[i + 6:i + 6 + frames * width]]
        self.frames = [numbers[k * width:(k + 1) * width] for k in range(frames)]
        self.metres = metres

    def place(self, frame):
        """World positions and local rotation matrices of all joints."""
        world, turns, at, k = [], [], [], 0
        for j, channels in enumerate(self.channels):
            shift, own = list(self.offsets[j]), (1, 0, 0, 0, 1, 0, 0, 0, 1)
            moved = False
            for channel in channels:
                value = frame[k]
                k += 1
                if channel.endswith("position"):
                    if not moved:
                        shift, moved = [0.0, 0.0, 0.0], True
                    shift["XYZ".index(channel[0])] += value * self.metres
                else:
                    own = product(own, matrix(channel[0], math.radians(value)))
            if moved and self.parents[j] >= 0:
                shift = [a + b for a, b in zip(shift, self.offsets[j])]
            turns.append(own)
            if self.parents[j] < 0:
                world.append(own)
                at.append(tuple(shift))
            else:
                parent = self.parents[j]
                step = turned(world[parent], shift)
                world.append(product(world[parent], own))
                at.append(tuple(a + b for a, b in zip(at[parent], step)))
        return at, turns


def sole_points(bvh):
    """{"left heel": joint, ...} by the names of leaves; the left foot is the one on the left of the pelvis at rest."""
    points = {"heel": [], "toe": []}
    for j, name in enumerate(bvh.names):
        lower = name.lower()
        if lower.endswith("_heel"):
            points["heel"].append(j)
        if lower.endswith("_toe") or lower.endswith("_toe_tip"):
            points["toe"].append(j)
    return points


def labels(track, rate, ground):
    """Spans (from, to) of frames in which a point stands; `ground` gives the height below x, z."""
    spans, start = [], None
    for i in range(len(track) + 1):
        stands = False
        if i < len(track):
            a, b = max(0, i - 1), min(len(track) - 1, i + 1)
            speed = math.dist(track[a], track[b]) * rate / (b - a) if b > a else 0
            below = ground(track[i][0], track[i][2])
            stands = speed < SPEED and below is not None and track[i][1] - below < HEIGHT
        if stands and start is None:
            start = i
        if not stands and start is not None:
            if i - start >= SECONDS * rate:
                spans.append((start, i))
            start = None
    return spans


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bvh")
    parser.add_argument("--metres", type=float, default=0.01, help="metres of a unit of the file")
    parser.add_argument("--ground", type=float, default=0, help="height of level ground, metres")
    options = parser.parse_args()
    bvh = Bvh(options.bvh, options.metres)
    places = [bvh.place(frame)[0] for frame in bvh.frames]
    out = []
    for part, joints in sole_points(bvh).items():
        for joint in joints:
            track = [place[joint] for place in places]
            for start, end in labels(track, bvh.rate, lambda x, z: options.ground):
                out.append({"joint": bvh.names[joint], "part": part, "from": start, "to": end})
    json.dump({"rate": bvh.rate, "plants": out}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
