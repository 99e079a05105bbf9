/** Policies and lists in files: reading, refusals, and messages with what to write. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "./command";

const { write, shell } = useFolder();
const policy = write("policy.json", '{ "key": { "query": { "lists": ["mine"] } } }');
const list = (members: object) => JSON.stringify({ format: "urlsieve-list@1", params: ["ref"], ...members });
const show = (...args: string[]) => run(["policy", "show", ...args]);

describe("a policy in JSON", () => {
	it.each([
		['{"key":{', '1:9: the policy is not JSON: expected a name in double quotes or "}", not the end of the text'],
		['{"key":{}\n}}', '2:2: the policy is not JSON: expected nothing more, not "}"'],
		[
			'{\n"key":{"www":"drop",}}',
			'2:21: the policy is not JSON: expected a name in double quotes, not "}": remove the comma before it',
		],
		['{"key":{"index":["a",]}}', '1:22: the policy is not JSON: expected a value, not "]": remove the comma before it'],
		["// mine\n{}", '1:1: the policy is not JSON: expected a value, not "/": JSON has no comments'],
		["{ 'key': {} }", `1:3: the policy is not JSON: expected a name in double quotes or "}", not "'": write double quotes`],
		["{ key: {} }", '1:3: the policy is not JSON: expected a name in double quotes or "}", not "key"'],
		['{ "key" {} }', '1:9: the policy is not JSON: expected ":" and a value, not "{"'],
		['{ "key": {} "base": "whatwg" }', '1:13: the policy is not JSON: expected "," or "}", not "base"'],
		['{ "key": 01 }', '1:10: the policy is not JSON: expected a value, not "01"'],
		['{ "key": True }', '1:10: the policy is not JSON: expected a value, not "True"'],
		[
			'{ "base": "rfc\n" }',
			String.raw`1:11: the policy is not JSON: expected a value, not "\"": a string ends in its line, and a backslash in it is \\`,
		],
	])("has the place of what is no JSON: %j", (text, sentence) => {
		expect(run(["policy", "show", "-"], text)).toEqual({
			status: 2,
			stdout: "",
			stderr: `urlsieve: standard input:${sentence} (invalid-policy)\n`,
		});
	});

	it("may begin with a byte order mark, which counts in no column", () => {
		expect(run(["policy", "show", "-"], '\ufeff{ "policy": "acme@1" }').stdout).toMatch(/^policy +acme@1\n/);
		expect(run(["policy", "show", "-"], "\ufeff{ x").stderr).toContain("standard input:1:3: ");
	});

	it.each<[BufferEncoding, string]>([
		["utf16le", "\ufeff{}"],
		["utf16le", "{}"],
	])("in %s is refused with what to do: %j", (encoding, text) => {
		const file = write("wide.json", Buffer.from(text, encoding));
		expect(show(file)).toEqual({
			status: 2,
			stdout: "",
			stderr: `urlsieve: ${file}: the policy is in UTF-16; save it as UTF-8 (invalid-policy)\n`,
		});
		expect(run(["lists", "check", file]).stderr).toBe(
			`urlsieve: ${file}:1: the list is in UTF-16; save it as UTF-8 (list-syntax)\n`,
		);
	});

	it.each<[string, Uint8Array | string, string]>([
		["gzip", gzipSync('{ "policy": "acme@1" }'), "compressed; unpack it with gunzip -c, and give the file inside"],
		["a program", "USP2\xd3\0\0\0\xff", "a compiled program; give the policy that it was compiled from, as JSON"],
		["nothing", "", "empty"],
		["white space", " \n\n", "empty"],
	])("is refused as what it is: %s", (_, octets, what) => {
		const file = write("other.json", octets);
		expect(show(file)).toEqual({
			status: 2,
			stdout: "",
			stderr: `urlsieve: ${file}: the policy is ${what} (invalid-policy)\n`,
		});
	});

	it("in another encoding is refused where it shows", () => {
		const file = write("latin.json", Buffer.from('{\n "key": { "query": { "remove": ["größe"] } } }', "latin1"));
		expect(show(file).stderr).toBe(
			`urlsieve: ${file}:2:36: the policy has octets that are not UTF-8; save it as UTF-8 (invalid-policy)\n`,
		);
	});

	it("is read from standard input by the commands that read nothing else", () => {
		const compiled = run(["policy", "compile", "-"], "{}", "latin1");
		expect([compiled.status, compiled.stdout.slice(0, 3)]).toEqual([0, "USP"]);
		expect(JSON.parse(run(["lists", "check", "mine=-"], "$removeparam=a").stdout)).toMatchObject({ name: "mine", rules: 1 });
		expect(run(["policy", "show", "-", "--lists", "-"], "{}").stderr).toContain("can be one policy or list, not several");
		for (const rules of [
			["--policy", "-"],
			["--policy", policy, "--lists", "mine=removeparam:-"],
		])
			expect(run(["dedupe", ...rules], "http://h/\n").stderr).toContain("--policy and --lists take files, not standard input");
	});

	it("is not compiled to a terminal", () => {
		const plain = write("plain.json", "{}");
		const { status, stdout } = shell(`script -qec "$URLSIEVE policy compile ${plain}" /dev/null`);
		expect([status, stdout.includes("USP")]).toEqual([2, false]);
		expect(stdout).toContain("a program is not text for a terminal; write it to a file with -o PROGRAM");
	});
});

describe("a list", () => {
	it("has the name that is given with its file, not the one in it", () => {
		const file = write("named.json", list({ name: "other" }));
		expect(
			run(["normalize", "--quiet", "--print", "key", "--policy", policy, "--lists", `mine=${file}`], "http://h/?ref=1\n").stdout,
		).toBe("http://h/\n");
		expect(JSON.parse(run(["lists", "check", file]).stdout)).toMatchObject({ name: "other" });
		expect(JSON.parse(run(["lists", "check", write("file-name.json", list({}))]).stdout)).toMatchObject({ name: "file-name" });
	});

	it("that is missing is asked for in the words of the command line", () => {
		const sentence = (...lists: string[]) => show(policy, ...lists.flatMap((file) => ["--lists", file])).stderr;
		expect(sentence()).toContain('the list "mine", which is not given: write --lists mine=FILE (invalid-option)');
		const other = write("f.txt", "$removeparam=a");
		expect(sentence(`x=removeparam:${other}`)).toContain(
			`the list "mine", which is not given, but "x" is: write --lists mine=removeparam:${other} (`,
		);
	});

	it("is asked for with all others that are missing", () => {
		const several = write("several.json", '{ "key": { "query": { "lists": ["a", "mine", "b"] } } }');
		const file = write("named.json", list({ name: "mine" }));
		for (const action of ["show", "check", "compile"]) {
			expect(run(["policy", action, several, "--lists", file]).stderr).toContain(
				'names the lists "a", "b", which are not given: write --lists a=FILE --lists b=FILE (invalid-option)',
			);
		}
	});

	it("that is missing is asked for as an operand of lists check", () => {
		const file = write("g.txt", "$removeparam=a");
		const { status, stderr } = run(["lists", "check", "--policy", policy, `x=${file}`]);
		expect([status, stderr.includes(`but "x" is: write mine=${file} (`)]).toEqual([2, true]);
	});

	it("that is no list is refused with what to write", () => {
		const check = run(["lists", "check", write("names.txt", "utm_source\nutm_medium\n")]);
		expect([check.status, check.stdout]).toEqual([2, ""]);
		expect(check.stderr).toContain("write $removeparam=utm_source for each name");
		expect(show(policy, "--lists", `mine=${write("names.csv", "name\nutm_source\n")}`).status).toBe(2);
	});

	it.each([
		["foo:ag.txt", 'no file foo:ag.txt, and no format of lists "foo"'],
		[
			"mine=remove-param:ag.txt",
			'no file remove-param:ag.txt, and no format of lists "remove-param" (did you mean removeparam?)',
		],
		[
			"urlsieve-list@1:ag.json",
			'no file urlsieve-list@1:ag.json, and no format of lists "urlsieve-list@1" (did you mean urlsieve-list?)',
		],
	])("of an unknown format is refused with the formats: %s", (operand, sentence) => {
		expect(run(["lists", "check", operand])).toEqual({
			status: 2,
			stdout: "",
			stderr: `urlsieve: ${sentence}; formats: urlsieve-list, removeparam, clearurls, clean-param\n`,
		});
		expect(run(["lists", "check", "c:none.txt"]).stderr).toContain("cannot read c:none.txt");
		const named = write("odd:name.txt", "$removeparam=a");
		expect(run(["lists", "check", `mine=${named}`]).status).toBe(0);
	});

	it("is checked for lines that hardly mean what they say", () => {
		const checked = (text: string) => JSON.parse(run(["lists", "check", "-"], text).stdout);
		expect(checked("$removeparam=a\n$removeparm=b\n")).toMatchObject({
			rules: 1,
			passedOver: 1,
			doubts: [{ line: 2 }],
			reports: [],
		});
		expect(checked("$removeparam=a\n")).not.toHaveProperty("doubts");
	});

	it.each([
		["utm_*", '"*" in a name stands for itself, and no name has it; write /^utm_/'],
		["*_id", '"*" in a name stands for itself, and no name has it; write /^[^=]*_id(=|$)/'],
		["~utm_*", '"*" in a name stands for itself, and no name has it; write /^utm_/'],
		["page=1", '"=" in a name stands for itself, and no name has it; write /^page=1$/'],
		["gclid=", '"=" in a name stands for itself, and no name has it; write gclid'],
		["|utm_", '"|" in a name stands for itself, and no name has it; write /^utm_/'],
		["^utm", '"^" in a name stands for itself, and no name has it; write /^utm/'],
		["a|b", '"|" in a name stands for itself, and no name has it; write a and b in a rule each'],
		["?ref", '"?" in a name stands for itself, and no name has it; write ref'],
		["&ref", '"&" in a name stands for itself, and no name has it; write ref'],
	])("reports a removal whose name no parameter has: %s", (name, message) => {
		const { rules, reports } = JSON.parse(run(["lists", "check", "-"], `||h^$removeparam=${name}\n`).stdout);
		expect([rules, reports]).toEqual([
			0,
			[expect.objectContaining({ code: "unsupported-modifier", message: `Line 1: ${message}.` })],
		]);
	});
});

it.each([
	["a=b", '"a"'],
	["?c", '"c"'],
	["&c", '"c"'],
	["ref%5B%5D", '"ref[]"'],
	["a&b", '"a"'],
	["#top", '"top"'],
	[" ref", '"ref"'],
	["ref\t", '"ref"'],
	["%FF", ""],
])("refuses the name %j, which no parameter has, with what to write", (name, write) => {
	const literal = `{ "name": ${JSON.stringify(name)} } for a name that has these very characters once decoded`;
	const advice = `must be a decoded name, not ${JSON.stringify(name)}: write ${write && `${write}, or `}${literal}`;
	for (const member of ["remove", "keep", "only"]) {
		const text = JSON.stringify({ key: { query: { [member]: ["x", name] } } });
		expect(run(["policy", "show", "-"], text).stderr).toContain(`/key/query/${member}/1 ${advice} (invalid-policy)`);
		expect(run(["policy", "show", "-"], text.replace(JSON.stringify(name), JSON.stringify({ name }))).status).toBe(0);
	}
	expect(run(["lists", "check", "-"], list({ name: "mine", params: [name] })).stderr).toContain(
		`/params/0 ${advice} (list-syntax)`,
	);
});

it.each([
	[{ query: { remove: ["a"] } }, "/query", '"/fetch/query" or "/key/query"'],
	[{ remove: ["a"] }, "/remove", '"/fetch/query/remove" or "/key/query/remove"'],
	[{ remvoe: ["a"] }, "/remvoe", '"/fetch/query/remove" or "/key/query/remove"'],
	[{ www: "drop" }, "/www", '"/key/www"'],
	[{ fragment: "drop" }, "/fragment", '"/fetch/fragment" or "/key/fragment"'],
	[{ key: { remove: ["a"] } }, "/key/remove", '"/key/query/remove"'],
	[{ key: { querry: {} } }, "/key/querry", '"query"'],
	[{ key: { query: { fragment: "drop" } } }, "/key/query/fragment", '"/key/fragment"'],
	[{ key: { query: { remove: [{ name: "a", excepthost: ["h"] }] } } }, "/key/query/remove/0/excepthost", '"exceptHosts"'],
	[{ sites: [{ hosts: ["h"], key: {}, query: {} }] }, "/sites/0/query", '"/sites/0/key/query"'],
	[{ sites: [{ hosts: ["h"], key: { keep: ["a"] } }] }, "/sites/0/key/keep", '"/sites/0/key/query/keep"'],
	[{ key: { sites: [] } }, "/key/sites", '"/sites"'],
	[{ fetch: { query: { sort: "name" } } }, "/fetch/query/sort", '"/key/query/sort"'],
	[{ hosts: ["h"] }, "/hosts", undefined],
])("says where a member was meant to stand: %j", (policy, path, meant) => {
	const { status, stderr } = run(["policy", "show", "-"], JSON.stringify(policy));
	const hint = meant === undefined ? "" : ` (did you mean ${meant}?)`;
	expect([status, stderr]).toEqual([
		2,
		expect.stringContaining(`: invalid policy: ${path} is not a known member${hint}; known: `),
	]);
});

describe("urlsieve policy show", () => {
	/** The lines of a part, without those of lists. */
	const partOf = (policy: object, head: string) => {
		const text = run(["policy", "show", "-"], JSON.stringify(policy)).stdout;
		const part = text.split("\n\n").find((lines) => lines === head || lines.startsWith(`${head}\n`)) ?? text;
		return part
			.split("\n")
			.filter((line) => line !== "" && !line.includes("by the list "))
			.slice(1)
			.map((line) => line.trimEnd().replace(/^ +/, ""));
	};
	const removing = (...remove: string[]) => ({ query: { remove } });

	it("says in a sentence each what labels, aliases, entries, lists and rewrites do", () => {
		const remove = [
			{ name: "A", ignoreCase: true, values: ["1", ""] },
			{ name: "b", hosts: ["=h.example"], exceptHosts: ["www.h.example", "*.i.example", "1.2.3.4"] },
			{ name: "_id", match: "suffix", paths: ["/x*"], exceptPaths: ["/y"], exceptPath: ["z"] },
		];
		const key = {
			hostLabels: ["m"],
			hostAlias: { "old.example": "new.example", "*.mirror.example": "*.new.example" },
			pathParams: "drop",
			index: ["i", { name: "D.aspx", ignoreCase: true }],
			query: { remove, lists: [{ name: "clear", raw: true, redirections: true, referral: "drop" }] },
		};
		const rewrite = [
			{ name: "out", from: "/go", unwrap: { query: "u" } },
			{ from: "/w/*", unwrap: { path: "*" } },
			{ from: "/a/:x", to: "/b/:x" },
		];
		const policy = write("sentences.json", JSON.stringify({ key, rewrite, fetch: { rewrite: "out" } }));
		const clear = write("clear.json", '{"providers":{"p":{"urlPattern":".*","rules":["r"]}}}');
		const { stdout } = run(["policy", "show", policy, "--lists", `clear=${clear}`]);
		expect(stdout).toContain("fetch             the URL follows the rewrites out, up to the first other one\n");
		expect(stdout.split("\n\nkey\n")[1]?.split("\n")).toEqual([
			'  host-labels     leading labels "m" of the host go, while two labels are left',
			"  host-alias      old.example becomes new.example",
			"                  mirror.example becomes new.example, and so do all hosts below it, with their labels",
			"  path-params     all parameters of segments of the path go",
			'  index           a last segment of the path goes if it is "i", "D.aspx" in any case',
			'  param           "A" goes; whatever its case; with the value "1" or ""',
			'                  "b" goes; only on h.example alone; not on www.h.example and h.example alone, all hosts below i.example, 1.2.3.4',
			'                  every name that ends with "_id" goes; only where the path is like "/x*"; not where the path is like "/y"; not where host and path contain "z"',
			"                  by the list clear, what its 1 rule names goes: the file says which",
			"                  by the list clear, what its referralMarketing names goes",
			"                  by the list clear, the URL inside becomes the key, as its redirections say",
			"                  by the list clear, what its rawRules find goes from path and query",
			'  rewrite         out: /go becomes the URL in its parameter "u"',
			"                  /w/* becomes the URL in the rest of its path",
			"                  /a/:x becomes /b/:x",
			"",
		]);
	});

	it("shows a host that thousands of sites name in one block", () => {
		const sites = Array.from({ length: 3000 }, (_, site) => ({ hosts: ["a.example"], key: removing(`p${site}`) }));
		const [first] = partOf(
			{ sites },
			`key on a.example and all hosts below it, by ${sites.map((_, site) => `/sites/${site}`).join(" and then ")}`,
		);
		expect(first).toBe('param           "p2999" goes');
	});

	it("shows the rules on hosts that several sites cover, and those replaced there", () => {
		const policy = {
			base: "crawl@1",
			key: removing("ref"),
			sites: [
				{ hosts: ["a.example"], key: { query: { remove: ["aff", "x"], sort: "keep" } } },
				{ hosts: ["shop.a.example", "b.example"], key: { www: "drop", query: { remove: ["x"] } } },
				{ hosts: ["www.b.example"], key: { www: "keep" } },
			],
		};
		expect(partOf(policy, "key on a.example and all hosts below it")).toEqual([
			'param           "aff", "x" goes',
			"the rest as on all hosts",
			'replaced        query.remove of all hosts, replaced by /sites/0: "ref"',
			'query.sort of all hosts, replaced by /sites/0: "name"',
			"without         query-sort",
		]);
		expect(partOf(policy, "key on shop.a.example and all hosts below it, by /sites/0 and then /sites/1")).toEqual([
			"host-www        leading www. labels of the host go, while two labels are left",
			'param           "x" goes',
			"the rest as on all hosts",
			'replaced        query.remove of all hosts, replaced by /sites/0: "ref"',
			'query.sort of all hosts, replaced by /sites/0: "name"',
			'query.remove of /sites/0, replaced by /sites/1: "aff"',
			"without         query-sort",
		]);
		expect(partOf(policy, "key on www.b.example and b.example alone, by /sites/1 and then /sites/2")).toEqual([
			'param           "x" goes',
			"the rest as on all hosts",
			'replaced        query.remove of all hosts, replaced by /sites/1: "ref"',
			'www of /sites/1, replaced by /sites/2: "drop"',
		]);
		const { sites } = JSON.parse(run(["policy", "show", "--json", "-"], JSON.stringify(policy)).stdout);
		expect(sites.map(({ by }: { by: string[] }) => by)).toEqual([
			["/sites/0"],
			["/sites/0", "/sites/1"],
			["/sites/1"],
			["/sites/1", "/sites/2"],
		]);
	});

	it.each<[object, string[]]>([
		[
			{
				emptyQuery: "drop",
				sessions: "sessions@1",
				query: { drop: true, only: ["a"], keep: ["b"], remove: ["c"], sort: "name", duplicates: "keep" },
			},
			["query.only, query.keep, query.remove, query.sort, emptyQuery: query.drop drops the whole query"],
		],
		[
			{ sessions: "sessions@1", query: { only: ["a"], keep: ["b"], remove: ["c"], lists: ["tracking@1"] } },
			["query.remove, sessions in the query, query.lists: query.only and query.keep name all parameters that stay"],
		],
		[
			{ query: { keep: ["a", { name: "u", match: "prefix" }], remove: ["a", "b", "utm", { name: "U", ignoreCase: true }] } },
			['"a" in query.remove, "utm" in query.remove: query.keep names it'],
		],
		[{ query: { keep: ["a"] } }, ["query.keep: nothing removes parameters"]],
		[{ query: { keep: [{ name: "a", hosts: ["h"] }], remove: ["a"] } }, []],
	])("says which members have no effect: %j", (key, inert) => {
		const shown = (text: string[]) => run(["policy", "show", ...text, "-"], JSON.stringify({ key })).stdout;
		expect(JSON.parse(shown(["--json"])).inert ?? []).toEqual(inert);
		for (const sentence of inert) expect(shown([])).toContain(`  no effect       ${sentence}\n`);
	});

	it("says what the rules of the fetch form and sites with paths leave no effect, and what to write", () => {
		const lists = [{ name: "mine", raw: true, redirections: true }];
		const policy = {
			base: "crawl@1",
			key: { fragment: "keep", textDirective: "keep" },
			sites: [{ hosts: "h.example", paths: "/a", key: { fragment: "keep", query: { lists } } }],
		};
		const file = write("inert.json", JSON.stringify(policy));
		const list = `mine=clearurls:${write("inert-list.json", '{"providers":{"a":{"urlPattern":"","rules":["b"]}}}')}`;
		const sentences = [
			'fragment "keep": fetch.fragment is "spa", also for keys; write "fetch": { "fragment": "keep" }',
			'textDirective "keep": fetch.textDirective is "drop", also for keys; write "fetch": { "textDirective": "keep" }',
		];
		const edits =
			'"raw" of the list mine, "redirections" of the list mine: keys are edited for all paths; write it in key, or in a site without paths';
		const checked = run(["policy", "check", file, "--lists", list]);
		expect([checked.status, checked.stdout]).toEqual([
			0,
			`${[...sentences, `${edits} (on h.example and all hosts below it)`].map((each) => `${file}: note: no effect: ${each}\n`).join("")}${file}: no faults, and no tests\n`,
		]);
		expect(run(["policy", "show", file, "--lists", list]).stdout).toContain(`                  ${edits}\n`);
		const mended = JSON.stringify({ base: "crawl@1", fetch: { fragment: "keep" }, key: { fragment: "keep" } });
		expect(run(["policy", "check", "-"], mended).stdout).not.toContain("note");
	});

	it("shows no rule that has no effect", () => {
		const policy = { key: { sessions: "sessions@1", query: { only: ["a"], keep: ["b"], remove: ["c"], drop: true } } };
		expect(partOf(policy, "key").map((line) => line.split(" ")[0])).toEqual(["session-path", "query-drop", "no"]);
		const only = { key: { query: { ...policy.key.query, drop: false } } };
		expect(partOf(only, "key").slice(0, 2)).toEqual([
			'param           "b" stays, whatever else removes it',
			'all other parameters go but "a"',
		]);
	});
});

describe("urlsieve lists check --policy", () => {
	const filters = write(
		"effect.txt",
		[
			"$removeparam=a",
			"$removeparam=b",
			"||shop.example^$removeparam=/^c_[0-9]+=/",
			"||shop.example/cart/$removeparam=d",
			"||www.wide.example/x^$removeparam=e",
			"$removeparam=kept",
			"$removeparam=twice",
			"$removeparam=twice",
			"@@||shop.example/*?d=$removeparam=d",
			"@@/?b=$removeparam=b",
		].join("\n"),
	);
	const under = (policy: object, ...lists: string[]) => {
		const file = write("effect.json", JSON.stringify(policy));
		const args = lists.length > 0 ? lists : [`mine=${filters}`];
		return run(["lists", "check", "--policy", file, ...args])
			.stdout.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line).underPolicy);
	};
	const naming = (key: object, query: object = {}) => ({ base: "whatwg", key: { ...key, query: { lists: ["mine"], ...query } } });

	it("says which rules act, which exception switches rules off, and which are inert", () => {
		const [{ note, acts, untried, switchedOff, inert }] = under(naming({ www: "drop" }, { keep: ["kept"], remove: ["a"] }));
		expect([acts, untried]).toEqual([3, 0]);
		expect(switchedOff).toEqual([
			{ rules: 1, exception: { line: 10, path: "", text: "@@/?b=$removeparam=b" } },
			{ rules: 1, exception: { line: 9, path: "", text: "@@||shop.example/*?d=$removeparam=d" } },
		]);
		expect(inert).toEqual([
			{ rule: "L1", url: "https://example.com/?a=1", removedBy: "remove:a" },
			{ rule: "L6", url: "https://example.com/?kept=1" },
			{ rule: "L8", url: "https://example.com/?twice=1", removedBy: "mine:L7" },
		]);
		expect(note).toBe("of 8 rules of the list mine, 3 act, 2 switched off by 2 exceptions, 3 inert");
	});

	it("tries rules on the hosts of sites, and lists of every format", () => {
		const own = write(
			"own-effect.json",
			list({ name: "own", params: ["x", { name: "y_", match: "prefix", hosts: ["h"] }, "z"], exempt: ["h"] }),
		);
		const providers = {
			p: { urlPattern: "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?p\\.example", rules: ["u[a-z]*", "v"], exceptions: [] },
		};
		const urls = write("clear.json", JSON.stringify({ providers }));
		const policy = {
			sites: [
				{ hosts: ["i"], key: { query: { lists: ["own", "clear"] } } },
				{ hosts: ["h", "p.example"], key: { query: { lists: ["clear", "own"] } } },
			],
		};
		const [ofOwn, ofUrls] = under(policy, own, urls);
		expect(ofOwn).toMatchObject({ acts: 2, inert: [{ rule: "y_", url: "https://h/?y_x=1" }] });
		expect(ofUrls).toMatchObject({ acts: 2, untried: 0, inert: [], note: "of 2 rules of the list clear, 2 act" });
	});

	it("counts the rules that fire on a sample, by themselves and under the policy", () => {
		const sample = write("sample.txt", "http://h/?a=1&c=3&b=2\nhttp://h/?a&a\nhttp://\n");
		const sampled = (...args: string[]) =>
			JSON.parse(run(["lists", "check", "--sample", sample, ...args, `mine=${filters}`]).stdout).onSample;
		expect(sampled()).toEqual({ references: 2, rejects: 1, rules: 2, fired: { L1: 3, L2: 1 } });
		const policy = write("effect.json", JSON.stringify(naming({}, { remove: ["a"] })));
		expect(sampled("--policy", policy)).toEqual({ references: 2, rejects: 1, rules: 1, fired: { L2: 1 } });
		const { stdout } = run(["lists", "check", "--sample", "-", `one=${filters}`, `two=${filters}`], "http://h/?a=1\n");
		const counts = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line).onSample.references);
		expect(counts).toEqual([1, 1]);
	});

	it("finds lists that policies leave nothing to do", () => {
		for (const query of [{ drop: true }, { only: ["q"] }])
			expect(under(naming({}, query))).toMatchObject([{ acts: 0, switchedOff: [] }]);
		expect(run(["lists", "check", "--policy", write("none.json", "{}"), filters]).stderr).toContain("does not name the list");
	});
});

describe("urlsieve policy check", () => {
	const good = write("good.json", '{ "key": { "www": "drop" },\n  "tests": { "same": [["http://a/", "http://a"]] } }');
	const failing = write("failing.json", '{ "tests": {\n  "same": [["http://a/", "http://www.a/#\\u001b"]] } }');
	const faulty = write("faulty.json", '{ "kye": {},\n  "tests": { "same": [["a"]] } }');

	it("runs the tests of each policy, and names the place of each that fails", () => {
		expect(run(["policy", "check", good, failing])).toEqual({
			status: 1,
			stdout: `${good}: 1 test passed, 0 failed
${failing}:2:12: /tests/same/0: the keys differ
  http://a/
    http://a/
  http://www.a/#<U+001B>
    http://www.a/#  (white-space)
${failing}: 0 tests passed, 1 failed
`,
			stderr: "",
		});
	});

	it("prints all faults of a policy, and goes on to the next one", () => {
		const { status, stdout, stderr } = run(["policy", "check", faulty, good]);
		expect([status, stdout]).toEqual([2, `${good}: 1 test passed, 0 failed\n`]);
		expect(stderr).toContain(`urlsieve: ${faulty}:1:3: invalid policy: /kye is not a known member`);
		expect(stderr).toContain(`urlsieve: ${faulty}:2:23: invalid policy: /tests/same/0 must have at least 2 items`);
	});

	it("prints an object per policy with --json", () => {
		const { status, stdout } = run(["policy", "check", "--json", good, failing, faulty]);
		const [first, second, third] = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect([status, first]).toEqual([2, { file: good, passed: 1, failed: [] }]);
		expect(second.failed).toMatchObject([{ path: "/tests/same/0", line: 2, column: 12, message: "the keys differ" }]);
		expect([third.file, third.faults.length]).toEqual([faulty, 2]);
	});

	it("gives each policy the lists that it names, and refuses a list that none names", () => {
		const mine = write("mine.json", list({ name: "mine" }));
		const other = write("other.json", list({ name: "other" }));
		expect(run(["policy", "check", good, policy, "--lists", mine])).toMatchObject({ status: 0, stderr: "" });
		expect(run(["policy", "check", good, policy, "--lists", mine, "--lists", other])).toMatchObject({
			status: 2,
			stderr: expect.stringContaining('No policy names the list "other" in query.lists (invalid-option)'),
		});
	});

	it.each(["nowhere.json", "-"])("says which file cannot be used: %s", (file) => {
		const { status, stderr } = run(["policy", "check", file, good], "{");
		expect(status).toBe(file === "-" ? 2 : 3);
		expect(stderr).toMatch(
			file === "-" ? /standard input:1:2: the policy is not JSON/ : /cannot read nowhere.json: no such file/,
		);
	});
});

describe("urlsieve policy diff", () => {
	const www = write("www.json", '{ "base": "crawl@1", "key": { "www": "drop" } }');
	const urls = write("urls.txt", "http://www.a.example/\nhttp://a.example/\nhttp://a.example/#top\n\nhttp://[\n");

	it("counts what a policy merges against a profile, by rule, with samples", () => {
		const { status, stdout } = run(["policy", "diff", "--quiet", "crawl@1", www, urls]);
		expect([status, stdout]).toEqual([
			0,
			`3 references: 2 pages under crawl@1, 1 under ${www}
2 references without a key under crawl@1
2 references without a key under ${www}

merged under ${www} only: 1 page
  1  host-www
    http://a.example/
    = http://www.a.example/

apart under ${www} only: 0 pages
`,
		]);
	});

	it("prints JSON, and reads standard input", () => {
		const { status, stdout } = run(
			["policy", "diff", "--json", "--quiet", "--comments", www, "crawl@1"],
			"http://www.a.example/\n\nhttp://a.example/\n",
		);
		expect([status, JSON.parse(stdout)]).toEqual([
			0,
			{
				references: 2,
				rejects: [0, 0],
				pages: [1, 2],
				merged: [],
				apart: [{ rules: ["host-www"], pages: 1, samples: [["http://a.example/", "http://www.a.example/"]] }],
			},
		]);
	});

	it("corrects the name of a profile", () => {
		const { status, stderr } = run(["policy", "diff", "crawl@2", www], "");
		expect(status).toBe(2);
		expect(stderr).toContain('unknown profile "crawl@2" (did you mean crawl@1?)');
	});

	it("reads standard input once", () => {
		expect(run(["policy", "diff", "-", www], "{}")).toMatchObject({
			status: 2,
			stderr: expect.stringContaining("standard input can be one"),
		});
	});
});
