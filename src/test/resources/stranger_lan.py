# SPDX-License-Identifier: Apache-2.0
"""A stranger on a LAN, written from docs/wire-format.md alone: he sees what passes and can send in
anybody's name, but has no keys.

  stranger_lan.py INTERFACE FROM FROM_PORT TO TO_PORT FRAMES PER_SECOND [ONE TWO THREE [aside]]

He listens until he has some of the datagrams that FROM:FROM_PORT sends to TO:TO_PORT. Then he sends
FRAMES of his own there in FROM's name: every kind of frame made up, what he has heard once more, as
it was and with a bit changed, and noise. They are made before the first is sent, the same again
after 20,000. ONE, TWO and THREE are the virtual addresses of FROM, of TO and of a node beyond;
10.0.0.1 and so on otherwise. With "aside" no one takes them off the wire: what such a program
costs, without what it does. Says "sending" on standard error when he begins, and prints what he
did as JSON. Needs root.
"""
import json
import os
import random
import socket
import struct
import sys
import time

interface, from_ip, from_port, to_ip, to_port, frames, per_second = sys.argv[1:8]
from_port, to_port, frames = int(from_port), int(to_port), int(frames)
per_second = float(per_second)
one, two, three = sys.argv[8:11] or ("10.0.0.1", "10.0.0.2", "10.0.0.3")
aside = sys.argv[11:] == ["aside"]
HEARD_MIN, PATIENCE_SECONDS, DATAGRAM_BYTES_MAX, MADE_MAX = 24, 60, 1480, 20_000
NOBODY = b"\x02rani0"
chance = random.Random(7)


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ipv4(source, to, protocol, payload, dscp=0, ttl=255):
    head = struct.pack("!BBHHHBBH4s4s", 0x45, dscp << 2, 20 + len(payload), chance.getrandbits(16),
                       0x4000, ttl, protocol, 0, socket.inet_aton(source), socket.inet_aton(to))
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + payload


def rani(prev_node, act, service, packet, keyed=False):
    flags = 0x10 | (8 if act else 0) | (4 if keyed else 0)
    return struct.pack("!BBHI4sHH", flags, 4, service, 10_000_000, socket.inet_aton(prev_node), 0,
                       0) + packet + (os.urandom(24) if keyed else b"")


def message(kind, body):
    return struct.pack("!BBH", 1, kind, len(body) + 4) + body


def made_up():
    """In FROM's name, to TO or through it."""
    keyed = chance.random() < 0.5
    port = struct.pack("!HHHH", 5000, 7000, 28, 0) + b"x" * 20
    return chance.choice([
        lambda: rani(one, True, 0, ipv4(one, two, 253, message(
            1, struct.pack("!IBBH", 1_000_000, 1, 0, 10)), dscp=48), keyed),
        lambda: rani(one, True, 0, ipv4(one, two, 253, message(4, os.urandom(24)), dscp=48), keyed),
        lambda: rani(one, True, 2, ipv4(one, two, 253, message(
            2, os.urandom(4) + socket.inet_aton(three) + struct.pack("!IHH", 0, 0, 0)
            + socket.inet_aton(one) + socket.inet_aton(three)), dscp=48), keyed),
        lambda: rani(one, True, 10, ipv4(one, two, 253, message(6, os.urandom(36)), dscp=48),
                     keyed),
        lambda: rani(one, False, 0, ipv4(one, three, 27, os.urandom(40)), keyed),
        lambda: rani(one, False, 0, ipv4(one, three, 17, port), keyed),
        lambda: rani(one, True, chance.randrange(20), ipv4(one, three, 17, port), keyed),
        lambda: os.urandom(chance.randrange(1, 300)),
    ])()


line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0800))
line.bind((interface, 0))
line.settimeout(1)
heard, ethernet = [], None
deadline = time.monotonic() + PATIENCE_SECONDS
while len(heard) < HEARD_MIN:
    if time.monotonic() > deadline:
        sys.exit("nothing to hear")
    try:
        seen = line.recv(65535)
    except socket.timeout:
        continue
    at = 14 + (seen[14] & 15) * 4
    if (seen[23] == 17 and socket.inet_ntoa(seen[26:30]) == from_ip
            and socket.inet_ntoa(seen[30:34]) == to_ip
            and struct.unpack("!HH", seen[at:at + 4]) == (from_port, to_port)):
        ethernet = seen[:14]
        length = struct.unpack("!H", seen[at + 4:at + 6])[0]
        if length > DATAGRAM_BYTES_MAX:
            continue  # a train, whole, as the kernel shows it
        heard.append(seen[at + 8:at + length])

if aside:
    ethernet = NOBODY + ethernet[6:]
made, again = [], []
for number in range(min(frames, MADE_MAX)):
    kind = chance.randrange(4)
    frame = made_up() if kind < 2 else chance.choice(heard)
    again.append(kind == 2)
    if kind == 3:
        place = chance.randrange(len(frame))
        frame = frame[:place] + bytes([frame[place] ^ 1 << chance.randrange(8)]) + frame[place + 1:]
    datagram = struct.pack("!HHHH", from_port, to_port, 8 + len(frame), 0) + frame
    made.append(ethernet + ipv4(from_ip, to_ip, 17, datagram, ttl=64))

print("sending", file=sys.stderr, flush=True)
told = {"heard": len(heard), "sent": 0, "again": 0}
start = time.monotonic()
for number in range(frames):
    line.send(made[number % MADE_MAX])
    told["sent"] += 1
    told["again"] += again[number % MADE_MAX]
    if number % 20 == 0:
        ahead = start + number / per_second - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)
told["seconds"] = time.monotonic() - start
print(json.dumps(told))
