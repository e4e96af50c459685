# A clip whose feet slide and whose arm jumps is cleaned, its head looks at a ball, and a child walks as it does: a recording in a file
# of yours would do as well.
from pathlib import Path

import numpy as np

import kine

person_bvh = Path(__file__).with_name("person.bvh")

# What capture and hurried editing leave behind: the root runs ahead of the feet, and a joint jumps for a frame.
person = kine.load(person_bvh)
walk = kine.Walker(person.skeleton).run(np.tile((1.0, 0.0, 0.0), (300, 1)))
root = person.skeleton.values("Hips").stop
walk.poses[:, root - 1] *= 1.05                               # z, 5 % too far
walk.poses[150, person.skeleton.values("LeftArm")] += 0.6     # radians
kine.save(walk, "recorded.bvh", force=True)

# [clean]
scene = kine.load("recorded.bvh")
body = kine.MotionBody(scene.skeleton, up=scene.up)           # which joint is what is found; a ValueError says what is missing
cleaned = kine.clean(body, scene.clips[0])
for spike in cleaned.spikes:
    print(f"{spike.joint} jumped by {np.degrees(spike.angle):.0f} degrees in frame {spike.frame}")
before, after = (1e3 * np.median([getattr(s, when) for s in cleaned.skates]) for when in ("before", "after"))
print(f"{len(cleaned.skates)} plants slid by {before:.0f} mm, now {after:.1f} mm (medians)")
kine.save(cleaned.clip, "cleaned.bvh", force=True)

looked = kine.look_at(body, cleaned.clip.poses, (1.5, 1.2, 4.0), dt=1 / cleaned.clip.rate)  # an array of poses in, another out
kine.save(kine.Clip(scene.skeleton, looked.poses, cleaned.clip.rate, "looks at the ball"), "looks.bvh", force=True)
# [/clean]

# [retarget]
child = kine.load(person_bvh, metres_per_unit=0.7 * scene.metres_per_unit)   # any figure with legs and arms
onto = kine.retarget(cleaned.clip, body, kine.MotionBody(child.skeleton, up=child.up), style="limp")
print(f"on the child {len(onto.stands)} plants drift by {1e3 * max(s.drift for s in onto.stands):.1f} mm at the most")
kine.save(onto.clip, "child.bvh", force=True)
# [/retarget]

assert [spike.frame for spike in cleaned.spikes] == [150]
assert before > 15 and after < 5
assert len(kine.load("looks.bvh").clips[0]) == len(kine.load("child.bvh").clips[0]) == 300
assert len(onto.stands) == len(cleaned.skates) and np.median([s.drift for s in onto.stands]) < 0.003
