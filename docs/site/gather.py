"""Gathers the pages of the site in one folder: gather.py OUT.

Pages of docs/ and of docs/site/pages keep their places. Links between them stay; links to files of the repository that are no
pages become their names, since the site does not show them. Then the reference is written: see reference_cpp.py and
reference_python.py.
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Dict

import reference_cpp
import reference_python

ROOT = Path(__file__).resolve().parents[2]
# Where a page of the repository is on the site.
EXTRA = {"CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md", "packaging/npm/README.md": "start/javascript.md"}


def places() -> Dict[Path, str]:
    """Each source and its place on the site."""
    found: Dict[Path, str] = {}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        relative = page.relative_to(ROOT / "docs")
        if relative.parts[0] != "site":
            found[page] = str(relative).replace("README.md", "index.md")
    for page in sorted((ROOT / "docs/site/pages").rglob("*.md")):
        found[page] = str(page.relative_to(ROOT / "docs/site/pages"))
    for name, place in EXTRA.items():
        found.setdefault(ROOT / name, place)
    return found


def link(target: str, source: Path, place: str, where: Dict[Path, str]) -> str:
    """A link of a page as the site has it; empty where it leads to what the site does not show."""
    address, _, part = target.partition("#")
    if re.match(r"[a-z]+:", target) or not address:
        return target
    file = Path(os.path.normpath(source.parent / address))
    own = Path(os.path.normpath(ROOT / "docs" / os.path.dirname(place) / address))
    for candidate in (file, own, file / "README.md"):
        if candidate in where:
            relative = os.path.relpath(where[candidate], os.path.dirname(place) or ".")
            return relative + (f"#{part}" if part else "")
    for candidate in (file, own):
        inside = os.path.relpath(candidate, ROOT / "docs")
        if candidate.is_file() and candidate.suffix in (".svg", ".png") and not inside.startswith(".."):
            return os.path.relpath(inside, os.path.dirname(place) or ".")
    # A page that is only on the site, or the pages' own links among themselves.
    if os.path.normpath(os.path.join(os.path.dirname(place), address)) in where.values():
        return target
    return ""


def converted(text: str, source: Path, place: str, where: Dict[Path, str]) -> str:
    def replace(match: "re.Match[str]") -> str:
        bang, words, target = match.groups()
        found = link(target, source, place, where)
        if found:
            return f"{bang}[{words}]({found if ':' in found or found.startswith(('.', '#')) else './' + found})"
        return words

    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"^<!-- (samples|packaging)/[^>]*-->\n", "", parts[i], flags=re.MULTILINE)
        parts[i] = re.sub(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s]+)\)", replace, parts[i])
    return "".join(parts)


def main(out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    where = places()
    for source, place in where.items():
        if source in (ROOT / name for name in EXTRA) and place in (p for s, p in where.items() if s != source):
            continue  # the site has a page of its own in its place
        target = out / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(converted(source.read_text(encoding="utf-8"), source, place, where), encoding="utf-8")
    for picture in (ROOT / "docs").rglob("*"):
        if picture.suffix in (".svg", ".png") and "site" not in picture.relative_to(ROOT / "docs").parts:
            target = out / picture.relative_to(ROOT / "docs")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, target)
    # Pictures that pages name in components are copied as they are.
    for scene in (ROOT / "docs/pictures").glob("studio_*.png"):
        (out / "public/pictures").mkdir(parents=True, exist_ok=True)
        shutil.copy(scene, out / "public/pictures")
    # Pages become modules, which import what VitePress brings.
    (out / "node_modules").symlink_to(ROOT / "docs/site/node_modules")
    listed = reference_python.write(out / "reference") + reference_cpp.write(out / "reference", out.parent / "doxygen")
    (out / "reference.json").write_text(json.dumps(listed), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
