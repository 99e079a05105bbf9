/** Which forms commands print: of lines and of tables, under a profile, for people and for programs. */
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const [FIRST, SECOND] = ["http://h/?gclid=1&b=1#x", "http://h/?b=1"];
const LIST = `${FIRST}\n${SECOND}\n`;
const TABLE = write("two.csv", `u\n${LIST}`);

it.each<[print: string[], lines: string, table: string]>([
	[["--print", "key"], "http://h/?b=1\n", "u\nhttp://h/?b=1\n"],
	[["--print", "normalized"], "http://h/?gclid=1&b=1\n", "u\nhttp://h/?gclid=1&b=1\n"],
	[[], "http://h/?gclid=1&b=1\n", "u\nhttp://h/?gclid=1&b=1\n"],
	[["--print", "original"], `${FIRST}\n`, `u\n${FIRST}\n`],
])("dedupe prints one URL for each page, by %j", (print, lines, table) => {
	const dedupe = ["dedupe", "--quiet", "--profile", "crawl@1", ...print];
	expect(run(dedupe, LIST)).toEqual({ status: 0, stdout: lines, stderr: "" });
	expect(run([...dedupe, "--column", "u", TABLE])).toEqual({ status: 0, stdout: table, stderr: "" });
});

it("dedupe adds the keys of a table", () => {
	const { stdout } = run(["dedupe", "--quiet", "--profile", "crawl@1", "--key-into", "k", "--column", "u", TABLE]);
	expect(stdout).toBe("u,k\nhttp://h/?gclid=1&b=1,http://h/?b=1\n");
});

it.each([
	["key", "http://h/?b=1\nhttp://h/?b=1\nhttp://[\n"],
	["fetch", "http://h/?gclid=1&b=1\nhttp://h/?b=1\nhttp://[\n"],
	["both", "http://h/?gclid=1&b=1\thttp://h/?b=1\nhttp://h/?b=1\thttp://h/?b=1\nhttp://[\thttp://[\n"],
])("normalize prints, by --print %s, a rejected line in each field", (print, stdout) => {
	expect(run(["normalize", "--quiet", "--profile", "crawl@1", "--print", print], `${LIST}http://[\n`)).toEqual({
		status: 0,
		stdout,
		stderr: "",
	});
});

it("explain prints text for all lines, or a record for each", () => {
	const text = `http://[
  The bracketed host is neither IPv6 address nor IPvFuture (at 7).
HTTP://a
  scheme-case  RFC 3986 §6.2.2.1  http://a
  empty-path   RFC 3986 §6.2.3    http://a/
`;
	expect(run(["explain", "--text", "--quiet"], "http://[\nHTTP://a\n")).toEqual({ status: 0, stdout: text, stderr: "" });
	const [fault] = run(["explain", "--quiet"], "http://[\n").stdout.split("\n");
	expect(JSON.parse(fault as string)).toEqual({
		...{ line: 1, reference: "http://[" },
		error: {
			code: "invalid-ip-literal",
			component: "host",
			offset: 7,
			sentence: "The bracketed host is neither IPv6 address nor IPvFuture (at 7).",
		},
	});
});

it("compare prints normal forms as JSON, null for none", () => {
	const compare = (...args: string[]) => JSON.parse(run(["compare", "--json", ...args]).stdout);
	expect(compare("http://a", "HTTP://a:80/")).toEqual({ level: "scheme", normal: ["http://a/", "http://a/"] });
	expect(compare("http://a", "HTTP://b")).toEqual({ level: "different", normal: ["http://a/", "http://b/"] });
	expect(compare("--explain", "http://[", "HTTP://b")).toMatchObject({ level: null, normal: [null, "http://b/"] });
});

it.each([
	["url,digest\n", "there is no row"],
	["url,digest\nftp://a/,x\n,y\n", "of 2, 1 has no URL, 1 is neither http nor https"],
])("learn writes nothing if no row of %j counts", (table, why) => {
	const stderr = `urlsieve: no row counts, and nothing was written: ${why}\n`;
	expect(run(["learn", "-o", path("learned"), write("rows.csv", table)])).toEqual({ status: 1, stdout: "", stderr });
});
