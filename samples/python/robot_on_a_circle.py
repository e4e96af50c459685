# A robot arm of seven hinges draws a circle with its tool pointing down: one by one, each from the last, and all at once.
import math

import numpy as np

import kine

turn, bend = (-2.9, 2.9), (-2.1, 2.1)
y, z = (0, 1, 0), (0, 0, 1)
arm = kine.Skeleton([
    kine.hinge("base", "", (0, 0, 0.34), z, turn), kine.hinge("shoulder", "base", (0, 0, 0), y, bend),
    kine.hinge("upper", "shoulder", (0, 0, 0.40), z, turn), kine.hinge("elbow", "upper", (0, 0, 0), (0, -1, 0), bend),
    kine.hinge("lower", "elbow", (0, 0, 0.40), z, turn), kine.hinge("wrist", "lower", (0, 0, 0), y, bend),
    kine.hinge("flange", "wrist", (0, 0, 0.13), z, turn), kine.fixed_joint("tool", "flange", (0, 0, 0.10)),
])

# [circle]
angles = np.linspace(0, 2 * math.pi, 1000)
places = np.zeros((1000, 7))                    # x y z in metres, then qx qy qz qw
places[:, :3] = np.stack([0.50 + 0.10 * np.cos(angles), 0.10 * np.sin(angles), np.full(1000, 0.30)], axis=1)
places[:, 4] = 1                                # half a turn about y: the tool's z points down

pose = kine.Pose(arm, [0, 0.3, 0, -1.7, 0, 1.1, 0])
method = kine.Jacobian()
path = np.empty((1000, arm.value_count))
for i, place in enumerate(places):              # as a robot would: each solve starts from the last
    report = kine.solve(arm, kine.place("tool", place), method, pose)
    path[i] = pose.q

start = path[0]
q, status, errors = kine.solve_many(arm, "tool", places, start, method, threads=2)  # all at once, from one pose
# [/circle]

assert report.reached and (status == kine.Status.REACHED).all() and errors.max() < 1e-4
fastest = np.abs(np.diff(path, axis=0)).max()
print(f"1000 targets within {1e3 * errors[:, 0].max():.6f} mm; no joint moves more than {fastest:.4f} rad between two")
assert fastest < 0.02
