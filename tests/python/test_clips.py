"""Corrections of animations: feet, heads, hands, and clips that are cleaned."""

import math
from pathlib import Path
from typing import Any, Tuple

import figures
import numpy as np
import pytest

import kine

FRAMES = 240


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Tuple[kine.MotionBody, kine.Clip]:
    """A person, and a walk ahead on level ground."""
    person = kine.load(figures.person_bvh(tmp_path_factory.mktemp("person")))
    clip = kine.Walker(person.skeleton).run(np.tile((1, 0, 0), (FRAMES, 1)))
    body = kine.MotionBody(person.skeleton, up=person.up)
    assert body.fit_soles(clip).frames > FRAMES / 2
    return body, clip


def hills() -> kine.Ground:
    x, z = np.meshgrid(np.arange(-40, 40, 0.25), np.arange(-40, 40, 0.25))
    return kine.height_map(0.12 * np.sin(0.9 * x) * np.cos(0.7 * z), cell_size=0.25)


def shift_of(clip: kine.Clip) -> slice:
    """The root's shift in a pose, x y z."""
    values = clip.skeleton.values(0)
    return slice(values.stop - 3, values.stop)


def hips_of(clip: kine.Clip) -> Any:
    """(frames, 3) metres: where the hips are."""
    return kine.forward(clip.skeleton, clip.poses).position("Hips")


def test_a_body_knows_its_bones(walk: Any) -> None:
    body, _ = walk
    assert body.bones["left_thigh"] == "LeftUpLeg" and body.bones["head"] == "Head"
    assert body.leg == pytest.approx(0.87, abs=0.01) and body.notes == []
    assert "head" not in kine.MotionBody(body.skeleton, bones={"head": ""}).bones
    with pytest.raises(ValueError, match="legs"):
        kine.MotionBody(figures.seven_hinges())
    with pytest.raises(ValueError, match="knee_of_nobody"):
        kine.MotionBody(body.skeleton, bones={"left_shank": "knee_of_nobody"})


def test_feet_come_to_the_ground_frame_by_frame_and_all_at_once(walk: Any) -> None:
    body, clip = walk
    ground = hills()
    whole = kine.ground_feet(body, clip.poses, ground, dt=1 / clip.rate)
    assert whole.poses.shape == clip.poses.shape and whole.pelvis.shape == (FRAMES,) and whole.miss.shape == (FRAMES, 2)
    assert whole.heel_down.dtype == bool and whole.heel_down.any(axis=0).all() and not whole.bad_input.any()
    state = kine.GroundFeetState()
    for i in range(100):
        frame = kine.ground_feet(body, clip.poses[i], ground, dt=1 / clip.rate, state=state)
        np.testing.assert_array_equal(frame.poses, whole.poses[i])
    assert frame.pelvis.shape == () and frame.miss.shape == (2,)
    later = state.copy()
    rest = kine.ground_feet(body, clip.poses[100:], ground, dt=1 / clip.rate, state=later)
    np.testing.assert_array_equal(rest.poses, whole.poses[100:])
    assert state.started and later.started
    state.reset()
    assert not state.started
    # Where toes stand, their tips keep their height above the ground.
    heights = []
    for poses in (whole.poses, clip.poses):
        tips = kine.forward(body.skeleton, poses).position("LeftToeBase_end")
        heights.append(tips[:, 1] - ([ground.height(x, z) for x, _, z in tips] if poses is whole.poses else 0))
    standing = whole.toe_down[:, 0]
    assert standing.sum() > FRAMES / 3 and abs(heights[0] - heights[1])[standing].max() < 0.02
    assert np.ptp(whole.pelvis) > 0.02
    arms = clip.skeleton.values("LeftArm")
    np.testing.assert_array_equal(whole.poses[:, arms], clip.poses[:, arms])


def test_a_clip_on_the_ground_with_plants_found_or_known(walk: Any) -> None:
    body, clip = walk
    plants = kine.find_plants(body, clip)
    assert len(plants) > 8 and {(p.side, p.part) for p in plants} == {(s, p) for s in ("left", "right") for p in ("heel", "toe")}
    assert all(0 <= p.from_ < p.to <= FRAMES for p in plants)
    found = kine.ground_clip(body, clip, hills())
    np.testing.assert_array_equal(kine.ground_clip(body, clip, hills(), plants).poses, found.poses)
    assert found.rate == clip.rate and not np.array_equal(found.poses, clip.poses)
    by_hand = [p._replace(at=None) for p in plants]
    np.testing.assert_allclose(kine.ground_clip(body, clip, hills(), by_hand).poses, found.poses, atol=0.02)
    still = kine.ground_clip(body, clip, hills(), [], kine.GroundFeetSettings(weight=0))
    np.testing.assert_allclose(still.poses, clip.poses, atol=1e-9)
    for wrong in (kine.Plant("left", "heel", 5, 5), kine.Plant("left", "heel", 0, FRAMES + 1), kine.Plant("left", "heel", -3, 4)):
        with pytest.raises(ValueError, match="plant 0"):
            kine.ground_clip(body, clip, hills(), [wrong])
    with pytest.raises(ValueError, match="heel or toe"):
        kine.ground_clip(body, clip, hills(), [kine.Plant("left", "knee", 0, 5)])  # type: ignore[arg-type]


def test_a_clip_is_cleaned(walk: Any) -> None:
    body, clip = walk
    dirty = clip.copy()
    dirty.poses[:, shift_of(dirty)] *= (1, 1, 1.04)  # the body outruns its feet
    arm = clip.skeleton.values("LeftForeArm")
    dirty.poses[100, arm] = clip.skeleton.rest_pose()[arm]
    before = dirty.poses.copy()
    cleaned = kine.clean(body, dirty)
    np.testing.assert_array_equal(dirty.poses, before)
    assert [(s.joint, s.frame) for s in cleaned.spikes] == [("LeftForeArm", 100)] and cleaned.spikes[0].angle > 0.1
    assert max(s.before for s in cleaned.skates) > 0.02
    # Most of what is left is in the frames in which a foot comes down.
    assert np.median([s.after / s.before for s in cleaned.skates if s.before > 0.005]) < 0.2
    assert cleaned.deepest_after <= max(cleaned.deepest_before, 1e-3) and abs(cleaned.floor) < 0.01
    only_feet = kine.clean(body, dirty, kine.CleanSettings(spikes=False))
    assert only_feet.spikes == []
    nothing = kine.clean(body, dirty, kine.CleanSettings(spikes=False, feet=False))
    np.testing.assert_array_equal(nothing.clip.poses, dirty.poses)


def test_a_head_looks_at_what_moves(walk: Any) -> None:
    body, clip = walk
    ahead = hips_of(clip) + (0.8, 0.5, 2)  # goes along with the body
    looked = kine.look_at(body, clip.poses, ahead, dt=1 / clip.rate)
    assert looked.poses.shape == clip.poses.shape and looked.off.shape == (FRAMES,)
    assert looked.off[60:].max() < 0.1 and not looked.out_of_reach.any()
    one = kine.look_at(body, clip.poses[0], ahead[0])
    np.testing.assert_array_equal(one.poses, looked.poses[0])
    behind = kine.look_at(body, clip.poses[0], hips_of(clip)[0] - (0, 0, 3))
    assert behind.out_of_reach and behind.off.shape == ()
    legs = clip.skeleton.values("LeftUpLeg")
    np.testing.assert_array_equal(looked.poses[:, legs], clip.poses[:, legs])
    less = kine.LookAtSettings(chest=kine.LookShare(share=0), spine=kine.LookShare(share=0))
    assert less.chest.share == 0 and less.head.share == kine.LookAtSettings().head.share
    still = kine.look_at(body, clip.poses, ahead, less)
    chest = clip.skeleton.values("Chest")
    np.testing.assert_allclose(still.poses[:, chest], clip.poses[:, chest], atol=1e-12)
    with pytest.raises(ValueError, match="one for each of 240"):
        kine.look_at(body, clip.poses, ahead[:5])


def test_hands_hold_on(walk: Any) -> None:
    body, clip = walk
    root = hips_of(clip)
    turn = np.tile((0, 0, 0, 1), (FRAMES, 1))
    grips = [
        kine.HandGrip("left", root + (0.25, 0.35, 0.35), pole=(1, -1, 0)),
        kine.HandGrip("right", np.hstack([root + (-0.25, 0.35, 0.35), turn])),
    ]
    held = kine.hold_on(body, clip.poses, grips, dt=1 / clip.rate)
    assert held.miss.shape == (FRAMES, 2) and held.miss.max() < 1e-6 and held.trunk.shape == (FRAMES,)
    frames = kine.forward(body.skeleton, held.poses)
    np.testing.assert_allclose(frames.position("LeftHand"), root + (0.25, 0.35, 0.35), atol=1e-6)
    one = kine.hold_on(body, clip.poses[7], kine.HandGrip("left", root[7] + (0.25, 0.35, 0.35), palm=(0.05, 0, 0)))
    assert one.miss.shape == (2,) and one.miss[0] < 1e-6
    far = kine.hold_on(body, clip.poses[7], kine.HandGrip("left", root[7] + (0, 0, 9)))
    assert far.miss[0] > 7 and far.trunk > 0.1
    for wrong, sentence in (
        ([grips[0], grips[0]], "left hand has two"),
        ([kine.HandGrip("left", root[:3])], "place: one row"),
        (3, "grips"),
        ([3], "HandGrip"),
    ):
        with pytest.raises(ValueError, match=sentence):
            kine.hold_on(body, clip.poses, wrong)  # type: ignore[arg-type]


def test_numbers_that_are_none_are_told(walk: Any) -> None:
    body, clip = walk
    poses = clip.poses[:3].copy()
    poses[1, 5] = math.nan
    grounded = kine.ground_feet(body, poses, hills())
    assert grounded.bad_input.tolist() == [False, True, False] and np.isfinite(grounded.poses[2]).all()
    assert kine.look_at(body, poses, (1, 1, math.nan)).bad_input.all()
    assert kine.hold_on(body, poses[0], kine.HandGrip("left", (0, math.inf, 0))).bad_input
    assert kine.look_at(body, poses[0], (0, 1, 2), dt=-1).bad_input
    broken = kine.Clip(body.skeleton, poses, 30)
    for call in (lambda: kine.clean(body, broken), lambda: kine.find_plants(body, broken), lambda: body.fit_soles(broken)):
        with pytest.raises(ValueError, match="frame 1"):
            call()
    with pytest.raises(ValueError, match="no frames"):
        kine.clean(body, kine.Clip(body.skeleton, poses[:0], 30))
    with pytest.raises(ValueError, match="another skeleton"):
        kine.clean(body, kine.Clip(figures.planar_arm(), np.zeros((3, 2)), 30))


@pytest.mark.parametrize("settings", [{"settle": 0}, {"weight": 2}, {"weight": math.nan}, {"clearance": -1}, {"plants": 3}, {"plants": kine.LookShare()}])
def test_settings_that_will_not_do(settings: Any) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        kine.GroundFeetSettings(**settings)


def test_what_is_none_of_ours_is_told_in_words(walk: Any) -> None:
    body, clip = walk
    for wrong, sentence in (
        (lambda: kine.clean(body.skeleton, clip), "body: a MotionBody was expected, this is a Skeleton: kine.MotionBody"),
        (lambda: kine.clean(body, clip.poses), "clip: a Clip was expected, this is a ndarray: kine.Clip"),
        (lambda: kine.retarget(clip, body, clip.skeleton), "target: a MotionBody was expected"),
        (lambda: kine.ground_feet(body, clip, np.zeros((3, 3))), "ground: a Ground was expected, this is a ndarray: kine.height_map"),
        (lambda: kine.edit(clip.poses, []), "clip: a Clip was expected"),
        (lambda: kine.solve(body.skeleton, kine.reach(0, (0, 0, 0)), "jacobian", clip[0]), r"kine\.Method"),
    ):
        with pytest.raises(TypeError, match=sentence):
            wrong()


def test_settings_show_what_is_unusual() -> None:
    assert repr(kine.GroundFeetSettings(weight=0.5)) == "kine.GroundFeetSettings(weight=0.5)"
    assert kine.GroundFeetSettings(plants=kine.PlantSettings(floor=-0.2)).plants.floor == -0.2
    assert kine.CleanSettings(feet=False).feet is False


def test_a_sole_below_a_floor_is_fitted(walk: Any, tmp_path: Path) -> None:
    _, clip = walk
    body = kine.MotionBody(clip.skeleton)
    lower = clip.copy()
    lower.poses[:, shift_of(lower)] -= (0, 0.3, 0)
    assert body.fit_soles(lower).floor == pytest.approx(body.fit_soles(clip).floor - 0.3, abs=1e-6)


def test_clips_are_cut_and_joined(walk: Any) -> None:
    _, clip = walk
    part = clip.cut(60, 100)
    np.testing.assert_array_equal(part.poses, clip.poses[60:100])
    np.testing.assert_array_equal(part.joined(clip.cut(100, 120)).poses, clip.poses[60:120])
    for span in ((60, 60), (-1, 5), (0, FRAMES + 1)):
        with pytest.raises(ValueError):
            clip.cut(*span)
    with pytest.raises(ValueError, match="60.* 30"):
        part.joined(clip.retimed(30))
    with pytest.raises(ValueError, match="another skeleton"):
        part.joined(kine.Clip(figures.planar_arm(), np.zeros((3, 2)), 60))


def test_left_and_right_are_exchanged(walk: Any) -> None:
    body, clip = walk
    other = kine.mirror(body, clip)
    was, now = (kine.forward(clip.skeleton, c.poses) for c in (clip, other))
    np.testing.assert_allclose(now.position("RightHand")[:, 1], was.position("LeftHand")[:, 1], atol=1e-6)
    assert abs(now.position("RightHand") - was.position("RightHand")).max() > 0.05
    np.testing.assert_allclose(kine.mirror(body, other).poses, clip.poses, atol=1e-9)


def test_a_walk_becomes_a_cycle(walk: Any) -> None:
    _, clip = walk
    cycle = kine.find_cycle(clip)
    assert 0 <= cycle.from_ < cycle.to < FRAMES and cycle.apart < 0.02
    once = kine.loop(clip, cycle, kine.LoopSettings(in_place=True))
    assert len(once) == cycle.to - cycle.from_ + 1
    np.testing.assert_array_equal(once.poses[0], once.poses[-1])
    np.testing.assert_array_equal(kine.loop(clip).poses, kine.loop(clip, cycle).poses)
    with pytest.raises(ValueError):
        kine.find_cycle(clip.cut(0, 20))
    with pytest.raises(ValueError):
        kine.loop(clip, kine.Cycle(5, FRAMES + 5))


def test_the_way_is_taken_out_and_put_back(walk: Any) -> None:
    _, clip = walk
    way = kine.root_motion(clip)
    assert way.shape == (FRAMES, 7) and way[-1, 2] > 2
    np.testing.assert_allclose(way[0], (0, 0, 0, 0, 0, 0, 1), atol=1e-12)
    still = kine.put_in_place(clip, way)
    assert np.ptp(hips_of(still)[:, (0, 2)], axis=0).max() < 1e-9
    np.testing.assert_allclose(hips_of(kine.put_back(still, way)), hips_of(clip), atol=1e-12)
    for wrong in (way[:-1], way * np.nan, way[:, :6]):
        with pytest.raises(ValueError):
            kine.put_back(still, wrong)


def test_a_motion_goes_onto_another_body(walk: Any, tmp_path: Path) -> None:
    body, clip = walk
    small = kine.load(figures.person_bvh(tmp_path), metres_per_unit=0.007).skeleton
    target = kine.MotionBody(small)
    onto = kine.retarget(clip, body, target)
    assert len(onto.clip) == FRAMES and onto.clip.skeleton is small and len(onto.stands) == len(kine.find_plants(body, clip))
    assert onto.deepest < 0.005 and onto.miss < 0.005 and onto.beyond_limits == 0 and onto.over_speed <= 0
    # Feet stand still, by forward kinematics: in the middle of each stand of a toe its tip does not move.
    tips = {side: kine.forward(small, onto.clip.poses).position(f"{side.title()}ToeBase_end") for side in ("left", "right")}
    for stand in onto.stands:
        if stand.plant.part == "toe" and stand.plant.to - stand.plant.from_ > 12:
            still = tips[stand.plant.side][stand.plant.from_ + 5 : stand.plant.to - 5]
            assert np.ptp(still, axis=0).max() < 0.004
    half = target.leg / body.leg
    way = hips_of(onto.clip)[-1] - hips_of(onto.clip)[0]
    np.testing.assert_allclose(way[2], half * (hips_of(clip)[-1] - hips_of(clip)[0])[2], rtol=0.05)


def test_styles_and_settings_of_retargeting(walk: Any) -> None:
    body, clip = walk
    clip = clip.cut(0, 60)
    assert "limp" in kine.style_names()
    plain = kine.retarget(clip, body, body, kine.RetargetSettings(plants=False, limits=False))
    np.testing.assert_allclose(hips_of(plain.clip), hips_of(clip), atol=1e-3)
    knee = clip.skeleton.values("LeftLeg")
    by_directions = kine.RetargetSettings(plants=False)
    stiff = kine.retarget(clip, body, body, by_directions, style={"parts": {"left_shank": {"limits": [0, 0.1]}}})
    assert abs(stiff.clip.poses[:, knee]).max() < 0.1 + 1e-6 < abs(clip.poses[:, knee]).max()
    np.testing.assert_array_equal(kine.retarget(clip, body, body, by_directions, style="stiff left knee").clip.poses, stiff.clip.poses)
    none = kine.retarget(clip, body, body, kine.RetargetSettings(mode="half"), plants=[])
    assert none.stands == []
    for wrong, sentence in (
        ({"style": "proud"}, "proud"),
        ({"style": {"parts": {"nose": {}}}}, "nose"),
        ({"style": {"party": 3}}, "part"),
        ({"settings": kine.RetargetSettings(source_rest=[1, 2])}, "source_rest"),
        ({"plants": [kine.Plant("left", "heel", 5, 3)]}, "plant 0"),
    ):
        with pytest.raises(ValueError, match=sentence):
            kine.retarget(clip, body, body, **wrong)
    with pytest.raises(ValueError, match="another skeleton"):
        kine.retarget(clip, kine.MotionBody(kine.Skeleton([clip.skeleton.joint(i) for i in range(clip.skeleton.joint_count)])), body)


def test_joints_of_a_clip_are_pulled_to_places(walk: Any) -> None:
    _, clip = walk
    hand = kine.forward(clip.skeleton, clip.poses).position("RightHand")
    wanted = hand[90] + (0, 0.2, 0.1)
    feet = ["LeftFoot", "RightFoot"]
    waving = kine.edit(clip, [kine.Pin("RightHand", 90, tuple(wanted))], keep=feet, trunk=["Hips", "Chest"], blend=0.3)
    now = kine.forward(clip.skeleton, waving.poses)
    np.testing.assert_allclose(now.position("RightHand")[90], wanted, atol=2e-4)
    for foot in feet:
        np.testing.assert_allclose(now.position(foot), kine.forward(clip.skeleton, clip.poses).position(foot), atol=2e-3)
    far = np.abs(np.arange(FRAMES) - 90) > 0.3 * clip.rate + 1
    np.testing.assert_array_equal(waving.poses[far], clip.poses[far])
    plain = kine.edit(clip, [("RightHand", 90, wanted)], keep=feet, trunk=["Hips", "Chest"], blend=0.3)  # type: ignore[list-item]
    np.testing.assert_array_equal(plain.poses, waving.poses)
    alone = kine.edit(clip, kine.Pin("RightHand", 90, tuple(wanted)), keep=feet, trunk=["Hips", "Chest"], blend=0.3)
    np.testing.assert_array_equal(alone.poses, waving.poses)
    np.testing.assert_array_equal(kine.edit(clip, []).poses, clip.poses)
    for pins, more, sentence in (
        ([("RightHand", 90, (0, 99, 0))], {"keep": feet}, "90"),
        ([("RightHand", FRAMES, wanted)], {}, str(FRAMES)),
        ([("RightHand", -1, wanted)], {}, "frames count"),
        ([("nobody", 9, wanted)], {}, "nobody"),
        ([("RightHand", 9, wanted)], {"keep": "feet"}, "keep"),
        ([("RightHand", 9, wanted)], {"blend": -1}, "blend"),
    ):
        with pytest.raises(ValueError, match=sentence):
            kine.edit(clip, pins, **more)
