"""misuse.py LIBRARY HEADERS PROGRAM [--cases N] [--seed K] [--only WORD]: misuse of every function of the C API.

The functions come from the headers in the folder HEADERS, so that a new one is tried on the day it is added. LIBRARY is the shared C
library, PROGRAM the command line, which writes the figure that walks. Every function is called N times (default 100) in a process
of its own with wild arguments: NULL, handles of another skeleton, indices that are wrong, numbers that are none, texts that are no names,
sizes that are wrong. What a caller cannot be saved from is left out: arrays that are shorter than they are said to be, handles that were
destroyed or are of another kind.

What the headers promise and is looked at, after each call:
  it comes back, without a signal, within a time, and nothing is printed;
  a kine_status is one of those that there are, and where it is not KINE_OK what was to be written is as it was;
  NULL in place of every pointer is answered: a status that is not KINE_OK (unless the header lets every pointer be NULL), a handle or a
  text that is NULL;
  a message is one sentence, ends with a zero and stays within its size;
  a text that is returned ends.

Prints "ok ..." or "not ok ..." for each function and exits 1 where one failed.
"""

import argparse
import ctypes
import glob
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_float, c_int, c_size_t, c_void_p

SECONDS = 20  # of processor time for one call
ROOM = 4096  # elements of an array that is handed over
STATUSES = range(6)
MESSAGE_ROOM = 256
BYTES = 1 << 16  # of an array of bytes: more than any state has

# ---- what the headers say ------------------------------------------------------------------------------------------------


class Parameter:
    def __init__(self, kind, name):
        self.kind, self.name = kind, name
        self.is_pointer = kind.endswith("*") or kind == "kine_cast"


class Function:
    def __init__(self, result, name, parameters):
        self.result, self.name, self.parameters = result, name, parameters


def read_headers(folder):
    functions, kinds = [], set()
    for path in sorted(glob.glob(os.path.join(folder, "*.h"))):
        text = open(path, encoding="utf-8").read()
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
        text = re.sub(r"^\s*#[^\n]*", "", text, flags=re.M)
        kinds |= set(re.findall(r"typedef struct \w+\s+(\w+);", text))
        for result, name, inside in re.findall(r"([\w* ]+?[\s*])(kine_\w+)\(([^()]*)\);", text):
            if "typedef" in result:
                continue
            parameters = []
            for each in inside.split(","):
                found = re.fullmatch(r"\s*(.*?)\s*(\w+)\s*", each, flags=re.S)
                if each.strip() != "void" and found:
                    parameters.append(Parameter(re.sub(r"\s*\*", "*", found[1]).replace("*const", "* const"), found[2]))
            functions.append(Function(re.sub(r"\s*\*", "*", result.strip()), name, parameters))
    return functions, kinds


SIMPLE = {"int": c_int, "double": c_double, "size_t": c_size_t, "kine_status": c_int, "void": None}
ELEMENTS = {"double": c_double, "int": c_int, "float": c_float, "void": ctypes.c_char}


def declare(library, function):
    """Tells ctypes what a function takes and gives."""
    call = getattr(library, function.name)
    call.argtypes = [SIMPLE.get(p.kind, c_void_p) for p in function.parameters]
    call.restype = c_void_p if function.result.endswith("*") else SIMPLE[function.result]
    return call


def handle_kind(kind, kinds):
    """The kind of handle that a parameter is; None where it is something else."""
    bare = kind.replace("const ", "").rstrip("*")
    return bare if kind.endswith("*") and bare in kinds else None


# ---- handles that are right ----------------------------------------------------------------------------------------------

Cast = CFUNCTYPE(c_int, c_void_p, POINTER(c_double), c_double, POINTER(c_double))


def flat_cast(_user, point, drop, out):
    if not point[1] - drop <= 0 <= point[1]:
        return 0
    out[0], out[1], out[2], out[3], out[4], out[5] = point[0], 0, point[2], 0, 1, 0
    return 1


KEPT_CAST = Cast(flat_cast)
METHODS = [b"jacobian", b"two-bone", b"ccd", b"fabrik", b"shake", b"full-body", b"hybrid", b"global"]


class Makers:
    """Makes a handle of every kind, each for one of two skeletons: 0 or 1. A new kind of handle needs a line here."""

    def __init__(self, calls, figure_file):
        self.calls, self.figure_file = calls, figure_file
        self.message = ctypes.create_string_buffer(MESSAGE_ROOM)
        self.kept_walker = None
        self.skeletons = [self.new_skeleton(which) for which in range(2)]
        self.figure = self.new_figure()
        self.figure_size = self.calls["kine_skeleton_value_count"](self.figure)

    def keeps(self, handle):
        return handle == self.kept_walker or handle in self.skeletons

    def builder(self, which):
        c = self.calls
        builder = c["kine_builder_create"]()
        add = lambda name, parent, kind: c["kine_builder_add_joint"](builder, name, parent, kind)
        add(b"root", b"", 5)
        for index, (name, parent, kind) in enumerate(
            [(b"hinge", b"root", 1), (b"euler", b"hinge", 3), (b"ball", b"euler", 4), (b"slider", b"root", 2), (b"tip", b"ball", 0)][: 5 - which]
        ):
            add(name, parent, kind)
            c["kine_builder_set_translation"](builder, index + 1, 0.1, 0.2, 0.3)
            c["kine_builder_set_mass"](builder, index + 1, 1, 0, 0, 0)
        c["kine_builder_set_limits"](builder, 1, 0, -1, 1)
        c["kine_builder_set_ball_limits"](builder, 3, 1, 0.5, -1, 1)
        return builder

    def skeleton(self, which):
        """One of the two that all other handles are of."""
        return self.skeletons[which]

    def new_skeleton(self, which):
        builder = self.builder(which)
        made = self.calls["kine_builder_build"](builder, self.message, MESSAGE_ROOM)
        self.calls["kine_builder_destroy"](builder)
        return made

    def of_skeleton(self, create, which, *more):
        return self.calls[create](self.skeleton(which), *more)

    def frames(self, which):
        return self.of_skeleton("kine_frames_create", which)

    def shape(self, which):
        return self.of_skeleton("kine_shape_create", which)

    def goals(self, which):
        made = self.of_skeleton("kine_goals_create", which)
        for kind in range(8):
            self.calls["kine_goals_add"](made, kind, 3)
        return made

    def constraints(self, which):
        made = self.of_skeleton("kine_constraints_create", which)
        for kind in range(5):
            self.calls["kine_constraints_add"](made, kind, 3)
        return made

    def solver(self, which):
        made = self.of_skeleton("kine_solver_create", which, random.choice(METHODS), self.message, MESSAGE_ROOM)
        if random.random() < 0.5:  # some have a report
            goals = self.of_skeleton("kine_goals_create", which)
            self.calls["kine_goals_add"](goals, 0, 3)
            self.calls["kine_goals_set_target"](goals, 0, 1.0, 1.0, 1.0)
            size = self.calls["kine_skeleton_value_count"](self.skeleton(which))
            pose = (c_double * size)()
            self.calls["kine_rest_pose"](self.skeleton(which), pose, size)
            self.calls["kine_solve"](made, goals, pose, size)
            self.calls["kine_goals_destroy"](goals)
        return made

    def stepper(self, which):
        return self.of_skeleton("kine_stepper_create", which)

    def clip(self, which):
        """Some are of the figure, as motions and retargeters are."""
        return self.clip_of(self.figure if random.random() < 0.4 else self.skeleton(which))

    def clip_of(self, skeleton):
        made = self.calls["kine_clip_create"](skeleton, b"clip", 30.0)
        size = self.calls["kine_skeleton_value_count"](skeleton)
        pose = (c_double * size)()
        self.calls["kine_rest_pose"](skeleton, pose, size)
        for _ in range(3):
            self.calls["kine_clip_append"](made, pose, size, None)
        self.calls["kine_clip_add_translations"](made, 1)
        return made

    def editor(self, which):
        clip = self.clip_of(self.skeleton(which))
        solver = self.of_skeleton("kine_solver_create", which, b"full-body", self.message, MESSAGE_ROOM)
        made = self.calls["kine_editor_create"](clip, solver, self.message, MESSAGE_ROOM)
        self.calls["kine_solver_destroy"](solver)
        self.calls["kine_clip_destroy"](clip)
        return made

    def terrain(self, which):
        if which == 0:
            return self.calls["kine_terrain_flat"](0.0)
        heights = (c_float * 16)(*[float("nan") if i == 5 else 0.1 * i for i in range(16)])
        return self.calls["kine_terrain_grid"](4, 4, 1.0, 1.0, -2.0, 0.0, -2.0, heights, self.message, MESSAGE_ROOM)

    def reader(self, _which):
        made = self.calls["kine_reader_create"]()
        self.calls["kine_reader_add"](made, b"figure.bvh", self.figure_file, len(self.figure_file))
        return made

    def file(self, which):
        reader = self.reader(which)
        made = self.calls["kine_reader_read"](reader, self.message, MESSAGE_ROOM)
        self.calls["kine_reader_destroy"](reader)
        return made

    def writer(self, which):
        return self.of_skeleton("kine_writer_create", which, random.choice([b"bvh", b"asf", b"amc", b"glb", b"gltf"]), self.message, MESSAGE_ROOM)

    def new_figure(self):
        file = self.file(0)
        made = self.calls["kine_file_skeleton"](file)
        self.calls["kine_file_destroy"](file)
        return made

    def bones(self, _which):
        return self.calls["kine_bones_find"](self.figure, 0.0, 1.0, 0.0, None, None, 0, self.message, MESSAGE_ROOM)

    def walker(self, which):
        bones = self.bones(which)
        made = self.calls["kine_walker_create_figure"](bones, self.message, MESSAGE_ROOM)
        self.calls["kine_bones_destroy"](bones)
        self.go(made, "kine_walk", self.figure_size)
        return made

    def go(self, mover, walk, size):
        """Some have gone a frame, some stand before their first."""
        terrain = self.terrain(0)
        for _ in range(random.randrange(3)):
            self.calls[walk](mover, terrain, 1.0, 0.0, 0.0, 1 / 60, (c_double * size)(), size)
        self.calls["kine_terrain_destroy"](terrain)

    def motion(self, which):
        bones = self.bones(which)
        made = self.calls["kine_motion_create"](bones, self.message, MESSAGE_ROOM)
        self.calls["kine_bones_destroy"](bones)
        return made

    def retargeter(self, which):
        bones = self.bones(which)
        made = self.calls["kine_retargeter_create"](bones, bones, self.message, MESSAGE_ROOM)
        self.calls["kine_bones_destroy"](bones)
        return made

    def spider(self):
        """A body on six legs of three hinges, and the joints at their ends."""
        c = self.calls
        builder = c["kine_builder_create"]()
        c["kine_builder_add_joint"](builder, b"body", b"", 5)
        c["kine_builder_set_translation"](builder, 0, 0.0, 0.2, 0.0)
        tips = []
        for leg in range(6):
            side = 1.0 if leg % 2 == 0 else -1.0
            parent = b"body"
            for name, kind, x, z, axis in [("coxa", 1, 0.1, 0.18 * (leg // 2 - 1), 1), ("femur", 1, 0.06, 0, 2), ("tibia", 1, 0.22, 0, 2), ("tip", 0, 0.34, 0, 2)]:
                joint = f"{name}{leg}".encode()
                index = c["kine_builder_add_joint"](builder, joint, parent, kind)
                c["kine_builder_set_translation"](builder, index, side * x, 0.0, float(z))
                if kind == 1:
                    c["kine_builder_set_axis"](builder, index, 0.0, float(axis == 1), side * (axis == 2))
                parent = joint
            tips.append(index)
        made = c["kine_builder_build"](builder, self.message, MESSAGE_ROOM)
        c["kine_builder_destroy"](builder)
        return made, tips

    def crawler(self, _which):
        spider, tips = self.spider()
        size = self.calls["kine_skeleton_value_count"](spider)
        pose = (c_double * size)()
        self.calls["kine_rest_pose"](spider, pose, size)
        for value in range(7, size, 3):  # femurs up, tibias down
            pose[value + 1], pose[value + 2] = 0.7, -1.6
        made = self.calls["kine_crawler_create"](spider, pose, size, (c_int * len(tips))(*tips), len(tips), self.message, MESSAGE_ROOM)
        self.calls["kine_skeleton_destroy"](spider)
        self.go(made, "kine_crawl", size)
        return made

    def make(self, kind, which, own=False):
        """`own`: one that may be destroyed. Skeletons are the two that all is of, and a walker, which takes time, goes on."""
        if kind == "kine_skeleton" and own:
            return self.new_skeleton(which)
        if kind == "kine_walker" and not own:
            self.kept_walker = self.kept_walker or self.walker(which)
            return self.kept_walker
        made = getattr(self, kind.removeprefix("kine_"))(which)
        if not made:
            raise RuntimeError(f"no {kind} could be made: {self.message.value.decode()}")
        return made


# ---- arguments that are wild ---------------------------------------------------------------------------------------------

INTS = [-(2**31), -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 100, 65536, 2**31 - 1]
SIZES = [-(2**31), -1, 0, 1, 2, 3, 6, 7, 9, 12, 15, 16]  # arrays have ROOM elements; none takes more than 16 for each of a size
NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-9, 120.0, 1e9, 1e100, 1e308, -1e308, 1e-320, float("nan"), float("inf"), -float("inf")]
TEXTS = [b"", b"x", b"hinge", b"root", b"XYZ", b"jacobian", b"max_iterations", b"from", b"up", b"mode", b"gait", b"speed", b"bvh", b"glb",
         b"x" * 10000, b"\xff\xfe\xc0", b"a\nb\x1b[31m", b"%s%n%d", b"left_thigh", b"figure.bvh"]  # fmt: skip


class Arguments:
    """One call's arguments; what they point to lives as long as this."""

    def __init__(self, function, kinds, makers, fixed, nulls):
        self.function, self.values, self.kept = function, [], []
        self.writable, self.messages, self.handles, self.said = [], [], [], []
        tame = random.random() < 0.3  # mostly right, so that what lies behind the checks is met
        home = random.randrange(2)
        sizes = fixed[home]
        for parameter in function.parameters:
            self.add(parameter, kinds, makers, home, sizes, tame, nulls)

    def add(self, parameter, kinds, makers, home, sizes, tame, nulls):
        kind, name = parameter.kind, parameter.name
        handle = handle_kind(kind, kinds)
        if parameter.is_pointer and (nulls or random.random() < (0.02 if tame else 0.15)):
            self.put(None, "NULL")
        elif handle:
            which = home if tame or random.random() < 0.8 else 1 - home
            made = makers.make(handle, which, self.function.name.endswith("_destroy"))
            self.handles.append((handle, made))
            self.put(made, f"{handle} {which}")
        elif kind == "char*":
            buffer = ctypes.create_string_buffer(b"\xaa" * (MESSAGE_ROOM - 1), MESSAGE_ROOM)
            self.messages.append(buffer)
            self.put(ctypes.addressof(buffer), "message")
        elif kind == "const char*":
            text = random.choice(TEXTS)
            self.kept.append(ctypes.create_string_buffer(text))
            self.put(ctypes.addressof(self.kept[-1]), repr(text[:20]))
        elif kind == "const char* const*":
            texts = [random.choice([None, *TEXTS]) for _ in range(ROOM)]
            self.kept.append((c_char_p * ROOM)(*texts))
            self.put(ctypes.addressof(self.kept[-1]), f"texts {texts[:3]}")
        elif kind == "kine_cast":
            self.put(ctypes.cast(KEPT_CAST, c_void_p).value, "a cast")
        elif kind.endswith("*"):
            self.put_array(kind, tame)
        elif kind == "int" and re.search(r"size|count|columns|^rows$", name):
            value = random.choice(sizes.get(name, SIZES) if tame else SIZES + sizes.get(name, []))
            self.put(value, value)
        elif kind == "int":
            value = random.choice([0, 1, 2, 3]) if tame else random.choice(INTS)
            self.put(value, value)
        elif kind == "size_t":
            value = random.choice([0, 1, 2, 5, 100, MESSAGE_ROOM] + (sizes["state"] if name == "size" else []))
            if name == "message_size" and self.messages:
                self.messages[-1].given = value
            self.put(value, value)
        elif kind == "double":
            value = random.choice([0.0, 0.5, 1.0]) if tame else random.choice(NUMBERS)
            self.put(value, value)
        else:
            raise RuntimeError(f"misuse.py knows no arguments of the kind {kind}: teach it in Arguments.add")

    def put(self, value, said):
        self.values.append(value)
        self.said.append(str(said))

    def put_array(self, kind, tame):
        bare = kind.replace("const ", "").rstrip("*")
        element = ELEMENTS.get(bare)
        if element is None:
            raise RuntimeError(f"misuse.py knows no arguments of the kind {kind}: teach it in Arguments.add")
        array = (element * (BYTES if bare == "void" else ROOM))()
        wild = not tame and random.random() < 0.5
        for i in range(min(ROOM, 64)):
            if bare == "int":
                array[i] = random.choice(INTS if wild else [0, 1, 2, 3])
            elif bare == "void":
                array[i] = random.randrange(256)
            else:
                array[i] = random.choice(NUMBERS if wild else [0.0, 0.5, 1.0])
        self.kept.append(array)
        if "const" not in kind:
            self.writable.append((array, bytes(array)))
        self.put(ctypes.addressof(array), f"{kind} {[array[i] for i in range(4)]}")

    def __str__(self):
        return f"{self.function.name}({', '.join(self.said)})"


# ---- what is promised ----------------------------------------------------------------------------------------------------

# NULL may stand for every pointer of these: the header says what it means.
NULL_IS_FINE = {"kine_stepper_fault"}  # "" where nothing is wrong


def faults(function, arguments, result, nulls):
    """What a call broke."""
    wrong = []
    has_pointers = any(p.is_pointer for p in function.parameters)
    if function.result == "kine_status":
        if result not in STATUSES:
            wrong.append(f"{result} is no kine_status")
        if result != 0 and any(bytes(array) != before for array, before in arguments.writable):
            wrong.append(f"it wrote though its status is {result}")
        if nulls and has_pointers and result == 0 and function.name not in NULL_IS_FINE:
            wrong.append("NULL for every pointer is KINE_OK")
    if nulls and function.result.endswith("*") and has_pointers and result and function.name not in NULL_IS_FINE:
        wrong.append("NULL for every pointer gives something")
    if function.result == "const char*" and result:
        text = ctypes.string_at(result)
        if len(text) > 100000:
            wrong.append("its text is endless")
    for message in arguments.messages:
        given = getattr(message, "given", 0)
        raw = message.raw
        if any(byte != 0xAA for byte in raw[given : MESSAGE_ROOM - 1]):
            wrong.append("it wrote beyond the size of its message")
        text = raw[:given].split(b"\0")[0]
        written = given > 0 and raw[0] != 0xAA
        if written and b"\0" not in raw[:given]:
            wrong.append("its message does not end")
        if written and re.search(rb"[\x00-\x1f\x7f]", text):
            wrong.append(f"its message is not one line: {text!r}")
    return wrong


def unsettle(arguments, functions, calls, kinds, makers, fixed, report):
    """Calls other functions on one of the handles first, so that it is met in every state; what was called, as a text."""
    said = ""
    if not arguments.handles or random.random() < 0.5:
        return said
    kind, handle = random.choice(arguments.handles)
    others = [f for f in functions if f.parameters and handle_kind(f.parameters[0].kind, kinds) == kind and not f.name.endswith("_destroy")]
    for other in random.choices(others, k=random.randrange(1, 4)):
        wild = Arguments(other, kinds, makers, fixed, False)
        wild.values[0] = handle
        said += f"{wild}; "
        report(said)
        result = calls[other.name](*wild.values)
        made = handle_kind(other.result, kinds)
        for each_kind, each in wild.handles + ([(made, result)] if made and result else []):
            if not makers.keeps(each):
                calls[f"{each_kind}_destroy"](each)
    return said


def try_function(function, functions, calls, kinds, makers, fixed, cases, seed, report):
    """Calls one function many times; what broke, in words. `report` is told before each call, in case there is no after."""
    broken = []
    for case in range(cases):
        random.seed(f"{function.name} {seed} {case}")
        nulls = case == 0
        arguments = Arguments(function, kinds, makers, fixed, nulls)
        before = unsettle(arguments, functions, calls, kinds, makers, fixed, report)
        report(f"{before}{arguments}")
        result = calls[function.name](*arguments.values)
        broken += [f"{fault}: {before}{arguments}" for fault in faults(function, arguments, result, nulls)]
        made = handle_kind(function.result, kinds)
        if made and result:
            arguments.handles.append((made, result))
        for kind, handle in arguments.handles:
            if not function.name.endswith("_destroy") and not makers.keeps(handle):
                calls[f"{kind}_destroy"](handle)
        if len(broken) > 5:
            break
    return broken


def setting_names(calls, makers):
    """All settings that there are, by name."""
    names = {b"metres_per_unit", b"rate", b"decimals", b"stick_mesh", b"three_dofs", b"free_root"}
    solvers = [("solver", makers.of_skeleton("kine_solver_create", 0, name, None, 0)) for name in METHODS]
    for kind, handle in solvers + [(kind, makers.make(f"kine_{kind}", 0)) for kind in ["stepper", "walker", "crawler", "motion", "retargeter"]]:
        for index in range(calls[f"kine_{kind}_setting_count"](handle)):
            names.add(ctypes.string_at(calls[f"kine_{kind}_setting_name"](handle, index)))
    names |= {ctypes.string_at(calls["kine_style_name"](style)) for style in range(calls["kine_style_count"]())}
    return sorted(names)


def in_a_process(work):
    """Runs work(report) in a process of its own; what broke, in words."""
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as told:
        child = os.fork()
        if child == 0:
            try:
                os.dup2(printed.fileno(), 1)
                os.dup2(printed.fileno(), 2)

                def report(text):
                    signal.setitimer(signal.ITIMER_PROF, SECONDS)
                    data = text.encode(errors="replace")[:1000]
                    os.pwrite(told.fileno(), struct.pack("<I", len(data)) + data, 0)

                broken = work(report)
                if os.lseek(1, 0, os.SEEK_CUR) > 0:
                    broken.append("it printed something")
                report("\n".join(broken))
                os._exit(1 if broken else 0)
            except BaseException as error:  # what ctypes or this script could not do
                os.pwrite(told.fileno(), struct.pack("<I", 200) + f"{type(error).__name__}: {error}".encode()[:200].ljust(200), 0)
                os._exit(2)
        _, status = os.waitpid(child, 0)
        head = os.pread(told.fileno(), 4, 0)
        last = os.pread(told.fileno(), struct.unpack("<I", head)[0], 4).decode(errors="replace").strip() if head else ""
        said = os.pread(printed.fileno(), 1000, 0).decode(errors="replace").strip()
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            return [f"{'it did not end' if number == signal.SIGPROF else f'signal {number}'}: {last} {said}"]
        return [] if os.WEXITSTATUS(status) == 0 else [last + (" " + said if said else "")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("headers")
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    functions, kinds = read_headers(options.headers)
    library = ctypes.CDLL(os.path.abspath(options.library))
    calls = {function.name: declare(library, function) for function in functions}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "humanoid.bvh")
        subprocess.run([options.program, "convert", "humanoid", path], check=True, stdout=subprocess.DEVNULL)
        figure = open(path, "rb").read()
    makers = Makers(calls, figure)
    TEXTS.extend(setting_names(calls, makers))
    fixed = []
    states = [calls[f"kine_{each}_state_size"]() for each in ["walker", "crawler", "motion"]]
    assert max(states) <= BYTES
    for which in range(2):
        skeleton = makers.skeleton(which)
        values, freedoms = calls["kine_skeleton_value_count"](skeleton), calls["kine_skeleton_freedom_count"](skeleton)
        joints, axes = calls["kine_skeleton_joint_count"](skeleton), calls["kine_skeleton_axis_count"](skeleton)
        outs = [3 * joints, 4 * joints, 16 * joints, 10 * joints, 3 * axes, 3 * freedoms, 6 * freedoms]
        fixed.append({"pose_size": [values, values, makers.figure_size, 25], "standing_size": [values], "source_size": [makers.figure_size], "speeds_size": [freedoms], "out_size": outs, "columns": [2, 3, 4], "rows": [2, 3, 4], "locals_size": [10 * joints], "state": states})
    failed = 0
    for function in functions:
        if options.only not in function.name:
            continue
        broken = in_a_process(
            lambda report, function=function: try_function(function, functions, calls, kinds, makers, fixed, options.cases, options.seed, report)
        )
        print(f"{'not ok' if broken else 'ok'} misuse of {function.name}", flush=True)
        for line in broken:
            print("  " + line.replace("\n", "\n  ")[:1500])
        failed += bool(broken)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
