"""The reference of the Python package as a page, made from its stub file and its modules."""

import ast
from pathlib import Path
from typing import Dict, List

from signatures import wrapped

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings/python/kine"
WORDS = {
    "_Joint": "a joint's name, or its place among the skeleton's names",
    "_Goals": "one goal or several",
    "_Floats": "an array of float64",
    "_Follow": "the name of a joint that leads, or that with a factor, an offset and a component of it",
    "_Up": "x, y or z",
}
MODULES = ("_kine.pyi", "_batch.py", "_files.py", "_motion.py", "_words.py", "plot.py")


def described(text: str) -> str:
    """A docstring as Markdown: examples become code."""
    lines, out, code = text.splitlines(), [], False
    for line in lines:
        begins = line.startswith((">>>", "..."))
        if begins and not code:
            out += ["", "```python"]
            code = True
        if code and not line.strip():
            out += ["```", ""]
            code = False
            continue
        out.append(line if code else line.replace("<", "&lt;").replace("{", "&#123;"))
    if code:
        out.append("```")
    return "\n".join(out)


def declared(name: str, node: ast.FunctionDef, result: str) -> List[str]:
    """How a function is called, and what it says of itself."""
    arguments = ast.unparse(node.args).removeprefix("self, ").removeprefix("self")
    return ["```python", wrapped(f"{name}({arguments}){result}"), "```", "", described(ast.get_docstring(node) or ""), ""]


def function(node: ast.FunctionDef, level: str, owner: str = "") -> List[str]:
    name = f"{owner}.{node.name}" if owner else node.name
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return [f"{level} {name}", "", *declared(node.name, node, result)]


def class_page(node: ast.ClassDef) -> List[str]:
    out = [f"## {node.name}", "", described(ast.get_docstring(node) or ""), ""]
    rows: List[str] = []
    for i, member in enumerate(node.body):
        if isinstance(member, ast.FunctionDef) and any(isinstance(d, ast.Name) and d.id == "property" for d in member.decorator_list):
            text = described(ast.get_docstring(member) or "").replace("\n", " ").replace("|", "\\|")
            rows.append(f"| `{member.name}` | {text} |")
        elif isinstance(member, ast.FunctionDef) and member.name == "__init__":
            out += declared(node.name, member, "")
        elif isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            after = node.body[i + 1] if i + 1 < len(node.body) else None
            text = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            rows.append(f"| `{member.target.id}` | {described(str(text))} |")
    if rows:
        out += ["| attribute | is |", "|---|---|", *rows, ""]
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("__") and not member.decorator_list:
            out += function(member, "###", node.name)
    return out


def write(folder: Path) -> List[Dict[str, str]]:
    out = ["# Python", "", "Every name of `import kine`. Arrays are float64, lengths metres, angles radians, times seconds.", ""]
    out += ["In what follows " + "; ".join(f"`{name}` is {text}" for name, text in WORDS.items()) + ".", ""]
    for module in MODULES:
        tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
        prefix = "plot" if module == "plot.py" else ""
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                out += class_page(node)
            elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                out += function(node, "##", prefix)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python.md").write_text("\n".join(out), encoding="utf-8")
    return [{"text": "Python", "link": "/reference/python"}]
