/** The members of a policy, with their values where these are few. `urlsieve/crawl` checks the others. */
import type { KeyRules, Parameter, Policy, QueryRules } from "../crawl/policy/policy";
import { suggestion } from "../nearest";

type Values<Of> = { readonly [member in keyof Required<Of>]: readonly unknown[] };

const KEEP_OR_DROP = ["keep", "drop"];
const BOTH = [true, false];

/** No values: any. A function, so that bundles without policies leave it out. */
const members = (): {
	readonly policy: Values<Policy>;
	readonly key: Values<KeyRules>;
	readonly query: Values<QueryRules>;
	readonly entry: Values<Exclude<Parameter, string>>;
} => ({
	policy: { $schema: [], policy: [], base: ["rfc3986", "whatwg", "crawl@1"], fetch: [], key: [], sites: [] },
	key: {
		fragment: ["keep", "drop", "spa"],
		textDirective: KEEP_OR_DROP,
		scheme: ["keep", "https"],
		userinfo: KEEP_OR_DROP,
		hostDot: KEEP_OR_DROP,
		www: KEEP_OR_DROP,
		sessions: ["keep", "sessions@1"],
		slashes: ["keep", "collapse"],
		index: [],
		trailingSlash: KEEP_OR_DROP,
		query: [],
		emptyQuery: KEEP_OR_DROP,
	},
	query: {
		drop: BOTH,
		emptyValue: ["keep", "fold"],
		emptyPairs: KEEP_OR_DROP,
		only: [],
		remove: [],
		keep: [],
		lists: [],
		duplicates: ["keep", "drop-equal"],
		sort: ["keep", "name", "name-value"],
	},
	entry: { name: [], match: ["exact", "prefix"], ignoreCase: BOTH, hosts: [], exceptHosts: [], exceptPath: [] },
});

const NAMES = {
	policy: "A policy",
	key: "The member key of a policy",
	query: "The member key.query of a policy",
	entry: "An entry of a policy",
};

/** Throws TypeError for a member that this part of a policy has not, and for a value that the member has not. */
export function checkMembers(part: keyof typeof NAMES, value: object): void {
	const known: { readonly [member: string]: readonly unknown[] } = members()[part];
	for (const [name, given] of Object.entries(value)) {
		const values = Object.hasOwn(known, name) ? (known[name] as readonly unknown[]) : undefined;
		if (values === undefined)
			throw new TypeError(
				`${NAMES[part]} has no ${JSON.stringify(name)}${suggestion(name, Object.keys(known))}; it has ${Object.keys(known).join(", ")}.`,
			);
		if (given !== undefined && values.length > 0 && !values.includes(given))
			throw new TypeError(
				`The ${name} of a policy is one of ${values.join(", ")}, not ${JSON.stringify(given)}${suggestion(String(given), values.map(String))}.`,
			);
	}
}
