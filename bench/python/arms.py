"""How long a solve takes from Python: a panda from near seeds, beside PyKDL (Debian: python3-pykdl) and beside C++.

tools/python run build/release bench/python/arms.py [build/release/bench/bench_many_targets]
Each figure is the quickest of several runs, in the same process; on a busy machine compare the columns, not the numbers. There
`chrt --fifo 10` before it (as root) keeps both processors from other programs, without which two threads cannot be told.
"""

import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

import kine

Floats = NDArray[np.float64]
COUNT = 10_000
REPEATS = 7
NEAR = 0.1  # radians: how far a warm seed is from a pose that reaches, normal deviation

# Franka's table: where each joint lies on the one before, (x y z), turned about x by this; its limits. Metres and radians.
HALF = math.pi / 2
PANDA: List[Tuple[Tuple[float, float, float], float, Tuple[float, float]]] = [
    ((0, 0, 0.333), 0, (-2.8973, 2.8973)),
    ((0, 0, 0), -HALF, (-1.7628, 1.7628)),
    ((0, -0.316, 0), HALF, (-2.8973, 2.8973)),
    ((0.0825, 0, 0), HALF, (-3.0718, -0.0698)),
    ((-0.0825, 0.384, 0), -HALF, (-2.8973, 2.8973)),
    ((0, 0, 0), HALF, (-0.0175, 3.7525)),
    ((0.088, 0, 0), HALF, (-2.8973, 2.8973)),
]
FLANGE = (0, 0, 0.107)


def panda_urdf() -> str:
    links = "".join(f'<link name="l{i}"/>' for i in range(9))
    joints = "".join(
        f'<joint name="j{i + 1}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/><axis xyz="0 0 1"/>'
        f'<origin xyz="{x} {y} {z}" rpy="{turn} 0 0"/><limit lower="{low}" upper="{high}" velocity="2" effort="1"/></joint>'
        for i, ((x, y, z), turn, (low, high)) in enumerate(PANDA)
    )
    x, y, z = FLANGE
    tool = f'<joint name="tool" type="fixed"><parent link="l7"/><child link="l8"/><origin xyz="{x} {y} {z}"/></joint>'
    return f'<robot name="panda">{links}{joints}{tool}</robot>'


def fastest(work: Callable[[], Any], per: int) -> float:
    """Seconds each of `per` things takes, in the quickest run."""
    best = math.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best / per


def by_threads(work: Callable[[int], Any]) -> Dict[int, float]:
    """Seconds with one thread and with two, the quickest of runs that take turns."""
    best = {1: math.inf, 2: math.inf}
    for _ in range(4 * REPEATS):
        for threads in best:
            start = time.perf_counter()
            work(threads)
            best[threads] = min(best[threads], time.perf_counter() - start)
    return best


def processor_time(work: Callable[[], Any]) -> float:
    """Seconds of all processors together, in the cheapest run: what other programs take does not count."""
    best = math.inf
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def one_by_one(arm: kine.Skeleton, targets: Floats, seeds: Floats) -> Tuple[float, float]:
    """Seconds a solve with the goal made in each round, and with goals that are there."""
    method, pose = kine.Jacobian(), np.empty(arm.value_count)
    goals = [kine.place("tool", target) for target in targets]

    def with_goal() -> None:
        for target, seed in zip(targets, seeds):
            pose[:] = seed
            kine.solve(arm, kine.place("tool", target), method, pose)

    def ready() -> None:
        for goal, seed in zip(goals, seeds):
            pose[:] = seed
            kine.solve(arm, goal, method, pose)

    return fastest(with_goal, len(targets)), fastest(ready, len(targets))


def by_kdl(targets: Floats, seeds: Floats) -> Optional[Tuple[float, float]]:
    """Seconds a solve and the share solved, by PyKDL's Levenberg-Marquardt (which knows no limits)."""
    try:
        import PyKDL as kdl  # type: ignore[import]
    except ImportError:
        print("beside PyKDL: left out, python3-pykdl was not found")
        return None
    chain = kdl.Chain()
    for place, turn, _ in PANDA:
        chain.addSegment(kdl.Segment(kdl.Joint(kdl.Joint.Fixed), kdl.Frame(kdl.Rotation.RPY(turn, 0, 0), kdl.Vector(*place))))
        chain.addSegment(kdl.Segment(kdl.Joint(kdl.Joint.RotZ), kdl.Frame()))
    chain.addSegment(kdl.Segment(kdl.Joint(kdl.Joint.Fixed), kdl.Frame(kdl.Vector(*FLANGE))))
    solver = kdl.ChainIkSolverPos_LMA(chain)
    frames = [kdl.Frame(kdl.Rotation.Quaternion(*t[3:]), kdl.Vector(*t[:3])) for t in targets]
    starts, out = [], kdl.JntArray(7)
    for seed in seeds:
        start = kdl.JntArray(7)
        for k, value in enumerate(seed):
            start[k] = value
        starts.append(start)
    solved = [0]

    def work() -> None:
        solved[0] = sum(solver.CartToJnt(start, frame, out) >= 0 for start, frame in zip(starts, frames))

    return fastest(work, len(targets)), 100 * solved[0] / len(targets)


def by_cpp(program: str, model: Path, targets: Floats, seeds: Floats) -> float:
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("targets", "seeds")]
        targets.tofile(paths[0])
        seeds.tofile(paths[1])
        done = subprocess.run([program, str(model), "tool", *paths], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "panda.urdf"
        model.write_text(panda_urdf(), encoding="utf-8")
        arm = kine.load(model).skeleton
        random = np.random.default_rng(1)
        low, high = arm.limits.T
        planted = random.uniform(low, high, size=(COUNT, 7))
        seeds = np.clip(planted + random.normal(scale=NEAR, size=planted.shape), low, high)
        targets = kine.forward(arm, planted).place("tool")

        making, ready = one_by_one(arm, targets, seeds)
        print(f"one solve, goal made in Python       {1e6 * making:7.2f} µs")
        print(f"one solve, goal made before          {1e6 * ready:7.2f} µs")
        kdl = by_kdl(targets, seeds)
        solved = kine.solve_many(arm, "tool", targets, seeds)
        if kdl:
            print(f"one solve, PyKDL's LMA               {1e6 * kdl[0]:7.2f} µs, {kdl[1]:.1f} % (limits not held)")
        print(f"solved by kine                       {100 * np.mean(solved.status == kine.Status.REACHED):7.1f} %, inside the limits")
        batches = by_threads(lambda threads: kine.solve_many(arm, "tool", targets, seeds, threads=threads))
        times = {threads: seconds / COUNT for threads, seconds in batches.items()}
        print(f"a batch of {COUNT}, one thread         {1e6 * times[1]:7.2f} µs a solve")
        print(f"the same, two threads                {1e6 * times[2]:7.2f} µs a solve: {times[1] / times[2]:.2f} times as fast")
        spent = [processor_time(lambda n=n: kine.solve_many(arm, "tool", targets, seeds, threads=n)) for n in (1, 2)]  # type: ignore[misc]
        print(f"processor time of two threads        {spent[1] / spent[0]:7.2f} of one's: 1 where the machine has two free cores")
        for program in itertools.islice(sys.argv[1:], 1):
            cpp = by_cpp(program, model, targets, seeds)
            print(f"the same in C++, one thread          {1e6 * cpp:7.2f} µs a solve: the batch takes {times[1] / cpp:.2f} times that")
        poses = fastest(lambda: kine.forward(arm, planted), COUNT)
        jacobians = fastest(lambda: kine.jacobian(arm, planted, "tool"), COUNT)
        print(f"forward kinematics in a batch        {1e9 * poses:7.0f} ns a pose")
        print(f"with the Jacobian                    {1e9 * jacobians:7.0f} ns a pose")


if __name__ == "__main__":
    main()
