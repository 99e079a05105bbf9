/** Columns of arrays: each element is normalized in its place. */
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { write } = useFolder();

const FILE = write(
	"pages.jsonl",
	[
		'{"id": 1, "page": {"links": ["HTTP://A", null, "http://[", 5], "n": 2}}',
		'{"id": 2, "page": {"links": []}}',
		'{"id": 3, "page": {"links": "HTTP://B"}}',
		"",
	].join("\n"),
);
const LIST = write("lists.jsonl", '{"a":[{"href":"HTTP://A","rel":"x"},{"rel":"y"}]}\n');

it("normalizes each element, and counts rows apart from values", () => {
	const { status, stdout, stderr } = run(["normalize", "--column", "page.links[]", "--json", FILE]);
	expect([status, stdout]).toEqual([
		0,
		'{"id": 1, "page": {"links": ["http://a/", null, "http://[", 5], "n": 2}}\n{"id": 2, "page": {"links": []}}\n{"id": 3, "page": {"links": "http://b/"}}\n',
	]);
	const summary = {
		rows: 3,
		values: 6,
		empty: 2,
		rejects: 2,
		rejectCodes: { "invalid-ip-literal": 1, "not-text": 1 },
		notes: [],
	};
	expect(JSON.parse(stderr)).toMatchObject(summary);
	const text = run(["normalize", "--column", "page.links[]", FILE]).stderr;
	expect(text).toMatch(/^urlsieve normalize: 3 rows, 6 values, 2 empty, 2 rejects, /);
});

it.each([
	["resolve", ["--base", "http://b/"], '{"a":[{"href":"HTTP://A","rel":"x"},{"rel":"y"}]}\n'],
	["normalize", ["--profile", "crawl@1", "--print", "key"], '{"a":[{"href":"http://a/","rel":"x"},{"rel":"y"}]}\n'],
])("%s writes a column of each element", (command, options, wanted) => {
	const { status, stdout } = run([command, ...options, "--column", "a[].href", LIST]);
	expect([status, stdout]).toEqual([0, wanted]);
});

it("validate and inspect take each element for a reference of its row", () => {
	const { stdout, stderr } = run(["validate", "--column", "page.links[]", FILE]);
	expect(
		stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line)),
	).toMatchObject([
		{ row: 1, reference: "http://[", valid: false },
		{ row: 1, reference: "", errors: [{ code: "not-text" }] },
	]);
	expect(stderr).toContain("3 rows, 6 values, 2 empty, 2 rejects");
	expect(run(["inspect", "--column", "page.links[]", FILE]).stderr).toContain("3 rows, 6 values, 2 empty, 0 flagged, 2 rejects");
});

const SEVERAL = '"page.links[]" has several';
const ADDED = `A new column has one value in a row, and ${SEVERAL}: without new columns, they are replaced in place`;

it.each<[args: string[], sentence: string]>([
	[["normalize", "--into", "x"], ADDED],
	[["normalize", "--into", "host=h"], ADDED],
	[["normalize", "--profile", "crawl@1", "--key-into", "k"], ADDED],
	[
		["normalize", "--invalid", "drop"],
		'--invalid must be "keep", "blank" or "fail" for "page.links[]": "drop" would drop rows for one of their values',
	],
	[
		["dedupe"],
		`Rows are compared by one value each, and ${SEVERAL}: make a row of each, as jq -c '. + {url: .page.links[]}' does, and compare by "url"`,
	],
])("%j refuses a column of arrays", (args, sentence) => {
	const { status, stdout, stderr } = run([...args, "--column", "page.links[]", FILE]);
	expect([status, stdout, stderr]).toEqual([2, "", `urlsieve: ${sentence}; try: urlsieve ${args[0]} --help\n`]);
});

it("learn refuses a column of arrays", () => {
	const { status, stderr } = run(["learn", "--url", "page.links[]", "--digest", "id", "-o", "none", FILE]);
	expect([status, stderr]).toEqual([
		2,
		expect.stringContaining('the column "page.links[]" has several values in a row, and learning needs one'),
	]);
});

it("names the elements if a column is an array", () => {
	const { stderr } = run(["normalize", "--column", "a", LIST]);
	expect(stderr).toContain('rejected 1 of 1 row; check --column: the elements of an array are "a[]"\n');
});
