/** The JSON Schema of policies (draft 2020-12): for completion in editors, and for `check-schema.ts`. */

/** The part of JSON Schema that the schemas of this package use. */
export interface Schema {
	readonly $schema?: string;
	readonly $id?: string;
	readonly title?: string;
	readonly description?: string;
	readonly type?: "object" | "array" | "string" | "boolean";
	readonly properties?: { readonly [member: string]: Schema };
	readonly required?: readonly string[];
	readonly additionalProperties?: false;
	readonly items?: Schema;
	readonly minItems?: 1;
	readonly enum?: readonly string[];
	readonly const?: string;
	readonly pattern?: string;
	readonly anyOf?: readonly Schema[];
}

const oneOf = (description: string, ...values: string[]): Schema => ({ description, enum: values });
const strings = (description: string, items: Schema = { type: "string" }): Schema => ({ description, type: "array", items });
/** Strings of which there has to be one: a member that says nothing is a mistake. */
const someStrings = (description: string, items: Schema): Schema => ({ ...strings(description, items), minItems: 1 });
const object = (properties: { readonly [member: string]: Schema }, required: readonly string[] = []): Schema => ({
	type: "object",
	properties,
	...(required.length > 0 && { required }),
	additionalProperties: false,
});

/** A host: a name or an IP address. Only what cannot be one is refused here; the URL parser judges the rest. */
export const HOST: Schema = {
	type: "string",
	pattern: "^(?:\\[[0-9A-Fa-f:.]+\\]|(?!\\.)(?!.*\\.\\.)[^\\s\\u0000-\\u001f\\u007f*=/:@?#\\\\\\[\\]]+)$",
};
/** A decoded name, in a place where a star would look like a glob, and where people write what stands in a URL. */
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

const QUERY = object({
	drop: { description: "Whether the whole query goes.", type: "boolean" },
	emptyValue: oneOf('"fold": `a=` is `a`.', "keep", "fold"),
	emptyPairs: oneOf('"drop": empty pieces go.', "keep", "drop"),
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
	duplicates: oneOf('"drop-equal": later pieces that are equal byte by byte go.', "keep", "drop-equal"),
	sort: oneOf("The order of pieces, by decoded name or by name and value.", "keep", "name", "name-value"),
});

const FETCH = {
	fragment: oneOf('"spa" keeps a fragment that begins with ! or /.', "keep", "drop", "spa"),
	textDirective: oneOf('"drop": what follows ":~:" in a fragment goes.', "keep", "drop"),
};

const KEY = object({
	scheme: oneOf('"https": http without a port becomes https.', "keep", "https"),
	userinfo: oneOf('"drop": the userinfo goes.', "keep", "drop"),
	hostDot: oneOf('"drop": one final dot of the host goes.', "keep", "drop"),
	www: oneOf('"drop": leading www. labels go while two labels are left.', "keep", "drop"),
	sessions: oneOf("Session identifiers in path and query.", "keep", "sessions@1"),
	slashes: oneOf('"collapse": runs of / become one, up to a nested scheme://.', "keep", "collapse"),
	index: {
		description: "Names of index files: such a last segment goes.",
		type: "array",
		items: { anyOf: [INDEX_NAME, object({ name: { type: "string", pattern: SEGMENT } }, ["name"])] },
	},
	trailingSlash: oneOf('"drop": a final / goes.', "keep", "drop"),
	query: QUERY,
	emptyQuery: oneOf('"drop": removes an empty query with its "?".', "keep", "drop"),
	...FETCH,
});

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
		fetch: object(FETCH),
		key: KEY,
		sites: {
			description: "Other rules for some hosts. Where several match, the last wins, member by member.",
			type: "array",
			items: object({ hosts: someStrings("Hosts, and those below them.", HOST), key: KEY }, ["hosts", "key"]),
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
