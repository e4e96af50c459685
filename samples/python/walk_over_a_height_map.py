# A person of a motion-capture file walks over a height map of your own, and the walk is written as a file.
from pathlib import Path

import numpy as np

import kine

person_bvh = Path(__file__).with_name("person.bvh")

# [walk]
person = kine.load(person_bvh)                                # BVH, glTF, URDF, ASF and AMC
x, z = np.meshgrid(np.arange(-30, 30, 0.5), np.arange(-30, 30, 0.5))
hills = kine.height_map(0.12 * np.sin(0.7 * x) * np.cos(0.5 * z), cell_size=0.5)

walker = kine.Walker(person.skeleton, hills, up=person.up)    # which joint is what is found; a ValueError says what is missing
report = walker.step(forward=1, turn=0.3, dt=1 / 60)          # one frame: walker.pose, and where the feet stand
sticks = np.tile((1.0, 0.3, 0.0), (600, 1))                   # ahead, and a little to the left
clip = walker.run(sticks, dt=1 / 60)                          # ten seconds at once
kine.save(clip, "walk.bvh", force=True)
# [/walk]

feet = kine.forward(person.skeleton, clip.poses).position("LeftFoot")
ground = np.array([hills.height(a, c) for a, _, c in feet])
print(f"{len(clip)} frames; the left ankle is {1e3 * (feet[:, 1] - ground).min():.0f} mm above the ground at the least")
assert (feet[:, 1] > ground).all() and np.isfinite(clip.poses).all()
assert len(kine.load("walk.bvh").clips[0]) == 600
