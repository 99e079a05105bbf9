"""Writes what urlsieve/_alabels.py needs of Unicode as JSON: the mapping table of UTS #46, and the joining types. Needs ``idna``."""

import json
import sys

from idna import idnadata, uts46data


def main(path: str) -> None:
    joining = {kind: [[packed >> 32, packed & 0xFFFFFFFF] for packed in ranges] for kind, ranges in idnadata.joining_types.items()}
    starts, statuses, replacements = [], [], []
    for start, status, replacement in zip(
        uts46data.uts46_starts, uts46data.uts46_statuses.decode(), uts46data.uts46_replacements, strict=True
    ):
        # The rows of a run with the same status are one.
        if statuses and statuses[-1] == status and replacement is None and replacements[-1] is None:
            continue
        starts.append(start)
        statuses.append(status)
        replacements.append(replacement)
    tables = {
        "unicode": uts46data.__version__,
        "starts": starts,
        "statuses": "".join(statuses),
        "replacements": replacements,
        "joining": joining,
    }
    with open(path, "w", encoding="ascii") as file:
        json.dump(tables, file, separators=(",", ":"))


main(sys.argv[1])
