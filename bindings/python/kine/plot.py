"""Pictures of poses, clips and reports with matplotlib, where it is installed: kine.plot.pose(skeleton, pose)."""

from typing import Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike

from kine._kine import Clip, Report, Skeleton, forward

_Joint = Union[str, int]
_MILLIMETRES = 1e3  # of a metre


def _axes(given: Any, flat: bool) -> Any:
    """The axes to draw into: the caller's, or new ones."""
    if given is not None:
        return given
    try:
        from matplotlib import pyplot  # type: ignore[import]
    except ImportError as error:
        raise ImportError("kine.plot needs matplotlib; on Debian: sudo apt-get install python3-matplotlib") from error
    return pyplot.figure().add_subplot(projection=None if flat else "3d")


def pose(skeleton: Skeleton, pose: ArrayLike, ax: Any = None, *, up: str = "z", names: Sequence[_Joint] = (), **line: Any) -> Any:
    """Draws the bones of a pose (n,) and gives back the axes, in metres.

    up: the axis of the skeleton that points up in the picture; names: joints whose names are written beside them; line:
    handed to matplotlib's plot, such as color or alpha.
    """
    axes = _axes(ax, flat=False)
    order = {"x": (1, 2, 0), "y": (2, 0, 1), "z": (0, 1, 2)}[up]
    if np.ndim(pose) != 1:
        raise ValueError(f"pose: the shape ({skeleton.value_count},) was expected, this one is {np.shape(pose)}")
    points = forward(skeleton, pose).positions[:, order]
    line = {"color": "C0", "marker": "o", "markersize": 3, **line}
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            axes.plot(*points[[parent, joint]].T, **line)
    for name in names:
        axes.text(*points[skeleton.index(name)], skeleton.names[skeleton.index(name)])
    axes.set_box_aspect(np.maximum(np.ptp(points, axis=0), 1e-3 * max(skeleton.size, 1e-9)))
    axes.set_xlabel("xyz"[order[0]] + " (m)")
    axes.set_ylabel("xyz"[order[1]] + " (m)")
    axes.set_zlabel("xyz"[order[2]] + " (m)")
    return axes


def clip(clip: Clip, joints: Optional[Sequence[_Joint]] = None, ax: Any = None) -> Any:
    """Draws the values of a clip over time and gives back the axes.

    joints: whose values; None: of all that change. Angles are radians, distances metres.
    """
    axes = _axes(ax, flat=True)
    skeleton, poses = clip.skeleton, clip.poses
    times = np.arange(len(clip)) / clip.rate
    for joint in skeleton.names if joints is None else joints:
        where = skeleton.values(joint)
        values = poses[:, where]
        for k in range(values.shape[1]):
            if joints is None and np.ptp(values[:, k]) == 0:
                continue
            several = f".{k}" if values.shape[1] > 1 else ""
            axes.plot(times, values[:, k], label=f"{skeleton.names[skeleton.index(joint)]}{several}")
    axes.set_xlabel("time (s)")
    axes.set_ylabel("value (rad, m)")
    if axes.lines:
        axes.legend()
    return axes


def report(report: Report, ax: Any = None) -> Any:
    """Draws the errors of a report as bars, with its sentence above, and gives back the axes."""
    axes = _axes(ax, flat=True)
    axes.bar(["position (mm)", "angle (mrad)"], [_MILLIMETRES * report.position_error, _MILLIMETRES * report.angle_error])
    axes.set_title(str(report), wrap=True)
    return axes
