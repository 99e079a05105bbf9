/** Usage errors of commands that share options: each names the command whose help says more. */
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const TABLE = write("usage.csv", "id,url\n1,http://a/\n");
const LIST = write("usage.txt", "http://a/\n");
const MISSING = path("missing/x.example/a");

/** Commands with the options of lists and tables, and what each requires. */
const COMMANDS: readonly (readonly string[])[] = [["normalize"], ["dedupe"], ["resolve", "--base", "http://b/"]];

const REFUSED: readonly (readonly [args: readonly string[], sentence: string])[] = [
	[["--engine", "c", LIST], "--engine must be"],
	[["--invalid", "ignore", LIST], "--invalid must be"],
	[["--print", "all", LIST], "--print must be normalized, fetch, key"],
	[["--profile", "crawl@0", LIST], 'unknown profile "crawl@0" (did you mean crawl@1?); known: '],
	[["--lists", LIST, LIST], "--lists requires --policy FILE"],
	[["--profile", "crawl@1", "--lists", LIST, LIST], "crawl@1 is frozen"],
	[["--format", "csv", TABLE], "--format csv requires --column NAME, the column with the references"],
	[["--format", "lines", "--column", "url", TABLE], "--column is for tables, not for --format lines"],
	[["--into", "n", LIST], "--into requires --column NAME"],
	[["--column", "0", TABLE], '--column must be the name of a column or its number from 1, not "0"'],
	[["--column", "url", "--into", "", TABLE], "--into must be the name of a new column"],
	[["--column", "url", "--into", "url", TABLE], '--column and --into must be different names, not both "url"'],
	[
		["--column", "url", "--key-into", "k", TABLE],
		"under rfc3986@1, the key is the normal form, which --into NAME adds; --key-into and key= of --into are for --policy and other profiles",
	],
	[["--column", "url", "--format", "parquet", "-o", path("o.parquet")], "--format parquet requires files, not standard input"],
	[["--column", "url", "--format", "parquet", TABLE], "--format parquet requires -o FILE"],
	[["--column", "url", "--format", "arrow", "--delimiter", ";", TABLE], "--delimiter is not for arrow"],
	[["--column", "url", "--format", "jsonl", "--no-header", TABLE], "--no-header is not for jsonl, whose rows are JSON objects"],
	[["--format", "cdxj", "--delimiter", ";", TABLE], "--delimiter is not for cdxj, whose rows are JSON objects"],
	[["--column", "a", "--format", "cdx", "--into", "n", LIST], "--into is not for cdx, whose columns and delimiter"],
	[
		["--column", "url", "--delimiter", ",", "--delimiter", ";", TABLE],
		'--delimiter is given twice, as "," and ";"; give it once',
	],
	[["-o", path("a"), "--quiet", "--quiet", "--output", path("b"), LIST], "--output is given twice, as "],
	[[MISSING, "--no-such-option"], "Unknown option '--no-such-option'"],
];

/** Refused by commands that take URIs as operands. */
const REFUSED_URIS: typeof REFUSED = [
	[["http://a/", LIST], '"http://a/" is a URI and cannot be combined with the file'],
	[["--uri", "http://a/\nhttp://b/"], "line"],
	[["--column", "url", "--uri", "http://a/", TABLE], "--uri is for lists of lines, not for tables"],
];

const ROWS = COMMANDS.flatMap((command) => {
	const all = command[0] === "dedupe" ? REFUSED : [...REFUSED, ...REFUSED_URIS];
	return all.map(([args, sentence]) => [command[0], command, args, sentence] as const);
});

it.each(ROWS)("%s, of %j, refuses %j", (name, command, args, sentence) => {
	const { status, stdout, stderr } = run([...command, ...args], "http://a/\n");
	expect([status, stdout]).toEqual([2, ""]);
	expect(stderr).toContain(sentence);
	expect(stderr).toMatch(new RegExp(`^urlsieve: [^\n]*; try: urlsieve ${name} --help\n$`));
});
