"""The C libraries that programs load on this machine, and the packages of Debian or Ubuntu that own files here."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


@dataclass(frozen=True)
class Library:
    path: Path  # where the loader finds it; the name is the one it looks for
    package: str

    @property
    def is_of_the_system(self):
        """True of the C library and its loader, which belong to the kernel and name service of a machine."""
        return self.package == "libc6"


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    source: str
    source_version: str

    @property
    def copyright(self):
        return Path("/usr/share/doc", self.name, "copyright")


def loaded(*programs):
    """Every library that the programs need, and what these need in turn, by path."""
    paths = set()
    for line in run("ldd", *map(str, programs)).splitlines():
        if line.endswith("not found"):
            raise SystemExit(f"error: {line.strip()}; install it with .ci/setup")
        if match := re.search(r"(/\S+) \(0x", line):
            paths.add(match[1])
    swift = sorted(path for path in paths if "/swift/" in path)
    if swift:
        raise SystemExit(f"error: it loads {swift[0]}; build with --static-swift-stdlib")
    return [Library(Path(path), owner) for path, owner in sorted(owners(paths).items())]


def owners(paths):
    """The package of each file. One that dpkg calls /lib/… may lie in /usr/lib/…, and the other way round."""
    names = {}
    for path in paths:
        short = path.removeprefix("/usr")
        names |= {short: path, "/usr" + short: path}
    found = subprocess.run(["dpkg-query", "-S", *names], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    owner = {}
    for line in found.stdout.splitlines():
        package, _, name = line.partition(": ")
        if name in names:
            owner[names[name]] = package.partition(":")[0]
    if lost := set(paths) - set(owner):
        raise SystemExit(f"error: no package owns {sorted(lost)[0]}")
    return owner


def packages(names):
    form = "${Package}\t${Version}\t${source:Package}\t${source:Version}\n"
    lines = run("dpkg-query", "-W", "-f", form, *sorted(set(names))).splitlines()
    return [Package(*line.split("\t")) for line in dict.fromkeys(lines)]


def oldest_glibc(files):
    """The version of the C library that these files need, as '2.36'."""
    needed = re.findall(r"GLIBC_(\d+)\.(\d+)", run("objdump", "-T", *map(str, files)))
    return "{}.{}".format(*max((int(major), int(minor)) for major, minor in needed))
