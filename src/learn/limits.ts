/** Limits of policies and lists: rules are written in the order of what they save, as far as they fit. */
import { type CrawlNormalizer, createNormalizer, type ReadList, readList } from "../crawl/index";
import { MAX_OCTETS, MAX_RULES } from "../crawl/lists/list-reports";
import { MAX_NAMES } from "../crawl/policy/check-policy";
import type { ParameterList, Policy } from "../crawl/policy/policy";
import { compose, HostTree, LEARNED } from "./compose";
import type { Extent } from "./reach";
import type { Learned } from "./row-batch";
import type { Web } from "./web";

/** Units that are tried first. */
const FIRST_UNITS = 4096;

const encoder = new TextEncoder();

/** A rule as far as it is written: whole, or one host or domain of it. */
export interface Unit {
	readonly extent: Extent;
	readonly saved: number;
}

/** What is written. */
export interface Written {
	readonly policy: Policy;
	readonly list: Learned["list"];
	/** The units that are in it, and those that did not fit. */
	readonly units: readonly Unit[];
	readonly leftOut: readonly Unit[];
}

/** Writes as many units as fit, in order of what they save. */
export function write(base: Policy, units: readonly Unit[], web: Web): Written {
	const sorted = units.map((unit, index) => ({ unit, index })).sort((a, b) => b.unit.saved - a.unit.saved || a.index - b.index);
	const inOrder = sorted.map(({ unit }) => unit);
	const extents = inOrder.map(({ extent }) => extent);
	const hosts = new HostTree(web.siteNames, extents);
	const make = (count: number): Written => {
		const { policy, params } = compose(base, extents.slice(0, count), hosts, web.features);
		const list: Learned["list"] = { format: "urlsieve-list@1", name: LEARNED, version: "1", params, exempt: [] };
		return { policy, list, units: inOrder.slice(0, count), leftOut: inOrder.slice(count) };
	};
	// What does not fit can be a hundred times as much: it is not made only to be measured.
	let most = Math.min(FIRST_UNITS, units.length);
	let written = make(most);
	let least = 0;
	while (fits(written)) {
		if (most === units.length) return written;
		least = most;
		most = Math.min(4 * most, units.length);
		written = make(most);
	}
	while (least + 1 < most) {
		const middle = (least + most) >> 1;
		if (fits(make(middle))) least = middle;
		else most = middle;
	}
	return make(least);
}

function fits({ policy, list }: Written): boolean {
	const names = (policy.sites ?? []).reduce((sum, { key }) => sum + (key.index?.length ?? 0), 0);
	if (list.params.length > MAX_RULES || names > MAX_NAMES - 1000) return false;
	return octetsOf(policy) <= MAX_OCTETS && octetsOf(list) <= MAX_OCTETS;
}

/** Size as JSON without white space, with a final line feed. */
function octetsOf(value: object): number {
	return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Loads what was written, as every other command will. */
export function load({ policy, list }: Pick<Written, "policy" | "list">, lists: readonly ParameterList[]): CrawlNormalizer {
	const learned: ReadList = readList("urlsieve-list", encoder.encode(`${JSON.stringify(list)}\n`));
	return createNormalizer({ policy, lists: [...lists, learned], invalid: "blank" });
}
