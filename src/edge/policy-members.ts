/** The members of a policy, with their values where these are few. `urlsieve/crawl` checks the others. */
import { keyMembers, queryMembers } from "../crawl/schema/members";
import type { ParameterEntry } from "../crawl/schema/parameter";
import type { Policy } from "../crawl/schema/policy";
import { suggestion } from "../nearest";

/** The values of each member, or none for any. */
type Values<Of> = { readonly [member in keyof Required<Of>]: readonly string[] };

const ANY: readonly string[] = [];
const BASES = ["rfc3986", "whatwg", "crawl@1", "share@1"];
const POLICY: Values<Policy> = {
	$schema: ANY,
	policy: ANY,
	base: BASES,
	trim: ["url", "unicode"],
	fetch: ANY,
	key: ANY,
	sites: ANY,
	rewrite: ANY,
	tests: ANY,
};
const ENTRY: Values<ParameterEntry> = {
	name: ANY,
	match: ["exact", "prefix", "suffix"],
	ignoreCase: ["true", "false"],
	values: ANY,
	hosts: ANY,
	exceptHosts: ANY,
	paths: ANY,
	exceptPaths: ANY,
	exceptPath: ANY,
};
const PARTS = {
	policy: () => POLICY,
	"policy's key": keyMembers,
	"policy's query": queryMembers,
	"policy's entry": () => ENTRY,
};

/** Throws TypeError for a member that this part of a policy has not, and for a value that the member has not. */
export function checkMembers(part: keyof typeof PARTS, value: object): void {
	const known = new Map<string, readonly string[]>(Object.entries(PARTS[part]()));
	for (const [name, given] of Object.entries(value)) {
		const values = known.get(name);
		if (values === undefined) throw unknown(`member of a ${part}`, name, [...known.keys()]);
		const type = given === true || given === false ? "boolean" : "string";
		const isWord = values.includes(String(given)) && typeof given === type && given !== "true" && given !== "false";
		const isKnown = values.length === 0 || isWord;
		if (given !== undefined && !isKnown) throw unknown(`${name} of a ${part}`, given, values);
	}
}

function unknown(what: string, given: unknown, known: readonly string[]): TypeError {
	const near = typeof given === "string" ? suggestion(given, known) : "";
	return new TypeError(`No ${what} is ${JSON.stringify(given)}${near}; there are ${known.join(", ")}.`);
}
