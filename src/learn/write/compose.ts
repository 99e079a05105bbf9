/** Composes policy and list: where each rule acts, in the words of policies. */
import { usedLists } from "../../crawl/policy/named-lists";
import type { PlainKeyRules, PlainPolicy, PlainQueryRules, PlainSite } from "../../crawl/schema/plain";
import type { ParameterList, Policy } from "../../crawl/schema/policy";
import type { FeatureName } from "../corpus/features";
import { decodedPiece, type PairWriting } from "../corpus/pair-writing";
import { isPlace } from "../corpus/web";
import type { Extent } from "../rules/reach";

export const LEARNED = "learned";

type Site = PlainSite;
type Entry = Exclude<ParameterList["params"][number], string>;

/** A host, and the nearest host above it that is a node, too. */
interface Node {
	readonly host: string;
	/** The site, or undefined if the host is a domain without pages of its own in the crawl. */
	readonly site: number | undefined;
	readonly above: Node | undefined;
	readonly depth: number;
}

/** Returns the policy and the list with the learned rules. */
export function compose(
	base: PlainPolicy,
	extents: readonly Extent[],
	hosts: HostTree,
	features: readonly FeatureName[],
	pairs: readonly PairWriting[] = [],
): { policy: Policy; params: Entry[] } {
	const nodes = nodesOf(hosts, extents);
	const byFeature = new Map<number, Extent[]>();
	for (const extent of extents) {
		for (const feature of extent.candidate.features) {
			const known = byFeature.get(feature);
			if (known === undefined) byFeature.set(feature, [extent]);
			else known.push(extent);
		}
	}
	const params: Entry[] = [];
	const structure: [FeatureName, Extent[]][] = [];
	for (const [feature, all] of [...byFeature].sort(([a], [b]) => a - b)) {
		const acting = united(all);
		const named = features[feature] as FeatureName;
		if (named.kind === "param") params.push(...entriesOf(named.name as string, acting, nodes));
		else structure.push([named, acting]);
	}
	const rules = hostRulesOf(base, pairs);
	return { policy: policyOf(base, structure, nodes, hosts, rules), params: [...params, ...defaultEntries(pairs)] };
}

/** The entries of default values: each acts at one host, and none below. */
function defaultEntries(pairs: readonly PairWriting[]): Entry[] {
	const hosts = new Map<string, string[]>();
	for (const writing of pairs) {
		if (writing.kind === "value") hosts.set(writing.piece, [...(hosts.get(writing.piece) ?? []), placeOf(writing.host)]);
	}
	return [...hosts]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([piece, places]) => {
			const [name, value] = decodedPiece(piece) as readonly [string, string];
			return { name, values: [value], hosts: places.sort() };
		});
}

/** The place of a host without those below. An address has none. */
function placeOf(host: string): string {
	return /[\]0-9]$/.test(host) ? host : `=${host}`;
}

type HostRules = Pick<PlainKeyRules, "hostLabels" | "hostAlias">;

/** Labels and aliases of hosts, of the base and learned ones. */
function hostRulesOf({ key = {} }: PlainPolicy, pairs: readonly PairWriting[]): HostRules {
	const labels = [
		...(key.hostLabels ?? []),
		...pairs.flatMap((writing) => (writing.kind === "hostLabel" ? [writing.label] : [])),
	];
	const learned = pairs.flatMap((writing) => (writing.kind === "hostAlias" ? [[writing.host, writing.target] as const] : []));
	const aliases = { ...key.hostAlias, ...Object.fromEntries(learned.sort(([a], [b]) => (a < b ? -1 : 1))) };
	return {
		...(labels.length > 0 && { hostLabels: [...new Set(labels)] }),
		...(Object.keys(aliases).length > 0 && { hostAlias: aliases }),
	};
}

/**
 * Whether a policy can have rules of hosts beside other ones. Places are read from the host that these leave, so that no site has `www`
 * or `hostDot`. A learned `www` of some hosts is written as aliases, but one with exceptions cannot be.
 */
export function takesHostRules(
	{ sites = [] }: PlainPolicy,
	extents: readonly Extent[],
	features: readonly FeatureName[],
): boolean {
	const isFree = sites.every(({ key }) => key.www === undefined && key.hostDot === undefined);
	const www = extents.filter(({ candidate }) => features[candidate.features[0] as number]?.label === "www");
	return isFree && !(www.some(({ reach }) => reach === "everywhere") && needsSites(www));
}

/** Whether a rule does not act everywhere, or has exceptions. */
function needsSites(extents: readonly Extent[]): boolean {
	return !extents.some(({ reach, sites }) => reach === "everywhere" && sites.size === 0);
}

/** The sites of a crawl, and which of them are below the hosts that rules name. */
export class HostTree {
	readonly siteNames: readonly string[];
	/** The sites below each host that a rule names. */
	readonly #below = new Map<string, number[]>();

	/** `extents`: all that may be composed. */
	constructor(siteNames: readonly string[], extents: readonly Extent[]) {
		this.siteNames = siteNames;
		for (const extent of extents) for (const host of this.namedBy(extent)) if (!this.#below.has(host)) this.#below.set(host, []);
		for (const [site, host] of siteNames.entries()) {
			if (!isPlace(host)) continue;
			for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
				this.#below.get(host.slice(dot + 1))?.push(site);
			}
		}
	}

	/** The hosts that a rule names. */
	*namedBy({ sites, domains }: Extent): Generator<string> {
		yield* domains;
		for (const site of sites) yield this.siteNames[site] as string;
	}

	below(host: string): readonly number[] {
		return this.#below.get(host) ?? [];
	}
}

/** The hosts that rules name and the sites below those, those above before those below. All others are as hosts are by default. */
function nodesOf(hosts: HostTree, extents: readonly Extent[]): Node[] {
	const { siteNames } = hosts;
	const sites = new Map<string, number | undefined>();
	for (const { domains } of extents) for (const domain of domains) sites.set(domain, undefined);
	for (const extent of extents) {
		for (const site of extent.sites) sites.set(siteNames[site] as string, site);
		for (const host of hosts.namedBy(extent)) for (const site of hosts.below(host)) sites.set(siteNames[site] as string, site);
	}
	const ordered = [...sites].map(([host, site]) => ({ host, site, depth: host.split(".").length }));
	ordered.sort((a, b) => a.depth - b.depth || (a.host < b.host ? -1 : 1));
	const nodes = new Map<string, Node>();
	for (const { host, site, depth } of ordered) {
		let above: Node | undefined;
		for (let dot = host.indexOf("."); dot >= 0 && above === undefined; dot = host.indexOf(".", dot + 1)) {
			above = nodes.get(host.slice(dot + 1));
		}
		nodes.set(host, { host, site, above, depth });
	}
	return [...nodes.values()];
}

/** The rules of single hosts as one: there can be many thousands. */
function united(extents: readonly Extent[]): Extent[] {
	const ofHosts = extents.filter(({ reach }) => reach !== "everywhere");
	const everywhere = extents.filter(({ reach }) => reach === "everywhere");
	const [first] = ofHosts;
	if (first === undefined) return everywhere;
	const sites = new Set(ofHosts.flatMap((extent) => [...extent.sites]));
	const domains = new Set(ofHosts.flatMap((extent) => [...extent.domains]));
	return [...everywhere, { ...first, sites, domains }];
}

/** Whether rules act at a node. */
function actsAt(extents: readonly Extent[], { host, site }: Pick<Node, "host" | "site">): boolean {
	return extents.some(({ reach, sites, domains }) => {
		if (domains.has(host)) return true;
		return site === undefined ? reach === "everywhere" : sites.has(site) !== (reach === "everywhere");
	});
}

/** The entries of a parameter: where it acts, level by level, since a name covers all hosts below it. */
function entriesOf(name: string, extents: readonly Extent[], nodes: readonly Node[]): Entry[] {
	const isDefault = extents.some(({ reach }) => reach === "everywhere");
	const levels: string[][] = [];
	// The number of times that the answer changes on the way from the top to a node.
	const changes = new Map<Node, number>();
	for (const node of nodes) {
		const above = node.above === undefined ? 0 : (changes.get(node.above) as number);
		const isChange = actsAt(extents, node) !== (isDefault !== (above % 2 === 1));
		changes.set(node, above + (isChange ? 1 : 0));
		if (!isChange) continue;
		const level = levels[above] ?? [];
		levels[above] = level;
		level.push(node.host);
	}
	if (isDefault) levels.unshift([]);
	const entries: Entry[] = [];
	for (let level = 0; level < levels.length; level += 2) {
		const hosts = levels[level] ?? [];
		const except = levels[level + 1] ?? [];
		const isEverywhere = isDefault && level === 0;
		if (!isEverywhere && hosts.length === 0) continue;
		entries.push({ name, ...(!isEverywhere && { hosts }), ...(except.length > 0 && { exceptHosts: except }) });
	}
	return entries;
}

const MEMBERS: { readonly [name: string]: (acts: boolean) => PlainKeyRules } = {
	scheme: (acts) => ({ scheme: acts ? "https" : "keep" }),
	www: (acts) => ({ www: acts ? "drop" : "keep" }),
	slashes: (acts) => ({ slashes: acts ? "collapse" : "keep" }),
	trailingSlash: (acts) => ({ trailingSlash: acts ? "drop" : "keep" }),
	pathCase: (acts) => ({ pathCase: acts ? "lower" : "keep" }),
	emptyValue: (acts) => ({ query: { emptyValue: acts ? "fold" : "keep" } }),
};

function policyOf(
	base: PlainPolicy,
	structure: readonly [FeatureName, Extent[]][],
	nodes: readonly Node[],
	{ siteNames }: HostTree,
	hostRules: HostRules,
): Policy {
	const { policy: _, ...members } = base;
	let key: PlainKeyRules = { ...base.key, ...hostRules };
	const sites: Site[] = [];
	for (const [{ kind, name }, extents] of structure) {
		if (kind !== "structure") continue;
		const memberOf = MEMBERS[name as string] as (acts: boolean) => PlainKeyRules;
		const isDefault = extents.some(({ reach }) => reach === "everywhere");
		if (name === "www" && Object.keys(hostRules).length > 0 && needsSites(extents)) {
			const acting = siteNames.filter((host, site) => actsAt(extents, { host, site }));
			key = { ...key, hostAlias: { ...Object.fromEntries(acting.map((host) => [`www.${host}`, host])), ...key.hostAlias } };
			continue;
		}
		if (isDefault) key = withMember(key, memberOf(true));
		sites.push(...sitesOf(nodes, isDefault, (node) => actsAt(extents, node), memberOf));
	}
	for (const [kind, member, known] of [
		["index", "index", base.key?.index],
		["pathParam", "pathParams", base.key?.pathParams],
	] as const) {
		const named = structure.filter(([feature]) => feature.kind === kind);
		const common = named.filter(([, extents]) => extents.some(({ reach }) => reach === "everywhere"));
		const listOf = (rows: typeof named) =>
			JSON.stringify([...(known ?? []), ...rows.map(([{ name }]) => entryOf(name as string))]);
		if (common.length > 0) key = { ...key, [member]: JSON.parse(listOf(common)) };
		const listAt = (node: Node) => listOf(named.filter(([, extents]) => actsAt(extents, node)));
		sites.push(...sitesOf(nodes, listOf(common), listAt, (list) => ({ [member]: JSON.parse(list) })));
	}
	const lists = [...usedLists(key.query), LEARNED];
	const all = [...(base.sites ?? []).map(withLearned), ...sites];
	return { ...members, key: { ...key, query: { ...key.query, lists } }, ...(all.length > 0 && { sites: all }) };
}

/** A name with a star would be a glob. */
function entryOf(name: string): string | { readonly name: string } {
	return name.includes("*") ? { name } : name;
}

/** A site of the base that chooses its lists chooses the learned one, too. */
function withLearned(site: Site): Site {
	const { query } = site.key;
	if (query?.lists === undefined) return site;
	return { ...site, key: { ...site.key, query: { ...query, lists: [...usedLists(query), LEARNED] } } };
}

function withMember(key: PlainKeyRules, { query, ...members }: PlainKeyRules): PlainKeyRules {
	return { ...key, ...members, ...(query && { query: { ...key.query, ...query } as PlainQueryRules }) };
}

/** Sites for the hosts whose value is not that of the host above. Those above come first, since the last match wins. */
function sitesOf<T>(
	nodes: readonly Node[],
	byDefault: T,
	valueAt: (node: Node) => T,
	keyOf: (value: T) => PlainKeyRules,
): Site[] {
	const values = new Map<Node, T>();
	const groups = new Map<string, { hosts: string[]; value: T }>();
	for (const node of nodes) {
		const inherited = node.above === undefined ? byDefault : (values.get(node.above) as T);
		const value = valueAt(node);
		values.set(node, value);
		if (value === inherited) continue;
		const id = `${node.depth} ${String(value)}`;
		const group = groups.get(id) ?? { hosts: [], value };
		groups.set(id, group);
		group.hosts.push(node.host);
	}
	return [...groups.values()].map(({ hosts, value }) => ({ hosts, key: keyOf(value) }));
}
