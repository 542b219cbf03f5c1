"""Files to be: collected by path, then written as a folder or as a tar archive whose bytes depend on nothing else."""

import io
import tarfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Entry:
    kind: bytes  # of tarfile
    content: bytes | str = b""  # a link's target is text
    mode: int = 0o755
    owner: int = 0


class Tree:
    """Paths without a leading '/', each with its entry. Folders above a path need not be named."""

    def __init__(self):
        self.entries = {}

    def file(self, path, content, mode=0o644):
        """`content`: bytes, text, or the path of a file, whose link is followed."""
        if isinstance(content, Path):
            content = content.read_bytes()
        elif isinstance(content, str):
            content = content.encode()
        self.entries[path] = Entry(tarfile.REGTYPE, content, mode)

    def program(self, path, content):
        self.file(path, content, 0o755)

    def link(self, path, target):
        self.entries[path] = Entry(tarfile.SYMTYPE, target, 0o777)

    def folder(self, path, mode=0o755, owner=0):
        self.entries[path] = Entry(tarfile.DIRTYPE, b"", mode, owner)

    def update(self, other):
        self.entries |= other.entries

    def all(self):
        """Each path in order, the folders above included."""
        above = {str(parent) for path in self.entries for parent in PurePosixPath(path).parents}
        folders = {path: Entry(tarfile.DIRTYPE) for path in above - {"."}}
        return sorted((folders | self.entries).items())

    def tar(self, time, prefix=""):
        """The bytes of a tar archive; `time` in seconds since 1970."""
        written = io.BytesIO()
        with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path, entry in self.all():
                member = tarfile.TarInfo(prefix + path)
                member.type, member.mode, member.mtime = entry.kind, entry.mode, time
                member.uid = member.gid = entry.owner
                if entry.kind == tarfile.SYMTYPE:
                    member.linkname = entry.content
                    archive.addfile(member)
                else:
                    member.size = len(entry.content)
                    archive.addfile(member, io.BytesIO(entry.content))
        return written.getvalue()

    def write(self, folder):
        """As files of this user below `folder`."""
        for path, entry in self.all():
            target = Path(folder, path)
            if entry.kind == tarfile.DIRTYPE:
                target.mkdir()
                target.chmod(entry.mode)
            elif entry.kind == tarfile.SYMTYPE:
                target.symlink_to(entry.content)
            else:
                target.write_bytes(entry.content)
                target.chmod(entry.mode)
