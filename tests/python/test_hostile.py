"""Whatever Python hands over, the interpreter goes on: a ValueError or TypeError at the worst."""

import copy
import gc
import inspect
import threading
from pathlib import Path
from typing import Any, Callable, List

import figures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kine
import kine._kine

ALLOWED = (ValueError, TypeError, IndexError, AttributeError, OverflowError, MemoryError)

ODD: List[Any] = [
    None, True, 0, -1, 7, 2**70, 1.5, float("nan"), float("inf"), "", "elbow", "nobody", "a\0b", b"elbow", [], [[]], [None],
    {}, {"x": 1}, object(), len, int, (0, 0, 0), [0.0, 0.1], [1, "a"], np.zeros(2), np.zeros(0), np.zeros((2, 2)),
    np.zeros((0, 7)), np.zeros(2, np.float32), np.zeros(2, complex), np.array(["a", "b"]), np.array([None, 1.0]),
    np.zeros(4)[::2], np.zeros(2, ">f8"), np.frombuffer(bytes(16)), np.full(2, np.nan), np.full(2, 1e300), np.array(3.0),
    np.zeros((1, 1, 1)), range(2), iter([0.0, 1.0]), np.zeros(2, "datetime64[s]"), np.ma.zeros(2),
]  # fmt: skip


def objects() -> List[Any]:
    """An object of each class, made anew."""
    arm = figures.planar_arm()
    pose = kine.Pose(arm, [0.1, 0.2])
    report = kine.solve(arm, kine.reach("hand", (0.2, 0.3, 0)), kine.Jacobian(), pose)
    clip = kine.Clip(arm, np.zeros((3, 2)), 30)
    return [arm, pose, report, clip, arm.joint(0), kine.forward(arm, pose), kine.reach("hand", (1, 0, 0)), kine.hold([0, 0]),
            kine.Jacobian(), kine.Global(), kine.Hybrid(), kine.Tolerance(), kine.Velocity(), kine.follow_point("hand", (0, 0, 0)),
            kine.flat_ground(), kine.Gait(), kine.CrawlGait(), [kine.reach("hand", (1, 0, 0))]]  # fmt: skip


FUNCTIONS = sorted(name for name, value in vars(kine._kine).items() if inspect.isroutine(value))
CLASSES = sorted(name for name, value in vars(kine._kine).items() if inspect.isclass(value))


def attempt(call: Callable[..., Any], *arguments: Any) -> None:
    try:
        call(*arguments)
    except ALLOWED:
        pass


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_refuse_what_makes_no_sense(name: str, rng: np.random.Generator) -> None:
    function = getattr(kine._kine, name)
    wanted = len(inspect.signature(function).parameters)
    for _ in range(400):
        pool = ODD + objects() if rng.random() < 0.05 else ODD + shared
        count = int(rng.integers(0, wanted + 2))
        attempt(function, *(pool[i] for i in rng.integers(0, len(pool), count)))
        # A skeleton first, as most want it, so that more than the first argument is looked at.
        attempt(function, shared[0], *(pool[i] for i in rng.integers(0, len(pool), max(count - 1, 0))))


shared = objects()


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if {"body", "source"} & set(inspect.signature(getattr(kine._kine, name)).parameters)])
def test_corrections_refuse_what_makes_no_sense(name: str, tmp_path: Path, rng: np.random.Generator) -> None:
    function = getattr(kine._kine, name)
    person = kine.load(figures.person_bvh(tmp_path)).skeleton
    body, clip = kine.MotionBody(person), kine.Walker(person).run(np.zeros((4, 3)))
    pool = [*ODD, *shared, body, clip, clip.poses, clip.poses[0], clip.poses * np.nan, np.full(person.value_count, 1e200), kine.GroundFeetState(),
            kine.LookAtState(), kine.HoldOnState(), kine.HandGrip("left", (0, np.nan, 1e300)), kine.HandGrip("right", np.zeros((4, 7)))]  # fmt: skip
    others = len(inspect.signature(function).parameters) - 1
    for second in pool:
        for _ in range(10):
            rest = [pool[i] for i in rng.integers(0, len(pool), others - 1)]
            attempt(function, body, second, *rest)
            attempt(function, clip, body, second, *rest[1:])


@pytest.mark.parametrize("name", CLASSES)
def test_objects_without_init_and_none_in_their_place(name: str) -> None:
    cls = getattr(kine._kine, name)
    bare = cls.__new__(cls)
    for attribute in dir(cls):
        member = inspect.getattr_static(cls, attribute)
        if isinstance(member, property):
            for victim in (bare, None, 3, object()):
                with pytest.raises((TypeError, RuntimeError)):
                    member.fget(victim)  # type: ignore[misc]
            if member.fset:
                with pytest.raises(TypeError):
                    member.fset(bare, shared[0])
        elif not attribute.startswith("__") or attribute in ("__len__", "__str__", "__repr__", "__getitem__", "__setitem__", "__array__"):
            method = getattr(cls, attribute)
            if callable(method):
                for victim in (bare, None):
                    for count in range(4):
                        attempt(method, victim, *([0] * count))
    for take in (lambda: kine.forward(bare, [0, 0]), lambda: kine.solve(shared[0], bare, kine.Jacobian(), np.zeros(2)),
                 lambda: kine.solve(shared[0], [bare], bare, np.zeros(2)), lambda: kine.Hybrid(body=bare), lambda: kine.save(bare, "x.bvh"),
                 lambda: kine.Jacobian(tolerance=bare), lambda: kine.Pose(bare), lambda: kine.Skeleton([bare])):  # fmt: skip
        attempt(take)
    with pytest.raises(TypeError):
        copy.copy(shared[0])


def test_what_is_written_into_must_be_able_to_take_it() -> None:
    arm, goal = figures.planar_arm(), kine.reach("hand", (0.2, 0.3, 0))
    frozen = np.zeros(2)
    frozen.flags.writeable = False
    odd = np.frombuffer(bytearray(17), np.uint8)[1:].view(np.float64)  # not aligned
    for pose in ([0, 0], (0, 0), np.zeros(3), np.zeros((1, 2)), np.zeros(2, np.float32), np.zeros(4)[::2], frozen, odd, np.zeros(2, ">f8"), None):
        with pytest.raises(ValueError, match="pose"):
            kine.solve(arm, goal, kine.Jacobian(), pose)


def test_arrays_that_change_under_a_conversion() -> None:
    pose = np.zeros(2)

    class Sneaky:
        def __array__(self, dtype: Any = None) -> Any:
            pose.resize(100000, refcheck=False)
            return np.zeros(3)

    arm = figures.planar_arm()
    attempt(kine.solve, arm, kine.reach("hand", (0.2, 0.3, 0)), kine.Jacobian(), pose)
    attempt(lambda: kine.solve(arm, kine.reach("hand", Sneaky()), kine.Jacobian(), pose))
    attempt(lambda: kine.follow_point(Sneaky(), Sneaky()))

    class Raises:
        def __array__(self, dtype: Any = None) -> Any:
            raise KeyError("no")

        def __iter__(self) -> Any:
            raise OSError("no")

    with pytest.raises((ValueError, KeyError, OSError)):
        kine.forward(arm, Raises())
    with pytest.raises((ValueError, KeyError, OSError)):
        kine.solve(arm, Raises(), kine.Jacobian(), np.zeros(2))


def test_a_walker_is_shared_by_threads(tmp_path: Any) -> None:
    person = kine.load(figures.person_bvh(tmp_path)).skeleton
    walker = kine.Walker(person)

    def work() -> None:
        for _ in range(50):
            state = walker.state
            walker.step(forward=1)
            walker.pose.sum()
            walker.reach([[0.3, 1, 0.4]])
            walker.state = state
            walker.start()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    del person
    gc.collect()
    for thread in threads:
        thread.join()
    assert np.isfinite(walker.pose).all()


finite = st.floats(allow_nan=True, allow_infinity=True)


@given(st.lists(finite, min_size=12, max_size=12), st.lists(finite, min_size=7, max_size=7), st.integers(0, 4))
def test_any_numbers_at_all(values: List[float], target: List[float], which: int) -> None:
    arm = figures.seven_hinges()
    start = np.array(values[:7])
    pose = start.copy()
    method = [kine.Jacobian(), kine.FullBody(), kine.Ccd(), kine.Global(), kine.Hybrid()][which]
    report = kine.solve(arm, kine.place("tool", target), method, pose)
    if report.status == kine.Status.BAD_INPUT:
        np.testing.assert_array_equal(pose, start)
    else:
        assert np.isfinite(pose).all() and kine.limit_violation(arm, pose) < 1e-9
    kine.forward(arm, start)
    kine.jacobian(arm, start, "tool")
    np.testing.assert_array_equal(kine.solve_many(arm, "tool", [target], start, method).q[0], pose)


@given(st.lists(finite, max_size=20), st.lists(st.integers(-3, 30), max_size=3))
def test_any_shapes_at_all(values: List[float], shape: List[int]) -> None:
    arm = figures.planar_arm()
    count = int(np.prod([abs(s) for s in shape])) if shape else 1
    array = np.resize(np.array(values or [0.0]), count).reshape([abs(s) for s in shape])
    for call in (lambda: kine.forward(arm, array), lambda: kine.solve_many(arm, "hand", array, array), lambda: kine.Clip(arm, array, 30),
                 lambda: kine.reach("hand", array), lambda: kine.height_map(array), lambda: kine.box_ground(array),
                 lambda: kine.mesh_ground(array, array), lambda: kine.solve(arm, kine.hold(array), kine.FullBody(), array)):  # fmt: skip
        attempt(call)
