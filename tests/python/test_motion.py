"""Clips, files, walking and crawling."""

import copy
import math
from pathlib import Path

import figures
import numpy as np
import pytest

import kine


def test_a_clip_is_its_array(rng: np.random.Generator) -> None:
    arm = figures.planar_arm()
    values = rng.normal(size=(11, 2))
    clip = kine.Clip(arm, values, 10, "wave")
    assert (len(clip), clip.rate, clip.duration, clip.name) == (11, 10, 1, "wave")
    np.testing.assert_array_equal(clip.poses, values)
    clip.poses[3] = 5
    np.testing.assert_array_equal(clip.sample(0.3), (5, 5))
    np.testing.assert_allclose(clip.sample([0, 0.05, 99]), [values[0], (values[0] + values[1]) / 2, values[10]])
    np.testing.assert_allclose(clip.sample(1.05, loop=True), clip.sample(0.05), atol=1e-12)
    assert len(clip.resampled(20)) == 21 and clip.retimed(5).duration == 2


@pytest.mark.parametrize("rate", [0, -1, math.nan, math.inf])
def test_a_rate_that_is_none(rate: float) -> None:
    with pytest.raises(ValueError, match="rate"):
        kine.Clip(figures.planar_arm(), np.zeros((2, 2)), rate)


@pytest.mark.parametrize("ending", ["bvh", "asf", "glb", "gltf"])
def test_files_come_back(tmp_path: Path, ending: str, rng: np.random.Generator) -> None:
    person = kine.load(figures.person_bvh(tmp_path))
    skeleton = person.skeleton
    poses = np.tile(skeleton.rest_pose(), (5, 1))
    for pose in poses:
        kine.integrate(skeleton, rng.normal(scale=0.2, size=skeleton.freedom_count), 1, pose)
    clip = kine.Clip(skeleton, poses, 30, "walk")
    path = tmp_path / f"out.{ending}"
    kine.save(clip, path)
    paths = [path]
    if ending == "asf":
        paths.append(tmp_path / "out.amc")
        kine.save(clip, paths[1])
    again = kine.load(*paths, rate=30 if ending == "asf" else None)
    assert len(again.clips) == 1 and len(again.clips[0]) == 5
    before, after = kine.forward(skeleton, poses), kine.forward(again.skeleton, again.clips[0].poses)
    joint = "Head" if "Head" in again.skeleton.names else again.skeleton.names[5]
    np.testing.assert_allclose(before.position(joint), after.position(joint), atol=2e-4)
    with pytest.raises(FileExistsError):
        kine.save(clip, path)
    kine.save(clip, path, force=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted({"person.bvh", *(p.name for p in paths)})


def test_files_that_are_not_there_or_broken(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        kine.load(tmp_path / "nothing.bvh")
    broken = tmp_path / "broken.bvh"
    broken.write_text("HIERARCHY\nROOT a\n{\n  OFFSET 0 0 x\n}\n")
    with pytest.raises(ValueError, match=r"broken.bvh:4"):
        kine.load(broken)
    with pytest.raises(ValueError, match="obj"):
        kine.save(figures.planar_arm(), tmp_path / "a.obj")
    with pytest.raises(ValueError, match="room for one"):
        clip = kine.Clip(figures.planar_arm(), np.zeros((2, 2)), 30)
        kine.save(figures.planar_arm(), tmp_path / "a.bvh", [clip, clip])
    with pytest.raises(ValueError, match="path"):
        kine.load("a\0b")
    assert not (tmp_path / "a.bvh").exists()


def test_a_urdf_knows_its_links(tmp_path: Path) -> None:
    path = tmp_path / "two.urdf"
    path.write_text(
        '<robot name="two"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/><child link="b"/>'
        '<origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="2" effort="1"/></joint></robot>'
    )
    scene = kine.load(path)
    assert scene.up == "z" and scene.find("b") == "j" and scene.aliases["b"] == "j"
    np.testing.assert_array_equal(scene.skeleton.limits, [(-1, 1)])
    # Wherever a joint is named, the name of its link does.
    robot = scene.skeleton
    assert robot.index("b") == robot.index("j") and robot.values("b") == slice(0, 1, 1)
    pose = robot.rest_pose()
    assert kine.solve(robot, kine.orient("b", (0, 0.1, 0, 1)), kine.Jacobian(lock=["a"]), pose).reached and pose["b"] == pose["j"] != 0
    np.testing.assert_array_equal(kine.forward(robot, pose).place("b"), kine.forward(robot, pose).place("j"))
    q, status, _ = kine.solve_many(robot, "b", [(0, 0, 1)], pose)
    assert status[0] == kine.Status.REACHED
    with pytest.raises(ValueError, match='no joint or link "bb"; did you mean "b"'):
        kine.reach("bb", (0, 0, 0)) and kine.solve(robot, kine.reach("bb", (0, 0, 0)), kine.Jacobian(), pose)


def test_a_clip_serves_as_its_poses() -> None:
    arm = figures.planar_arm()
    clip = kine.Clip(arm, np.arange(20.0).reshape(10, 2), rate=10)
    np.testing.assert_array_equal(clip, clip.poses)
    np.testing.assert_array_equal(clip[3], (6, 7))
    np.testing.assert_array_equal(clip[2:4, 1], (5, 7))
    np.testing.assert_array_equal(list(clip), clip.poses)
    np.testing.assert_array_equal(kine.forward(arm, clip).position("hand"), kine.forward(arm, clip.poses).position("hand"))
    clip[0][:] = 9
    assert (clip.poses[0] == 9).all()
    with pytest.raises(IndexError):
        clip[10]


def test_what_can_be_copied_is_copied() -> None:
    arm = figures.planar_arm()
    pose, clip = arm.rest_pose(), kine.Clip(arm, [[0, 1]], rate=10)
    for copied in (copy.copy, copy.deepcopy):
        other, again = copied(pose), copied(clip)
        other[0], again[0, 0] = 3, 3
        assert pose[0] == 0 and clip[0, 0] == 0 and other.skeleton is arm
    assert copy.deepcopy(arm) is arm


def hills() -> kine.Ground:
    x, z = np.meshgrid(np.arange(81) - 40, np.arange(81) - 40)
    return kine.height_map(0.15 * np.sin(0.2 * 0.5 * x) * np.cos(0.16 * 0.5 * z), cell_size=0.5)


def test_a_person_walks_over_a_height_map(tmp_path: Path) -> None:
    person = kine.load(figures.person_bvh(tmp_path)).skeleton
    walker = kine.Walker(person, hills())
    walker.start(1, -2, 0.3)
    worst = 0.0
    for frame in range(240):
        report = walker.step(forward=1, turn=0.2)
        worst = max(worst, report.position_error)
        for down, at in zip(report.heel_down, report.heel_at):
            assert not down or abs(at[1] - hills().height(at[0], at[2])) < 0.02 or frame > 3
    assert report.z > 0 and report.speed > 0.5 and worst < 1e-3 and not report.blocked
    assert np.isfinite(walker.pose).all()
    state = walker.state
    first = walker.run(np.tile((1, 0, 0), (30, 1)))
    walker.state = state
    again = walker.run(np.tile((1, 0, 0), (30, 1)))
    np.testing.assert_array_equal(first.poses, again.poses)
    with pytest.raises(ValueError, match="another walker"):
        kine.Walker(person).state = state


def test_a_walker_takes_what_is_near(tmp_path: Path) -> None:
    walker = kine.Walker(kine.load(figures.person_bvh(tmp_path)).skeleton)
    walker.step()
    hips = walker.step().hips
    walker.reach([hips[:3] + (0.25, 0.2, 0.25)])
    for _ in range(200):
        report = walker.step()
    assert 0 in report.holds or walker.notes
    walker.reach([])


def test_who_cannot_walk_is_told() -> None:
    with pytest.raises(ValueError, match="leg"):
        kine.Walker(figures.seven_hinges())
    with pytest.raises(ValueError, match="top_speed: a number from 0 to 100"):
        kine.Gait(top_speed=-1)
    assert kine.Gait(top_speed=0.5, style="paper").top_side_speed == kine.Gait(style="paper").top_side_speed


def test_a_spider_crawls() -> None:
    spider = figures.spider()
    standing = spider.rest_pose()
    for i in range(6):
        standing[f"hip{i}"] = (0, 0.55)
        standing[f"knee{i}"] = -1.6
    tips = [f"tip{i}" for i in (0, 1, 2, 3, 4, 5)]
    crawler = kine.Crawler(spider, standing, tips)
    clip = crawler.run(np.tile((1, 0, 0), (180, 1)))
    report = crawler.step(forward=1)
    assert len(clip) == 180 and report.tips.shape == (6, 3) and len(report.down) == 6
    assert report.z > 0.2 and report.position_error < 1e-3
    with pytest.raises(ValueError, match="nobody"):
        kine.Crawler(spider, standing, ["nobody"] * 6)


def test_grounds() -> None:
    assert kine.flat_ground(2).height(5, 5) == 2
    grid = kine.height_map([[0, 1], [2, np.nan]], cell_size=(1, 2), first=(0, 10, 0))
    assert grid.height(1, 0) == 11 and math.isnan(grid.height(5, 5))
    mesh = kine.mesh_ground([(0, 0, 0), (1, 0, 0), (0, 1, 1)], [(0, 1, 2)])
    assert mesh.height(0.1, 0.5) == pytest.approx(0.5)
    boxes = kine.box_ground([[(0, 0, 0), (1, 3, 1)]])
    assert boxes.height(0.5, 0.5) == 3 and math.isnan(boxes.height(2, 2))
    with pytest.raises(ValueError, match=r"\(N, M\)"):
        kine.height_map([1, 2, 3])
    with pytest.raises(ValueError, match="from 0 to 2"):
        kine.mesh_ground(np.eye(3), [(0, 1, 3)])
    for wrong in (lambda: kine.mesh_ground([(0, 0, 0)], [(0, 1, 2)]), lambda: kine.height_map([[1]]), lambda: kine.box_ground([[(1, 0, 0), (0, 0, 0)]])):
        with pytest.raises(ValueError):
            wrong()
