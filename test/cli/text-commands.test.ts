/** Commands that read lines as references one by one, and print records or text. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { agree } from "urlsieve/edge";
import { inspect } from "urlsieve/text";
import { describe, expect, it } from "vitest";
import { longIt } from "../support/long-it";
import { CLI, run, useFolder } from "./command";

const { path, write } = useFolder();

function records(stdout: string) {
	return stdout
		.split("\n")
		.slice(0, -1)
		.map((line) => JSON.parse(line));
}

const SENTENCE = 'The text before the first ":" is not a scheme (at 0).';

/** The JSON lines that a command prints. */
function json(args: string[], input: string | Uint8Array = ""): unknown[] {
	return run(args, input)
		.stdout.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

describe("parse", () => {
	it("prints the components of each line, or its error", () => {
		expect(json(["parse", "--quiet"], "foo://u@h:8/p?#\r\n1:\nx")).toEqual([
			{
				line: 1,
				reference: "foo://u@h:8/p?#",
				components: {
					scheme: "foo",
					authority: "u@h:8",
					userinfo: "u",
					host: "h",
					port: "8",
					path: "/p",
					query: "",
					fragment: "",
				},
			},
			{
				line: 2,
				reference: "1:",
				error: {
					code: "invalid-scheme",
					component: "scheme",
					offset: 0,
					sentence: SENTENCE,
				},
			},
			{ line: 3, reference: "x", components: { path: "x" } },
		]);
	});

	it("processes --uri before files, which may be compressed, and numbers lines across both", () => {
		writeFileSync(path("a.gz"), gzipSync("http://a\n"));
		expect(json(["parse", "--quiet", "--uri", "x:1", "--uri", "x:2", path("a.gz")])).toMatchObject([
			{ line: 1, reference: "x:1" },
			{ line: 2, reference: "x:2" },
			{ line: 3, reference: "http://a" },
		]);
	});

	it("follows --edition", () => {
		expect(json(["parse", "--quiet", "--edition", "1994", "--uri", "URL:ftp://h/"])).toMatchObject([
			{ components: { scheme: "ftp", host: "h" } },
		]);
	});
});

describe("resolve", () => {
	const base = ["--base", "http://a/b/c/d;p?q"];

	it("prints the target of each line, and a summary", () => {
		const { status, stdout, stderr } = run(["resolve", ...base], " g\n../g\n1:\n#s\n");
		expect([status, stdout]).toEqual([0, "http://a/b/c/g\nhttp://a/b/g\n1:\nhttp://a/b/c/d;p?q#s\n"]);
		expect(stderr).toMatch(/^urlsieve resolve: 4 lines, 1 reject, /);
	});

	it("follows --edition and its options", () => {
		const resolve = (reference: string, ...options: string[]) =>
			run(["resolve", "--quiet", ...base, ...options], reference).stdout;
		expect(resolve("?y", "--edition", "1997")).toBe("http://a/b/c/?y\n");
		expect(resolve("http:g", "--lenient")).toBe("http://a/b/c/g\n");
		expect(resolve("../../../g", "--edition", "2003", "--excess-dots", "keep")).toBe("http://a/../g\n");
		expect(resolve("../../../g", "--edition", "2003", "--excess-dots", "error", "--invalid", "drop")).toBe("");
	});
});

/** The line, reference and verdict of each line of the output. */
function verdicts(stdout: string): unknown[] {
	return records(stdout).map(({ line, reference, valid }) => [line, reference, valid]);
}

describe("validate", () => {
	it("prints invalid lines with all their faults, and exits with status 1", () => {
		const { status, stdout, stderr } = run(["validate"], "http://a\nhttp://h:x/<\r\na");
		expect(status).toBe(1);
		expect(JSON.parse(stdout)).toEqual({
			line: 2,
			reference: "http://h:x/<",
			valid: false,
			errors: [
				{
					code: "invalid-port",
					component: "port",
					offset: 9,
					rule: "port",
					message: "The port is not a number in decimal digits (at 9).",
				},
				{
					code: "invalid-character",
					component: "path",
					offset: 11,
					rule: "pchar",
					message: "This character is not allowed here without percent-encoding (at 11).",
				},
			],
		});
		expect(stderr).toMatch(/^urlsieve validate: 3 lines, 1 reject, \d+\.\d\d s, \d+ MB\/s\n$/);
	});

	it("prints nothing and exits with status 0 if all lines are valid", () => {
		expect(run(["validate", "--quiet"], "http://a\n\n#\n")).toEqual({ status: 0, stdout: "", stderr: "" });
		expect(run(["validate", "--quiet"], "")).toEqual({ status: 0, stdout: "", stderr: "" });
	});

	it("--all prints valid lines, too", () => {
		const { status, stdout } = run(["validate", "--quiet", "--all"], "a\n\n<\nb");
		expect([status, verdicts(stdout)]).toEqual([
			1,
			[
				[1, "a", true],
				[2, "", true],
				[3, "<", false],
				[4, "b", true],
			],
		]);
		expect(JSON.parse(stdout.split("\n")[0] as string)).toEqual({ line: 1, reference: "a", valid: true, errors: [] });
	});

	it("--as selects the rule, --edition the grammar", () => {
		const lines = "x:~#a\nx:a\n~";
		const invalid = (...args: string[]) =>
			(verdicts(run(["validate", "--quiet", ...args], lines).stdout) as [number][]).map(([line]) => line);
		expect(invalid("--as", "uri")).toEqual([3]);
		expect(invalid("--as", "absolute-uri")).toEqual([1, 3]);
		expect(invalid("--as", "relative-ref")).toEqual([1, 2]);
		expect(invalid("--edition", "1994")).toEqual([1, 3]);
	});

	it("reports invalid UTF-8 as a fault", () => {
		const { stdout } = run(["validate", "--quiet"], Uint8Array.from([0x78, 0x3a, 0xff, 0x0a]));
		expect(JSON.parse(stdout).errors).toMatchObject([{ code: "invalid-character", offset: 2 }]);
	});
});

describe("explain", () => {
	it("prints text for all lines, or a record for each", () => {
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
});

describe("agree", () => {
	const TARGETS = "/a\n/public/..;/admin\n/a%20b\n/é\n";

	it("prints an object per line on which readers disagree, and ends with status 1 if one is rejected", () => {
		const { status, stdout, stderr } = run(["agree", "--readers", "nginx,tomcat"], TARGETS);
		expect(status).toBe(1);
		expect(records(stdout)).toEqual([
			{ line: 2, target: "/public/..;/admin", ...agree("/public/..;/admin", ["nginx", "tomcat"]) },
			{ line: 4, target: "/é", ...agree("/\xc3\xa9", ["nginx", "tomcat"]) },
		]);
		const [first, ...counts] = stderr.trimEnd().split("\n");
		expect(first).toMatch(/^urlsieve agree: 4 lines, 2 flagged, 1 reject,/);
		expect(counts.map((line) => line.trim())).toEqual(["1  segments", "1  acceptance"]);
	});

	it("rejects the classes of --reject, and prints all lines with --all", () => {
		const args = ["--readers=haproxy", "--readers", "go@1", "--quiet"];
		expect(run(["agree", ...args], "/a%20b\n")).toMatchObject({ status: 0, stderr: "" });
		expect(run(["agree", ...args, "--reject", "spelling"], "/a%20b\n").status).toBe(1);
		const all = records(run(["agree", ...args, "--all", "--host", "e.com"], "/a\n/a%20b").stdout);
		expect(all.map(({ line, agree: doAgree, views }) => [line, doAgree, views[0].host])).toEqual([
			[1, true, "e.com"],
			[2, true, "e.com"],
		]);
	});

	it("reads files, and prints the summary as JSON", () => {
		const { stderr } = run(["agree", "--readers", "nginx,tomcat", "--json", write("targets.txt", TARGETS)]);
		const counts = { lines: 4, flagged: 2, rejects: 1, findings: { segments: 1, acceptance: 1 } };
		expect(JSON.parse(stderr)).toMatchObject({ command: "agree", ...counts });
	});

	it("refuses a reader that it does not know, with the nearest", () => {
		const { status, stderr } = run(["agree", "--readers", "nginx,tomcatt"], "/a\n");
		expect([status, stderr]).toEqual([2, expect.stringContaining('"tomcatt" is not one (did you mean tomcat?)')]);
	});

	it("does not read targets that are too long, and takes NUL and controls", () => {
		const { status, stdout } = run(["agree", "--readers", "nginx,go"], `/${"a".repeat(20_000)}\n/\0\n/\t\n`);
		expect([status, records(stdout).map(({ differences }) => differences[0].class)]).toEqual([1, ["too-long"]]);
	});
});

describe("destination", () => {
	const URLS = "http://a.test/\nhttp://a.test\\@b.test/\nhttps://10.0.0.1:8080/\nhttp://u@b.test/\n";
	const [, evil = ""] = URLS.split("\n");

	it("prints an object per rejected line, and ends with status 1 if there is one", () => {
		const { status, stdout, stderr } = run(["destination"], URLS);
		expect(status).toBe(1);
		expect(records(stdout)).toEqual([
			{ line: 2, url: evil, reason: "characters", offset: 13 },
			{ line: 4, url: "http://u@b.test/", reason: "userinfo", offset: 8 },
		]);
		const [first, ...counts] = stderr.trimEnd().split("\n");
		expect(first).toMatch(/^urlsieve destination: 4 lines, 2 flagged, 2 rejects,/);
		expect(counts.map((line) => line.trim())).toEqual(["1  characters", "1  userinfo"]);
		expect(run(["destination", "--quiet"], "http://a.test/\n")).toEqual({ status: 0, stdout: "", stderr: "" });
	});

	it("rejects addresses that are not public with --public, and other ports with --ports", () => {
		const found = records(
			run(["destination", "--public", "--ports", "80,443"], `${URLS}http://x.localhost\nhttp://[2606::1]:81\nhttps://a.test`)
				.stdout,
		);
		expect(
			found.filter(({ reason }) => reason.startsWith("forbidden")).map(({ line, reason, offset }) => [line, reason, offset]),
		).toEqual([
			[3, "forbidden-address", 8],
			[5, "forbidden-address", 7],
			[6, "forbidden-port", 17],
		]);
		expect(run(["destination", "--ports", "443", "--uri", "http://a.test/?:80"]).stdout).toContain(
			'"reason":"forbidden-port","offset":7',
		);
	});

	it("prints all lines with --all, and where clients go with --clients", () => {
		const [first, second] = records(run(["destination", "--all", "--clients", "curl,node-fetch"], URLS).stdout);
		expect(first).toEqual({ line: 1, url: "http://a.test/", accepted: true, scheme: "http", host: "a.test", port: 80 });
		expect(second.clients.map(({ client, host }: { client: string; host: string }) => [client, host])).toEqual([
			["curl", "b.test"],
			["node-fetch", "a.test"],
		]);
		expect(records(run(["destination", "--clients", "all"], `${evil}\n`).stdout)[0].clients.length).toBe(36);
	});

	it("answers all whole lines when a pipe stalls", async () => {
		const child = spawn(process.execPath, [CLI, "destination", "--all", "--quiet"]);
		child.stdin.write("http://a.test/\nhttp://b");
		const [first] = await once(child.stdout, "data");
		child.stdin.end(".test/");
		const [second] = await once(child.stdout, "data");
		expect([...records(`${first}`), ...records(`${second}`)].map(({ host }) => host)).toEqual(["a.test", "b.test"]);
	});

	it("rejects lines that are not UTF-8", () => {
		const found = run(["destination"], Buffer.from("http://a.test/\xff\n", "latin1") as never);
		expect([found.status, records(found.stdout)[0].offset]).toEqual([1, 14]);
	});

	it("accepts U+FFFD in a line, and not in an argument, where it may stand for other octets", () => {
		expect(run(["destination"], "http://a.test/\ufffd\nhttp://a.test/\n").status).toBe(0);
		const found = run(["destination", "--uri", "http://a.test/\ufffd"]);
		expect([found.status, records(found.stdout)[0]]).toMatchObject([1, { reason: "characters", offset: 14 }]);
	});

	it.each([
		[["--ports", "0"], '--ports takes ports from 1 to 65535, such as 80,443, not "0"'],
		[["--ports", "80,"], '--ports takes ports from 1 to 65535, such as 80,443, not ""'],
		[["--clients", "curlx"], '"curlx" is not one (did you mean curl?)'],
	])("refuses %j", (args, message) => {
		expect(run(["destination", ...args], "")).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
	});
});

describe("inspect", () => {
	const LINES = "http://example.com/\r\nhttp://0x7f.1/\n\n1:\nhttp://пример.рф:25/%0A";

	it("prints an object per line with findings or an error, and a summary by code", () => {
		const { status, stdout, stderr } = run(["inspect"], `\ufeff${LINES}`);
		expect(status).toBe(0);
		expect(records(stdout)).toEqual([
			{ line: 2, reference: "http://0x7f.1/", findings: inspect("http://0x7f.1/") },
			{
				line: 4,
				reference: "1:",
				error: {
					code: "invalid-scheme",
					component: "scheme",
					offset: 0,
					sentence: 'The text before the first ":" is not a scheme (at 0).',
				},
			},
			{ line: 5, reference: "http://пример.рф:25/%0A", findings: inspect("http://пример.рф:25/%0A") },
		]);
		const [first, ...counts] = stderr.trimEnd().split("\n");
		expect(first).toMatch(/^urlsieve inspect: 5 lines, 2 flagged, 1 reject, \d+\.\d\d s, \d+ MB\/s$/);
		expect(counts.map((line) => line.trim())).toEqual([
			"1  port-below-1024",
			"1  encoded-delimiter",
			"1  rare-ipv4",
			"1  loopback-host",
			"1  browser-host",
		]);
	});

	it("prints all lines with --all, and only findings named by --only", () => {
		const all = records(
			run(["inspect", "--all", "--quiet", "--only", "rare-ipv4", "--only=port-below-1024,browser-host"], LINES).stdout,
		);
		expect(all.map(({ line, findings }) => [line, findings?.map(({ code }: { code: string }) => code)])).toEqual([
			[1, []],
			[2, ["rare-ipv4", "browser-host"]],
			[3, []],
			[4, undefined],
			[5, ["port-below-1024"]],
		]);
		expect(run(["inspect", "--quiet", "--only", "userinfo-password"], "http://0x7f.1/")).toEqual({
			status: 0,
			stdout: "",
			stderr: "",
		});
	});

	it("numbers lines across files, compressed or not, replaces -o, and prints the summary as JSON", () => {
		const [plain, packed, output] = ["a.txt", "b.gz", "out.jsonl"].map((name) => path(name)) as [string, string, string];
		writeFileSync(plain, "http://127.0.0.1/\n");
		writeFileSync(packed, gzipSync("/\nhttp://10.0.0.1/"));
		const { status, stdout, stderr } = run(["inspect", "--json", "-o", output, plain, packed]);
		expect([status, stdout]).toEqual([0, ""]);
		expect(records(readFileSync(output, "utf8")).map(({ line }) => line)).toEqual([1, 3]);
		expect(JSON.parse(stderr)).toMatchObject({
			command: "inspect",
			lines: 3,
			flagged: 2,
			rejects: 0,
			findings: { "loopback-host": 1, "private-host": 1 },
			inputOctets: 36,
			outputOctets: readFileSync(output).length,
		});
	});

	longIt("numbers lines across chunks, and truncates one that is too long", () => {
		const input = `http://a/\n${"é".repeat(9_000_000)}\n${"http://127.0.0.1/\n".repeat(40_000)}`;
		const [tooLong, ...others] = records(run(["inspect", "--quiet"], input).stdout);
		expect(tooLong).toEqual({
			line: 2,
			reference: "é".repeat(1024),
			error: expect.objectContaining({ code: "too-long", offset: 8388608 }),
		});
		expect([others.length, others[0].line, others.at(-1).line]).toEqual([40_000, 3, 40_002]);
		expect(others.every(({ reference }) => reference === "http://127.0.0.1/")).toBe(true);
	});

	it("names codes of findings in its help, and refuses others", () => {
		const { stdout } = run(["inspect", "--help-all"]);
		for (const { code } of inspect("http://u:p@127.1:22/%252f")) expect(stdout).toContain(code);
		const { status, stderr } = run(["inspect", "--only", "rare-ipv4,rare"]);
		expect([status, stderr]).toEqual([
			2,
			'urlsieve: --only takes codes of findings, and "rare" is not one; try: urlsieve inspect --help\n',
		]);
		const output = path("never.jsonl");
		expect(run(["inspect", "-o", output, path("missing")]).status).toBe(3);
		expect(existsSync(output)).toBe(false);
	});
});
