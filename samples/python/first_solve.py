# A first solve in Python: an arm of two bones reaches for a point, and says so when it cannot.
# [solve]
import numpy as np

import kine

arm = kine.Skeleton([
    kine.ball("shoulder"),
    kine.hinge("elbow", "shoulder", (0.30, 0, 0), limits=(0, 2.6)),
    kine.fixed_joint("hand", "elbow", (0.25, 0, 0)),
])
pose = arm.rest_pose()                          # in: where we start; out: where we end
report = kine.solve(arm, kine.reach("hand", (0.2, 0.35, 0.1)), kine.Jacobian(), pose)
print(report)                                   # reached, or a sentence that says what is lacking and why
print(pose["elbow"], kine.forward(arm, pose).position("hand"))
# [/solve]

assert report.reached and np.allclose(kine.forward(arm, pose).position("hand"), (0.2, 0.35, 0.1), atol=1e-5)
report = kine.solve(arm, kine.reach("hand", (0.7, 0, 0)), kine.Jacobian(), pose)
print(report)
assert report.status is kine.Status.UNREACHABLE
