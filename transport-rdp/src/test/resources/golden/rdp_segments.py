#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""RDP segments made without rani's code, from docs/rdp.md and the RFCs it names alone.

    python3 rdp_segments.py > rdp_segments.txt

Each line: name, verdict where a checksum is required (`ok` or a refusal reason), the same where it
is not, the segment in hex (from 10.0.0.1 to 10.0.0.8), and for good ones what its fields say.
"""
import socket
import struct

SYN, ACK, EACK, RST, NUL, ROUTER = 0x80, 0x40, 0x20, 0x10, 0x08, 0x04
SOURCE, DESTINATION = "10.0.0.1", "10.0.0.8"


def ones_complement(data):
    if len(data) % 2:
        data += b"\0"
    total = 0
    for high, low in zip(data[::2], data[1::2]):
        total += high << 8 | low
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def router(version=1, flags=0, phase=0, epoch=0, cwnd=0, ssthresh=0, srtt=0, lost=0):
    return struct.pack(">BBHHHHH", version << 4 | flags, phase, epoch, cwnd, ssthresh, srtt, lost)


def syn(outstanding=128, segment=1500, options=1):
    return struct.pack(">HHH", outstanding, segment, options)


def segment(flags, variable=b"", state=b"", data=b"", version=2, words=None, sport=49152, dport=7000,
            data_length=None, sequence=1, acknowledgement=0, checksum=None, spoil=0, cut=None):
    if state:
        flags |= ROUTER
    if words is None:
        words = (18 + len(variable) + len(state)) // 2
    if data_length is None:
        data_length = len(data)
    head = struct.pack(">BBHHHII", flags | version, words, sport, dport, data_length, sequence,
                       acknowledgement)
    rest = variable + state + data
    if checksum is None:
        pseudo = (socket.inet_aton(SOURCE) + socket.inet_aton(DESTINATION)
                  + struct.pack(">BBH", 0, 27, 18 + len(rest)))
        checksum = (ones_complement(pseudo + head + b"\0\0" + rest) or 0xFFFF) ^ spoil
    whole = head + struct.pack(">H", checksum) + rest
    return whole if cut is None else whole[:cut]


def eacks(*numbers):
    return b"".join(struct.pack(">I", number) for number in numbers)


def sum_of_zero():
    """Data segment whose checksum comes out as 0 and is sent as 0xFFFF."""
    for word in range(0x10000):
        whole = segment(ACK, data=struct.pack(">H", word))
        if whole[16:18] == b"\xff\xff":
            return whole
    raise AssertionError


def good():
    yield "syn", segment(SYN, syn(), sequence=1000), dict(
        flags="SYN", sport=49152, dport=7000, seq=1000, max=128, size=1500, options=1)
    yield "syn-extremes", segment(SYN, syn(65535, 65535, 65535), sport=65535, dport=1,
                                  sequence=0xFFFFFFFF), dict(
        flags="SYN", sport=65535, dport=1, seq=4294967295, max=65535, size=65535, options=65535)
    yield "syn-ack", segment(SYN | ACK, syn(1, 576, 3), sequence=7, acknowledgement=1000), dict(
        flags="SYN+ACK", seq=7, ack=1000, max=1, size=576, options=3)
    yield "syn-with-router-state", segment(SYN, syn(), router(phase=0, cwnd=4, ssthresh=65535)), dict(
        flags="SYN", max=128, size=1500, options=1, state="0/0/0/4/65535/0/0")
    yield "ack", segment(ACK, sequence=8, acknowledgement=1000), dict(
        flags="ACK", seq=8, ack=1000, data="-")
    yield "data", segment(ACK, data=b"hello", sequence=1001, acknowledgement=7), dict(
        flags="ACK", seq=1001, ack=7, data="68656c6c6f")
    yield "data-of-one-octet", segment(ACK, data=b"\0"), dict(flags="ACK", data="00")
    yield "sum-of-zero", sum_of_zero(), dict(flags="ACK")
    yield "ack-with-router-state", segment(ACK, b"", router(
        flags=6, phase=2, epoch=0x1234, cwnd=12, ssthresh=8, srtt=45)), dict(
        flags="ACK", data="-", state="6/2/4660/12/8/45/0")
    yield "data-with-router-state", segment(ACK, b"", router(
        phase=6, epoch=65535, cwnd=65535, ssthresh=65535, srtt=65535), b"hello"), dict(
        flags="ACK", data="68656c6c6f", state="0/6/65535/65535/65535/65535/0")
    yield "router-state-media", segment(ACK, b"", router(flags=0xA, cwnd=1, ssthresh=2)), dict(
        flags="ACK", state="10/0/0/1/2/0/0")
    yield "router-state-of-version-2", segment(ACK, b"", router(version=2, flags=1, cwnd=1), b"x"), dict(
        flags="ACK", data="78", state="none")
    yield "eack", segment(ACK | EACK, eacks(1003), sequence=8, acknowledgement=1001), dict(
        flags="ACK+EACK", ack=1001, eacks="1003")
    yield "eack-with-data", segment(ACK | EACK, eacks(1003, 1005, 0xFFFFFFFF), data=b"hi"), dict(
        flags="ACK+EACK", eacks="1003,1005,4294967295", data="6869")
    yield "eack-with-router-state", segment(ACK | EACK, eacks(3, 4), router(flags=2)), dict(
        flags="ACK+EACK", eacks="3,4", state="2/0/0/0/0/0/0")
    yield "eack-longest", segment(ACK | EACK, eacks(*range(123))), dict(
        flags="ACK+EACK", eacks=",".join(map(str, range(123))))
    yield "eack-longest-with-router-state", segment(ACK | EACK, eacks(*range(120)), router()), dict(
        flags="ACK+EACK", eacks=",".join(map(str, range(120))), state="0/0/0/0/0/0/0")
    yield "rst", segment(RST, sequence=2000), dict(flags="RST", seq=2000)
    yield "rst-ack", segment(RST | ACK, sequence=0, acknowledgement=1000), dict(
        flags="ACK+RST", seq=0, ack=1000)
    yield "nul", segment(NUL, sequence=5), dict(flags="NUL", seq=5)
    yield "nul-ack", segment(NUL | ACK, sequence=5, acknowledgement=7), dict(
        flags="ACK+NUL", seq=5, ack=7)
    yield "nul-eack", segment(NUL | ACK | EACK, eacks(9)), dict(flags="ACK+EACK+NUL", eacks="9")
    yield "window-request", segment(0, b"", router(
        flags=1, phase=2, epoch=3, cwnd=5, ssthresh=5, lost=6), sequence=1001,
        acknowledgement=0x0A000009), dict(
        flags="", seq=1001, ack=0x0A000009, data="-", state="1/2/3/5/5/0/6")
    yield "pace-request", segment(0, b"", router(
        flags=9, cwnd=400, ssthresh=150000 >> 16, srtt=150000 & 0xFFFF), sequence=1001,
        acknowledgement=0x0A000009), dict(
        flags="", seq=1001, ack=0x0A000009, data="-", state="9/0/0/400/2/18928/0")


def malformed():
    yield "empty", b""
    yield "one-octet", b"\x42"
    yield "cut-in-the-fixed-header", segment(ACK, cut=17)
    for version in (0, 1, 3):
        yield "version-%d" % version, segment(ACK, version=version)
    yield "header-words-0", segment(ACK, words=0)
    yield "header-words-8", segment(ACK, words=8, data_length=2)
    yield "header-beyond-the-end", segment(ACK, words=10)
    yield "header-far-beyond-the-end", segment(ACK, words=255)
    yield "data-length-too-long", segment(ACK, data=b"hello", data_length=6)
    yield "data-length-too-short", segment(ACK, data=b"hello", data_length=4)
    yield "data-cut", segment(ACK, data=b"hello", cut=22)
    yield "router-state-cut", segment(ACK, b"", router(), words=14, data_length=2)
    yield "router-state-said-but-not-there", segment(ACK | ROUTER)
    yield "words-that-no-flag-explains", segment(ACK, b"\0\0")
    yield "syn-parameters-without-syn", segment(ACK, syn())
    yield "syn-without-parameters", segment(SYN)
    yield "syn-with-two-parameters", segment(SYN, syn()[:4])
    yield "syn-with-four-parameters", segment(SYN, syn() + b"\0\0")
    yield "syn-router-state-in-place-of-parameters", segment(SYN, b"", router())
    yield "syn-data", segment(SYN, syn(), data=b"x")
    yield "syn-eack", segment(SYN | ACK | EACK, syn())
    yield "syn-rst", segment(SYN | RST, syn())
    yield "syn-nul", segment(SYN | NUL, syn())
    yield "syn-set", segment(SYN, syn(), router(flags=1))
    yield "eack-without-ack", segment(EACK, eacks(3))
    yield "eack-of-nothing", segment(ACK | EACK)
    yield "eack-of-nothing-with-router-state", segment(ACK | EACK, b"", router())
    yield "eack-of-half-a-number", segment(ACK | EACK, b"\0\1")
    yield "eack-of-one-and-a-half", segment(ACK | EACK, eacks(3) + b"\0\1")
    yield "eack-rst", segment(ACK | EACK | RST, eacks(3))
    yield "eack-set", segment(ACK | EACK, eacks(3), router(flags=1))
    yield "rst-data", segment(RST, data=b"x")
    yield "rst-ack-data", segment(RST | ACK, data=b"x")
    yield "rst-nul", segment(RST | NUL)
    yield "rst-set", segment(RST, b"", router(flags=1))
    yield "nul-data", segment(NUL, data=b"x")
    yield "nul-ack-data", segment(NUL | ACK, data=b"x")
    yield "nul-eack-data", segment(NUL | ACK | EACK, eacks(3), data=b"x")
    yield "nul-set", segment(NUL, b"", router(flags=1))
    yield "ack-set", segment(ACK, b"", router(flags=1))
    yield "no-flag", segment(0)
    yield "no-flag-data", segment(0, data=b"x")
    yield "no-flag-state-without-set", segment(0, b"", router(flags=6))
    yield "no-flag-state-of-version-2", segment(0, b"", router(version=2, flags=1))
    yield "window-request-with-data", segment(0, b"", router(flags=1), b"x")


def unsummed():
    yield "unsummed-data", "bad-checksum", "ok", segment(ACK, data=b"hello", checksum=0), dict(
        flags="ACK", data="68656c6c6f")
    yield "unsummed-nonsense", "bad-checksum", "malformed", segment(SYN | RST, syn(), checksum=0), {}
    for name, whole in (
            ("wrong-sum", segment(ACK, data=b"hello", spoil=1)),
            ("wrong-sum-of-odd-data", segment(ACK, data=b"hello")[:-1] + b"p"),
            ("wrong-sum-in-the-first-octet", segment(SYN | RST, syn(), spoil=0x8000))):
        yield name, "bad-checksum", "bad-checksum", whole, {}


def lines():
    for name, whole, fields in good():
        yield name, "ok", "ok", whole, fields
    for name, whole in malformed():
        yield name, "malformed", "malformed", whole, {}
    yield from unsummed()


for name, required, taken, whole, fields in lines():
    print(name, required, taken, whole.hex() or "-",
          *("%s=%s" % (key, value) for key, value in fields.items()))
