# SPDX-License-Identifier: Apache-2.0
"""A terminal of 30 lines for one program: what comes in is typed, what is shown goes out."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

LINES, COLUMNS = 30, 100

child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    os.environ["TERM"] = "xterm"
    os.execvp(sys.argv[1], sys.argv[1:])

sources = [terminal, 0]
while terminal in sources:
    ready, _, _ = select.select(sources, [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
    if terminal in ready:
        try:
            shown = os.read(terminal, 4096)
        except OSError:  # the program has let go of its terminal
            shown = b""
        if shown:
            os.write(1, shown)
        else:
            sources.remove(terminal)

_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)
