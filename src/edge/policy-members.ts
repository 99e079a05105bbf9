/** The members of a policy, with their values where these are few. `urlsieve/crawl` checks the others. */
import type { KeyRules, Parameter, Policy, QueryRules } from "../crawl/schema/policy";
import { suggestion } from "../nearest";

/** The values of each member, or "" for any. */
type Values<Of> = { readonly [member in keyof Required<Of>]: string };

const BOOLEAN = "true false";
const CHOICE = "keep drop";

const POLICY: Values<Policy> = { $schema: "", policy: "", base: "rfc3986 whatwg crawl@1", fetch: "", key: "", sites: "" };
const KEY: Values<KeyRules> = {
	scheme: "keep https",
	userinfo: CHOICE,
	hostDot: CHOICE,
	www: CHOICE,
	sessions: "keep sessions@1",
	slashes: "keep collapse",
	index: "",
	trailingSlash: CHOICE,
	query: "",
	emptyQuery: CHOICE,
	fragment: "keep drop spa",
	textDirective: CHOICE,
};
const QUERY: Values<QueryRules> = {
	drop: BOOLEAN,
	emptyValue: "keep fold",
	emptyPairs: CHOICE,
	only: "",
	remove: "",
	keep: "",
	lists: "",
	duplicates: "keep drop-equal",
	sort: "keep name name-value",
};
const ENTRY: Values<Exclude<Parameter, string>> = {
	name: "",
	match: "exact prefix",
	ignoreCase: BOOLEAN,
	hosts: "",
	exceptHosts: "",
	exceptPath: "",
};
const PARTS = { policy: POLICY, "policy's key": KEY, "policy's query": QUERY, "policy's entry": ENTRY };

/** Throws TypeError for a member that this part of a policy has not, and for a value that the member has not. */
export function checkMembers(part: keyof typeof PARTS, value: object): void {
	const known = new Map(Object.entries(PARTS[part]));
	for (const [name, given] of Object.entries(value)) {
		const values = known.get(name)?.split(" ");
		if (values === undefined) throw unknown(`member of a ${part}`, name, [...known.keys()]);
		const isKnown = known.get(name) === BOOLEAN ? typeof given === "boolean" : values.includes("") || values.includes(given);
		if (given !== undefined && !isKnown) throw unknown(`${name} of a ${part}`, given, values);
	}
}

function unknown(what: string, given: unknown, known: readonly string[]): TypeError {
	const near = typeof given === "string" ? suggestion(given, known) : "";
	return new TypeError(`No ${what} is ${JSON.stringify(given)}${near}; there are ${known.join(", ")}.`);
}
