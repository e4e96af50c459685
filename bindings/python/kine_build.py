"""Builds the wheel and the source tarball: what pip calls (PEP 517), and what `make python` runs.

CMake compiles the module; the rest is a zip file. A build folder that has the module already is taken as it is where it is
named: pip wheel . --config-settings build=build/release, or on the command line kine_build.py --build FOLDER --out FOLDER.
"""

import argparse
import base64
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Dict, List, Optional, Tuple

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = "Real-time inverse kinematics for characters and robots"
OLDEST_TIME_OF_A_ZIP = (1980, 1, 1, 0, 0, 0)  # always the same, so that the same files make the same wheel
# What the source distribution leaves out: what git does not know, and what only this repository's own tests need.
LEFT_OUT = ("build/", "node_modules/", ".git/", ".ci/")


def version() -> str:
    """As kine/version.h says it."""
    text = (ROOT / "kine/version.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"^#define KINE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", text, re.MULTILINE))


def metadata() -> str:
    description = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    return (
        f"Metadata-Version: 2.1\nName: kine\nVersion: {version()}\nSummary: {SUMMARY}\nLicense: MIT\n"
        "Requires-Python: >=3.9\nRequires-Dist: numpy\nProvides-Extra: plot\n"
        "Requires-Dist: matplotlib; extra == 'plot'\nDescription-Content-Type: text/markdown\n\n" + description
    )


def tag() -> str:
    """Which Pythons take the wheel: this one."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def compile_module(folder: Path) -> None:
    """Configures and builds the module in a folder of its own."""
    jobs = os.environ.get("KINE_JOBS", str(os.cpu_count() or 1))
    off = [f"-DKINE_BUILD_{part}=OFF" for part in ("C", "APPS", "TESTS", "BENCH", "GOLDEN")]
    commands: List[List[str]] = [
        ["cmake", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DKINE_INSTALL=OFF",
         "-DKINE_BUILD_PYTHON=ON", f"-DKINE_PYTHON={sys.executable}", *off],
        ["cmake", "--build", str(folder), "--parallel", jobs, "--target", "kine_python_files"],
    ]
    for command in commands:
        if subprocess.run(command, check=False).returncode != 0:
            raise SystemExit(
                "kine: the Python module could not be built: it needs CMake, a C++20 compiler, pybind11 2.10 or newer and "
                "fast_float; on Debian run: sudo apt-get install g++ cmake pybind11-dev libfast-float-dev python3-dev"
            )


def files_of(build: Optional[str]) -> Dict[str, bytes]:
    """What the wheel holds of the package, compiled where no build folder is named."""
    folder = ROOT / "build/wheel" if build is None else Path(build)
    if build is None:
        compile_module(folder)
    package = folder / "python/kine"
    suffixes = (".py", ".pyi", ".so", ".pyd", ".typed")
    files = {f"kine/{path.name}": path.read_bytes() for path in sorted(package.glob("*")) if path.name.endswith(suffixes)}
    if not any(name.startswith("kine/_kine.") and name.endswith((".so", ".pyd")) for name in files):
        raise SystemExit(f"kine: there is no Python module in {package}: it was left out when that folder was configured")
    return files


def information(files: Dict[str, bytes]) -> Dict[str, bytes]:
    """The files with what installers need to know."""
    folder = f"kine-{version()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: kine_build\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    all_files = {
        **files,
        f"{folder}/METADATA": metadata().encode(),
        f"{folder}/WHEEL": wheel.encode(),
        f"{folder}/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in all_files.items())
    all_files[f"{folder}/RECORD"] = f"{record}{folder}/RECORD,,\n".encode()
    return all_files


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def write_wheel(out: Path, build: Optional[str]) -> str:
    name = f"kine-{version()}-{tag()}.whl"
    files = information(files_of(build))
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, OLDEST_TIME_OF_A_ZIP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path.endswith((".so", ".pyd")) else 0o100644) << 16
            wheel.writestr(entry, data)
    return name


def source_files() -> List[str]:
    """As git lists them; in an unpacked source distribution, all there are."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode == 0 and (ROOT / ".git").exists():
        names = [name for name in listed.stdout.decode().split("\0") if name]
    else:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    return sorted(name for name in names if not name.startswith(LEFT_OUT) and "__pycache__" not in name)


# ---- what pip calls ----------------------------------------------------------------------------------------------------

Settings = Optional[Dict[str, str]]


def get_requires_for_build_wheel(config_settings: Settings = None) -> List[str]:
    return []


def get_requires_for_build_sdist(config_settings: Settings = None) -> List[str]:
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    folder = Path(metadata_directory) / f"kine-{version()}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(metadata(), encoding="utf-8")
    return folder.name


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    return write_wheel(Path(wheel_directory), (config_settings or {}).get("build"))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    base = f"kine-{version()}"

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = member.mtime = 0
        member.uname = member.gname = ""
        return member

    with open(Path(sdist_directory) / f"{base}.tar.gz", "wb") as out, gzip.GzipFile("", "wb", fileobj=out, mtime=0) as packed, tarfile.open(
        fileobj=packed, mode="w", format=tarfile.PAX_FORMAT
    ) as archive:
        for name in source_files():
            archive.add(ROOT / name, f"{base}/{name}", recursive=False, filter=plain)
        information_of_it = metadata().encode()
        entry = tarfile.TarInfo(f"{base}/PKG-INFO")
        entry.size = len(information_of_it)
        archive.addfile(entry, io.BytesIO(information_of_it))
    return f"{base}.tar.gz"


def main(arguments: List[str]) -> Tuple[Path, str]:
    parser = argparse.ArgumentParser(description="Builds the wheel of kine, or its source tarball.")
    parser.add_argument("--build", help="a build folder that has the module; none: it is compiled in build/wheel")
    parser.add_argument("--out", default="build/dist", help="where it goes")
    parser.add_argument("--sdist", action="store_true", help="the source tarball in place of the wheel")
    options = parser.parse_args(arguments)
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    return out, build_sdist(str(out)) if options.sdist else write_wheel(out, options.build)


if __name__ == "__main__":
    made_in, made = main(sys.argv[1:])
    print(made_in / made)
