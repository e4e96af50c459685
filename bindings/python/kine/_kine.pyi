# The types of the compiled module, and its documentation: docstrings.py writes it into the module as it is built.
# Arrays are float64. Lengths are metres, angles radians, times seconds; quaternions are x y z w. (n,) is one number for
# each value of a pose, (f,) one for each freedom; N is any number of rows.
from typing import Any, Dict, Iterable, Iterator, List, Literal, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kine._words import Status

__version__: str

_Floats = NDArray[np.float64]
_Joint = Union[str, int]
_Up = Literal["x", "y", "z"]
_Goals = Union[Goal, Iterable[Goal]]
_Follow = Union[str, Tuple[str], Tuple[str, float], Tuple[str, float, float], Tuple[str, float, float, int]]

class Joint:
    """A joint as it is described, before a Skeleton is made of it: made by hinge, slider, euler, ball, free_joint and
    fixed_joint."""

    @property
    def name(self) -> str:
        """The joint's name."""
    @property
    def parent(self) -> str:
        """The name of the joint it hangs on; empty for a root, which stands in the world."""
    @property
    def kind(self) -> str:
        """fixed, hinge, slider, euler, ball or free."""
    @property
    def offset(self) -> _Floats:
        """Where it is at rest, (3,) metres in its parent's frame."""
    @property
    def rotation(self) -> _Floats:
        """How it is turned at rest, (4,) x y z w in its parent's frame."""
    @property
    def axis(self) -> _Floats:
        """What a hinge turns about and a slider slides along, (3,) in the joint's frame."""
    @property
    def mass(self) -> float:
        """Of the bone that moves with it, kilograms."""

def fixed_joint(name: str, parent: str = "", offset: ArrayLike = (0, 0, 0), *, rotation: ArrayLike = (0, 0, 0, 1),
                scale: ArrayLike = (1, 1, 1), mass: float = 0, centre_of_mass: ArrayLike = (0, 0, 0)) -> Joint:
    """A joint that does not move: a tool, a fingertip.

    offset: (3,) metres, rotation: (4,) x y z w, both in the parent's frame; mass: kilograms."""

def hinge(name: str, parent: str = "", offset: ArrayLike = (0, 0, 0), axis: ArrayLike = (0, 0, 1),
          limits: Optional[ArrayLike] = None, *, rotation: ArrayLike = (0, 0, 0, 1), scale: ArrayLike = (1, 1, 1),
          mass: float = 0, centre_of_mass: ArrayLike = (0, 0, 0), max_speed: float = ..., weight: float = 1,
          fixed: bool = False, follows: Optional[_Follow] = None) -> Joint:
    """A joint that turns about an axis: one value, radians.

    axis: (3,) in the joint's frame; limits: (lower, upper) radians, None: endless; max_speed: rad/s; weight: how willingly
    it moves, > 0; fixed: no solver moves it; follows: the name of a joint that leads, or (name, factor, offset).

    >>> kine.hinge("elbow", "shoulder", (0.3, 0, 0), limits=(0, 2.5))
    <kine.Joint hinge 'elbow'>
    """

def slider(name: str, parent: str = "", offset: ArrayLike = (0, 0, 0), axis: ArrayLike = (0, 0, 1),
           limits: Optional[ArrayLike] = None, *, rotation: ArrayLike = (0, 0, 0, 1), scale: ArrayLike = (1, 1, 1),
           mass: float = 0, centre_of_mass: ArrayLike = (0, 0, 0), max_speed: float = ..., weight: float = 1,
           fixed: bool = False, follows: Optional[_Follow] = None) -> Joint:
    """A joint that slides along an axis: one value, metres. Settings as hinge; limits in metres, max_speed in m/s."""

def euler(name: str, parent: str = "", offset: ArrayLike = (0, 0, 0), order: str = "ZYX",
          limits: Optional[ArrayLike] = None, *, rotation: ArrayLike = (0, 0, 0, 1), scale: ArrayLike = (1, 1, 1),
          mass: float = 0, centre_of_mass: ArrayLike = (0, 0, 0), max_speed: ArrayLike = ..., weight: ArrayLike = 1,
          fixed: bool = False) -> Joint:
    """Two or three hinges at one point: as many values, radians.

    order: the axes, the outermost first: "ZYX" is the rotation Rz Ry Rx; limits: (2, 2) or (3, 2) radians."""

def ball(name: str, parent: str = "", offset: ArrayLike = (0, 0, 0), swing: Optional[ArrayLike] = None,
         twist: Optional[ArrayLike] = None, twist_axis: Optional[ArrayLike] = None,
         first_axis: Optional[ArrayLike] = None, *, rotation: ArrayLike = (0, 0, 0, 1), scale: ArrayLike = (1, 1, 1),
         mass: float = 0, centre_of_mass: ArrayLike = (0, 0, 0), max_speed: ArrayLike = ..., weight: ArrayLike = 1,
         fixed: bool = False) -> Joint:
    """A joint that turns every way: four values, a quaternion x y z w; three freedoms.

    swing: the two half-angles of its cone, radians; twist: (lower, upper) about the bone, radians; twist_axis: (3,) along
    the bone, x by default; first_axis: (3,) that the first half-angle is about, y by default."""

def free_joint(name: str, parent: str = "", offset: ArrayLike = (0, 0, 0), *, rotation: ArrayLike = (0, 0, 0, 1),
               scale: ArrayLike = (1, 1, 1), mass: float = 0, centre_of_mass: ArrayLike = (0, 0, 0),
               max_speed: ArrayLike = ..., weight: ArrayLike = 1, fixed: bool = False) -> Joint:
    """A joint that is free to move, the root of a figure: seven values, a quaternion x y z w and a shift x y z in metres; six
    freedoms."""

class Skeleton:
    """What can move: a tree of joints. A robot arm is a skeleton too. It never changes; a change is another skeleton.

    Three things are counted apart: joints, values (the n numbers of a pose; a ball has four) and freedoms (the f motions
    that can be chosen; a ball has three). Joints are named by their names, or by their place among `names`; those of a URDF by the names of their links as well."""

    def __init__(self, joints: Iterable[Joint]) -> None:
        """Parents come before their children. A ValueError says what is wrong with a joint.

        >>> kine.Skeleton([kine.hinge("shoulder"), kine.fixed_joint("hand", "shoulder", (0.3, 0, 0))])
        <kine.Skeleton of 2 joints and 1 freedoms>
        """
    @property
    def joint_count(self) -> int:
        """How many joints it has."""
    @property
    def value_count(self) -> int:
        """How many numbers a pose has: n."""
    @property
    def freedom_count(self) -> int:
        """How many freedoms it has: f, the columns of a Jacobian."""
    @property
    def names(self) -> List[str]:
        """Of all joints, parents before their children."""
    @property
    def parents(self) -> List[int]:
        """The place of each joint's parent among `names`; -1 for a root."""
    @property
    def freedom_names(self) -> List[str]:
        """The joint of each freedom, with a number where it has several: "hip.0"."""
    @property
    def limits(self) -> _Floats:
        """(f, 2): the lower and upper limit of each freedom, radians or metres; infinite where there is none, and for balls,
        whose cones are no ranges."""
    @property
    def max_speeds(self) -> _Floats:
        """(f,) rad/s or m/s."""
    @property
    def weights(self) -> _Floats:
        """(f,): how willingly each freedom moves."""
    @property
    def mass(self) -> float:
        """The sum of all masses, kilograms."""
    @property
    def size(self) -> float:
        """The longest way from a root to a joint along the bones at rest, metres."""
    def index(self, joint: _Joint) -> int:
        """The place of a joint among `names`. A ValueError names the nearest joint where there is none of that name."""
    def joint(self, joint: _Joint) -> Joint:
        """How a joint was described."""
    def values(self, joint: _Joint) -> slice:
        """Where a joint's values lie in a pose."""
    def freedom(self, joint: _Joint, component: int = 0) -> int:
        """The freedom that moves an axis of a joint: its own, or the one that it follows."""
    def __deepcopy__(self, memo: Any) -> Skeleton:
        """Itself, since it never changes."""
    def rest_pose(self) -> Pose:
        """Every value 0 where the limits allow it, else the nearest limit; balls unturned."""

class Pose:
    """The joint values of a skeleton: `q`, an array of n numbers, and the skeleton whose they are.

    Everything that takes a pose takes a Pose or an array. pose["elbow"] is a view of a joint's values, pose[3] the fourth
    number.

    >>> pose = arm.rest_pose()
    >>> pose["elbow"] = 0.5
    >>> pose.q
    array([0. , 0.5])
    """

    def __init__(self, skeleton: Skeleton, q: Optional[ArrayLike] = None) -> None:
        """q: (n,), copied; None: the rest pose."""
    @property
    def skeleton(self) -> Skeleton:
        """Whose values they are."""
    @property
    def q(self) -> _Floats:
        """(n,) radians, metres and quaternions: the numbers themselves, no copy."""
    def copy(self) -> Pose:
        """Another pose of the same numbers."""
    def __copy__(self) -> Pose:
        """As copy."""
    def __deepcopy__(self, memo: Any) -> Pose:
        """As copy."""
    def __getitem__(self, key: Any) -> Any:
        """A view of a joint's values by its name; else as the array's own."""
    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes a joint's values by its name; else as the array's own."""
    def __len__(self) -> int:
        """n."""
    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        """The numbers as NumPy takes them."""

def integrate(skeleton: Skeleton, speeds: ArrayLike, dt: float, pose: Union[Pose, _Floats]) -> None:
    """Moves `pose` along speeds (f,) in rad/s and m/s for dt seconds, balls about their own axes. Limits are not looked at."""

def difference(skeleton: Skeleton, a: ArrayLike, b: ArrayLike) -> _Floats:
    """The speeds (f,) that lead from pose a (n,) to pose b (n,) in one second, balls the short way round."""

def blend(skeleton: Skeleton, a: ArrayLike, b: ArrayLike, t: float) -> Pose:
    """Between two poses (n,): t = 0 gives a, t = 1 gives b; balls the short way at constant speed."""

def clamp_to_limits(skeleton: Skeleton, pose: Union[Pose, _Floats]) -> bool:
    """Moves `pose` to the nearest one inside the limits. True if anything moved."""

def limit_violation(skeleton: Skeleton, pose: ArrayLike) -> float:
    """How far a pose (n,) is outside its limits: the largest angle (radians) or distance (metres); 0 inside."""

def joint_rotation(skeleton: Skeleton, pose: ArrayLike, joint: _Joint) -> _Floats:
    """The quaternion (4,) x y z w of a ball or free joint, of unit length."""

def set_rotation(skeleton: Skeleton, joint: _Joint, rotation: ArrayLike, pose: Union[Pose, _Floats]) -> None:
    """Turns a ball or free joint of `pose`: (4,) x y z w from rest, of any length but zero."""

def set_translation(skeleton: Skeleton, joint: _Joint, translation: ArrayLike, pose: Union[Pose, _Floats]) -> None:
    """Shifts a free joint of `pose`: (3,) metres from its rest, along its rest axes."""

class Frames:
    """Where every joint is, in the world. Of one pose, or of N: then N comes first in every shape."""

    @property
    def skeleton(self) -> Skeleton:
        """Whose joints they are."""
    @property
    def positions(self) -> _Floats:
        """(joints, 3) or (N, joints, 3) metres, a view."""
    @property
    def rotations(self) -> _Floats:
        """(joints, 4) or (N, joints, 4) x y z w, a view."""
    def position(self, joint: _Joint) -> _Floats:
        """(3,) or (N, 3) metres, a view."""
    def rotation(self, joint: _Joint) -> _Floats:
        """(4,) or (N, 4) x y z w, a view."""
    def place(self, joint: _Joint) -> _Floats:
        """(7,) or (N, 7): x y z in metres, qx qy qz qw; what `place` and solve_many take as targets."""

def forward(skeleton: Skeleton, poses: ArrayLike, threads: int = 1) -> Frames:
    """Forward kinematics of a pose (n,) or of many (N, n), on so many threads; 0: as many as there are processors.

    >>> kine.forward(arm, [0, np.pi / 2]).position("hand").round(3) + 0
    array([0.3 , 0.25, 0.  ])
    """

def jacobian(skeleton: Skeleton, poses: ArrayLike, joint: _Joint, *, offset: ArrayLike = (0, 0, 0),
             rows: Literal["linear", "angular", "full"] = "full", relative_to: Optional[_Joint] = None,
             with_fixed: bool = False, threads: int = 1) -> _Floats:
    """The Jacobian of a point of a joint: (rows, f), or (N, rows, f) for poses (N, n). Column i is the velocity when freedom i
    moves at speed one. 3 rows, or with "full" 6, angular (rad/s) first, then linear (m/s).

    offset: (3,) metres in the joint's frame; relative_to: measure as seen from this joint; with_fixed: columns of fixed
    freedoms too, else they are zero.

    >>> kine.jacobian(arm, [0, 0], "hand", rows="linear").round(3)
    array([[0.  , 0.  ],
           [0.55, 0.25],
           [0.  , 0.  ]])
    """

def centre_of_mass(skeleton: Skeleton, poses: ArrayLike, threads: int = 1) -> _Floats:
    """The centre of all masses in the world, (3,) or (N, 3) metres; the origin where there is no mass."""

class Goal:
    """What is wanted of a point of a joint: made by reach, place, orient, aim, hold, centre_of_mass_at, distance, half_space,
    coincide and relative. All of them take, by keyword:

    offset: (3,) metres, the point that is meant, in the joint's frame; frame: measure in this joint's frame, None: in the
    world; weight: against goals of the same priority, > 0; priority: 0 comes first, later ones never cost earlier ones
    anything (FullBody and Hybrid); fade: 0 to 1, how much of the way; pole: (3,) where the middle of a limb points to
    (TwoBone and Hybrid); bounds: (rows, 2), the range of each row, metres or radians."""

    @property
    def kind(self) -> str:
        """reach, orient, place, aim, hold, centre-of-mass, distance or half-space."""
    @property
    def target(self) -> _Floats:
        """(3,) metres: the point that is wanted."""
    @property
    def weight(self) -> float:
        """Against other goals of the same priority."""
    @property
    def priority(self) -> int:
        """0 comes first."""

def reach(joint: _Joint, target: ArrayLike, *, offset: ArrayLike = (0, 0, 0), frame: Optional[_Joint] = None,
          weight: float = 1, priority: int = 0, fade: float = 1, pole: ArrayLike = (0, 0, 0),
          bounds: Optional[ArrayLike] = None) -> Goal:
    """The point comes to target, (3,) metres. 3 rows. The settings are those of every Goal.

    >>> kine.reach("hand", (0.2, 0.35, 0))
    <kine.Goal reach of 'hand'>
    """

def place(joint: _Joint, target: ArrayLike, tool: Optional[ArrayLike] = None, *, offset: ArrayLike = (0, 0, 0),
          frame: Optional[_Joint] = None, weight: float = 1, priority: int = 0, fade: float = 1,
          pole: ArrayLike = (0, 0, 0), bounds: Optional[ArrayLike] = None) -> Goal:
    """The joint, or a tool fixed to it, comes to target: (7,) x y z in metres, then qx qy qz qw. 6 rows, turns first.

    tool: (7,), where the tool is in the joint's frame; offset is then a point of the tool."""

def orient(joint: _Joint, orientation: ArrayLike, *, offset: ArrayLike = (0, 0, 0), frame: Optional[_Joint] = None,
           weight: float = 1, priority: int = 0, fade: float = 1, pole: ArrayLike = (0, 0, 0),
           bounds: Optional[ArrayLike] = None) -> Goal:
    """The joint is turned as orientation, (4,) x y z w; where it is does not matter. 3 rows."""

def aim(joint: _Joint, axis: ArrayLike, target: ArrayLike, *, offset: ArrayLike = (0, 0, 0),
        frame: Optional[_Joint] = None, weight: float = 1, priority: int = 0, fade: float = 1,
        pole: ArrayLike = (0, 0, 0), bounds: Optional[ArrayLike] = None) -> Goal:
    """The ray from the point along axis, (3,) in the joint's frame, goes through target, (3,) metres. 2 rows."""

def hold(posture: ArrayLike, weights: Optional[ArrayLike] = None, *, weight: float = 1, priority: int = 0,
         fade: float = 1) -> Goal:
    """Every freedom near its value in posture, (n,), copied. A wish: it never decides the status of a solve.

    weights: (f,), > 0, one for each freedom."""

def centre_of_mass_at(target: ArrayLike, *, frame: Optional[_Joint] = None, weight: float = 1, priority: int = 0,
                      fade: float = 1, bounds: Optional[ArrayLike] = None) -> Goal:
    """The centre of all masses comes to target, (3,) metres. 3 rows; bounds of (-inf, inf) for what does not matter."""

def distance(joint: _Joint, target: ArrayLike, range: ArrayLike, *, offset: ArrayLike = (0, 0, 0),
             frame: Optional[_Joint] = None, weight: float = 1, priority: int = 0, fade: float = 1) -> Goal:
    """The point keeps its distance to target, (3,), within range, (nearest, farthest) metres. 1 row."""

def half_space(joint: _Joint, point: ArrayLike, normal: ArrayLike, *, offset: ArrayLike = (0, 0, 0),
               frame: Optional[_Joint] = None, weight: float = 1, priority: int = 0, fade: float = 1,
               bounds: Optional[ArrayLike] = None) -> Goal:
    """The point stays in front of the plane through `point`, (3,) metres, with `normal`, (3,) of any length. 1 row."""

def coincide(a: _Joint, b: _Joint, offset_a: ArrayLike = (0, 0, 0), offset_b: ArrayLike = (0, 0, 0), *,
             weight: float = 1, priority: int = 0, fade: float = 1) -> Goal:
    """A closed loop: a point of joint a is a point of joint b; offsets (3,) metres in their frames. 3 rows."""

def relative(a: _Joint, b: _Joint, b_from_a: ArrayLike, *, weight: float = 1, priority: int = 0,
             fade: float = 1) -> Goal:
    """A rigid closed loop: joint a keeps its place, (7,) x y z qx qy qz qw, in the frame of joint b. 6 rows."""

class Tolerance:
    """When a goal counts as met."""

    def __init__(self, *, position: float = 1e-5, angle: float = 1e-5, metres: float = 0) -> None:
        """position: of the reach (the sum of the bone lengths from root to point); angle: radians; metres: when positive, in
        place of position."""
    @property
    def position(self) -> float:
        """Of the reach."""
    @property
    def angle(self) -> float:
        """Radians."""
    @property
    def metres(self) -> float:
        """Metres; 0: position counts."""

class Method:
    """How to solve: the base of TwoBone, Ccd, Fabrik, Shake, Jacobian, FullBody, Hybrid and Global. Settings are keywords, and
    attributes that are only read. All of them take lock, names of joints that must not move, and movable, (f,) flags."""

    @property
    def lock(self) -> Tuple[_Joint, ...]:
        """Joints that must not move."""
    @property
    def movable(self) -> Optional[Tuple[bool, ...]]:
        """A flag for each freedom."""

class TwoBone(Method):
    """An arm or leg of two bones in closed form, without iterations. One reach or place."""

    def __init__(self, *, root: Optional[_Joint] = None, mid: Optional[_Joint] = None, pole: ArrayLike = (0, 0, 0),
                 bend_axis: ArrayLike = (0, 0, 0), twist: float = 0, softness: float = 0, fade: float = 1,
                 on_unreachable: Literal["nearest", "keep"] = "nearest", tolerance: Tolerance = ...,
                 lock: Union[str, Sequence[_Joint]] = (), movable: Optional[ArrayLike] = None) -> None:
        """root, mid: where the bones start, None: found; pole: (3,) direction in the world to which the middle points;
        bend_axis: (3,) in the mid joint's frame, about which it bends positively; twist: radians about the line from root to
        tip; softness: 0 to 1, a limb that straightens slows down over this part of its length; fade: 0 to 1."""
    @property
    def root(self) -> Optional[_Joint]:
        """Where the upper bone starts; None: it is found."""
    @property
    def mid(self) -> Optional[_Joint]:
        """Where the lower bone starts."""
    @property
    def pole(self) -> Tuple[float, float, float]:
        """Direction in the world to which the middle points."""
    @property
    def bend_axis(self) -> Tuple[float, float, float]:
        """In the mid joint's frame."""
    @property
    def twist(self) -> float:
        """Radians."""
    @property
    def softness(self) -> float:
        """0 to 1."""
    @property
    def fade(self) -> float:
        """0 to 1."""
    @property
    def on_unreachable(self) -> str:
        """nearest or keep."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""

class Ccd(Method):
    """Cyclic coordinate descent: one joint after the other. Reach, place and orient goals."""

    def __init__(self, *, tolerance: Tolerance = ..., max_iterations: int = 300, max_turn: float = ...,
                 order: Literal["root-first", "tip-first"] = "root-first", shakes: int = 6,
                 lock: Union[str, Sequence[_Joint]] = (), movable: Optional[ArrayLike] = None) -> None:
        """max_iterations: rounds over all joints; max_turn: radians in one round, a half turn by default; shakes: how often a
        pose that is stuck is shaken to try again."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""
    @property
    def max_iterations(self) -> int:
        """Rounds over all joints."""
    @property
    def max_turn(self) -> float:
        """Radians in one round."""
    @property
    def order(self) -> str:
        """root-first or tip-first."""
    @property
    def shakes(self) -> int:
        """How often a pose that is stuck is shaken."""

class Fabrik(Method):
    """Forward and backward reaching: joints as points pulled along lines. Reach and place goals."""

    def __init__(self, *, tolerance: Tolerance = ..., max_iterations: int = 500, shakes: int = 6,
                 lock: Union[str, Sequence[_Joint]] = (), movable: Optional[ArrayLike] = None) -> None:
        """max_iterations: rounds there and back; shakes: how often a pose that is stuck is shaken to try again."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""
    @property
    def max_iterations(self) -> int:
        """Rounds there and back."""
    @property
    def shakes(self) -> int:
        """How often a pose that is stuck is shaken."""

class Shake(Method):
    """Joints as point masses held apart by distances, here for comparison. Reach goals."""

    def __init__(self, *, tolerance: Tolerance = ..., max_iterations: int = 5000, cycle: int = 40,
                 bone_tolerance: float = 1e-3, shakes: int = 6, lock: Union[str, Sequence[_Joint]] = (),
                 movable: Optional[ArrayLike] = None) -> None:
        """max_iterations: rounds over all distances; cycle: rounds after which points become a pose; bone_tolerance: of a
        bone's length."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""
    @property
    def max_iterations(self) -> int:
        """Rounds over all distances."""
    @property
    def cycle(self) -> int:
        """Rounds after which points become a pose."""
    @property
    def bone_tolerance(self) -> float:
        """Of a bone's length."""
    @property
    def shakes(self) -> int:
        """How often a pose that is stuck is shaken."""

class Jacobian(Method):
    """Inverse kinematics by the Jacobian, the method for most problems. All goals count at once, by their weights."""

    def __init__(self, *, inverse: Literal["damped", "paper", "transpose", "selectively-damped"] = "damped",
                 tolerance: Tolerance = ..., max_iterations: int = 200, step: float = 1, from_: Optional[_Joint] = None,
                 lock: Union[str, Sequence[_Joint]] = (), movable: Optional[ArrayLike] = None, penultimate: bool = True,
                 max_change: float = ..., posture: Optional[ArrayLike] = None, ease: float = 0.3, inner_limit: int = 20,
                 inverse_error: float = 1e-3) -> None:
        """step: 0 to 1 of each step; from_: the first joint that may move; penultimate: a place is solved as a reach of the
        last ball and a turn of it where there is one; max_change: the most that any joint may change in one solve, radians
        (a slider: reaches), endless by default; posture: (n,) to stay near in what freedom the goals leave; ease: 0 to 1, how
        much of the way to it is gone in a solve; inner_limit, inverse_error: of the inverse "paper"."""
    @property
    def inverse(self) -> str:
        """damped, paper, transpose or selectively-damped."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""
    @property
    def max_iterations(self) -> int:
        """Steps."""
    @property
    def step(self) -> float:
        """0 to 1."""
    @property
    def from_(self) -> Optional[_Joint]:
        """The first joint that may move."""
    @property
    def penultimate(self) -> bool:
        """Whether a place is solved by the last ball."""
    @property
    def max_change(self) -> float:
        """Radians, a slider: reaches."""
    @property
    def posture(self) -> Optional[_Floats]:
        """(n,) to stay near."""
    @property
    def ease(self) -> float:
        """0 to 1."""
    @property
    def inner_limit(self) -> int:
        """Of the inverse "paper"."""
    @property
    def inverse_error(self) -> float:
        """Of the inverse "paper"."""

class FullBody(Method):
    """Any number of goals of any kind on any joints at once, with strict priorities between them."""

    def __init__(self, *, tolerance: Tolerance = ..., max_iterations: int = 100, from_: Optional[_Joint] = None,
                 lock: Union[str, Sequence[_Joint]] = (), movable: Optional[ArrayLike] = None, try_again: bool = True,
                 restarts: int = 0, seed: int = 1) -> None:
        """max_iterations: of each priority; from_: the first joint that may move; try_again: the first priority once more from
        elsewhere if it came near and is stuck; restarts: how many other poses to start from; seed: of those."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""
    @property
    def max_iterations(self) -> int:
        """Of each priority."""
    @property
    def from_(self) -> Optional[_Joint]:
        """The first joint that may move."""
    @property
    def try_again(self) -> bool:
        """Once more from elsewhere."""
    @property
    def restarts(self) -> int:
        """How many other poses to start from."""
    @property
    def seed(self) -> int:
        """Of those poses."""

class Hybrid(Method):
    """Arms and legs in closed form, the trunk by FullBody only where they need it."""

    def __init__(self, *, body: FullBody = ..., limb: TwoBone = ..., stretch: float = 0.98,
                 lock: Union[str, Sequence[_Joint]] = (), movable: Optional[ArrayLike] = None) -> None:
        """stretch: 0 to 1, how far a limb may be stretched before the trunk helps, of its length."""
    @property
    def body(self) -> FullBody:
        """For the trunk, and for all that is no limb."""
    @property
    def limb(self) -> TwoBone:
        """For the limbs."""
    @property
    def stretch(self) -> float:
        """0 to 1."""

class Global(Method):
    """One arm of hinges and sliders from any seed: a pose inside the limits wherever there is one. One place, one reach, or a
    reach and an aim of the same point."""

    def __init__(self, *, tolerance: Tolerance = ...,
                 choice: Literal["quick", "nearest", "posture", "far-from-limits", "manipulable"] = "quick",
                 max_starts: int = 400, from_: Optional[_Joint] = None, lock: Union[str, Sequence[_Joint]] = (),
                 movable: Optional[ArrayLike] = None, posture: Optional[ArrayLike] = None,
                 turns: bool = False) -> None:
        """choice: which pose is wanted where there are several; max_starts: descents from other poses; from_: the first joint
        that may move; posture: (n,), for the choice "posture"; turns: poses that are whole turns apart count each."""
    @property
    def tolerance(self) -> Tolerance:
        """When a goal counts as met."""
    @property
    def choice(self) -> str:
        """quick, nearest, posture, far-from-limits or manipulable."""
    @property
    def max_starts(self) -> int:
        """Descents from other poses."""
    @property
    def from_(self) -> Optional[_Joint]:
        """The first joint that may move."""
    @property
    def posture(self) -> Optional[_Floats]:
        """(n,), for the choice "posture"."""
    @property
    def turns(self) -> bool:
        """Whether poses that are whole turns apart count each, in solutions."""

class Report:
    """How a solve went. Printed, it is a sentence. Errors are measured by forward kinematics of the pose that came back."""

    @property
    def status(self) -> Status:
        """How it ended."""
    @property
    def reached(self) -> bool:
        """True if every goal is met within tolerance."""
    @property
    def position_error(self) -> float:
        """The largest of any goal, metres."""
    @property
    def angle_error(self) -> float:
        """The largest of any goal, radians."""
    @property
    def hold_error(self) -> float:
        """How far any freedom is from the posture of a hold, radians or metres."""
    @property
    def worst_goal(self) -> int:
        """The goal that is farthest off, against its tolerance; -1: none."""
    @property
    def iterations(self) -> int:
        """What the method counts: steps, rounds, poses looked at."""
    @property
    def outside_limits(self) -> int:
        """Freedoms that the solve may not move and that lie outside their limits."""
    @property
    def fault(self) -> str:
        """What was wrong with the input, where the status is BAD_INPUT; else empty."""
    @property
    def blockers(self) -> List[Dict[str, Any]]:
        """What stood in the way: the joint and its component, or the goal; at, the limit in radians or metres; gain, metres of
        error gone for each radian that it gives way; relax, how far it must give way, 0 where that is not known."""

def solve(skeleton: Skeleton, goals: _Goals, method: Method, pose: Union[Pose, _Floats]) -> Report:
    """Solves from `pose` and writes the best pose seen into it, inside its limits. What cannot be reached is no exception: the
    report says it.

    >>> pose = arm.rest_pose()
    >>> report = kine.solve(arm, kine.reach("hand", (0.2, 0.35, 0)), kine.Jacobian(), pose)
    >>> report.reached
    True
    >>> print(kine.solve(arm, kine.reach("hand", (3, 4, 0)), kine.Jacobian(), pose))
    4.45 m short: out of reach, however the joints turn
    """

def _solve_many(skeleton: Skeleton, tip: _Joint, targets: ArrayLike, seeds: ArrayLike, method: Method,
                offset: ArrayLike, threads: int) -> Tuple[_Floats, NDArray[np.int8], _Floats]:
    """What kine.solve_many calls."""

def explain(skeleton: Skeleton, goals: _Goals, method: Method, pose: ArrayLike, report: Report) -> str:
    """Why goals were missed, as a sentence for people: which limits stand in the way and how far each would have to give way, or
    which method reaches. `pose` and `report` are what solve gave. It solves again, and takes its time."""

class Solutions:
    """All poses of an arm that reach, the nearest to the seed first."""

    @property
    def q(self) -> _Floats:
        """(N, n): the poses."""
    @property
    def distance(self) -> _Floats:
        """(N,): how far each is from the seed, sqrt(sum of change^2 / weight), radians, and reaches for sliders."""
    @property
    def branch(self) -> NDArray[np.intc]:
        """(N,): which roots of the closed form were taken; -1 without structure."""
    @property
    def interval(self) -> _Floats:
        """(N, 2) radians: the values of the joint that is searched between which this branch reaches; NaN without one."""
    @property
    def complete(self) -> bool:
        """True if these are proved to be all."""
    @property
    def report(self) -> Report:
        """Of the first one, or of the best pose there is."""
    def __len__(self) -> int:
        """How many there are."""

def solutions(skeleton: Skeleton, goals: _Goals, method: Method, seed: ArrayLike, most: int = 64) -> Solutions:
    """All poses inside the limits that meet the goals, at most `most`; method is a Global. seed: (n,)."""

def arm_structure(skeleton: Skeleton, tip: _Joint) -> str:
    """What closed form Global sees in the arm that carries a joint, as words."""

class Velocity:
    """Inverse kinematics on speeds, a step of time at a time: see step."""

    def __init__(self, *, h: float = ..., beta: float = 0.5, drift: Literal["logarithm", "printed"] = "logarithm",
                 inverse: Literal["plain", "by-rank", "damped"] = "by-rank", rank_threshold: float = 1e-4,
                 damping: float = 0.05, separate: bool = True, fixed: Optional[ArrayLike] = None, length: float = 0,
                 tolerance: float = 1e-6) -> None:
        """h: the step of time, seconds, 1/60 by default; beta: 0 to 1, how much of the error in place a step takes back;
        rank_threshold, damping: of the largest singular value; separate: parts that do not touch each other by themselves;
        fixed: indices of freedoms fixed in this step; length: metres that count as much as a radian, 0: the figure's size;
        tolerance: of the largest speed wanted."""
    @property
    def h(self) -> float:
        """The step of time, seconds."""
    @property
    def beta(self) -> float:
        """0 to 1."""
    @property
    def drift(self) -> str:
        """logarithm or printed."""
    @property
    def inverse(self) -> str:
        """plain, by-rank or damped."""
    @property
    def rank_threshold(self) -> float:
        """Of the largest singular value."""
    @property
    def damping(self) -> float:
        """Of the largest singular value."""
    @property
    def separate(self) -> bool:
        """Parts that do not touch each other by themselves."""
    @property
    def fixed(self) -> Optional[_Floats]:
        """Indices of freedoms."""
    @property
    def length(self) -> float:
        """Metres that count as much as a radian."""
    @property
    def tolerance(self) -> float:
        """Of the largest speed wanted."""

class VelocityConstraint:
    """What is asked of a link's velocity: made by turn_about, follow_pose, follow_point, stay_in_plane and constrain_twist.
    weight: where not all can be met, > 0; correct: also lead back to the target's place; offset: (3,) metres, the point that
    is meant, in the joint's frame."""

    @property
    def kind(self) -> str:
        """axis, pose, point, plane or general."""

def turn_about(joint: _Joint, axis: ArrayLike, axis_in_joint: Optional[ArrayLike] = None,
               axis_velocity: ArrayLike = (0, 0, 0), *, weight: float = 1, correct: bool = True) -> VelocityConstraint:
    """The link turns about axis, (3,) in the world, only. With axis_in_joint, (3,), that direction of the link is kept along
    it; axis_velocity: (3,) rad/s at which the axis is carried about."""

def follow_pose(joint: _Joint, target: ArrayLike, velocity: ArrayLike = (0, 0, 0, 0, 0, 0), *,
                offset: ArrayLike = (0, 0, 0), weight: float = 1, correct: bool = True) -> VelocityConstraint:
    """The link follows target, (7,) x y z qx qy qz qw when the step begins, that moves by the twist velocity, (6,): angular
    first, rad/s, then linear at the world's origin, m/s."""

def follow_point(joint: _Joint, target: ArrayLike, velocity: ArrayLike = (0, 0, 0), *, offset: ArrayLike = (0, 0, 0),
                 weight: float = 1, correct: bool = True) -> VelocityConstraint:
    """The point follows one at target, (3,) metres, that moves by velocity, (3,) m/s."""

def stay_in_plane(joint: _Joint, point: ArrayLike, normal: ArrayLike, velocity: ArrayLike = (0, 0, 0, 0, 0, 0), *,
                  offset: ArrayLike = (0, 0, 0), weight: float = 1, correct: bool = True) -> VelocityConstraint:
    """The point stays in the plane through `point`, (3,) metres, with `normal`, (3,), which may move by a twist (6,)."""

def constrain_twist(joint: _Joint, rows: ArrayLike, values: ArrayLike, *, offset: ArrayLike = (0, 0, 0),
                    weight: float = 1) -> VelocityConstraint:
    """Rows of your own, (N, 6) with N from 1 to 6, on the link's twist about the world's origin, angular first; values: (N,)."""

class VelocityReport:
    """How a step went."""

    @property
    def status(self) -> Status:
        """REACHED: every constraint has its velocity."""
    @property
    def reached(self) -> bool:
        """True if every constraint has its velocity."""
    @property
    def scale(self) -> float:
        """How much of the task's speed the limits leave, 0 to 1."""
    @property
    def angular(self) -> float:
        """The largest speed lacking, rad/s."""
    @property
    def linear(self) -> float:
        """The largest speed lacking, m/s."""
    @property
    def angle_error(self) -> float:
        """The largest after the step, radians."""
    @property
    def position_error(self) -> float:
        """The largest after the step, metres."""
    @property
    def rank(self) -> int:
        """How many independent directions were served."""
    @property
    def fault(self) -> str:
        """What was wrong with the input, where the status is BAD_INPUT; else empty."""

def step(skeleton: Skeleton, constraints: Union[VelocityConstraint, Iterable[VelocityConstraint]], method: Velocity,
         speeds: _Floats, pose: Union[Pose, _Floats]) -> VelocityReport:
    """One step of time. speeds: (f,) rad/s and m/s; in: those of fixed freedoms; out: those that meet the constraints. The pose
    moves by them for h seconds.

    >>> pose, speeds = kine.Pose(arm, [0.2, 0.5]), np.zeros(2)
    >>> kine.step(arm, kine.follow_point("hand", (0.4, 0.3, 0)), kine.Velocity(), speeds, pose).reached
    True
    """

class Clip:
    """Poses in time: one every 1 / rate seconds, the first at time 0."""

    name: str
    """Of the motion."""
    def __init__(self, skeleton: Skeleton, poses: ArrayLike, rate: float, name: str = "") -> None:
        """poses: (frames, n), copied; rate: frames per second."""
    @property
    def skeleton(self) -> Skeleton:
        """Whose poses they are."""
    @property
    def rate(self) -> float:
        """Frames per second."""
    @property
    def duration(self) -> float:
        """From the first frame to the last, seconds."""
    @property
    def poses(self) -> _Floats:
        """(frames, n): the numbers themselves; what is written changes the clip."""
    @property
    def translations(self) -> Dict[str, _Floats]:
        """Of joints whose translation changes: (frames, 3) metres in the parent's frame; the numbers themselves."""
    @property
    def scales(self) -> Dict[str, _Floats]:
        """Of joints whose scale changes: (frames, 3); the numbers themselves."""
    def sample(self, times: ArrayLike, *, loop: bool = False) -> _Floats:
        """The pose (n,) at a time in seconds, or (N, n) at N times; rotations by the short arc. Before the start stands the
        first frame, after the end the last one; with loop the clip is repeated.

        >>> kine.Clip(arm, [[0, 0], [1, 2]], rate=10).sample(0.05)
        array([0.5, 1. ])
        """
    def resampled(self, rate: float) -> Clip:
        """The same motion with another number of frames per second."""
    def retimed(self, rate: float) -> Clip:
        """The same frames at another rate: faster or slower."""
    def cut(self, from_: int, to: int) -> Clip:
        """Frames from `from_` on and before `to` as a clip of their own; frames count from 0."""
    def joined(self, other: Clip) -> Clip:
        """This clip and then another of the same skeleton and rate; the frames keep their values."""
    def make_continuous(self) -> None:
        """Makes neighbouring frames the nearest of those that look alike, so that sampling takes the short way."""
    def copy(self) -> Clip:
        """Another clip of the same frames."""
    def __copy__(self) -> Clip:
        """As copy."""
    def __deepcopy__(self, memo: Any) -> Clip:
        """As copy."""
    def __getitem__(self, key: Any) -> Any:
        """A view of frames: clip[10] is a pose (n,), clip[10:20] are ten, clip[:, 3] is a value over time."""
    def __setitem__(self, key: Any, value: Any) -> None:
        """Writes frames: clip[10] = pose."""
    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        """The poses as NumPy takes them: wherever poses (N, n) are expected, a clip will do."""
    def __len__(self) -> int:
        """How many frames it has."""

class Scene:
    """What a file holds: a skeleton, the motions made for it, and what the reader had to guess or leave out."""

    @property
    def name(self) -> str:
        """Of the file, without folder and ending."""
    @property
    def skeleton(self) -> Skeleton:
        """Lengths are metres and angles radians, whatever the file uses; its axes are kept."""
    @property
    def clips(self) -> List[Clip]:
        """The motions."""
    @property
    def metres_per_unit(self) -> float:
        """What one unit of the file is, as stated or guessed."""
    @property
    def up(self) -> _Up:
        """The axis that points up: x, y or z."""
    @property
    def height(self) -> float:
        """From the lowest to the highest joint at rest, metres."""
    @property
    def notes(self) -> List[str]:
        """A sentence for each thing that was guessed, mended or dropped."""
    @property
    def aliases(self) -> Dict[str, str]:
        """Other names of joints: a URDF's links. They do wherever a joint is named."""
    def find(self, name: str) -> str:
        """The joint of that name or alias; a ValueError names the nearest."""

def _load(paths: List[str], metres_per_unit: Optional[float], up: Optional[str], rate: Optional[float],
          three_dofs: bool, free_root: bool, allowed_folders: List[str], bake_scale: bool) -> Scene:
    """What kine.load calls."""

def _encode(format: str, thing: Union[Scene, Clip, Skeleton], clips: Union[None, Clip, Iterable[Clip]],
            metres_per_unit: Optional[float], order: str, decimals: int, up: Optional[str], stick_mesh: bool) -> bytes:
    """What kine.save calls."""

class Ground:
    """The ground that a figure walks on, y up, metres: made by flat_ground, height_map, mesh_ground and box_ground."""

    def height(self, x: float, z: float) -> float:
        """y of the ground at a place, metres; NaN where there is none."""

def flat_ground(height: float = 0) -> Ground:
    """Level ground without end; height: y, metres."""

def height_map(heights: ArrayLike, cell_size: ArrayLike = 1, first: Optional[ArrayLike] = None) -> Ground:
    """Ground of heights on a grid, (rows, columns) metres; rows go along +z, columns along +x; NaN is a hole.

    cell_size: metres from sample to sample, or (2,) along x and z; first: (3,), where the first sample lies when its height is
    0; None: the grid is centred on the origin."""

def mesh_ground(vertices: ArrayLike, triangles: ArrayLike) -> Ground:
    """The upper sides of a triangle mesh: vertices (N, 3) metres, triangles (N, 3) indices of them."""

def box_ground(boxes: ArrayLike) -> Ground:
    """The tops of boxes, (N, 2, 3): the lowest and the highest corner of each, metres; between them are gaps."""

class Gait:
    """How a figure on two legs walks, for a leg of 0.87 m; others walk in proportion."""

    def __init__(self, *, style: Literal["natural", "paper"] = "natural", top_speed: float = ...,
                 top_back_speed: float = ..., top_side_speed: float = ..., top_turn: float = ..., step_width: float = ...,
                 toe_out: float = ..., arm_swing: float = ..., head_lead: float = ...) -> None:
        """What is not said is as the style has it. Speeds: m/s at a full stick, top_turn: rad/s; step_width: metres between
        the ankles; toe_out, arm_swing: radians; head_lead: seconds that the head looks ahead."""
    @property
    def style(self) -> str:
        """natural or paper."""
    @property
    def top_speed(self) -> float:
        """Ahead, m/s."""
    @property
    def top_back_speed(self) -> float:
        """Backwards, m/s."""
    @property
    def top_side_speed(self) -> float:
        """To the side, m/s."""
    @property
    def top_turn(self) -> float:
        """rad/s."""
    @property
    def step_width(self) -> float:
        """Between the ankles, metres."""
    @property
    def toe_out(self) -> float:
        """Each foot turned outwards, radians."""
    @property
    def arm_swing(self) -> float:
        """To the front and to the back, radians."""
    @property
    def head_lead(self) -> float:
        """Seconds."""

class WalkReport:
    """How a frame of walking went. Places are in the world of the ground, y up; feet and hands go left, right."""

    @property
    def x(self) -> float:
        """Where the figure is, metres."""
    @property
    def z(self) -> float:
        """Where the figure is, metres."""
    @property
    def heading(self) -> float:
        """Where it faces, radians from +z towards +x."""
    @property
    def speed(self) -> float:
        """Ahead, m/s."""
    @property
    def blocked(self) -> bool:
        """There is no foothold ahead: it stops."""
    @property
    def no_ground(self) -> bool:
        """There is no ground where the walk should start."""
    @property
    def held_back(self) -> bool:
        """Asked for more than walking can do."""
    @property
    def bad_stick(self) -> bool:
        """The stick or the time was not a number: it stands."""
    @property
    def hips(self) -> _Floats:
        """(7,) x y z in metres, qx qy qz qw: midway between the hips."""
    @property
    def heel_down(self) -> Tuple[bool, bool]:
        """Whether each heel stands still."""
    @property
    def toe_down(self) -> Tuple[bool, bool]:
        """Whether the tip of the toes stands still."""
    @property
    def heel_at(self) -> _Floats:
        """(2, 3) metres: where each heel stands."""
    @property
    def toe_at(self) -> _Floats:
        """(2, 3) metres: where the tips of the toes stand."""
    @property
    def position_error(self) -> float:
        """Of the worse leg, metres."""
    @property
    def angle_error(self) -> float:
        """Of the worse leg, radians."""
    @property
    def holds(self) -> Tuple[int, int]:
        """The object that each hand holds, by its place among the points of reach; -1: none."""

class WalkState:
    """All that a walk remembers, taken from Walker.state."""

class Walker:
    """Any figure on two legs made ready to walk. One thread at a time walks it; others wait."""

    def __init__(self, skeleton: Skeleton, ground: Optional[Ground] = None, *, gait: Optional[Gait] = None, up: _Up = "y",
                 bones: Mapping[str, str] = {}, mode: Literal["half", "full", "hybrid"] = "full") -> None:
        """ground: flat by default; gait: fitted to the figure; up: of the figure's own world (Scene.up); bones: what you know
        better than the names and shapes tell, such as {"left_thigh": "hip_yaw_L"}; mode: how legs are solved. A ValueError
        says why a figure cannot walk."""
    @property
    def skeleton(self) -> Skeleton:
        """The figure's."""
    @property
    def notes(self) -> List[str]:
        """A sentence for each thing that was guessed, is missing, or had to be reduced."""
    @property
    def pose(self) -> _Floats:
        """(n,): the figure's pose in the last frame, a copy."""
    state: WalkState
    """All that the walk remembers; set it to rewind, to the bit."""
    def step(self, forward: float = 0, turn: float = 0, side: float = 0, dt: float = ...) -> WalkReport:
        """One frame of dt seconds, 1/60 by default. The stick: each from -1 to 1 of the gait's top speed; turn and side: + to
        the left."""
    def run(self, sticks: ArrayLike, dt: float = ...) -> Clip:
        """Many frames at once: sticks (N, 3), forward, turn and side of each."""
    def start(self, x: float = 0, z: float = 0, heading: float = 0, y: Optional[float] = None) -> None:
        """The walk begins anew here: metres, heading in radians from +z towards +x; y: on the ground about there, None: on the
        highest."""
    def reach(self, points: ArrayLike) -> None:
        """Objects to look at and to take with a hand from the next frame on: (N, 3) metres; [] for none."""

class CrawlGait:
    """How a figure on many legs walks."""

    def __init__(self, *, top_speed: float = 0.45, top_back_speed: float = 0.3, top_side_speed: float = 0.25,
                 top_turn: float = 0.8, acceleration: float = 0.8, braking: float = 2, turn_acceleration: float = 3,
                 step: float = 0.18, least_time: float = 0.3, most_time: float = 0.55, lift: float = 0.06,
                 clearance: float = 0.025, most_rise: float = 0.35, lean: float = 0.8) -> None:
        """Speeds: m/s and rad/s at a full stick; accelerations: m/s^2 and rad/s^2; step: metres of the body; times: seconds;
        lift, clearance, most_rise: metres; lean: 0 to 1 of the slope."""
    @property
    def top_speed(self) -> float:
        """Ahead, m/s."""
    @property
    def top_back_speed(self) -> float:
        """m/s."""
    @property
    def top_side_speed(self) -> float:
        """m/s."""
    @property
    def top_turn(self) -> float:
        """rad/s."""
    @property
    def acceleration(self) -> float:
        """m/s^2."""
    @property
    def braking(self) -> float:
        """m/s^2."""
    @property
    def turn_acceleration(self) -> float:
        """rad/s^2."""
    @property
    def step(self) -> float:
        """How far the body goes in one step, metres."""
    @property
    def least_time(self) -> float:
        """Of a step, seconds."""
    @property
    def most_time(self) -> float:
        """Of a step, seconds."""
    @property
    def lift(self) -> float:
        """How high a tip is lifted, metres."""
    @property
    def clearance(self) -> float:
        """How far a tip stays above what is on its way, metres."""
    @property
    def most_rise(self) -> float:
        """How far up or down from the other legs a foothold may be, metres."""
    @property
    def lean(self) -> float:
        """0 to 1 of the slope."""

class CrawlReport:
    """How a frame of crawling went. Legs go in the order of the tips."""

    @property
    def x(self) -> float:
        """Where the figure is, metres."""
    @property
    def z(self) -> float:
        """Where the figure is, metres."""
    @property
    def heading(self) -> float:
        """Where it faces, radians from +z towards +x."""
    @property
    def blocked(self) -> bool:
        """There is no foothold ahead: it stops."""
    @property
    def no_ground(self) -> bool:
        """There is no ground where the crawl should start."""
    @property
    def body(self) -> _Floats:
        """(7,) x y z in metres, qx qy qz qw."""
    @property
    def tips(self) -> _Floats:
        """(legs, 3) metres: where each tip was asked to be."""
    @property
    def down(self) -> List[bool]:
        """Whether each leg stands."""
    @property
    def position_error(self) -> float:
        """Of the worst leg, metres."""

class CrawlState:
    """All that a crawl remembers, taken from Crawler.state."""

class Crawler:
    """A figure with three to six legs made ready to crawl. One thread at a time moves it; others wait."""

    def __init__(self, skeleton: Skeleton, standing: ArrayLike, tips: List[str], ground: Optional[Ground] = None, *,
                 gait: Optional[CrawlGait] = None) -> None:
        """standing: (n,), upright, y up, facing +z; tips: the joints at the ends of the legs; those at even places of the list
        make one group, the others the other. The root is the body."""
    @property
    def skeleton(self) -> Skeleton:
        """The figure's."""
    @property
    def pose(self) -> _Floats:
        """(n,): the pose in the last frame, a copy."""
    state: CrawlState
    """All that the crawl remembers; set it to rewind, to the bit."""
    def step(self, forward: float = 0, turn: float = 0, side: float = 0, dt: float = ...) -> CrawlReport:
        """One frame of dt seconds, 1/60 by default. The stick: each from -1 to 1 of the gait's top speed."""
    def run(self, sticks: ArrayLike, dt: float = ...) -> Clip:
        """Many frames at once: sticks (N, 3), forward, turn and side of each."""
    def start(self, x: float = 0, z: float = 0, heading: float = 0, y: Optional[float] = None) -> None:
        """The crawl begins anew here: metres, heading in radians from +z towards +x; y: on the ground about there."""

class MotionBody:
    """A figure whose animation is corrected, on its own skeleton and poses: which joints are its legs and arms, and where its
    soles are. One thread at a time works with it; others wait."""

    def __init__(self, skeleton: Skeleton, *, up: _Up = "y", bones: Mapping[str, str] = {}) -> None:
        """up: of the figure's own world (Scene.up); bones: what you know better than the names and shapes tell, such as
        {"left_thigh": "hip_yaw_L"}. A ValueError says what a figure lacks: legs with knees and feet, a root that is free."""
    @property
    def skeleton(self) -> Skeleton:
        """The figure's."""
    @property
    def bones(self) -> Dict[str, str]:
        """The joint that carries each bone: {"left_thigh": "LeftUpLeg", ...}."""
    @property
    def notes(self) -> List[str]:
        """A sentence for each thing that was guessed or is missing."""
    @property
    def leg(self) -> float:
        """Hip to ankle with a straight knee, metres."""
    def fit_soles(self, clip: Clip) -> SoleFit:
        """Measures where soles and ground are in a clip, for what comes after: ground_feet, ground_clip and find_plants go by
        it. Files seldom show where the sole below a joint is."""

class SoleFit:
    """What MotionBody.fit_soles found."""

    @property
    def floor(self) -> float:
        """Height of the ground that the clip was recorded on, metres along the figure's up axis."""
    @property
    def straightest(self) -> float:
        """The straightest that a leg is in the clip, hip to ankle: 0 to 1 of its length."""
    @property
    def frames(self) -> int:
        """In so many a foot stood; 0: nothing was fitted."""

class PlantSettings:
    """How plants are found. Speeds and heights are for a leg of 0.87 m; other figures go in proportion."""

    def __init__(self, *, floor: float = 0, start_speed: float = 0.2, end_speed: float = 0.28, start_height: float = 0.04,
                 end_height: float = 0.06, shortest: float = 0.05) -> None:
        """floor: height of the clip's ground, metres (SoleFit.floor); a point that is slower than start_speed and lower than
        start_height stands until it is faster than end_speed or higher than end_height, m/s and metres; shortest: seconds."""
    @property
    def floor(self) -> float:
        """Height of the clip's ground, metres."""
    @property
    def start_speed(self) -> float:
        """A point that is slower stands, m/s."""
    @property
    def end_speed(self) -> float:
        """And leaves when it is faster, m/s."""
    @property
    def start_height(self) -> float:
        """Above the ground, metres."""
    @property
    def end_height(self) -> float:
        """Above the ground, metres."""
    @property
    def shortest(self) -> float:
        """What lasts less long is no plant, seconds."""

class GroundFeetSettings:
    """How feet are put on the ground."""

    def __init__(self, *, weight: float = 1, plants: PlantSettings = ..., straightest: float = 0.995, settle: float = 0.06,
                 release: float = 0.25, clearance: float = 0.02, swing_time: float = 0.4) -> None:
        """weight: 0 to 1 of the correction; plants: how they are found, and how high the animation's own ground is;
        straightest: no leg becomes straighter, 0 to 1 of its length; settle, release: seconds in which a foot that has landed
        comes to rest, and one that leaves comes back to its animation; clearance: metres that a swinging sole stays above
        what is on its way; swing_time: seconds that a swing is taken to last until one has been seen."""
    @property
    def weight(self) -> float:
        """0: the animation as it is, 1: all of the correction."""
    @property
    def plants(self) -> PlantSettings:
        """How plants are found."""
    @property
    def straightest(self) -> float:
        """0 to 1 of a leg's length."""
    @property
    def settle(self) -> float:
        """Seconds."""
    @property
    def release(self) -> float:
        """Seconds."""
    @property
    def clearance(self) -> float:
        """Metres."""
    @property
    def swing_time(self) -> float:
        """Seconds."""

class GroundFeetState:
    """All that ground_feet remembers from frame to frame."""

    def __init__(self) -> None:
        """The next frame is the first: nothing is blended."""
    @property
    def started(self) -> bool:
        """Whether there was a frame."""
    def copy(self) -> GroundFeetState:
        """Another one that remembers the same, to rewind to."""
    def reset(self) -> None:
        """After a teleport: feet are put where they are animated, without a blend."""

def _find_plants(body: MotionBody, clip: Clip, settings: Optional[PlantSettings]) -> Tuple[_Floats, _Floats]:
    """What kine.find_plants calls."""

def _ground_clip(body: MotionBody, clip: Clip, ground: Ground, spans: Optional[ArrayLike], places: Optional[ArrayLike],
                 settings: Optional[GroundFeetSettings]) -> Clip:
    """What kine.ground_clip calls."""

def _ground_feet(body: MotionBody, animated: ArrayLike, ground: Ground, settings: Optional[GroundFeetSettings], dt: float,
                 state: Optional[GroundFeetState]
                 ) -> Tuple[_Floats, _Floats, _Floats, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """What kine.ground_feet calls."""

class LookShare:
    """What a part of the body does of a turn."""

    def __init__(self, *, share: float = 0, yaw: float = 0, pitch: float = 0) -> None:
        """share: of the turn, against those of the others; yaw, pitch: how far from how it is animated at the most, to either
        side and up or down, radians."""
    @property
    def share(self) -> float:
        """Of the turn, against those of the others; 0: it takes no part."""
    @property
    def yaw(self) -> float:
        """To either side, radians."""
    @property
    def pitch(self) -> float:
        """Up and down, radians."""

class LookAtSettings:
    """How a body looks at something."""

    def __init__(self, *, weight: float = 1, head: LookShare = ..., neck: LookShare = ..., chest: LookShare = ...,
                 spine: LookShare = ..., eyes: ArrayLike = (0, 0, 0), dead_zone: float = 0.03, ease: float = 0.25,
                 fastest: float = 6, blend: float = 0.4) -> None:
        """weight: 0 to 1; head, neck, chest, spine: their shares of the turn; eyes: (3,) metres in the frame of the head's last
        joint; dead_zone: radians that the target may move before the gaze follows; ease: seconds in which the gaze goes most
        of its way to a new target; fastest: rad/s; blend: seconds in which looking begins and ends."""
    @property
    def weight(self) -> float:
        """0: as animated, 1: it looks there."""
    @property
    def head(self) -> LookShare:
        """What the head does."""
    @property
    def neck(self) -> LookShare:
        """What the neck does."""
    @property
    def chest(self) -> LookShare:
        """What the chest does."""
    @property
    def spine(self) -> LookShare:
        """What all below the chest does together."""
    @property
    def eyes(self) -> Tuple[float, float, float]:
        """Where it looks from, metres in the frame of the head's last joint."""
    @property
    def dead_zone(self) -> float:
        """Radians."""
    @property
    def ease(self) -> float:
        """Seconds."""
    @property
    def fastest(self) -> float:
        """rad/s."""
    @property
    def blend(self) -> float:
        """Seconds."""

class LookAtState:
    """All that look_at remembers from frame to frame."""

    def __init__(self) -> None:
        """The next frame is the first: nothing is blended."""
    @property
    def started(self) -> bool:
        """Whether there was a frame."""
    def copy(self) -> LookAtState:
        """Another one that remembers the same, to rewind to."""
    def reset(self) -> None:
        """After a teleport: the next frame looks where it is asked to, without a blend."""

def _look_at(body: MotionBody, animated: ArrayLike, target: ArrayLike, settings: Optional[LookAtSettings], dt: float,
             state: Optional[LookAtState]) -> Tuple[_Floats, _Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """What kine.look_at calls."""

class HandGrip:
    """Something that a hand holds: the rim of a wheel, a rung, a rifle. In the figure's world."""

    def __init__(self, hand: Literal["left", "right"], place: ArrayLike, *, palm: ArrayLike = (0, 0, 0),
                 pole: Optional[ArrayLike] = None) -> None:
        """place: where it is, (3,) metres, the hand keeps its animated rotation; or (7,), x y z and how the hand is turned
        there, qx qy qz qw; one for all frames, or a row for each, (N, 3) or (N, 7); palm: what of the hand is on it, (3,)
        metres in the frame of the hand's joint; pole: (3,) or (N, 3), the elbow points there."""

class HoldOnSettings:
    """How hands hold on."""

    def __init__(self, *, weight: float = 1, blend: float = 0.3, straightest: float = 0.99, trunk: float = 0.5) -> None:
        """weight: 0 to 1; blend: seconds in which a hand comes to its grip and leaves it; straightest: no arm becomes straighter,
        0 to 1 of its length, the trunk helps instead; trunk: radians that spine and chest bend together at the most."""
    @property
    def weight(self) -> float:
        """0: as animated, 1: hands are on their grips."""
    @property
    def blend(self) -> float:
        """Seconds."""
    @property
    def straightest(self) -> float:
        """0 to 1 of an arm's length."""
    @property
    def trunk(self) -> float:
        """Radians."""

class HoldOnState:
    """All that hold_on remembers from frame to frame."""

    def __init__(self) -> None:
        """The next frame is the first: nothing is blended."""
    @property
    def started(self) -> bool:
        """Whether there was a frame."""
    def copy(self) -> HoldOnState:
        """Another one that remembers the same, to rewind to."""
    def reset(self) -> None:
        """After a teleport: hands are put on their grips without a blend."""

def _hold_on(body: MotionBody, animated: ArrayLike, grips: Union[HandGrip, Iterable[HandGrip]],
             settings: Optional[HoldOnSettings], dt: float, state: Optional[HoldOnState]
             ) -> Tuple[_Floats, _Floats, _Floats, NDArray[np.bool_]]:
    """What kine.hold_on calls."""

class CleanSettings:
    """How a clip is cleaned."""

    def __init__(self, *, feet: bool = True, spikes: bool = True, spike_angle: float = 0.1, spike_distance: float = 0.02,
                 spike_factor: float = 4) -> None:
        """feet: lock planted feet, and lift soles out of the ground; spikes: mend joints that jump away for a single frame;
        spike_angle, spike_distance: radians that a joint, and metres that the root must jump at least; spike_factor: and so
        many times as far as it goes in the frames around."""
    @property
    def feet(self) -> bool:
        """Lock planted feet, and lift soles out of the ground."""
    @property
    def spikes(self) -> bool:
        """Mend joints that jump away for a single frame."""
    @property
    def spike_angle(self) -> float:
        """Radians that a joint must jump at least."""
    @property
    def spike_distance(self) -> float:
        """Metres that the root must jump at least."""
    @property
    def spike_factor(self) -> float:
        """Times as far as it goes in the frames around."""

def _clean(body: MotionBody, clip: Clip, settings: Optional[CleanSettings]
           ) -> Tuple[Clip, List[Tuple[str, int, float, float]], Tuple[_Floats, _Floats], List[Tuple[float, float]],
                      float, float, float]:
    """What kine.clean calls."""

def mirror(body: MotionBody, clip: Clip) -> Clip:
    """The same motion with left and right exchanged. It begins where the clip begins and goes the same way; mirrored twice it is
    the clip again."""

class LoopSettings:
    """How a cycle is found and closed."""

    def __init__(self, *, shortest: float = 0.4, longest: float = 4, blend: float = 0.3, in_place: bool = False) -> None:
        """shortest, longest: of a cycle, seconds; blend: seconds beside the seam in which speeds are made equal; in_place:
        without the way over the ground, the last frame is the first one, to the bit."""
    @property
    def shortest(self) -> float:
        """Seconds."""
    @property
    def longest(self) -> float:
        """Seconds."""
    @property
    def blend(self) -> float:
        """Seconds."""
    @property
    def in_place(self) -> bool:
        """Without the way over the ground."""

def _find_cycle(clip: Clip, settings: Optional[LoopSettings], up: _Up) -> Tuple[int, int, float]:
    """What kine.find_cycle calls."""

def _loop(clip: Clip, from_: int, to: int, settings: Optional[LoopSettings], up: _Up) -> Clip:
    """What kine.loop calls."""

def root_motion(clip: Clip, *, turn: bool = True, smooth: float = 0, up: _Up = "y") -> _Floats:
    """The way of a clip's root over the ground, (frames, 7): displacements of the figure's world, x y z in metres and qx qy qz
    qw, level and about the vertical; the first one is none.

    turn: which way the figure faces as well; smooth: seconds over which the way is smoothed; up: of the figure's own world."""

def put_in_place(clip: Clip, way: ArrayLike) -> Clip:
    """The clip without that way, (frames, 7): heights, tilts and all joints but the root stay."""

def put_back(clip: Clip, way: ArrayLike) -> Clip:
    """The clip with a way over the ground, (frames, 7): puts back what put_in_place took."""

class RetargetSettings:
    """How a motion is put on another body."""

    def __init__(self, *, mode: Literal["half", "full", "hybrid"] = "hybrid", rest: Literal["auto", "bind"] = "auto",
                 source_rest: Optional[ArrayLike] = None, plants: bool = True, contacts: bool = True, limits: bool = True,
                 speed_limits: bool = True) -> None:
        """mode: how legs and arms are solved: three rows, six, or in closed form where the limb allows it; rest: auto meets a T
        pose with an A pose, bind takes both rest poses for the same one; source_rest: (n,), a pose of the source that is taken
        as its rest; plants: feet that stand are locked to the ground; contacts: hands that touch each other or the body still
        do; limits, speed_limits: those of the target hold."""
    @property
    def mode(self) -> str:
        """half, full or hybrid."""
    @property
    def rest(self) -> str:
        """auto or bind."""
    @property
    def source_rest(self) -> Optional[_Floats]:
        """(n,), a pose of the source that is taken as its rest; None: its own."""
    @property
    def plants(self) -> bool:
        """Whether feet that stand are locked to the ground."""
    @property
    def contacts(self) -> bool:
        """Whether hands that touch each other or the body still do."""
    @property
    def limits(self) -> bool:
        """Whether limits of the target hold."""
    @property
    def speed_limits(self) -> bool:
        """Whether joints of the target with a speed limit keep to it."""

def _retarget(clip: Clip, source: MotionBody, target: MotionBody, spans: Optional[ArrayLike], places: Optional[ArrayLike],
              settings: Optional[RetargetSettings], style: str, style_json: str
              ) -> Tuple[Clip, Tuple[_Floats, _Floats], List[float], Tuple[float, float, float, float, float, float, int],
                         List[str]]:
    """What kine.retarget calls."""

def style_names() -> List[str]:
    """The styles that come along: limp, stiff left knee, old, heavy, child, arm in a sling."""

def _edit(clip: Clip, joints: Sequence[_Joint], frames: ArrayLike, places: ArrayLike, keep: Iterable[_Joint],
          trunk: Iterable[_Joint], from_: Optional[_Joint], blend: float, all_reached: bool) -> Clip:
    """What kine.edit calls."""
