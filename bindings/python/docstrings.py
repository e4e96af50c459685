"""Writes the documentation of kine/_kine.pyi as C++: docstrings.py STUB OUT.

The stub file is the one place where the compiled module is documented. Every name gets a text whose first line is its
signature, as inspect and help() read it: `reach(joint, target, *, weight=1)`.
"""

import ast
import copy
import sys
from typing import Dict, Iterator, Optional, Tuple, Union

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]


def signature(function: Function, name: str, of_class: bool = False) -> str:
    """The signature without types, as CPython finds it at the head of a text; of a class without self."""
    arguments = copy.deepcopy(function.args)
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        argument.annotation = None
    if of_class:
        arguments.args = arguments.args[1:]
    return f"{name}({ast.unparse(arguments)})\n--\n\n"


def is_property(function: Function) -> bool:
    return any(isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in function.decorator_list)


def names_of_class(cls: ast.ClassDef) -> Iterator[Tuple[str, str]]:
    """The class and all that it has, with their texts."""
    text = ast.get_docstring(cls) or ""
    for i, node in enumerate(cls.body):
        if isinstance(node, ast.FunctionDef):
            own = ast.get_docstring(node) or ""
            if node.name == "__init__":
                text = signature(node, cls.name, of_class=True) + text + ("\n\n" + own if own else "")
            head = "" if is_property(node) else signature(node, node.name)
            yield f"{cls.name}.{node.name}", head + own
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            after = cls.body[i + 1] if i + 1 < len(cls.body) else None
            yield f"{cls.name}.{node.target.id}", string_of(after) or ""
    yield cls.name, text


def string_of(node: Optional[ast.stmt]) -> Optional[str]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return node.value.value
    return None


def documentation(stub: str) -> Dict[str, str]:
    """Every name of a stub file and its text."""
    texts: Dict[str, str] = {}
    for node in ast.parse(stub).body:
        if isinstance(node, ast.FunctionDef):
            texts[node.name] = signature(node, node.name) + (ast.get_docstring(node) or "")
        elif isinstance(node, ast.ClassDef):
            texts.update(names_of_class(node))
    return texts


def as_cpp(texts: Dict[str, str]) -> str:
    entries = "".join(f'    {{"{name}", R"doc({text})doc"}},\n' for name, text in sorted(texts.items()))
    return (
        "// Written by bindings/python/docstrings.py.\n"
        '#include "bindings/python/src/convert.h"\n\n'
        "#include <algorithm>\n#include <iterator>\n#include <stdexcept>\n\n"
        "namespace kine::python {\nnamespace {\n\n"
        "struct Entry {\n  std::string_view name;\n  const char* text;\n};\n"
        "constexpr Entry kEntries[] = {\n" + entries + "};\n\n}  // namespace\n\n"
        "const char* doc(std::string_view name) {\n"
        "  const Entry* entry = std::lower_bound(std::begin(kEntries), std::end(kEntries), name,\n"
        "                                        [](const Entry& e, std::string_view n) { return e.name < n; });\n"
        "  if (entry == std::end(kEntries) || entry->name != name)\n"
        '    throw std::logic_error("kine/_kine.pyi says nothing of " + std::string(name));\n'
        "  return entry->text;\n}\n\n}  // namespace kine::python\n"
    )


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as stub, open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(as_cpp(documentation(stub.read())))
