"""Does to a file literally what the help of a diagnostic says."""

import re


class NoWay(Exception):
    pass


def follow(diagnostic, folder):
    path = folder / diagnostic["file"]
    lines = path.read_text().split("\n")
    help_text, row = diagnostic["help"], diagnostic["line"] - 1
    line = lines[row]
    start, end = diagnostic["column"] - 1, diagnostic["endColumn"] - 1
    marked = line[start:end]

    def put(text):
        lines[row] = line[:start] + text + line[end:]

    if match := re.match(r"did you mean '(.+)'\?", help_text):
        put(match[1])
    elif match := re.match(r"put quotes around the whole text: (.+)$", help_text):
        lines[row] = quoted(line, match[1])
    elif help_text.startswith("put quotes around each of the texts: "):
        for text in re.findall(r'"(?:[^"\\]|\\.)*"', help_text):
            lines[row] = quoted(lines[row], text)
    elif match := re.match(r"indent this line with (\d+|no) spaces? instead of (\d+) spaces?, like line \d+"
                           r"(?:, and move the (?:(\d+) )?lines? below with it)?", help_text):
        wanted = 0 if match[1] == "no" else int(match[1])
        below = int(match[3]) if match[3] else 1 if "below" in help_text else 0
        move = wanted - int(match[2])
        for number in range(row, row + below + 1):
            text = lines[number]
            lines[number] = " " * move + text if move > 0 else text[-move:]
    elif match := re.match(r"write '(.)' instead of this '.'", help_text):
        put_at(lines, row, start, match[1], replacing=1)
    elif match := re.match(r"write '(.)' before this '.'", help_text):
        put_at(lines, row, start, match[1], replacing=0)
    elif match := re.match(r"write '(.+)' (?:at the end|before the '#') of line (\d+)", help_text):
        number = int(match[2]) - 1
        text, comment = re.match(r"^(.*?)(\s+#.*)?$", lines[number]).groups()
        lines[number] = text + match[1] + (comment or "")
    elif re.match(r"delete it and type a space", help_text):
        put(" " * max(1, len(marked)))
    elif help_text == "keep one of the two":
        del lines[row]
    elif match := re.match(r"write '([\w.]+: .+)'$", help_text):
        indent = re.match(r"[ -]*", line)[0]
        lines[row] = indent + match[1]
    elif match := re.match(r"write '?([^ ',]+(?: [^ ',]+)?)'?(?:,| or .*|$)", help_text):
        put(match[1].rstrip(","))
    elif match := re.match(r"write (\{.+\})$", help_text):
        put(match[1])
    elif match := re.match(r"use '([^']+)'", help_text):
        put(match[1])
    else:
        raise NoWay(help_text)
    path.write_text("\n".join(lines))


def put_at(lines, row, column, text, replacing):
    lines[row] = lines[row][:column] + text + lines[row][column + replacing:]


def quoted(line, wanted):
    """The line with this text in quotes, where it is without them or with others."""
    plain = wanted[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    for written in (f"'{plain}'", plain):
        if written in line:
            return line.replace(written, wanted, 1)
    raise NoWay(f"{wanted} is not in {line!r}")
