# SPDX-License-Identifier: Apache-2.0
"""A node of another make: a neighbour of rani nodes, written from docs/wire-format.md and docs/rdp.md alone.

It says hello, finds routes by link states, forwards packets, answers pings (ICMP, UDP port 7, the active ones of service 6),
tells edges by ICMP what it drops, and is an RDP endpoint: port 7000 counts messages, port 7001 takes the files of `rani send`.
It has no queues, filters or rates.

Usage: peer.py FILE [FOLDER]
FILE is what `rani up` writes for a foreign node, runs/NAME/foreign/NODE.json; files are put into FOLDER.
"""

import json
import select
import struct
import sys
import time
from collections import Counter, deque

from rdp import Endpoint, say
from wire import CS6, ICMP, MESSAGE, RDP, TCP, UDP, Link, Packet, checksum, message, number, summed

ECHO, PING = 7, 6
HELLO, LINK_STATE, LINK_STATE_ACK, SIGNED_LINK_STATE = 1, 4, 5, 11


def newer(s, t):
    """Whether s comes after t among numbers modulo 2**32 (RFC 1982)."""
    return 0 < (s - t) % 2**32 < 2**31


class State:
    """The last link state of an origin's part. The file's word has no sequence: any is newer."""

    def __init__(self, neighbours, name, sequence=None, age=0.0, body=b"", type_=LINK_STATE):
        self.neighbours, self.name, self.sequence, self.body, self.type = neighbours, name, sequence, body, type_
        self.born = time.monotonic() - age

    def message(self):
        age = int((time.monotonic() - self.born) * 1000) + 1
        return message(self.type, self.body[:8] + struct.pack(">I", age) + self.body[12:])


class Node:
    def __init__(self, file, folder):
        self.file, self.rdp = file, Endpoint(self, folder)
        told = self.told()
        self.address, self.name = number(told["address"]), told["name"]
        self.links = [Link(index, each) for index, each in enumerate(told["links"])]
        self.keyed = any(link.key for link in self.links)
        # Where nothing else is said, the file's word holds for every node.
        self.file_says = {number(each["address"]): [number(far) for far in each["neighbours"]] for each in told["nodes"]}
        self.names = {number(each["address"]): each["name"] for each in told["nodes"]}
        self.states = {(origin, 0): State(far, self.names[origin]) for origin, far in self.file_says.items()}
        self.routes = {}
        self.sequence, self.said_at, self.has_been_up = 0, 0.0, False
        self.find_routes()

    def told(self):
        with open(self.file) as file:
            return json.load(file)

    # Links and link states

    def hello(self, link):
        now = time.monotonic()
        fields = struct.pack(">IBBH", link.sequence, now < link.heard, 0, int(link.own_interval * 1000))
        self.tell(link, message(HELLO, fields))
        link.sequence, link.said = link.sequence + 1, now
        link.due = now + (link.interval if link.up else min(0.2, link.interval))

    def tell(self, link, payload):
        link.send(Packet.made(self.address, link.address, MESSAGE, payload, CS6, 0).frame(self.address, link))

    def heard(self, link, fields):
        now = time.monotonic()
        sequence, flags, _, millis = struct.unpack(">IBBH", fields)
        link.interval = min(link.own_interval, millis / 1000)
        knew, restarted = now < link.heard, link.up and (sequence < link.theirs or not flags & 1)
        link.theirs, link.heard = sequence, now + 3 * link.interval
        if flags & 1:
            link.up_until = now + 3 * link.interval
            if not link.up:
                link.up = self.has_been_up = True
                say("up", link.name)
                self.find_routes()
                self.speak()
                self.tell_all(link)
        if restarted:
            self.tell_all(link)
        if (not knew or not flags & 1) and now - link.said > 0.01:
            self.hello(link)

    def tell_all(self, link):
        for key in self.states:
            self.offer(link, key)

    def offer(self, link, key):
        """Sends a link state until it is acknowledged, six times at most."""
        if self.states[key].body:
            link.waiting[key] = [time.monotonic(), 0.25]

    def speak(self):
        """Says which neighbours we have if they are others than we said last, not too often; and again after a minute."""
        now, old = time.monotonic(), self.states[self.address, 0]
        up = [link for link in self.links if link.up]
        is_news = {link.address for link in up} != set(old.neighbours) or self.said_at and now - self.said_at > 60
        # Link states are signed where links have keys, and no one knows a key of ours: the file's word holds.
        if not is_news or not self.has_been_up or self.keyed or now - self.said_at < 0.2:
            return
        self.sequence, self.said_at = (self.sequence + 1) % 2**32, now
        count = Counter(link.address for link in up)
        mtu = {link.address: link.mtu for link in reversed(up)}
        name = self.name.encode()
        body = struct.pack(">IIIBBH", self.address, self.sequence, 0, 0, len(name), len(count))
        body += b"".join(struct.pack(">IHH", far, mtu[far], count[far]) for far in count) + name
        self.states[self.address, 0] = State(list(count), self.name, self.sequence, 0, body)
        for link in up:
            self.offer(link, (self.address, 0))

    def link_state(self, link, type_, body):
        origin, sequence, age, part, length, count = struct.unpack(">IIIBBH", body[:16])
        key, known = (origin, part), self.states.get((origin, part))
        if origin not in self.names or age >= 200_000 or (type_ == SIGNED_LINK_STATE) != self.keyed:
            return
        if origin == self.address:
            if newer(sequence, self.sequence) or sequence == self.sequence and self.said_at == 0:
                self.sequence = sequence  # what we said before we were started again
                self.states[key] = State([], self.name, sequence)
                self.speak()
        elif known is None or known.sequence is None or newer(sequence, known.sequence):
            far = [struct.unpack(">I", body[at : at + 4])[0] for at in range(16, 16 + 8 * count, 8)]
            believed = [each for each in far if each in self.file_says[origin]]
            self.states[key] = State(believed, self.names[origin], sequence, age / 1000, body, type_)
            for other in self.links:
                if other.up and other is not link:
                    self.offer(other, key)
            self.find_routes()
        elif known.sequence != sequence:
            self.offer(link, key)  # older than what we have
            return
        self.tell(link, message(LINK_STATE_ACK, struct.pack(">IIBBH", origin, sequence, part, 0, 0)))

    def find_routes(self):
        """The shortest ways, in links; of equally near neighbours the one whose name comes first."""
        says = {}
        for (origin, _), state in self.states.items():
            old = state.sequence is not None and time.monotonic() - state.born > 200
            says.setdefault(origin, set()).update([] if old else state.neighbours)
        graph = {a: {b for b in far if a in says.get(b, ())} for a, far in says.items()}
        self.routes, nearest = {}, {}
        up = [link for link in self.links if link.up]
        for link in sorted(up, key=lambda each: (self.names[each.address].encode(), each.index)):
            distance, queue = {self.address: 0, link.address: 1}, deque([link.address])
            while queue:
                at = queue.popleft()
                for far in graph.get(at, ()):
                    if far not in distance:
                        distance[far] = distance[at] + 1
                        queue.append(far)
            for to, hops in distance.items():
                if to != self.address and hops < nearest.get(to, 1 << 30):
                    nearest[to], self.routes[to] = hops, link

    # Packets

    def arrived(self, link, datagram):
        try:
            Packet(datagram if not datagram[0] & 0x04 else datagram[:-24], link)  # the form comes first
            frame = link.opened(datagram)
            if not frame and link.key and datagram[0] & 0x04 and datagram[-24] != link.key["id"]:
                link.use(self.told()["links"][link.index])  # the network has gone on to the next key
                frame = link.opened(datagram)
            packet = Packet(frame, link)
        except (ValueError, IndexError, struct.error):
            return
        if packet.previous == link.address and packet.lifetime > 0:
            if packet.to == self.address:
                self.deliver(packet)
            elif packet.ttl > 1:
                packet.hop()
                self.leave(packet)
            else:
                self.report(packet, 11, 0)

    def leave(self, packet):
        link = self.routes.get(packet.to)
        if not link:
            self.report(packet, 3, 0)
        elif 20 + len(packet.payload) > link.mtu:
            self.report(packet, 3, 4, link.mtu)
        else:
            frame = packet.frame(self.address, link)
            if frame:
                link.send(frame)

    def report(self, packet, type_, code, mtu=0):
        """Tells the edge that sent a packet what became of it, but nothing about an ICMP error."""
        if packet.rani[0] & 0x02 and (packet.protocol != ICMP or packet.payload[:1] in b"\0\x08"):
            quoted = packet.ip + packet.payload[:8]
            self.send(packet.source, ICMP, summed(struct.pack(">BBHHH", type_, code, 0, 0, mtu) + quoted, 2), CS6)

    def send(self, to, protocol, payload, tos=0, service=None):
        self.leave(Packet.made(self.address, to, protocol, payload, tos, service))

    def deliver(self, packet):
        data = packet.payload
        try:
            if packet.protocol == MESSAGE and packet.active and packet.service == 0:
                if packet.ttl == 255 and packet.source == packet.link.address and not checksum(data) and data[0] == 1:
                    self.told_by(packet.link, data[1], data[4:])
            elif packet.protocol == ICMP and data[0] == 8 and not checksum(data):
                self.send(packet.source, ICMP, summed(bytes(4) + data[4:], 2), packet.tos)
            elif packet.protocol == UDP:
                self.datagram(packet, *struct.unpack(">HHH", data[:6]), data[8:])
            elif packet.protocol == TCP:
                self.report(packet, 3, 3)
            elif packet.protocol == RDP:
                self.rdp.receive(packet.source, data)
        except (ValueError, IndexError, struct.error):
            pass  # malformed: dropped, as any

    def told_by(self, link, type_, fields):
        if type_ == HELLO:
            self.heard(link, fields)
        elif type_ in (LINK_STATE, SIGNED_LINK_STATE):
            self.link_state(link, type_, fields)
        elif type_ == LINK_STATE_ACK:
            origin, sequence, part = struct.unpack(">IIB", fields[:9])
            state = self.states.get((origin, part))
            if state and state.sequence == sequence:
                link.waiting.pop((origin, part), None)

    def datagram(self, packet, port, to, length, data):
        if length != 8 + len(data):
            return
        if packet.active and packet.service == PING and data[:4] == b"PG\1\1":
            self.udp(packet, port, data[:3] + b"\2" + data[4:], PING)
        elif not packet.active and to == ECHO:
            self.udp(packet, port, data)
        elif not packet.active:
            self.report(packet, 3, 3)

    def udp(self, packet, port, data, service=None):
        own = struct.unpack(">H", packet.payload[2:4])[0]
        pseudo = struct.pack(">IIBBH", self.address, packet.source, 0, UDP, 8 + len(data))
        header = struct.pack(">HHHH", own, port, 8 + len(data), 0)
        self.send(packet.source, UDP, summed(header + data, 6, pseudo), packet.tos, service)

    # Time

    def timers(self):
        now = time.monotonic()
        for link in self.links:
            if link.up and now > link.up_until:
                link.up = False
                link.waiting.clear()
                say("down", link.name)
                self.find_routes()
            if now >= link.due:
                self.hello(link)
            for key, wait in list(link.waiting.items()):
                if wait[1] > 8:
                    del link.waiting[key]
                elif now >= wait[0] and link.up:
                    self.tell(link, self.states[key].message())
                    wait[0], wait[1] = now + wait[1], 2 * wait[1]
        self.speak()
        self.rdp.timers(now)

    def run(self):
        sockets = {link.sockets[0]: link for link in self.links}
        say("is", self.name)
        while True:
            for ready in select.select(list(sockets), [], [], 0.02)[0]:
                for _ in range(64):
                    try:
                        self.arrived(sockets[ready], ready.recv(65_623))
                    except OSError:
                        break  # all is read, or the neighbour is not there
            self.timers()


if __name__ == "__main__":
    Node(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ".").run()
