"""A person at a terminal: commands on a pty, with answers to what they ask."""

import os
import pty
import re
import select
import signal
import time

QUESTION = re.compile(rb"(\[[^\]\n]*\]|\(may be empty\)|\?): ?$")
SECONDS = 120


class Mistake(Exception):
    pass


def on_terminal(script, folder, env, answer):
    """The exit code and what was printed; `answer` gives the line for what was printed so far."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("bash", ["bash", "--noprofile", "--norc", "-c", script], env)
    printed, answered, end = b"", 0, time.monotonic() + SECONDS
    while True:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise Mistake(f"it did not end within {SECONDS} s:\n{printed.decode(errors='replace')}")
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:
            data = b""
        if not data:
            break
        printed += data
        if len(printed) > answered and QUESTION.search(printed):
            answered = len(printed)
            line = answer(printed.decode(errors="replace"))
            os.write(terminal, (line + "\n").encode())
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    return status, printed.decode(errors="replace").replace("\r\n", "\n")
