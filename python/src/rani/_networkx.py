# SPDX-License-Identifier: Apache-2.0
"""Topologies from graphs of networkx."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ._file import Topology

_LETTERS = re.compile(r"[^A-Za-z0-9_-]+")
_NAME_MAX = 32


def from_networkx(
    graph: Any,
    *,
    name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
    **more: Any,
) -> Topology:
    """Makes a topology of a graph, whose edges are links of both directions.

    Attributes of nodes and edges are keys of nodes and links: ``graph.add_edge("a", "b",
    delay="5ms")``, with ``_`` or ``-`` between words. Of attributes that are none of these keys
    the validator says so. Nodes that no topology can name (``7``, ``"New York"``) get the nearest
    name that it can, and the same one twice gets a number. Of a graph that is directed, an edge
    and the one back are one link; where they differ each direction has its own values. A loop is
    left out, as nothing of a network is that.

    Args:
        graph: a graph of networkx, also a multigraph.
        name: of the topology; by default the graph's.
        defaults: what holds for all: ``{"link": {"rate": "10Mbit/s"}}``.
        more: further keys of a topology, such as ``schedule``.
    """
    names = _names(graph)
    nodes = {names[node]: _keys(values) for node, values in graph.nodes(data=True)}
    links: dict[str, dict[str, Any]] = {}
    counts: dict[tuple[str, str], int] = {}
    ways: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for one, other, values in graph.edges(data=True):
        if one != other:
            ways.setdefault((names[one], names[other]), []).append(_keys(values))
    for (one, other), there in ways.items():
        back = ways.get((other, one), []) if graph.is_directed() else []
        if back and counts.get((other, one)):
            continue  # the edges back have made these links
        counts[one, other] = max(len(there), len(back))
        for k in range(counts[one, other]):
            ordinal = "" if k == 0 else f" #{k + 1}"
            forth = there[k] if k < len(there) else None
            return_ = back[k] if k < len(back) else None
            links[f"{one} -- {other}{ordinal}"] = _link(one, other, forth, return_)
    keys: dict[str, Any] = {
        "topology": name or _valid(str(getattr(graph, "name", "") or "graph")),
        **({"defaults": defaults} if defaults else {}),
        "nodes": nodes,
        "links": links,
        **more,
    }
    return Topology(keys)


def _link(
    one: str, other: str, there: dict[str, Any] | None, back: dict[str, Any] | None
) -> dict[str, Any]:
    if there is None or back is None or there == back:
        return there or back or {}
    return {f"{one} -> {other}": there, f"{other} -> {one}": back}


def _keys(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key).replace("_", "-"): value for key, value in values.items()}


def _names(graph: Any) -> dict[Any, str]:
    """Returns a valid name for each node, unlike all others."""
    names: dict[Any, str] = {}
    taken = {str(node) for node in graph.nodes if _valid(str(node)) == str(node)}
    for node in graph.nodes:
        wanted = _valid(str(node))
        found = wanted
        number = 1
        while found != str(node) and found in taken:
            number += 1
            found = f"{wanted[: _NAME_MAX - len(str(number)) - 1]}-{number}"
        taken.add(found)
        names[node] = found
    return names


def _valid(text: str) -> str:
    """Returns the text as a name: a letter, then letters, digits, ``-`` and ``_``."""
    name = _LETTERS.sub("-", text).strip("-")
    if not name[:1].isalpha():
        name = f"n{name}"
    name = name[:_NAME_MAX]
    return f"{name}-1" if name in ("total", "mean") else name
