"""The reference of the C++ and the C headers as pages, made from their own comments: Doxygen's XML to Markdown."""

import html
import re
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from signatures import tidy, wrapped

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = """PROJECT_NAME = kine
INPUT = {inputs}
OUTPUT_DIRECTORY = {out}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
QUIET = YES
WARNINGS = NO
WARN_IF_DOC_ERROR = NO
FULL_PATH_NAMES = YES
STRIP_FROM_PATH = {root}
JAVADOC_AUTOBRIEF = NO
"""
# A page for each; the first that a header's path begins with.
PAGES: List[Tuple[str, str, str]] = [
    ("core", "C++: core", "kine/core/"),
    ("math", "C++: mathematics", "kine/math/"),
    ("model", "C++: model", "kine/model/"),
    ("kinematics", "C++: kinematics", "kine/kinematics/"),
    ("solve", "C++: solvers", "kine/solve/"),
    ("motion", "C++: motion", "kine/motion/"),
    ("io", "C++: files", "kine/io/"),
    ("other", "C++: converters and version", "kine/"),
    ("c", "C", "bindings/c/include/kine_c/"),
]


def headers() -> List[str]:
    lines = (ROOT / "kine/public_headers.txt").read_text(encoding="utf-8").splitlines()
    c = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "bindings/c/include/kine_c").glob("*.h"))
    return [line for line in lines if line.startswith("kine/")] + c


def plain(node: Optional[xml.Element]) -> str:
    return re.sub(r"\s+", " ", "".join(node.itertext())).strip() if node is not None else ""


def safe(text: str) -> str:
    """Text that neither Markdown's HTML nor Vue takes for its own."""
    return html.escape(text, quote=False).replace("{", "&#123;").replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")


def prose(node: Optional[xml.Element]) -> str:
    """A description: paragraphs, code as code, lists as lists."""
    if node is None:
        return ""
    out: List[str] = []
    for para in node.iter("para"):
        code = para.find(".//verbatim")
        if code is not None:
            out.append("```cpp\n" + (code.text or "").strip("\n") + "\n```")
            continue
        pieces: List[str] = [safe(para.text or "")]
        for child in para:
            if child.tag == "computeroutput":
                pieces.append(f"`{plain(child)}`")
            elif child.tag not in ("itemizedlist", "orderedlist", "para"):
                pieces.append(safe(plain(child)))
            pieces.append(safe(child.tail or ""))
        text = re.sub(r"\s+", " ", "".join(pieces)).strip()
        if text:
            out.append(text)
    return "\n\n".join(out)


def signature(member: xml.Element) -> str:
    return tidy(declaration(member))


def declaration(member: xml.Element) -> str:
    kind = member.get("kind")
    template = ""
    parameters = member.find("templateparamlist")
    if parameters is not None:
        template = "template <" + ", ".join(plain(p) for p in parameters.findall("param")) + "> "
    if kind == "function":
        return f"{template}{plain(member.find('type'))} {plain(member.find('name'))}{plain(member.find('argsstring'))}".strip()
    if kind == "enum":
        values = ", ".join(plain(v.find("name")) for v in member.findall("enumvalue"))
        return f"enum {plain(member.find('name'))} {{ {values} }}"
    initial = plain(member.find("initializer"))
    return f"{plain(member.find('definition'))} {initial}".strip()


def repeats_a_tag(member: xml.Element) -> bool:
    """C's "typedef enum name name": the enum is told already."""
    return member.get("kind") == "typedef" and plain(member.find("type")) == f"enum {plain(member.find('name'))}"


def location(node: xml.Element) -> str:
    place = node.find("location")
    return place.get("file", "") if place is not None else ""


def member_text(member: xml.Element) -> List[str]:
    name = plain(member.find("name"))
    out = [f"### {safe(name)}", "", "```cpp", wrapped(signature(member)), "```", ""]
    out += [text for text in (prose(member.find("briefdescription")), prose(member.find("detaileddescription"))) if text]
    rows = []
    for value in member.findall("enumvalue"):
        told = " ".join((prose(value.find("briefdescription")), prose(value.find("detaileddescription")))).strip().replace("\n", " ")
        rows.append(f"| `{plain(value.find('name'))}` | {told} |")
    if rows:
        out += ["", "| value | is |", "|---|---|", *rows]
    return out + [""]


def class_text(compound: xml.Element) -> List[str]:
    name = plain(compound.find("compoundname")).removeprefix("kine::")
    out = [f"### {safe(name)}", ""]
    out += [text for text in (prose(compound.find("briefdescription")), prose(compound.find("detaileddescription"))) if text]
    out.append("")
    rows, functions = [], []
    for member in compound.iter("memberdef"):
        if member.get("prot") != "public" or member.get("kind") == "friend":
            continue
        if member.get("kind") == "function":
            functions.append(member)
            continue
        told = " ".join((prose(member.find("briefdescription")), prose(member.find("detaileddescription")))).strip()
        if "```" in told:
            told = told.split("```")[0].strip()
        shown = signature(member).replace("|", "\\|").removeprefix("constexpr ")
        rows.append(f"| `{re.sub(r'kine::(?:[A-Za-z]+::)*', '', shown)}` | {told.replace(chr(10), ' ')} |")
    if rows:
        out += ["| member | is |", "|---|---|", *rows, ""]
    for member in functions:
        if plain(member.find("briefdescription")) or plain(member.find("detaileddescription")):
            out += member_text(member)
        elif "operator" not in plain(member.find("name")):
            out += ["```cpp", wrapped(signature(member)), "```", ""]
    return out


def collect(folder: Path) -> Dict[str, List[str]]:
    """For each header, what it declares."""
    told: Dict[str, List[str]] = {header: [] for header in headers()}
    for path in sorted(folder.glob("*.xml")):
        for compound in xml.parse(path).getroot().findall("compounddef"):
            kind, name = compound.get("kind"), plain(compound.find("compoundname"))
            if "detail" in name or "@" in name or compound.get("prot") == "private":
                continue
            if kind in ("class", "struct") and location(compound) in told:
                told[location(compound)] += class_text(compound)
            elif kind in ("namespace", "file"):
                for member in compound.iter("memberdef"):
                    if location(member) in told and member.get("kind") in ("function", "enum", "variable", "typedef"):
                        if "operator" not in plain(member.find("name")) and not repeats_a_tag(member):
                            told[location(member)] += member_text(member)
    return told


def write(folder: Path, work: Path) -> List[Dict[str, str]]:
    work.mkdir(parents=True, exist_ok=True)
    inputs = " ".join(str(ROOT / header) for header in headers())
    configuration = CONFIGURATION.format(inputs=inputs, out=work, root=ROOT)
    subprocess.run(["doxygen", "-"], input=configuration, text=True, check=True, stdout=subprocess.DEVNULL)
    told = collect(work / "xml")
    listed = []
    for name, title, prefix in PAGES:
        mine = [header for header in told if header.startswith(prefix) and told[header]]
        # Headers only: functions are found by the search.
        out = ["---", "outline: 2", "---", "", f"# {title}", ""]
        for header in mine:
            out += [f"## {safe(header.replace('bindings/c/include/', ''))}", "", *told.pop(header)]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.md").write_text("\n".join(out), encoding="utf-8")
        listed.append({"text": title, "link": f"/reference/{name}"})
    return listed
