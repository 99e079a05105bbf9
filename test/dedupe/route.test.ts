/** Which way `urlsieve dedupe` takes, by the table of docs/guide/deduplicate.md. The octets of temporary files show it. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { run, useFolder } from "../cli/command";

const { folder, path, write } = useFolder();

const SHORT = write("short.txt", "http://a\nHTTP://A/\n");
const LINES = `http://example.com/${"x".repeat(1000)}\n`.repeat(18_000);
const LONG = write("long.txt", LINES);
const LONG_TABLE = write("long.csv", `u\n${LINES}`);
const PACKED = write("packed.gz", gzipSync("http://a\nHTTP://A/\n"));

/** The way of a run: whether it writes temporary files. */
function wayOf(args: string[]): string {
	const { status, stderr } = run(["dedupe", "--json", ...args]);
	expect(status).toBe(0);
	return JSON.parse(stderr).tempOctets > 0 ? "passes" : "memory";
}
const toFile = ["-o", path("out")];
const audited = ["--audit", path("audit.tsv")];

it.each<[string, string, string[]]>([
	["a short list", "memory", [...toFile, SHORT]],
	["a short list with --memory", "passes", [...toFile, "--memory", "16M", SHORT]],
	["--memory with --audit", "passes", [...toFile, ...audited, "--memory", "16M", SHORT]],
	["a long list", "passes", [...toFile, LONG]],
	["a long list to a pipe", "memory", [LONG]],
	["a long list with --audit", "memory", [...toFile, ...audited, LONG]],
	["a long list under --invalid fail", "memory", [...toFile, "--invalid", "fail", LONG]],
	["a long list with --keep", "memory", [...toFile, "--keep", "last", LONG]],
	["a table", "memory", [...toFile, "--column", "u", LONG_TABLE]],
	["a compressed list with --memory that it fits", "memory", [...toFile, "--memory", "64M", PACKED]],
	["a compressed list with less --memory than a stream takes", "passes", [...toFile, "--memory", "63M", PACKED]],
])("%s goes by way of %s", (_, way, args) => {
	expect(wayOf(["--temp", folder, ...args])).toBe(way);
});

it("the guide has a row for each rule, and ends with all other runs", () => {
	const guide = readFileSync("docs/guide/deduplicate.md", "utf8");
	const [, table = ""] = /\n\| a run with \| goes \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? [];
	const rows = table.trimEnd().split("\n");
	expect([rows.length, rows.at(-1)]).toEqual([11, "| all other runs | with a set in memory |"]);
});
