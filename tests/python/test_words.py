"""Types, documentation and examples say what is true."""

import doctest
import importlib.util
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import figures
import numpy as np
import pytest

import kine
import kine._batch
import kine._files
import kine._kine
import kine._motion
import kine._words

ROOT = figures.ROOT
PACKAGE = Path(kine.__file__).parent


def texts_of_the_stub() -> Any:
    spec = importlib.util.spec_from_file_location("docstrings", ROOT / "bindings/python/docstrings.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.documentation((PACKAGE / "_kine.pyi").read_text(encoding="utf-8"))


def test_examples_in_docstrings() -> None:
    names = {"kine": kine, "np": np, "arm": figures.planar_arm()}
    texts = {**texts_of_the_stub(), "kine": kine.__doc__, "solve_many": kine.solve_many.__doc__}
    runner = doctest.DocTestRunner(verbose=False)
    for name, text in sorted(texts.items()):
        # The line between signature and text is no part of either.
        test = doctest.DocTestParser().get_doctest(inspect.cleandoc(text.split("\n--\n\n")[-1]), dict(names), name, None, 0)
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0 and runner.tries >= 15


def test_everything_says_what_it_is() -> None:
    for name in kine.__all__:
        if name == "__version__":
            continue
        thing = getattr(kine, name)
        assert thing.__doc__, name
        if inspect.isclass(thing):
            for attribute, member in vars(thing).items():
                if isinstance(member, property):
                    assert member.__doc__, f"{name}.{attribute}"


def test_signatures_are_seen() -> None:
    assert list(inspect.signature(kine.solve).parameters) == ["skeleton", "goals", "method", "pose"]
    assert list(inspect.signature(kine.Jacobian).parameters)[0] == "inverse"
    assert list(inspect.signature(kine.Skeleton.index).parameters) == ["self", "joint"]


def test_the_version_is_that_of_the_library() -> None:
    header = (ROOT / "kine/version.h").read_text(encoding="utf-8")
    assert f'"{kine.__version__}"' in header


def run(*command: str, **more: Any) -> None:
    more.setdefault("env", {**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_strict(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    cache = ROOT / "build/mypy"
    options = ("--strict", "--cache-dir", str(cache), "--no-error-summary")
    run(sys.executable, "-m", "mypy", *options, "-p", "kine", env=environment, cwd=tmp_path)
    samples = sorted(str(path) for path in (ROOT / "samples/python").glob("*.py"))
    run(sys.executable, "-m", "mypy", *options, "--scripts-are-modules", *samples, env=environment, cwd=tmp_path)
    # pybind11's classes have a metaclass of its own, and those that are not made by hand an __init__ that refuses.
    refusing = [name for name, thing in vars(kine._kine).items() if inspect.isclass(thing) and type(thing.__init__).__name__ != "instancemethod"]
    allowed = tmp_path / "allowed.txt"
    allowed.write_text("kine\\._kine\\.[A-Z][A-Za-z]*\n" + "".join(f"kine\\._kine\\.{name}\\.__init__\n" for name in refusing))
    run(sys.executable, "-m", "mypy.stubtest", "--concise", "--allowlist", str(allowed), "kine._kine", env=environment, cwd=tmp_path)


@pytest.mark.parametrize("sample", sorted(path.name for path in (ROOT / "samples/python").glob("*.py")))
def test_samples_run(sample: str, tmp_path: Path) -> None:
    run(sys.executable, str(ROOT / "samples/python" / sample), cwd=tmp_path)


def test_pictures(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    plot = kine.plot
    arm = figures.seven_hinges()
    axes = plot.pose(arm, arm.rest_pose(), names=["tool"])
    assert len(axes.lines) == 7 and axes.texts[0].get_text() == "tool"
    clip = kine.Clip(arm, np.linspace(0, 1, 14).reshape(2, 7), 1)
    assert len(plot.clip(clip).lines) == 7 and len(plot.clip(clip, ["elbow"]).lines) == 1
    report = kine.solve(arm, kine.reach("tool", (9, 9, 9)), kine.Jacobian(), arm.rest_pose())
    assert len(plot.pose(arm, clip[1]).lines) == 7
    with pytest.raises(ValueError, match=r"\(7,\) was expected"):
        plot.pose(arm, clip)
    assert str(report) in plot.report(report).get_title()
    axes.figure.savefig(tmp_path / "pose.png")
    assert (tmp_path / "pose.png").stat().st_size > 5000


def test_everything_prints_itself_in_a_line(tmp_path: Path) -> None:
    person = kine.load(figures.person_bvh(tmp_path)).skeleton
    walker = kine.Walker(person)
    clip = walker.run(np.tile((1.0, 0.0, 0.0), (60, 1)))
    body = kine.MotionBody(person)
    arm = figures.planar_arm()
    speeds = np.zeros(arm.freedom_count)
    shown = {
        "<kine.Frames of 3 joints>": kine.forward(arm, [0, 0]),
        "<kine.Frames of 3 joints in 5 poses>": kine.forward(arm, np.zeros((5, 2))),
        "<kine.Ground: flat>": kine.flat_ground(),
        "<kine.Ground: height map of 2 by 3>": kine.height_map(np.zeros((2, 3))),
        "<kine.Ground: mesh of 1 triangles>": kine.mesh_ground(np.eye(3), [(0, 1, 2)]),
        "<kine.Ground: 1 boxes>": kine.box_ground([[(0, 0, 0), (1, 3, 1)]]),
        "<kine.HandGrip: left>": kine.HandGrip("left", (0, 1, 0)),
        "<kine.VelocityConstraint of 'hand'>": kine.follow_point("hand", (0.4, 0.3, 0)),
        "<kine.VelocityReport: reached>": kine.step(arm, kine.follow_point("hand", (0.4, 0.3, 0)), kine.Velocity(), speeds, kine.Pose(arm, [0.2, 0.5])),
    }
    for text, thing in shown.items():
        assert repr(thing) == text
    for start, thing in (("<kine.Walker of ", walker), ("<kine.WalkReport: at x ", walker.step(1)), ("<kine.MotionBody of ", body),
                         ("<kine.SoleFit: floor ", body.fit_soles(clip)), ("<kine.Cleaned: 0 spikes; ", kine.clean(body, clip)),
                         ("<kine.Retargeted: 60 frames; ", kine.retarget(clip, body, body))):
        assert repr(thing).startswith(start) and "\n" not in repr(thing) and len(repr(thing)) < 200, repr(thing)


def test_the_stub_and_the_package_name_the_same() -> None:
    public = {name for name in vars(kine._kine) if not name.startswith("_")}
    for module in (kine._batch, kine._files, kine._motion, kine._words):
        public |= {name for name, value in vars(module).items() if name[0] != "_" and getattr(value, "__module__", "") == module.__name__}
    assert public | {"__version__", "plot"} == set(kine.__all__)
    assert not re.search(r"\bAny\b.*->", inspect.getsource(kine._batch))
