import gc
import math

import figures
import numpy as np
import pytest

import kine


def test_counts_and_names() -> None:
    arm = figures.every_kind()
    assert arm.joint_count == 7
    assert arm.value_count == 7 + 4 + 2 + 1 + 1 + 1
    assert arm.freedom_count == 6 + 3 + 2 + 1 + 1  # the follower has none
    assert arm.names[0] == "root" and arm.parents == [-1, 0, 1, 2, 3, 4, 5]
    assert arm.freedom_names[6:9] == ["hip.0", "hip.1", "hip.2"]
    assert arm.values("hip") == slice(7, 11, 1)
    assert arm.index("tip") == 6 and arm.joint(1).kind == "ball"
    assert arm.freedom("second_toe") == arm.freedom("toe")
    assert np.isinf(arm.limits[:9]).all()
    np.testing.assert_array_equal(arm.limits[arm.freedom("knee", 1)], (0, 2))


def test_a_follower_narrows_its_leader() -> None:
    arm = kine.Skeleton([kine.hinge("a", limits=(-3, 3)), kine.hinge("b", "a", (1, 0, 0), limits=(-1, 1), follows=("a", 2, 0))])
    np.testing.assert_allclose(arm.limits, [(-0.5, 0.5)])


@pytest.mark.parametrize(
    "joints, sentence",
    [
        ([kine.hinge("a"), kine.hinge("a")], "a"),
        ([kine.hinge("a", "nobody")], "nobody"),
        ([kine.hinge("")], "name"),
        ([kine.hinge("a", axis=(0, 0, 0))], "axis"),
        ([kine.hinge("a", limits=(1, -1))], "limit"),
        ([kine.hinge("a", (math.nan and ""), (math.nan, 0, 0))], "finite"),
    ],
)
def test_a_skeleton_that_cannot_be_says_why(joints: list, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kine.Skeleton(joints)


def test_an_unknown_joint_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="elbow"):
        figures.planar_arm().index("elbwo")


def test_a_pose_is_its_array() -> None:
    arm = figures.every_kind()
    pose = kine.Pose(arm)
    view = pose.q
    pose["toe"] = 0.25
    assert view[arm.values("toe")] == 0.25
    view[0:4] = (0, 0, 1, 0)
    np.testing.assert_array_equal(pose["root"][:4], (0, 0, 1, 0))
    assert len(pose) == arm.value_count and np.asarray(pose) is not None
    other = pose.copy()
    other[3] = 7
    assert pose[3] == 0


def test_views_outlive_what_they_are_of() -> None:
    pose = figures.planar_arm().rest_pose()
    q, skeleton = pose.q, pose.skeleton
    frames = kine.forward(skeleton, q)
    positions = frames.positions
    clip = kine.Clip(skeleton, np.ones((5, 2)), 10)
    poses = clip.poses
    del pose, skeleton, frames, clip
    gc.collect()
    assert q.sum() == 0 and poses.sum() == 10
    np.testing.assert_allclose(positions[-1], (0.55, 0, 0))


def test_integrate_and_difference_undo_each_other(rng: np.random.Generator) -> None:
    arm = figures.every_kind()
    a = arm.rest_pose()
    b = a.copy()
    speeds = rng.normal(size=arm.freedom_count)
    kine.integrate(arm, speeds, 1, b)
    np.testing.assert_allclose(kine.difference(arm, a, b), speeds, atol=1e-12)
    np.testing.assert_allclose(kine.blend(arm, a, b, 1).q, b.q, atol=1e-12)


def test_limits_are_kept_by_clamping() -> None:
    arm = figures.seven_hinges()
    pose = kine.Pose(arm, [3, 0, 0, 0, 0, 0, 0])
    assert kine.limit_violation(arm, pose) == pytest.approx(0.1)
    assert kine.clamp_to_limits(arm, pose) and pose[0] == 2.9
    assert not kine.clamp_to_limits(arm, pose)


def test_balls_and_free_joints_are_set_by_rotation() -> None:
    arm = figures.every_kind()
    pose = arm.rest_pose()
    kine.set_rotation(arm, "hip", (0, 0, 0, 2), pose)
    kine.set_translation(arm, "root", (1, 2, 3), pose)
    np.testing.assert_array_equal(kine.joint_rotation(arm, pose, "hip"), (0, 0, 0, 1))
    np.testing.assert_array_equal(pose["root"][4:], (1, 2, 3))
    with pytest.raises(ValueError, match="ball or free"):
        kine.set_rotation(arm, "toe", (0, 0, 0, 1), pose)
