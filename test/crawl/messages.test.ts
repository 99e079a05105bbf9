/** Messages of the errors of options, policies and lists. */

import {
	createNormalizer,
	expressions,
	hashes,
	ListError,
	type ListFormat,
	type ListOptions,
	PolicyError,
	readList,
	readPolicy,
	UrlsieveError,
} from "urlsieve/crawl";
import { expect, it } from "vitest";

/** Code and sentence of the error of a call, and its place, if it has one. */
function said(call: () => unknown): string[] {
	try {
		call();
	} catch (error) {
		if (!(error instanceof UrlsieveError)) throw error;
		const place = error instanceof PolicyError || error instanceof ListError ? [error.path] : [];
		return [error.code, error.message, ...place];
	}
	return [];
}

const NO_RULES =
	'Name what counts as the same page: profile "crawl@1", another profile or a policy. The keys of "rfc3986@1", which was the ' +
	"default, are normal forms of RFC 3986.";
const STRICT = 'The option "strict" is for whatwg@1, rfc3986@1 and policies on rfc3986.';
const FRAGMENT = 'The option "fragment" is for crawlee@1, and can only be "keep".';
const LIST = { name: "mine", params: ["a"], exempt: [] };

it.each<[unknown, string]>([
	[undefined, NO_RULES],
	[{}, NO_RULES],
	[{ profile: "crawl@1", policy: {} }, "The options profile and policy exclude each other."],
	[
		{ profile: "x@1" },
		'The option "profile" must be one of "rfc3986@1", "whatwg@1", "crawl@1", "share@1", "surt@1", "surt-www@1", "surt-scheme@1", "surt-comma@1", ' +
			'"surt-scheme-comma@1", "surt-java@1", "safe-browsing@1", "crawlee@1", "w3lib@1", not "x@1".',
	],
	[{ profile: "surt@1", strict: true }, STRICT],
	[{ policy: { base: "whatwg" }, strict: true }, STRICT],
	[{ profile: "crawl@1", strict: 1 }, 'The option "strict" must be true or false; got number.'],
	[{ profile: "whatwg@1", fragment: "keep" }, FRAGMENT],
	[{ profile: "crawlee@1", fragment: "drop" }, FRAGMENT],
	[{ profile: "crawl@1", invalid: "skip" }, 'The option "invalid" must be one of "keep", "drop", "blank", "fail", not "skip".'],
	[{ profile: "crawl@1", engine: "java" }, 'The option "engine" must be one of "auto", "wasm", "js", not "java".'],
	[
		{ profiles: "crawl@1" },
		'Unknown option "profiles"; known: profile, policy, lists, strict, fragment, idna, invalid, engine, comments, schemes, requireScheme.',
	],
	[{ policy: {}, lists: {} }, 'The option "lists" must be an array of lists; got [object Object].'],
	[{ policy: { key: { query: { lists: ["mine"] } } }, lists: [LIST, LIST] }, 'The list "mine" is given twice.'],
	[
		{ policy: { key: { query: { lists: [{ name: "mine", referral: "drop" }] } } }, lists: [LIST] },
		'The policy has "referral" for the list "mine", which is not in the format clearurls; write "mine" in query.lists.',
	],
	[{ policy: {}, lists: [LIST] }, 'The policy does not name the list "mine" in query.lists.'],
	[
		{ policy: { sites: [{ hosts: ["h"], key: { query: { lists: ["a"] } } }] } },
		'The policy names the list "a", which is not given in the option lists.',
	],
	[
		{ policy: { key: { query: { lists: ["a", "mine", "b"] } }, fetch: { query: { lists: ["c"] } } }, lists: [LIST] },
		'The policy names the lists "a", "b", "c", which are not given in the option lists.',
	],
])("says which options are refused: %j", (options, message) => {
	expect(said(() => createNormalizer(options as never))).toEqual(["invalid-option", message]);
});

it.each([0, 24, 31, 36, 264, 32.5, "32"])("says which numbers of bits hashes have, not %j", (bits) => {
	const message = `The option "bits" must be a multiple of 8 from 32 to 256, not ${bits}.`;
	expect(said(() => hashes("http://h/", { bits: bits as number }))).toEqual(["invalid-option", message]);
});

it("names the requirements of expressions of v5", () => {
	const needed = 'The option "publicSuffix" is needed for the hosts of v5: fromTldts(tldts).';
	expect(said(() => expressions("http://h/", { hosts: "v5" }))).toEqual(["invalid-option", needed]);
	const known = 'The option "hosts" must be one of "v4", "v5", not "v6".';
	expect(said(() => expressions("http://h/", { hosts: "v6" as never }))).toEqual(["invalid-option", known]);
	const unknown = 'Unknown option "bits"; known: hosts, publicSuffix, idna, invalid, engine, comments.';
	expect(said(() => expressions("http://h/", { bits: 32 } as never))).toEqual(["invalid-option", unknown]);
	expect(said(() => hashes("http://h/", { bit: 32 } as never))).toEqual([
		"invalid-option",
		'Unknown option "bit"; known: hosts, publicSuffix, idna, invalid, engine, comments, bits.',
	]);
});

it("says why a text is no policy", () => {
	expect(said(() => readPolicy("{"))).toEqual(["invalid-policy", expect.stringMatching(/^The policy is not JSON: .+\.$/), ""]);
	expect(said(() => readPolicy(`{${" ".repeat(1 << 20)}`))).toEqual(["policy-too-large", "The policy is larger than 1 MiB.", ""]);
	expect(said(() => readPolicy(`${" ".repeat((1 << 20) - 2)}{}`))).toEqual([]);
	expect(readPolicy('\ufeff{"base":"whatwg"}')).toEqual({ base: "whatwg" });
	expect(said(() => readPolicy("{\ufeff}"))[0]).toBe("invalid-policy");
	expect(said(() => readPolicy(1 as never))).toEqual(["invalid-input", 'The argument "text" must be a string; got number.']);
});

it.each<[number, string[]]>([
	[100_000, []],
	[100_001, ["policy-too-large", "The policy has more than 100,000 names.", "/key"]],
])("allows 100,000 names in a policy: %i", (count, expected) => {
	const names = (length: number) => new Array<string>(length).fill("n");
	const sites = [{ hosts: ["h"], key: { query: { remove: names(count - 5), keep: ["k"], only: ["o"], lists: ["tracking@1"] } } }];
	expect(said(() => readPolicy(JSON.stringify({ key: { index: ["i"], query: { lists: ["tracking@1"] } }, sites })))).toEqual(
		expected,
	);
});

it("says how a policy is read from text", () => {
	const message = 'Invalid policy: The value must be an object, not "{}": readPolicy reads a policy from the text of its JSON.';
	expect(said(() => createNormalizer({ policy: "{}" as never }))).toEqual(["invalid-policy", message, ""]);
	expect(said(() => readPolicy('"{}"'))).toEqual([
		"invalid-policy",
		'Invalid policy: The value must be an object, not "{}".',
		"",
	]);
});

it.each<[unknown, string, string]>([
	[{ base: "x" }, "/base", 'must be one of "rfc3986", "whatwg", "crawl@1", "share@1", not "x"'],
	[{ policy: "X" }, "/policy", 'must match ^[A-Za-z0-9._-]{1,64}@[0-9]+$, not "X"'],
	[{ key: [] }, "/key", "must be an object, not []"],
	[
		{ rewrite: [{ name: "old shop\t", from: "/a", to: "/b" }] },
		"/rewrite/0/name",
		String.raw`must be a name without white space and control characters, not "old shop\t": write "old-shop"`,
	],
	[
		{ rewrite: [{ name: "", from: "/a", to: "/b" }] },
		"/rewrite/0/name",
		'must be a name without white space and control characters, not ""',
	],
	[{ sites: {} }, "/sites", "must be an array, not {}"],
	[{ key: { query: { drop: "x" } } }, "/key/query/drop", 'must be one of "keep", "drop", not "x"'],
	[{ key: { query: { keep: [1] } } }, "/key/query/keep/0", "must be a string or an object, not 1"],
	[{ sites: [{ hosts: ["h"] }] }, "/sites/0/key", "or /sites/0/rewrite is missing"],
	[
		{ kye: {} },
		"/kye",
		'is not a known member (did you mean "key"?); known: $schema, policy, base, trim, fetch, key, sites, rewrite, tests',
	],
	[{ "~a/b": 1 }, "/~0a~1b", "is not a known member; known: $schema, policy, base, trim, fetch, key, sites, rewrite, tests"],
	[[], "", "must be an object, not []"],
	[null, "", "must be an object, not null"],
	[{ key: "a".repeat(80) }, "/key", `must be an object, not "${"a".repeat(59)}…`],
])("says what of a policy is wrong: %j", (policy, path, rule) => {
	const message = `Invalid policy: ${path === "" ? "The value" : path} ${rule}.`;
	expect(said(() => readPolicy(JSON.stringify(policy)))).toEqual(["invalid-policy", message, path]);
});

const read = (format: ListFormat, list: unknown, options: ListOptions = { name: "mine" }) =>
	said(() => readList(format, new TextEncoder().encode(typeof list === "string" ? list : JSON.stringify(list)), options));
const own = (list: object) => ({ format: "urlsieve-list@1", name: "mine", ...list });

it.each<[ListFormat, unknown, string, string]>([
	["urlsieve-list", { format: "x@1" }, "/format", 'must be "urlsieve-list@1", not "x@1"'],
	["urlsieve-list", own({ params: 1 }), "/params", "must be an array, not 1"],
	["urlsieve-list", '{"format":"urlsieve-list@1","name":"a",\n"name":"b"}', "/name", "is given twice, the second time in line 2"],
	["clearurls", {}, "/providers", "must be an object"],
	["clearurls", { providers: [] }, "/providers", "must be an object"],
	["clearurls", { providers: { "a/~": 1 } }, "/providers/a~1~0", "must be an object"],
	["clearurls", { providers: { a: {} } }, "/providers/a/urlPattern", "must be a string"],
	...["rules", "referralMarketing", "exceptions", "rawRules", "redirections"].flatMap(
		(member): [ListFormat, unknown, string, string][] => [
			["clearurls", { providers: { a: { urlPattern: "", [member]: "b" } } }, `/providers/a/${member}`, "must be an array"],
			["clearurls", { providers: { a: { urlPattern: "", [member]: ["b", 2] } } }, `/providers/a/${member}/1`, "must be a string"],
		],
	),
])("says what of a list is wrong: %s %#", (format, list, path, rule) => {
	expect(read(format, list)).toEqual(["list-syntax", `Invalid list: ${path} ${rule}.`, path]);
});

const rawRules = (count: number) => ({
	providers: { a: { urlPattern: "", completeProvider: true, rawRules: new Array(count).fill("b") } },
});
const TOO_MANY = ["list-too-large", "The list has more than 100,000 rules."];
const notJson = expect.stringMatching(/^The list is not JSON: .+\.$/) as unknown as string;
const unknownFormat = "The format urlsieve-list@2 is not known to this release; it reads urlsieve-list@1.";

it.each<[ListFormat, unknown, string[]]>([
	["urlsieve-list", "{", ["list-syntax", notJson, ""]],
	["clearurls", "[", ["list-syntax", notJson, ""]],
	["urlsieve-list", { format: "urlsieve-list@2" }, ["list-version", unknownFormat, "/format"]],
	["urlsieve-list", " ".repeat((1 << 20) + 1), ["list-too-large", "The list is larger than 1 MiB.", ""]],
	["urlsieve-list", own({ params: new Array(100_000).fill("a") }), []],
	["urlsieve-list", own({ params: new Array(100_001).fill("a") }), [...TOO_MANY, "/params"]],
	["urlsieve-list", own({ params: [{ name: "a", exceptPath: new Array(16).fill("p") }] }), []],
	[
		"urlsieve-list",
		own({ params: ["a", { name: "a", exceptPath: new Array(17).fill("p") }] }),
		["list-too-large", "An entry has more than 16 strings in exceptPath.", "/params/1/exceptPath"],
	],
	["clearurls", rawRules(100_000), []],
	["clearurls", rawRules(100_001), [...TOO_MANY, "/providers/a/rawRules"]],
])("says why a list is not read: %s %#", (format, list, expected) => {
	expect(read(format, list)).toEqual(expected);
});

it("says that a list has no name, and which values an option takes", () => {
	const noName = "The list has no name; give it one as the option name.";
	expect(read("urlsieve-list", { format: "urlsieve-list@1" }, {})).toEqual(["list-syntax", noName, ""]);
	expect(read("removeparam", "", { name: "a", referral: "x" as never })).toEqual([
		"invalid-option",
		'The option "referral" must be one of "keep", "drop", not "x".',
	]);
	expect(read("x" as never, "")).toEqual([
		"invalid-option",
		'The option "format" must be one of "urlsieve-list", "removeparam", "clearurls", "clean-param", not "x".',
	]);
	expect(read("removeparam", "", { names: "a" } as never)).toEqual([
		"invalid-option",
		'Unknown option "names"; known: name, strict, referral, idna.',
	]);
});
