# All poses in which a robot arm of six hinges has its tool where it should be.
import math

import numpy as np

import kine

pi = math.pi
arm = kine.Skeleton([
    kine.hinge("pan", "", (0, 0, 0.09), (0, 0, 1), (-pi, pi)), kine.hinge("lift", "pan", (0, 0.14, 0), (0, 1, 0), (-pi, pi)),
    kine.hinge("elbow", "lift", (0, -0.12, 0.43), (0, 1, 0), (-2.8, 2.8)),
    kine.hinge("wrist_1", "elbow", (0, 0, 0.39), (0, 1, 0), (-pi, pi)),
    kine.hinge("wrist_2", "wrist_1", (0, 0.09, 0), (0, 0, 1), (-pi, pi)),
    kine.hinge("wrist_3", "wrist_2", (0, 0, 0.1), (0, 1, 0), (-pi, pi)),
    kine.fixed_joint("tool", "wrist_3", (0, 0.08, 0)),
])

# [all]
half = math.sqrt(0.5)
goal = kine.place("tool", (0.4, 0.2, 0.3, half, 0, 0, half))    # a quarter turn about x
found = kine.solutions(arm, goal, kine.Global(), arm.rest_pose())
print(f"{len(found)} poses{', and there are no others' if found.complete else ''}")
for q, distance in zip(found.q, found.distance):                # the nearest to the seed first
    print(f"{distance:.2f} rad away: {np.degrees(q).round(1)}")
print(kine.arm_structure(arm, "tool"))
# [/all]

assert found.complete and len(found) > 1
assert np.allclose(kine.forward(arm, found.q).position("tool"), (0.4, 0.2, 0.3), atol=1e-5)
