# SPDX-License-Identifier: Apache-2.0
"""Frames and links, by docs/wire-format.md: what a node of another make writes and reads."""

import hmac
import socket
import struct
import time

ICMP, TCP, UDP, RDP, MESSAGE = 1, 6, 17, 27, 253
LIFETIME_MICROS, HEADER_BYTES, CS6 = 10_000_000, 16, 48 << 2


def number(address):
    return struct.unpack(">I", socket.inet_aton(address))[0]


def checksum(data):
    """The one's complement of the one's complement sum (RFC 1071)."""
    words = struct.unpack(f">{len(data) // 2 + len(data) % 2}H", data + bytes(len(data) % 2))
    total = sum(words)
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def summed(data, at, pseudo=b""):
    """Data with its checksum written at a place where it has zeros."""
    return data[:at] + struct.pack(">H", checksum(pseudo + data)) + data[at + 2 :]


def message(type_, fields):
    return summed(struct.pack(">BBH", 1, type_, 0) + fields, 2)


class Packet:
    """A frame without its trailer: RANI header, IPv4 header, payload."""

    def __init__(self, frame, link=None):
        self.link, self.came = link, time.monotonic()
        words = frame[1] if len(frame) >= HEADER_BYTES + 20 else 0
        at = 4 * words
        if not 4 <= words <= 16 or len(frame) < at + 20 or frame[0] >> 4 != 1 or frame[at] != 0x45:
            raise ValueError("form")
        self.rani, self.ip, self.payload = frame[:at], frame[at : at + 20], frame[at + 20 :]
        self.active, self.service = bool(frame[0] & 0x08), struct.unpack(">H", frame[2:4])[0]
        self.lifetime, self.previous = struct.unpack(">II", frame[4:12])
        _, self.tos, length, _, _, self.ttl, self.protocol, _, self.source, self.to = struct.unpack(">BBHHHBBHII", self.ip)
        if length != len(frame) - at or checksum(self.ip):
            raise ValueError("length or checksum")

    @staticmethod
    def made(source, to, protocol, payload, tos=0, service=None):
        first = 0x10 if service is None else 0x18
        rani = struct.pack(">BBHIIHH", first, 4, service or 0, LIFETIME_MICROS, source, 0, 0)
        ip = struct.pack(">BBHHHBBHII", 0x45, tos, 20 + len(payload), 0, 0x4000, 255, protocol, 0, source, to)
        return Packet(rani + summed(ip, 10) + payload)

    def hop(self):
        """One hop less to go."""
        self.ttl -= 1
        self.ip = summed(self.ip[:8] + bytes([self.ttl]) + self.ip[9:10] + bytes(2) + self.ip[12:], 10)

    def frame(self, address, link):
        """What leaves by a link: PrevNode and the lifetime that is left; nothing if none is."""
        left = self.lifetime - max(1, int((time.monotonic() - self.came) * 1e6))
        prev = struct.pack(">IIH", max(left, 0), address, link.index)
        return self.rani[:4] + prev + self.rani[14:] + self.ip + self.payload if left > 0 else b""


class Link:
    """One end of a virtual link: its two sockets, hellos, key, and link states that wait for an acknowledgement."""

    def __init__(self, index, told):
        self.index, self.name, self.mtu = index, told["neighbour"], told["mtu-bytes"]
        self.address, self.interval = number(told["neighbour-address"]), told["hello-millis"] / 1000
        self.own_interval = self.interval
        self.sockets = [self.bound(told["own"][way], told["peer"][far]) for way, far in (("receive", "send"), ("send", "receive"))]
        self.sequence, self.theirs, self.said, self.due = 0, -1, 0.0, 0.0
        self.heard = self.up_until = 0.0
        self.up, self.waiting = False, {}
        # A node that is started again goes on above the counters it has used.
        self.counter = int((time.time() - 1_767_225_600) * 250_000)
        self.use(told)

    def use(self, told):
        """Seals with the key of the file from now on, and takes its counters from the first."""
        self.key, self.newest, self.taken = told.get("key"), 0, 0

    @staticmethod
    def bound(own, peer):
        host, port = own.rsplit(":", 1)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        one = socket.socket(family, socket.SOCK_DGRAM)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        one.bind((host.strip("[]"), int(port)))
        host, port = peer.rsplit(":", 1)
        one.connect((host.strip("[]"), int(port)))
        one.setblocking(False)
        return one

    def sealed(self, frame):
        if not self.must_be_sealed(frame):
            return frame
        self.counter += 1
        trailer = struct.pack(">BB", self.key["id"], 0) + self.counter.to_bytes(6, "big")
        text = bytes([frame[0] | 0x04]) + frame[1:] + trailer
        return text + self.tag(text, "outgoing")

    def must_be_sealed(self, frame):
        at = 4 * frame[1]
        control = frame[0] & 0x08 or frame[at + 1] >> 2 == 48 or frame[at + 9] == MESSAGE
        return self.key and (control or self.key["scope"] == "all")

    def tag(self, text, way):
        return hmac.digest(bytes.fromhex(self.key[way]), text, "sha256")[:16]

    def opened(self, frame):
        """The frame without trailer, or nothing if no one who has the key has sent it now."""
        if not frame[0] & 0x04:
            return b"" if self.must_be_sealed(frame) else frame
        text, tag = frame[:-16], frame[-16:]
        if not self.key or text[-8] != self.key["id"] or not hmac.compare_digest(tag, self.tag(text, "incoming")):
            return b""
        ahead = int.from_bytes(text[-6:], "big") - self.newest
        if ahead <= -1024 or ahead <= 0 and self.taken >> -ahead & 1:
            return b""  # played again
        self.newest += max(ahead, 0)
        self.taken = (self.taken << min(max(ahead, 0), 1024) | 1 << max(-ahead, 0)) & (1 << 1024) - 1
        return bytes([text[0] & ~0x04]) + text[1:-8]

    def send(self, frame):
        try:
            self.sockets[1].send(self.sealed(frame))
        except OSError:
            pass  # no one is there yet, or the buffer is full: lost, as on any wire
