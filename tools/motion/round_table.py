#!/usr/bin/env python3
"""Puts clips on their own figure, on that in other sizes, and there and back again, and measures how far bones are from where they were.

    tools/motion/round_table.py --by FIGURE.bvh [--kine build/release/kine] CLIP ...

A line a clip: the most that a bone is turned, radians, and is away, mm, on its own figure, on it at half and twice the size (undone);
and, from the figure --by and back, the turns' RMS in degrees. Plants, contacts and limits are off. Clips are one file each (BVH).
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(__file__))
from motion_arrays import place_all  # noqa: E402
from plant_labels import Bvh  # noqa: E402


def scaled(path, factor, out):
    """The figure at another size: a BVH of one frame at rest."""
    lines = open(path, encoding="utf-8", errors="replace").read().replace("\r", "").split("\n")
    end = next(i for i, line in enumerate(lines) if line.startswith("MOTION"))
    times = lambda found: "OFFSET " + " ".join(f"{float(v) * factor:.9g}" for v in found.group(1).split())
    head = [re.sub(r"OFFSET\s+(.*)", times, line) for line in lines[:end]]
    first = lines[end + 3].split()
    numbers = [f"{float(v) * factor:.9g}" for v in first[:3]] + first[3:]
    open(out, "w").write("\n".join(head + ["MOTION", "Frames: 1", lines[end + 2], " ".join(numbers), ""]))


def placed(path):
    bvh = Bvh(path, 1)
    at, world, _ = place_all(bvh)
    return bvh, np.array(at), np.array(world)


def angles(a, b):
    """Between turns; by the chord, which keeps its digits where they are near."""
    chord = np.linalg.norm((a - b).reshape(*a.shape[:-2], 9), axis=-1)
    return 2 * np.arcsin(np.minimum(1, chord / np.sqrt(8)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", nargs="+")
    parser.add_argument("--by", required=True)
    parser.add_argument("--kine", default="build/release/kine")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        at = lambda name: os.path.join(folder, name)

        def put(clip, to, out, *more):
            done = subprocess.run([options.kine, "retarget", "--from", clip, "--to", to, "--out", at(out), "--no-plants",
                                   "--no-contacts", "--no-limits", "--force", *more], capture_output=True, text=True)
            if done.returncode:
                print(done.stderr.strip())
            return done.returncode == 0

        for clip in options.clips:
            title = os.path.basename(clip)
            # As kine writes it: readers differ in whether a root's offset counts beside its position.
            subprocess.run([options.kine, "convert", clip, at("own.bvh"), "--force"], check=True, capture_output=True)
            clip = at("own.bvh")
            own = placed(clip)
            text = f"{title:24s}"
            for factor in (1, 0.5, 2):
                scaled(clip, factor, at("figure.bvh"))
                if not put(clip, at("figure.bvh") if factor != 1 else clip, "out.bvh", *(["--unit", "cm"] if factor != 1 else [])):
                    continue
                result = placed(at("out.bvh"))
                # The figure of another size may be read in another unit: the root's way tells.
                span = lambda p: np.ptp(p[0], axis=0).max()
                back = span(own[1]) / span(result[1]) if factor != 1 else 1
                turned, away = angles(own[2], result[2]).max(), np.linalg.norm(own[1] - result[1] * back, axis=-1).max()
                text += f"  x{factor:g} {turned:.1e} rad {10 * away:8.3f} mm"
            if put(clip, options.by, "by.bvh") and put(at("by.bvh"), clip, "back.bvh"):
                off = angles(own[2], placed(at("back.bvh"))[2])
                worst = int(np.sqrt((off ** 2).mean(axis=1)).argmax())
                text += (f"  there and back {np.degrees(np.sqrt((off ** 2).mean())):5.2f} deg RMS"
                         f" (worst {own[0].names[worst] or 'end'} {np.degrees(np.sqrt((off[worst] ** 2).mean())):.1f})")
            print(text, flush=True)


if __name__ == "__main__":
    main()
