/**
 * Probes: pairs of URLs whose pages would test rules that this run could not judge. The first of a pair is a URL of the rows, the
 * second has what the rule erases, if the first has not, and has not, if it has.
 */
import type { CrawlNormalizer } from "../crawl/index";
import type { Candidate } from "./candidates";
import type { FeatureName } from "./features";
import type { Unit } from "./limits";
import type { Probe, UrlPair } from "./row-batch";
import { variantOf } from "./variants";
import type { Web } from "./web";

interface ProbeSource {
	readonly web: Web;
	/** A URL as it came. */
	readonly urlOf: (key: number) => string;
	/** The policy that was learned. */
	readonly learned: CrawlNormalizer;
	/** The trials that judge a rule. */
	readonly support: number;
}

/** Pairs for the oldest rules: for each as many as it needs to be judged, from as many sites as possible. */
export function probesOf(source: ProbeSource, units: readonly Unit[], count: number): Probe[] {
	const probes: Probe[] = [];
	const aged = units.filter(({ extent }) => extent.previous !== undefined).map((unit, index) => ({ unit, index }));
	const ageOf = ({ unit }: { unit: Unit }) => unit.extent.previous?.age as number;
	const labelOf = ({ unit }: { unit: Unit }) => Buffer.from(unit.extent.candidate.label);
	aged.sort((a, b) => ageOf(b) - ageOf(a) || Buffer.compare(labelOf(a), labelOf(b)) || a.index - b.index);
	for (const { unit } of aged) {
		if (probes.length >= count) break;
		probes.push(...probesFor(source, unit, Math.min(source.support, count - probes.length)));
	}
	return probes;
}

function probesFor(source: ProbeSource, unit: Unit, count: number): Probe[] {
	const { candidate, previous } = unit.extent;
	const pairs: UrlPair[] = [];
	const examples = previous?.examples ?? [];
	for (const keys of roundRobin(source.web, sitesOf(source, unit))) {
		if (pairs.length >= count) break;
		const pair = pairAt(source, candidate, keys, examples);
		if (pair !== undefined) pairs.push(pair);
	}
	return pairs.map((pair) => ({ rule: candidate.label, pair }));
}

function sitesOf({ web }: ProbeSource, { extent: { sites, reach } }: Unit): number[] {
	return [...web.siteNames.keys()].filter((site) => sites.has(site) !== (reach === "everywhere"));
}

/** The first key of each skeleton: of the first skeleton of each site, then of the second, and so on. */
function* roundRobin({ siteStarts, skeletonLo, skeletonHi }: Web, sites: readonly number[]): Generator<number> {
	let open = sites.map((site) => ({ key: siteStarts[site] as number, end: siteStarts[site + 1] as number }));
	while (open.length > 0) {
		open = open.filter(({ key, end }) => key < end);
		for (const place of open) {
			const first = place.key;
			yield first;
			while (place.key < place.end && skeletonLo[place.key] === skeletonLo[first] && skeletonHi[place.key] === skeletonHi[first])
				++place.key;
		}
	}
}

function pairAt(
	{ web, urlOf, learned }: ProbeSource,
	{ features }: Candidate,
	key: number,
	examples: readonly UrlPair[],
): UrlPair | undefined {
	const url = urlOf(key);
	const names = features.map((feature) => web.features[feature] as FeatureName);
	const variant = variantOf(url, names, examples);
	if (variant === undefined || variant === url || /\p{Cc}/u.test(url)) return undefined;
	return learned.tryKey(url) === learned.tryKey(variant) ? [url, variant] : undefined;
}
