/**
 * The rules of keys: the type that a policy has, then two tables in the order in which rules run: values and bits, and words. Schemas,
 * programs, explanations, `policy show` and the table in docs/reference/profiles.md derive from them.
 */
import { KeyRule } from "../../../assembly/policy/key-rules";
import type { OneOrMore, Parameter, PathParameter } from "./parameter";

/** Rules for parts of a URL that are never sent. */
export interface FragmentRules {
	readonly fragment?: "keep" | "drop" | "spa";
	readonly textDirective?: "keep" | "drop";
}

/** Rules for the URL that is fetched. What they leave out, no key has. */
export interface FetchRules extends FragmentRules {
	/** Parameters that are not sent. */
	readonly query?: FetchQueryRules;
	/** Names of rewrites that the URL to fetch follows, too: by default, none. */
	readonly rewrite?: OneOrMore<string>;
}

/** Parameters that the URL to fetch loses: by default, none. A site may need what goes: try it before you send it. */
export interface FetchQueryRules {
	/** Names to remove. */
	readonly remove?: OneOrMore<Parameter>;
	/** Names that `remove` and `lists` leave in the URL to fetch. */
	readonly keep?: OneOrMore<Parameter>;
	/** Names of lists, as in `key.query.lists`, but without `raw` and `redirections`. */
	readonly lists?: ListsOf<SentListUse>;
}

/** Lists that join those of the base, or the only ones. */
export type ListsOf<Use> = OneOrMore<string | Use> | { readonly only: OneOrMore<string | Use> };

/** A list by its name, and what is taken of one in the format of ClearURLs besides its `rules`. */
export interface SentListUse {
	readonly name: string;
	/** `"drop"`: takes its `referralMarketing`. */
	readonly referral?: "keep" | "drop";
}

/** A list by its name, and what is taken of one in the format of ClearURLs besides its `rules`. */
export interface ListUse extends SentListUse {
	/** `true`: takes its `rawRules`, which edit the key as text. */
	readonly raw?: boolean;
	/** `true`: takes its `redirections`: the key is that of the URL inside. */
	readonly redirections?: boolean;
}

/** The rules of a key. */
export interface KeyRules extends FragmentRules {
	readonly scheme?: "keep" | "https";
	readonly userinfo?: "keep" | "drop";
	readonly hostDot?: "keep" | "drop";
	readonly www?: "keep" | "drop" | "drop-numbered";
	/** Leading labels that go, such as `m`. */
	readonly hostLabels?: OneOrMore<string>;
	/** Other names of hosts: `{ "old.example": "new.example" }`, or with `*.` on both sides. */
	readonly hostAlias?: { readonly [host: string]: string };
	readonly pathCase?: "keep" | "lower";
	/** Parameters of segments that go, or `"drop"` for all. */
	readonly pathParams?: "drop" | OneOrMore<PathParameter>;
	readonly sessions?: "keep" | "sessions@1";
	readonly slashes?: "keep" | "collapse";
	readonly index?: OneOrMore<IndexName>;
	readonly trailingSlash?: "keep" | "drop";
	readonly query?: QueryRules;
	readonly emptyQuery?: "keep" | "drop";
}

/** The name of an index file. With a star it is a glob, `index.*`; in an object, a star is a star. */
export type IndexName = string | { readonly name: string; readonly ignoreCase?: boolean };

/** The rules of a key for some hosts. */
export interface SiteRules extends Omit<KeyRules, "www" | "hostLabels" | "hostAlias"> {
	readonly www?: "keep" | "drop";
}

/** The rules of a key for some paths of hosts. */
export type PathRules = Pick<KeyRules, "query" | "emptyQuery" | "fragment" | "textDirective">;

/** The rules of a key's query. */
export interface QueryRules {
	/** `true` is `"drop"`. */
	readonly drop?: "keep" | "drop" | boolean;
	readonly case?: "keep" | "names" | "all";
	readonly entities?: "keep" | "fold";
	readonly values?: "keep" | "drop";
	readonly emptyValue?: "keep" | "fold";
	readonly emptyPairs?: "keep" | "drop";
	/** The only names to keep. */
	readonly only?: OneOrMore<Parameter>;
	/** Names to remove. */
	readonly remove?: OneOrMore<Parameter>;
	/** Names to keep, even if another rule removes them. */
	readonly keep?: OneOrMore<Parameter>;
	/**
	 * Names of lists: `tracking@1`, and those given as the option `lists`. An object takes more of a list of ClearURLs. On `crawl@1` they are added after its `tracking@1`, unless
	 * they are given as `only`.
	 */
	readonly lists?: ListsOf<ListUse>;
	readonly duplicates?: "keep" | "drop-equal";
	readonly sort?: "keep" | "name" | "name-value";
}

/** A rule: its member of a policy's `key`, or several that act together, and the bit of each value that turns it on. */
export interface RuleRow {
	readonly id: RuleId;
	readonly member: Member | readonly Member[];
	/** `a list` is the value of a member that has one. */
	readonly values: { readonly [value: string]: number };
	/** Entries of the program turn it on, no bit; each that removes pieces is a step of its own. */
	readonly byPiece?: true;
}

/** Members of `query` begin with this. */
export const QUERY = "query.";

/** `urlsieve/edge` bundles this table without the next one. */
const rows = [
	{ id: "scheme-fold", member: "scheme", values: { https: KeyRule.SCHEME_FOLD } },
	{ id: "userinfo-drop", member: "userinfo", values: { drop: KeyRule.USERINFO_DROP } },
	{ id: "host-dot", member: "hostDot", values: { drop: KeyRule.HOST_DOT } },
	{
		id: "host-www",
		member: "www",
		values: { drop: KeyRule.HOST_WWW, "drop-numbered": KeyRule.HOST_WWW_NUMBERED },
	},
	{ id: "host-labels", member: "hostLabels", values: { "a list": KeyRule.HOST_LABELS } },
	{ id: "host-alias", member: "hostAlias", values: { "a list": KeyRule.HOST_ALIAS } },
	{ id: "path-case", member: "pathCase", values: { lower: KeyRule.PATH_CASE } },
	{ id: "path-params", member: "pathParams", values: { "a list": KeyRule.PATH_PARAMS } },
	{ id: "session-path", member: "sessions", values: { "sessions@1": KeyRule.SESSION_PATH } },
	{ id: "slashes", member: "slashes", values: { collapse: KeyRule.SLASHES } },
	{ id: "index", member: "index", values: { "a list": KeyRule.INDEX } },
	{ id: "trailing-slash", member: "trailingSlash", values: { drop: KeyRule.TRAILING_SLASH } },
	{ id: "query-case", member: "query.case", values: { names: KeyRule.QUERY_CASE_NAMES, all: KeyRule.QUERY_CASE_ALL } },
	{ id: "entities", member: "query.entities", values: { fold: KeyRule.ENTITIES } },
	{ id: "values", member: "query.values", values: { drop: KeyRule.VALUES } },
	{ id: "empty-value", member: "query.emptyValue", values: { fold: KeyRule.EMPTY_VALUE } },
	{ id: "query-drop", member: "query.drop", values: { drop: KeyRule.QUERY_DROP } },
	{ id: "empty-pairs", member: "query.emptyPairs", values: { drop: KeyRule.EMPTY_PAIRS } },
	{ id: "session-query", member: "sessions", values: { "sessions@1": KeyRule.SESSION_QUERY }, byPiece: true },
	{
		id: "param",
		member: ["query.only", "query.remove", "query.keep", "query.lists"],
		values: { "a list": KeyRule.PARAM | KeyRule.QUERY_ONLY },
		byPiece: true,
	},
	{ id: "duplicates", member: "query.duplicates", values: { "drop-equal": KeyRule.DUPLICATES } },
	{ id: "query-sort", member: "query.sort", values: { name: KeyRule.SORT_NAME, "name-value": KeyRule.SORT_NAME_VALUE } },
	{ id: "empty-query", member: "emptyQuery", values: { drop: KeyRule.EMPTY_QUERY } },
	{ id: "text-directive", member: "textDirective", values: { drop: KeyRule.TEXT_DIRECTIVE } },
	{ id: "fragment", member: "fragment", values: { drop: KeyRule.FRAGMENT_DROP, spa: KeyRule.FRAGMENT_SPA } },
] as const satisfies readonly CheckedRow[];

/** The removal of session identifiers from the query. */
export const SESSION_QUERY = "session-query";

export type RuleId = (typeof rows)[number]["id"];

/** `"lossless"`: merges only what the source calls equivalent. `"lossy"`: can merge different resources. */
export type RuleKind = "lossless" | "lossy";

/** The words of a rule. */
export interface RuleWords {
	readonly kind: RuleKind;
	readonly source: string;
	/** Its effect, or that of each value, as a clause in Markdown. */
	readonly does: string | { readonly [value: string]: string };
}

export const RULE_WORDS: { readonly [id in RuleId]: RuleWords } = {
	"scheme-fold": { kind: "lossy", source: "RFC 9110 §4.2.2", does: "http without a port becomes https" },
	"userinfo-drop": { kind: "lossy", source: "RFC 9110 §4.2.4", does: "the userinfo goes, with its `@`" },
	"host-dot": { kind: "lossy", source: "RFC 3986 §3.2.2", does: "one final dot of the host goes" },
	"host-www": {
		kind: "lossy",
		source: "the policy",
		does: {
			drop: "leading `www.` labels of the host go, while two labels are left",
			"drop-numbered": "leading labels `www.`, and `www` followed by digits, go, while two labels of the host are left",
		},
	},
	"host-labels": {
		kind: "lossy",
		source: "the policy",
		does: "leading labels of the host go if they are of the list, while two labels are left",
	},
	"host-alias": {
		kind: "lossy",
		source: "the policy",
		does: "the host becomes the one that it is an alias of, at most 8 times",
	},
	"path-case": {
		kind: "lossy",
		source: "the policy",
		does: "ASCII letters of the path become lower case, outside triplets; names of `index` are compared so",
	},
	"path-params": {
		kind: "lossy",
		source: "RFC 3986 §3.3",
		does: "parameters of segments of the path go, `;name` and `;name=value`, if an entry names them; `drop`: all",
	},
	"session-path": {
		kind: "lossy",
		source: "Jakarta Servlet 7.1.3; ASP.NET",
		does: "session identifiers in the path go: `;jsessionid=…`, and `(S(…))` before a segment that ends in `.aspx`",
	},
	slashes: { kind: "lossy", source: "the policy", does: "runs of `/` in the path become one, up to a nested `scheme://`" },
	index: {
		kind: "lossy",
		source: "the policy",
		does: "a last segment of the path goes if it is one of the names, or a glob matches it",
	},
	"trailing-slash": { kind: "lossy", source: "the policy", does: "a final `/` of the path goes, unless it is the whole path" },
	"query-case": {
		kind: "lossy",
		source: "the policy",
		does: {
			names: "ASCII letters of names become lower case in the query",
			all: "ASCII letters of the query become lower case",
		},
	},
	entities: {
		kind: "lossy",
		source: "HTML, links that were not decoded",
		does: "`amp;` goes where a parameter begins, again and again",
	},
	values: { kind: "lossy", source: "the policy", does: "each parameter is its name: values go" },
	"empty-value": { kind: "lossy", source: "URL Standard §5.1", does: "`a=` becomes `a` in the query" },
	"query-drop": { kind: "lossy", source: "the policy", does: "the whole query goes" },
	"empty-pairs": { kind: "lossless", source: "URL Standard §5.1", does: "empty parameters go: `a&&b` becomes `a&b`" },
	"session-query": { kind: "lossy", source: "sessions@1", does: "session parameters go, whatever their case" },
	param: {
		kind: "lossy",
		source: "the policy and its lists",
		does: "the first of `keep`, `only`, `remove` and `lists` that names a parameter decides",
	},
	duplicates: { kind: "lossy", source: "the policy", does: "a parameter that is equal to an earlier one, with its value, goes" },
	"query-sort": {
		kind: "lossy",
		source: "the policy",
		does: { name: "parameters are sorted by name", "name-value": "parameters are sorted by name, then by value" },
	},
	"empty-query": { kind: "lossy", source: "RFC 3986 §6.2.3", does: "an empty query is removed, with its `?`" },
	"text-directive": {
		kind: "lossless",
		source: "WICG scroll-to-text-fragment",
		does: "what follows `:~:` in the fragment goes",
	},
	fragment: {
		kind: "lossy",
		source: "RFC 9110 §7.1",
		does: { drop: "the fragment goes", spa: "the fragment goes, unless it begins with `!` or `/`" },
	},
};

/** The members of a policy's `key` and of its `query` in one type. */
type Members = Omit<Required<KeyRules>, "query"> & { readonly [Name in keyof QueryRules as `query.${Name}`]-?: QueryRules[Name] };
type Member = keyof Members;
type Active<Value> = Value extends object
	? "a list"
	: Value extends boolean | undefined
		? never
		: string extends Value
			? never
			: Exclude<Value, "keep">;
/** A row by the type `Policy`: tsc refuses one that lacks a value of its member, or has another. */
type CheckedRow = { readonly [M in Member]: Checked<M, Extract<Active<Members[M]>, string>> }[Member];
interface Checked<M, Value extends string> {
	readonly id: string;
	readonly member: Value extends "a list" ? M | readonly Member[] : M;
	readonly values: { readonly [value in Value]: number };
	readonly byPiece?: true;
}
type Flat<T> = T extends readonly (infer Item)[] ? Item : T;
type Missing = Exclude<Member, Flat<(typeof rows)[number]["member"]>>;

/** tsc refuses it if the type `Policy` has a member without a row. */
export const KEY_RULES: [Missing] extends [never] ? readonly RuleRow[] : Missing = rows;

/** The bits of all its values. */
export function bitsOf({ values }: RuleRow): number {
	return Object.values(values).reduce((bits, bit) => bits | bit, 0);
}

/** Describes a rule in a program with these bits, without Markdown. */
export function sentenceOf({ id, values }: RuleRow, bits: number): string {
	const { does } = RULE_WORDS[id];
	const [value = ""] = Object.entries(values).find(([, bit]) => (bit & bits) !== 0) ?? [];
	const clause = typeof does === "string" ? does : does[value];
	return (clause ?? "").replaceAll("`", "");
}
