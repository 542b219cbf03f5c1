"""Kept inputs: `Corpus/TARGET.txt` has one input a line, in Base64; `#` begins a line for people.

    corpus.py unpack TARGET FOLDER     a file for each input
    corpus.py pack TARGET FOLDER       adds the shortest inputs of a folder
"""

import base64, hashlib, pathlib, sys

# Of what a search adds at a time, so that all targets together stay below 2 MB.
MOST_INPUTS, MOST_BYTES = 250, 96 * 1024

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
    found = {base64.b64encode(p.read_bytes()).decode() for p in folder.iterdir() if p.is_file()}
    added, room = [], MOST_BYTES
    for line in sorted(found - set(lines), key=lambda line: (len(line), line))[:MOST_INPUTS]:
        room -= len(line) + 1
        if room < 0:
            break
        added.append(line)
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("".join(f"{line}\n" for line in lines + added))
    print(f"{kept.name}: {len(added)} inputs more, {kept.stat().st_size} bytes")
