"""Files in and out."""

import errno
import os
import tempfile
from typing import Iterable, Literal, Optional, Sequence, Union

from kine._kine import Clip, Scene, Skeleton, _encode, _load

PathLike = Union[str, "os.PathLike[str]"]


def load(
    *paths: PathLike,
    metres_per_unit: Optional[float] = None,
    up: Optional[Literal["x", "y", "z"]] = None,
    rate: Optional[float] = None,
    three_dofs: bool = False,
    free_root: bool = False,
    bake_scale: bool = False,
    allowed_folders: Sequence[PathLike] = (),
) -> Scene:
    """Reads a BVH, glTF, GLB, URDF or ASF file, an ASF file with AMC motions, or several BVH files of one skeleton.

    metres_per_unit, up, rate: what you know better than the file; three_dofs: ASF whose bones all have three; free_root:
    the root of a URDF floats; bake_scale: scales go into the offsets; allowed_folders: where files that a .gltf names may
    lie, besides its own folder. A ValueError names the file and the line of what is wrong.
    """
    names = [_name_of(path) for path in paths]
    for name in names:
        if not os.path.exists(name):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    folders = [_name_of(folder) for folder in allowed_folders]
    return _load(names, metres_per_unit, up, rate, three_dofs, free_root, folders, bake_scale)


def save(
    thing: Union[Scene, Clip, Skeleton],
    path: PathLike,
    clips: Union[None, Clip, Iterable[Clip]] = None,
    *,
    force: bool = False,
    metres_per_unit: Optional[float] = None,
    order: str = "",
    decimals: int = 6,
    up: Optional[Literal["x", "y", "z"]] = None,
    stick_mesh: bool = True,
) -> None:
    """Writes a .bvh, .asf, .amc, .glb or .gltf file; its ending says which. Either the whole file is written or nothing.

    thing: a Scene with its clips (a glTF keeps its mesh, skin and materials), a Clip or a Skeleton; clips: in place of the
    scene's; force: replace a file that exists; metres_per_unit: centimetres for BVH where it is None; order: of BVH's
    rotation channels, such as "ZXY"; decimals: of BVH, 6 to 12; stick_mesh: glTF without a document gets a mesh of bones.
    """
    name = _name_of(path)
    ending = os.path.splitext(name)[1][1:].lower()
    data = _encode(ending, thing, clips, metres_per_unit, order, decimals, up, stick_mesh)
    if not force and os.path.exists(name):
        raise FileExistsError(errno.EEXIST, "the file exists; force=True replaces it", name)
    _write_whole(name, data)


def _name_of(path: PathLike) -> str:
    name = os.fspath(path)
    if not isinstance(name, str) or "\0" in name:
        raise ValueError(f"path: a path as text was expected, this is {name!r}")
    return name


def _write_whole(name: str, data: bytes) -> None:
    """Beside the file first, then in its place."""
    if os.path.exists(name) and not os.path.isfile(name):  # a pipe or a device
        with open(name, "wb") as file:
            file.write(data)
        return
    handle, part = tempfile.mkstemp(prefix=".kine-", dir=os.path.dirname(name) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part, 0o666 & ~mask)
        os.replace(part, name)
    except BaseException:
        os.unlink(part)
        raise
