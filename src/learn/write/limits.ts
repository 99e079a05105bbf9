/** Limits of policies and lists: rules are written in the order of their savings, as far as they fit. */
import { type CrawlNormalizer, createNormalizer, type ReadList, readList } from "../../crawl/index";
import { MAX_OCTETS } from "../../crawl/lists/list-reports";
import type { PlainPolicy } from "../../crawl/schema/plain";
import type { ParameterList, Policy } from "../../crawl/schema/policy";
import { UrlsieveError, type UrlsieveErrorCode } from "../../errors";
import { encoder } from "../../utf8";
import { labelOf } from "../corpus/pair-writing";
import type { Web } from "../corpus/web";
import type { PairRule } from "../pairs/pair-rules";
import type { Learned } from "../row-batch";
import type { Extent } from "../rules/reach";
import { compose, HostTree, LEARNED, takesHostRules } from "./compose";

/** Units that are tried first. */
const FIRST_UNITS = 4096;

/** A rule as far as it is written: whole, or one host or domain of it. */
export interface Unit {
	readonly extent: Extent;
	readonly saved: number;
}

/** The written policy and list. */
export interface Written {
	readonly policy: Policy;
	readonly list: Learned["list"];
	/** The units that are in it, and those that did not fit. */
	readonly units: readonly Unit[];
	readonly leftOut: readonly Unit[];
	/** The same of rules of hosts and of values. */
	readonly pairs: readonly PairRule[];
	readonly pairsLeftOut: readonly PairRule[];
}

/** Writes the units that save most, up to the limits. `lists`: those of the base. */
export function write(
	base: PlainPolicy,
	units: readonly Unit[],
	pairs: readonly PairRule[],
	web: Web,
	lists: readonly ParameterList[],
): Written {
	const sorted = units.map((unit, index) => ({ unit, index })).sort((a, b) => b.unit.saved - a.unit.saved || a.index - b.index);
	const inOrder = sorted.map(({ unit }) => unit);
	const extents = inOrder.map(({ extent }) => extent);
	const hosts = new HostTree(web.siteNames, extents);
	const bySaved = [...pairs].sort((a, b) => b.saved - a.saved || (labelOf(a.writing) < labelOf(b.writing) ? -1 : 1));
	const make = (count: number, chosen: readonly PairRule[] = []): Written => {
		const writings = chosen.map(({ writing }) => writing);
		const { policy, params } = compose(base, extents.slice(0, count), hosts, web.features, writings);
		const list: Learned["list"] = { format: "urlsieve-list@1", name: LEARNED, version: "1", params, exempt: [] };
		const pairsLeftOut = bySaved.filter((pair) => !chosen.includes(pair));
		return { policy, list, units: inOrder.slice(0, count), leftOut: inOrder.slice(count), pairs: chosen, pairsLeftOut };
	};
	// The units that do not fit can be a hundred times larger: their policy is not made only to be measured.
	let least = 0;
	let most = Math.min(FIRST_UNITS, units.length);
	while (most < units.length && isSmall(make(most))) {
		least = most;
		most = Math.min(4 * most, units.length);
	}
	const small = largest(least, most, (count) => isSmall(make(count)));
	// Loading takes long, and nearly all that is small can be loaded.
	const fitting = largest(0, small, (count) => isLoaded(make(count), lists));
	const takesHosts = takesHostRules(base, extents.slice(0, fitting), web.features);
	const writable = bySaved.filter(({ writing }) => takesHosts || writing.kind === "value");
	const isFit = (written: Written) => isSmall(written) && isLoaded(written, lists);
	const chosen = largest(0, writable.length, (count) => isFit(make(fitting, writable.slice(0, count))));
	return make(fitting, writable.slice(0, chosen));
}

/** The largest number from `least` to `most` that fits, or `least`. Requires: if a number fits, smaller ones do. */
function largest(least: number, most: number, fits: (count: number) => boolean): number {
	if (fits(most)) return most;
	let [fitting, end] = [least, most];
	while (fitting + 1 < end) {
		const middle = (fitting + end) >> 1;
		if (fits(middle)) fitting = middle;
		else end = middle;
	}
	return fitting;
}

const TOO_LARGE: readonly UrlsieveErrorCode[] = ["policy-too-large", "list-too-large"];

function isSmall({ policy, list }: Written): boolean {
	return octetsOf(policy) <= MAX_OCTETS && octetsOf(list) <= MAX_OCTETS;
}

/** Whether it has no more names, rules and matches of sites than can be loaded. */
function isLoaded(written: Written, lists: readonly ParameterList[]): boolean {
	try {
		load(written, lists);
		return true;
	} catch (error) {
		if (error instanceof UrlsieveError && TOO_LARGE.includes(error.code)) return false;
		throw error;
	}
}

/** Size as JSON without white space, with a final line feed. */
function octetsOf(value: object): number {
	return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Loads the written policy, as every other command will. */
export function load({ policy, list }: Pick<Written, "policy" | "list">, lists: readonly ParameterList[]): CrawlNormalizer {
	const learned: ReadList = readList("urlsieve-list", encoder.encode(`${JSON.stringify(list)}\n`));
	return createNormalizer({ policy, lists: [...lists, learned], invalid: "blank" });
}
