"""Swift text without comments and literals, for `.ci/imports`, `.ci/folders`, `.ci/sizes` and `.ci/comments`."""

import re

_STRING = re.compile(r'(#*)("""|")')


def code(text):
    """The text with comments and the content of string literals as spaces.

    Lines and columns stay where they are. Code inside `\\(…)` of a literal stays code.
    """
    out = []
    _blank_code(text, 0, out, ends_with_parenthesis=False)
    return "".join(out)


def _spaces(text):
    return "".join(c if c == "\n" else " " for c in text)


def _blank_code(text, at, out, ends_with_parenthesis):
    """Copies code from `at`; inside an interpolation up to its closing parenthesis."""
    depth = 0
    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            out.append(_spaces(text[at:end]))
            at = end
            continue
        if text.startswith("/*", at):
            end = _end_of_comment(text, at)
            out.append(_spaces(text[at:end]))
            at = end
            continue
        character = text[at]
        if character in '#"':
            opening = _STRING.match(text, at)
            if opening:
                at = _blank_string(text, at, opening.group(1), opening.group(2), out)
                continue
        if ends_with_parenthesis:
            if character == "(":
                depth += 1
            elif character == ")":
                if depth == 0:
                    out.append(character)
                    return at + 1
                depth -= 1
        out.append(character)
        at += 1
    return at


def _end_of_comment(text, at):
    """Block comments nest in Swift."""
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def _blank_string(text, at, hashes, quote, out):
    out.append(_spaces(hashes + quote))
    at += len(hashes) + len(quote)
    closing = quote + hashes
    escape = "\\" + hashes
    while at < len(text):
        if text.startswith(closing, at):
            out.append(_spaces(closing))
            return at + len(closing)
        if text.startswith(escape + "(", at):
            out.append(" " * len(escape) + "(")
            at = _blank_code(text, at + len(escape) + 1, out, ends_with_parenthesis=True)
            continue
        if text.startswith(escape, at):
            step = len(escape) + 1
            out.append(_spaces(text[at : at + step]))
            at += step
            continue
        if quote == '"' and text[at] == "\n":  # A literal of one line that is not closed.
            return at
        out.append(text[at] if text[at] == "\n" else " ")
        at += 1
    return at


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1
