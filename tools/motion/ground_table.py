#!/usr/bin/env python3
"""Lays clips over ground with `kine ground` and measures what came out, by plant_labels.py and grounds of its own.

    tools/motion/ground_table.py [--kine build/release/kine] [--data ../shared/data] [--terrain NAME ...] [FILE ...]

Without files: every walk and run of the data folder. A line a clip and ground:
  plants    labelled in the source / in the result
  drift     of points that the source's labels say stand, and of the result's own plants: the most from where each
            plant begins, mm (the source's own in brackets)
  depth     the most that heel, toe or the sole between them is in the ground, mm (the source's in its own ground)
  speed, acceleration   99.9th percentile over all joints, as a multiple of the source's; of the legs alone in brackets
  flat only: the most that an ankle moves against the source, and any joint that is none of a leg, at the most and RMS, mm; the
        fastest turn of any joint, as a multiple of the source's
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

MASK = (1 << 64) - 1
WALKS = [
    "bvh/cmu_cgspeed/02_03.bvh", "bvh/cmu_cgspeed/07_05.bvh", "bvh/cmu_cgspeed/09_06.bvh", "bvh/cmu_cgspeed/16_15.bvh",
    "bvh/cmu_cgspeed/35_01.bvh", "bvh/games105/run_forward.bvh", "bvh/games105/walk60.bvh", "bvh/imusim/16_15.bvh",
    "bvh/makehuman/walk1.bvh", "bvh/makehuman/zombieWalk1.bvh", "bvh/npybvh/example.bvh",
    "asf_amc/cmu_07/07-walk.asf asf_amc/cmu_07/07_05-walk.amc", "asf_amc/cmu_09/09-run.asf asf_amc/cmu_09/09_06-run.amc",
    "asf_amc/cmu_16/16.asf asf_amc/cmu_16/16_15.amc", "asf_amc/cmu_35/35.asf asf_amc/cmu_35/35_01.amc",
    "asf_amc/nycu/skeleton.asf asf_amc/nycu/walk.amc", "asf_amc/nycu/skeleton.asf asf_amc/nycu/running.amc",
    "asf_amc/physx_stickman/stickman.asf asf_amc/physx_stickman/stickman_walking_01.amc",
    "asf_amc/physx_stickman/stickman.asf asf_amc/physx_stickman/stickman_running_01.amc",
    "gltf/CesiumMan.glb",
]
GRID_CELL = 0.25


def number_from(seed, a, b):
    x = (seed * 0x9E3779B97F4A7C15 + a * 0xBF58476D1CE4E5B9 + b * 0x94D049BB133111EB) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return ((x ^ (x >> 31)) >> 11) * 2.0 ** -53


def hills(seed):
    waves = []
    for i in range(6):
        turn = 2 * math.pi * number_from(seed, i, 0)
        pace = 5 + number_from(seed, i, 1) if i >= 4 else 0.8 + 0.5 * number_from(seed, i, 1)
        waves.append((0.0075 if i >= 4 else 0.0625, pace * math.sin(turn), pace * math.cos(turn),
                      2 * math.pi * number_from(seed, i, 2)))
    return lambda x, z: sum(h * math.sin(a * x + b * z + c) for h, a, b, c in waves)


def stairs(x, z):
    flight = 12 * 0.29
    along = (z - 2) % (2 * flight + 6) if z >= 2 else -1
    if along < 0 or along >= 2 * flight + 2:
        return 0.0
    if along < flight:
        return 0.17 * (math.floor(along / 0.29) + 1)
    return 0.17 * 12 if along < flight + 2 else 0.17 * (11 - math.floor((along - flight - 2) / 0.29))


def ramp(x, z):
    rise = math.tan(math.radians(15))
    along = (z - 2) % 15 if z >= 2 else -1
    if along < 0:
        return 0.0
    return rise * min(along, 6, 15 - along) if along < 6 or along > 9 else 6 * rise


def write_grid(path, height):
    """A grid of samples around the origin, as Esri ASCII; gives the height between them (bilinear, as kine reads it)."""
    half = 160
    rows = [[round(height((c - half) * GRID_CELL, (r - half) * GRID_CELL), 4) for c in range(2 * half + 1)]
            for r in range(2 * half + 1)]
    with open(path, "w") as out:
        out.write(f"ncols {2 * half + 1}\nnrows {2 * half + 1}\nxllcorner 0\nyllcorner 0\ncellsize {GRID_CELL}\n")
        for row in rows:
            out.write(" ".join(f"{h:.4f}" for h in row) + "\n")

    def at(x, z):
        u, v = x / GRID_CELL + half, z / GRID_CELL + half
        c, r = int(math.floor(u)), int(math.floor(v))
        if not (0 <= c < 2 * half and 0 <= r < 2 * half):
            return None
        u, v = u - c, v - r
        near = rows[r][c] + (rows[r][c + 1] - rows[r][c]) * u
        far = rows[r + 1][c] + (rows[r + 1][c + 1] - rows[r + 1][c]) * u
        return near + (far - near) * v
    return at


class Motion:
    def __init__(self, path, metres, ground, up):
        self.bvh = Bvh(path, metres)
        at, _, self.turns = place_all(self.bvh)
        self.places = [UP[up](place) for place in at]
        self.ground = ground
        points = sole_points(self.bvh)
        self.heels, self.toes = points["heel"], points["toe"]
        self.points = self.heels + self.toes
        self.tracks = {j: [tuple(p) for p in self.places[j]] for j in self.points}
        self.labels = {j: labels(self.tracks[j], self.bvh.rate, ground) for j in self.points}
        self.legs = set()
        for j in self.points:
            while j >= 0 and self.bvh.parents[j] >= 0:
                self.legs.add(j)
                j = self.bvh.parents[j]
        both = [set(self.chain(j)) for j in self.heels]
        if len(both) == 2:
            self.legs -= both[0] & both[1]  # what both legs hang on
        for j, parent in enumerate(self.bvh.parents):
            if parent in self.legs:
                self.legs.add(j)

    def chain(self, joint):
        while joint >= 0:
            yield joint
            joint = self.bvh.parents[joint]

    def drift(self, spans):
        most = 0.0
        for joint, each in spans.items():
            for start, end in each:
                first = self.tracks[joint][start]
                most = max(most, max(math.dist(first, p) for p in self.tracks[joint][start:end]))
        return 1e3 * most

    def depth(self):
        most = 0.0
        for heel, toe in zip(self.heels, self.toes):
            for a, b in zip(self.tracks[heel], self.tracks[toe]):
                for s in (0, 0.25, 0.5, 0.75, 1):
                    p = [u + (v - u) * s for u, v in zip(a, b)]
                    below = self.ground(p[0], p[2])
                    if below is not None:
                        most = max(most, below - p[1])
        return 1e3 * most

    def rates(self, joints):
        turning = [rates(self.turns[j], self.bvh.rate) for j in joints]
        speeds = np.concatenate([np.linalg.norm(v, axis=1) for v in turning])
        accelerations = np.concatenate([np.linalg.norm(np.diff(v, axis=0), axis=1) for v in turning]) * self.bvh.rate
        return np.quantile(speeds, 0.999), np.quantile(accelerations, 0.999)

    def moving(self):
        return [j for j, c in enumerate(self.bvh.channels) if c]


def compare(source, result, flat):
    legs = [j for j in source.moving() if j in source.legs]
    every, own = source.rates(source.moving()), source.rates(legs)
    now, now_legs = result.rates(result.moving()), result.rates(legs)
    labelled = [sum(len(s) for s in m.labels.values()) for m in (source, result)]
    text = (f"plants {labelled[0]:3d}/{labelled[1]:3d}  drift {result.drift(source.labels):6.2f} {result.drift(result.labels):6.2f}"
            f" ({source.drift(source.labels):5.1f})  depth {result.depth():6.1f} ({source.depth():5.1f})"
            f"  speed {now[0] / every[0]:5.2f} ({now_legs[0] / own[0]:5.2f})  acceleration {now[1] / every[1]:5.2f} ({now_legs[1] / own[1]:5.2f})")
    if flat:
        ankles = {source.bvh.parents[j] for j in source.heels}
        raised = result.ground(0, 0) - source.ground(0, 0)
        moved_by = lambda joints: max(np.linalg.norm(source.places[j] + [0, raised, 0] - result.places[j], axis=1).max()
                                      for j in joints)
        moved = moved_by(ankles)
        shift = moved_by([j for j in range(len(source.bvh.names)) if j not in source.legs])
        away = [np.linalg.norm(source.places[j] + [0, raised, 0] - result.places[j], axis=1)
                for j in range(len(source.bvh.names)) if j not in source.legs]
        rms = np.sqrt((np.concatenate(away) ** 2).mean())
        peaks = [max(np.linalg.norm(rates(m.turns[j], m.bvh.rate), axis=1).max() for j in m.moving()) for m in (source, result)]
        text += f"  ankles {1e3 * moved:5.1f} others {1e3 * shift:5.2f} RMS {1e3 * rms:5.2f} mm  peak {peaks[1] / peaks[0]:5.2f}"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="clips; a skeleton and its motion as one word: 'A.asf A.amc'")
    parser.add_argument("--kine", default="build/release/kine")
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--terrain", action="append")
    parser.add_argument("--command", default="ground", help="what is measured: ground, or clean (flat only)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        grid = os.path.join(folder, "grid.asc")
        grounds = {"flat": lambda x, z: 0.0, "stairs": stairs, "ramp": ramp}
        for terrain in options.terrain or ["flat", "hills:1", "hills:3", "ramp", "stairs", "grid"]:
            if terrain.startswith("hills:"):
                grounds[terrain] = hills(int(terrain[6:]))
            if terrain == "grid":
                rolling = hills(77)
                grounds[terrain] = write_grid(grid, lambda x, z: 1.5 * rolling(0.7 * x, 0.7 * z))
            for files in options.files or [" ".join(os.path.join(options.data, f) for f in w.split()) for w in WALKS]:
                name = os.path.basename(files.split()[-1])
                out, own, events = (os.path.join(folder, f) for f in ("out.bvh", "own.bvh", "events.json"))
                common = [options.kine, "ground", *files.split(), "--soles", "--force"]
                first = subprocess.run([*common, *(["--start", "0,1"] if options.command == "ground" else []), "--out", own, "--weight", "0", "--events", events], capture_output=True, text=True)
                where = grid if terrain == "grid" else terrain
                again = [options.kine, options.command, *files.split(), "--soles", "--force", "--out", out]
                second = subprocess.run(again + (["--terrain", where, "--start", "0,1"] if options.command == "ground" else []),
                                        capture_output=True, text=True)
                if first.returncode or second.returncode:
                    print(f"{terrain:8s} {name:24s} {(first.stderr or second.stderr).strip()}", flush=True)
                    continue
                told = json.load(open(events))
                floor = float(first.stdout.split("own ground is at")[1].split()[0])
                laid = grounds[terrain]
                # A clip's own ground is laid on the terrain.
                source = Motion(own, told["metres_per_unit"], lambda x, z: floor, told["up"])
                result = Motion(out, told["metres_per_unit"], laid if options.command == "ground" else (lambda x, z: floor),
                                told["up"])
                print(f"{terrain:8s} {name:24s} {compare(source, result, terrain == 'flat')}", flush=True)


if __name__ == "__main__":
    main()
