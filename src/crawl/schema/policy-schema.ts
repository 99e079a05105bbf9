/** The JSON Schema of policies (draft 2020-12): for completion in editors, and for `check-schema.ts`. */

import { keyMembers, queryMembers } from "./members";
import { BASE_POLICIES } from "./policy";
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
	/** The schema of the values of an object with any names. */
	readonly additionalProperties?: false | Schema;
	readonly propertyNames?: Schema;
	/** Objects that have one of these members are refused. */
	readonly not?: { readonly anyOf: readonly { readonly required: readonly string[] }[] };
	readonly items?: Schema;
	readonly minItems?: 1 | 2;
	/** The object, whose members are all among its properties, has at least one. */
	readonly minProperties?: 1;
	readonly enum?: readonly string[];
	readonly const?: string;
	readonly pattern?: string;
	readonly anyOf?: readonly Schema[];
}

const oneOf = (description: string, ...values: string[]): Schema => ({ description, enum: values });
/** A list, or a string for a list of one. */
const listOf = (description: string, one: Schema, items = one, least: { readonly minItems?: 1 } = {}): Schema => ({
	description,
	anyOf: [one, { type: "array", items, ...least }],
});
const TEXT: Schema = { type: "string" };
const strings = (description: string, items: Schema = TEXT): Schema => listOf(description, items);
/** At least one string: a member that says nothing is a mistake. */
const someStrings = (description: string, items: Schema): Schema => listOf(description, items, items, { minItems: 1 });
const object = (properties: { readonly [member: string]: Schema }, required: readonly string[] = []): Schema => ({
	type: "object",
	properties,
	...(required.length > 0 && { required }),
	additionalProperties: false,
});

/** Globs with more stars than people write are refused: each star is work for each octet. */
export const MAX_STARS = 32;
const FEW_STARS = `(?!(?:[^*]*\\*){${MAX_STARS + 1}})`;
const ADDRESS = "\\[[0-9A-Fa-f:.]+\\]";
const HOST_NAME = "(?!\\.)(?!.*\\.\\.)[^\\s\\u0000-\\u001f\\u007f*=/:@?#\\\\\\[\\]]+";
/** Hosts below an address there are none: its last label is a number. */
const BELOW = `\\*\\.(?!(?:.*\\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)\\.?$)${HOST_NAME}`;
/** Hosts: a name or an IP address, which `=` or `*.` may precede. Only texts that cannot be one are refused; the URL parser judges the rest. */
export const HOST: Schema = { type: "string", pattern: `^(?:=?(?:${ADDRESS}|${HOST_NAME})|${BELOW})$` };
/** A side of an alias. */
export const ALIAS: Schema = { type: "string", pattern: `^(?:${ADDRESS}|${HOST_NAME}|${BELOW})$` };
/** A label of a host. */
export const LABEL: Schema = { type: "string", pattern: "^[^\\s\\u0000-\\u001f\\u007f.*=/:@?#\\\\\\[\\]]+$" };
/** A pattern of paths: RFC 9309 §2.2.2. */
export const PATH_PATTERN: Schema = { type: "string", pattern: `^${FEW_STARS}[/*][^?#]*$` };
/** A decoded name or a glob, in a place where people copy the text of a URL. */
export const NAME: Schema = { type: "string", pattern: `^${FEW_STARS}(?![\\s?])(?!.*(?:\\s$|%[0-9A-Fa-f]{2}))[^=&#]*$` };
/** A part of a path. */
export const PATH_TEXT: Schema = { type: "string", pattern: "^[^*]*$" };
export const INDEX_NAME: Schema = { type: "string", pattern: `^${FEW_STARS}(?!\\.{1,2}$)[^/?#]+$` };
const IGNORE_CASE: Schema = { description: "Whether the case of ASCII letters counts for nothing.", type: "boolean" };

const PLACES = "example.com and all below, =example.com itself, *.example.com those below";
const ENTRY = {
	name: { description: "The decoded name of a parameter. A star is a star.", type: "string" },
	match: oneOf("Whether the whole name has to agree, or its beginning, or its end.", "exact", "prefix", "suffix"),
	ignoreCase: IGNORE_CASE,
	values: someStrings('Only with these values, decoded; "" is also a parameter without "=".', { type: "string" }),
	hosts: someStrings(`Only for these hosts: ${PLACES}.`, HOST),
	exceptHosts: strings("Not for these hosts.", HOST),
} as const;
/** Members that are about the path. */
const PATHS = {
	paths: someStrings("Only for these paths: a beginning, in which * is any run and a final $ the end.", PATH_PATTERN),
	exceptPaths: strings("Not for these paths.", PATH_PATTERN),
} as const;
const EXCEPT_PATH = strings("Not when host and path contain one of these.", PATH_TEXT);
const PARAMETER: Schema = { anyOf: [NAME, object({ ...ENTRY, ...PATHS, exceptPath: EXCEPT_PATH }, ["name"])] };
const PATH_MEMBERS = ["paths", "exceptPaths", "exceptPath"];
/** Its path members are known, so that they are refused with the reason. */
const PATH_ENTRY: Schema = {
	...object({ ...ENTRY, ...PATHS, exceptPath: EXCEPT_PATH }, ["name"]),
	not: { anyOf: PATH_MEMBERS.map((member) => ({ required: [member] })) },
};
const parameters = (description: string): Schema => listOf(description, NAME, PARAMETER);

/** A list by its name, and what is taken of it. */
const SENT_LIST = {
	name: { description: "The name of a list.", type: "string" },
	referral: oneOf('"drop": also takes the referralMarketing of ClearURLs.', "keep", "drop"),
} as const;
const LIST = {
	...SENT_LIST,
	raw: { description: "Whether the rawRules of ClearURLs edit the key.", type: "boolean" },
	redirections: {
		description: "Whether the key becomes that of the URL inside, by the redirections of ClearURLs.",
		type: "boolean",
	},
} as const;

function listsOf(members: { readonly [member: string]: Schema }): Schema {
	const items: Schema = { anyOf: [TEXT, object(members, ["name"])] };
	return {
		description: "Lists of names that go: tracking@1, and those given as lists. On a profile, besides its own.",
		anyOf: [
			object({ only: listOf("The only lists, without those of the base.", TEXT, items) }, ["only"]),
			TEXT,
			{ type: "array", items },
		],
	};
}

/** Members whose values are no choice. */
const QUERY_LISTS = {
	only: parameters("The only names that stay."),
	remove: parameters("Names that go."),
	keep: parameters("Names that stay, whatever removes them."),
	lists: listsOf(LIST),
};
const KEY_PARTS = {
	hostLabels: strings("Leading labels of the host that go, such as m.", LABEL),
	hostAlias: {
		description: "Other names of hosts, each with the host that it stands for; or with *. on both sides, also for all below.",
		type: "object",
		propertyNames: ALIAS,
		additionalProperties: ALIAS,
	},
	pathParams: listOf('Parameters of segments of the path that go; "drop": all.', NAME, { anyOf: [NAME, PATH_ENTRY] }),
	index: listOf("Names of index files, or globs: such a last segment goes.", INDEX_NAME, {
		anyOf: [INDEX_NAME, object({ name: INDEX_NAME, ignoreCase: IGNORE_CASE }, ["name"])],
	}),
	query: object(membersOf(queryMembers(), QUERY_LISTS, QUERY)),
} as const;
const KEY = membersOf(keyMembers(), KEY_PARTS);
/** Places are read from the host that these leave, so that no place can decide on them. */
const { hostLabels: _labels, hostAlias: _alias, ...OF_SITES } = KEY;
export const SITE_WWW: Schema = choice("www", ["keep", "drop"]);
const SITE_KEY = { ...OF_SITES, www: SITE_WWW };

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
	const words = values.filter((value) => value !== "true" && value !== "false");
	const does = words.slice(1).map((value) => `"${value}": ${clausesOf(member, value).join("; ")}.`);
	const description = does.join(" ");
	if (words.length === values.length) return { description, enum: words };
	return { description, anyOf: [{ description, type: "string", enum: words }, { type: "boolean" }] };
}

/** A clause for each rule that the value of a member turns on. */
function clausesOf(member: string, value: string): string[] {
	const rules = KEY_RULES.filter((rule) => rule.member === member && value in rule.values);
	return rules.map((rule) => sentenceOf(rule, rule.values[value] as number));
}

function groups(description: string): Schema {
	return { description, type: "array", items: { type: "array", items: { type: "string" }, minItems: 2 } };
}

export const REWRITE_NAME: Schema = {
	description: "Its name in explanations. The default is from.",
	type: "string",
	pattern: "^[^\\s\\u0000-\\u001f\\u007f]+$",
};

const REWRITES: Schema = {
	description: "Other URLs for some URLs, after all rules of keys. The first that matches and can act, acts.",
	type: "array",
	items: object(
		{
			name: REWRITE_NAME,
			from: {
				description:
					"A URL pattern: https:// for both schemes, :name for a segment or label, one * in host and path each, {…}? for what may be absent.",
				type: "string",
			},
			to: { description: "What it becomes, with groups of from: a path, or a URL if scheme and host change.", type: "string" },
			unwrap: {
				description: "Where the URL is that it becomes: in a parameter, or in the path from * on.",
				...object({
					query: { description: "The decoded name of a parameter.", type: "string" },
					path: { const: "*" },
				}),
				minProperties: 1,
			},
		},
		["from"],
	),
};

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
			"The normal form that rules act on. The default is rfc3986. With a profile, its rules, which members override one by one.",
			"rfc3986",
			"whatwg",
			...Object.keys(BASE_POLICIES),
		),
		trim: oneOf(
			"White space that goes from both ends of a reference: that of the URL Standard, or also that of Unicode.",
			"url",
			"unicode",
		),
		fetch: object({
			fragment: KEY.fragment as Schema,
			textDirective: KEY.textDirective as Schema,
			query: object({
				remove: parameters("Names that go from the URL to fetch, and from the key."),
				keep: parameters("Names that stay in the URL to fetch."),
				lists: listsOf(SENT_LIST),
			}),
			rewrite: someStrings("Names of rewrites that the URL to fetch follows, too.", TEXT),
		}),
		key: object(KEY),
		sites: {
			description: "Other rules for some hosts. Where several match, the last wins, member by member.",
			type: "array",
			items: {
				...object({ hosts: someStrings(`Hosts: ${PLACES}.`, HOST), ...PATHS, key: object(SITE_KEY), rewrite: REWRITES }, [
					"hosts",
				]),
				anyOf: [{ required: ["key"] }, { required: ["rewrite"] }],
			},
		},
		rewrite: REWRITES,
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
