# SPDX-License-Identifier: Apache-2.0
"""Reads a request of JSON a line, answers with one. `python3 -c` has the folder it was started in
first on its path, which may hold anything."""
import sys

sys.path[:] = [folder for folder in sys.path if folder]
import base64
import json


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def answer(ask):
    if "chart" in ask:
        return vl_convert.vegalite_to_svg(
            ask["chart"], vl_version=ask["version"], allowed_base_urls=[]
        )
    if "pdf" in ask:
        made = vl_convert.svg_to_pdf(ask["pdf"])
    else:
        made = vl_convert.svg_to_png(ask["png"], ppi=ask["ppi"])
    return base64.b64encode(made).decode("ascii")


try:
    import vl_convert
except Exception as problem:
    say({"error": str(problem)})
    sys.exit(1)
say({"made": vl_convert.__version__})
for line in sys.stdin:
    try:
        say({"made": answer(json.loads(line))})
    except BaseException as problem:
        say({"error": str(problem)})
