"""Skeletons that the tests share. Each is built anew, so that tests do not meet in one."""

import math
import shutil
from pathlib import Path

import kine

ROOT = Path(__file__).resolve().parents[2]


def planar_arm() -> kine.Skeleton:
    """Two hinges about z and a hand, along x."""
    return kine.Skeleton(
        [
            kine.hinge("shoulder"),
            kine.hinge("elbow", "shoulder", (0.3, 0, 0)),
            kine.fixed_joint("hand", "elbow", (0.25, 0, 0)),
        ]
    )


def seven_hinges() -> kine.Skeleton:
    """An arm as many robots have it, with limits and masses."""
    turn, bend = (-2.9, 2.9), (-2.1, 2.1)
    y, z = (0, 1, 0), (0, 0, 1)
    return kine.Skeleton(
        [
            kine.hinge("base", "", (0, 0, 0.34), z, turn, mass=3),
            kine.hinge("shoulder", "base", (0, 0, 0), y, bend, mass=2, max_speed=2),
            kine.hinge("upper", "shoulder", (0, 0, 0.40), z, turn, mass=2),
            kine.hinge("elbow", "upper", (0, 0, 0), (0, -1, 0), bend, mass=1),
            kine.hinge("lower", "elbow", (0, 0, 0.40), z, turn, mass=1),
            kine.hinge("wrist", "lower", (0, 0, 0), y, bend, mass=0.5),
            kine.hinge("flange", "wrist", (0, 0, 0.13), z, turn, mass=0.5),
            kine.fixed_joint("tool", "flange", (0, 0, 0.10)),
        ]
    )


def every_kind() -> kine.Skeleton:
    """A joint of each kind, and a follower."""
    return kine.Skeleton(
        [
            kine.free_joint("root"),
            kine.ball("hip", "root", (0, 0.1, 0), swing=(1, 0.5), twist=(-0.5, 0.5)),
            kine.euler("knee", "hip", (0.4, 0, 0), "XY", limits=[(-1, 1), (0, 2)]),
            kine.slider("piston", "knee", (0.1, 0, 0), (1, 0, 0), (0, 0.2)),
            kine.hinge("toe", "piston", (0.1, 0, 0), limits=(-1, 1)),
            kine.hinge("second_toe", "toe", (0.05, 0, 0), follows=("toe", 0.5, 0.1)),
            kine.fixed_joint("tip", "second_toe", (0.05, 0, 0)),
        ]
    )


def six_hinges() -> kine.Skeleton:
    """Three axes in the middle are parallel, so that all poses are found in closed form."""
    pi = math.pi
    return kine.Skeleton(
        [
            kine.hinge("pan", "", (0, 0, 0.09), (0, 0, 1), (-pi, pi)),
            kine.hinge("lift", "pan", (0, 0.14, 0), (0, 1, 0), (-pi, pi)),
            kine.hinge("elbow", "lift", (0, -0.12, 0.43), (0, 1, 0), (-2.8, 2.8)),
            kine.hinge("wrist_1", "elbow", (0, 0, 0.39), (0, 1, 0), (-pi, pi)),
            kine.hinge("wrist_2", "wrist_1", (0, 0.09, 0), (0, 0, 1), (-pi, pi)),
            kine.hinge("wrist_3", "wrist_2", (0, 0, 0.1), (0, 1, 0), (-pi, pi)),
            kine.fixed_joint("tool", "wrist_3", (0, 0.08, 0)),
        ]
    )


def spider() -> kine.Skeleton:
    """A body on six legs."""
    joints = [kine.free_joint("body", "", (0, 0.2, 0))]
    for i in range(6):
        angle = math.pi * (i + 0.5) / 3
        x, z = math.sin(angle), math.cos(angle)
        hip, knee, tip = f"hip{i}", f"knee{i}", f"tip{i}"
        turn = (0, math.sin((angle - math.pi / 2) / 2), 0, math.cos((angle - math.pi / 2) / 2))
        joints += [
            kine.euler(hip, "body", (0.12 * x, 0, 0.12 * z), "YZ", limits=[(-0.8, 0.8), (-1.2, 1.2)], rotation=turn),
            kine.hinge(knee, hip, (0.22, 0, 0), (0, 0, 1), (-2.4, 0.2)),
            kine.fixed_joint(tip, knee, (0.3, 0, 0)),
        ]
    return kine.Skeleton(joints)


def person_bvh(folder: Path) -> Path:
    """The person of the samples, as a file in this folder."""
    return Path(shutil.copy(ROOT / "samples/python/person.bvh", folder))
