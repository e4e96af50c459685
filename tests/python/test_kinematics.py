import figures
import numpy as np
import pytest

import kine


def rotation(axis: tuple, angle: float) -> np.ndarray:
    """Rodrigues' formula: the matrix that turns by an angle about a unit axis."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def matrix(q: np.ndarray) -> np.ndarray:
    angle = 2 * np.arctan2(np.linalg.norm(q[:3]), q[3])
    return rotation(tuple(q[:3] / max(np.linalg.norm(q[:3]), 1e-300)), angle)


def test_forward_is_the_product_of_matrices(rng: np.random.Generator) -> None:
    arm = figures.seven_hinges()
    poses = rng.uniform(-2, 2, size=(50, 7))
    frames = kine.forward(arm, poses)
    for i, pose in enumerate(poses):
        turn, place = np.eye(3), np.zeros(3)
        for joint in range(arm.joint_count):
            place = place + turn @ arm.joint(joint).offset
            if arm.joint(joint).kind == "hinge":
                turn = turn @ rotation(tuple(arm.joint(joint).axis), pose[arm.values(joint)][0])
            np.testing.assert_allclose(frames.positions[i, joint], place, atol=1e-12)
            np.testing.assert_allclose(matrix(frames.rotations[i, joint]), turn, atol=1e-12)


def test_one_and_many_have_the_same_bits(rng: np.random.Generator) -> None:
    arm = figures.seven_hinges()
    poses = rng.uniform(-2, 2, size=(100, 7))
    for threads in (1, 2, 0):
        frames = kine.forward(arm, poses, threads=threads)
        jacobians = kine.jacobian(arm, poses, "tool", threads=threads)
        centres = kine.centre_of_mass(arm, poses, threads=threads)
        for i in (0, 31, 32, 99):
            np.testing.assert_array_equal(frames.positions[i], kine.forward(arm, poses[i]).positions)
            np.testing.assert_array_equal(frames.place("tool")[i], kine.forward(arm, poses[i]).place("tool"))
            np.testing.assert_array_equal(jacobians[i], kine.jacobian(arm, poses[i], "tool"))
            np.testing.assert_array_equal(centres[i], kine.centre_of_mass(arm, poses[i]))


@pytest.mark.parametrize("rows, height", [("linear", 3), ("angular", 3), ("full", 6)])
def test_shapes_of_jacobians(rows: str, height: int) -> None:
    arm = figures.every_kind()
    assert kine.jacobian(arm, arm.rest_pose(), "tip", rows=rows).shape == (height, arm.freedom_count)
    assert kine.jacobian(arm, np.tile(arm.rest_pose(), (3, 1)), "tip", rows=rows).shape == (3, height, arm.freedom_count)
    assert kine.jacobian(arm, np.empty((0, arm.value_count)), "tip", rows=rows).shape == (0, height, arm.freedom_count)


def test_the_jacobian_is_the_finite_difference(rng: np.random.Generator) -> None:
    arm, h = figures.every_kind(), 1e-6
    pose = arm.rest_pose()
    kine.integrate(arm, rng.normal(scale=0.3, size=arm.freedom_count), 1, pose)
    analytic = kine.jacobian(arm, pose, "tip", rows="linear")
    for freedom in range(arm.freedom_count):
        speeds = np.zeros(arm.freedom_count)
        speeds[freedom] = 1
        ahead, back = pose.copy(), pose.copy()
        kine.integrate(arm, speeds, h, ahead)
        kine.integrate(arm, speeds, -h, back)
        slope = (kine.forward(arm, ahead).position("tip") - kine.forward(arm, back).position("tip")) / (2 * h)
        np.testing.assert_allclose(analytic[:, freedom], slope, atol=1e-8)


def test_the_centre_of_mass_is_the_mean_by_mass(rng: np.random.Generator) -> None:
    arm = figures.seven_hinges()
    pose = rng.uniform(-2, 2, size=7)
    masses = np.array([arm.joint(i).mass for i in range(arm.joint_count)])
    mean = masses @ kine.forward(arm, pose).positions / masses.sum()
    np.testing.assert_allclose(kine.centre_of_mass(arm, pose), mean, atol=1e-12)


def test_frames_are_views() -> None:
    frames = kine.forward(figures.planar_arm(), [0, 0])
    frames.position("hand")[0] = 7
    assert frames.positions[2, 0] == 7
