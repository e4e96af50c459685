#!/usr/bin/env python3
"""Puts clips on figures with `kine retarget` and measures what came out, by plant_labels.py and a forward kinematics of its own.

    tools/motion/retarget_table.py [--kine build/release/kine] [--data ../shared/data] [--from FILES ...] [--to FILE ...] [-- OPTIONS]

Without files: every humanoid clip of the data folder onto every humanoid figure there. A line a pair, lengths as if the target
were 1.7 m high:
  plants    labelled in the source / in the result
  drift     of the points that the source's labels say stand, and of the result's own plants: the most from the middle of each
            plant, mm (the source's own in brackets)
  depth     the most that heel or toe is in the ground, mm
  speed     the fastest turn of a bone in the world, as a multiple of its source's fastest: the worst bone, with its name
  jump      the most that a bone's turn changes its speed from frame to frame, as a multiple of the source's
  limits    the most that a joint is outside its limits (radians) and over its speed limit (a share), as kine's report says
Options behind -- are given to `kine retarget`.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))
from motion_arrays import UP, place_all, rates  # noqa: E402
from plant_labels import Bvh, labels, sole_points  # noqa: E402

CLIPS = [
    "asf_amc/cmu_07/07-walk.asf asf_amc/cmu_07/07_05-walk.amc", "asf_amc/cmu_09/09-run.asf asf_amc/cmu_09/09_06-run.amc",
    "asf_amc/cmu_131/131-dance.asf asf_amc/cmu_131/131_04-dance.amc", "asf_amc/cmu_14/14.asf asf_amc/cmu_14/14.amc",
    "asf_amc/cmu_16/16.asf asf_amc/cmu_16/16_15.amc", "asf_amc/cmu_35/35.asf asf_amc/cmu_35/35_01.amc",
    "asf_amc/nycu/skeleton.asf asf_amc/nycu/walk.amc", "asf_amc/nycu/skeleton.asf asf_amc/nycu/running.amc",
    "asf_amc/nycu/skeleton.asf asf_amc/nycu/punch_kick.amc", "asf_amc/nycu/skeleton.asf asf_amc/nycu/shoot.amc",
    "asf_amc/physx_stickman/stickman.asf asf_amc/physx_stickman/stickman_walking_01.amc",
    "asf_amc/physx_stickman/stickman.asf asf_amc/physx_stickman/stickman_running_01.amc",
    "asf_amc/physx_stickman/stickman.asf asf_amc/physx_stickman/stickman_jump_01.amc",
    "asf_amc/pirouette/pirouette.asf asf_amc/pirouette/pirouette.amc",
    "bvh/cmu_cgspeed/02_03.bvh", "bvh/cmu_cgspeed/02_04.bvh", "bvh/cmu_cgspeed/03_01.bvh", "bvh/cmu_cgspeed/07_05.bvh",
    "bvh/cmu_cgspeed/09_06.bvh", "bvh/cmu_cgspeed/131_04.bvh", "bvh/cmu_cgspeed/16_15.bvh", "bvh/cmu_cgspeed/35_01.bvh",
    "bvh/cmu1/jumping_jacks.bvh", "bvh/fair1/dab.bvh", "bvh/games105/run_forward.bvh", "bvh/games105/walk60.bvh",
    "bvh/imusim/16_15.bvh", "bvh/makehuman/walk1.bvh", "bvh/makehuman/zombieWalk1.bvh", "bvh/npybvh/example.bvh",
    "gltf/CesiumMan.glb", "gltf/RiggedFigure.glb",
]
FIGURES = [
    "humanoid", "asf_amc/cmu_16/16.asf", "asf_amc/physx_stickman/stickman.asf", "bvh/cmu_cgspeed/16_15.bvh",
    "bvh/cmu1/jumping_jacks.bvh", "bvh/fair1/dab.bvh", "bvh/games105/walk60.bvh", "bvh/imusim/16_15.bvh",
    "bvh/makehuman/walk1.bvh", "gltf/CesiumMan.glb", "gltf/RiggedFigure.glb",
    "urdf/g1_29dof.urdf", "urdf/talos_full_v2.urdf", "urdf/nao.urdf", "urdf/atlas_v4.urdf",
]
PARTS = ["pelvis", "chest", "head"] + [s + p for s in ("left_", "right_") for p in
                                       ("upper_arm", "forearm", "hand", "thigh", "shank", "foot")]


class Motion:
    def __init__(self, path, metres, floor, up, size, parts):
        self.bvh = bvh = Bvh(path, metres)
        at, world, _ = place_all(bvh)
        self.size, self.rate, self.floor = size, bvh.rate, floor
        self.turns = {part: world[bvh.names.index(joint)] for part, joint in parts.items() if joint in bvh.names}
        points = sole_points(bvh)
        self.tracks = {}
        for part in ("heel", "toe"):
            for side, joint in self.by_side(points[part], parts.get("left_foot")):
                self.tracks[part, side] = (UP[up](at[joint]) - [0, floor, 0]) / size
        self.labels = {p: labels([tuple(x) for x in track], bvh.rate, lambda x, z: 0.0) for p, track in self.tracks.items()}

    def by_side(self, joints, left_foot):
        """The left one and the right one of joints that feet carry."""
        def is_left(joint):
            while joint >= 0 and self.bvh.names[joint] != left_foot:
                joint = self.bvh.parents[joint]
            return joint >= 0
        found = {}
        for joint in joints:
            found.setdefault(0 if is_left(joint) else 1, joint)
        return sorted(found.items())

    def drift(self, spans):
        most = 0.0
        for point, each in spans.items():
            for start, end in each:
                track = self.tracks[point][start:end]
                most = max(most, np.linalg.norm(track - track[len(track) // 2], axis=1).max(initial=0))
        return 1e3 * most

    def depth(self):
        return 1e3 * max((-track[:, 1].min() for track in self.tracks.values()), default=0)

    def rates(self, part):
        turn = self.turns[part]
        v = rates(turn, self.rate)
        world = np.einsum("fij,fj->fi", turn[:-1], v)
        return np.linalg.norm(world, axis=1), np.linalg.norm(np.diff(world, axis=0), axis=1)


def figure(kine, files, cache={}):
    """Height in metres, and the joint of each part; None for what is no humanoid."""
    key = " ".join(files)
    if key not in cache:
        out = subprocess.run([kine, "info", "--map", "--json", *files], capture_output=True, text=True)
        about = subprocess.run([kine, "info", "--json", *files], capture_output=True, text=True)
        told, info = json.loads(out.stdout), json.loads(about.stdout)
        told, info = (x[0] if isinstance(x, list) else x for x in (told, info))
        told = told.get("map", told)
        last = lambda j: j[-1] if isinstance(j, list) else j
        cache[key] = info["height"], {p: last(told[p]) for p in PARTS if told.get(p)}
    return cache[key]


def compare(source, result, report):
    worst, name, jump, jumper = 0.0, "", 0.0, ""
    for part in source.turns.keys() & result.turns.keys():
        a, b = source.rates(part), result.rates(part)
        for k, least in ((0, 1.0), (1, 0.3)):  # rad/s: a bone that hardly turns may turn as much
            ratio = b[k].max(initial=0) / max(a[k].max(initial=0), least)
            if k == 0 and ratio > worst:
                worst, name = ratio, part
            if k == 1 and ratio > jump:
                jump, jumper = ratio, part
    count = [sum(len(s) for s in m.labels.values()) for m in (source, result)]
    row = {"plants": count, "drift_source": result.drift(source.labels), "drift_own": result.drift(result.labels),
           "drift_before": source.drift(source.labels), "depth": result.depth(), "speed": worst, "speed_part": name,
           "jump": jump, "jump_part": jumper, "limits": report.get("limits", 0), "over_speed": report.get("over_speed", 0)}
    return row


def line(row):
    return (f"plants {row['plants'][0]:3d}/{row['plants'][1]:3d}  drift {row['drift_source']:6.1f} {row['drift_own']:6.1f}"
            f" ({row['drift_before']:5.1f})  depth {row['depth']:5.1f}  speed {row['speed']:5.2f} {row['speed_part']:15s}"
            f"  jump {row['jump']:5.2f} {row['jump_part']:15s}  limits {row['limits']:.1e} {row['over_speed']:.3f}")


def main():
    argv = sys.argv[1:]
    extra = argv[argv.index("--") + 1:] if "--" in argv else []
    argv = argv[:argv.index("--")] if "--" in argv else argv
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kine", default="build/release/kine")
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--from", dest="clips", action="append", help="a clip; a skeleton and its motion as one word")
    parser.add_argument("--to", dest="figures", action="append")
    parser.add_argument("--json", help="write all rows there")
    options = parser.parse_args(argv)
    at = lambda names: [n if n == "humanoid" else os.path.join(options.data, n) for n in names.split()]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        own, out, events, how = (os.path.join(folder, f) for f in ("own.bvh", "out.bvh", "events.json", "report.json"))
        for clip in options.clips or CLIPS:
            files = at(clip) if not options.clips else clip.split()
            told = subprocess.run([options.kine, "ground", *files, "--terrain", "flat", "--weight", "0", "--soles", "--force",
                                   "--out", own, "--events", events], capture_output=True, text=True)
            title = os.path.basename(files[-1])
            if told.returncode:
                print(f"{title:26s} {told.stderr.strip()}", flush=True)
                continue
            about = json.load(open(events))
            floor = float(told.stdout.split("own ground is at")[1].split()[0])
            height, parts = figure(options.kine, files)
            source = Motion(own, about["metres_per_unit"], floor, about["up"], height / 1.7, parts)
            for target in options.figures or FIGURES:
                to = at(target)[0] if not options.figures else target
                done = subprocess.run([options.kine, "retarget", "--from", *files, "--to", to, "--soles", "--force", "--out", out,
                                       "--events", events, "--report", how, *extra], capture_output=True, text=True)
                label = f"{title:26s} {os.path.basename(to):20s}"
                if done.returncode:
                    print(label, done.stderr.strip(), flush=True)
                    continue
                about, report = json.load(open(events)), json.load(open(how))
                height, parts = figure(options.kine, [to])
                result = Motion(out, about["metres_per_unit"], report["floor"], about["up"], height / 1.7, parts)
                row = compare(source, result, report)
                rows.append({"clip": title, "figure": os.path.basename(to), **row})
                print(label, line(row), flush=True)
    if options.json:
        json.dump(rows, open(options.json, "w"), indent=1)


if __name__ == "__main__":
    main()
