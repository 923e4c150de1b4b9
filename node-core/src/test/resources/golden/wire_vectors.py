#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Frames and keyed trailers made without rani's code, from docs/wire-format.md alone.

    python3 wire_vectors.py frames  > wire_frames.txt
    python3 wire_vectors.py trailer > keyed_trailer.txt

wire_frames.txt: name, verdict (`ok` or a drop reason), the frame in hex, and for good frames what
its fields say. keyed_trailer.txt: name, key, key id, counter, plain frame, sealed frame.
"""
import hashlib
import hmac
import socket
import struct
import sys


def ones_complement(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(">%dH" % (len(data) // 2), data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def rani(version=1, act=False, keyed=False, spare_flags=0, words=4, service=0, lifetime=10_000_000,
         prev="10.0.0.1", prev_link=0, reserved=0, extra=b""):
    flags = (8 if act else 0) | (4 if keyed else 0) | spare_flags
    return struct.pack(">BBHI4sHH", version << 4 | flags, words, service, lifetime,
                       socket.inet_aton(prev), prev_link, reserved) + extra


def ipv4(payload=b"", version=4, words=5, dscp=0, ecn=0, length=None, ident=1, fragment=0x4000,
         ttl=255, protocol=17, source="10.0.0.1", destination="10.0.0.8", spoil=0):
    if length is None:
        length = 20 + len(payload)
    head = struct.pack(">BBHHHBBH4s4s", version << 4 | words, dscp << 2 | ecn, length, ident,
                       fragment, ttl, protocol, 0, socket.inet_aton(source),
                       socket.inet_aton(destination))
    checksum = ones_complement(head) ^ spoil
    return head[:10] + struct.pack(">H", checksum) + head[12:] + payload


def udp(data=b"", sport=5001, dport=7, length=None, source="10.0.0.1", destination="10.0.0.8",
        checksum=None):
    if length is None:
        length = 8 + len(data)
    head = struct.pack(">HHHH", sport, dport, length, 0)
    if checksum is None:
        pseudo = (socket.inet_aton(source) + socket.inet_aton(destination)
                  + struct.pack(">BBH", 0, 17, length))
        checksum = ones_complement(pseudo + head + data) or 0xFFFF
    return head[:6] + struct.pack(">H", checksum) + data


def message(kind, body, version=1, spoil=0):
    head = struct.pack(">BBH", version, kind, 0)
    return struct.pack(">BBH", version, kind, ones_complement(head + body) ^ spoil) + body


def hello(sequence=0, heard=False, interval=1000):
    return message(1, struct.pack(">IBBH", sequence, 1 if heard else 0, 0, interval))


def seal(key, key_id, counter, frame):
    keyed = bytes([frame[0] | 4]) + frame[1:]
    covered = keyed + struct.pack(">BB", key_id, 0) + counter.to_bytes(6, "big")
    return covered + hmac.new(key, covered, hashlib.sha256).digest()[:16]


DATAGRAM = rani() + ipv4(udp(b"hello"))
RDP = bytes.fromhex("42091389000700050000000100000000") + b"\0\0"


def good_frames():
    yield "datagram", DATAGRAM, dict(
        act=0, service=0, lifetime=10000000, prev="10.0.0.1", prevlink=0, dscp=0, ecn=0, length=33,
        id=1, ttl=255, protocol=17, source="10.0.0.1", destination="10.0.0.8", sport=5001, dport=7,
        flow="10.0.0.1:5001>10.0.0.8:7/17")
    yield "marked-in-flight", (
        rani(lifetime=9_378_999, prev="10.0.0.7", prev_link=2)
        + ipv4(udp(b"", 65535, 1), ecn=3, ident=65535, ttl=250)), dict(
        act=0, service=0, lifetime=9378999, prev="10.0.0.7", prevlink=2, dscp=0, ecn=3, length=28,
        id=65535, ttl=250, protocol=17, source="10.0.0.1", destination="10.0.0.8", sport=65535,
        dport=1, flow="10.0.0.1:65535>10.0.0.8:1/17")
    yield "udp-checksum-never-computed", rani() + ipv4(udp(b"x", checksum=0)), dict(
        protocol=17, length=29, sport=5001, dport=7)
    yield "hello", rani(act=True) + ipv4(
        hello(5, True, 1000), dscp=48, protocol=253, destination="10.0.0.2"), dict(
        act=1, service=0, dscp=48, protocol=253, length=32, destination="10.0.0.2",
        flow="10.0.0.1:0>10.0.0.2:0/253")
    yield "active-filter", rani(act=True, service=3, prev="10.0.0.7") + ipv4(
        message(2, struct.pack(">IQQ4s4s", 0x01020304, 0x0A00000100000000, 0,
                               socket.inet_aton("10.0.0.8"), socket.inet_aton("10.0.0.6"))),
        dscp=48, protocol=253, source="10.0.0.7", destination="10.0.0.6"), dict(
        act=1, service=3, prev="10.0.0.7", protocol=253, length=52, source="10.0.0.7")
    yield "reliable-transport", rani() + ipv4(RDP, protocol=27), dict(
        protocol=27, length=38, flow="10.0.0.1:5001>10.0.0.8:7/27")
    yield "reliable-transport-shortest", rani() + ipv4(RDP[:6], protocol=27), dict(
        protocol=27, length=26, flow="10.0.0.1:5001>10.0.0.8:7/27")
    yield "no-payload", rani() + ipv4(protocol=1), dict(
        protocol=1, length=20, flow="10.0.0.1:0>10.0.0.8:0/1")
    yield "longer-rani-header", rani(words=6, extra=b"\xa5" * 8) + ipv4(udp(b"hello")), dict(
        lifetime=10000000, length=33, sport=5001, dport=7)
    yield "longest-rani-header", rani(words=16, extra=b"\xa5" * 48) + ipv4(udp()), dict(
        length=28, sport=5001)
    yield "reserved-bits-are-not-read", (
        rani(spare_flags=3, reserved=0xFFFF) + ipv4(udp(), fragment=0)), dict(
        act=0, length=28, sport=5001)
    yield "evil-bit-is-not-a-fragment", rani() + ipv4(udp(), fragment=0x8000), dict(length=28)
    portless = dict(length=28, protocol=17, flow="10.0.0.1:0>10.0.0.8:0/17")
    yield "first-fragment", rani() + ipv4(udp(), fragment=0x2000), portless
    yield "later-fragment", rani() + ipv4(udp(), fragment=0x0001), portless
    yield "last-byte-of-the-largest-packet", rani() + ipv4(b"x", fragment=(65535 - 21) // 8), dict(
        length=21, flow="10.0.0.1:0>10.0.0.8:0/17")
    yield "tcp-of-an-edge", (
        rani(spare_flags=2) + ipv4(struct.pack(">HHIIHHHH", 50000, 80, 1, 0, 0x5002, 512, 0, 0),
                                   protocol=6, ttl=64)), dict(
        act=0, length=40, ttl=64, flow="10.0.0.1:50000>10.0.0.8:80/6")
    yield "all-ones-everywhere", (
        rani(act=True, service=65535, lifetime=0xFFFFFFFF, prev="255.255.255.255",
             prev_link=65535)
        + ipv4(udp(b"", 65535, 65535, source="255.255.255.255", destination="255.255.255.255"),
               dscp=63, ecn=3, ident=65535, source="255.255.255.255",
               destination="255.255.255.255")), dict(
        act=1, service=65535, lifetime=4294967295, prev="255.255.255.255", prevlink=65535, dscp=63,
        ecn=3, id=65535, source="255.255.255.255", destination="255.255.255.255", sport=65535,
        dport=65535)
    yield "expired-is-well-formed", rani(lifetime=0) + ipv4(udp()), dict(lifetime=0)
    yield "sealed", seal(bytes(range(16)), 1, 1, DATAGRAM), dict(act=0, length=33, sport=5001)


def nasty_frames():
    yield "empty", "bad-length", b""
    yield "one-byte", "bad-length", b"\x10"
    yield "one-byte-short-of-two-headers", "bad-length", (rani() + ipv4(protocol=1))[:-1]
    yield "version-0", "bad-version", rani(version=0) + ipv4(udp())
    yield "version-2", "bad-version", rani(version=2) + ipv4(udp())
    yield "zeros", "bad-version", bytes(64)
    yield "ones", "bad-version", b"\xff" * 64
    yield "header-of-no-words", "bad-header", rani(words=0) + ipv4(udp())
    yield "header-of-3-words", "bad-header", rani(words=3) + ipv4(udp())
    yield "header-of-17-words", "bad-header", rani(words=17, extra=bytes(52)) + ipv4(udp())
    yield "header-of-255-words", "bad-header", rani(words=255) + ipv4(udp())
    yield "header-beyond-the-end", "bad-length", rani(words=16) + ipv4(udp())
    yield "headers-and-no-ipv4", "bad-length", rani(words=16, extra=bytes(48)) + ipv4()[:19]
    yield "keyed-without-trailer", "bad-length", rani(keyed=True) + ipv4(protocol=1)
    yield "keyed-with-half-a-trailer", "bad-length", (
        rani(keyed=True) + ipv4(protocol=1) + bytes(12))
    yield "trailer-without-the-flag", "bad-length", rani() + ipv4(udp()) + bytes(24)
    yield "ip-version-6", "bad-version", rani() + ipv4(udp(), version=6)
    yield "ip-version-0", "bad-version", rani() + ipv4(udp(), version=0)
    yield "ip-options", "bad-header", rani() + ipv4(bytes(4) + udp(), words=6)
    yield "ip-header-of-4-words", "bad-header", rani() + ipv4(udp(), words=4)
    yield "ip-header-of-no-words", "bad-header", rani() + ipv4(udp(), words=0)
    yield "ip-length-0", "bad-length", rani() + ipv4(udp(), length=0)
    yield "ip-length-19", "bad-length", rani() + ipv4(udp(), length=19)
    yield "ip-length-one-less", "bad-length", rani() + ipv4(udp(b"abc"), length=30)
    yield "ip-length-one-more", "bad-length", rani() + ipv4(udp(b"abc"), length=32)
    yield "ip-length-65535", "bad-length", rani() + ipv4(udp(), length=65535)
    yield "ip-checksum-off-by-one", "bad-checksum", rani() + ipv4(udp(), spoil=1)
    yield "ip-checksum-inverted", "bad-checksum", rani() + ipv4(udp(), spoil=0xFFFF)
    yield "fragment-beyond-the-largest-packet", "bad-length", rani() + ipv4(udp(), fragment=0x1FFF)
    yield "fragment-of-no-bytes", "bad-length", rani() + ipv4(fragment=0x0001)
    yield "fragment-of-13-bytes-and-more-behind", "bad-length", (
        rani() + ipv4(udp(b"hello"), fragment=0x2000))
    yield "fragment-of-rdp", "fragment", rani() + ipv4(bytes(16), protocol=27, fragment=0x2000)
    yield "fragment-of-a-message", "fragment", (
        rani() + ipv4(bytes(16), protocol=253, fragment=0x0001))
    yield "active-fragment", "fragment", rani(act=True, service=3) + ipv4(udp(), fragment=0x2000)
    yield "tcp-of-19-bytes", "bad-length", rani() + ipv4(bytes(19), protocol=6)
    yield "udp-of-no-bytes", "bad-length", rani() + ipv4(protocol=17)
    yield "udp-of-7-bytes", "bad-length", rani() + ipv4(udp()[:7])
    yield "udp-length-0", "bad-length", rani() + ipv4(udp(length=0))
    yield "udp-length-7", "bad-length", rani() + ipv4(udp(length=7))
    yield "udp-length-one-less", "bad-length", rani() + ipv4(udp(b"abc", length=10))
    yield "udp-length-one-more", "bad-length", rani() + ipv4(udp(b"abc", length=12))
    yield "udp-length-65535", "bad-length", rani() + ipv4(udp(length=65535))
    yield "rdp-without-ports", "bad-length", rani() + ipv4(RDP[:5], protocol=27)
    yield "rdp-of-no-bytes", "bad-length", rani() + ipv4(protocol=27)


def trailers():
    rfc4231 = bytes([0x0B] * 20)
    yield "first-frame", bytes(range(16)), 1, 0, DATAGRAM
    yield "counter-of-48-bits", bytes(range(32)), 255, 2**48 - 1, DATAGRAM
    yield "odd-length", rfc4231, 0, 0x010203040506, rani() + ipv4(udp(b"odd"))
    yield "key-longer-than-a-block", b"k" * 100, 7, 1024, rani(act=True) + ipv4(
        hello(), dscp=48, protocol=253, destination="10.0.0.2")


def main():
    if sys.argv[1:] == ["frames"]:
        for name, frame, fields in good_frames():
            said = " ".join("%s=%s" % field for field in fields.items())
            print(name, "ok", frame.hex(), said)
        for name, verdict, frame in nasty_frames():
            print(name, verdict, frame.hex() or "-")
    elif sys.argv[1:] == ["trailer"]:
        for name, key, key_id, counter, frame in trailers():
            print(name, key.hex(), key_id, counter, frame.hex(),
                  seal(key, key_id, counter, frame).hex())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
