#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the metrics of a run in virtual time are, told by its packets alone, without rani's code.

    python3 oracle.py FOLDER      prints a line `NAME VALUE` for each metric, or `NAME untold`
    python3 oracle.py --transfers FOLDER
                                  prints for each transfer, as it started, when it did, from, to, its
                                  connection, bytes, how long it took or `-`, and the least time, in ns
    python3 oracle.py --rows      prints the rows that it computes
    python3 oracle.py --untold    prints the rows that it does not, with the reason

FOLDER holds

    plan.json     what the experiment's files say: nodes, links, menus, flows, measure
    run.trace     what happened, docs/trace-format.md
    NODE.pcapng   what passed the ends of the node's links, docs/captures.md

Each class is one or a few rows of the sheet of metrics: its first lines say what is counted, its
methods take the lines of the trace by their kind, and `metrics` says what came out. Nothing is taken
from what a service or an observer has counted.

S is the measured span: from `measure.from` to the earlier of `measure.until` and the run's last event.
"""
import json
import math
import re
import struct
import sys
from itertools import product
from pathlib import Path

UDP, RDP, MESSAGE = "17", "27", "253"
BY_QUEUES = ("queue-full", "red-early", "red-forced", "sojourn", "pie")
RECOVERS = ("FR", "PR", "RTO")
UNTOLD = None


# --- what is read -------------------------------------------------------------------------------


class Event:
    """A line of the trace: time in ns since go, node, kind, its fields; of a frame its bytes."""

    __slots__ = ("t", "node", "kind", "f", "packet", "is_data", "frame", "waiting", "average", "is_first")

    def __init__(self, t, node, kind, f):
        self.t, self.node, self.kind, self.f = t, node, kind, f
        self.frame = self.waiting = self.average = self.is_first = None
        self.packet = (f["from"], f["id"]) if "id" in f and "from" in f else None
        self.is_data = self.packet is not None and "control" not in f


def nanos(seconds):
    return int(seconds.replace(".", ""))


def lines(path):
    with open(path, encoding="ascii") as trace:
        for line in trace:
            time, node, kind, *rest = line.split()
            fields = {}
            for part in rest:
                key, _, value = part.partition("=")
                fields[key] = value
            yield Event(nanos(time), node, kind, fields)


def frames(path):
    """Of a pcapng file: (interface, time, bytes), and (None, time, None) for when it was ended."""
    with open(path, "rb") as file:
        while head := file.read(8):
            kind, total = struct.unpack("<II", head)
            body = file.read(total - 8)
            if kind == 6:
                interface, high, low, length = struct.unpack_from("<IIII", body)
                yield interface, high << 32 | low, body[20:20 + length]
            elif kind == 5:
                high, low = struct.unpack_from("<II", body, 4)
                yield None, high << 32 | low, None


def amount(text):
    """`620ms` in ns, `2Mbit/s` in bit/s, `1000B` in bytes."""
    number, unit = re.fullmatch(r"([0-9.]+) *([a-zA-Z/]*)", text).groups()
    known = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "B": 1, "kB": 1e3, "MB": 1e6, "": 1,
             "bit": 1, "kbit": 1e3, "Mbit": 1e6, "Gbit": 1e9, "packet": 1}
    return float(number) * known[unit.removesuffix("/s")]


def checksum(data):
    """RFC 1071; 0 of what carries its own."""
    words = struct.unpack(">%dH" % ((len(data) + 1) // 2), data + b"\0" * (len(data) % 2))
    total = sum(words)
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return 0xFFFF - total


def ipv4(frame):
    return frame[4 * frame[1]:]


def dscp(frame):
    return ipv4(frame)[1] >> 2


def is_control(frame):
    """docs/wire-format.md, "Control packets": CS6, and active, of protocol 253, or of 64 bytes at most."""
    packet = ipv4(frame)
    length = struct.unpack_from(">H", packet, 2)[0]
    return dscp(frame) == 48 and (bool(frame[0] & 8) or packet[9] == 253 or length <= 64)


class Segment:
    """RDP's header, docs/rdp.md."""

    SYN, ACK, EACK, RST, NUL, STATE = 0x80, 0x40, 0x20, 0x10, 0x08, 0x04

    def __init__(self, packet):
        at = packet[20:struct.unpack_from(">H", packet, 2)[0]]
        self.flags, words, self.sport, self.dport, self.data, self.seq, self.ack, summed = (
            struct.unpack_from(">BBHHHIIH", at))
        length = struct.unpack_from(">H", packet, 2)[0] - 20
        whole = len(at) == length
        pseudo = packet[12:20] + struct.pack(">HH", 27, length)
        self.is_good = not summed or not whole or checksum(pseudo + at) == 0
        end = 2 * words
        self.overhead, self.head = 20 + end, at[end:end + 6]
        self.epoch = self.cwnd = None
        self.is_echo = False
        if self.flags & Segment.STATE:
            end -= 12
            first, _, self.epoch, self.cwnd, _, _, _ = struct.unpack_from(">BBHHHHH", at, end)
            self.is_request = bool(first & 1)
            self.is_echo = bool(first & 2)
        self.eacks = ()
        if self.flags & Segment.EACK:
            self.eacks = struct.unpack_from(">%dI" % ((end - 18) // 4), at, 18)
        if self.flags & Segment.SYN:
            self.window, _, self.options = struct.unpack_from(">HHH", at, 18)


class Run:
    """The lines from go on, those of arrivals and departures with the frames of the captures."""

    def __init__(self, folder):
        self.plan = json.loads((folder / "plan.json").read_text())
        self.folder = folder
        self.names = {node["address"]: node["name"] for node in self.plan["nodes"]}
        self.nodes = {node["name"]: node for node in self.plan["nodes"]}
        self.go = None
        self.last = 0
        self.stop = None
        self.followers = {}

    def name(self, address):
        return self.names.get(address, address)

    def follow(self, follower):
        """The one follower of its kind, which is told before any row is."""
        if follower not in self.followers:
            made = follower(self)
            self.followers[follower] = made
        return self.followers[follower]

    def with_service(self, service):
        return [name for name, node in self.nodes.items() if service in node["services"]]

    def flows(self, node):
        """The flows of a node's source as its file has them, each copy by itself."""
        source = self.nodes[node]["services"].get("source") or {}
        return [flow for flow in source.get("flows") or [] for _ in range(int(flow.get("copies", 1)))]

    def flow(self, end):
        """The flow of a source's connection: to that node, and of several the one that starts when the
        connection began."""
        to = self.name(end.name.split("-")[1].split(":")[0])
        flows = [flow for flow in self.flows(end.node)
                 if flow["to"] == to and flow.get("kind") in ("bulk", "request-response", "transfers")]
        flows.sort(key=lambda flow: abs(amount(flow.get("start", "0s")) - end.begun))
        return flows[0] if flows else {}

    def events(self):
        captured = {}
        for node in self.nodes:
            path = self.folder / (node + ".pcapng")
            if path.exists():
                captured[node] = frames(path)
        ends = {(node, str(link["number"])): 2 * place for node in self.nodes
                for place, link in enumerate(self.nodes[node]["links"])}
        up = set()
        for e in lines(self.folder / "run.trace"):
            if e.kind in ("arrival", "departure"):
                end = ends.get((e.node, e.f["link"]))
                if end is not None and e.node in captured:
                    interface, time, e.frame = next(captured[e.node])
                    assert (interface & ~1, time) == (end, e.t), (e.node, e.t)
                    assert e.packet is None or e.is_data != is_control(e.frame), (e.node, e.t)
            if self.go is None:
                if e.kind == "link":
                    change = up.add if e.f["state"] == "up" else up.discard
                    change((e.node, e.f["link"]))
                if len(up) == len(ends):
                    self.go = e.t
                continue
            e.t -= self.go
            self.last = max(self.last, e.t)
            yield e
        for node, left in captured.items():
            for interface, time, _ in left:
                assert interface is None, "more was captured than traced"
                self.stop = time - self.go
        for end in self.follow(Connections).ends:
            self.follow(Connections).settle(end, math.inf)
        if any(end.is_there for end in self.follow(Connections).ends):
            self.last = self.stop  # that these end then is the last event

    def span(self):
        """S in ns."""
        measure = self.plan["measure"]
        until = measure["until"]
        end = self.last if until is None else min(self.last, until)
        return measure["from"], max(measure["from"], end)

    def seconds(self):
        """The length of S."""
        begin, end = self.span()
        return (end - begin) / 1e9

    def in_span(self, t):
        measure = self.plan["measure"]
        return t >= measure["from"] and (measure["until"] is None or t <= measure["until"])


# --- what is followed through a run -------------------------------------------------------------


class Packet:
    """What became of a packet that a node made."""

    __slots__ = ("number", "made", "length", "came", "dropped", "reason", "filtered")

    def __init__(self, number, made):
        self.number, self.made = number, made
        self.length = self.came = self.dropped = self.reason = self.filtered = None


class Packets:
    """The packets of each source but control, known by originator and identification, which is used
    again after 65,536: what is sent again is another packet, a copy that the network makes is not. One of
    which any copy came has come, with the first of them, and was not dropped."""

    def __init__(self, run):
        self.sources, self.under_way = {}, {}

    def origin(self, e):
        if e.is_data:
            sent = self.sources.setdefault(e.f["from"], [])
            sent.append(Packet(len(sent), e.t))
            self.under_way[e.packet] = sent[-1]

    def delivery(self, e):
        if e.is_data and e.f["at"] == "sink":
            packet = self.under_way.pop(e.packet, None)
            if packet:
                packet.came, packet.length = e.t, int(e.f["len"])
                packet.dropped = packet.reason = packet.filtered = None

    def drop(self, e):
        if e.is_data:
            packet = self.under_way.get(e.packet)
            if packet and packet.dropped is None:
                packet.dropped, packet.reason = e.t, e.f["reason"]
                packet.filtered = e.node if e.f["reason"] == "filtered" else None


class Server:
    """A queue and what it waits for: what is in it, one of it in service, and when what departed was; and
    the average that it keeps. Of RED that is (1 - w) avg + w q, q being what waits, in packets or mean packets of bytes; of
    an arrival that finds it idle since m mean packets' times (1 - w)^m avg (Floyd and Jacobson 1993), or
    as ns-2 has it. Of others it is what waits, but of RIO what its line says."""

    def __init__(self, law, rate):
        self.inside, self.lengths, self.count = {}, {}, 0
        self.busy, self.since, self.left = [], None, -math.inf
        self.law, self.rate, self.average, self.idle = law, rate, 0.0, 0

    def see(self, e):
        """A packet that comes finds so much, and so the average is then."""
        e.waiting = self.waiting()
        if self.law is None:
            self.average = float(e.waiting)
        elif self.law["discipline"] == "rio":
            self.average = float(e.f["average"])
        elif self.inside:
            queue = e.waiting
            if self.law["byteMode"]:
                first = next(iter(self.inside))
                bytes = sum(n * self.lengths[packet] for packet, n in self.inside.items())
                queue = (bytes - self.lengths[first]) / self.law["meanPacket"]
            w = self.law["weight"]
            self.average = (1 - w) * self.average + w * queue
        elif self.average > 0:
            idle = max(0, e.t - max(self.left, self.idle))
            m = idle / 1e9 * self.packets_per_second() if idle else 0
            if self.law["rules"] == "ns-2":
                m = (math.floor(m) if m < math.inf else m) + 1
            self.average *= (1 - self.law["weight"]) ** m
        self.idle = e.t
        e.average = self.average

    def packets_per_second(self):
        if self.rate is None:
            return math.inf
        return amount(self.rate) / (1 if "packet" in self.rate else 8 * self.law["meanPacket"])

    def join(self, t, packet, length):
        if not self.inside:
            self.since = t
        self.inside[packet] = self.inside.get(packet, 0) + 1
        self.lengths[packet] = length
        self.count += 1

    def leave(self, t, packet, served=True, departed=True):
        copies = self.inside.pop(packet, 0)
        if copies > 1:
            self.inside[packet] = copies - 1
        elif copies:
            del self.lengths[packet]
        if copies:
            self.left = t
            self.count -= 1
            if departed and self.busy and self.busy[-1][1] == self.since:
                self.busy[-1] = self.busy[-1][0], t
            elif departed:
                self.busy.append((self.since, t))
            if served:
                self.since = t
        return copies > 0

    def waiting(self):
        return max(0, self.count - 1)


class Servers:
    """Every queue of every node: a packet is in it from a verdict that lets it join to its departure,
    of a node's own queue to the verdict of the next, or to its drop."""

    def __init__(self, run):
        self.run, self.servers, self.refused = run, {}, {}
        self.queues = {node: [] for node in run.nodes}

    def server(self, node, queue):
        server = self.servers.get((node, queue))
        if server is None:
            of = self.run.nodes[node]
            if queue != "node":
                of = of["links"][int(queue.removeprefix("link-"))] if self.is_known(of, queue) else {}
            server = self.servers[node, queue] = Server(of.get("law"), of.get("rate"))
            self.queues.setdefault(node, []).append(server)
        return server

    def verdict(self, e):
        e.is_first = e.f["queue"] == "node" or not self.run.nodes[e.node]["ownQueue"]
        if not e.is_first:
            self.server(e.node, "node").leave(e.t, e.packet)
        server = self.server(e.node, e.f["queue"])
        server.see(e)
        if e.f["verdict"] in ("enqueue", "mark"):
            server.join(e.t, e.packet, int(e.f["len"]))
        else:
            self.refused[e.node, e.packet] = self.refused.get((e.node, e.packet), 0) + 1

    @staticmethod
    def is_known(node, queue):
        return int(queue.removeprefix("link-")) < len(node["links"])

    def note(self, e):
        if (e.f["service"], e.f["event"]) == ("node", "set-link") and "rate" in e.f:
            self.server(e.node, "link-" + e.f["link"]).rate = e.f["rate"]

    def departure(self, e):
        """Of control packets those were in it that had no place beside, and so a verdict."""
        self.server(e.node, "link-" + e.f["link"]).leave(e.t - int(e.f["late"]), e.packet)

    def drop(self, e):
        if e.packet and "link" not in e.f:
            if self.refused.get((e.node, e.packet)):
                self.refused[e.node, e.packet] -= 1
            else:
                served = e.f["reason"] not in BY_QUEUES  # as one whose life is over by then
                any(server.leave(e.t, e.packet, served, False) for server in self.queues.get(e.node, ()))


class Frames:
    """The bytes of packets as they came to a node, so that what is delivered or dropped there can be
    read: by node and packet."""

    def __init__(self, run):
        self.at = {}

    def arrival(self, e):
        if e.frame and e.is_data:
            self.at[e.node, e.packet] = e.frame

    def read(self, e):
        return self.at.get((e.node, e.packet))


class End:
    """One end of a connection: what it told of itself, and what it sent and took, by its frames."""

    def __init__(self, node, service, name, begun):
        self.node, self.service, self.name, self.begun = node, service, name, begun
        self.called = self.opened = self.closed = self.reason = None
        self.is_there = True
        self.state, self.cwnd, self.ssthresh = "Idle", 0.0, 0.0
        self.resent_at, self.answered_until = {}, -1
        self.first_again = self.timed_out_first = None
        self.rto, self.flight = 0, 0
        self.retransmissions, self.timeouts, self.fast, self.closes = 0, 0, 0, []
        self.cuts, self.responses, self.requests, self.let_go = [], [], 0, 0
        # Numbers are counted from the SYN's, which has 0.
        self.iss, self.sent, self.last_sent, self.acked, self.acked_bytes = None, {}, 0, 0, 0
        self.eacked = set()
        self.irs, self.current, self.window, self.ordered = None, 0, 1, True
        self.held, self.messages = {}, []
        self.transfer = None

    def sends(self, segment):
        if segment.flags & Segment.SYN:
            self.iss, self.ordered, self.window = segment.seq, segment.options & 1, segment.window
        elif self.iss is not None and (segment.data or segment.flags & Segment.NUL):
            number = (segment.seq - self.iss) & 0xFFFFFFFF
            self.sent.setdefault(number, segment.data)
            if number == 1 and segment.head[:2] == b"TR":  # a transfer: bytes in all, data and headers of a packet
                self.transfer = struct.unpack(">I", segment.head[2:])[0], segment.data, segment.overhead
            self.last_sent = max(self.last_sent, number)

    def takes(self, t, segment):
        if segment.flags & Segment.SYN:
            if self.irs is None:
                self.irs = segment.seq
        if self.iss is None or self.irs is None:
            return
        number = (segment.seq - self.irs) & 0xFFFFFFFF
        closes = segment.flags & (Segment.RST | Segment.ACK) == Segment.RST
        if segment.flags & Segment.ACK or (closes and number == self.current + 1):
            self.acknowledged((segment.ack - self.iss) & 0xFFFFFFFF, segment)
        if segment.data or segment.flags & Segment.NUL:
            if self.current < number <= self.current + 2 * self.window and number not in self.held:
                self.held[number] = segment.data
                if not self.ordered and segment.data:
                    self.messages.append((t, segment.data))
                while self.current + 1 in self.held:
                    self.current += 1
                    data = self.held.pop(self.current)
                    if self.ordered and data:
                        self.messages.append((t, data))

    def acknowledged(self, number, segment):
        if number <= self.last_sent:
            for each in range(self.acked + 1, number + 1):
                self.acked_bytes += self.sent.get(each, 0)
            self.acked = max(self.acked, number)
            self.eacked.update((each - self.iss) & 0xFFFFFFFF for each in segment.eacks)


class Connections:
    """Every end of a connection that a node told of. A name that comes again after its end is another.

    Notes tell when it opened and ended, what it sent again, and how its window went; captured frames
    what was acknowledged and what arrived. Its window closes (a) as it enters FR, unless a router had
    it closed already, (b) as its timer expires, but not again for the same segment (with `profile:
    ns-2` also again), (c) as it goes back to the threshold for a mark, (d) as it follows a request that
    quotes its present epoch.
    """

    def __init__(self, run):
        self.run, self.ends, self.current, self.coming = run, [], {}, {}
        self.frames = run.follow(Frames)
        run.follow(Packets)
        self.addresses = {name: node["address"] for name, node in run.nodes.items()}

    def note(self, e):
        if "conn" not in e.f or e.f["event"] not in (
                "connection", "window", "retransmit", "closed", "request", "response"):
            return
        key = e.node, e.f["conn"]
        end = self.current.get(key)
        begins = e.f["event"] == "connection" and e.f["state"] in ("SYN-SENT", "SYN-RCVD")
        if end is None or (begins and end.closed is not None):
            end = End(e.node, e.f["service"], e.f["conn"], e.t)
            self.ends.append(end)
            self.current[key] = end
        self.settle(end, e.t)
        getattr(self, e.f["event"])(e, end)

    def connection(self, e, end):
        end.is_there = e.f["state"] != "CLOSED"
        if e.f["state"] == "SYN-SENT" and end.called is None:
            end.called = e.t
        if e.f["state"] == "OPEN" and end.opened is None:
            end.opened = e.t

    def closed(self, e, end):
        end.closed, end.reason = e.t, e.f["reason"]

    def response(self, e, end):
        end.responses.append(e.t)

    def retransmit(self, e, end):
        number = int(e.f["sequence"])
        end.retransmissions += 1
        end.resent_at.setdefault(number, e.t)
        if number == end.acked + 1 and e.node not in self.coming:
            end.first_again = e.t

    def settle(self, end, now):
        """An expiry has sent the first segment again, while nothing came, and changed nothing that is
        told: only then is nothing told behind that before time goes on."""
        if end.first_again is not None and end.first_again < now:
            if end.state == "RTO":
                self.expired(end, end.first_again)
                end.rto *= 2
            end.first_again = None

    def expired(self, end, t):
        end.timeouts += 1
        if end.timed_out_first != end.acked + 1 or self.is_ns2(end):
            end.closes.append(t)
        end.timed_out_first = end.acked + 1

    def is_ns2(self, end):
        return self.run.flow(end).get("profile") == "ns-2"

    def request(self, e, end):
        number, lost = int(e.f["sequence"]), int(e.f["lost"])
        last = min(number + lost - 1, end.last_sent)
        let_go = [n for n in range(number, last + 1) if n > end.acked and n not in end.eacked
                  and end.resent_at.get(n, e.t) == e.t]
        end.let_go += last - number + 1 if self.is_ns2(end) else len(let_go)
        if int(e.f["epoch"]) == len(end.closes) & 0xFFFF:
            end.requests += 1
            end.closes.append(e.t)
            end.answered_until = end.last_sent
        if lost > 0:
            end.state = "FR"

    def window(self, e, end):
        state, cwnd, ssthresh = e.f["state"], float(e.f["cwnd"]), float(e.f["ssthresh"])
        falls = cwnd < end.cwnd and cwnd == ssthresh  # for a mark, or behind a pause
        is_mark = falls and self.echoes_mark(e)
        rto, flight = float(e.f["rto"]), int(e.f["flight"])
        if state == "RTO" and e.node not in self.coming:
            is_again = end.first_again == e.t and flight != end.flight + 1  # else its pace let it go
            if end.state != "RTO" or rto > 1.5 * end.rto or is_again:
                self.expired(end, e.t)
        end.first_again, end.rto, end.flight = None, rto, flight
        if state == "FR" and end.state != "FR":
            end.fast += 1
            if end.acked >= end.answered_until:
                end.closes.append(e.t)
        elif is_mark and end.state not in RECOVERS and e.t not in end.closes[-1:]:
            end.closes.append(e.t)
        if end.told not in RECOVERS and (state in RECOVERS or falls):
            end.cuts.append(e.t)
        end.state = end.told = state
        end.cwnd, end.ssthresh = cwnd, ssthresh

    def departure(self, e):
        if e.f.get("proto") == RDP and e.frame and e.f["from"] == self.addresses[e.node]:
            name = "%s:%s-%s:%s" % (e.f["from"], e.f["sport"], e.f["to"], e.f["dport"])
            end = self.current.get((e.node, name))
            if end:
                end.sends(Segment(ipv4(e.frame)))

    def arrival(self, e):
        if e.f.get("proto") == RDP and e.f["to"] == self.addresses[e.node]:
            self.coming[e.node] = e.packet  # what it makes the node do is told before its delivery

    def echoes_mark(self, e):
        """Whether the segment that is coming in there says that one was marked."""
        frame = self.frames.at.get((e.node, self.coming.get(e.node)))
        return frame is not None and Segment(ipv4(frame)).is_echo

    def drop(self, e):
        if self.coming.get(e.node) == e.packet:
            self.coming.pop(e.node, None)

    def delivery(self, e):
        self.drop(e)
        if e.f.get("proto") != RDP:
            return
        key = e.node, "%s:%s-%s:%s" % (e.f["to"], e.f["dport"], e.f["from"], e.f["sport"])
        frame = self.frames.read(e)
        segment = Segment(ipv4(frame)) if frame else None
        if segment and segment.is_good:
            end = self.current.get(key)
            if end and end.closed in (None, e.t):
                self.settle(end, e.t)
                end.takes(e.t, segment)


End.told = "Idle"


# --- rows of packets ----------------------------------------------------------------------------


class Row:
    """Some rows of the sheet, by the patterns of their names."""

    names = ()
    follows = ()

    def __init__(self, run):
        self.run = run
        for follower in self.follows:
            setattr(self, follower.__name__.lower(), run.follow(follower))

    def metrics(self):
        raise NotImplementedError


class Drops(Row):
    """Lines `drop`: all, by reason, and of packets of connections by queues."""

    names = ("drops.total", "drops.REASON", "rdp.queue-drops.total")

    def __init__(self, run):
        super().__init__(run)
        self.by_reason, self.rdp_by_queues = {}, 0

    def drop(self, e):
        reason = e.f["reason"]
        self.by_reason[reason] = self.by_reason.get(reason, 0) + 1
        self.rdp_by_queues += e.f.get("proto") == RDP and reason in BY_QUEUES

    def metrics(self):
        yield "drops.total", sum(self.by_reason.values())
        yield "rdp.queue-drops.total", self.rdp_by_queues
        for reason, count in self.by_reason.items():
            yield "drops." + reason, count


class Duration(Row):
    """From go to the last event."""

    names = ("duration-seconds",)

    def metrics(self):
        yield "duration-seconds", self.run.last / 1e9


class Rates(Row):
    """Of a source: bits of packets that came to a sink within S, a second of S; packets that were
    dropped, wherever, by reason, and, of these, those within S, a second of S; when the last came."""

    names = ("throughput.NODE", "dropped.NODE", "dropped.NODE.REASON", "dropped-per-second.NODE",
             "last-delivery-seconds.NODE")
    follows = (Packets,)

    def metrics(self):
        seconds = self.run.seconds()
        for address, sent in self.packets.sources.items():
            name = self.run.name(address)
            came = [p for p in sent if p.came is not None]
            dropped = [p for p in sent if p.dropped is not None]
            yield "dropped." + name, len(dropped)
            for reason in {p.reason for p in dropped}:
                yield f"dropped.{name}.{reason}", sum(p.reason == reason for p in dropped)
            if seconds > 0:
                yield ("dropped-per-second." + name,
                       sum(self.run.in_span(p.dropped) for p in dropped) / seconds)
                got = sum(p.length for p in came if self.run.in_span(p.came))
                if got > 0:
                    yield "throughput." + name, 8 * got / seconds
            if came:
                yield "last-delivery-seconds." + name, max(p.came for p in came) / 1e9


class Fairness(Row):
    """Of x, the bits that came to sinks within S of each node that has a source and sent: (sum of x)^2 /
    (n * sum of x^2)."""

    names = ("fairness.jain",)
    follows = (Packets,)

    def metrics(self):
        sources = {self.run.nodes[node]["address"] for node in self.run.with_service("source")}
        came = [sum(p.length for p in sent if p.came is not None and self.run.in_span(p.came))
                for address, sent in self.packets.sources.items() if address in sources]
        if len(came) > 1 and any(came):
            yield "fairness.jain", sum(came) ** 2 / (len(came) * sum(x * x for x in came))


def spread(name, times):
    """Of times in ns. A percentile p of n is the ceil(p n)-th smallest (Hyndman and Fan 1996,
    definition 1)."""
    times = sorted(times)
    assert len(times) <= 10_000_000, "its percentiles have an error"
    if times:
        yield name + ".mean", sum(times) / len(times) / 1e9
        for percent in (50, 95, 99):
            rank = -(-percent * len(times) // 100)
            yield f"{name}.p{percent}", times[rank - 1] / 1e9
        yield name + ".max", times[-1] / 1e9


def spreads(prefix):
    return tuple(f"{prefix}.{each}" for each in ("mean", "p50", "p95", "p99", "max"))


class Delays(Row):
    """From origin to delivery at a sink, of packets that came within S, in seconds. Runs in which so many
    came that percentiles have an error are not told."""

    names = (*spreads("delay.NODE"), "delay.NODE.percentile-error")
    follows = (Packets,)

    def metrics(self):
        for address, sent in self.packets.sources.items():
            yield from spread("delay." + self.run.name(address), [
                p.came - p.made for p in sent if p.came is not None and self.run.in_span(p.came)])


class Sojourns(Row):
    """From the first queue that a packet joins at a node to its departure, of packets that left within S
    by a link with a rate, or from a node with a queue of its own. Of two copies inside the first."""

    names = (*spreads("sojourn.A->B"), "sojourn.A->B.percentile-error")
    follows = (Servers,)

    def __init__(self, run):
        super().__init__(run)
        self.inside, self.stays = {}, {}

    def verdict(self, e):
        if e.is_first and e.f["verdict"] in ("enqueue", "mark"):
            self.inside.setdefault((e.node, e.packet), e.t)

    def drop(self, e):
        return self.inside.pop((e.node, e.packet), None) if e.packet else None

    def departure(self, e):
        since = self.drop(e)
        if since is not None and self.run.in_span(e.t):
            self.stays.setdefault((e.node, int(e.f["link"])), []).append(e.t - since)

    def metrics(self):
        for node in self.run.plan["nodes"]:
            for link in node["links"]:
                if link["rate"] is not None or node["ownQueue"]:
                    stays = self.stays.get((node["name"], link["number"]), [])
                    yield from spread("sojourn." + link["name"], stays)


class Flows(Row):
    """Of a source: `offered`, what its file counts, or if it has no count what it made; `delivered`,
    distinct packets of datagrams (by flow and number) and messages of connections that sinks took;
    their ratio; `retransmitted`, what it sent again of both, UNTOLD if some of a responsive flow never left
    it: the numbers in them are in no capture."""

    names = ("offered.NODE", "delivered.NODE", "delivered.total", "through.NODE", "retransmitted.NODE")
    follows = (Frames, Connections)

    def __init__(self, run):
        super().__init__(run)
        self.made, self.left, self.came, self.highest = {}, {}, set(), {}

    @staticmethod
    def generated(frame):
        """(kind, sequence) of a generator's datagram, docs/wire-format.md."""
        kind, _, _, sequence = struct.unpack_from(">BBHI", ipv4(frame), 28)
        return kind, sequence

    def origin(self, e):
        if e.f.get("proto") == UDP and e.is_data:
            flow = e.node, int(e.f["sport"]) - 5000
            self.made[flow] = self.made.get(flow, 0) + 1

    def departure(self, e):
        if e.f.get("proto") == UDP and e.is_data and e.f["from"] == self.run.nodes[e.node]["address"]:
            flow = e.node, int(e.f["sport"]) - 5000
            self.left[flow] = self.left.get(flow, 0) + 1
            self.highest[flow] = max(self.highest.get(flow, 0), 1 + self.generated(e.frame)[1])

    def delivery(self, e):
        if e.f.get("proto") == UDP and e.f["at"] == "sink" and self.frames.read(e):
            kind, sequence = self.generated(self.frames.read(e))
            if kind in (1, 2):
                self.came.add((e.f["from"], e.f["sport"], e.f["to"], e.f["dport"], sequence))

    def offered(self, node):
        """Their sum over the node's flows. Of one of as many as a connection takes, those in its segments;
        UNTOLD if it did not close, so that some may wait to be sent."""
        count, uncounted = 0, 0
        for number, flow in enumerate(self.run.flows(node)):
            kind = flow.get("kind", "bursts")
            timed = amount(flow.get("duration", "0s")) > 0
            packets = int(flow.get("packets") or (0 if timed else 100))
            if kind == "request-response":
                count += int(flow.get("requests", 10))
            elif kind == "replay":
                count += len(flow["arrivals"]) if isinstance(flow["arrivals"], list) else 1
            elif kind == "transfers":
                pass  # what its connections have sent
            elif packets > 0 or kind not in ("bulk", "poisson", "on-off"):
                count += packets or 100
            elif kind == "bulk":
                uncounted += 1
            else:
                count += self.made.get((node, number), 0)
        ends = [end for end in self.connections.ends
                if (end.node, end.service) == (node, "source") and end.transfer is None
                and self.is_uncounted(self.run.flow(end))]
        transfers = [end for end in self.connections.ends
                     if (end.node, end.service) == (node, "source") and end.transfer is not None]
        uncounted += len(transfers)
        ends += transfers
        if len(ends) != uncounted or any(end.reason != "closed" for end in ends):
            return UNTOLD
        return count + sum(data > 0 for end in ends for data in end.sent.values())

    @staticmethod
    def is_uncounted(flow):
        packets = flow.get("packets", "0" if "duration" in flow else "100")
        return flow.get("kind") == "bulk" and int(packets) == 0

    def metrics(self):
        total = 0
        for node in self.run.with_service("source"):
            address = self.run.nodes[node]["address"]
            ends = self.connections.ends
            delivered = sum(source == address for source, *_ in self.came)
            delivered += sum(len(end.messages) for end in ends
                             if end.service == "sink" and end.name.split("-")[1].startswith(address + ":"))
            total += delivered
            offered = self.offered(node)
            yield "offered." + node, offered
            yield "delivered." + node, delivered
            is_seen = True
            again = sum(end.retransmissions for end in ends if (end.node, end.service) == (node, "source"))
            for number, flow in enumerate(self.run.flows(node)):
                if flow.get("kind") == "responsive":
                    made = self.made.get((node, number), 0)
                    again += made - self.highest.get((node, number), 0)
                    is_seen &= self.left.get((node, number), 0) == made
            yield "retransmitted." + node, again if is_seen else UNTOLD
            if offered is UNTOLD:
                yield "through." + node, UNTOLD
            elif offered > 0:
                yield "through." + node, delivered / offered
        yield "delivered.total", total


class Links(Row):
    """Of S, the share in which packets that left were in the serializer of a link that has a rate: it
    serves what waits for it without a pause, so that it is busy while anything does."""

    names = ("link.utilisation.A->B",)
    follows = (Servers,)

    def metrics(self):
        begin, end = self.run.span()
        for node in self.run.plan["nodes"] if end > begin else ():
            for link in node["links"]:
                if link["rate"] is not None:
                    server = self.servers.server(node["name"], "link-%d" % link["number"])
                    share = sum(max(0, min(end, b) - max(begin, a)) for a, b in server.busy)
                    yield "link.utilisation." + link["name"], share / (end - begin)


class Queues(Row):
    """Of the node's own queue or, where it has none, over those of its links: the greatest average that
    an arrival brought; most packets that one found waiting, without the one in service. Verdicts `overflow` of
    any of its queues."""

    names = ("queue.NODE.average-max", "queue.NODE.queued-max", "queue.NODE.tail-drops")
    follows = (Servers,)

    def __init__(self, run):
        super().__init__(run)
        self.average, self.queued, self.tail = {}, {}, {}

    def verdict(self, e):
        self.tail[e.node] = self.tail.get(e.node, 0) + (e.f["verdict"] == "overflow")
        self.queued.setdefault(e.node, 0)
        self.average.setdefault(e.node, 0.0)
        if e.is_first:
            assert e.waiting == int(e.f["queued"]), (e.t, e.node, e.f, e.waiting)
            self.queued[e.node] = max(self.queued[e.node], e.waiting)
            self.average[e.node] = max(self.average[e.node], e.average)

    def metrics(self):
        for node, queued in self.queued.items():
            yield f"queue.{node}.average-max", self.average[node]
            yield f"queue.{node}.queued-max", queued
            yield f"queue.{node}.tail-drops", self.tail[node]


class Schedule(Row):
    """Notes of nodes, by=schedule: what was done, and what refused."""

    names = ("schedule.done", "schedule.refused")

    def __init__(self, run):
        super().__init__(run)
        self.done, self.refused = 0, 0

    def note(self, e):
        if e.f["service"] == "node" and e.f.get("by") == "schedule":
            self.refused += e.f["event"] == "refused"
            self.done += e.f["event"] != "refused"

    def metrics(self):
        if self.done + self.refused > 0:
            yield "schedule.done", self.done
            yield "schedule.refused", self.refused


# --- rows of filters and LGC --------------------------------------------------------------------


class Filter:
    """From its installation to its end."""

    def __init__(self, e):
        self.node, self.link, self.flow, self.at = e.node, e.f.get("link"), e.f["flow"], e.t
        self.set_for, self.refreshes, self.caught = None, 0, 0

    def is_about(self, e):
        sender, _, rest = self.flow.partition(">")
        if not rest:
            return self.flow == e.f["from"]
        return self.flow == "%s:%s>%s:%s/%s" % (
            e.f["from"], e.f.get("sport", 0), e.f["to"], e.f.get("dport", 0), e.f["proto"])


class Standing:
    """Filters and diversions from their installation to their end: all there were, and those now."""

    def __init__(self, run):
        self.run, self.all, self.now = run, [], []

    def filter(self, e):
        same = [one for one in self.now
                if (one.node, one.link, one.flow) == (e.node, e.f.get("link"), e.f["flow"])]
        if not same:
            same = [Filter(e)]
            same[0].set_for = nanos(e.f["until"]) - self.run.go - e.t
            self.all += same
            self.now += same
        same[0].refreshes += e.f["change"] == "refresh"
        if e.f["change"] in ("expire", "remove"):
            self.now.remove(same[0])

    def about(self, e, link):
        """The one for a packet's very flow, of those of a link or of the node's own packets; or None."""
        return next((one for one in self.now
                     if one.node == e.node and one.link == link and one.is_about(e)), None)


class Filters(Row):
    """Of a node's filters and diversions: how many were installed, how often one was refreshed, what
    they dropped (lines `drop`, `filtered`, of their flow and link); when the first was installed, and for
    how long it was set. And packets of a filtered flow that joined a node's first queue all the same."""

    names = ("filter.installs.NODE", "filter.refreshes.NODE", "filter.caught.NODE",
             "filter.at-seconds.NODE", "filter.seconds.NODE", "filter.installs.total",
             "filter.caught.total", "queue.NODE.entered-after-filter.FLOW")
    follows = (Servers, Standing)

    def __init__(self, run):
        super().__init__(run)
        self.entered = {}

    def filter(self, e):
        self.entered.setdefault((e.node, e.f["flow"]), 0)

    def drop(self, e):
        if e.packet and e.f["reason"] == "filtered":
            one = self.standing.about(e, e.f.get("link"))
            if one:
                one.caught += 1

    def verdict(self, e):
        if e.is_first and e.f["verdict"] in ("enqueue", "mark"):
            for one in self.standing.now:
                if one.node == e.node and one.is_about(e):
                    self.entered[one.node, one.flow] += 1
                    break

    def metrics(self):
        yield "filter.installs.total", len(self.standing.all)
        yield "filter.caught.total", sum(one.caught for one in self.standing.all)
        for (node, flow), count in self.entered.items():
            yield f"queue.{node}.entered-after-filter.{self.run.name(flow)}", count
        for node in {one.node for one in self.standing.all}:
            here = [one for one in self.standing.all if one.node == node]
            yield "filter.installs." + node, len(here)
            yield "filter.refreshes." + node, sum(one.refreshes for one in here)
            yield "filter.caught." + node, sum(one.caught for one in here)
            yield "filter.at-seconds." + node, here[0].at / 1e9
            yield "filter.seconds." + node, here[0].set_for / 1e9


class Filtered(Row):
    """Of a source of which filters dropped any packet: how many; those that came or were dropped; those
    that came though one sent before them had been filtered; those that a node filtered after another,
    which began later, had filtered one sent before them. Of a node that filtered one source: the numbers,
    from 1, of the first and the last."""

    names = ("filtered.NODE", "delivered-or-dropped.NODE", "filter.passed-after.NODE",
             "filter.steps-back.NODE", "filter.first.NODE", "filter.last.NODE")
    follows = (Packets, Connections)

    def __init__(self, run):
        super().__init__(run)
        self.began = []

    def filter(self, e):
        if e.f["change"] == "install" and e.node not in self.began:
            self.began.append(e.node)

    def metrics(self):
        here = {}
        for address, sent in self.packets.sources.items():
            name = self.run.name(address)
            filtered = [p for p in sent if p.filtered]
            if not filtered:
                continue
            first = min(p.number for p in filtered)
            yield "filtered." + name, len(filtered)
            yield ("filter.passed-after." + name,
                   sum(p.came is not None and p.number > first for p in sent))
            yield "filter.steps-back." + name, self.back(filtered)
            for p in filtered:
                here.setdefault(p.filtered, {}).setdefault(address, []).append(p.number + 1)
        for node, by_source in here.items():
            if node in self.began and len(by_source) == 1:
                numbers, = by_source.values()
                yield "filter.first." + node, min(numbers)
                yield "filter.last." + node, max(numbers)

    def back(self, filtered):
        count, least = 0, math.inf
        for node in reversed(self.began):
            numbers = [p.number for p in filtered if p.filtered == node]
            count += sum(number > least for number in numbers)
            least = min([least, *numbers])
        return count


class Crossings:
    """Stretches in which the average of the measured queue is above max_th: [above, below or None]."""

    def __init__(self, run):
        run.follow(Servers)
        measure = run.plan["measure"]
        self.place = measure["node"], measure["queue"]
        self.max_th, self.all = measure["maxTh"], []

    def verdict(self, e):
        if (e.node, e.f["queue"]) == self.place and self.max_th is not None:
            self.cross(e.t, e.average > self.max_th)

    def congestion(self, e):
        if (e.node, e.f["queue"]) == self.place and e.f["kind"] in ("above-max", "below-max"):
            self.cross(e.t, e.f["kind"] == "above-max")

    def cross(self, t, above):
        is_above = bool(self.all) and self.all[-1][1] is None
        if above and not is_above:
            self.all.append([t, None])
        elif is_above and not above:
            self.all[-1][1] = t


class Decision:
    """What LGC found when: p packets waiting of n sources, the greediest with `held`, and r."""

    def __init__(self, e, waiting, scale):
        by_source = {}
        for source in waiting:
            by_source[source] = by_source.get(source, 0) + 1
        self.t, self.node, self.gci = e.t, e.node, e.f["gci"]
        self.p, self.n = len(waiting), len(by_source)
        self.r = math.ceil(scale * math.log(3 * self.n) * self.p / self.n)
        greediest = max(by_source, key=by_source.get)  # among equals the one that stands first
        assert greediest == self.gci, (e.t, by_source, self.gci)
        self.held = by_source[greediest]

    def figures(self, run):
        yield "at-seconds", self.t / 1e9
        yield "p", self.p
        yield "n", self.n
        yield "r", self.r
        yield "held", self.held
        yield "share", self.r / self.p
        yield "held-share", self.held / self.p
        number = re.fullmatch(r".*?[^0-9]([0-9]{1,9})", run.name(self.gci))
        if number:
            yield "source", int(number[1])


class Lgc(Row):
    """Decisions of LGC as its notes tell when they were; what they found is counted in the queue. Packets
    that had entered by the trigger; the least time between two of a node; crossings at which none was;
    from the first trigger to the average's return; for how long its filter was set; and the messages
    that moved it."""

    names = ("lgc.triggers", "lgc.misses", *(f"lgc.{which}.{figure}" for which, figure in product(
                 ("trigger", "trigger-K", "miss"),
                 ("p", "n", "r", "held", "share", "held-share", "source", "at-seconds"))),
             *(f"lgc.trigger{k}.entered.{whose}" for k, whose in product(
                 ("", "-K"), ("SOURCE", "total"))), "lgc.gap-seconds", "lgc.decision-spacing-seconds", "lgc.crossings-while-resting",
             "lgc.filter-seconds", "lgc.active-filter-messages",
             "lgc.active-filter-messages-to-sources")
    follows = (Servers, Crossings)

    def __init__(self, run):
        super().__init__(run)
        self.found, self.entered, self.filters, self.propagated = {"trigger": [], "miss": []}, {}, [], []
        self.counted = {}

    def verdict(self, e):
        if e.is_first and e.f["verdict"] in ("enqueue", "mark"):
            here = self.entered.setdefault(e.node, {})
            here[e.f["from"]] = here.get(e.f["from"], 0) + 1

    def note(self, e):
        if e.f["service"] == "lgc" and e.f["event"] in self.found:
            queue = e.f["queue"]
            inside = self.servers.server(e.node, queue).inside.items()
            waiting = [source for (source, _), copies in inside for _ in range(copies)][1:]
            scale = float((self.run.nodes[e.node]["services"]["lgc"] or {}).get("k-scale", 1))
            decision = Decision(e, waiting, scale)
            self.found[e.f["event"]].append(decision)
            decision.entered = dict(self.entered.get(e.node, {}))
        elif e.f["service"] == "active-filter" and e.f["event"] == "propagate":
            self.propagated.append(e.f["gci"] == e.f["to"])

    def filter(self, e):
        if e.f["change"] == "install":
            self.filters.append((e.t, e.node, e.f["flow"], nanos(e.f["until"]) - self.run.go))
        elif e.f["change"] == "refresh":
            for k, (t, node, flow, _) in enumerate(self.filters):
                if (node, flow) == (e.node, e.f["flow"]):
                    self.filters[k] = t, node, flow, nanos(e.f["until"]) - self.run.go

    def metrics(self):
        triggers, misses = self.found["trigger"], self.found["miss"]
        yield "lgc.triggers", len(triggers)
        yield "lgc.misses", len(misses)
        yield "lgc.active-filter-messages", len(self.propagated)
        yield "lgc.active-filter-messages-to-sources", sum(self.propagated)
        for k, trigger in enumerate(triggers):
            prefix = "lgc.trigger" + (f"-{k + 1}" if k else "")
            for figure, value in trigger.figures(self.run):
                yield f"{prefix}.{figure}", value
            for source, count in trigger.entered.items():
                yield f"{prefix}.entered.{self.run.name(source)}", count
            yield prefix + ".entered.total", sum(trigger.entered.values())
        for figure, value in misses[0].figures(self.run) if misses else ():
            yield "lgc.miss." + figure, value
        yield from self.rests(triggers + misses)
        if triggers:
            first = triggers[0]
            gaps = [b - first.t for _, b in self.crossings.all if b is not None and b > first.t]
            if gaps:
                yield "lgc.gap-seconds", gaps[0] / 1e9
            own = [until - t for t, node, flow, until in self.filters
                   if (node, flow) == (first.node, first.gci) and t >= first.t]
            if own:
                yield "lgc.filter-seconds", own[0] / 1e9

    def rests(self, decisions):
        times = {}
        for one in decisions:
            times.setdefault(one.node, set()).add(one.t)
        spaces = [b - a for here in times.values()
                  for a, b in zip(sorted(here), sorted(here)[1:])]
        if spaces:
            yield "lgc.decision-spacing-seconds", min(spaces) / 1e9
        here = times.get(self.run.plan["measure"]["node"])
        if here is not None:
            yield ("lgc.crossings-while-resting",
                   sum(above not in here for above, _ in self.crossings.all))


# --- rows of RDP --------------------------------------------------------------------------------


def union(intervals):
    """The length of the union of intervals."""
    length, reached = 0, -math.inf
    for begin, end in sorted(intervals):
        length += max(0, end - max(begin, reached))
        reached = max(reached, end)
    return length


class Rdp(Row):
    """Over the ends of connections that a node told of, and of some over all nodes: how many; those that
    ended neither closed nor stopped; segments sent again; expiries of the timer; entries into FR; and
    bits of data that were acknowledged, a second of the union of [opened, end]."""

    names = ("rdp.connections.NODE", "rdp.broken.NODE", "rdp.retransmissions.NODE",
             "rdp.timeouts.NODE", "rdp.fast-retransmits.NODE", "rdp.goodput.NODE",
             "rdp.retransmissions.total", "rdp.timeouts.total", "rdp.fast-retransmits.total",
             "rdp.goodput.total")
    follows = (Connections,)

    def goodput(self, ends):
        opened = [(end.opened, self.run.stop if end.closed is None else end.closed)
                  for end in ends if end.opened is not None]
        length = union(opened)
        return 8 * sum(end.acked_bytes for end in ends) / (length / 1e9) if length > 0 else None

    def metrics(self):
        ends = self.connections.ends
        for node in {end.node for end in ends}:
            here = [end for end in ends if end.node == node]
            yield "rdp.connections." + node, len(here)
            yield "rdp.broken." + node, sum(
                end.reason not in (None, "closed", "closed-by-peer", "stopped") for end in here)
            yield from self.sums(here, node)
        if ends:
            yield from self.sums(ends, "total")

    def sums(self, ends, name):
        yield "rdp.retransmissions." + name, sum(end.retransmissions for end in ends)
        yield "rdp.timeouts." + name, sum(end.timeouts for end in ends)
        yield "rdp.fast-retransmits." + name, sum(end.fast for end in ends)
        if (goodput := self.goodput(ends)) is not None:
            yield "rdp.goodput." + name, goodput


class Completions(Row):
    """From the first SYN of a connection that the node made to its close, of those that closed within S
    with all that they sent acknowledged."""

    names = spreads("rdp.completion-seconds.NODE")
    follows = (Connections,)

    def metrics(self):
        for node in self.run.nodes:
            done = [end for end in self.connections.ends if end.node == node and end.called is not None
                    and end.reason == "closed" and self.run.in_span(end.closed) and self.all_came(end)]
            yield from spread("rdp.completion-seconds." + node, [end.closed - end.called for end in done])

    def all_came(self, end):
        sent = [number for number, data in end.sent.items() if data]
        return sent and max(sent) <= end.acked


class Transfers(Row):
    """Connections whose first data says how many bytes they come to in all: from the SYN to when so many
    have come to the sink, of those called within S; and that over the least time in which the serializers
    on the way could have carried such packets, each whole before it goes on, all there at the start. Small
    is below 100 kB, medium below 10 MB."""

    names = ("fct.started.NODE", "fct.started.total", "fct.unfinished.NODE", "fct.unfinished.total",
             *spreads("fct.NODE"), *spreads("fct.total"), *spreads("fct.CLASS.total"),
             *spreads("fct.slowdown.NODE"), *spreads("fct.slowdown.total"), *spreads("fct.slowdown.CLASS.total"))
    follows = (Connections,)

    def __init__(self, run):
        super().__init__(run)
        self.ways = {}

    def departure(self, e):
        if e.f.get("proto") == RDP and e.frame and Segment(ipv4(e.frame)).flags & Segment.SYN:
            way = self.ways.setdefault("%s:%s-%s:%s" % (e.f["from"], e.f["sport"], e.f["to"], e.f["dport"]), [])
            if (e.node, e.f["link"]) not in way:
                way.append((e.node, e.f["link"]))

    def serializers(self, name):
        """(ns a bit, ns a packet, ns behind it) of each on the way."""
        for node, number in self.ways[name]:
            here = self.run.nodes[node]
            link = here["links"][int(number)]
            if here["ownQueue"]:
                yield *self.costs(here["rate"]), 0
            yield *self.costs(link["rate"]), link["delay"]

    @staticmethod
    def costs(rate):
        if rate is None:
            return 0, 0
        return (0, 1e9 / amount(rate)) if rate.endswith("packet/s") else (1e9 / amount(rate), 0)

    def least(self, end):
        total, data, overhead = end.transfer
        lengths = [overhead + min(data, total - sent) for sent in range(0, total, data)]
        there = [0.0] * len(lengths)
        for a_bit, a_packet, behind in self.serializers(end.name):
            free = 0.0
            for k, length in enumerate(lengths):
                free = max(free, there[k]) + 8 * length * a_bit + a_packet
                there[k] = free + behind
        return there[-1]

    def came(self, end):
        local, remote = end.name.split("-")
        for other in self.connections.ends:
            if other.service == "sink" and other.name == remote + "-" + local and other.begun >= end.begun:
                left = end.transfer[0]
                for t, data in other.messages:
                    left -= data
                    if left <= 0:
                        return t
                return None
        return None

    def ends(self):
        return [end for end in self.connections.ends if end.service == "source" and end.transfer is not None]

    def table(self):
        for end in sorted(self.ends(), key=lambda end: end.called):
            came = self.came(end)
            to = self.run.name(end.name.split("-")[1].split(":")[0])
            took = "-" if came is None else came - end.called
            yield end.called, end.node, to, end.name, end.transfer[0], took, repr(self.least(end))

    def metrics(self):
        started, unfinished, took = {}, {}, {}
        for end in self.ends():
            if not self.run.in_span(end.called):
                continue
            came = self.came(end)
            for name in (end.node, "total"):
                started[name] = started.get(name, 0) + 1
                unfinished[name] = unfinished.get(name, 0) + (came is None)
            if came is not None:
                kind = ("small", "medium", "large")[(end.transfer[0] >= 1e5) + (end.transfer[0] >= 1e7)]
                for name in (end.node, "total", kind + ".total"):
                    took.setdefault("fct." + name, []).append(came - end.called)
                    slowdown = math.floor((came - end.called) / self.least(end) * 1e9 + 0.5)
                    took.setdefault("fct.slowdown." + name, []).append(slowdown)
        for name, count in started.items():
            yield "fct.started." + name, count
        for name, count in unfinished.items():
            yield "fct.unfinished." + name, count
        for name, times in took.items():
            yield from spread(name, times)


class Windows(Row):
    """The congestion windows, and the smoothed round trips where there is one, of a node's connections:
    each from its line `window` to the next or to the connection's end, as far as that is within S. A
    percentile p is the least that was not exceeded for p % of the time."""

    names = spreads("rdp.cwnd.NODE") + spreads("rdp.srtt.NODE")
    follows = (Connections,)

    def __init__(self, run):
        super().__init__(run)
        self.told = {}

    def note(self, e):
        if e.f["event"] == "window":
            end = self.connections.current[e.node, e.f["conn"]]
            cwnd, srtt = (int(e.f[key].replace(".", "")) for key in ("cwnd", "srtt"))
            self.told.setdefault(end, []).append((e.t, cwnd, 1000 * srtt))

    def metrics(self):
        begin, until = self.run.span()
        held = {}
        for end, told in self.told.items():
            closed = self.run.stop if end.closed is None else end.closed
            for (t, cwnd, srtt), (after, *_) in zip(told, [*told[1:], (closed,)]):
                lasted = min(after, until) - max(t, begin)
                if lasted > 0:
                    held.setdefault("rdp.cwnd." + end.node, []).append((cwnd, lasted))
                    if srtt > 0:
                        held.setdefault("rdp.srtt." + end.node, []).append((srtt, lasted))
        for name, values in held.items():
            yield from self.spread(name, sorted(values), 1000 if "cwnd" in name else 10 ** 9)

    def spread(self, name, values, parts):
        whole = sum(lasted for _, lasted in values)
        yield name + ".mean", sum(value * lasted for value, lasted in values) / (parts * whole)
        for percent in (50, 95, 99):
            passed = 0
            for value, lasted in values:
                passed += lasted
                if 100 * passed >= percent * whole:
                    yield f"{name}.p{percent}", value / parts
                    break
        yield name + ".max", values[-1][0] / parts


class SawTooth(Row):
    """Times within S that a node's windows were cut: one begins to make good a loss, or goes back to the
    threshold without; and packets of RDP that the node made from one to the next, in the mean."""

    names = ("rdp.sawtooth.cuts.NODE", "rdp.sawtooth.packets.NODE")
    follows = (Connections,)

    def __init__(self, run):
        super().__init__(run)
        self.made, self.cuts, self.known = {}, {}, {}

    def origin(self, e):
        if e.f.get("proto") == RDP:
            self.made[e.node] = self.made.get(e.node, 0) + 1

    def note(self, e):
        if e.f["event"] == "window":
            end = self.connections.current[e.node, e.f["conn"]]
            if len(end.cuts) > self.known.get(end, 0) and self.run.in_span(e.t):
                self.cuts.setdefault(e.node, []).append(self.made.get(e.node, 0))
            self.known[end] = len(end.cuts)

    def metrics(self):
        for node in {end.node for end in self.connections.ends}:
            cuts = self.cuts.get(node, [])
            yield "rdp.sawtooth.cuts." + node, len(cuts)
            if len(cuts) > 1:
                yield "rdp.sawtooth.packets." + node, (cuts[-1] - cuts[0]) / (len(cuts) - 1)


class Responses(Row):
    """Of a source that asks: notes `response`; and from when the request was handed over, which is when
    the connection opened or `think` after the response before, to then."""

    names = ("rdp.responses.NODE", "rdp.response-mean-seconds.NODE", "rdp.response-max-seconds.NODE")
    follows = (Connections,)

    def metrics(self):
        for node in self.run.with_service("source"):
            took = []
            for end in self.connections.ends:
                if end.node == node and end.responses:
                    think = int(amount(self.run.flow(end).get("think", "0s")))
                    asked = [end.opened] + [t + think for t in end.responses]
                    took += [t - a for t, a in zip(end.responses, asked)]
            if took:
                yield "rdp.responses." + node, len(took)
                yield "rdp.response-mean-seconds." + node, sum(took) / (len(took) * 1e9)
                yield "rdp.response-max-seconds." + node, max(took) / 1e9


class Delivered(Row):
    """Bits of data that sinks took over connections within S, a second of S."""

    names = ("rdp.delivered.total",)
    follows = (Connections,)

    def metrics(self):
        came = sum(data for end in self.connections.ends if end.service == "sink"
                   for t, data in end.messages if self.run.in_span(t))
        if came > 0 and self.run.seconds() > 0:
            yield "rdp.delivered.total", 8 * came / self.run.seconds()


class Closes(Row):
    """Times that the window of a source's connection was closed; those within S of one source, a second
    of S."""

    names = ("rdp.closes.NODE", "rdp.closes.total", "rdp.closes-per-second.mean")
    follows = (Connections,)

    def metrics(self):
        sources = [node for node in self.run.with_service("source")
                   if any(flow.get("kind") in ("bulk", "request-response", "transfers")
                          for flow in self.run.flows(node))]
        total, within = 0, 0
        for node in sources:
            closes = [t for end in self.connections.ends
                      if (end.node, end.service) == (node, "source") for t in end.closes]
            yield "rdp.closes." + node, len(closes)
            total += len(closes)
            within += sum(map(self.run.in_span, closes))
        if sources:
            yield "rdp.closes.total", total
            if self.run.seconds() > 0:
                yield "rdp.closes-per-second.mean", within / self.run.seconds() / len(sources)


# --- rows of services ---------------------------------------------------------------------------


class Acc(Row):
    """Notes `act` and `install`; packets of RDP that nodes with acc-filter discarded; requests that
    senders followed by closing their window, and segments on their way that they took as lost then."""

    names = ("acc.actions.total", "acc.filters.total", "acc.discarded.total",
             "acc.requests-taken.total", "acc.let-go.total")
    follows = (Connections,)

    def __init__(self, run):
        super().__init__(run)
        self.actions = self.filters = self.discarded = 0
        self.nodes = set(run.with_service("acc-filter"))

    def note(self, e):
        self.actions += (e.f["service"], e.f["event"]) == ("acc-monitor", "act")
        self.filters += (e.f["service"], e.f["event"]) == ("acc-filter", "install")

    def drop(self, e):
        self.discarded += (e.node in self.nodes and e.f["reason"] == "discarded"
                           and e.f.get("proto") == RDP)

    def metrics(self):
        sources = [end for end in self.connections.ends if end.service == "source"]
        yield "acc.actions.total", self.actions
        yield "acc.filters.total", self.filters
        yield "acc.discarded.total", self.discarded
        yield "acc.requests-taken.total", sum(end.requests for end in sources)
        yield "acc.let-go.total", sum(end.let_go for end in sources)


class Ufc(Row):
    """Packets of AF11, AF21, AF31 or AF41 but RDP that queues of nodes with ufc-core or ufc-edge dropped,
    not those of the node itself; messages to ufc-edge that they made; what edges discarded."""

    names = ("ufc.drops.total", "ufc.reports.total", "ufc.shaped.NODE", "ufc.shaped.total")
    follows = (Frames,)

    def __init__(self, run):
        super().__init__(run)
        self.drops = self.reports = 0
        self.cores, self.edges = run.with_service("ufc-core"), run.with_service("ufc-edge")
        self.shaped = dict.fromkeys(self.edges, 0)

    def drop(self, e):
        if not e.is_data or e.f["proto"] == RDP:
            return
        if e.node in self.shaped and e.f["reason"] == "discarded":
            self.shaped[e.node] += 1
        elif (e.node in self.cores or e.node in self.edges) and e.f["reason"] in BY_QUEUES:
            if e.f["from"] != self.run.nodes[e.node]["address"] and self.frames.read(e):
                if (self.run.nodes[e.node]["services"].get("ufc-edge") or {}).get("profiles"):
                    self.drops = math.nan  # how it was marked here is in no line
                self.drops += dscp(self.frames.read(e)) in (10, 18, 26, 34)

    def origin(self, e):
        if e.f["proto"] == MESSAGE and e.f.get("service") == "12":
            self.reports += e.node in self.cores or e.node in self.edges

    def metrics(self):
        if self.cores or self.edges:
            yield "ufc.drops.total", UNTOLD if math.isnan(self.drops) else self.drops
            yield "ufc.reports.total", self.reports
            for node, shaped in self.shaped.items():
                yield "ufc.shaped." + node, shaped
            yield "ufc.shaped.total", sum(self.shaped.values())


class Shortened(Row):
    """Packets that leave a node shorter than they came, and by how many bytes; words of ABCD's monitors.
    What is in service as the run ends was shortened as the one before it of its connection; UNTOLD if
    that heard of another size since."""

    names = ("abcd.shortened.total", "abcd.removed-bytes.total", "abcd.requests.total")
    follows = (Servers,)

    def __init__(self, run):
        super().__init__(run)
        self.came, self.left, self.count, self.bytes, self.requests = {}, {}, 0, 0, 0
        self.nodes = set(run.with_service("abcd-splitter"))

    @staticmethod
    def flow(e):
        return "%s:%s>%s:%s/%s" % (e.f["from"], e.f.get("sport"), e.f["to"], e.f.get("dport"), e.f["proto"])

    def arrival(self, e):
        if e.node in self.nodes and e.is_data:
            self.came[e.node, e.packet] = self.flow(e), int(e.f["len"])

    def departure(self, e):
        if e.node in self.nodes and (e.node, e.packet) in self.came:
            (flow, length), left = self.came[e.node, e.packet], int(e.f["len"])
            if left < length:
                self.left[e.node, flow] = left
            elif not length <= self.left.get((e.node, flow), 0):
                self.left[e.node, flow] = math.inf  # whole, though it is longer
            self.shorten(length, left)

    def shorten(self, length, left):
        self.count += left < length
        self.bytes += max(0, length - left)

    def note(self, e):
        self.requests += (e.f["service"], e.f["event"]) == ("abcd-monitor", "pace")
        if (e.f["service"], e.f["event"]) == ("abcd-splitter", "size"):
            self.left[e.node, e.f["flow"]] = math.nan

    def metrics(self):
        is_told = True
        for (node, queue), server in self.servers.servers.items():
            served = next(iter(server.inside), None)
            if queue != "node" and (node, served) in self.came:
                flow, length = self.came[node, served]
                left = self.left.get((node, flow), math.inf)
                is_told &= not math.isnan(left)
                self.shorten(length, left)
        yield "abcd.shortened.total", self.count if is_told else UNTOLD
        yield "abcd.removed-bytes.total", self.bytes if is_told else UNTOLD
        yield "abcd.requests.total", self.requests


class Capsules(Row):
    """When code from capsules first runs at each node, from the first capsule that was sent on; what was fetched."""

    names = ("capsule.running.NODE", "capsule.last-running", "capsule.nodes", "capsule.fetched",
             "capsule.fetched-bytes")

    def __init__(self, run):
        super().__init__(run)
        self.has = bool(run.with_service("capsule"))
        self.sent, self.running, self.fetched = None, {}, []

    def note(self, e):
        event = e.f["event"] if e.f["service"] == "capsule" else None
        if event == "sent" and self.sent is None:
            self.sent = e.t
        elif event == "running" and self.sent is not None:
            self.running.setdefault(e.node, e.t - self.sent)
        elif event == "fetched":
            self.fetched.append(int(e.f["bytes"]))

    def metrics(self):
        for node, nanos in self.running.items():
            yield "capsule.running." + node, nanos / 1e9
        if self.running:
            yield "capsule.last-running", max(self.running.values()) / 1e9
        if self.has:
            yield "capsule.nodes", len(self.running)
            yield "capsule.fetched", len(self.fetched)
            yield "capsule.fetched-bytes", sum(self.fetched)


class Average:
    """r = (1 - e^(-T/K)) S/T + e^(-T/K) r, in bit/s."""

    def __init__(self, k, begins):
        self.k, self.rate, self.begins = k, 0.0, begins

    def add(self, nanos, bits):
        old = 0 if self.begins else math.exp(-nanos / self.k)
        self.begins = False
        self.rate = (1 - old) * bits / nanos * 1e9 + old * self.rate


class Triplet:
    """Packets of a flow in a row, up to three; behind a gap of four usual spacings it begins again."""

    def __init__(self):
        self.times, self.bytes, self.usual = [], [], 0

    def take(self, t, length):
        if len(self.times) == 3:
            self.times, self.bytes = self.times[2:], []
            fresh = True
        else:
            fresh = not self.times
        if self.times:
            gap = t - self.times[-1]
            if self.usual == 0:
                self.usual = gap
            else:
                fresh = fresh or gap > 4 * self.usual
                self.usual += (gap - self.usual) / 8
        if fresh:
            self.times, self.bytes = [], []
        self.times.append(t)
        self.bytes.append(length)
        return len(self.times) == 3 and t > self.times[0]


class Abcd(Row):
    """Where one node has an abcd-monitor, means over the triplets that came by the links it watches, and
    that no rule for their very flow took there: bits of the second and third packet by the triplet's
    time; what the link's average load leaves of `capacity`; and of those of RDP that show their state
    the size that this allows, and the window."""

    names = ("abcd.triplet.mean", "abcd.residual.mean", "abcd.packet-bytes.mean",
             "abcd.window-packets.mean")
    follows = (Standing,)

    def __init__(self, run):
        super().__init__(run)
        self.monitors = run.with_service("abcd-monitor")
        self.node = self.monitors[0] if len(self.monitors) == 1 else None
        self.options = (run.nodes[self.node]["services"]["abcd-monitor"] or {}) if self.node else {}
        self.k = amount(self.options.get("k", "200ms"))
        self.watched = {str(link["number"]) for link in run.nodes[self.node]["links"]
                        if self.options.get("via", link["to"]) == link["to"]} if self.node else ()
        self.loads, self.flows, self.pieces = {}, {}, {}
        self.come, self.triplets, self.residuals, self.bytes, self.windows = None, [], [], [], []
        self.whole = None

    def arrival(self, e):
        self.flush(None)
        if (e.node == self.node and e.f["link"] in self.watched and e.is_data
                and (e.t, e.f["link"], int(e.f["id"])) != self.whole
                and not self.standing.about(e, e.f["link"])):
            self.come = e

    def drop(self, e):
        self.flush(e)

    def flush(self, drop):
        """What came was shown to the monitor, unless it was dropped at the door."""
        e, self.come = self.come, None
        if e and not (drop and "link" in drop.f and drop.packet == e.packet and drop.t == e.t):
            load = self.loads.setdefault(e.f["link"], [None, 0, Average(self.k, False)])
            load[1] += 8 * int(e.f["len"])
            if load[0] is None:
                load[0], load[1] = e.t, 0
            elif e.t > load[0]:
                load[2].add(e.t - load[0], load[1])
                load[0], load[1] = e.t, 0
            packet = ipv4(e.frame)
            if self.is_piece(e):
                packet = self.joined(packet[28:])
                # Other services of the node take it as if it came by that link.
                self.whole = packet and (e.t, e.f["link"], struct.unpack_from(">H", packet, 4)[0])
            if packet:
                self.take(e.t, packet, load[2].rate)

    def is_piece(self, e):
        return (self.options.get("split") == "true" and e.f.get("proto") == UDP
                and e.f.get("dport") == "6253" and e.f["to"] == self.run.nodes[self.node]["address"])

    def joined(self, piece):
        """A packet of which this was the last piece that missed."""
        number, _, part, parts = struct.unpack_from(">IHBB", piece)
        known = self.pieces.setdefault(number, {})
        known[part] = piece[8:]
        if len(known) < parts:
            return None
        del self.pieces[number]
        return b"".join(known[each] for each in range(parts))

    def take(self, t, packet, load):
        segment = Segment(packet) if packet[9] == 27 else None
        if segment and segment.data == 0:
            return
        ports = packet[20:24] if packet[9] == 17 else packet[22:26] if segment else b""
        key = packet[9], packet[12:20], ports
        if key not in self.flows:
            self.flows[key] = Triplet(), Average(self.k, True), [self.full(), 0]
        triplet, _, ladder = self.flows[key]
        if not triplet.take(t, struct.unpack_from(">H", packet, 2)[0]):
            return
        rate = sum(triplet.bytes[1:]) * 8e9 / (t - triplet.times[0])
        residual = max(0, self.bits("capacity", "0bit/s") - load)
        self.triplets.append(rate)
        self.residuals.append(residual)
        if segment and segment.epoch is not None and not segment.is_request:
            left = residual if self.options.get("estimator", "residual") == "residual" else rate
            self.bytes.append(self.allowed(ladder, math.floor(left + 0.5)))
            self.windows.append(segment.cwnd)

    def bits(self, option, usual):
        return math.floor(amount(self.options.get(option, usual)) + 0.5)

    def full(self):
        return int(amount(self.options.get("packet", "1000B")))

    def allowed(self, ladder, left):
        """It falls at once, and rises by a step after so many triplets that allow more."""
        step = int(amount(self.options.get("step", "200B")))
        least = int(amount(self.options.get("packet-min", "%dB" % min(200, self.full()))))
        below = max(0, self.bits("threshold", "500kbit/s") - left)
        allowed = max(least, self.full() - step * (below // self.bits("per", "100kbit/s")))
        if allowed <= ladder[0]:
            ladder[:] = allowed, 0
        else:
            ladder[1] += 1
            if ladder[1] >= int(self.options.get("raise-after", 3)):
                ladder[:] = min(allowed, ladder[0] + step), 0
        return ladder[0]

    def metrics(self):
        self.flush(None)
        if self.node:
            for name, values in (("triplet", self.triplets), ("residual", self.residuals),
                                 ("packet-bytes", self.bytes), ("window-packets", self.windows)):
                yield f"abcd.{name}.mean", sum(values) / len(values) if values else 0


# --- what is printed ----------------------------------------------------------------------------

ROWS = (Drops, Duration, Rates, Fairness, Delays, Sojourns, Flows, Links, Queues, Schedule, Filters,
        Filtered, Lgc, Rdp, Completions, Transfers, Windows, SawTooth, Responses, Delivered, Closes, Acc, Ufc, Shortened, Abcd,
        Capsules)

NOT_TOLD = {
    "cpu.seconds.NODE": "of live runs",
    "cpu.seconds.total": "of live runs",
    "cpu.seconds-per-megabyte": "of live runs",
    "live.runs": "of live runs",
    "live.doubtful": "of live runs",
    "delay.NODE.error": "of live runs",
    "capsule.dropped": "drops tell that a service discards a packet, not why",
    "fct.refused.NODE": "transfers that were refused sent nothing",
    "fct.refused.total": "transfers that were refused sent nothing",
    "rdp.close-size.NODE": "notes tell windows in thousandths of packets, and once a call",
    "rdp.close-size.mean": "notes tell windows in thousandths of packets, and once a call",
}

NOT_TOLD |= dict.fromkeys((
    "tcp.goodput.NODE", "tcp.goodput.total", "tcp.retransmissions.NODE",
    "tcp.retransmissions.total", "tcp.rtt.NODE.mean", "tcp.rtt.NODE.min", "tcp.marks.NODE",
    "tcp.marks.total", "tcp.echoes.NODE", "tcp.echoes.total", "edge.PROGRAM.exit-code",
    "edge.PROGRAM.duration-seconds", "iperf3.PROGRAM.goodput", "iperf3.PROGRAM.retransmissions",
    "iperf3.PROGRAM.rtt.mean", "iperf3.PROGRAM.rtt.min", "iperf3.PROGRAM.loss",
    "iperf3.PROGRAM.jitter"
), "of real programs, which run live alone")


def observed(folder):
    """Each row, after all that happened in a run."""
    run = Run(folder)
    run.follow(Connections)
    rows = [row(run) for row in ROWS]
    told = [*run.followers.values(), *rows]
    takers = {}
    for e in run.events():
        if e.kind not in takers:
            takers[e.kind] = [take for each in told if (take := getattr(each, e.kind, None))]
        for take in takers[e.kind]:
            take(e)
    return run, rows


def tell_transfers(folder):
    _, rows = observed(folder)
    for row in rows:
        if isinstance(row, Transfers):
            for line in row.table():
                print(*line)


def tell(folder):
    run, rows = observed(folder)
    metrics = {}
    for row in rows:
        metrics.update(row.metrics())
    for node in run.nodes:
        if "filtered." + node in metrics and "delivered." + node in metrics:
            metrics["delivered-or-dropped." + node] = metrics["delivered." + node] + metrics["dropped." + node]
    for name, value in metrics.items():
        print(name, "untold" if value is UNTOLD else repr(value))


def main(argument, *more):
    if argument == "--transfers":
        tell_transfers(Path(*more))
    elif argument == "--rows":
        print(*(name for row in ROWS for name in row.names), sep="\n")
    elif argument == "--untold":
        print(*(f"{row} {reason}" for row, reason in NOT_TOLD.items()), sep="\n")
    else:
        tell(Path(argument))


if __name__ == "__main__":
    main(*sys.argv[1:])
