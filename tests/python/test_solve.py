import threading

import figures
import numpy as np
import pytest

import kine

METHODS = [kine.TwoBone(), kine.Ccd(), kine.Fabrik(), kine.Shake(), kine.Jacobian(), kine.FullBody(), kine.Hybrid(), kine.Global()]


@pytest.mark.parametrize("method", METHODS, ids=lambda m: type(m).__name__)
def test_every_method_reaches(method: kine.Method) -> None:
    arm = figures.planar_arm()
    pose = kine.Pose(arm, [0.1, 0.2])
    report = kine.solve(arm, kine.reach("hand", (0.2, 0.35, 0)), method, pose)
    assert report.reached and report.status is kine.Status.REACHED, str(report)
    miss = np.linalg.norm(kine.forward(arm, pose).position("hand") - (0.2, 0.35, 0))
    assert miss < 1e-5 and abs(miss - report.position_error) < 1e-12


def test_settings_are_keywords_and_attributes() -> None:
    method = kine.Jacobian(inverse="transpose", max_iterations=7, lock=["elbow", 0], tolerance=kine.Tolerance(metres=1e-3), posture=[1, 2])
    assert (method.inverse, method.max_iterations, method.lock) == ("transpose", 7, ("elbow", 0))
    assert method.tolerance.metres == 1e-3 and list(method.posture) == [1, 2]
    assert repr(kine.Jacobian(step=0.5)) == "kine.Jacobian(step=0.5)"
    with pytest.raises(TypeError, match="max_iterations"):
        kine.Jacobian(iterations=5)
    with pytest.raises(ValueError, match="selectively-damped"):
        kine.Jacobian(inverse="newton")
    with pytest.raises(AttributeError):
        method.step = 3


def test_what_is_locked_keeps_its_bits() -> None:
    arm = figures.seven_hinges()
    start = np.array([0, 0.3, 0, -1.7, 0, 1.1, 0.123456789])
    pose = start.copy()
    report = kine.solve(arm, kine.reach("tool", (0.4, 0.1, 0.5)), kine.Jacobian(lock=["flange", "upper"]), pose)
    assert report.reached and pose[6] == start[6] and pose[2] == start[2] and pose[1] != start[1]
    movable = np.ones(7, bool)
    movable[[2, 6]] = False
    same = start.copy()
    kine.solve(arm, kine.reach("tool", (0.4, 0.1, 0.5)), kine.Jacobian(movable=movable), same)
    np.testing.assert_array_equal(pose, same)


def test_priorities_and_bounds_and_loops() -> None:
    arm = figures.every_kind()
    pose = arm.rest_pose()
    goals = [
        kine.half_space("tip", (0, 0.4, 0), (0, 1, 0)),
        kine.distance("knee", (0, 0, 0), (0.2, 3), priority=1),
        kine.reach("tip", (0, -5, 0), priority=2),
        kine.hold(arm.rest_pose(), priority=3),
    ]
    report = kine.solve(arm, goals, kine.FullBody(), pose)
    assert kine.forward(arm, pose).position("tip")[1] >= 0.4 - 1e-4
    assert report.worst_goal == 2 and "mm" in str(report) or "m short" in str(report)
    assert [goal.kind for goal in goals] == ["half-space", "distance", "reach", "hold"]


def test_a_report_prints_its_sentence_and_names_what_blocks() -> None:
    arm = kine.Skeleton([kine.hinge("shoulder", limits=(-0.1, 0.1)), kine.fixed_joint("hand", "shoulder", (1, 0, 0))])
    pose = arm.rest_pose()
    goal = kine.reach("hand", (0, 1, 0))
    report = kine.solve(arm, goal, kine.FullBody(), pose)
    assert not report.reached and "shoulder" in str(report)
    assert report.blockers[0]["joint"] == "shoulder" and report.blockers[0]["at"] == pytest.approx(0.1)
    assert "shoulder" in kine.explain(arm, goal, kine.FullBody(), pose, report)


def test_numbers_that_are_none_are_bad_input_and_change_nothing() -> None:
    arm = figures.planar_arm()
    for target in ((np.nan, 0, 0), (np.inf, 0, 0)):
        pose = kine.Pose(arm, [0.1, 0.2])
        report = kine.solve(arm, kine.reach("hand", target), kine.Jacobian(), pose)
        assert report.status is kine.Status.BAD_INPUT and report.fault
        assert list(pose.q) == [0.1, 0.2]


def test_all_poses_of_an_arm() -> None:
    arm = figures.six_hinges()
    seed = np.array([0.3, -1, 1.2, 0.4, 0.9, -0.5])
    goal = kine.place("tool", kine.forward(arm, seed).place("tool"))
    found = kine.solutions(arm, goal, kine.Global(), seed)
    assert found.complete and len(found) >= 4 and found.report.reached
    assert found.distance[0] < 1e-6 and (np.diff(found.distance) >= 0).all()
    np.testing.assert_allclose(kine.forward(arm, found.q).position("tool"), np.tile(goal.target, (len(found), 1)), atol=1e-5)
    assert "parallel" in kine.arm_structure(arm, "tool")
    turned = kine.solutions(arm, goal, kine.Global(turns=True), seed)
    assert len(turned) >= len(found) and kine.Global(turns=True).turns
    with pytest.raises(ValueError, match="Global"):
        kine.solutions(arm, goal, kine.Jacobian(), seed)


def test_a_step_of_speeds_follows_a_point() -> None:
    arm = figures.planar_arm()
    pose, speeds = kine.Pose(arm, [0.2, 0.9]), np.zeros(2)
    start = kine.forward(arm, pose).position("hand").copy()
    velocity = np.array([0.1, -0.05, 0])
    for i in range(20):
        report = kine.step(arm, kine.follow_point("hand", start + velocity * i / 100, velocity), kine.Velocity(h=0.01), speeds, pose)
        assert report.reached and report.rank == 2
    np.testing.assert_allclose(kine.forward(arm, pose).position("hand"), start + velocity * 0.2, atol=1e-4)
    speeds[:] = (0.5, 0)
    before = pose[0]
    kine.step(arm, kine.follow_point("hand", start), kine.Velocity(fixed=[0]), speeds, pose)
    assert pose[0] == pytest.approx(before + 0.5 / 60)


# ---- many ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [None, kine.Jacobian(max_iterations=3), kine.Global(), kine.FullBody()])
def test_many_are_as_many_single_ones(method: kine.Method, rng: np.random.Generator) -> None:
    arm = figures.seven_hinges()
    seeds = rng.uniform(-1, 1, size=(40, 7))
    targets = kine.forward(arm, rng.uniform(-1.5, 1.5, size=(40, 7))).place("tool")
    targets[7] = np.nan
    targets[8, :3] = (9, 9, 9)
    one = kine.solve_many(arm, "tool", targets, seeds, method)
    two = kine.solve_many(arm, "tool", targets, seeds, method, threads=2)
    for a, b in zip(one, two):
        np.testing.assert_array_equal(a, b)
    assert one.status[7] == kine.Status.BAD_INPUT and one.status[8] == kine.Status.UNREACHABLE
    np.testing.assert_array_equal(one.q[7], seeds[7])
    for i in (0, 8, 39):
        pose = seeds[i].copy()
        report = kine.solve(arm, kine.place("tool", targets[i]), method or kine.Jacobian(), pose)
        np.testing.assert_array_equal(one.q[i], pose)
        assert one.status[i] == report.status and one.errors[i, 0] == report.position_error


def test_one_seed_serves_all_and_points_will_do() -> None:
    arm = figures.planar_arm()
    q, status, errors = kine.solve_many(arm, "hand", [[0.2, 0.35, 0], [0.3, -0.2, 0]], [0, 0.1])
    assert q.shape == (2, 2) and (status == 0).all() and errors.shape == (2, 2)
    assert kine.solve_many(arm, "hand", np.empty((0, 3)), [0, 0]).q.shape == (0, 2)


@pytest.mark.parametrize(
    "targets, seeds, sentence",
    [
        (np.zeros((5, 6)), np.zeros(7), r"\(N, 7\) or \(N, 3\).*\(5, 6\)"),
        (np.zeros(7), np.zeros(7), r"\(N, 7\) or \(N, 3\).*\(7,\)"),
        (np.zeros((5, 7)), np.zeros((4, 7)), r"\(5, 7\) or \(7,\).*\(4, 7\)"),
        (np.zeros((5, 7)), np.zeros(6), r"\(6,\)"),
        (np.zeros((5, 7), complex), np.zeros(7), "complex"),
        ([["a"] * 7], np.zeros(7), "targets"),
        (None, np.zeros(7), "targets"),
    ],
)
def test_wrong_shapes_say_which_was_expected(targets: object, seeds: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kine.solve_many(figures.seven_hinges(), "tool", targets, seeds)


def test_threads_share_a_skeleton_and_an_array(rng: np.random.Generator) -> None:
    arm = figures.seven_hinges()
    targets = kine.forward(arm, rng.uniform(-1.5, 1.5, size=(300, 7))).place("tool")
    expected = kine.solve_many(arm, "tool", targets, np.zeros(7))
    shared = np.zeros(7)
    wrong: list = []

    def work() -> None:
        for _ in range(3):
            if not np.array_equal(kine.solve_many(arm, "tool", targets, np.zeros(7), threads=2).q, expected.q):
                wrong.append(1)
            for target in targets[:100]:
                kine.solve(arm, kine.place("tool", target), kine.Jacobian(), shared)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and np.isfinite(shared).all()
