/** Random policies and lists, of the words that the generator's lines are made of. */
import {
	createNormalizer,
	type ListFormat,
	type ParameterList,
	type Policy,
	PolicyError,
	policySchema,
	type Rewrite,
	readList,
	type Schema,
} from "urlsieve/crawl";
import { texts } from "./texts";

type Next = (limit: number) => number;
type Json = { [name: string]: unknown };
/** A list by its name, or with what is taken of it. */
type Use = string | Json;

export const HOSTS = ["h", "example.com", "a.b", "b", "www.h", "com", "localhost", "instagram.com", "1.2.3.4", "BÜCHER.de"];
export const NAMES = ["a", "b", "ref", "utm_x", "utm_", "PHP", "sid", "é", "a b", "id", "gclid"];
export const INDEX = ["index.html", "index.php", "a", "http:", "unsubscribe", "..a", "index.*", "*", "I*l", "*.html"];
const PLACES = [...HOSTS, "=a.b", "*.b", "*.a.b", "=1.2.3.4"];
const GLOBS = ["utm_*", "*_id", "a*b", "*", "r*f", "*f*"];
const VALUES_OF_ENTRIES = ["", "1", "2", "A", "a b"];
const PATHS = ["/", "/a", "/*/a", "*.html$", "/a$", "/%7E", "/A", "*b", "/a b"];
const LABELS = ["m", "www", "a", "x", "amp"];
/** Aliases from a name to a later one, so that no exact names make a circle. */
const ALIASES = [
	["h", "a.b"],
	["m.a.b", "www.a.b"],
	["a.b", "x.a.b"],
	["x.a.b", "example.com"],
	["*.b", "*.com"],
	["*.com", "*.www.i"],
	["example.com", "BÜCHER.de"],
	["1.2.3.4", "b"],
	["localhost", "1.2.3.4"],
] as const;
const PATTERNS = texts(
	"∅ ||a.b^ ||h^ ||www.a.b^ ||b/a ||h/index.html^ |http://h/ |https:// */a/ /\\.html\\?$/ a^| /^https?:\\/\\/[^\\/]*b/ " +
		"*a=1 ?a *&b= /[?&]ref(?:&|$)/ /\\?(?:a|b)/ =2| /A^",
);
const VALUES = texts("∅ =a =~a =ref =/^utm/ =/=1$/ =/[a-b]/i =~/^a/ =%61 =utm_source");
const OPTIONS = texts(
	"∅ ∅ ,important ,domain=a.b|~x.a.b ,domain=~h ,to=www.a.b ,badfilter ,method=get ,match-case ,domain=a.*|h ,domain=~b.* ,domain=www.a.b|~www.h",
);
const URL_PATTERNS = texts(
	".* ^https?:\\/\\/(?:[a-z0-9-]+\\.)*?a\\.b ^https?:\\/\\/[^/]*\\/(?:a|i) b(?:\\.[a-z]{2,})?\\/ \\?a [?&]b= \\/$ ^https?:\\/\\/(?:[a-z0-9-]+\\.)*?(?:h|b)",
);
const EXCEPTIONS = texts(
	"^https?:\\/\\/a\\.b unsub ^https?:\\/\\/[^/]+/index a=1$ [?&]ref ^http: ^https?:\\/\\/www\\. \\?.*utm_ (?=x)",
);
const RAW_RULES = texts("\\/ref(?:=[^/?]*)? ;[^/?]* \\/a(?=\\/) a= &?b=[^&]* i\\/ \\/amp$ index\\.html x*");
const REDIRECTIONS = texts(
	"^https?:\\/\\/[^/]*\\/.*[?&]a=([^&]*) ^https?:\\/\\/a\\.b\\/[^?]*\\?b=([^&]*) \\/(https?:.*) ^https?:\\/\\/h\\/(.*) ref=([^&]*)(b)?",
);
const CLEAN_PARAMS = texts("a b&ref utm_x&gclid a+b&%C3%A9 sid|/a ref|/*.html b&a|a$ id|*b");
const EXPRESSIONS = texts("a REF utm_[a-z]* (?:%3F)?gclid b|c .*d");

const KEY = policySchema.properties?.key;

/** One policy in this many has no list, and one in this many no rules for queries. */
const LEFT_OUT_SHARE = 4;
/** One policy in this many has only rules of which the fast path of lines knows what they leave as it is. */
const LOCAL_SHARE = 3;
const LOCAL_RULES = ["userinfo", "hostDot", "hostAlias", "sessions", "query", "emptyQuery", "fragment", "textDirective"];
const LOCAL_QUERY = ["emptyValue", "emptyPairs", "remove", "keep", "lists", "duplicates", "sort"];

/** A policy with the lists that it names. */
export interface RandomPolicy {
	readonly policy: Policy;
	readonly lists: readonly ParameterList[];
}

/** Chooses among the values of words. */
export class Chooser {
	constructor(readonly next: Next) {}

	of<Value>(values: readonly Value[]): Value {
		return values[this.next(values.length)] as Value;
	}

	some<Value>(max: number, make: () => Value): Value[] {
		return Array.from({ length: this.next(max + 1) }, make);
	}

	/** For each member of an object that has values to choose from, a function that does. */
	choices(schema: Schema | undefined): { readonly [name: string]: () => unknown } {
		const members = Object.entries(schema?.properties ?? {}).flatMap(([name, { enum: values }]) =>
			values === undefined ? [] : [[name, () => this.of(values)] as const],
		);
		return Object.fromEntries(members);
	}

	/** A list, or its item if it has just one: both mean the same. */
	list<Item>(items: readonly Item[]): readonly Item[] | Item {
		const [first] = items;
		return items.length === 1 && typeof first === "string" && this.next(2) === 0 ? first : items;
	}

	/** An object with each member present or not. */
	record(members: { readonly [name: string]: () => unknown }): Json {
		return Object.fromEntries(
			Object.entries(members)
				.filter(() => this.next(2) === 0)
				.map(([name, make]) => [name, make()]),
		);
	}
}

/** A policy that is determined by `next`, for the product that runs it. */
export function randomPolicy(next: Next): RandomPolicy {
	const choose = new Chooser(next);
	const lists = ["tracking@1", "filter", "clear", "own", "clean"].filter(() => next(LEFT_OUT_SHARE) > 0);
	const policy = choose.record({
		base: () => choose.of(["rfc3986", "whatwg", "crawl@1", "share@1"]),
		fetch: () => ({ ...choose.record(choose.choices(policySchema.properties?.fetch)), ...fetchQuery(choose, lists) }),
		trim: () => choose.of(["url", "unicode"]),
	});
	const uses = lists.map((name) => useOf(choose, name));
	policy.key = { ...keyRules(choose, lists.length > 0 ? uses : { only: uses }), ...hostRules(choose) };
	const mayPlaceByHost = !["hostLabels", "hostAlias"].some((name) => name in (policy.key as Json));
	const sites = choose.some(3, () => site(choose, mayPlaceByHost && (policy.key as Json).www !== "drop-numbered", lists));
	if (sites.length > 0) policy.sites = sites;
	if (choose.next(2) === 0) policy.rewrite = choose.some(4, () => choose.of(REWRITES));
	if (choose.next(LOCAL_SHARE) === 0) makeLocal(policy);
	const texts: Readonly<Record<string, readonly [ListFormat, string]>> = {
		filter: ["removeparam", choose.some(6, () => filterLine(choose)).join("\n")],
		clear: ["clearurls", JSON.stringify({ providers: Object.fromEntries(choose.some(3, () => provider(choose)).entries()) })],
		clean: ["clean-param", ["Clean-param: zz", ...choose.some(4, () => cleanParam(choose))].join("\n")],
		own: [
			"urlsieve-list",
			JSON.stringify({
				format: "urlsieve-list@1",
				name: "own",
				params: choose.some(4, () => parameter(choose)),
				exempt: choose.some(2, () => choose.of(HOSTS)),
			}),
		],
	};
	const words = JSON.stringify(policy);
	const read = Object.entries(texts).flatMap(([name, [format, text]]) =>
		words.includes(`"${name}"`) ? [readList(format, new TextEncoder().encode(text), { name })] : [],
	);
	return { policy: withSent(choose, withoutCircles(policy as Policy, read)), lists: read };
}

/** Leaves the policy only rules of LOCAL_RULES, on all hosts. */
function makeLocal(policy: Json): void {
	const { query, ...key } = picked(policy.key as Json, LOCAL_RULES);
	policy.base = "whatwg";
	policy.key = query === undefined ? key : { ...key, query: picked(query as Json, LOCAL_QUERY) };
	delete policy.sites;
	delete policy.trim;
}

function picked(members: Json, names: readonly string[]): Json {
	return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

/** The policy without rewrites that match what they make under its rules. */
function withoutCircles(policy: Policy, lists: readonly ParameterList[]): Policy {
	const places = [policy, ...(policy.sites ?? [])];
	if (!places.some((place) => "rewrite" in place && place.rewrite.length > 0)) return policy;
	try {
		createNormalizer({ policy, lists });
		return policy;
	} catch (error) {
		if (!(error instanceof PolicyError)) throw error;
		const refused = new Set(error.faults.map(({ path }) => path));
		const left = (rewrites: readonly Rewrite[] = [], place: string) =>
			rewrites.filter((_, index) => !refused.has(`${place}/rewrite/${index}`));
		const sites = policy.sites?.map((site, index) =>
			"rewrite" in site ? { ...site, rewrite: left(site.rewrite, `/sites/${index}`) } : site,
		);
		return { ...policy, rewrite: left(policy.rewrite, ""), ...(sites && { sites }) };
	}
}

/** Circles among them, too. */
const REWRITES: readonly Json[] = [
	{ from: "/a/:x", to: "/b?c=:x" },
	{ from: "/b", to: "/index.html" },
	{ from: "/index.html", to: "/a/i?utm_source=a" },
	{ from: "/:x/a{/:y}?", to: "/:y/:x" },
	{ from: "https://{*.}?a.b/*/i", to: "/*" },
	{ from: "https://:l.a.b/*", to: "https://a.b/*?l=:l" },
	{ from: "http://h:80/*", to: "https://h/*" },
	{ from: "https://h/*", to: "http://www.a.b:443/*" },
	{ from: "https://b/:x", to: "https://bücher.de/:x/|" },
	{ from: "/*/p.aspx", to: "/*;jsessionid=1" },
	{ from: "https://*.com/*", to: "https://*.a.b/;a/*" },
	{ from: "/*", unwrap: { query: "a" } },
	{ from: "https://{www.}?a.b/i", unwrap: { query: "amp;a" } },
	{ from: "/a/*", unwrap: { path: "*" } },
	{ from: "https://example.com/*", unwrap: { path: "*" } },
];

/** Parameters that are not sent. Its lists are some of the key's. */
function fetchQuery(choose: Chooser, lists: readonly string[]): Json {
	if (choose.next(2) === 0) return {};
	const sent = lists.filter(() => choose.next(2) === 0).map((name) => useOf(choose, name, false));
	const query = choose.record({
		remove: () => choose.list(choose.some(2, () => parameter(choose))),
		keep: () => choose.list(choose.some(2, () => parameter(choose))),
	});
	return { query: { ...query, ...(sent.length > 0 && { lists: sent }) } };
}

/** The policy whose URL to fetch follows some of its rewrites. */
function withSent(choose: Chooser, policy: Policy): Policy {
	const sent = policy.rewrite?.filter(() => choose.next(2) === 0) ?? [];
	return sent.length === 0 ? policy : { ...policy, fetch: { ...policy.fetch, rewrite: sent.map(({ from }) => from) } };
}

/** Rules of hosts, which no site has. */
function hostRules(choose: Chooser): Json {
	if (choose.next(2) === 0) return {};
	return choose.record({
		hostLabels: () => choose.list(choose.some(3, () => choose.of(LABELS))),
		hostAlias: () => Object.fromEntries(choose.some(4, () => choose.of(ALIASES))),
	});
}

/** A list by its name, or by a use that takes more of it, of rules that edit keys as well if `isOfKey`. */
function useOf(choose: Chooser, name: string, isOfKey = true): Use {
	if (name !== "clear" || choose.next(2) === 0) return name;
	const editing = choose.record({
		raw: () => choose.of([true, true, false]),
		redirections: () => choose.of([true, true, false]),
	});
	return { name, ...choose.record({ referral: () => choose.of(["keep", "drop"]) }), ...(isOfKey && editing) };
}

/** `hasHostRules`: whether places may decide on the rules that they are read after. `lists`: those that it may name. */
function site(choose: Chooser, hasHostRules: boolean, lists: readonly string[]): Json {
	const hosts = choose.list([choose.of(PLACES), ...choose.some(1, () => choose.of(PLACES))]);
	const own = lists.filter(() => choose.next(2) === 0).map((name) => useOf(choose, name));
	const { www, hostDot, ...key } = keyRules(choose, { only: own });
	const ofHosts = hasHostRules
		? { ...(www !== undefined && { www: www === "keep" ? www : "drop" }), ...(hostDot !== undefined && { hostDot }) }
		: {};
	const rewrites = choose.next(4) > 0 ? {} : { rewrite: choose.some(2, () => choose.of(REWRITES)) };
	if (choose.next(2) === 0) return { hosts, key: { ...key, ...ofHosts }, ...rewrites };
	const patterns = () => choose.list([choose.of(PATHS), ...choose.some(2, () => choose.of(PATHS))]);
	const ofPaths = ["query", "emptyQuery", "fragment", "textDirective"].flatMap((name) =>
		name in key ? [[name, key[name]]] : [],
	);
	return { hosts, paths: patterns(), ...choose.record({ exceptPaths: patterns }), key: Object.fromEntries(ofPaths) };
}

function keyRules(choose: Chooser, lists: readonly Use[] | { readonly only: readonly Use[] }): Json {
	const rules = choose.record({
		...choose.choices(KEY),
		index: () => choose.list(choose.some(2, () => indexName(choose))),
		pathParams: () => choose.of(["drop", choose.list(choose.some(3, () => parameter(choose, false)))]),
	});
	return choose.next(LEFT_OUT_SHARE) === 0 ? rules : { ...rules, query: { ...queryRules(choose), lists } };
}

function queryRules(choose: Chooser): Json {
	return choose.record({
		...choose.choices(KEY?.properties?.query),
		// One in four drops the query, and with it all that the other rules do.
		drop: () => choose.of(["keep", "drop", false, "keep"]),
		only: () => choose.list(choose.some(3, () => parameter(choose))),
		remove: () => choose.list(choose.some(3, () => parameter(choose))),
		keep: () => choose.list(choose.some(2, () => parameter(choose))),
	});
}

function indexName(choose: Chooser): unknown {
	const name = choose.of(INDEX);
	return choose.next(3) > 0 ? name : { name, ...choose.record({ ignoreCase: () => choose.of([true, false]) }) };
}

/** `hasPaths`: whether an entry of its kind may be about some paths. */
function parameter(choose: Chooser, hasPaths = true): unknown {
	if (choose.next(2) === 0) return choose.of(choose.next(2) === 0 ? NAMES : GLOBS);
	const some = (from: readonly string[]) => () => choose.list([choose.of(from), ...choose.some(1, () => choose.of(from))]);
	return {
		name: choose.of(NAMES),
		...choose.record({
			match: () => choose.of(["exact", "prefix", "suffix"]),
			ignoreCase: () => choose.of([true, false]),
			values: some(VALUES_OF_ENTRIES),
			hosts: some(PLACES),
			exceptHosts: some(PLACES),
			...(hasPaths && {
				paths: some(PATHS),
				exceptPaths: some(PATHS),
				exceptPath: () => choose.some(2, () => choose.of(["unsub", "index", "a.b/"])),
			}),
		}),
	};
}

function filterLine(choose: Chooser): string {
	const exception = choose.of(["", "", "@@"]);
	return `${exception}${choose.of(PATTERNS)}$removeparam${choose.of(VALUES)}${choose.of(OPTIONS)}`;
}

function cleanParam(choose: Chooser): string {
	return `Clean-param: ${choose.of(CLEAN_PARAMS).replace("|", " ")}`;
}

function provider(choose: Chooser): unknown {
	return {
		urlPattern: choose.of(URL_PATTERNS),
		rules: choose.some(3, () => choose.of(EXPRESSIONS)),
		exceptions: choose.some(3, () => choose.of(EXCEPTIONS)),
		...choose.record({
			referralMarketing: () => choose.some(2, () => choose.of(EXPRESSIONS)),
			rawRules: () => choose.some(2, () => choose.of(RAW_RULES)),
			redirections: () => choose.some(2, () => choose.of(REDIRECTIONS)),
			completeProvider: () => choose.next(4) === 0,
		}),
	};
}
