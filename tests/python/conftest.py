"""Prints "ok NAME", "not ok NAME" and "left out NAME: reason" for tools/run_tests, and nothing else of its own."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# The same cases every time, so that make test says the same of the same tree; times are measured elsewhere.
settings.register_profile("kine", max_examples=60, deadline=None, derandomize=True, database=None)
settings.load_profile("kine")


def pytest_runtest_logreport(report: Any) -> None:
    name = report.nodeid.replace("tests/python/", "")
    if report.skipped:
        print(f"\nleft out Python, {name}: {report.longrepr[2].replace('Skipped: ', '')}")
    elif report.failed:
        print(f"\nnot ok {name}\n{report.longreprtext}")
    elif report.when == "call":
        print(f"\nok {name}")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)
