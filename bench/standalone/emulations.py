"""Nanoseconds of CPU time per line that an original library needs: best of several rounds, and the whole process.

    emulations.py surt | w3lib | gglsbl | gglsbl-hashes FILE ROUNDS
"""

import json
import sys
import time


def surt():
    from surt import surt as key

    return key


def w3lib():
    from w3lib.url import canonicalize_url

    return canonicalize_url


def gglsbl():
    from gglsbl.protocol import URL

    return lambda url: list(URL.url_permutations(URL(url).canonical))


def gglsbl_hashes():
    from gglsbl.protocol import URL

    return lambda url: list(URL(url).hashes)


def main():
    name, file, rounds = sys.argv[1:]
    with open(file, encoding="utf-8", errors="replace") as opened:
        lines = opened.read().split("\n")[:-1]
    original = {"surt": surt, "w3lib": w3lib, "gglsbl": gglsbl, "gglsbl-hashes": gglsbl_hashes}[name]()
    best = float("inf")
    process = 0.0
    for _ in range(int(rounds)):
        start = time.process_time()
        for line in lines:
            try:
                original(line)
            except Exception:  # A line that it refuses takes its time, too.
                pass
        best = min(best, time.process_time() - start)
        process = process or time.process_time()
    print(json.dumps({"loop": best / len(lines) * 1e9, "process": process / len(lines) * 1e9}))


main()
