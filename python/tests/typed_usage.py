"""What mypy has to accept and to infer in programs of users: test_examples checks it."""

from pathlib import Path

import polars as pl
import urlsieve
import urlsieve.polars

version: str = urlsieve.__version__
forms: list[str | None] = urlsieve.normalize_array(["HTTP://a", "http://["])
keys: list[bytes | None] = urlsieve.key_array(iter([b"HTTP://a", None]), profile=Path("policy.json"))
both: tuple[list[str | None], list[str | None]] = urlsieve.normalize_array(("HTTP://a", None), errors=True)
host: str | None = urlsieve.parts("http://a/", ["host"])["host"]
rows: list[dict[str, str | None] | None] = urlsieve.parts(["http://a/", None], profile="crawl@1", private_suffixes=True)
struct: pl.Expr = urlsieve.polars.parts("url", ["host", "site"])
with open("policy.json") as policy, open("urls.txt", "rb") as urls:
    program: bytes = urlsieve.compile_policy(policy, lists={"mine": Path("mine.txt")})
    lines: bytes = urlsieve.key_lines(urls, profile=program).lines
seen: urlsieve.SeenSet = urlsieve.SeenSet.load(Path("urls.seen"))
lazy: pl.LazyFrame = urlsieve.polars.drop_duplicates(pl.scan_csv("pages.csv"), "url", keep="newest", by="fetched")
