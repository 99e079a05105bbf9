/**
 * Probes: pairs of URLs whose pages would test rules that this run could not judge. The first of a pair is a URL of the rows, the
 * second has what the rule erases, if the first has not, and has not, if it has.
 */
import type { CrawlNormalizer } from "../../crawl/index";
import type { FeatureName } from "../corpus/features";
import type { Web } from "../corpus/web";
import type { Probe, UrlPair } from "../row-batch";
import type { Candidate } from "../rules/candidates";
import type { Unit } from "./limits";
import { variantOf } from "./variants";

/** URLs of a site that are asked for probes. */
const MAX_PLACES = 1024;

interface ProbeSource {
	readonly web: Web;
	/** A URL as it came, by its place. */
	readonly urlOf: (place: number) => string;
	/** The policy that was learned. */
	readonly learned: CrawlNormalizer;
	/** The trials that judge a rule. */
	readonly support: number;
}

/** Pairs for the oldest rules: enough for each to be judged, from the most sites possible. */
export function probesOf(source: ProbeSource, units: readonly Unit[], count: number): Probe[] {
	const probes: Probe[] = [];
	const aged = units.filter(({ extent }) => extent.previous !== undefined).map((unit, index) => ({ unit, index }));
	const ageOf = ({ unit }: { unit: Unit }) => unit.extent.previous?.age as number;
	const labelOf = ({ unit }: { unit: Unit }) => Buffer.from(unit.extent.candidate.label);
	aged.sort((a, b) => ageOf(b) - ageOf(a) || Buffer.compare(labelOf(a), labelOf(b)) || a.index - b.index);
	if (count === 0 || aged.length === 0) return probes;
	const places = placesBySite(source.web);
	for (const { unit } of aged) {
		if (probes.length >= count) break;
		probes.push(...probesFor(source, unit, places, Math.min(source.support, count - probes.length)));
	}
	return probes;
}

/** The places of URLs at each site, as far as they are asked for probes. */
function placesBySite(web: Web): ReadonlyMap<number, readonly number[]> {
	const places = new Map<number, number[]>();
	web.forEach((shard) => {
		for (const [index, site] of shard.sites.entries()) {
			const known = places.get(site) ?? [];
			places.set(site, known);
			const end = shard.siteStarts[index + 1] as number;
			for (let key = shard.siteStarts[index] as number; key < end && known.length < MAX_PLACES; ++key) {
				known.push(shard.placeOf(key));
			}
		}
	});
	return places;
}

function probesFor(source: ProbeSource, unit: Unit, places: ReadonlyMap<number, readonly number[]>, count: number): Probe[] {
	const { candidate, previous } = unit.extent;
	const pairs: UrlPair[] = [];
	const examples = previous?.examples ?? [];
	const pages = new Set<unknown>();
	for (const place of roundRobin(sitesOf(source, unit).map((site) => places.get(site) ?? []))) {
		if (pairs.length >= count) break;
		const pair = pairAt(source, candidate, place, examples);
		const page = pair && source.learned.tryKey(pair[0]);
		if (pair === undefined || pages.has(page)) continue;
		pairs.push(pair);
		pages.add(page);
	}
	return pairs.map((pair) => ({ rule: candidate.label, pair }));
}

function sitesOf({ web }: ProbeSource, { extent: { sites, reach } }: Unit): number[] {
	return [...web.siteNames.keys()].filter((site) => sites.has(site) !== (reach === "everywhere"));
}

/** The first of each list, then the second, and so on. */
function* roundRobin(lists: readonly (readonly number[])[]): Generator<number> {
	let open = lists;
	for (let index = 0; open.length > 0; ++index) {
		open = open.filter(({ length }) => index < length);
		for (const list of open) yield list[index] as number;
	}
}

function pairAt(
	{ web, urlOf, learned }: ProbeSource,
	{ features }: Candidate,
	place: number,
	examples: readonly UrlPair[],
): UrlPair | undefined {
	const url = urlOf(place);
	const names = features.map((feature) => web.features[feature] as FeatureName);
	const variant = variantOf(url, names, examples);
	if (variant === undefined || variant === url || /\p{Cc}/u.test(url)) return undefined;
	return learned.tryKey(url) === learned.tryKey(variant) ? [url, variant] : undefined;
}
