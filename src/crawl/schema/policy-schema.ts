/** The JSON Schema of policies (draft 2020-12): for completion in editors, and for `check-schema.ts`. */

import { keyMembers, queryMembers } from "./members";
import { KEY_RULES, QUERY, sentenceOf } from "./registry";

/** The part of JSON Schema that the schemas of this package use. */
export interface Schema {
	readonly $schema?: string;
	readonly $id?: string;
	readonly title?: string;
	readonly description?: string;
	readonly type?: "object" | "array" | "string" | "boolean";
	readonly properties?: { readonly [member: string]: Schema };
	readonly required?: readonly string[];
	/** Of an object with any names, the schema of its values. */
	readonly additionalProperties?: false | Schema;
	readonly items?: Schema;
	readonly minItems?: 1 | 2;
	readonly enum?: readonly string[];
	readonly const?: string;
	readonly pattern?: string;
	readonly anyOf?: readonly Schema[];
}

const oneOf = (description: string, ...values: string[]): Schema => ({ description, enum: values });
const strings = (description: string, items: Schema = { type: "string" }): Schema => ({ description, type: "array", items });
/** At least one string: a member that says nothing is a mistake. */
const someStrings = (description: string, items: Schema): Schema => ({ ...strings(description, items), minItems: 1 });
const object = (properties: { readonly [member: string]: Schema }, required: readonly string[] = []): Schema => ({
	type: "object",
	properties,
	...(required.length > 0 && { required }),
	additionalProperties: false,
});

/** A host: a name or an IP address. Only texts that cannot be one are refused here; the URL parser judges the rest. */
export const HOST: Schema = {
	type: "string",
	pattern: "^(?:\\[[0-9A-Fa-f:.]+\\]|(?!\\.)(?!.*\\.\\.)[^\\s\\u0000-\\u001f\\u007f*=/:@?#\\\\\\[\\]]+)$",
};
/** A decoded name, in a place where a star would look like a glob, and where people copy the text of a URL. */
export const NAME: Schema = { type: "string", pattern: "^(?![\\s?])(?!.*(?:\\s$|%[0-9A-Fa-f]{2}))[^*=&#]*$" };
/** A part of a path. */
export const PATH_TEXT: Schema = { type: "string", pattern: "^[^*]*$" };
const SEGMENT = "^(?!\\.{1,2}$)[^/?#]+$";
export const INDEX_NAME: Schema = { type: "string", pattern: "^(?!\\.{1,2}$)[^/?#*]+$" };

const PARAMETER: Schema = {
	anyOf: [
		NAME,
		object(
			{
				name: { description: "The decoded name of a parameter. A star is a star.", type: "string" },
				match: oneOf("Whether the whole name has to agree, or its beginning.", "exact", "prefix"),
				ignoreCase: { description: "Whether the case of ASCII letters counts for nothing.", type: "boolean" },
				hosts: someStrings("Only for these hosts and those below them.", HOST),
				exceptHosts: strings("Not for these hosts and those below them.", HOST),
				exceptPath: strings("Not when host and path contain one of these.", PATH_TEXT),
			},
			["name"],
		),
	],
};
const parameters = (description: string): Schema => ({ description, type: "array", items: PARAMETER });

/** Members whose values are no choice. */
const QUERY_LISTS = {
	only: parameters("The only names that stay."),
	remove: parameters("Names that go."),
	keep: parameters("Names that stay, whatever removes them."),
	lists: {
		description: "Lists of names that go: tracking@1, and those given as lists. On crawl@1, besides its tracking@1.",
		anyOf: [
			object({ only: strings("The only lists, without those of the base.") }, ["only"]),
			strings("Lists, and those of the base."),
		],
	},
};
const KEY_PARTS = {
	index: {
		description: "Names of index files: such a last segment goes.",
		type: "array",
		items: { anyOf: [INDEX_NAME, object({ name: { type: "string", pattern: SEGMENT } }, ["name"])] },
	},
	query: object(membersOf(queryMembers(), QUERY_LISTS, QUERY)),
} as const;
const KEY = membersOf(keyMembers(), KEY_PARTS);

function membersOf(
	members: { readonly [name: string]: readonly string[] },
	parts: { readonly [name: string]: Schema },
	prefix = "",
): { readonly [name: string]: Schema } {
	const schemas = Object.entries(members).map(([name, values]) => [name, parts[name] ?? choice(prefix + name, values)]);
	return Object.fromEntries(schemas);
}

/** Values to choose from, and the effect of each that is no default. */
function choice(member: string, values: readonly string[]): Schema {
	const isSwitch = values.includes("true");
	const active = values.filter((value) => value !== "keep" && value !== "false");
	const does = active.map((value) => `${isSwitch ? value : `"${value}"`}: ${clausesOf(member, value).join("; ")}.`);
	return { description: does.join(" "), ...(isSwitch ? { type: "boolean" } : { enum: values }) };
}

/** A clause for each rule that the value of a member turns on. */
function clausesOf(member: string, value: string): string[] {
	const rules = KEY_RULES.filter((rule) => rule.member === member && value in rule.values);
	return rules.map((rule) => sentenceOf(rule, rule.values[value] as number));
}

function groups(description: string): Schema {
	return { description, type: "array", items: { type: "array", items: { type: "string" }, minItems: 2 } };
}

/** The schema of a policy. */
export const policySchema: Schema = {
	$schema: "https://json-schema.org/draft/2020-12/schema",
	title: "urlsieve policy",
	...object({
		$schema: { type: "string" },
		policy: {
			description: "NAME@N: a name and a number for messages.",
			type: "string",
			pattern: "^[A-Za-z0-9._-]{1,64}@[0-9]+$",
		},
		base: oneOf(
			"The normal form that rules act on. The default is rfc3986. With crawl@1, its rules, which members override one by one.",
			"rfc3986",
			"whatwg",
			"crawl@1",
		),
		fetch: object({ fragment: KEY.fragment as Schema, textDirective: KEY.textDirective as Schema }),
		key: object(KEY),
		sites: {
			description: "Other rules for some hosts. Where several match, the last wins, member by member.",
			type: "array",
			items: object({ hosts: someStrings("Hosts, and those below them.", HOST), key: object(KEY) }, ["hosts", "key"]),
		},
		tests: {
			description: "What must hold under this policy: urlsieve policy check. No test changes a key.",
			...object({
				same: groups("Groups of URLs that have one key."),
				different: groups("Groups of URLs of which no two have one key."),
				key: { description: "URLs, and the key of each.", type: "object", additionalProperties: { type: "string" } },
				fetch: { description: "URLs, and the URL to fetch for each.", type: "object", additionalProperties: { type: "string" } },
			}),
		},
	}),
};

/** The schema of a list in the format `urlsieve-list@1`. */
export const listSchema: Schema = {
	$schema: "https://json-schema.org/draft/2020-12/schema",
	title: "urlsieve list",
	...object(
		{
			$schema: { type: "string" },
			format: { const: "urlsieve-list@1" },
			name: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
			version: { type: "string" },
			params: { type: "array", items: PARAMETER },
			exempt: strings("Hosts from which the list removes nothing.", HOST),
		},
		["format"],
	),
};
