"""What the command line promises of every file, however hostile: run() gives what a run broke, in words.

A run ends by itself within a time and within a memory limit, with an exit code of 0 to 3. Where it fails it says why in one
sentence on standard error, and leaves no file behind. What it writes is a whole file, which can be read again.
"""

import os
import re
import resource
import signal
import subprocess
import xml.dom.minidom
import xml.parsers.expat

SECONDS = 20  # of processor time for one run
# The same for kine walk with a model of its own: a body that can hardly walk tries out 180 gaits before it does. The slowest that was met
# took 42 s in a test build.
REHEARSAL_SECONDS = 200
PATIENCE = 8  # times that on the clock: the machine may have other work
MEMORY = 3 << 30  # bytes of address space: what a file of the default largest size, 1 GiB, needs
SANITIZERS = re.compile(rb"Sanitizer|runtime error:|assertion failed|terminate called|stack smashing|free\(\):|malloc\(\):")
LONGEST_SENTENCE = 2000  # bytes: paths may be long
CONTROLS = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")  # with those of Unicode, which terminals heed too


class Run:
    """How one run ended. `broken` has a sentence for each promise that it broke."""

    def __init__(self, code, out, err, broken):
        self.code, self.out, self.err, self.broken = code, out, err, broken


def limit(memory, seconds):
    """What a child process does before it becomes the program."""

    def apply():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return apply


def is_one_sentence(err):
    """Lines that begin with "note: " may come before it."""
    lines = [line for line in err.split(b"\n") if line and not line.startswith(b"note: ")]
    return (
        len(lines) == 1
        and lines[0].startswith(b"kine: ")
        and len(lines[0]) <= LONGEST_SENTENCE
        and err.endswith(b"\n")
        and not CONTROLS.search(err)
    )


def run(program, arguments, folder, outputs=(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, memory=MEMORY, seconds=SECONDS):
    """Runs the program in a folder. `outputs` are the files that it is asked to write."""
    broken = []
    before = set(os.listdir(folder))
    try:
        done = subprocess.run(
            [program, *arguments],
            cwd=folder,
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=PATIENCE * seconds,
            preexec_fn=limit(memory, seconds),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        return Run(None, late.stdout or b"", late.stderr or b"", [f"it did not end within {PATIENCE * seconds} s"])
    code, out, err = done.returncode, done.stdout or b"", done.stderr
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        broken.append(f"it did not end within {seconds} s of processor time")
    elif code < 0:
        broken.append(f"it was ended by signal {-code}")
    elif code > 3:
        broken.append(f"its exit code is {code}")
    if SANITIZERS.search(err) or SANITIZERS.search(out):
        broken.append("a check inside the program failed")
    if code in (2, 3) and not is_one_sentence(err):
        broken.append("it does not say why in one sentence")
    if code == 1 and err and not is_one_sentence(err):
        broken.append("it does not say why in one sentence")
    if CONTROLS.search(out) and "--json" not in arguments:
        broken.append("it prints control characters")
    for name in set(os.listdir(folder)) - before:
        if name.endswith(".part"):
            broken.append(f"it left {name} behind")
    for output in outputs:
        path = os.path.join(folder, output)
        if code not in (0, 1) and os.path.exists(path):
            broken.append(f"it failed and wrote {output} all the same")
        if code == 0 and not os.path.exists(path):
            broken.append(f"it did not write {output}")
        elif code == 0 and output.endswith(".svg"):
            try:
                xml.dom.minidom.parse(path)
            except xml.parsers.expat.ExpatError as error:
                broken.append(f"{output} is no XML: {error}")
    return Run(code, out, err, broken)
