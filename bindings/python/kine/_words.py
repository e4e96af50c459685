"""Words that are numbers in arrays."""

import enum


class Status(enum.IntEnum):
    """How a solve ended; the numbers of solve_many's status."""

    REACHED = 0
    """Every goal is met within tolerance."""
    NOT_FOUND = 1
    """No pose that meets them was found; there may be one."""
    UNREACHABLE = 2
    """Proved: a target lies beyond what the bones can span."""
    BAD_INPUT = 3
    """A goal, setting or pose that makes no sense, such as NaN; the pose is as it was."""
