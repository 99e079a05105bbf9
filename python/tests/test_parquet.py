"""The command line on Parquet, against pyarrow: every type that pyarrow writes keeps its values in other columns, or is refused."""

import struct
import subprocess
import tempfile
import unittest
from decimal import Context, Decimal
from os import environ
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from expected import ROOT, TIMEOUT

CLI = [environ.get("URLSIEVE_NODE", "node"), str(ROOT / "build/out/dist/urlsieve.js")]
NANOSECONDS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
MAX_64 = 2**63 - 1
DAY_US = 86_400_000_000

URLS = ["HTTP://A", "http://b", "http://a/", None]
"""The third row is a duplicate of the first."""
ALL_ROWS = [0, 1, 2, 3]
FIRST_ROWS = [0, 1, 3]
LAST_ROWS = [1, 2, 3]



def wide(digits: int, scale: int) -> list:
    """The greatest and least number of these digits, and one that is round."""
    greatest = Decimal("9" * digits).scaleb(-scale, Context(prec=80))
    return [greatest, Decimal(2), greatest.copy_negate(), None]


NANO = [1, 1_700_000_000_123_456_789, -1, None]
EDGES = [1, MAX_64, -MAX_64, None]
STRUCT = pa.struct([("a", pa.int32()), ("b", pa.list_(pa.string()))])

SURVIVING = {
    **{f"int{bits}": (getattr(pa, f"int{bits}")(), [1, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)), None]) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (getattr(pa, f"uint{bits}")(), [1, 2**bits - 1, 0, None]) for bits in (8, 16, 32, 64)},
    "half": (pa.float16(), [0.1, float("inf"), float("nan"), -0.0]),
    "float": (pa.float32(), [0.1, float("-inf"), float("nan"), -0.0]),
    "double": (pa.float64(), [5e-324, 1.7976931348623157e308, float("nan"), -0.0]),
    "bool": (pa.bool_(), [True, False, None, True]),
    "null": (pa.null(), [None] * 4),
    "string": (pa.string(), ["a\0b", "", "\ufeff\U0001f600", None]),
    "large string": (pa.large_string(), ["a", "", "b" * 70_000, None]),
    "string view": (pa.string_view(), ["a", "", "c" * 40, None]),
    "binary": (pa.binary(), [b"\xff\0", b"", b"\\x41", None]),
    "large binary": (pa.large_binary(), [b"\xff\0", b"", b"a", None]),
    "fixed binary": (pa.binary(3), [b"abc", b"\0\0\0", b"\xff\xff\xff", None]),
    "binary view": (pa.binary_view(), [b"abc", b"", b"\xff" * 40, None]),
    "date32": (pa.date32(), [0, 2**31 - 1, -(2**31), None]),
    "date64": (pa.date64(), [0, 86_400_000, -86_400_000, None]),
    "time32 s": (pa.time32("s"), [0, 1, 86_399, None]),
    "time32 ms": (pa.time32("ms"), [0, 1, 86_399_999, None]),
    "time64 us": (pa.time64("us"), [0, 1, DAY_US - 1, None]),
    "timestamp s": (pa.timestamp("s"), [1, -1, 253_402_300_799, None]),
    "timestamp ms": (pa.timestamp("ms"), [1, -1, 253_402_300_799_999, None]),
    "timestamp us": (pa.timestamp("us"), EDGES),
    "timestamp ns": (pa.timestamp("ns"), [*NANO[:2], MAX_64, None]),
    "timestamp us UTC": (pa.timestamp("us", "UTC"), EDGES),
    "timestamp ms Berlin": (pa.timestamp("ms", "Europe/Berlin"), [1, -1, 253_402_300_799_999, None]),
    "decimal32": (pa.decimal32(9, 2), wide(9, 2)),
    "decimal64": (pa.decimal64(18, 2), wide(18, 2)),
    "decimal128": (pa.decimal128(38, 37), wide(38, 37)),
    "decimal256 of 38 digits": (pa.decimal256(38, 2), wide(38, 2)),
    "duration s": (pa.duration("s"), [1, -1, 10**9, None]),
    "duration ns": (pa.duration("ns"), EDGES),
    "dictionary": (pa.dictionary(pa.int8(), pa.string()), ["a", "b", "a", None]),
    "list": (pa.list_(pa.int32()), [[1, None], [], [2], None]),
    "large list": (pa.large_list(pa.string()), [["a", None], [], [""], None]),
    "fixed list": (pa.list_(pa.float32(), 2), [[1, 2], [None, 3], [4, 5], [6, 7]]),
    "list view": (pa.list_view(pa.int64()), [[1], [], [2, 3], None]),
    "lists": (pa.list_(pa.list_(pa.timestamp("ns"))), [[[1], None, []], [], [[MAX_64, None]], None]),
    "struct": (STRUCT, [{"a": 1, "b": ["x"]}, {"a": None, "b": None}, {"a": 2, "b": []}, None]),
    "structs": (pa.list_(STRUCT), [[{"a": 1, "b": None}], [None], [], None]),
    "map": (pa.map_(pa.string(), pa.int32()), [[("a", 1), ("b", None)], [], [("a", 1), ("a", 2)], None]),
    "map of lists": (pa.map_(pa.int32(), pa.list_(pa.duration("ms"))), [[(1, [1, None])], [], [(2, [])], None]),
    "uuid": (pa.uuid(), [b"0123456789abcdef", b"\0" * 16, b"\xff" * 16, None]),
    "json": (pa.json_(), ['{"a": 1 }', "1e400", " null", None]),
    "bool8": (pa.bool8(), [1, 0, 1, None]),
}
"""Types that DuckDB copies: all of them in one table."""

REFUSED = {
    "timestamp ns UTC": (pa.timestamp("ns", "UTC"), NANO),
    "time64 ns": (pa.time64("ns"), [1, 2, 3, None]),
    "decimal256": (pa.decimal256(76, 2), wide(70, 2)),
    "decimal of 39 digits": (pa.decimal256(39, 2), wide(39, 2)),
    "list of time": (pa.list_(pa.time64("ns")), [[1], [], [None], None]),
    "struct of decimal256": (pa.struct([("a", pa.decimal256(50, 2))]), [{"a": Decimal(2)}, None, None, None]),
    "map of timestamps": (pa.map_(pa.string(), pa.timestamp("ns", "UTC")), [[("a", 1)], [], [], None]),
    "dictionary of times": (pa.dictionary(pa.int8(), pa.time64("ns")), [1, 2, 1, None]),
    "names": (pa.struct([("a", pa.int32()), ("A", pa.string())]), [{"a": 1, "A": "x"}, None, None, None]),
}
"""Types whose values, or names, DuckDB would change."""

NOT_WRITTEN = {pa.month_day_nano_interval(), pa.run_end_encoded(pa.int32(), pa.string()), pa.struct([]), pa.decimal128(5, -2)}
"""What pyarrow does not write to Parquet. If this changes, the tables above need it."""


def array_of(kind: pa.DataType, values: list) -> pa.Array:
    if isinstance(kind, pa.BaseExtensionType):
        return pa.ExtensionArray.from_storage(kind, pa.array(values, kind.storage_type))
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, kind)


def literal(value: pa.Scalar):
    """A value with what it means, regardless of its width, its unit and the layout that holds it."""
    kind, types = value.type, pa.types
    if not value.is_valid:
        return None
    if isinstance(kind, pa.BaseExtensionType):
        return kind.extension_name, literal(value.value)
    if types.is_dictionary(kind):
        return literal(value.dictionary[value.index.as_py()])
    if types.is_timestamp(kind):
        return "instant", value.value * NANOSECONDS[kind.unit], kind.tz
    if types.is_time(kind) or types.is_duration(kind):
        return "time" if types.is_time(kind) else "duration", value.value * NANOSECONDS[kind.unit]
    if types.is_date(kind):
        return "date", value.value // (86_400_000 if types.is_date64(kind) else 1)
    if types.is_struct(kind):
        return [(field.name, literal(value[index])) for index, field in enumerate(kind)]
    if types.is_nested(kind):
        return [literal(item) for item in value.values]
    if types.is_floating(kind):
        return "floating", struct.pack("<d", value.as_py())
    return type(value.as_py()).__name__, str(value.as_py())


class OtherColumns(unittest.TestCase):
    def setUp(self):
        self.maxDiff = None
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, name: str, columns: dict, **options) -> Path:
        path = self.folder / name
        pq.write_table(pa.table({"url": pa.array(URLS, pa.string())} | columns), path, **options)
        return path

    def run_cli(self, command: str, file: Path, *options: str) -> tuple[int, str, Path]:
        target = self.folder / "written"
        target.mkdir(exist_ok=True)
        output = target / "output.parquet"
        output.unlink(missing_ok=True)
        args = [*CLI, command, "--column", "url", *options, "--output", str(output), str(file)]
        ended = subprocess.run(args, capture_output=True, text=True, timeout=TIMEOUT)
        return ended.returncode, ended.stderr, output

    def assert_equal_values(self, written: pa.Table, given: pa.Table, rows: list[int]):
        for name in given.column_names:
            if name != "url":
                with self.subTest(column=name):
                    values = [literal(value) for value in given.column(name)]
                    self.assertEqual([literal(value) for value in written.column(name)], [values[row] for row in rows])

    def check_survival(self, file: Path):
        for command, rows, *options in (
            ["normalize", ALL_ROWS],
            ["normalize", ALL_ROWS, "--into", "normal"],
            ["dedupe", FIRST_ROWS],
            ["dedupe", FIRST_ROWS, "--count-into", "copies", "--key-into", "page", "--profile", "crawl@1"],
            ["dedupe", LAST_ROWS, "--keep", "last"],
            ["dedupe", FIRST_ROWS, "--memory", "64M"],
        ):
            with self.subTest(command=command, options=options):
                status, stderr, output = self.run_cli(command, file, *options)
                self.assertEqual(status, 0, stderr)
                self.assert_equal_values(pq.read_table(output), pq.read_table(file), rows)

    def check_refusal(self, name: str, file: Path, *commands: list[str]):
        for command, *options in commands or (["normalize"], ["dedupe", "--keep", f"max:{name}"], ["dedupe", "--memory", "64M"]):
            with self.subTest(name=name, command=command, options=options):
                status, stderr, output = self.run_cli(command, file, *options)
                self.assertEqual((status, list(output.parent.iterdir())), (3, []))
                self.assertRegex(stderr, rf'^urlsieve: cannot read [^\n]+ \(column-type\): the column "{name}[^\n]+; [^\n]+\n$')

    def test_keep_their_values(self):
        columns = {name: array_of(*column) for name, column in SURVIVING.items()}
        self.check_survival(self.write("all.parquet", columns))

    def test_keep_their_values_in_other_encodings(self):
        columns = {name: array_of(*column) for name, column in SURVIVING.items() if name != "duration ns"}
        self.check_survival(
            self.write(
                "others.parquet",
                columns,
                use_dictionary=False,
                compression="gzip",
                data_page_version="2.0",
                store_decimal_as_integer=True,
                write_time_adjusted_to_utc=True,
            )
        )

    def test_keep_their_values_as_old_versions_of_the_format_write_them(self):
        names = ["timestamp ms", "timestamp us UTC", "time32 ms", "decimal128", "uint32", "date32", "lists"]
        columns = {name: array_of(*SURVIVING[name]) for name in names if name != "lists"}
        self.check_survival(self.write("old.parquet", columns, version="1.0", use_compliant_nested_type=False))

    def test_are_refused_before_anything_is_written(self):
        for name, column in REFUSED.items():
            file = self.write(f"{name}.parquet", {name: array_of(*column)})
            self.check_refusal(name, file)

    def test_are_refused_as_the_timestamps_of_old_programs(self):
        file = self.write("int96.parquet", {"t": pa.array(NANO, pa.timestamp("ns"))}, use_deprecated_int96_timestamps=True)
        self.check_refusal("t", file)

    def test_are_refused_in_any_of_several_files(self):
        first = self.write("first.parquet", {"t": pa.array(NANO, pa.timestamp("us", "UTC"))})
        second = self.write("second.parquet", {"t": pa.array(NANO, pa.timestamp("ns", "UTC"))})
        self.check_refusal("t", second, ["dedupe", str(first)])

    def test_are_read_whatever_their_type_is(self):
        file = self.write("read.parquet", {"t": array_of(*REFUSED["time64 ns"])})
        for command in ("validate", "inspect"):
            ended = subprocess.run([*CLI, command, "--column", "url", file], capture_output=True, text=True, timeout=TIMEOUT)
            self.assertIn(ended.returncode, (0, 1), ended.stderr)

    def test_are_all_that_pyarrow_writes(self):
        for kind in NOT_WRITTEN:
            with self.subTest(kind=kind), self.assertRaises((pa.ArrowException, OSError)):
                pq.write_table(pa.table({"a": pa.nulls(1, kind)}), self.folder / "no.parquet")


class ComparedValues(unittest.TestCase):
    def test_are_compared_to_the_nanosecond_and_the_last_digit(self):
        lesser_and_greater = {
            "nanosecond": pa.array([1_700_000_000_123_456_700, 1_700_000_000_123_456_789], pa.timestamp("ns")),
            "year": pa.array([253_402_300_799, 253_402_300_800], pa.timestamp("s")),
            "ago": pa.array([-80_000_000_000, -70_000_000_000], pa.timestamp("s")),
            "instant": pa.array([1_761_436_800, 1_761_440_400], pa.timestamp("s", "Europe/Berlin")),
            "day": pa.array([2_932_896, 2_932_897], pa.date32()),
            "decimal": pa.array([Decimal("99999999999999999999.01"), Decimal("99999999999999999999.02")], pa.decimal128(38, 2)),
            "double": pa.array([9e299, 1e300], pa.float64()),
            "unsigned": pa.array([2**64 - 2, 2**64 - 1], pa.uint64()),
        }
        urls = ["HTTP://A/", "http://a"]
        environment = environ | {"TZ": "Europe/Berlin"}
        with tempfile.TemporaryDirectory() as folder:
            file, output = Path(folder, "in.parquet"), Path(folder, "out.parquet")
            for order in ([0, 1], [1, 0]):
                columns = {"url": pa.array(urls)} | lesser_and_greater
                pq.write_table(pa.table(columns).take(order), file)
                for name in lesser_and_greater:
                    for which, url in zip(("min", "max"), urls, strict=True):
                        with self.subTest(name=name, which=which, order=order):
                            options = ["--print", "original", "--keep", f"{which}:{name}", "-o", output, file]
                            subprocess.run([*CLI, "dedupe", "--quiet", "--column", "url", *options], check=True, env=environment)
                            self.assertEqual(pq.read_table(output).column("url").to_pylist(), [url])
