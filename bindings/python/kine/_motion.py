"""Corrections of animations: clips and arrays of poses, a row a frame."""

import json
from typing import Any, Iterable, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kine._kine import (
    CleanSettings,
    Clip,
    Ground,
    GroundFeetSettings,
    GroundFeetState,
    HandGrip,
    HoldOnSettings,
    HoldOnState,
    LookAtSettings,
    LookAtState,
    LoopSettings,
    MotionBody,
    PlantSettings,
    RetargetSettings,
    _clean,
    _edit,
    _find_cycle,
    _find_plants,
    _ground_clip,
    _ground_feet,
    _hold_on,
    _look_at,
    _loop,
    _retarget,
)

_Floats = NDArray[np.float64]
_Flags = NDArray[np.bool_]
_SIDES: Tuple[Literal["left", "right"], ...] = ("left", "right")
_PARTS: Tuple[Literal["heel", "toe"], ...] = ("heel", "toe")


class Plant(NamedTuple):
    """A heel or the tip of the toes stands still in a clip."""

    side: Literal["left", "right"]
    """Of the foot."""
    part: Literal["heel", "toe"]
    """What of it stands."""
    from_: int
    """The first frame in which it stands, counted from 0."""
    to: int
    """The first frame in which it no longer stands."""
    at: Optional[Tuple[float, float, float]] = None
    """Where it stands: metres in the figure's world; None: where the clip has it on the average."""


class Pin(NamedTuple):
    """A joint is wanted somewhere at one frame of a clip."""

    joint: Union[str, int]
    """Its name, or its place among the skeleton's names."""
    frame: int
    """Counted from 0."""
    at: Tuple[float, float, float]
    """Where, metres in the figure's world."""


class Cycle(NamedTuple):
    """Where a clip does the same again. Frames count from 0."""

    from_: int
    """Its first frame."""
    to: int
    """The frame that shows the pose of the first one again."""
    apart: float = 0
    """How far joints are from where they were, against the root, metres (root mean square)."""


class Spike(NamedTuple):
    """A joint that jumped away for a frame and back."""

    joint: str
    """Its name."""
    frame: int
    """Counted from 0."""
    angle: float
    """How far it jumped, radians."""
    distance: float
    """Or, of the root, metres."""


class Skate(NamedTuple):
    """A plant whose foot slid in a clip."""

    plant: Plant
    """Which foot, and when."""
    before: float
    """How far it went from where it came down at the most, metres."""
    after: float
    """The same after cleaning."""


class Cleaned(NamedTuple):
    """What clean gives back."""

    clip: Clip
    """The clip without what was mended."""
    spikes: List[Spike]
    """The joints that jumped away for a frame."""
    skates: List[Skate]
    """Every plant, and how far its foot slid."""
    deepest_before: float
    """Of a sole in the ground, metres."""
    deepest_after: float
    """Of a sole in the ground, metres."""
    floor: float
    """Height of the clip's ground, metres."""

    def __repr__(self) -> str:
        slid = max((skate.before for skate in self.skates), default=0.0), max((skate.after for skate in self.skates), default=0.0)
        return (
            f"<kine.Cleaned: {len(self.spikes)} spikes; {len(self.skates)} plants slid by up to {1e3 * slid[0]:.1f} mm, now "
            f"{1e3 * slid[1]:.1f}; soles were {1e3 * self.deepest_before:.1f} mm deep, now {1e3 * self.deepest_after:.1f}>"
        )


class Stand(NamedTuple):
    """A foot that stands in a clip on another body."""

    plant: Plant
    """Which foot, when, and where in the target's world."""
    drift: float
    """How far it goes from there while it stands at the most, metres."""


class Retargeted(NamedTuple):
    """What retarget gives back."""

    clip: Clip
    """The motion on the target's skeleton."""
    stands: List[Stand]
    """Every plant of the source, and how still the target's foot stands."""
    floor: float
    """Height of the ground in the result, metres along the target's up axis."""
    deepest: float
    """Of a sole in the ground, metres."""
    lowered: float
    """How far the pelvis was lowered at the most, for legs that are too short, metres."""
    miss: float
    """How far a foot is from where it should be at the most, metres."""
    beyond_limits: float
    """The most that a joint is outside its limits, radians or metres."""
    over_speed: float
    """The most that a joint is faster than it may be, as a share of that."""
    contacts: int
    """Frames in which a hand touches the other one or the body."""
    notes: List[str]
    """A sentence for each thing that the target lacks or cannot do."""

    def __repr__(self) -> str:
        drift = max((stand.drift for stand in self.stands), default=0.0)
        return (
            f"<kine.Retargeted: {len(self.clip)} frames; {len(self.stands)} plants drift by up to {1e3 * drift:.1f} mm, feet miss by "
            f"up to {1e3 * self.miss:.1f}, soles are up to {1e3 * self.deepest:.1f} mm deep; {len(self.notes)} notes>"
        )


class Grounded(NamedTuple):
    """What ground_feet gives back, a row for each frame; without that dimension for a single pose."""

    poses: _Floats
    """(N, n)."""
    pelvis: _Floats
    """(N,): how far the figure was raised, metres."""
    miss: _Floats
    """(N, 2): how far each ankle is from where it should be, since the leg cannot do it, metres; left, right."""
    heel_down: _Flags
    """(N, 2): whether each heel stands."""
    toe_down: _Flags
    """(N, 2): whether the tip of the toes stands."""
    bad_input: _Flags
    """(N,): the pose or the time was no number; the pose is as it was."""


class Looked(NamedTuple):
    """What look_at gives back, a row for each frame; without that dimension for a single pose."""

    poses: _Floats
    """(N, n)."""
    off: _Floats
    """(N,): from where the head looks to the target, radians."""
    out_of_reach: _Flags
    """(N,): the target is too far behind; it looks as animated."""
    bad_input: _Flags
    """(N,): the pose, the target or the time was no number; the pose is as it was."""


class Held(NamedTuple):
    """What hold_on gives back, a row for each frame; without that dimension for a single pose."""

    poses: _Floats
    """(N, n)."""
    miss: _Floats
    """(N, 2): from each palm to its grip, metres; left, right."""
    trunk: _Floats
    """(N,): how far spine and chest were bent, radians."""
    bad_input: _Flags
    """(N,): the pose, a grip or the time was no number; the pose is as it was."""


def clean(body: MotionBody, clip: Clip, settings: Optional[CleanSettings] = None) -> Cleaned:
    """Cleans a clip on its own ground: spikes are mended, planted feet locked, soles lifted out of the ground.

    What needs no mending keeps its bits. The soles of the body are then fitted to the cleaned clip.
    """
    _expect(MotionBody, body=body)
    _expect(Clip, clip=clip)
    cleaned, spikes, plants, slides, before, after, floor = _clean(body, clip, settings)
    skates = [Skate(plant, *slide) for plant, slide in zip(_plants_of(*plants), slides)]
    return Cleaned(cleaned, [Spike(*spike) for spike in spikes], skates, before, after, floor)


def find_plants(body: MotionBody, clip: Clip, settings: Optional[PlantSettings] = None) -> List[Plant]:
    """The plants of a clip, in the order of frames: what is slow and near the ground stands.

    settings: None: with the ground that MotionBody.fit_soles found.
    """
    _expect(MotionBody, body=body)
    _expect(Clip, clip=clip)
    return _plants_of(*_find_plants(body, clip, settings))


def ground_clip(
    body: MotionBody,
    clip: Clip,
    ground: Ground,
    plants: Optional[Iterable[Plant]] = None,
    settings: Optional[GroundFeetSettings] = None,
) -> Clip:
    """A whole clip with its feet on the ground, planted where they stand, without foot skate.

    ground: in the figure's world turned so that up is y; plants: found where they are None; a ValueError says which
    contradict each other; settings: None: as MotionBody.fit_soles found.
    """
    _expect(MotionBody, body=body)
    _expect(Clip, clip=clip)
    _expect(Ground, ground=ground)
    return _ground_clip(body, clip, ground, *_arrays_of(plants), settings)


def ground_feet(
    body: MotionBody,
    animated: ArrayLike,
    ground: Ground,
    settings: Optional[GroundFeetSettings] = None,
    *,
    dt: float = 1 / 60,
    state: Optional[GroundFeetState] = None,
) -> Grounded:
    """Puts the feet of animated poses on the ground, frame after frame, as a game does that does not know what comes.

    animated: (n,), or (N, n) frames one after the other; ground: in the figure's world turned so that up is y; settings: None:
    as MotionBody.fit_soles found; dt: seconds between frames; state: goes on from there, and remembers; None: begins anew.
    Only the legs and the shift of the root change. For whole clips ground_clip is better: it knows where a foot will land.
    """
    _expect(MotionBody, body=body)
    _expect(Ground, ground=ground)
    return Grounded(*_ground_feet(body, animated, ground, settings, dt, state))


def look_at(
    body: MotionBody,
    animated: ArrayLike,
    target: ArrayLike,
    settings: Optional[LookAtSettings] = None,
    *,
    dt: float = 1 / 60,
    state: Optional[LookAtState] = None,
) -> Looked:
    """Turns spine, chest, neck and head of animated poses so that the head looks at a point.

    animated: (n,), or (N, n) frames one after the other; target: (3,) metres in the figure's world, or (N, 3) a row for each
    frame; dt: seconds between frames; state: goes on from there, and remembers; None: begins anew. The gaze follows with an
    eased start and end; a target behind is let go.
    """
    _expect(MotionBody, body=body)
    return Looked(*_look_at(body, animated, target, settings, dt, state))


def hold_on(
    body: MotionBody,
    animated: ArrayLike,
    grips: Union[HandGrip, Iterable[HandGrip]],
    settings: Optional[HoldOnSettings] = None,
    *,
    dt: float = 1 / 60,
    state: Optional[HoldOnState] = None,
) -> Held:
    """Puts hands of animated poses on their grips: arms first, and where one is too short, spine and chest bend.

    animated: (n,), or (N, n) frames one after the other; grips: of one hand or both; dt: seconds between frames; state: goes
    on from there, and remembers; None: begins anew. A hand that is no longer given lets go. Legs and pelvis never move.
    """
    _expect(MotionBody, body=body)
    return Held(*_hold_on(body, animated, grips, settings, dt, state))


def find_cycle(clip: Clip, settings: Optional[LoopSettings] = None, *, up: Literal["x", "y", "z"] = "y") -> Cycle:
    """The shortest cycle among those that close best; a ValueError for a clip that never comes back to a pose.

    up: of the figure's own world (Scene.up).
    """
    _expect(Clip, clip=clip)
    return Cycle(*_find_cycle(clip, settings, up))


def loop(
    clip: Clip,
    cycle: Optional[Tuple[int, int, float]] = None,
    settings: Optional[LoopSettings] = None,
    *,
    up: Literal["x", "y", "z"] = "y",
) -> Clip:
    """The frames of a cycle as a clip that goes on for ever: what its ends are apart is spread over it, speeds go through the seam.

    cycle: a Cycle; None: the one that find_cycle finds; up: of the figure's own world (Scene.up).
    """
    from_, to, _ = find_cycle(clip, settings, up=up) if cycle is None else cycle
    return _loop(clip, from_, to, settings, up)


def edit(
    clip: Clip,
    pins: Union[Pin, Iterable[Pin]],
    *,
    keep: Iterable[Union[str, int]] = (),
    trunk: Iterable[Union[str, int]] = (),
    from_: Union[str, int, None] = None,
    blend: float = 0.4,
    all_reached: bool = True,
) -> Clip:
    """The clip with joints pulled to places at some frames; the frames beside them fade from there, all others keep their bits.

    pins: one or several, any (joint, frame, (x, y, z)) will do; keep: joints that stay where the clip has them, and turned as there, such as feet;
    trunk: hips and chest, which give way where limbs cannot reach; from_: the first joint that may move, None: all may; blend:
    seconds to either side in which a pin fades; all_reached: a ValueError names what is out of reach, else it comes as near as
    can be.
    """
    _expect(Clip, clip=clip)
    alone = isinstance(pins, tuple) and len(pins) == 3 and isinstance(pins[0], (str, int))
    several: Iterable[Any] = [pins] if alone else pins
    given = [Pin(*pin) for pin in several]
    frames = [pin.frame for pin in given]
    places = np.reshape(np.array([pin.at for pin in given], float), (-1, 3))
    return _edit(clip, [pin.joint for pin in given], frames, places, keep, trunk, from_, blend, all_reached)


def retarget(
    clip: Clip,
    source: MotionBody,
    target: MotionBody,
    settings: Optional[RetargetSettings] = None,
    *,
    style: Union[str, Mapping[str, Any]] = "",
    plants: Optional[Iterable[Plant]] = None,
) -> Retargeted:
    """A clip on another body: directions first, then feet that stand are locked, hands brought to what they touch, limits held.

    source: the body of the clip, whose soles are fitted to it; style: one of style_names(), or {"parts": {"left_shank":
    {"weight": 2, "limits": [0, 0.1], "offset": [0, 0, 0.2]}}} by names of bones, radians; plants: the source's, found where
    they are None.
    """
    _expect(Clip, clip=clip)
    _expect(MotionBody, source=source, target=target)
    name, text = (style, "") if isinstance(style, str) else ("", json.dumps(style))
    made, stands, drifts, numbers, notes = _retarget(clip, source, target, *_arrays_of(plants), settings, name, text)
    return Retargeted(made, [Stand(plant, drift) for plant, drift in zip(_plants_of(*stands), drifts)], *numbers, notes)


_MADE_BY = {
    Clip: "kine.Clip(skeleton, poses, rate) makes one of an array, and kine.load(…).clips has those of a file",
    MotionBody: "kine.MotionBody(scene.skeleton, up=scene.up) makes one",
    Ground: "kine.height_map, mesh_ground, box_ground and flat_ground make one",
}


def _expect(kind: type, **given: object) -> None:
    """A TypeError in words where something else than this kind was given."""
    for name, thing in given.items():
        if not isinstance(thing, kind):
            raise TypeError(f"{name}: a {kind.__name__} was expected, this is a {type(thing).__name__}: {_MADE_BY[kind]}")


def _arrays_of(plants: Optional[Iterable[Plant]]) -> Tuple[Optional[_Floats], Optional[_Floats]]:
    """Plants as the compiled module takes them."""
    if plants is None:
        return None, None
    spans, places = [], []
    for plant in plants:
        if plant.side not in _SIDES or plant.part not in _PARTS:
            raise ValueError(f"plants: left or right and heel or toe were expected, this is {plant}")
        spans.append((_SIDES.index(plant.side), _PARTS.index(plant.part), int(plant.from_), int(plant.to)))
        places.append((np.nan, np.nan, np.nan) if plant.at is None else plant.at)
    return np.reshape(np.array(spans, float), (-1, 4)), np.reshape(np.array(places, float), (-1, 3))


def _plants_of(spans: _Floats, places: _Floats) -> List[Plant]:
    return [
        Plant(_SIDES[side], _PARTS[part], start, end, (float(x), float(y), float(z)))
        for (side, part, start, end), (x, y, z) in zip(spans.astype(int).tolist(), places)
    ]
