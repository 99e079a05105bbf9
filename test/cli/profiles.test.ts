/** The options --profile, --policy, --lists and --print, and the commands `profile`, `policy` and `lists`. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createNormalizer, readList, readPolicy } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { path, write } = useFolder();

const LINES = [
	"http://Example.com/?gclid=1&b=2&a=1#top",
	"http://example.com/?a=1&b=2",
	"http://[",
	"HTTP://0x7f.1/a b",
	"http://example.com/?b=2&a=1\r",
];
const INPUT = `${LINES.join("\n")}\n`;
const POLICY = `{
	"policy": "acme@1",
	"base": "whatwg",
	"key": { "query": { "remove": [{ "name": "ref", "match": "prefix" }], "keep": ["ref_id"], "lists": ["mine"] } }
}`;
const LIST = '{ "format": "urlsieve-list@1", "name": "mine", "version": "1", "params": ["aff"] }';
const PAGE = "http://h/?ref=1&ref_id=2&aff=3&b=4";

/** Standard output as lines. Standard error must be empty. */
function linesOf(args: string[], input = INPUT): string[] {
	const { status, stdout, stderr } = run([...args, "--quiet"], input);
	expect([status, stderr]).toEqual([0, ""]);
	return stdout.split("\n").slice(0, -1);
}

/** The status, and the only line on standard error. Nothing is on standard output. */
function failure(args: string[], input = INPUT): [status: number | null, message: string] {
	const { status, stdout, stderr } = run(args, input);
	expect(stdout).toBe("");
	expect(stderr).toMatch(/^urlsieve: [^\n]+\n$/);
	return [status, stderr];
}

function policyFile(): string {
	return write("acme.json", POLICY);
}

/** Returns the form of each line by a normalizer; rejected lines stay. */
function expected(profile: "crawl@1" | "whatwg@1" | "surt@1", form: "tryNormalize" | "tryKey"): string[] {
	const normalizer = createNormalizer({ profile });
	return LINES.map((line) => {
		const made = normalizer[form](line);
		return typeof made === "string" ? made : line;
	});
}

describe("urlsieve normalize --profile", () => {
	it.each(["crawl@1", "whatwg@1", "surt@1"] as const)("prints the forms of %s", (profile) => {
		const fetch = expected(profile, "tryNormalize");
		const key = expected(profile, "tryKey");
		const args = ["normalize", "--profile", profile];
		expect(linesOf(args)).toEqual(fetch);
		expect(linesOf([...args, "--print", "normalized"])).toEqual(fetch);
		expect(linesOf([...args, "--print", "fetch"])).toEqual(fetch);
		expect(linesOf([...args, "--print", "key"])).toEqual(key);
		expect(linesOf([...args, "--print", "both"])).toEqual(fetch.map((form, index) => `${form}\t${key[index]}`));
	});

	it("handles rejected lines as --invalid and --rejects say", () => {
		const args = ["normalize", "--profile", "crawl@1", "--print", "both"];
		expect(linesOf([...args, "--invalid", "drop"])).toHaveLength(LINES.length - 1);
		expect(linesOf([...args, "--invalid", "blank"])[2]).toBe("");
		const rejects = path("rejects");
		linesOf([...args, "--rejects", rejects]);
		expect(readFileSync(rejects, "utf8")).toContain("http://[");
		expect(linesOf(args, "http://[\ta\n")).toEqual(["http://[%09a\thttp://[%09a"]);
		const crawlee = ["normalize", "--profile", "crawlee@1", "--print", "both"];
		expect(linesOf(crawlee, "\ta b\nhttp://H/\t#a\n")).toEqual(["%09a b\t%09a b", "http://h\thttp://h"]);
		const { status, stdout, stderr } = run([...args, "--invalid", "fail"], INPUT);
		expect([status, stderr]).toEqual([1, expect.stringContaining("line 3")]);
		expect(stdout.trim().split("\n")).toEqual(linesOf(args).slice(0, 2));
	});

	it("refuses a profile that is unknown", () => {
		const refused = (id: string) => failure(["normalize", "--profile", id]);
		expect(refused("surt")).toEqual([2, expect.stringContaining("did you mean surt@1?")]);
		expect(refused("__proto__")[0]).toBe(2);
	});

	it("names the option, and not the policy, that is wrong", () => {
		const browser = write("browser.json", '{"base":"whatwg"}');
		expect(failure(["normalize", "--policy", browser, "--strict"])).toEqual([
			2,
			expect.stringMatching(/^urlsieve: --strict is for/),
		]);
	});
});

describe("urlsieve normalize --policy", () => {
	it("strips the parameters that the policy and its lists name, and keeps those that the policy keeps", () => {
		const list = write("mine.json", LIST);
		const key = createNormalizer({
			policy: readPolicy(POLICY),
			lists: [readList("urlsieve-list", new TextEncoder().encode(LIST))],
		}).key(PAGE);
		expect(key).toBe("http://h/?ref_id=2&b=4");
		const args = ["normalize", "--policy", policyFile(), "--print", "key", "--lists"];
		for (const operand of [list, `mine=${list}`, `urlsieve-list:${list}`]) {
			expect(linesOf([...args, operand], `${PAGE}\n`)).toEqual([key]);
		}
		const filters = write("filters.txt", "$removeparam=aff\n");
		expect(linesOf([...args, `mine=${filters}`], `${PAGE}\n`)).toEqual([key]);
		expect(linesOf([...args, `mine=removeparam:${filters}`], `${PAGE}\n`)).toEqual([key]);
	});

	it("prints a line for each fault, also for hosts that only the URL parser refuses", () => {
		const using = (file: string) => run(["normalize", "--policy", file], "").stderr;
		const hosts = write(
			"hosts.json",
			'{ "sites": [\n{ "hosts": ["a_b", "*hh", "[1::g]"], "key": {} },\n{ "hosts": ["h", "[::]", "[::1::]"], "key": {} }] }',
		);
		const refused = (host: string, advice: string) => `must be a host, not "${host}"${advice} (invalid-policy)\n`;
		expect(using(hosts)).toBe(
			`urlsieve: ${hosts}:2:20: invalid policy: /sites/0/hosts/1 ${refused("*hh", ': a star stands for nothing; name each host, or write "*.hh" for all below hh')}` +
				`urlsieve: ${hosts}:2:27: invalid policy: /sites/0/hosts/2 ${refused("[1::g]", "")}`,
		);
		const unread = write("unread.json", readFileSync(hosts, "utf8").replace('"*hh", "[1::g]"', '"[::2::]"'));
		expect(using(unread)).toBe(
			`urlsieve: ${unread}:2:20: invalid policy: /sites/0/hosts/1 ${refused("[::2::]", "")}` +
				`urlsieve: ${unread}:3:26: invalid policy: /sites/1/hosts/2 ${refused("[::1::]", "")}`,
		);
	});

	it("names file and place of a fault in one sentence, before a line is read", () => {
		const out = path("out");
		const using = (file: string, ...more: string[]) => failure(["normalize", "--policy", file, "-o", out, ...more]);
		const typo = write("typo.json", '{ "key": { "fragmnet": "drop" } }');
		expect(using(typo)).toEqual([2, expect.stringMatching(/typo\.json:1:12: .*\/key\/fragmnet .*\(invalid-policy\)\n$/)]);
		const twice = write("twice.json", '{ "key": {},\n  "key": { "fragment": "drop" } }');
		expect(using(twice)).toEqual([
			2,
			expect.stringMatching(
				/twice\.json:2:3: invalid policy: \/key is given twice, the second time in line 2 \(invalid-policy\)\n$/,
			),
		]);
		expect(using(write("cut.json", '{ "key":'))).toEqual([2, expect.stringContaining("cut.json:1:9: the policy is not JSON")]);
		expect(using(path("missing.json"))).toEqual([3, expect.stringContaining("no such file")]);
		expect(using(policyFile())).toEqual([2, expect.stringContaining('names the list "mine", which is not given')]);
		const bad = write("mine.json", LIST.replace('"aff"', "7"));
		expect(using(policyFile(), "--lists", bad)).toEqual([
			2,
			expect.stringMatching(/mine\.json:1:\d+: .*\/params\/0 .*\(list-syntax\)\n$/),
		]);
		expect(existsSync(out)).toBe(false);
	});
});

describe("urlsieve resolve --profile", () => {
	const BASE = "HTTP://Example.com/a/./b?c";
	const LINKS = ["../g?b&a#x", "HTTP://H/?utm_source=1&c", "//x", "#top", "mailto:a", "http://[", "", "?gclid=1\r", "ä/%7e b"];
	const links = `${LINKS.join("\n")}\n`;
	const resolve = (...args: string[]) => linesOf(["resolve", "--base", BASE, ...args], links);

	it.each([
		["--profile", "crawl@1"],
		["--profile", "whatwg@1"],
		["--policy", write("targets.json", POLICY.replace(', "lists": ["mine"]', ""))],
	])("prints the forms of targets under %s %s", (...rules) => {
		const options =
			rules[0] === "--profile" ? { profile: rules[1] as "crawl@1" } : { policy: readPolicy(readFileSync(rules[1], "utf8")) };
		const normalizer = createNormalizer(options);
		const targets = LINKS.map((link) => normalizer.tryResolve(link, BASE));
		const fetch = targets.map((target, index) => (typeof target === "string" ? target : (LINKS[index] as string)));
		const key = targets.map((target, index) => (typeof target === "string" ? normalizer.key(target) : (LINKS[index] as string)));
		expect(resolve(...rules)).toEqual(fetch);
		expect(resolve(...rules, "--print", "key", "--threads", "2")).toEqual(key);
		expect(resolve(...rules, "--print", "both", "--engine", "js")).toEqual(fetch.map((form, index) => `${form}\t${key[index]}`));
		expect(linesOf(["resolve", "--base", BASE, ...rules, "--uri", "../g"])).toEqual(["http://example.com/g"]);
	});

	it("prints targets and their keys under a policy on rfc3986", () => {
		const policy = ["--policy", write("rfc.json", '{ "base": "rfc3986", "key": { "query": { "sort": "name" } } }')];
		const args = ["--invalid", "blank"];
		const targets = resolve(...args);
		const keys = linesOf(["normalize", ...policy, "--print", "key", ...args], `${targets.join("\n")}\n`);
		expect(targets.slice(0, 3)).toEqual(["HTTP://Example.com/g?b&a#x", "HTTP://H/?utm_source=1&c", "HTTP://x"]);
		expect(keys[0]).toBe("http://example.com/g?a&b#x");
		expect(resolve(...policy, ...args)).toEqual(targets);
		expect(resolve(...policy, ...args, "--print", "key")).toEqual(keys);
		const both = targets.map((target, index) => (target === "" ? "" : `${target}\t${keys[index]}`));
		expect(resolve(...policy, ...args, "--print", "both", "--engine", "js")).toEqual(both);
		expect(linesOf(["resolve", "--base", BASE, ...policy, "--uri", " ../g "])).toEqual(["HTTP://Example.com/g"]);
	});
});

describe("urlsieve dedupe --profile", () => {
	it("has no form of a line that is both", () => {
		expect(failure(["dedupe", "--profile", "crawl@1", "--print", "both"])[0]).toBe(2);
	});

	it("audits the rules that merged two lines", () => {
		const audit = path("audit.tsv");
		linesOf(["dedupe", "--profile", "crawl@1", "--audit", audit]);
		expect(readFileSync(audit, "utf8").split("\n")[0]).toBe(
			[LINES[0], LINES[1], "fragment+query-sort+tracking@1:gclid", 1, 2].join("\t"),
		);
	});

	it("keeps a set across runs, only for the same keys", () => {
		const set = path("pages.seen");
		const seen = (profile: string) => ["dedupe", "--profile", profile, "--seen", set];
		expect(linesOf(seen("crawl@1"))).toHaveLength(3);
		expect(linesOf([...seen("crawl@1"), "--invalid", "drop"], `${INPUT}http://new/\n`)).toEqual(["http://new/"]);
		const before = readFileSync(set);
		for (const profile of ["whatwg@1", "rfc3986@1"]) {
			const [status, message] = failure(seen(profile));
			expect(status).toBe(3);
			expect(message).toContain(`has keys of crawl@1, not of ${profile}; use that profile or another file (profile-mismatch)`);
		}
		expect(readFileSync(set).equals(before)).toBe(true);
	});

	it("names the policies of a set and of a run by their names", () => {
		const [set, other] = [path("acme.seen"), path("other.seen")];
		const policy = (name: string | undefined, ...remove: string[]) =>
			write("named.json", JSON.stringify({ policy: name, key: { query: { remove } } }));
		const using = (file: string, seen = set) => failure(["dedupe", "--policy", file, "--seen", seen])[1];
		const told = (rest: string) =>
			`urlsieve: cannot read ${set}: the set has keys of the policy acme@1${rest}; use that policy or another file: ` +
			'see "I changed my policy" in docs/guide/days.md (profile-mismatch)\n';
		linesOf(["dedupe", "--policy", policy("acme@1", "a"), "--seen", set]);
		linesOf(["dedupe", "--policy", policy("acme@3", "a"), "--seen", set]);
		expect(run(["seen", "compact", set]).status).toBe(0);
		expect(using(policy("acme@2", "b"))).toBe(told(", not of the policy acme@2, which differs in /key/query/remove"));
		expect(using(policy("acme@1", "b"))).toBe(told(" as it was before /key/query/remove changed, not as it is now"));
		expect(using(policy(undefined, "b"))).toMatch(
			/, not of a policy without a name \([0-9a-f]{12}…\), which differs in \/key\/query\/remove; /,
		);
		expect(failure(["dedupe", "--profile", "crawl@1", "--seen", set])[1]).toContain(
			"acme@1, not of crawl@1, which differs in /base, ",
		);
		linesOf(["dedupe", "--policy", policy("acme@2", "b"), "--seen", other]);
		expect(failure(["seen", "merge", other, set])[1]).toContain(`${set} has keys of the policy acme@1, not of the policy acme@2`);
		expect(JSON.parse(run(["seen", "stat", "--json", set]).stdout).policy).toBe("acme@1");
	});
});

describe("urlsieve explain and compare --profile", () => {
	it("explain the rules of a key", () => {
		const page = "http://example.com/?gclid=1&b&a#top";
		const [line = ""] = linesOf(["explain", "--profile", "crawl@1"], `${page}\n`);
		expect(JSON.parse(line)).toEqual({ line: 1, ...createNormalizer({ profile: "crawl@1" }).explain(page) });
		const text = linesOf(["explain", "--text", "--profile", "crawl@1"], `${page}\n`);
		expect(text.map((step) => step.trim().split(" ")[0])).toEqual([page, "tracking@1:gclid", "query-sort", "fragment"]);
		const policy = write("plain.json", '{ "key": { "query": { "remove": ["ref"] } } }');
		expect(linesOf(["explain", "--text", "--policy", policy], "http://h/?ref=1\n")[1]).toContain("remove:ref");
	});
});

describe("a summary of lines under a policy", () => {
	const lines = write("schemes.txt", "http://a/?b\nmailto:x@y\n/rel\nHTTPS://u@b\nftp://x/\n#f\nhttp://a/?b#c\n");
	it.each<[string, string[], number, number]>([
		["rfc3986", ["normalize"], 4, 0],
		["rfc3986", ["normalize", "--print", "both"], 4, 0],
		["rfc3986", ["dedupe"], 4, 0],
		["rfc3986", ["dedupe", "--memory", "64M", "--threads", "2"], 4, 0],
		["whatwg", ["dedupe", "--memory", "64M"], 2, 2],
		["whatwg", ["dedupe", "--seen", path("schemes.seen")], 2, 2],
		["crawl@1", ["partition", "--parts", "2", "--into", path("parts")], 2, 2],
	])("counts what no rule acts on: %s, %j", (base, args, notWeb, rejects) => {
		const policy = write(`${base}.json`, JSON.stringify({ base, key: { fragment: "drop" } }));
		const using = (...more: string[]) => run([...args, "--policy", policy, ...more, lines]).stderr;
		expect(JSON.parse(using("--json"))).toMatchObject({ notWeb, rejects });
		rmSync(path("parts"), { recursive: true, force: true });
		expect(using()).toContain(`, ${rejects} rejects, ${notWeb} not http(s), `);
	});

	it("does not mention them under other rules, or if there are none", () => {
		expect(JSON.parse(run(["normalize", "--json", lines]).stderr)).not.toHaveProperty("notWeb");
		const { stderr } = run(["dedupe", "--profile", "crawl@1"], "http://a/\nHTTPS://b\n");
		expect(stderr).toContain(", 0 rejects, 0.");
	});
});

describe("urlsieve profile", () => {
	it("shows the rules of each", () => {
		for (const id of [
			"rfc3986@1",
			"whatwg@1",
			"crawl@1",
			"surt@1",
			"surt-scheme-comma@1",
			"surt-java@1",
			"w3lib@1",
			"safe-browsing@1",
			"crawlee@1",
		]) {
			const { status, stdout } = run(["profile", "show", id]);
			expect([status, JSON.parse(stdout).id]).toEqual([0, id]);
		}
		const rules = JSON.parse(run(["profile", "show", "crawl@1"]).stdout).rules.map(({ id }: { id: string }) => id);
		expect(rules).toEqual(expect.arrayContaining(["host-dot", "session-query", "query-sort", "fragment"]));
	});

	it("shows the rules of a policy, with its lists", () => {
		const list = write("mine.json", LIST);
		const { stdout } = run(["policy", "show", "--json", policyFile(), "--lists", list]);
		expect(JSON.parse(stdout)).toMatchObject({ id: "acme@1", base: "whatwg", lists: [{ name: "mine", version: "1" }] });
		const filters = write("my-clearurls:filters.txt", "$removeparam=aff\n");
		for (const operand of [`mine=${filters}`, `mine=removeparam:${filters}`]) {
			const other = JSON.parse(run(["policy", "show", "--json", policyFile(), "--lists", operand]).stdout);
			expect(other.lists).toEqual([{ name: "mine", version: "", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
		}
	});

	it("prints it as text: the rules, then the differences of each site", () => {
		const sites = [
			{ hosts: ["forum.example", "[2001:db8::1]"], key: { www: "keep", query: { keep: [{ name: "t_", match: "prefix" }] } } },
			{ hosts: ["wiki.example"], key: { www: "drop" } },
		];
		const key = { www: "drop", index: [{ name: "a*b" }], query: { remove: ["ref"] } };
		const file = write("sites.json", JSON.stringify({ policy: "acme@1", base: "whatwg", key, sites }));
		const { status, stdout } = run(["policy", "show", file]);
		const idna = JSON.parse(run(["policy", "show", "--json", file]).stdout).idna;
		expect([status, stdout.split("\n")]).toEqual([
			0,
			[
				"policy            acme@1",
				"base              whatwg",
				"fetch             the URL by the base, unchanged",
				`hosts             beyond ASCII: ${idna}`,
				"",
				"key",
				"  host-www        leading www. labels of the host go, while two labels are left",
				'  index           a last segment of the path goes if it is "a*b" with a star',
				'  param           "ref" goes',
				"",
				"key on forum.example and all hosts below it, [2001:db8::1]",
				'  param           (every name that begins with "t_") stays, whatever else removes it',
				"                  the rest as on all hosts",
				'  replaced        www of all hosts, replaced by /sites/0: "drop"',
				"  without         host-www",
				"",
				"key on wiki.example and all hosts below it",
				"  -               as elsewhere",
				"",
			],
		]);
	});
});

describe("urlsieve policy compile", () => {
	it("writes a program, or none for a policy with a fault", () => {
		const program = path("acme.usp");
		const list = write("mine.json", LIST);
		expect(run(["policy", "compile", policyFile(), "--lists", list, "-o", program]).status).toBe(0);
		expect(readFileSync(program).length).toBeGreaterThan(100);
		const none = path("none.usp");
		const typo = write("typo.json", '{ "key": { "fragmnet": "drop" } }');
		expect(failure(["policy", "compile", typo, "-o", none])).toEqual([2, expect.stringContaining("/key/fragmnet")]);
		expect(existsSync(none)).toBe(false);
	});
});

describe("urlsieve lists check", () => {
	it("reports options that do not apply", () => {
		const filters = write("filters.txt", "$removeparam=a\n$removeparam=x,method=post\n");
		const { status, stdout } = run(["lists", "check", filters, write("mine.json", LIST)]);
		const [first, second] = stdout
			.split("\n")
			.slice(0, 2)
			.map((line) => JSON.parse(line));
		expect([status, first.rules, first.reports[0].line, second.reports]).toEqual([0, 1, 2, []]);
	});

	it("explains the parameters that exceptions keep", () => {
		const filters = write("kept.txt", "$removeparam=ref\n@@||shop.example/gp/*cart$removeparam=ref\n");
		const policy = write("kept.json", '{ "base": "crawl@1", "key": { "query": { "lists": ["kept"] } } }');
		const args = ["explain", "--text", "--quiet", "--policy", policy, "--lists", filters];
		expect(run(args, "http://shop.example/gp/cart?ref=a\n").stdout).toContain(
			"kept from kept:L1: ref=a, by the exception @@||shop.example/gp/*cart$removeparam=ref (line 2)",
		);
	});

	it.each([
		["removeparam", "! none yet\nsrc\n"],
		["removeparam", "[Adblock Plus 2.0]\n||ads.example^\n"],
		["urlsieve-list", '{ "format": "urlsieve-list@1", "name": "none" }'],
	])("says that a list has no rule, as summaries do: %s %j", (format, text) => {
		const list = `none=${format}:${write("none.txt", text)}`;
		const sentence = expect.stringMatching(/^the list none has no rule that is taken: see /);
		expect(JSON.parse(run(["lists", "check", list]).stdout)).toMatchObject({ rules: 0, note: sentence });
		const policy = write("none.json", '{ "base": "crawl@1", "key": { "query": { "lists": ["none"] } } }');
		const { stderr } = run(["normalize", "--json", "--policy", policy, "--lists", list], "http://h/?ref=1\n");
		expect(JSON.parse(stderr).notes).toEqual([{ code: "list-without-rules", count: 0, sentence }]);
	});

	it("names the rules switched off by exceptions in one line, as profile show and summaries do", () => {
		const filters = write("off.txt", "$removeparam=a\n$removeparam=b\n@@$removeparam\n@@/(?=x)/$removeparam=a\n");
		const sentence =
			"the list off switches off 2 of its 2 rules on every host, by line 3, and more by 1 other exception: " +
			'see "urlsieve lists check"';
		expect(JSON.parse(run(["lists", "check", filters]).stdout)).toMatchObject({
			note: sentence,
			switchedOff: [{ line: 3 }, { line: 4 }],
		});
		const policy = write("off.json", '{ "base": "crawl@1", "key": { "query": { "lists": ["off"] } } }');
		const rules = ["--policy", policy, "--lists", filters];
		const show = ["policy", "show", policy, "--lists", filters];
		expect(JSON.parse(run([...show, "--json"]).stdout).notes).toEqual([sentence]);
		expect(run(show).stdout).toContain(`\nnote: ${sentence}\n`);
		const table = write("off.csv", "url\nhttp://h/?a&b\n");
		for (const args of [
			["normalize"],
			["dedupe"],
			["normalize", "--column", "url", table],
			["dedupe", "--column", "url", table],
		]) {
			const [command] = args;
			expect(run([...args, ...rules], "http://h/?a&b\n").stderr).toContain(`urlsieve ${command}: note: ${sentence}\n`);
			const { notes } = JSON.parse(run([...args, ...rules, "--json"], "http://h/?a&b\n").stderr);
			expect(notes).toEqual([{ code: "rules-switched-off", count: 2, sentence }]);
		}
		const quiet = write("quiet.txt", "$removeparam=a\n@@||h.example^$removeparam=a\n");
		expect(JSON.parse(run(["lists", "check", quiet]).stdout)).not.toHaveProperty("note");
	});

	it("fails for a list that cannot be used", () => {
		expect(failure(["lists", "check", write("bad.json", LIST.replace('"aff"', "7"))])).toEqual([
			2,
			expect.stringContaining("/params/0"),
		]);
		expect(failure(["lists", "check", path("missing")])[0]).toBe(3);
	});
});
