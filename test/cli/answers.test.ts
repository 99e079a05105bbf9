/** Output of commands to the letter: records, summaries as JSON, exit statuses, and the messages for wrong uses. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

/** Status, output and summary of a run with `--json`. */
function summed(args: string[], input = "") {
	const { status, stdout, stderr } = run([...args, "--json"], input);
	const { seconds, ...summary } = JSON.parse(stderr);
	expect(seconds).toBeGreaterThanOrEqual(0);
	return { status, stdout, summary };
}

const LIST = "http://a/\nhttp://[\n/b c\n";

it.each<[args: string[], status: number, counts: object]>([
	[["parse"], 0, { rejects: 1 }],
	[["validate"], 1, { rejects: 2 }],
	[["inspect"], 0, { flagged: 0, rejects: 1, findings: {} }],
	[["explain"], 0, { rejects: 1 }],
	[["relativize", "--base", "http://a/"], 0, { rejects: 1 }],
])("%j sums up what it has counted", (args, status, counts) => {
	const result = summed(args, LIST);
	const { command, lines, inputOctets, outputOctets, notes, ...others } = result.summary;
	expect([result.status, command, lines, inputOctets]).toEqual([status, args[0], 3, LIST.length]);
	expect(outputOctets).toBe(Buffer.byteLength(result.stdout));
	expect(notes.map(({ code }: { code: string }) => code)).toEqual(others.rejects > 1 ? ["mostly-rejects"] : []);
	expect(others).toEqual(counts);
});

const REJECTS = { rejects: 1, rejectCodes: { "invalid-ip-literal": 1 } };

it.each<[args: string[], counts: object]>([
	[["normalize", "--engine", "js"], { lines: 3, ...REJECTS, engine: "js" }],
	[["resolve", "--engine", "js", "--base", "http://a/"], { lines: 3, ...REJECTS, engine: "js" }],
	[["dedupe", "--engine", "js"], { lines: 3, unique: 2, duplicates: 0, ...REJECTS, engine: "js" }],
	[["partition", "--engine", "js", "--into", path("parts"), "--parts", "2"], { lines: 3, parts: 2, ...REJECTS, engine: "js" }],
])("%j sums up what it has counted, and the engine", (args, counts) => {
	const { status, summary } = summed(args, LIST);
	const { command, inputOctets, outputOctets, notes, ...others } = summary;
	expect([status, command, inputOctets, notes, others]).toEqual([0, args[0], LIST.length, [], counts]);
	expect(outputOctets).toBeGreaterThan(0);
});

it.each<[args: string[], stdout: string]>([
	[
		["parse", "--uri", "//a?#"],
		'{"line":1,"reference":"//a?#","components":{"authority":"a","host":"a","path":"","query":"","fragment":""}}\n',
	],
	[["normalize", "HTTP://A"], "http://a/\n"],
	[["normalize", "--quiet", "--uri", "HTTP://A", "HTTP://B"], "http://a/\nhttp://b/\n"],
	[["resolve", "--base", "http://a/b/c", "--uri", "../d"], "http://a/d\n"],
	[["relativize", "--base", "http://a/b/", "http://a/b/c"], "c\n"],
	[["compare", "http://a", "HTTP://a:80/"], "scheme\n"],
	[["compare", "a", "a"], "string\n"],
	[["validate", "--all", "--uri", "a"], '{"line":1,"reference":"a","valid":true,"errors":[]}\n'],
	[["validate", "--uri", "a"], ""],
	[["inspect", "--all", "--uri", "a"], '{"line":1,"reference":"a","findings":[]}\n'],
	[["inspect", "--uri", "a"], ""],
	[["explain", "--uri", "a"], '{"line":1,"input":"a","steps":[],"value":"a"}\n'],
	[["explain", "--text", "--uri", "a"], "a\n  already in normal form\n"],
	[
		["explain", "--text", "--uri", "HTTP://a/%7e"],
		`HTTP://a/%7e
  scheme-case         RFC 3986 §6.2.2.1  http://a/%7e
  percent-case        RFC 3986 §6.2.2.1  http://a/%7E
  percent-unreserved  RFC 3986 §6.2.2.2  http://a/~
`,
	],
	[["agree", "--readers", "nginx,go", "--uri", "/a"], ""],
])("%j prints %j", (args, stdout) => {
	expect(run(args)).toEqual({ stdout, stderr: "", status: 0 });
});

it.each<[args: string[], status: number, stderr: string]>([
	[["normalize", "--uri", "http://["], 1, '"http://[", byte 7: the bracketed host is not valid (invalid-ip-literal)'],
	[["explain", "--text", "--uri", "1:"], 1, '"1:", offset 0: '],
	[["relativize", "--base", "http://a/", "--uri", "1:"], 1, '"1:", offset 0: '],
])("%j prints why one reference has no result", (args, status, stderr) => {
	const ended = run(args);
	expect([ended.status, ended.stdout]).toEqual([status, ""]);
	expect(ended.stderr.startsWith(`urlsieve: ${stderr.split(":")[0]}`)).toBe(true);
	expect(ended.stderr).toMatch(/ \([a-z-]+\)\n$/);
});

it.each<[args: string[], sentence: string]>([
	[["dedupe", "--thraeds=2"], "Unknown option '--thraeds' (did you mean --threads?)"],
	[["normalize", "--fast"], "Unknown option '--fast'"],
	[["dedupe", "--level"], "Option '--level <value>' argument missing"],
	[["normalize", "--quiet=1"], "Option '--quiet' does not take an argument"],
	[["dedupe", "--default-scheme", "https:"], '--default-scheme must be a scheme such as https, not "https:"'],
	[["dedupe", "--memory", "16P"], '--memory must be a size such as 512M or 2G, not "16P"'],
	[["compare", "a"], "compare takes exactly two references, not 1"],
	[["compare", "a", "b", "c"], "compare takes exactly two references, not 3"],
	[["relativize"], "relativize requires --base URI"],
	[["resolve"], "resolve requires --base URI"],
	[["relativize", "--base", "/a"], '--base must be an absolute URI such as https://example.com/, not "/a"'],
	[["agree"], "agree requires --readers with at least two readers, such as nginx,tomcat"],
	[["agree", "--readers", "nginx"], "agree requires --readers with at least two readers, such as nginx,tomcat"],
	[
		["agree", "--readers", "nginx,go", "--reject", "host,segment"],
		'--reject takes classes of differences, and "segment" is not one (did you mean segments?)',
	],
	[
		["inspect", "--only", "rare-ipv4,rare-ip"],
		'--only takes codes of findings, and "rare-ip" is not one (did you mean rare-ipv4?)',
	],
	[["inspect", "--readers", "nginx"], "inspect requires --readers with at least two readers, such as nginx,tomcat"],
	[["seen"], "seen takes stat, verify, compact, merge, convert, export, has, add or remove, and a FILE"],
	[["seen", "toString", "a"], "seen takes stat, verify, compact, merge, convert, export, has, add or remove, and a FILE"],
	[["seen", "stat"], "seen stat takes one file"],
	[["seen", "merge", "a"], "seen merge takes two files"],
	[["profile"], "profile takes list, or show ID"],
	[["profile", "list", "a"], "profile takes list, or show ID"],
	[["profile", "show"], "profile takes list, or show ID"],
	[["profile", "show", "crawl@1", "b"], "profile takes list, or show ID"],
	[["profile", "list", "--as-policy"], "profile takes list, or show ID"],
	[["profile", "show", "crawl@1", "--policy"], 'profile has no option --policy; write "urlsieve profile show --as-policy ID"'],
	[["profile", "show", "crawl@1", "--policy", "a"], 'profile has no option --policy; write "urlsieve policy show FILE"'],
	[["profile", "show", "--policy=a"], 'profile has no option --policy; write "urlsieve policy show FILE"'],
	[["policy", "compile"], "policy takes check FILE..., or show FILE, or diff OLD NEW [LIST...], or compile FILE"],
	[["policy", "show", "a", "b"], "policy takes check FILE..., or show FILE, or diff OLD NEW [LIST...], or compile FILE"],
	[["policy", "list"], "policy takes check FILE..., or show FILE, or diff OLD NEW [LIST...], or compile FILE"],
	[["policy", "show", "a", "-o", "b"], "policy show takes no --output, which is for compile"],
	[["policy", "compile", "a", "--json"], "policy compile takes no --json, which is for check, show, diff"],
	[["lists"], "lists takes check and one LIST or more"],
	[["lists", "check"], "lists takes check and one LIST or more"],
	[["lists", "show", "a"], "lists takes check and one LIST or more"],
	[["partition", "--into", "", "--parts", "2"], "--into DIR is required"],
	[["dedupe", "--print", "both"], '--print must be normalized, fetch, key or original, not "both"'],
	[["explain", "--profile", "crawl@1", "--level", "syntax"], "--level is for the profile rfc3986@1"],
	[["explain", "--profile", "crawl@1", "--edition", "1994"], "--edition is for the profile rfc3986@1"],
	[["normalize", "--profile", "crawl@1", "--policy", "a"], "--profile and --policy exclude each other"],
	[["resolve", "--base", "http://a/", "--profile", "crawl@1", "--lenient"], "--lenient is for the profile rfc3986@1"],
	[
		["resolve", "--base", "http://a/", "--profile", "crawl@1", "--excess-dots", "keep"],
		"--excess-dots is for the profile rfc3986@1",
	],
	[
		["resolve", "--base", "http://a/", "--profile", "surt@1"],
		"surt@1 does not resolve references; rfc3986@1, whatwg@1, crawl@1 and policies do",
	],
])("refuses %j", (args, sentence) => {
	expect(run(args)).toEqual({ status: 2, stdout: "", stderr: `urlsieve: ${sentence}; try: urlsieve ${args[0]} --help\n` });
});

it("compares by a profile: the level, the rules, or why there is no key", () => {
	const compare = (...args: string[]) => run(["compare", "--profile", "crawl@1", ...args]);
	const [a, b, c] = ["http://h/?gclid=1", "http://h/", "http://h/c"];
	expect(compare(a, a)).toMatchObject({ status: 0, stdout: "string\n" });
	const merged = compare(a, b);
	expect([merged.status, merged.stdout]).toEqual([0, "tracking@1:gclid\n"]);
	expect(compare(b, c)).toMatchObject({ status: 1, stdout: "different\n" });
	expect(JSON.parse(compare("--json", b, c).stdout)).toMatchObject({
		level: null,
		rules: [],
		key: [expect.any(String), expect.any(String)],
	});
	expect(JSON.parse(compare("--json", a, b).stdout)).toMatchObject({ level: null, rules: [merged.stdout.trim()] });
	expect(JSON.parse(compare("--json", a, b).stdout)).not.toHaveProperty("explanations");
	const failed = JSON.parse(compare("--json", "--explain", "http://[", b).stdout);
	expect([failed.level, failed.key[0], failed.explanations[0], failed.explanations[1].input]).toEqual([null, null, null, b]);
	expect(compare("http://[", b).status).toBe(1);
	const [first, blank, input] = compare("--explain", a, b).stdout.split("\n");
	expect([first, blank, input]).toEqual([merged.stdout.trim(), "", a]);
});

it("lists profiles, and shows one or makes a policy of it", () => {
	const list = run(["profile", "list"]).stdout.trimEnd().split("\n");
	expect(list.length).toBeGreaterThan(5);
	for (const line of list) expect(line).toMatch(/^[a-z0-9-]+@\d +\S/);
	expect(new Set(list.map((line) => line.search(/(?<= )\S/))).size).toBe(1);
	const policy = run(["profile", "show", "crawl@1", "--as-policy"]).stdout;
	const file = write("policy.json", policy);
	expect(policy.startsWith('{\n  "')).toBe(true);
	const { id, ...shown } = JSON.parse(run(["profile", "show", "crawl@1"]).stdout);
	expect([id, JSON.parse(run(["policy", "show", "--json", file]).stdout)]).toEqual(["crawl@1", shown]);
	expect(run(["policy", "compile", file, "-o", path("crawl.usp")])).toEqual({ status: 0, stdout: "", stderr: "" });
	expect(readFileSync(path("crawl.usp")).length).toBeGreaterThan(100);
});

it("names the file of a set that is missing", () => {
	const missing = path("none.seen");
	for (const action of ["stat", "verify", "compact", "export"])
		expect(run(["seen", action, missing])).toMatchObject({ status: 3, stdout: "", stderr: expect.stringContaining(missing) });
});
