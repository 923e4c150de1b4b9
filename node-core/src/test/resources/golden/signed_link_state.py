#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The signed link state of docs/wire-format.md, made without rani's code: Ed25519 as RFC 8032,
section 5.1, has it, over the fields as the document has them.

    python3 signed_link_state.py
"""
import hashlib
import socket
import struct

from wire_vectors import ipv4, message, rani

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
I = pow(2, (P - 1) // 4, P)


def x_of(y):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P)
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * I % P
    return P - x if x % 2 else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y), BASE_Y)


def add(one, other):
    x1, y1 = one
    x2, y2 = other
    both = D * x1 * x2 * y1 * y2 % P
    return ((x1 * y2 + x2 * y1) * pow(1 + both, P - 2, P) % P,
            (y1 * y2 + x1 * x2) * pow(1 - both, P - 2, P) % P)


def times(point, number):
    total = (0, 1)
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def encoded(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def number(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def pair(secret):
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
    return scalar, digest[32:], encoded(times(BASE, scalar))


def sign(secret, text):
    scalar, prefix, public = pair(secret)
    nonce = number(prefix, text) % L
    commitment = encoded(times(BASE, nonce))
    answer = (nonce + number(commitment, public, text) * scalar) % L
    return commitment + answer.to_bytes(32, "little")


def link_state(age):
    return (socket.inet_aton("10.0.0.3") + struct.pack(">IIBBH", 7, age, 0, 2, 2)
            + socket.inet_aton("10.0.0.2") + struct.pack(">HH", 1500, 1)
            + socket.inet_aton("10.0.0.7") + struct.pack(">HH", 9000, 2) + b"n3")


def groups(data):
    text = data.hex()
    words = [text[at:at + 8] for at in range(0, len(text), 8)]
    return "\n".join(" ".join(words[at:at + 4]) for at in range(0, len(words), 4))


def main():
    # RFC 8032, section 7.1, test 1
    known = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    assert pair(known)[2].hex().startswith("d75a980182b10ab7"), "public key"
    assert sign(known, b"").hex().startswith("e5564300c360ac72"), "signature"
    secret = bytes(range(32))
    body = link_state(1) + sign(secret, b"rani link state" + link_state(0))
    print("private key\n%s\npublic key\n%s" % (groups(secret), groups(pair(secret)[2])))
    print("frame\n" + groups(
        rani(act=True, prev="10.0.0.3") + ipv4(
            message(11, body), dscp=48, protocol=253, ident=0, source="10.0.0.3",
            destination="10.0.0.2")))


if __name__ == "__main__":
    main()
