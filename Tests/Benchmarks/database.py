"""PostgreSQL in a folder of its own, for programs that kill it. Version 14 or later must be installed."""
import glob
import os
import shutil
import subprocess
import sys
import time

SCHEMA = "paywall"


class Database:
    """A cluster of PostgreSQL on a Unix socket."""

    def __init__(self, work):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[-2]))
        self.bin = found[-1] if found else os.path.dirname(shutil.which("initdb") or "")
        if not self.bin:
            sys.exit("error: PostgreSQL is not installed")
        self.folder = os.path.join(work, "pg")
        os.mkdir(self.folder)
        os.chmod(work, 0o755)
        os.chmod(self.folder, 0o777)
        # PostgreSQL refuses to run as root.
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self.run("initdb", "-D", f"{self.folder}/data", "-U", "postgres", "-A", "trust",
                 "-E", "UTF8", "--locale=C")
        self.start()

    def run(self, program, *arguments):
        return subprocess.run(
            [*self.user, f"{self.bin}/{program}", *arguments], cwd=self.folder, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    @property
    def url(self):
        return f"postgres://postgres@/postgres?host={self.folder}&schema={SCHEMA}"

    def start(self):
        options = [
            "-c", f"unix_socket_directories={self.folder}", "-c", "listen_addresses=",
            "-c", "max_connections=300", "-c", "max_locks_per_transaction=256"]
        deadline = time.monotonic() + 60
        while True:
            with open(os.path.join(self.folder, "log"), "ab") as log:
                self.process = subprocess.Popen(
                    [*self.user, f"{self.bin}/postgres", "-D", f"{self.folder}/data", *options],
                    cwd=self.folder, stdout=log, stderr=log)
            while self.process.poll() is None:
                if self.is_ready():
                    return
                time.sleep(0.02)
            # The processes of one that was killed hold its memory for a moment.
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start again")
            time.sleep(0.05)

    def is_ready(self):
        return subprocess.run(
            [f"{self.bin}/pg_isready", "-h", self.folder], stdout=subprocess.DEVNULL).returncode == 0

    def kill(self, how):
        with open(f"{self.folder}/data/postmaster.pid") as file:
            os.kill(int(file.readline()), how)
        self.process.wait()

    def rows(self, sql):
        text = self.run("psql", "-h", self.folder, "-U", "postgres", "-qAtX", "-c", sql)
        return [line.split("|") for line in text.splitlines()]

    def value(self, sql):
        return int(self.rows(sql)[0][0])
