/** What is checked before learn uses it: every option, every column, and evidence of an earlier run. */
import { expect, it } from "vitest";
import { checkBatch, checkOptions, checkRows } from "../../src/learn/check";
import { checkPrevious, labelsOf, within } from "../../src/learn/previous";
import type { Evidence, RuleEvidence } from "../../src/learn/row-batch";

const said = (code: string, message: string) => expect.objectContaining({ name: "UriError", code, message });

it.each<[object, string]>([
	[
		{ polici: {} },
		'Unknown option "polici"; known: policy, lists, support, bound, precision, holdout, engine, reach, previous, probes, memory, ' +
			"temp, publicSuffix, without, onProgress, signal.",
	],
	[{ support: 0 }, 'The option "support" must be an integer of at least 1, not 0.'],
	[{ memory: 0 }, 'The option "memory" must be an integer of at least 1, not 0.'],
	[{ memory: 1.5 }, 'The option "memory" must be an integer of at least 1, not 1.5.'],
	[{ probes: -1 }, 'The option "probes" must be an integer of at least 0, not -1.'],
	[{ probes: null }, 'The option "probes" must be an integer of at least 0, not [object Null].'],
	[{ bound: -0.1 }, 'The option "bound" must be a number from 0 to 1, not -0.1.'],
	[{ precision: 1.1 }, 'The option "precision" must be a number from 0 to 1, not 1.1.'],
	[{ holdout: "0" }, 'The option "holdout" must be a number from 0 to 1, not string.'],
	[{ reach: "all" }, 'The option "reach" must be one of "host", "crawl", "everywhere", not "all".'],
	[{ without: "noise" }, 'The option "without" must be an array of guards; got string.'],
	[
		{ without: ["noise", "x"] },
		'The option "without" must be one of "noise", "bundles", "rounds", "vote", "hosts", "unstable", "blind", "backward", "weights", ' +
			'"reach", not "x".',
	],
	[{ temp: 1 }, 'The option "temp" must be a path; got number.'],
	[{ onProgress: {} }, 'The option "onProgress" must be a function; got [object Object].'],
	[{ publicSuffix: 1 }, 'The option "publicSuffix" must be an object with a function registrableDomain; got number.'],
	[
		{ publicSuffix: { registrableDomain: 1 } },
		'The option "publicSuffix" must be an object with a function registrableDomain; got [object Object].',
	],
	[{ signal: {} }, 'The option "signal" must be an AbortSignal; got [object Object].'],
	[{ signal: null }, 'The option "signal" must be an AbortSignal; got [object Null].'],
])("refuses the options %j", (options, message) => {
	expect(() => checkOptions(options)).toThrow(said("invalid-option", message));
});

it.each<[object]>([
	[{}],
	[{ support: 1, memory: 1, probes: 0, bound: 0, precision: 1, holdout: 0.5, temp: "" }],
	[{ bound: 1, precision: 0, holdout: 1, reach: "host", without: [] }],
	[
		{
			reach: "crawl",
			without: ["noise", "bundles", "rounds", "vote", "hosts", "unstable", "blind", "backward", "weights", "reach"],
		},
	],
	[
		{
			reach: "everywhere",
			onProgress: () => {},
			publicSuffix: { registrableDomain: () => undefined },
			signal: new AbortController().signal,
		},
	],
	[
		{
			policy: undefined,
			lists: undefined,
			support: undefined,
			bound: undefined,
			engine: undefined,
			previous: undefined,
			temp: undefined,
		},
	],
])("accepts the options %#", (options) => {
	expect(() => checkOptions(options)).not.toThrow();
});

const BYTES = new Uint8Array(3);
const COLUMN = { bytes: BYTES, ends: Uint32Array.of(1, 3) };
const BATCH = { rows: 2, urls: BYTES, urlEnds: Uint32Array.of(1, 3), digests: [COLUMN] };
const batch = (sentence: string) => said("invalid-input", `A batch of rows is not valid: ${sentence}.`);

it.each<[object, string]>([
	[{ rows: -1 }, "its number of rows is -1"],
	[{ rows: 0.5 }, "its number of rows is 0.5"],
	[{ rows: "2" }, "its number of rows is string"],
	[{ urls: [] }, "urls must have bytes, a Uint8Array; got [object Array]"],
	[{ urlEnds: [] }, "urls must have ends, a Uint32Array; got [object Array]"],
	[{ urlEnds: Uint32Array.of(1) }, "urls has 1 ends for 2 rows"],
	[{ urlEnds: Uint32Array.of(2, 1) }, "urls ends row 1 at 1, of 2 to 3"],
	[{ urlEnds: Uint32Array.of(1, 4) }, "urls ends row 1 at 4, of 1 to 3"],
	[{ digests: COLUMN }, "digests must be an array of columns; got [object Object]"],
	[{ digests: [COLUMN, undefined] }, "digests[1] must have bytes, a Uint8Array; got undefined"],
	...["status", "time", "type", "redirect", "truncated", "keys"].flatMap((name): [object, string][] => [
		[{ [name]: "x" }, `${name} must have bytes, a Uint8Array; got undefined`],
		[{ [name]: null }, `${name} must have bytes, a Uint8Array; got undefined`],
		[{ [name]: { bytes: BYTES } }, `${name} must have ends, a Uint32Array; got undefined`],
	]),
])("refuses a batch with %j", (change, sentence) => {
	expect(() => checkBatch({ ...BATCH, ...change } as never)).toThrow(batch(sentence));
});

it("accepts batches of no rows, rows without octets, and more ends than rows", () => {
	for (const change of [
		{},
		{ rows: 0 },
		{ rows: 1 },
		{ urlEnds: Uint32Array.of(0, 0) },
		{ urlEnds: Uint32Array.of(3, 3) },
		{ digests: [] },
	]) {
		expect(() => checkBatch({ ...BATCH, ...change })).not.toThrow();
	}
	expect(() => checkBatch(null as never)).toThrow(
		said("invalid-input", 'The argument "batch" must be an object; got [object Null].'),
	);
});

it("accepts arrays and other iterables of rows", () => {
	for (const rows of [[], new Set(), (async function* () {})()]) expect(() => checkRows(rows)).not.toThrow();
	for (const [rows, kind] of [
		[undefined, "undefined"],
		["rows", "string"],
		[{}, "[object Object]"],
		[null, "[object Null]"],
	]) {
		const message = `The argument "rows" must be an array or another iterable of batches; got ${kind}.`;
		expect(() => checkRows(rows)).toThrow(said("invalid-input", message));
	}
});

const RULE: RuleEvidence = {
	rule: "param:a",
	scope: "host",
	reach: "host",
	hosts: ["a.com"],
	age: 0,
	hostsFor: 1,
	votes: 0,
	disagree: 0,
	proven: 0,
	expected: 0,
	redirects: 0,
	against: [],
	savedPer1000: 0,
	examples: [],
};
const evidence = (...rules: object[]) => ({ format: "urlsieve-evidence@1", base: "b", rules });
const refused = (message: string) => said("invalid-option", message);

it.each<[unknown, string]>([
	[undefined, "The previous evidence is not in the format urlsieve-evidence@1."],
	[null, "The previous evidence is not in the format urlsieve-evidence@1."],
	["x", "The previous evidence is not in the format urlsieve-evidence@1."],
	[{ ...evidence(), format: "urlsieve-evidence@2" }, "The previous evidence is not in the format urlsieve-evidence@1."],
	[
		{ ...evidence(), base: "c" },
		"The previous run started from another policy, c instead of b: give the policy and the lists that it started from.",
	],
	[{ ...evidence(), rules: {} }, "The previous evidence has no rules."],
	[evidence(RULE, {}), "Rule 2 of the previous evidence cannot be read."],
	[evidence(null as never), "Rule 1 of the previous evidence cannot be read."],
])("refuses the earlier evidence %j", (previous, message) => {
	expect(() => checkPrevious(previous, "b")).toThrow(refused(message));
});

it.each<[object]>([
	...["age", "votes", "disagree", "proven", "hostsFor", "savedPer1000", "expected", "redirects"].flatMap((name): [object][] => [
		[{ [name]: -1 }],
		[{ [name]: "0" }],
		[{ [name]: undefined }],
	]),
	[{ scope: "site" }],
	[{ reach: "site" }],
	[{ reach: "everywhere" }],
	[{ hosts: undefined }],
	[{ hosts: "a.com" }],
	[{ hosts: [1] }],
	[{ hosts: ["\ud800"] }],
	[{ exceptHosts: [1] }],
	[{ names: [1] }],
	[{ against: {} }],
	[{ examples: undefined }],
	[{ rule: 1 }],
	[{ rule: "a" }],
	[{ rule: "param:" }],
	[{ rule: "param:\ud800" }],
	[{ rule: "xparam:a" }],
	[{ rule: "index:a.php" }],
	[{ rule: "index:index.p" }],
	[{ rule: "index:index.abcdef" }],
	[{ rule: "index:index.PHP" }],
	[{ rule: "xindex:index.php" }],
	[{ rule: "index:index.phpx1" }],
	[{ rule: "params:a+b", names: ["a", ""] }],
])("cannot read a rule with %j", (change) => {
	const previous = evidence({ ...RULE, ...change });
	expect(() => checkPrevious(previous, "b")).toThrow(refused("Rule 1 of the previous evidence cannot be read."));
});

it.each<[object]>([
	[{}],
	[{ age: 1.5, expected: 0.1 }],
	[{ scope: "everywhere", reach: "everywhere", hosts: undefined, exceptHosts: ["a.com"] }],
	[{ scope: "domain", reach: "crawl" }],
	...["scheme", "www", "slashes", "trailingSlash", "emptyValue", "param:é\n", "index:index.php", "index:default.aspx"].map(
		(rule): [object] => [{ rule }],
	),
	...["home", "main"].map((name): [object] => [{ rule: `index:${name}.xy` }]),
	[{ rule: "index:index.abcde" }],
	[{ rule: "params:a+b", names: ["a", "b"] }],
])("reads a rule with %j", (change) => {
	const previous = evidence({ ...RULE, ...change });
	expect(checkPrevious(previous, "b")).toBe(previous);
});

it("knows what rules erase, and which reach no farther than another", () => {
	expect(labelsOf({ ...RULE, rule: "params:a+b", names: ["a", "b"] })).toEqual(["param:a", "param:b"]);
	expect(labelsOf({ ...RULE, rule: "params:a+b" })).toEqual([]);
	expect(labelsOf({ ...RULE, names: ["a"] })).toEqual(["param:a"]);
	const all = (["host", "crawl", "everywhere"] as const).map((reach): RuleEvidence => ({ ...RULE, reach }));
	const reaches = (reach: "host" | "crawl" | "everywhere") =>
		within({ rules: all } as unknown as Evidence, reach).map((rule) => rule.reach);
	expect(reaches("host")).toEqual(["host"]);
	expect(reaches("crawl")).toEqual(["host", "crawl"]);
	expect(reaches("everywhere")).toEqual(["host", "crawl", "everywhere"]);
});
