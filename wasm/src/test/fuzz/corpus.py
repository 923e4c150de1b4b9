#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the modules from which FuzzedModules draws, by wasm-smith and from fixed noise.

    python3 corpus.py FILE        writes FILE, which is ../resources/rani/wasm/fuzz.zip

Needs wasm-tools 1.263.0 on the path:

    cargo install --locked wasm-tools@1.263.0 --no-default-features \\
        --features smith,validate,print,parse

What a module imports and exports stands in docs/webassembly.md. wasm-smith may make anything of
them; what the node would refuse unread (several memories, instructions of tables) is left out, and
each module gets a description. The same version of wasm-tools makes the same modules.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MODULES = 500
FEATURES = (
    "wasm1,multi-value,bulk-memory,sign-extension,saturating-float-to-int,mutable-global"
)
LETTERS = {"i": "i32", "I": "i64", "f": "f64"}
ALWAYS = """
    allow-invalid-funcs=false allow-start-export=false bulk-memory-enabled=true
    acquire-release-atomics-enabled=false canonicalize-nans=false compact-imports-enabled=false
    custom-descriptors-enabled=false custom-page-sizes-enabled=false exceptions-enabled=false
    extended-const-enabled=false gc-enabled=false generate-custom-sections=false max-data-segments=4
    max-elements=8 max-funcs=16 max-globals=6 max-imports=16 max-memories=1
    max-memory32-bytes=2097152 max-table-elements=1000 max-tables=1 max-types=16
    memory-offset-choices=80,20,0 memory64-enabled=false
    multi-value-enabled=true multibyte-array-access-enabled=false reference-types-enabled=false
    relaxed-simd-enabled=false saturating-float-to-int-enabled=true
    shared-everything-threads-enabled=false sign-extension-ops-enabled=true simd-enabled=false
    tail-call-enabled=false threads-enabled=false wide-arithmetic-enabled=false
""".split()
IMPORTS = """
    log=f:f exp=f:f pow=ff:f random_i32=:i random_i64=:I random_f64=:f secret_i32=:i option_i64=i:I
    option_f64=i:f links=:i link_at=i:i link_to=i:i neighbour=i:i route=i:i path_mtu=i:i queue=i:
    watch_queues=i: watch_transmissions=: flow_high=i:I flow_low=i:I frames_of=II:i greediest=i:i
    timer=iI: cancel=i: send=iiiIii: datagram=iiiIiii: active=iiiIiii: message=iiiii: mark=i:
    rewrite=iii: shorten=i: listen=i: claim=ii:i unclaim=ii: filter=iIII:i divert=iIII:i
    divert_matching=iiiiiI:i refresh=iI:i flush=i: close=i: release=iI:i release_copy=iI:i
    forwarded=iii:i tell_forwarded=iiii:i fact=iI: fact_f64=if: note=i:
""".split()
EXPORTS = """
    on_packet=:i on_wake=i: on_congestion=: on_diverted=:i on_transmission=: start=: go=: stop=:
""".split()
DESCRIPTION = r"""name fuzzed\0anumber 64001\0aversion 1.0.0\0areach every-hop\0aevidence\0a\
packet 200\0amessage 1\0amessage 2\0aoption rate integer 1000 1 1000000000 A rate.\0a\
option share fraction 0.5 0 1 A share.\0afact one integer\0afact two real\0a\
note seen what:integer flow:flow\0a\00""".replace("\\\n", "")
FATE = """
    global.get $turn i32.const 1 i32.add global.set $turn
    global.get $turn i32.const $every i32.rem_u
    if (result i32) i32.const 0 else call %s i32.const 5 i32.rem_u end"""


def wat(functions: list[str], kind: str) -> str:
    lines = ["(module", '  (memory (export "memory") 1 32)' if kind == "export" else ""]
    for function in functions:
        name, signature = function.split("=")
        parameters, result = signature.split(":")
        types = "".join(f" (param {LETTERS[letter]})" for letter in parameters)
        types += f" (result {LETTERS[result]})" if result else ""
        if kind == "import":
            lines.append(f'  (import "rani_abi_1" "{name}" (func{types}))')
        else:
            lines.append(f'  (func (export "{name}"){types} unreachable)')
    return "\n".join(lines) + ")\n"


def noise(seed: int, length: int) -> bytes:
    blocks = range((length + 31) // 32)
    return b"".join(hashlib.sha256(f"rani {seed} {k}".encode()).digest() for k in blocks)[:length]


def tools(*words: str, given: bytes = b"") -> bytes | None:
    """What wasm-tools prints; None if it fails."""
    done = subprocess.run(["wasm-tools", *words], input=given, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def whole(text: str, seed: int) -> str | None:
    """The module's text with a description and fates; None if it has what the node refuses.

    Of every second module two calls of three do nothing. It goes on through all packets, where one
    that always fails is suspended.
    """
    if re.search(r"elem\.drop|table\.(init|copy)|\(elem \(;\d+;\) (func|declare)", text):
        return None
    added = '(func (export "describe") (result i32) i32.const 60000)\n'
    added += f'(data (i32.const 60000) "{DESCRIPTION}")\n(global $turn (mut i32) (i32.const 0))\n'
    for name in ("on_packet", "on_diverted"):
        export = re.search(rf'\(export "{name}" \(func (\d+)\)\)', text)
        if export is None:
            return None
        text = text.replace(export.group(0), "")
        added += f'(func (export "{name}") (result i32) {FATE % export.group(1)})\n'
        added = added.replace("$every", "1" if seed % 2 else "3")
    end = text.rstrip().rindex(")")
    return text[:end] + added + ")\n"


def module(seed: int, folder: Path) -> bytes | None:
    words = [f"--{option}" for option in ALWAYS]
    words.append(f"--max-instructions={[40, 100, 300][seed % 3]}")
    words.append(f"--disallow-traps={'true' if seed % 5 else 'false'}")
    words += ["--available-imports", str(folder / "imports.wasm")]
    words += ["--exports", str(folder / "exports.wasm")]
    made = tools("smith", *words, given=noise(seed, 1500 + seed % 4 * 1000))
    if made is None or tools("validate", f"-f={FEATURES}", "-", given=made) is None:
        return None
    text = tools("print", "-", given=made)
    added = whole(text.decode(), seed) if text else None
    parsed = tools("parse", "-", given=added.encode()) if added else None
    if parsed is None or tools("validate", f"-f={FEATURES}", "-", given=parsed) is None:
        return None
    return parsed


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(sys.argv[1]), Path(folder))


def write(file: Path, folder: Path) -> None:
    for kind, functions in (("import", IMPORTS), ("export", EXPORTS)):
        parsed = tools("parse", "-", given=wat(functions, kind).encode())
        (folder / f"{kind}s.wasm").write_bytes(parsed or b"")
    found = 0
    seed = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        while found < MODULES:
            seed += 1
            made = module(seed, folder)
            if made is not None:
                found += 1
                out.writestr(zipfile.ZipInfo(f"{seed:05}.wasm"), made, zipfile.ZIP_DEFLATED, 9)
    print(f"{found} modules of {seed} seeds")


main()
