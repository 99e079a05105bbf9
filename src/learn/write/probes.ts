/**
 * Probes: pairs of URLs whose pages would test rules that this run could not judge. The first of a pair is a URL of the rows, the
 * second has what the rule erases, if the first has not, and has not, if it has.
 */
import type { CrawlNormalizer } from "../../crawl/index";
import type { FeatureName } from "../corpus/features";
import { labelOf } from "../corpus/pair-writing";
import type { Web } from "../corpus/web";
import type { PairRule } from "../pairs/pair-rules";
import type { Probe, RuleEvidence, UrlPair } from "../row-batch";
import type { Unit, Written } from "./limits";
import { pairVariantOf, variantOf } from "./variants";

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

/** A rule of an earlier run, and how to find its probes. */
interface Aged {
	readonly rule: string;
	readonly previous: RuleEvidence;
	readonly sites: readonly number[];
	readonly variantOf: (url: string) => string | undefined;
}

/** Pairs for the oldest rules: enough for each to be judged, from the most sites possible. */
export function probesOf(source: ProbeSource, { units, pairs }: Pick<Written, "units" | "pairs">, count: number): Probe[] {
	const probes: Probe[] = [];
	const all = [...units.flatMap((unit) => agedUnit(source, unit)), ...pairs.flatMap((pair) => agedPair(source, pair))];
	const aged = all.map((rule, index) => ({ rule, index, label: Buffer.from(rule.rule) }));
	aged.sort((a, b) => b.rule.previous.age - a.rule.previous.age || Buffer.compare(a.label, b.label) || a.index - b.index);
	if (count === 0 || aged.length === 0) return probes;
	const places = placesBySite(source.web);
	for (const { rule } of aged) {
		if (probes.length >= count) break;
		probes.push(...probesFor(source, rule, places, Math.min(source.support, count - probes.length)));
	}
	return probes;
}

function agedUnit({ web }: ProbeSource, { extent }: Unit): Aged[] {
	const { candidate, previous, sites, reach } = extent;
	if (previous === undefined) return [];
	const names = candidate.features.map((feature) => web.features[feature] as FeatureName);
	return [
		{
			rule: candidate.label,
			previous,
			sites: [...web.siteNames.keys()].filter((site) => sites.has(site) !== (reach === "everywhere")),
			variantOf: (url) => variantOf(url, names, previous.examples),
		},
	];
}

function agedPair({ web }: ProbeSource, { writing, previous }: PairRule): Aged[] {
	if (previous === undefined || writing.kind === "hostLabel") return [];
	const hosts = writing.kind === "value" ? [writing.host] : [writing.host, writing.target];
	const sites = hosts.flatMap((host) => [host, host.replace(/^www\./, "")]).map((host) => web.siteNames.indexOf(host));
	const variant = (url: string) => pairVariantOf(url, writing);
	return [{ rule: labelOf(writing), previous, sites: [...new Set(sites)].filter((site) => site >= 0), variantOf: variant }];
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

function probesFor(source: ProbeSource, aged: Aged, places: ReadonlyMap<number, readonly number[]>, count: number): Probe[] {
	const pairs: UrlPair[] = [];
	const pages = new Set<unknown>();
	for (const place of roundRobin(aged.sites.map((site) => places.get(site) ?? []))) {
		if (pairs.length >= count) break;
		const pair = pairAt(source, aged, place);
		const page = pair && source.learned.tryKey(pair[0]);
		if (pair === undefined || pages.has(page)) continue;
		pairs.push(pair);
		pages.add(page);
	}
	return pairs.map((pair) => ({ rule: aged.rule, pair }));
}

/** The first of each list, then the second, and so on. */
function* roundRobin(lists: readonly (readonly number[])[]): Generator<number> {
	let open = lists;
	for (let index = 0; open.length > 0; ++index) {
		open = open.filter(({ length }) => index < length);
		for (const list of open) yield list[index] as number;
	}
}

function pairAt({ urlOf, learned }: ProbeSource, aged: Aged, place: number): UrlPair | undefined {
	const url = urlOf(place);
	const variant = aged.variantOf(url);
	if (variant === undefined || variant === url || /\p{Cc}/u.test(url)) return undefined;
	return learned.tryKey(url) === learned.tryKey(variant) ? [url, variant] : undefined;
}
