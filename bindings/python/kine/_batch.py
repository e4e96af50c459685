"""Many solves at once."""

from typing import NamedTuple, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kine._kine import Jacobian, Method, Skeleton, _solve_many


class Solved(NamedTuple):
    """What solve_many gives back, a row for each target."""

    q: NDArray[np.float64]
    """(N, n): the poses, each inside its limits."""
    status: NDArray[np.int8]
    """(N,): how each solve ended, numbers of Status."""
    errors: NDArray[np.float64]
    """(N, 2): how far each is off, metres and radians."""


def solve_many(
    skeleton: Skeleton,
    tip: Union[str, int],
    targets: ArrayLike,
    seeds: ArrayLike,
    method: Optional[Method] = None,
    *,
    offset: ArrayLike = (0, 0, 0),
    threads: int = 1,
) -> Solved:
    """Brings a joint to many targets, each solve by itself, without Python's lock.

    targets: (N, 7) places, x y z in metres and qx qy qz qw, or (N, 3) points; seeds: where the solves start, (N, n), or
    (n,) for all; method: Jacobian() where it is None; offset: (3,) metres, the point that is meant, in the joint's frame;
    threads: how many, 0 for as many as there are processors. The answer is the same for any number.

    >>> q, status, errors = kine.solve_many(arm, "hand", [[0.2, 0.35, 0], [3, 4, 0]], [0, 0.1])
    >>> [kine.Status(s).name for s in status]
    ['REACHED', 'UNREACHABLE']
    """
    return Solved(*_solve_many(skeleton, tip, targets, seeds, Jacobian() if method is None else method, offset, threads))
