"""A-labels, the one thing that the kernels ask their host for.

`to_ascii` is domain-to-ASCII of the URL Standard: UTS #46, non-transitional, with the checks of joiners and bidi, without STD3 rules.
Profiles that emulate Python libraries use IDNA 2003 instead: _idna_2003.py.
"""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from bisect import bisect_right

from ._kernel import resource

_ACE = "xn--"
_VIRAMA = 9
_ZERO_WIDTH_NON_JOINER = "\u200c"
_ZERO_WIDTH_JOINER = "\u200d"
_RTL_STARTS = {"R", "AL"}
_RTL_ALLOWED = {"R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"}
_LTR_ALLOWED = {"L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"}
_RTL_ENDS = {"R", "AL", "EN", "AN"}
_LTR_ENDS = {"L", "EN"}
_RTL_DOMAIN = {"R", "AL", "AN"}
FORBIDDEN_IN_DOMAINS = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]")


class _Tables:
    def __init__(self) -> None:
        tables = json.loads(resource("unicode.json"))
        self.starts: list[int] = tables["starts"]
        self.statuses: str = tables["statuses"]
        self.replacements: list[str | None] = tables["replacements"]
        self.joining: dict[str, list[list[int]]] = tables["joining"]

    def row(self, character: str) -> int:
        return bisect_right(self.starts, ord(character)) - 1

    def is_valid(self, character: str) -> bool:
        return self.statuses[self.row(character)] in "VD"

    def joins(self, character: str, kinds: str) -> bool:
        point = ord(character)
        return any(start <= point < end for kind in kinds for start, end in self.joining.get(kind, ()))


@functools.cache
def _tables() -> _Tables:
    return _Tables()


def to_ascii(host: str) -> str | None:
    """Returns the host in A-labels, or None if it is not a valid domain."""
    tables = _tables()
    mapped = _map(host, tables)
    if mapped is None:
        return None
    labels = []
    for label in unicodedata.normalize("NFC", mapped).split("."):
        unicode_label = _decoded(label) if label.startswith(_ACE) else label
        if unicode_label is None or not _is_valid(unicode_label, tables):
            return None
        labels.append(unicode_label)
    is_bidi = any(unicodedata.bidirectional(character) in _RTL_DOMAIN for label in labels for character in label)
    if is_bidi and not all(_obeys_bidi_rule(label) for label in labels if label):
        return None
    return ".".join(label if label.isascii() else _ACE + label.encode("punycode").decode("ascii") for label in labels)


def _map(host: str, tables: _Tables) -> str | None:
    """UTS #46 section 4, step 1."""
    mapped = []
    for character in host:
        row = tables.row(character)
        status = tables.statuses[row]
        if status in "VD":
            mapped.append(character)
        elif status == "M":
            mapped.append(tables.replacements[row] or "")
        elif status != "I":
            return None
    return "".join(mapped)


def _decoded(label: str) -> str | None:
    """The U-label of an A-label, or None if it is not one: section 4, step 4."""
    try:
        decoded = label[len(_ACE) :].encode("ascii").decode("punycode")
    except UnicodeError:
        return None
    is_canonical = decoded != "" and not decoded.isascii() and _ACE + decoded.encode("punycode").decode("ascii") == label
    return decoded if is_canonical and unicodedata.is_normalized("NFC", decoded) else None


def _is_valid(label: str, tables: _Tables) -> bool:
    """Section 4.1, validity criteria, without CheckHyphens."""
    if label == "" or label.isascii():
        return True
    if label.startswith(_ACE) or unicodedata.category(label[0]).startswith("M"):
        return False
    return all(tables.is_valid(character) for character in label) and _obeys_joiner_rules(label, tables)


def _obeys_joiner_rules(label: str, tables: _Tables) -> bool:
    """RFC 5892, Appendix A.1 and A.2."""
    for index, character in enumerate(label):
        if character not in (_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER):
            continue
        if index > 0 and unicodedata.combining(label[index - 1]) == _VIRAMA:
            continue
        if character == _ZERO_WIDTH_JOINER or not _is_between_joining(label, index, tables):
            return False
    return True


def _is_between_joining(label: str, index: int, tables: _Tables) -> bool:
    before = index - 1
    while before >= 0 and tables.joins(label[before], "T"):
        before -= 1
    after = index + 1
    while after < len(label) and tables.joins(label[after], "T"):
        after += 1
    if before < 0 or after == len(label):
        return False
    return tables.joins(label[before], "LD") and tables.joins(label[after], "RD")


def _obeys_bidi_rule(label: str) -> bool:
    """RFC 5893, section 2."""
    kinds = [unicodedata.bidirectional(character) for character in label]
    is_rtl = kinds[0] in _RTL_STARTS
    if not is_rtl and kinds[0] != "L":
        return False
    if not set(kinds) <= (_RTL_ALLOWED if is_rtl else _LTR_ALLOWED):
        return False
    if is_rtl and "EN" in kinds and "AN" in kinds:
        return False
    end = next((kind for kind in reversed(kinds) if kind != "NSM"), "")
    return end in (_RTL_ENDS if is_rtl else _LTR_ENDS)
