"""The shared C library as Python, and any language that loads libraries as it runs, sees it: ctypes_test.py LIBRARY HEADER.

Prints "ok ..." or "not ok ..." for each test and exits 1 where one failed.
"""

import ctypes
import math
import re
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p

UPPER, LOWER = 0.30, 0.25  # metres
HINGE, FIXED = 1, 0  # kine_joint_kind
OK, NULL = 0, 1  # kine_status
REACH = 0  # kine_goal_kind
REACHED, UNREACHABLE = 0, 2  # kine_outcome

kine = ctypes.CDLL(sys.argv[1])
header = open(sys.argv[2], encoding="utf-8").read()
Doubles = POINTER(c_double)
for name, result, arguments in [
    ("kine_version", c_char_p, []),
    ("kine_builder_create", c_void_p, []),
    ("kine_builder_destroy", None, [c_void_p]),
    ("kine_builder_add_joint", c_int, [c_void_p, c_char_p, c_char_p, c_int]),
    ("kine_builder_set_translation", c_int, [c_void_p, c_int, c_double, c_double, c_double]),
    ("kine_builder_build", c_void_p, [c_void_p, c_char_p, c_size_t]),
    ("kine_skeleton_value_count", c_int, [c_void_p]),
    ("kine_skeleton_destroy", None, [c_void_p]),
    ("kine_rest_pose", c_int, [c_void_p, Doubles, c_int]),
    ("kine_goals_create", c_void_p, [c_void_p]),
    ("kine_goals_destroy", None, [c_void_p]),
    ("kine_goals_add", c_int, [c_void_p, c_int, c_int]),
    ("kine_goals_set_target", c_int, [c_void_p, c_int, c_double, c_double, c_double]),
    ("kine_solver_create", c_void_p, [c_void_p, c_char_p, c_char_p, c_size_t]),
    ("kine_solver_destroy", None, [c_void_p]),
    ("kine_solve", c_int, [c_void_p, c_void_p, Doubles, c_int]),
    ("kine_solver_outcome", c_int, [c_void_p]),
    ("kine_solver_position_error", c_double, [c_void_p]),
    ("kine_solver_sentence", c_int, [c_void_p, c_char_p, c_size_t]),
]:
    function = getattr(kine, name)
    function.restype = result
    function.argtypes = arguments


def build_arm():
    """Two hinges about z and a tip, along x."""
    message = ctypes.create_string_buffer(200)
    builder = kine.kine_builder_create()
    kine.kine_builder_add_joint(builder, b"shoulder", b"", HINGE)
    elbow = kine.kine_builder_add_joint(builder, b"elbow", b"shoulder", HINGE)
    tip = kine.kine_builder_add_joint(builder, b"tip", b"elbow", FIXED)
    kine.kine_builder_set_translation(builder, elbow, UPPER, 0, 0)
    kine.kine_builder_set_translation(builder, tip, LOWER, 0, 0)
    arm = kine.kine_builder_build(builder, message, len(message))
    kine.kine_builder_destroy(builder)
    assert arm, message.value.decode()
    return arm, tip


def solve(x, y):
    """The pose, the outcome, the error in metres and the sentence of a reach to x, y."""
    arm, tip = build_arm()
    count = kine.kine_skeleton_value_count(arm)
    pose = (c_double * count)()
    assert kine.kine_rest_pose(arm, pose, count) == OK
    goals = kine.kine_goals_create(arm)
    goal = kine.kine_goals_add(goals, REACH, tip)
    assert kine.kine_goals_set_target(goals, goal, x, y, 0) == OK
    sentence = ctypes.create_string_buffer(200)
    solver = kine.kine_solver_create(arm, b"jacobian", sentence, len(sentence))
    assert solver, sentence.value.decode()
    assert kine.kine_solve(solver, goals, pose, count) == OK
    assert kine.kine_solver_sentence(solver, sentence, len(sentence)) == OK
    answer = list(pose), kine.kine_solver_outcome(solver), kine.kine_solver_position_error(solver), sentence.value.decode()
    kine.kine_solver_destroy(solver)
    kine.kine_goals_destroy(goals)
    kine.kine_skeleton_destroy(arm)
    return answer


def the_library_is_of_the_headers_version():
    version = ".".join(re.findall(r"^#define KINE_VERSION_\w+ (\d+)$", header, re.MULTILINE))
    assert kine.kine_version().decode() == version, kine.kine_version()


def an_arm_reaches_its_target():
    (shoulder, elbow), outcome, error, sentence = solve(0.2, 0.35)
    assert outcome == REACHED, sentence
    x = UPPER * math.cos(shoulder) + LOWER * math.cos(shoulder + elbow)
    y = UPPER * math.sin(shoulder) + LOWER * math.sin(shoulder + elbow)
    miss = math.hypot(x - 0.2, y - 0.35)
    assert miss < 1e-5 and abs(miss - error) < 1e-12, (miss, error)


def a_target_too_far_is_reported():
    _, outcome, error, sentence = solve(3, 4)
    assert outcome == UNREACHABLE and sentence, sentence
    assert abs(error - (5 - UPPER - LOWER)) < 1e-4, error


def misuse_is_a_status():
    assert kine.kine_solve(None, None, None, 0) == NULL
    message = ctypes.create_string_buffer(200)
    arm, _ = build_arm()
    assert not kine.kine_solver_create(arm, b"newton", message, len(message)) and message.value
    kine.kine_skeleton_destroy(arm)


failed = 0
for test in [the_library_is_of_the_headers_version, an_arm_reaches_its_target, a_target_too_far_is_reported, misuse_is_a_status]:
    name = test.__name__.replace("_", " ")
    try:
        test()
        print(f"ok ctypes: {name}")
    except AssertionError as error:
        print(f"not ok ctypes: {name}: {error}")
        failed = 1
sys.exit(failed)
