"""Where things are in the file and in the kernel's memory: what build/store-layout.ts has written to tables.json."""

from __future__ import annotations

from types import SimpleNamespace

from .._profile import tables

_layout = tables()["store"]
_kernel = _layout["kernel"]

ABSENT: int = _kernel["ABSENT"]
FOUND: int = _kernel["FOUND"]
OUT_OF_ORDER: int = _kernel["OUT_OF_ORDER"]
KEY: int = _kernel["key"]["SIZE"]
RECORD: int = _kernel["record"]["SIZE"]
RUN_AREA = SimpleNamespace(**_kernel["run"])
RUN_LIST = SimpleNamespace(**_kernel["list"])
WRITER = SimpleNamespace(**_kernel["writer"])
SOURCE = SimpleNamespace(**_kernel["source"])
TABLE = SimpleNamespace(**_kernel["table"])
LIMIT = SimpleNamespace(**_kernel["limit"])

FILE = SimpleNamespace(**_layout["file"])
HEADER = SimpleNamespace(**_layout["header"])
ROOT = SimpleNamespace(**_layout["root"])
RUN = SimpleNamespace(**_layout["run"])
GEOMETRY = SimpleNamespace(**_layout["geometry"])
LOG = SimpleNamespace(**_layout["log"])
GROWTH = SimpleNamespace(**_layout["growth"])
SINGLE = SimpleNamespace(**_layout["single"])
LOCK = SimpleNamespace(**_layout["lock"])
