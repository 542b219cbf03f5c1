"""Kept inputs: `Corpus/TARGET.txt` has one input a line, in Base64; `#` begins a line for people.

    corpus.py unpack TARGET FOLDER     a file for each input
    corpus.py pack TARGET FOLDER       the inputs of a folder, the remarked lines kept in front
"""

import base64, hashlib, pathlib, sys

action, target, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
kept = pathlib.Path(__file__).parent / "Corpus" / f"{target}.txt"
lines = kept.read_text().splitlines() if kept.exists() else []

if action == "unpack":
    folder.mkdir(parents=True, exist_ok=True)
    for line in lines:
        if not line.startswith("#"):
            data = base64.b64decode(line)
            (folder / hashlib.sha1(data).hexdigest()).write_bytes(data)
else:
    # What was found stays with the words of what it was: the line behind a remark.
    remarked, keep = [], False
    for line in lines:
        if keep or line.startswith("#"):
            remarked.append(line)
        keep = line.startswith("#")
    inputs = {base64.b64encode(p.read_bytes()).decode() for p in folder.iterdir() if p.is_file()}
    inputs -= set(remarked)
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("".join(f"{line}\n" for line in remarked + sorted(inputs, key=lambda i: (len(i), i))))
    print(f"{kept.name}: {len(inputs) + len(remarked) // 2} inputs, {kept.stat().st_size} bytes")
