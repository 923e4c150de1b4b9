# SPDX-License-Identifier: Apache-2.0
"""A peer of one rani node, written from docs/wire-format.md alone.

It brings the link up, has packets acknowledged by the node's sink, and sends it everything that the
page says is dropped, and noise. What it printed last is JSON: what it sent, and what should come of it.

Usage: stranger.py NODE_RECEIVE_PORT NODE_SEND_PORT OUR_RECEIVE_PORT OUR_SEND_PORT
"""

import json
import random
import socket
import struct
import sys
import time

HOST = "127.0.0.1"
NODE, WE = 0x0A000001, 0x0A000002
PATIENCE_SECONDS = 20
NOISE = 1500
NOISE_BEFORE_A_WORD = 50  # so that no socket overflows


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def rani(first=0x10, words=4, service=0, lifetime=10_000_000, prev=WE):
    return struct.pack(">BBHIIHH", first, words, service, lifetime, prev, 0, 0) + bytes(4 * max(0, words - 4))


def ipv4(payload, protocol=17, tos=0, ttl=255, first=0x45, flags=0x4000, length=None, sum_=None, to=NODE):
    length = 20 + len(payload) if length is None else length
    header = struct.pack(">BBHHHBBHII", first, tos, length, 7, flags, ttl, protocol, 0, WE, to)
    sum_ = checksum(header) if sum_ is None else sum_
    return header[:10] + struct.pack(">H", sum_) + header[12:] + payload


def udp(data, port, length=None, sum_=None):
    length = 8 + len(data) if length is None else length
    header = struct.pack(">HHHH", 5000, port, length, 0)
    pseudo = struct.pack(">IIBBH", WE, NODE, 0, 17, 8 + len(data))
    sum_ = (checksum(pseudo + header + data) or 0xFFFF) if sum_ is None else sum_
    return header[:6] + struct.pack(">H", sum_) + data


def data(sequence):
    return udp(struct.pack(">BBHI", 1, 0, 0, sequence), 7000)


def message(type_, fields, version=1):
    body = struct.pack(">BBH", version, type_, 0) + fields
    return body[:2] + struct.pack(">H", checksum(body)) + body[4:]


def hello(sequence, heard, ttl=255):
    fields = struct.pack(">IBBH", sequence, 1 if heard else 0, 0, 1000)
    return rani(first=0x18) + ipv4(message(1, fields), protocol=253, tos=48 << 2, ttl=ttl)


class Link:
    def __init__(self, node_receive, node_send, our_receive, our_send):
        self.ears = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.ears.bind((HOST, our_receive))
        self.ears.connect((HOST, node_send))
        self.ears.settimeout(0.2)
        self.mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.mouth.bind((HOST, our_send))
        self.mouth.connect((HOST, node_receive))
        self.sent = 0
        self.hellos = 0
        self.next = 0

    def send(self, frame):
        self.mouth.send(frame)
        self.sent += 1

    def hello(self, heard=True):
        self.send(hello(self.hellos, heard))
        self.hellos += 1

    def receive(self):
        """The next frame's protocol and payload; None if none comes soon, or it is no good."""
        try:
            frame = self.ears.recv(65536)
        except (TimeoutError, ConnectionRefusedError):
            return None
        header = 4 * frame[1]
        assert frame[0] >> 4 == 1 and struct.unpack_from(">I", frame, 8)[0] == NODE, frame.hex()
        packet = frame[header:]
        assert checksum(packet[:20]) == 0, "the node's IPv4 checksum is wrong: " + frame.hex()
        assert struct.unpack_from(">H", packet, 2)[0] == len(packet), frame.hex()
        return packet[9], packet[20:]

    def until(self, wanted, nudge):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            got = self.receive()
            if got and wanted(*got):
                return
            if got is None or got[0] == 253:
                nudge()
        raise SystemExit("the node did not answer")

    def come_up(self):
        def hears_us(protocol, body):
            return protocol == 253 and body[1] == 1 and checksum(body) == 0 and body[8] & 1

        self.until(hears_us, self.hello)
        self.hello()

    def acknowledged(self):
        """One packet for the sink, and its acknowledgement: all that was sent before has been read."""
        self.send(rani() + ipv4(data(self.next)))
        self.next += 1

        def acknowledges(protocol, body):
            if protocol != 17:
                return False
            kind, _, flow, following = struct.unpack_from(">BBHI", body, 8)
            return kind == 3 and flow == 0 and following == self.next

        self.until(acknowledges, self.hello)


def malformed():
    good = rani() + ipv4(data(1 << 20))
    hello_fields = struct.pack(">IBBH", 0, 1, 0, 1000)

    def control(payload, first=0x18, service=0):
        return rani(first=first, service=service) + ipv4(payload, protocol=253, tos=48 << 2)

    return {
        "bad-length": [b"", b"\x10", good[:15], good[:35], good[:-1], good + b"\0",
                       rani() + ipv4(data(0), length=21),
                       rani() + ipv4(udp(b"12345678", 7000, length=9)),
                       rani() + ipv4(b"\0" * 7),
                       good + bytes(9000)],
        "bad-version": [b"\x20" + good[1:], b"\x00" + good[1:], rani() + ipv4(data(0), first=0x65)],
        "bad-header": [rani(words=3)[:12] + good[12:], good[:1] + b"\xff" + good[2:],
                       rani() + ipv4(data(0), first=0x46)],
        "bad-checksum": [rani() + ipv4(data(0), sum_=0x1234),
                         rani() + ipv4(udp(b"12345678", 7000, sum_=0x1234))],
        "fragment": [rani() + ipv4(data(0), flags=0x2000), rani() + ipv4(data(0), flags=0x0001)],
        "bad-key": [rani(first=0x14) + ipv4(data(0)) + bytes(24)],
        "prev-node-mismatch": [rani(prev=NODE) + ipv4(data(0)), rani(prev=0x7F000001) + ipv4(data(0))],
        "expired": [rani(lifetime=0) + ipv4(data(0))],
        "no-route": [rani() + ipv4(data(0), to=0x0A0000FE)],
        "no-listener": [rani() + ipv4(udp(b"12345678", 9)), rani() + ipv4(b"12345678", protocol=99)],
        "no-such-service": [rani(first=0x18, service=4711) + ipv4(data(0))],
        "bad-message": [control(b"\0" * 12), control(message(1, hello_fields, version=2)),
                        control(message(9, hello_fields)), control(message(1, hello_fields[:-1])),
                        control(message(1, hello_fields)[:-2] + b"\x12\x34"),
                        hello(1, True, ttl=254)],
    }


def noise():
    """Random bytes, and good frames with some bytes changed. No hello, which could be a good one."""
    dice = random.Random(20260101)
    good = rani() + ipv4(data(1 << 20))
    for k in range(NOISE):
        if k % 3 == 0:
            yield dice.randbytes(dice.randrange(0, 200))
        else:
            frame = bytearray(good)
            for _ in range(dice.randrange(1, 5)):
                frame[dice.randrange(len(frame))] = dice.randrange(256)
            yield bytes(frame)


def main():
    link = Link(*map(int, sys.argv[1:]))
    link.come_up()
    link.acknowledged()
    wrong = malformed()
    for frames in wrong.values():
        for frame in frames:
            link.send(frame)
        link.acknowledged()
    after_malformed = link.sent
    # Anyone who is not the neighbour may send what he likes, even what would be good.
    stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for port in sys.argv[1:3]:
        for _ in range(20):
            stranger.sendto(rani() + ipv4(data(0)), (HOST, int(port)))
            stranger.sendto(b"", (HOST, int(port)))
    for k, frame in enumerate(noise()):
        link.send(frame)
        if k % NOISE_BEFORE_A_WORD == 0:
            link.acknowledged()
    link.acknowledged()
    print(json.dumps({
        "arrivals": link.sent,
        "arrivals-before-noise": after_malformed,
        "delivered-before-noise": 1 + len(wrong),
        "drops-before-noise": {reason: len(frames) for reason, frames in wrong.items()},
    }))


main()
