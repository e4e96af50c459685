"""How a declaration is laid out on a page."""

import re
from typing import List

WIDTH = 92  # characters that fit into a block of code beside the sidebar
INDENT = "    "


def tidy(text: str) -> str:
    """A C++ declaration as Doxygen gives it, spaced as people write it."""
    text = re.sub(r"<\s+", "<", re.sub(r"\s+>", ">", text))
    text = re.sub(r"\s+([&*]+)(?=[A-Za-z_(])", r"\1 ", text)
    return re.sub(r"\s+([&*]+)(?=[,)]|$)", r"\1", text)


def wrapped(text: str) -> str:
    """A declaration that is too long for a line: its arguments stand below it, broken at their own commas."""
    begin = text.find("(") + 1
    if len(text) <= WIDTH or begin == 0:
        return text
    lines = [text[:begin], INDENT]
    for piece in arguments(text[begin:]):
        if len(lines[-1]) + len(piece) > WIDTH and lines[-1] != INDENT:
            lines.append(INDENT)
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def arguments(text: str) -> List[str]:
    """The text cut after each comma that stands in no bracket; all pieces together are the text."""
    pieces, begin, depth = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([{<") - (letter in ")]}" or (letter == ">" and text[i - 1] not in "-="))
        if depth < 0:  # what comes after the closing parenthesis
            break
        if letter == "," and depth == 0:
            pieces.append(text[begin : i + 1] + " ")
            begin = i + 2
    return [*pieces, text[begin:]]
