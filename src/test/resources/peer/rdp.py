# SPDX-License-Identifier: Apache-2.0
"""The called end of RDP, by docs/rdp.md, and two applications: a sink, and a receiver of files by docs/forwards.md."""

import hashlib
import os
import secrets
import struct
import sys
import time
from collections import deque

from wire import RDP, checksum, summed

SINK, FILES = 7000, 7001
SYN, ACK, EACK, RST, NUL = 0x80, 0x40, 0x20, 0x10, 0x08
WINDOW = 128  # RCV.MAX


def say(*words):
    print("peer:", *words, file=sys.stderr, flush=True)


class Endpoint:
    """All connections of a node, which others open."""

    def __init__(self, node, folder):
        self.node, self.folder, self.connections = node, folder, {}

    def send(self, to, own, port, flags, sequence, acknowledged, data=b"", more=b""):
        header = struct.pack(">BBHHHIIH", flags | 2, (18 + len(more)) // 2, own, port, len(data), sequence, acknowledged, 0)
        whole = header + more + data
        self.node.send(to, RDP, summed(whole, 16, self.pseudo(self.node.address, to, whole)))

    @staticmethod
    def pseudo(source, to, whole):
        return struct.pack(">IIBBH", source, to, 0, RDP, len(whole))

    def receive(self, source, whole):
        flags, words, port, own, length, sequence, acknowledged, sum_ = struct.unpack(">BBHHHIIH", whole[:18])
        formed = flags & 3 == 2 and words >= 9 and 2 * words + length == len(whole)
        if not formed or not sum_ or checksum(self.pseudo(source, self.node.address, whole) + whole):
            return
        key = source, port, own
        if key not in self.connections and flags & SYN and not flags & ACK and own in (SINK, FILES):
            application = Sink() if own == SINK else FileReceiver(self.folder)
            self.connections[key] = Connection(self, key, sequence, application)
        if key in self.connections:
            self.connections[key].receive(flags, sequence, acknowledged, whole[2 * words :])
        elif not flags & RST:
            refusal = (acknowledged + 1) % 2**32 if flags & ACK else 0
            self.send(source, own, port, RST | ACK, refusal, sequence)

    def timers(self, now):
        for connection in list(self.connections.values()):
            if connection.due is not None and now >= connection.due:
                connection.timer()


class Connection:
    """The called end of a connection. It acknowledges at once, and has one message of its own on the way at a time."""

    def __init__(self, endpoint, key, sequence, application):
        self.endpoint, self.key, self.application = endpoint, key, application
        self.current = self.first = sequence  # RCV.CUR
        self.next = secrets.randbits(32)  # SND.NXT; the SYN takes it
        self.syn, self.held, self.out, self.tries, self.due, self.open = self.next, {}, deque(), 0, None, False
        self.next = (self.next + 1) % 2**32
        self.unacknowledged = None

    def segment(self, flags, sequence=None, data=b"", more=b""):
        peer, port, own = self.key
        sequence = self.next if sequence is None else sequence
        self.endpoint.send(peer, own, port, flags, sequence, self.current, data, more)

    def acknowledge(self):
        held = sorted(self.held, key=lambda n: (n - self.current) % 2**32)[:32]
        self.segment(ACK | (EACK if held else 0), more=struct.pack(f">{len(held)}I", *held))

    def send(self, data):
        self.out.append(data)
        self.transmit()

    def transmit(self):
        if self.unacknowledged is None and self.out:
            self.unacknowledged, self.tries = (self.next, self.out.popleft()), 0
            self.next = (self.next + 1) % 2**32
        if self.unacknowledged:
            self.due = time.monotonic() + 2**self.tries
            self.tries += 1
            self.segment(ACK, *self.unacknowledged)

    def timer(self):
        if self.tries > 8:
            self.segment(RST | ACK)
            self.end()
        else:
            self.transmit()

    def end(self):
        self.endpoint.connections.pop(self.key, None)

    def receive(self, flags, sequence, acknowledged, data):
        if flags & SYN:
            if sequence == self.first and not self.open:
                self.segment(SYN | ACK, self.syn, more=struct.pack(">HHH", WINDOW, 1500, 1))
            else:
                self.acknowledge()
            return
        ahead = (sequence - self.current) % 2**32
        if flags & RST:
            if ahead == 1:  # the very next number: a stranger does not guess it
                self.segment(RST | ACK)
                self.end()
            elif ahead <= 2 * WINDOW:
                self.acknowledge()
            return
        if flags & ACK:
            self.open = self.open or acknowledged == self.syn
            if self.unacknowledged and acknowledged == self.unacknowledged[0]:
                self.unacknowledged = self.due = None
                self.transmit()
        if not self.open or not data and not flags & NUL:
            return
        if 0 < ahead <= 2 * WINDOW:
            self.held[sequence] = data
            while (self.current + 1) % 2**32 in self.held:
                self.current = (self.current + 1) % 2**32
                one = self.held.pop(self.current)
                if one:
                    self.application(self, one)
        self.acknowledge()


class Sink:
    """Counts messages."""

    def __init__(self):
        self.messages = 0

    def __call__(self, connection, data):
        self.messages += 1
        say("message", self.messages, len(data), "bytes")


class FileReceiver:
    """Takes a file, by docs/forwards.md."""

    def __init__(self, folder):
        self.folder, self.pieces, self.name = folder, [], ""

    def __call__(self, connection, data):
        kind = data[0]
        if kind == 1:
            _, self.bytes, _ = struct.unpack(">BQI", data[1:14])
            self.digest, self.name = data[14:46], data[46:].decode()
            refused = "/" in self.name or self.name.startswith(".")
            connection.send(struct.pack(">BBQ", 2, refused, 0) + (b"no such name here" if refused else b""))
        elif kind == 3:
            self.pieces.append(data[9:])
        elif kind == 4:
            content = b"".join(self.pieces)
            intact = hashlib.sha256(content).digest() == self.digest and len(content) == self.bytes
            if intact:
                with open(os.path.join(self.folder, self.name), "wb") as file:
                    file.write(content)
            connection.send(b"\5\0" if intact else b"\5\1damaged")
            say("file", self.name, len(content), "bytes", "intact" if intact else "damaged")
