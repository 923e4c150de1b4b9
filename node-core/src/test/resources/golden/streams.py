# SPDX-License-Identifier: Apache-2.0
"""The streams of chance of docs/ARCHITECTURE.md, for scripts that compute what rani should do."""
import hashlib
import struct

MASK = (1 << 64) - 1


class Stream:
    """xoshiro256++, seeded as the streams of docs/ARCHITECTURE.md are."""

    def __init__(self, seed, node, owner):
        text = "%d\n%s\n%s" % (seed, node, owner)
        self.s = list(struct.unpack(">4Q", hashlib.sha256(text.encode()).digest()))

    def uniform(self):
        s = self.s

        def rotl(x, k):
            return ((x << k) | (x >> (64 - k))) & MASK

        result = (rotl((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return (result >> 11) * 2.0 ** -53
