/** Random policies and lists, of the words that the generator's lines are made of. */
import { type ParameterList, type Policy, policySchema, readList, type Schema } from "urlsieve/crawl";
import { texts } from "./texts";

type Next = (limit: number) => number;
type Json = { [name: string]: unknown };

export const HOSTS = ["h", "example.com", "a.b", "b", "www.h", "com", "localhost", "instagram.com", "1.2.3.4", "BÜCHER.de"];
export const NAMES = ["a", "b", "ref", "utm_x", "utm_", "PHP", "sid", "é", "a b", "id", "gclid"];
export const INDEX = ["index.html", "index.php", "a", "http:", "unsubscribe", "..a"];
const PATTERNS = texts(
	"∅ ||a.b^ ||h^ ||www.a.b^ ||b/a ||h/index.html^ |http://h/ |https:// */a/ /\\.html\\?$/ a^| /^https?:\\/\\/[^\\/]*b/",
);
const VALUES = texts("∅ =a =~a =ref =/^utm/ =/=1$/ =/[a-b]/i =~/^a/ =%61 =utm_source");
const OPTIONS = texts("∅ ∅ ,important ,domain=a.b|~x.a.b ,domain=~h ,to=www.a.b ,badfilter ,method=get");
const URL_PATTERNS = texts(".* ^https?:\\/\\/(?:[a-z0-9-]+\\.)*?a\\.b ^https?:\\/\\/[^/]*\\/(?:a|i) b(?:\\.[a-z]{2,})?\\/");
const EXPRESSIONS = texts("a REF utm_[a-z]* (?:%3F)?gclid b|c .*d");

const KEY = policySchema.properties?.key;

/** Each list, and all rules for queries, are left out of one policy in so many. */
const LEFT_OUT_SHARE = 4;

/** A policy with the lists that it names. */
export interface RandomPolicy {
	readonly policy: Policy;
	readonly lists: readonly ParameterList[];
}

/** Chooses among the values of words. */
class Chooser {
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
	const lists = ["tracking@1", "filter", "clear", "own"].filter(() => next(LEFT_OUT_SHARE) > 0);
	const policy = choose.record({
		base: () => choose.of(["rfc3986", "whatwg", "crawl@1"]),
		fetch: () => choose.record(choose.choices(policySchema.properties?.fetch)),
		sites: () => choose.some(2, () => ({ hosts: [choose.of(HOSTS)], key: keyRules(choose, { only: [] }) })),
	});
	policy.key = keyRules(choose, lists.length > 0 ? lists : { only: lists });
	const texts: Readonly<Record<string, readonly ["removeparam" | "clearurls" | "urlsieve-list", string]>> = {
		filter: ["removeparam", choose.some(6, () => filterLine(choose)).join("\n")],
		clear: ["clearurls", JSON.stringify({ providers: Object.fromEntries(choose.some(3, () => provider(choose)).entries()) })],
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
	const hasQuery = (policy.key as { query?: object }).query !== undefined;
	const named = hasQuery ? lists : [];
	const read = named.flatMap((name) => {
		const [format, text] = texts[name] ?? [];
		return format === undefined ? [] : [readList(format, new TextEncoder().encode(text), { name })];
	});
	return { policy: policy as Policy, lists: read };
}

function keyRules(choose: Chooser, lists: readonly string[] | { readonly only: readonly string[] }): Json {
	const rules = choose.record({ ...choose.choices(KEY), index: () => choose.some(2, () => choose.of(INDEX)) });
	return choose.next(LEFT_OUT_SHARE) === 0 ? rules : { ...rules, query: { ...queryRules(choose), lists } };
}

function queryRules(choose: Chooser): Json {
	return choose.record({
		...choose.choices(KEY?.properties?.query),
		only: () => choose.some(3, () => choose.of(NAMES)),
		remove: () => choose.some(3, () => parameter(choose)),
		keep: () => choose.some(2, () => choose.of(NAMES)),
	});
}

function parameter(choose: Chooser): unknown {
	if (choose.next(2) === 0) return choose.of(NAMES);
	const hosts = () => choose.some(2, () => choose.of(HOSTS));
	return {
		name: choose.of(NAMES),
		...choose.record({
			match: () => choose.of(["exact", "prefix"]),
			ignoreCase: () => choose.of([true, false]),
			hosts: () => [choose.of(HOSTS), ...choose.some(1, () => choose.of(HOSTS))],
			exceptHosts: hosts,
			exceptPath: () => choose.some(2, () => choose.of(["unsub", "index", "a.b/"])),
		}),
	};
}

function filterLine(choose: Chooser): string {
	const exception = choose.of(["", "", "@@"]);
	return `${exception}${choose.of(PATTERNS)}$removeparam${choose.of(VALUES)}${choose.of(OPTIONS)}`;
}

function provider(choose: Chooser): unknown {
	return {
		urlPattern: choose.of(URL_PATTERNS),
		rules: choose.some(3, () => choose.of(EXPRESSIONS)),
		exceptions: choose.some(3, () => choose.of(["^https?:\\/\\/a\\.b", "unsub", "^https?:\\/\\/[^/]+/index", "a=1$"])),
	};
}
