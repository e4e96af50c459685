"""attacks.py PROGRAM: crafted files against the command line, each with the exit code that it must give.

Prints "ok ..." or "not ok ..." for each and exits 1 where one failed. `attacks.py PROGRAM WORD` runs those with WORD in their
name, and shows what they said. KINE_NO_MEMORY_LIMIT=1 is for builds with AddressSanitizer, which reserve all memory.
"""

import base64
import json
import os
import struct
import sys
import tempfile
import zlib

from promises import MEMORY, run

READ, FAILED, USAGE, BAD_FILE = 0, 1, 2, 3  # exit codes

# ---- files ---------------------------------------------------------------------------------------------------------------


def bvh(offset="0 1 0", channels="3 Zrotation Xrotation Yrotation", frames="1", time="0.01", row="1 2 3", name="Hips", end="0 170 0"):
    return (
        f"HIERARCHY\nROOT {name}\n{{\nOFFSET {offset}\nCHANNELS {channels}\nEnd Site\n{{\nOFFSET {end}\n}}\n}}\n"
        f"MOTION\nFrames: {frames}\nFrame Time: {time}\n{row}\n"
    )


def deep_bvh(depth):
    joints = "".join(f"JOINT j{i}\n{{\nOFFSET 0 1 0\nCHANNELS 0\n" for i in range(depth))
    return f"HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{joints}{'}' * (depth + 1)}\nMOTION\nFrames: 0\nFrame Time: 1\n"


def wide_bvh(count):
    joints = "".join(f"JOINT j{i}\n{{\nOFFSET 0 1 0\nCHANNELS 0\n}}\n" for i in range(count))
    return f"HIERARCHY\nROOT r\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{joints}}}\nMOTION\nFrames: 0\nFrame Time: 1\n"


def humanoid(ending):
    """A BVH of a person, whose joints' names all have the same ending."""

    def limb(names, offsets):
        name, offset = names[0], offsets[0]
        below = limb(names[1:], offsets[1:]) if len(names) > 1 else f"End Site\n{{\nOFFSET {offsets[-1]}\n}}\n"
        return f"JOINT {name}{ending}\n{{\nOFFSET {offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n{below}}}\n"

    def hangs(names, offsets, below):
        """The same with other limbs on its last joint."""
        end = f"End Site\n{{\nOFFSET {offsets[-1]}\n}}\n"
        return limb(names, offsets).replace(end, below)

    sides = [("left", 1), ("right", -1)]
    arms = [limb([f"{side}_upper_arm", f"{side}_forearm", f"{side}_hand"], [f"{18 * x} 18 0", f"{28 * x} 0 0", f"{25 * x} 0 0", f"{15 * x} 0 0"]) for side, x in sides]
    head = limb(["neck", "head"], ["0 25 0", "0 8 0", "0 15 0"])
    limbs = hangs(["spine", "chest"], ["0 10 0", "0 20 0", "0 1 0"], head + "".join(arms))
    for side, x in sides:
        limbs += limb([f"{side}_thigh", f"{side}_shank", f"{side}_foot", f"{side}_toe"], [f"{9 * x} 0 0", "0 -42 0", "0 -42 0", "0 -6 12", "0 0 8"])
    return (
        f"HIERARCHY\nROOT hips{ending}\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n{limbs}}}\n"
        f"MOTION\nFrames: 1\nFrame Time: 0.01\n0 90 0{' 0' * (3 + 3 * 18)}\n"
    )


def asf(bones="", hierarchy="root spine", length="30", limits="", dof="dof rx\n"):
    return (
        ":version 1.10\n:units\nlength 0.45\nangle deg\n:root\norder TX TY TZ RX RY RZ\n:bonedata\nbegin\nname spine\n"
        f"direction 0 1 0\nlength {length}\naxis 0 0 0 XYZ\n{dof}{limits}end\n{bones}:hierarchy\nbegin\n{hierarchy}\nend\n"
    )


def bone(name):
    return f"begin\nname {name}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\ndof rx\nend\n"


def chain_asf(count):
    return asf(
        "".join(bone(f"b{i}") for i in range(count)),
        "root spine\nspine b0\n" + "\n".join(f"b{i} b{i + 1}" for i in range(count - 1)),
    )


def amc(row="spine 5", root="0 1 0 0 0 0"):
    return f":FULLY-SPECIFIED\n:DEGREES\n1\nroot {root}\n{row}\n"


def urdf(inside, head=""):
    return f'{head}<robot name="r"><link name="a"/><link name="b"/>{inside}</robot>'


def joint(name="j", kind="revolute", parent="a", child="b", lower="-1", upper="1", more=""):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/>'
        f'<limit lower="{lower}" upper="{upper}" effort="1" velocity="1"/>{more}</joint>'
    )


def chain_urdf(count):
    links = "".join(f'<link name="l{i}"/>' for i in range(count + 1))
    joints = "".join(joint(f"j{i}", "revolute", f"l{i}", f"l{i + 1}") for i in range(count))
    return f'<robot name="r">{links}{joints}</robot>'


LAUGHS = (
    '<!DOCTYPE r [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
    + ']><robot name="&a11;"><link name="base"/></robot>'
)


def gltf(**parts):
    return json.dumps({"asset": {"version": "2.0"}, "nodes": [{"name": "n"}], "scenes": [{"nodes": [0]}], "scene": 0} | parts)


def with_uri(uri, kind="buffers"):
    return gltf(**{kind: [{"uri": uri, "byteLength": 4}]})


def data_uri(data):
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()


def animated(times=(0.0, 1.0), values=((0, 0, 0), (1, 1, 1)), path="translation", sampler=None, accessor=None, view=None):
    """One node that moves; the last three change a sampler, the first accessor and the first buffer view."""
    data = struct.pack(f"<{len(times)}f", *times) + b"".join(struct.pack(f"<{len(v)}f", *v) for v in values)
    split = 4 * len(times)
    return gltf(
        buffers=[{"uri": data_uri(data), "byteLength": len(data)}],
        bufferViews=[
            {"buffer": 0, "byteOffset": 0, "byteLength": split} | (view or {}),
            {"buffer": 0, "byteOffset": split, "byteLength": len(data) - split},
        ],
        accessors=[
            {"bufferView": 0, "componentType": 5126, "count": len(times), "type": "SCALAR"} | (accessor or {}),
            {"bufferView": 1, "componentType": 5126, "count": len(values), "type": f"VEC{len(values[0])}"},
        ],
        animations=[
            {
                "samplers": [{"input": 0, "output": 1} | (sampler or {})],
                "channels": [{"sampler": 0, "target": {"node": 0, "path": path}}],
            }
        ],
    )


def glb(text, length=None, chunk=None, version=2, magic=b"glTF"):
    text = text.encode()
    text += b" " * (-len(text) % 4)
    whole = 20 + len(text)
    return (
        magic
        + struct.pack("<II", version, whole if length is None else length)
        + struct.pack("<I", len(text) if chunk is None else chunk)
        + b"JSON"
        + text
    )


def chunk(kind, data, length=None, checksum=None):
    sum_ = zlib.crc32(kind + data) if checksum is None else checksum
    return struct.pack(">I", len(data) if length is None else length) + kind + data + struct.pack(">I", sum_)


def png(width=2, height=2, rows=None, depth=8, colour=0, interlace=0, pixels=None, more=b""):
    if pixels is None:
        pixels = zlib.compress(b"".join(b"\0" + b"\x10" * width for _ in range(height)) if rows is None else rows, 9)
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def zeros(count):
    """A stream that inflates to so many zeros."""
    packer = zlib.compressobj(9)
    block = bytes(1 << 20)
    return b"".join(packer.compress(block) for _ in range(count >> 20)) + packer.flush()


# ---- the table -----------------------------------------------------------------------------------------------------------

INFO = ["info"]
attacks = []


def attack(name, files, arguments, code, says="", outputs=(), check=None, stdin=None, stdout=None, prepare=None):
    """A row. `files`: name and content each; the first is what `arguments` get behind them. `says` is in what is printed."""
    attacks.append(locals())


def read(name, file, content, code, says="", arguments=INFO):
    """A row about reading one file."""
    attack(name, {file: content}, arguments, code, says)


def convert(name, file, content, to, code, says=""):
    """A row about converting one file, and reading what was written."""
    attack(f"{name}, to {to}", {file: content}, ["convert", "out." + to], code, says, ["out." + to])


SECRET = b"the secret beside"


def hides_secret(folder):
    with open(os.path.join(folder, "out.gltf"), "rb") as file:
        return base64.b64encode(SECRET) not in file.read()


def link(target, name):
    return lambda folder: os.symlink(target, os.path.join(folder, name))


def pipe(name):
    return lambda folder: os.mkfifo(os.path.join(folder, name))


# Side files. The attacker's files are in the folder `model`; `secret.bin` lies beside that.
OUTSIDE = "--allow-dir"
for uri in ["../secret.bin", "..%2fsecret.bin", "%2e%2e%2Fsecret.bin", "x/../../secret.bin", "/etc/passwd", "%2fetc%2fpasswd", "/dev/zero"]:
    read(f"a buffer of {uri}", "model/a.gltf", with_uri(uri), BAD_FILE, OUTSIDE)
    attack(
        f"an image of {uri}",
        {"model/a.gltf": with_uri(uri, "images")},
        ["convert", "out.gltf"],
        READ,
        OUTSIDE,
        ["out.gltf"],
        hides_secret,
    )
attack("a buffer through a link to a file", {"model/a.gltf": with_uri("x.bin")}, INFO, BAD_FILE, OUTSIDE, prepare=link("../secret.bin", "model/x.bin"))
attack("a buffer through a link to a folder", {"model/a.gltf": with_uri("up/secret.bin")}, INFO, BAD_FILE, OUTSIDE, prepare=link("..", "model/up"))
attack("a buffer through a link to itself", {"model/a.gltf": with_uri("x.bin")}, INFO, BAD_FILE, "is not read", prepare=link("x.bin", "model/x.bin"))
attack("a buffer through a link to /dev/zero", {"model/a.gltf": with_uri("x.bin")}, INFO, BAD_FILE, OUTSIDE, prepare=link("/dev/zero", "model/x.bin"))
attack("a buffer that is a pipe", {"model/a.gltf": with_uri("x.bin")}, INFO, BAD_FILE, "no regular file", prepare=pipe("model/x.bin"))
attack("a buffer that is a folder", {"model/a.gltf": with_uri("."), "model/x.bin": "x"}, INFO, BAD_FILE, "no regular file")
attack("a buffer outside that is allowed", {"model/a.gltf": with_uri("../secret.bin")}, [*INFO, "--allow-dir", "."], READ)
attack("a buffer outside another allowed folder", {"model/a.gltf": with_uri("../secret.bin")}, [*INFO, "--allow-dir", "model"], BAD_FILE, OUTSIDE)
attack("an allowed folder that is not there", {"model/a.gltf": gltf()}, [*INFO, "--allow-dir", "none"], USAGE, "--allow-dir")
attack("a device in an allowed folder", {"model/a.gltf": with_uri("/dev/zero")}, [*INFO, "--allow-dir", "/"], BAD_FILE, "no regular file")
read("a buffer with a zero in its name", "model/a.gltf", with_uri("x.bin\0/../../secret.bin"), BAD_FILE, "zero byte")
read("a buffer with %00 in its name", "model/a.gltf", with_uri("x.bin%00"), BAD_FILE, "zero byte")
read("a buffer with line ends in its name", "model/a.gltf", with_uri("../x\r\n\x1b[31m"), BAD_FILE, OUTSIDE)
read("a buffer with a name of 1 MB", "model/a.gltf", with_uri("x" * 1000000), BAD_FILE)
read("a buffer at a file:// address", "model/a.gltf", with_uri("file:///etc/passwd"), BAD_FILE, "not here")
attack(
    "3000 buffers in one file of 2 MB",
    {"model/a.gltf": gltf(buffers=[{"uri": "x.bin", "byteLength": 4}] * 3000), "model/x.bin": b"x" * 2000000},
    INFO,
    BAD_FILE,
    "--max-file-size",
)
read("5000 side files", "model/a.gltf", gltf(buffers=[{"uri": f"{i}.bin", "byteLength": 4} for i in range(5000)]), BAD_FILE, "4096")
attack("a skeleton beside a motion that is a link", {"model/a.amc": amc(), "x.asf": asf()}, INFO, BAD_FILE, OUTSIDE, prepare=link("../x.asf", "model/a.asf"))
attack("a skeleton beside a motion that is a pipe", {"model/a.amc": amc()}, INFO, BAD_FILE, "no regular file", prepare=pipe("model/a.asf"))

# How much is read, and whether what is printed arrives.
attack("/dev/zero", {"unused": ""}, ["info", "/dev/zero"], BAD_FILE, "--max-file-size")
attack("/dev/zero and a limit", {"unused": ""}, ["info", "/dev/zero", "--max-file-size", "1M"], BAD_FILE, "1 MiB")
attack("an endless standard input", {"unused": ""}, ["info", "/dev/stdin", "--max-file-size", "1M"], BAD_FILE, "1 MiB", stdin="/dev/zero")
attack("a file above a limit", {"a.bvh": bvh()}, [*INFO, "--max-file-size", "100"], BAD_FILE, "more than 100 bytes")
for size in ["-1", "0", "x", "1T", "1e99G", "nan", ""]:
    attack(f"a limit of {size!r}", {"a.bvh": bvh()}, [*INFO, "--max-file-size", size], USAGE, "no size of a file")
for size in ["1K", "1k", "0.5M", "2G", "1e6"]:
    attack(f"a limit of {size!r}", {"a.bvh": bvh()}, [*INFO, "--max-file-size", size], READ)
attack("a sparse file of 8 GiB", {"a.bvh": ""}, INFO, BAD_FILE, "--max-file-size", prepare=lambda folder: os.truncate(os.path.join(folder, "a.bvh"), 8 << 30))
for option in ["--start", "--map-file"]:
    command = ["solve", "planar-arm", "--tip", "hand", "--target", "0,0,0"] if option == "--start" else ["info", "humanoid", "--map"]
    attack(f"{option} /dev/zero", {"unused": ""}, [*command, option, "/dev/zero", "--max-file-size", "1M"], BAD_FILE, option)
for option in ["--terrain", "--path", "--stick", "--reach"]:
    attack(
        f"{option} that does not end",
        {"unused": ""},
        ["walk", option, "x.csv", "--max-file-size", "1M", "--out", "out.bvh"],
        BAD_FILE,
        option,
        ["out.bvh"],
        prepare=link("/dev/zero", "x.csv"),
    )
attack("bench /dev/zero", {"unused": ""}, ["bench", "/dev/zero", "--max-file-size", "1M"], BAD_FILE, "1 MiB")
for arguments in [
    ["info", "humanoid"],
    ["info", "humanoid", "--json"],
    ["solve", "planar-arm", "--tip", "hand", "--target", "0.3,0.35,0"],
    ["solve", "planar-arm", "--tip", "hand", "--target", "0.3,0.35,0", "--json"],
    ["--help"],
    ["--version"],
]:
    attack(f"kine {' '.join(arguments)} > /dev/full", {"unused": ""}, arguments, BAD_FILE, "standard output", stdout="/dev/full")
attack("writing to a device", {"a.bvh": bvh()}, ["convert", "full.bvh"], BAD_FILE, "no regular file", prepare=link("/dev/full", "full.bvh"))
attack("writing to a device by force", {"a.bvh": bvh()}, ["convert", "full.bvh", "--force"], BAD_FILE, "no regular file", prepare=link("/dev/full", "full.bvh"))
for prepare in [pipe, lambda name: link("a.bvh", name), lambda name: link("/dev/full", name)]:
    attack("something where the unfinished file goes", {"a.bvh": bvh()}, ["convert", "out.bvh"], BAD_FILE, "in the way", ["out.bvh"], prepare=prepare("out.bvh.part"))
attack("a file where the unfinished one goes", {"a.bvh": bvh(), "out.bvh.part": "mine"}, ["convert", "out.bvh"], BAD_FILE, "in the way", ["out.bvh"])
attack("an AMC that may not be replaced", {"a.bvh": bvh(), "out.amc": "x"}, ["convert", "out.asf"], BAD_FILE, "--force", ["out.asf"])
attack("events that may not be replaced", {"unused": "", "e.json": "x"}, ["walk", "humanoid", "--seconds", "0.1", "--out", "out.bvh", "--events", "e.json"], BAD_FILE, "--force", ["out.bvh"])
attack("a file without a name", {"a.bvh": bvh()}, ["convert", ""], USAGE, "OUT")
attack("writing over another file", {"a.bvh": bvh(), "b.bvh": "x"}, ["convert", "b.bvh"], BAD_FILE, "--force")

# BVH.
read("an empty BVH", "a.bvh", "", BAD_FILE)
read("a BVH that is one word", "a.bvh", "HIERARCHY", BAD_FILE)
read("a BVH of zeros", "a.bvh", "\0" * 100000, BAD_FILE)
read("BVH joints 100,000 deep", "a.bvh", deep_bvh(100000), BAD_FILE, "256")
read("BVH joints 200 deep", "a.bvh", deep_bvh(200), READ)
read("70,000 BVH joints", "a.bvh", wide_bvh(70000), BAD_FILE, "65536")
read("braces without end", "a.bvh", "HIERARCHY\nROOT r\n" + "{" * 1000000, BAD_FILE)
read("a BVH of 2 billion frames", "a.bvh", bvh(frames="2000000000"), READ, "note")
for frames in ["-5", "1e300", "99999999999999999999", "nan", "x"]:
    read(f"Frames: {frames}", "a.bvh", bvh(frames=frames), READ if frames == "-5" else BAD_FILE)
for time in ["0", "-1", "1e-320", "1e300", "1e999", "nan"]:
    read(f"Frame Time: {time}", "a.bvh", bvh(time=time), READ if time in ("0", "-1", "1e-320") else BAD_FILE)
for channels in ["-1", "1000000000 Xrotation", "7 Xrotation", "2.5 Xrotation", "nan"]:
    read(f"CHANNELS {channels}", "a.bvh", bvh(channels=channels), BAD_FILE)
for number in ["nan", "inf", "-inf", "1e999", "1e309", "0x10", "1,5", "1e"]:
    read(f"a BVH's OFFSET of {number}", "a.bvh", bvh(offset=f"0 {number} 0"), BAD_FILE)
    read(f"a BVH's value of {number}", "a.bvh", bvh(row=f"1 {number} 3"), BAD_FILE)
for to in ["bvh", "asf", "glb", "gltf"]:
    convert("a BVH's OFFSET of 1e308", "a.bvh", bvh(end="0 1e308 0"), to, BAD_FILE)
    convert("a BVH's value of 1e308", "a.bvh", bvh(row="1 1e308 3"), to, BAD_FILE)
    convert("a BVH's value of 1e-320", "a.bvh", bvh(row="1 1e-320 3"), to, READ)
read("a BVH's name of 1 MB", "a.bvh", bvh(name="n" * 1000000), READ)
read("a BVH's name with escapes", "a.bvh", bvh(name="a\x1b[31mb"), READ)
read("a BVH's name with escapes of Unicode", "a.bvh", bvh(name="a\u009b31mb\u202e\u2028"), READ, "a?31mb??")
read("a BVH's name that is no UTF-8", "a.bvh", bvh().encode().replace(b"Hips", b"\xff\xfe\xc0\x80"), READ)
convert("a BVH's name that is no UTF-8", "a.bvh", bvh().encode().replace(b"Hips", b"\xff\xfe\xc0\x80"), "gltf", READ)
for name in [b"a\x1b[31mb", b"\xff\xfe\xc0\x80\xed\xa0\x80", b"<a>&\"'", b"a\0b"]:
    attack(f"a picture of a joint {name!r}", {"a.bvh": bvh().encode().replace(b"Hips", name)}, ["plot", "--out", "out.svg"], READ, outputs=["out.svg"])
for name in [b"\x1b[31m", b"\xff\xfe", b"\xc2\x9b31m"]:
    whole = humanoid("?").encode().replace(b"?", name)
    attack(f"a walk of joints whose names end in {name!r}", {"a.bvh": whole}, ["walk", "--seconds", "0.1", "--out", "out.bvh", "--events", "e.json"], READ, "legs within", ["out.bvh"])
    attack(f"a map of joints whose names end in {name!r}", {"a.bvh": whole}, ["info", "--map"], READ, "left_thigh")
convert("a BVH's name with quotation marks", "a.bvh", bvh(name='a"\\b'), "gltf", READ)
read("a BVH's name with a zero", "a.bvh", bvh(name="a\0b"), READ)
read("a BVH with CR alone", "a.bvh", bvh().replace("\n", "\r"), READ)
read("a BVH with CR LF", "a.bvh", bvh().replace("\n", "\r\n"), READ)
read("one line of 10 MB", "a.bvh", bvh(row="1 " * 5000000), BAD_FILE)
read("an unknown file", "a.txt", "hello", BAD_FILE, "none of the files")
read("an unknown file of escapes", "a.txt", "\x1b]0;title\x07" * 1000, BAD_FILE)
attack("a name of 10,000 letters", {"unused": ""}, ["info", "x" * 10000 + ".bvh"], BAD_FILE)
attack("a name with a line end", {"unused": ""}, ["info", "x\n\x1b[31m.bvh"], BAD_FILE)

# ASF and AMC.
read("an empty ASF", "a.asf", "", BAD_FILE)
read("an ASF of a cycle", "a.asf", asf(bone("b"), "root spine\nspine b\nb spine"), BAD_FILE)
read("an ASF bone that is its own parent", "a.asf", asf(hierarchy="root spine\nspine spine"), BAD_FILE)
read("an ASF bone of two parents", "a.asf", asf(bone("b") + bone("c"), "root spine b\nspine c\nb c"), BAD_FILE)
read("an ASF root that is a child", "a.asf", asf(hierarchy="root spine\nspine root"), BAD_FILE)
read("two ASF bones of one name", "a.asf", asf(bone("spine")), BAD_FILE)
read("ASF bones 50,000 deep", "a.asf", chain_asf(50000), READ)
read("an ASF's hierarchy that does not end", "a.asf", asf().rsplit("end", 1)[0], READ)
for number in ["nan", "1e999", "x"]:
    read(f"an ASF's length of {number}", "a.asf", asf(length=number), BAD_FILE)
    attack(f"an AMC's value of {number}", {"a.asf": asf(), "a.amc": amc(f"spine {number}")}, [*INFO, "a.amc"], BAD_FILE)
for limits in ["(-9e14 9e14)", "(-inf inf)", "(5 -5)", "(1e-320 1e-320)"]:
    for to in ["asf", "glb", "bvh"]:
        convert(f"an ASF's limits of {limits}", "a.asf", asf(limits=f"limits {limits}\n"), to, READ)
for limits in ["(nan nan)", "(1e999 1)", "(-1e300 1e300)", "(1)", "(1 2 3)"]:
    read(f"an ASF's limits of {limits}", "a.asf", asf(limits=f"limits {limits}\n"), BAD_FILE)
convert("an ASF's length of 1e308", "a.asf", asf(length="1e308"), "asf", BAD_FILE)
convert("an ASF's length of 1e308", "a.asf", asf(length="1e308"), "bvh", BAD_FILE)
convert("an ASF's length of -1", "a.asf", asf(length="-1"), "bvh", READ)
read("ASF dofs by the thousand", "a.asf", asf(dof="dof " + "rx " * 100000 + "\n"), BAD_FILE)
attack("an AMC without a skeleton", {"a.amc": amc()}, INFO, BAD_FILE, "ASF")
attack("an AMC of another skeleton", {"a.asf": asf(), "a.amc": amc("other 1 2 3")}, [*INFO, "a.amc"], READ, "note")
attack("an AMC of zeros", {"a.asf": asf(), "a.amc": "\0" * 100000}, [*INFO, "a.amc"], BAD_FILE)
attack("an AMC of frame numbers alone", {"a.asf": asf(), "a.amc": ":DEGREES\n" + "1\n" * 1000000}, [*INFO, "a.amc"], BAD_FILE)
attack("an AMC whose frame number is 1e18", {"a.asf": asf(), "a.amc": amc().replace("\n1\n", "\n1000000000000000000\n")}, [*INFO, "a.amc"], READ)

# URDF.
read("an empty URDF", "a.urdf", "", BAD_FILE)
# Entities are never expanded, and references that are none are texts.
read("a billion laughs", "a.urdf", LAUGHS, READ)
read("an entity that is a file", "a.urdf", '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"><link name="b"/></robot>', READ)
read("an entity that is unknown", "a.urdf", '<robot name="&x;"><link name="b"/></robot>', READ)
for text in ["&#0;", "&#x110000;", "&#xd800;", "&#99999999999999999999;", "&#;", "&"]:
    read(f"a reference {text}", "a.urdf", f'<robot name="{text}"><link name="b"/></robot>', READ)
read("XML 1,000,000 deep", "a.urdf", "<a>" * 1000000, BAD_FILE)
read("XML 1,000,000 deep in a robot", "a.urdf", urdf("<a>" * 1000000 + "</a>" * 1000000), BAD_FILE)
read("an attribute of 10 MB", "a.urdf", urdf(joint(), f'<!-- {"-x" * 1000} -->').replace('name="j"', f'name="{"j" * 10000000}"'), READ)
read("1,000,000 attributes", "a.urdf", "<robot " + " ".join(f'a{i}="1"' for i in range(1000000)) + '><link name="b"/></robot>', READ)
read("an attribute twice", "a.urdf", '<robot name="a" name="b"><link name="b"/></robot>', READ)
read("a comment that does not end", "a.urdf", '<robot name="r"><!-- ' + "-" * 1000000, BAD_FILE)
read("a CDATA that does not end", "a.urdf", '<robot name="r"><![CDATA[' + "]" * 1000000, BAD_FILE)
read("an unclosed robot", "a.urdf", '<robot name="r"><link name="b"/>', BAD_FILE)
read("UTF-16", "a.urdf", urdf(joint()).encode("utf-16"), BAD_FILE)
read("a URDF with a zero", "a.urdf", urdf(joint(name="j\0")), READ)
read("a URDF of a cycle", "a.urdf", urdf(joint() + joint("k", parent="b", child="a")), BAD_FILE)
read("a link that is its own parent", "a.urdf", urdf(joint(parent="b", child="b")), BAD_FILE)
read("two parents", "a.urdf", urdf('<link name="c"/>' + joint() + joint("k", parent="c")), BAD_FILE)
read("a parent that is not there", "a.urdf", urdf(joint(parent="x")), BAD_FILE)
read("two roots", "a.urdf", urdf(""), BAD_FILE)
read("mimics in a circle", "a.urdf", urdf('<link name="c"/>' + joint(more='<mimic joint="k"/>') + joint("k", parent="b", child="c", more='<mimic joint="j"/>')), BAD_FILE)
read("a mimic of itself", "a.urdf", urdf(joint(more='<mimic joint="j"/>')), BAD_FILE)
read("a mimic of 1e308 times", "a.urdf", urdf('<link name="c"/>' + joint() + joint("k", parent="b", child="c", more='<mimic joint="j" multiplier="1e308" offset="1e308"/>')), BAD_FILE, "factor")
read("URDF joints 60,000 deep", "a.urdf", chain_urdf(60000), READ)
convert("URDF joints 60,000 deep", "a.urdf", chain_urdf(60000), "bvh", BAD_FILE, "256")
for number in ["nan", "inf", "1e999", "x", ""]:
    read(f'a URDF\'s limit of "{number}"', "a.urdf", urdf(joint(upper=number)), BAD_FILE)
for size in ["1e13", "1e15", "1e16", "1e18", "1e19", "1e100", "1e300", "1.7e308"]:
    for to in ["asf", "glb", "bvh"]:
        convert(f"a URDF's limits of ±{size}", "a.urdf", urdf(joint(lower="-" + size, upper=size)), to, READ)
    convert(f"a URDF's limits above {size}", "a.urdf", urdf(joint(lower=size, upper="1.79e308")), "asf", READ if float(size) <= 1e100 else BAD_FILE)
convert("a URDF's origin of 1e308", "a.urdf", urdf(joint(more='<origin xyz="1e308 1e308 1e308"/>')), "glb", BAD_FILE)
convert("a URDF's origin of 1e308", "a.urdf", urdf(joint(more='<origin xyz="1e308 1e308 1e308"/>')), "asf", BAD_FILE)
convert("a URDF's origin of 1e39", "a.urdf", urdf(joint(more='<origin xyz="1e39 0 0"/>')), "glb", BAD_FILE, "32 bits")
read("an axis of zero", "a.urdf", urdf(joint().replace("0 0 1", "0 0 0")), BAD_FILE)
read("an axis of 1e308", "a.urdf", urdf(joint().replace("0 0 1", "1e308 1e308 1e308")), BAD_FILE)
read("a mass of -1", "a.urdf", urdf(joint()).replace('<link name="b"/>', '<link name="b"><inertial><mass value="-1"/></inertial></link>'), READ, "note")
attack("a solve within limits of 1e300", {"a.urdf": urdf(joint(lower="-1e300", upper="1e300"))}, ["solve", "--tip", "b", "--target", "1,0,0"], FAILED)
attack("a picture of 1e300 metres", {"a.urdf": urdf(joint(more='<origin xyz="1e300 0 0"/>'))}, ["plot", "--out", "out.svg"], BAD_FILE, "1e100")

# glTF.
read("an empty glTF", "a.gltf", "", BAD_FILE)
read("JSON 1,000,000 deep", "a.gltf", "[" * 1000000, BAD_FILE)
read("JSON objects 1,000,000 deep", "a.gltf", '{"a":' * 1000000, BAD_FILE)
read("JSON that is a number", "a.gltf", "1e999", BAD_FILE)
read("JSON with a zero", "a.gltf", '{"asset":\0{}}', BAD_FILE)
for text in [r'"\ud800"', r'"\u12"', r'"\x"', '"\xff', '"\n"', '"']:
    read(f"a JSON text {text!r}", "a.gltf", '{"asset":{"version":' + text + "}}", BAD_FILE)
for number in ["1e999", "-", "01", "1.", ".5", "+1", "NaN", "Infinity", "0x10", "1e", "9" * 1000000]:
    read(f"a JSON number {number[:20]}", "a.gltf", '{"asset":{"version":"2.0"},"nodes":[{"translation":[0,0,' + number + "]}]}", BAD_FILE)
read("a JSON key twice", "a.gltf", '{"asset":{"version":"2.0"},"asset":{"version":"1.0"},"nodes":[{}]}', READ)
read("a glTF of another version", "a.gltf", gltf(asset={"version": "9\x1b[31m"}), BAD_FILE)
read("nodes in a circle", "a.gltf", gltf(nodes=[{"children": [1]}, {"children": [0]}]), BAD_FILE)
read("a node that is its own child", "a.gltf", gltf(nodes=[{"children": [0]}]), BAD_FILE)
read("a node of two parents", "a.gltf", gltf(nodes=[{"children": [2]}, {"children": [2]}, {}]), BAD_FILE)
for child in [-1, 5, 1e30, 0.5, "x", None, 2**63]:
    read(f"a child {child}", "a.gltf", gltf(nodes=[{"children": [child]}]), BAD_FILE)
read("nodes 50,000 deep", "a.gltf", gltf(nodes=[{"children": [i + 1]} for i in range(50000)] + [{}]), READ)
convert("nodes 50,000 deep", "a.gltf", gltf(nodes=[{"children": [i + 1]} for i in range(50000)] + [{}]), "glb", READ)
convert("2500 roots of 25 nodes", "a.gltf", gltf(nodes=[{"children": [i + 1]} if i % 25 < 24 else {} for i in range(62500)], scenes=[{"nodes": list(range(0, 62500, 25))}]), "bvh", READ)
convert("40,000 roots", "a.gltf", gltf(nodes=[{}] * 40000, scenes=[{"nodes": list(range(40000))}]), "bvh", BAD_FILE, "65536")
read("70,000 nodes", "a.gltf", gltf(nodes=[{}] * 70000, scenes=[{"nodes": list(range(70000))}]), BAD_FILE, "65536")
for scale in [[0, 0, 0], [1e300, 1e300, 1e300], [1e-300, 1, 1], [1, 2], "x"]:
    read(f"a scale of {scale}", "a.gltf", gltf(nodes=[{"scale": scale}]), READ if len(scale) == 3 and scale[0] < 1e50 else BAD_FILE)
read("a matrix of zeros", "a.gltf", gltf(nodes=[{"matrix": [0] * 16}]), READ, "note")
read("a matrix of 1e308", "a.gltf", gltf(nodes=[{"matrix": [1e308] * 16}]), BAD_FILE)
read("a rotation of zeros", "a.gltf", gltf(nodes=[{"rotation": [0, 0, 0, 0]}]), READ, "note")
read("a rotation of 1e308", "a.gltf", gltf(nodes=[{"rotation": [1e308] * 4}]), READ, "note")
for to in ["glb", "bvh", "asf"]:
    convert("a glTF's translation of 1e308", "a.gltf", gltf(nodes=[{"translation": [1e308] * 3, "children": [1]}, {"translation": [1e308] * 3}]), to, BAD_FILE, "1e100")
read("a skin whose joints are not there", "a.gltf", gltf(skins=[{"joints": [7]}]), BAD_FILE)
read("a skin of one joint twice", "a.gltf", gltf(skins=[{"joints": [0, 0]}]), READ)
read("lists that are none", "a.gltf", gltf(nodes={}, buffers=1, accessors="x", animations={"a": 1}, skins=5), BAD_FILE)
read("a buffer that is no base64", "a.gltf", with_uri("data:;base64,@@@"), BAD_FILE)
read("a buffer of -1 bytes", "a.gltf", gltf(buffers=[{"byteLength": -1}]), READ)
NOTED = READ  # a channel that is broken is left out with a note
for accessor in [
    {"count": 2**62},
    {"count": -1},
    {"count": 1e30},
    {"count": 0},
    {"count": 3},
    {"bufferView": 9},
    {"bufferView": -1},
    {"byteOffset": 2**62},
    {"byteOffset": -4},
    {"byteOffset": 6},
    {"componentType": 0},
    {"componentType": 5121},
    {"type": "MAT9"},
    {"type": "MAT4"},
    {"sparse": {"count": 2**40, "indices": {"bufferView": 0, "componentType": 5125}, "values": {"bufferView": 0}}},
    {"sparse": {"count": 2, "indices": {"bufferView": 0, "componentType": 5125}, "values": {"bufferView": 1}}},
    {"sparse": {"count": 1, "indices": {"bufferView": 0, "componentType": 5126}, "values": {"bufferView": 0}}},
]:
    read(f"an accessor with {accessor}", "a.gltf", animated(accessor=accessor), NOTED, "note")
for view in [{"byteOffset": 2**62}, {"byteLength": 2**62}, {"byteOffset": -1}, {"byteStride": 2**62}, {"byteStride": 1}, {"buffer": 3}]:
    read(f"a buffer view with {view}", "a.gltf", animated(view=view), NOTED, "note")
for sampler in [{"input": 7}, {"output": -1}, {"input": 1, "output": 0}, {"interpolation": "CUBICSPLINE"}]:
    read(f"a sampler with {sampler}", "a.gltf", animated(sampler=sampler), NOTED, "note")
NAN, INFINITE = float("nan"), float("inf")
for times in [(NAN, 1.0), (0.0, INFINITE), (1.0, 0.0), (0.0, 0.0), (-1.0, 1.0), (0.0, 3e38), (0.0, 1e9), (1e-45, 2e-45)]:
    read(f"keys at {times}", "a.gltf", animated(times=times), NOTED)
    convert(f"keys at {times}", "a.gltf", animated(times=times), "bvh", BAD_FILE if times[1] == 3e38 else READ)
for values in [((NAN, 0, 0), (1, 1, 1)), ((INFINITE, 0, 0), (1, 1, 1)), ((3e38, 3e38, 3e38), (-3e38, 0, 0))]:
    read(f"values of {values}", "a.gltf", animated(values=values), NOTED)
for values in [((0, 0, 0, 0), (0, 0, 0, 0)), ((NAN, 0, 0, 1), (0, 0, 0, 1)), ((3e38,) * 4, (0, 0, 0, 1))]:
    read(f"rotations of {values}", "a.gltf", animated(values=values, path="rotation"), NOTED)
read("scales of zero", "a.gltf", animated(values=((0, 0, 0), (0, 0, 0)), path="scale"), NOTED)
attack("a rate of 1e300", {"a.gltf": animated()}, ["convert", "out.bvh", "--rate", "1e300"], USAGE, outputs=["out.bvh"])
attack("a rate of 1e9", {"a.gltf": animated()}, ["convert", "out.bvh", "--rate", "1e9"], USAGE, outputs=["out.bvh"])
attack("a rate of 1e-300", {"a.bvh": bvh(frames="3", row="1 2 3\n" * 3)}, ["convert", "out.bvh", "--rate", "1e-300"], USAGE, outputs=["out.bvh"])
attack("a retime of 1e300", {"a.gltf": animated()}, ["convert", "out.glb", "--retime", "1e300"], BAD_FILE, outputs=["out.glb"])
attack("a unit of 1e300", {"a.bvh": bvh()}, [*INFO, "--unit", "1e300"], USAGE)
GOOD = gltf()
for length in [0, 12, 2**32 - 1, 21]:
    read(f"a GLB that says it has {length} bytes", "a.glb", glb(GOOD, length=length), BAD_FILE)
for size in [0, 2**32 - 1, 2**31, 3]:
    read(f"a GLB whose chunk says {size} bytes", "a.glb", glb(GOOD, chunk=size), BAD_FILE)
read("a GLB of version 1", "a.glb", glb(GOOD, version=1), BAD_FILE)
read("a GLB of 4 bytes", "a.glb", b"glTF", BAD_FILE)
read("a GLB that is cut short", "a.glb", glb(GOOD)[:40], BAD_FILE)

# Height grids, read by kine walk.
WALK = ["walk", "--seconds", "0.05", "--out", "out.bvh", "--terrain"]


def terrain(name, file, content, code, says=""):
    attack(f"a terrain: {name}", {"unused": "", file: content}, [*WALK, file], code, says, ["out.bvh"])


terrain("an honest PNG", "a.png", png(64, 64), READ)
terrain("a PNG of 30,000 x 30,000", "a.png", png(30000, 30000, pixels=zeros(900 << 20)), BAD_FILE)
terrain("a PNG that says 2^31 x 2^31", "a.png", png(2**31 - 1, 2**31 - 1, rows=b"\0"), BAD_FILE)
terrain("a PNG that says 5000 x 5000 and has none", "a.png", png(5000, 5000, rows=b""), BAD_FILE)
terrain("a PNG of 2 x 2 with 1 GiB of pixels", "a.png", png(2, 2, pixels=zeros(1 << 30)), BAD_FILE)
terrain("a PNG of no size", "a.png", png(0, 0, rows=b""), BAD_FILE)
terrain("a PNG chunk of 4 GiB", "a.png", png(more=chunk(b"tEXt", b"x", length=2**32 - 1)), BAD_FILE)
terrain("a PNG chunk with a wrong sum", "a.png", png(more=chunk(b"PLTE", b"xyz", checksum=1)), BAD_FILE)
terrain("a PNG of depth 3", "a.png", png(depth=3), BAD_FILE)
terrain("a PNG of colour 9", "a.png", png(colour=9), BAD_FILE)
terrain("a PNG interlaced in way 7", "a.png", png(interlace=7), BAD_FILE)
terrain("a PNG whose pixels are no zlib", "a.png", png(pixels=b"x" * 100), BAD_FILE)
terrain("a PNG of its signature alone", "a.png", b"\x89PNG\r\n\x1a\n", BAD_FILE)
terrain("a PNG with filter 9", "a.png", png(rows=b"\x09\0\0\x09\0\0"), BAD_FILE)
terrain("a PNG with two headers", "a.png", png(more=chunk(b"IHDR", struct.pack(">IIBBBBB", 9000, 9000, 8, 0, 0, 0, 0))), BAD_FILE)
ESRI = "ncols {}\nnrows {}\nxllcorner 0\nyllcorner 0\ncellsize {}\n{}"
terrain("an honest Esri grid", "a.asc", ESRI.format(2, 2, 1, "1 1 1 1"), READ)
for columns in ["1000000000", "-1", "1e300", "nan", "0", "2.5"]:
    terrain(f"ncols {columns}", "a.asc", ESRI.format(columns, columns, 1, "1 1 1 1"), BAD_FILE)
for cell in ["0", "-1", "1e300", "1e-320", "nan"]:
    terrain(f"cellsize {cell}", "a.asc", ESRI.format(2, 2, cell, "1 1 1 1"), READ if cell.startswith("1e") else BAD_FILE)
terrain("an Esri grid that is cut short", "a.asc", ESRI.format(2, 2, 1, "1 1 1"), BAD_FILE, "more than it holds")
terrain("heights of 1e300", "a.asc", ESRI.format(2, 2, 1, "1e300 -1e300 1e300 1"), BAD_FILE)
terrain("heights that are no numbers", "a.asc", ESRI.format(2, 2, 1, "x y z w"), BAD_FILE)
terrain("a CSV of commas", "a.csv", "," * 1000000, BAD_FILE)
terrain("a CSV of lines", "a.csv", "1\n" * 1000000, BAD_FILE)
terrain("a CSV of two lengths", "a.csv", "1,2\n1,2,3\n", BAD_FILE)
terrain("a CSV of holes", "a.csv", "nan,nan\nnan,nan\n", FAILED)
terrain("an empty CSV", "a.csv", "", BAD_FILE)
terrain("a CSV with a zero", "a.csv", "1,2\n\0,2\n", BAD_FILE)

# Texts that other options name.
for depth, code in [(100000, BAD_FILE)]:
    attack("a --start 100,000 deep", {"planar-arm": "", "x.json": '{"joints":' * depth}, ["solve", "--tip", "hand", "--target", "0,0,0", "--start", "x.json"], code)
    attack("a --map-file 100,000 deep", {"unused": "", "x.json": "[" * depth}, ["info", "humanoid", "--map", "--map-file", "x.json"], code)
LONG = "x" * 100000
attack("a name of 100,000 letters that is not there", {"a.urdf": chain_urdf(20000)}, ["solve", "--tip", LONG, "--target", "0,0,0"], USAGE)
attack("a --start with a name of 100,000 letters", {"a.urdf": chain_urdf(20000), "x.json": f'{{"{LONG}":[1]}}'}, ["solve", "--tip", "l9", "--target", "0,0,0", "--start", "x.json"], BAD_FILE)
attack("a --start of 1e999", {"unused": "", "x.json": '{"shoulder":[1e999]}'}, ["solve", "planar-arm", "--tip", "hand", "--target", "0,0,0", "--start", "x.json"], BAD_FILE)
for text in ["t,forward,turn,side\nnan,1,0,0\n", "0,1e999,0,0\n", "0,1\n", "\0\0\0\0"]:
    attack(f"a --stick {text!r}", {"unused": "", "x.csv": text}, ["walk", "--stick", "x.csv", "--out", "out.bvh"], BAD_FILE, outputs=["out.bvh"])
attack("a --stick of 1e300", {"unused": "", "x.csv": "0,1e300,1e300,1e300\n"}, ["walk", "--stick", "x.csv", "--seconds", "0.1", "--out", "out.bvh"], READ, outputs=["out.bvh"])
attack("a --path of one place", {"unused": "", "x.csv": "0,0\n0,0\n0,0\n"}, ["walk", "--path", "x.csv", "--seconds", "0.1", "--out", "out.bvh"], READ, outputs=["out.bvh"])
attack("a --path of 1e300", {"unused": "", "x.csv": "0,0\n1e300,1e300\n"}, ["walk", "--path", "x.csv", "--seconds", "0.1", "--out", "out.bvh"], READ, outputs=["out.bvh"])
attack("a --reach at one time twice", {"unused": "", "x.csv": "0,0,1,1\n0,0,1,2\n0,1,1,2\n"}, ["walk", "--reach", "x.csv", "--seconds", "0.1", "--out", "out.bvh"], BAD_FILE, outputs=["out.bvh"])
attack("a --reach of 1e300", {"unused": "", "x.csv": "1e300,1e300,1e300\n"}, ["walk", "--reach", "x.csv", "--seconds", "0.1", "--out", "out.bvh"], READ, outputs=["out.bvh"])
for text in ["CHAINSET 1\nlinks 10000 problems 2000000000\n", "CHAINSET 1\nlinks 2000000000 problems 1\n", "IKSET 1\nrobot x joints -1 problems 1\n", "BODYSET 1\nsegments 2 effectors 2000000000 problems 1\n", "TWOBONESET 1\nproblems 99999999999999999999\n"]:
    read(f"a set {text[:40]!r}", "a.txt", text, BAD_FILE, arguments=["bench"])


# ---- running them --------------------------------------------------------------------------------------------------------


def write(folder, files):
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)


def arguments_of(row):
    """Where the file goes: behind the command and before what it is written to."""
    first = next(iter(row["files"]))
    arguments = list(row["arguments"])
    if first == "unused":
        return arguments
    return [arguments[0], first, *arguments[1:]]


def meet(row, program, memory):
    """What is wrong with how the program met an attack, and how it ended."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {"secret.bin": SECRET} | row["files"])
        if row["prepare"]:
            row["prepare"](folder)
        options = {}
        if row["stdin"]:
            options["stdin"] = open(row["stdin"], "rb")
        if row["stdout"]:
            options["stdout"] = open(row["stdout"], "wb")
        done = run(program, arguments_of(row), folder, row["outputs"], memory=memory, **options)
        for file in options.values():
            file.close()
        wrong = list(done.broken)
        if done.code != row["code"]:
            wrong.append(f"exit code {done.code}, not {row['code']}")
        if row["says"].encode() not in done.out + done.err:
            wrong.append(f'it does not say "{row["says"]}"')
        if done.code == 0 and row["check"] and not row["check"](folder):
            wrong.append("what it wrote is not right")
        if done.code == 0:
            for output in row["outputs"]:
                if output.endswith(".svg"):
                    continue
                again = run(program, ["info", output], folder, memory=memory)
                if again.code != 0:
                    wrong.append(f"{output} cannot be read again: {again.err.decode(errors='replace').strip()}")
        return wrong, done


def main():
    program = os.path.abspath(sys.argv[1])
    word = sys.argv[2] if len(sys.argv) > 2 else None
    memory = None if os.environ.get("KINE_NO_MEMORY_LIMIT") else MEMORY
    failed = 0
    for row in attacks:
        if word and word not in row["name"]:
            continue
        wrong, done = meet(row, program, memory)
        said = (done.err or done.out).decode(errors="replace").strip()[:300]
        print(f"{'not ok' if wrong else 'ok'} attack: {row['name']!r}")
        if wrong or word:
            print("\n".join(f"  {line}" for line in [*wrong, f"it said: {said}"]))
        failed += bool(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
