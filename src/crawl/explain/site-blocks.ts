/**
 * The sites of a policy that act on each host. Several may cover a host; then the last decides, member by member: hosts that the same
 * sites cover have the same rules, and are a block.
 */
import { platformToAscii } from "../../engine/idna";
import { layersOf } from "../compile/layers";
import { parentsOf } from "../policy/site-order";
import type { PlainKeyRules, PlainSite } from "../schema/plain";
import { isAddress } from "../schema/remedies";

/** Names that begin so cover the hosts below, as if they were one of them. */
const BELOW = "*.";

/** Hosts with the same rules. */
export interface SiteBlock {
	/** Names as the sites have them. A host belongs to the block that names it, else to that of the nearest host above it. */
	readonly hosts: readonly string[];
	/** The indices of the sites that cover them. */
	readonly sites: readonly number[];
	/** The rules that act there, but for those of some paths only. */
	readonly key: PlainKeyRules;
	/** The sites about some paths of these hosts, each with the rules that act only there. */
	readonly paths: readonly PlainSite[];
	/** Rules of these sites, and for all hosts, that do not act there, in sentences. */
	readonly replaced: readonly string[];
}

interface Block {
	readonly hosts: Set<string>;
	readonly covers: readonly number[];
}

/** A name in the form in which hosts are compared. */
interface Name {
	readonly host: string;
	/** Whether it covers no host below it. */
	readonly isExact: boolean;
}

/** The blocks of a policy, in the order of its sites. */
export function siteBlocks(key: PlainKeyRules, sites: readonly PlainSite[]): SiteBlock[] {
	const covering = coverage(sites);
	const blocks = new Map<string, Block>();
	// A name that many sites have is looked up once.
	const byName = new Map<string, Block>();
	for (const written of sites.flatMap(({ hosts }) => hosts)) {
		const name = nameOf(written);
		const id = `${name.isExact} ${name.host}`;
		const block = byName.get(id) ?? blockOf(covering(name), blocks);
		byName.set(id, block);
		block.hosts.add(written);
	}
	return Array.from(blocks.values(), ({ hosts, covers }) => {
		const own = covers.flatMap((site) => sites[site] ?? []);
		const { key: rules, layers } = layersOf(key, own);
		const everywhere = covers.filter((site) => !layers.some((layer) => layer.site === sites[site]));
		return {
			hosts: [...hosts],
			sites: covers,
			key: rules,
			paths: layers.map(({ site, key: left }) => ({ ...site, key: left })),
			replaced: replacedBy([
				["all hosts", key],
				...everywhere.map((site) => [`/sites/${site}`, sites[site]?.key ?? {}] as const),
			]),
		};
	});
}

/** The block of hosts that these sites cover. */
function blockOf(covers: readonly number[], blocks: Map<string, Block>): Block {
	const id = covers.join();
	const block = blocks.get(id) ?? { hosts: new Set(), covers };
	blocks.set(id, block);
	return block;
}

/** Returns a function that finds the sites that cover a name. */
function coverage(sites: readonly PlainSite[]): (name: Name) => number[] {
	const [exact, below] = [new Map<string, number[]>(), new Map<string, number[]>()];
	for (const [index, { hosts }] of sites.entries()) {
		for (const { host, isExact } of hosts.map(nameOf)) {
			const names = isExact ? exact : below;
			const known = names.get(host);
			if (known === undefined) names.set(host, [index]);
			else known.push(index);
		}
	}
	return ({ host, isExact }) => {
		const above = parentsOf(host).flatMap((parent, depth) => [
			...(below.get(parent) ?? []),
			...(depth > 0 ? (below.get(`${BELOW}${parent}`) ?? []) : []),
		]);
		return [...new Set([...above, ...(isExact ? (exact.get(host) ?? []) : [])])].sort((a, b) => a - b);
	};
}

function nameOf(written: string): Name {
	if (written.startsWith("=")) return { ...nameOf(written.slice(1)), isExact: true };
	if (written.startsWith(BELOW)) return { host: BELOW + nameOf(written.slice(BELOW.length)).host, isExact: false };
	const ascii = /[^\0-\x7f]/.test(written) ? (platformToAscii(written) ?? written) : written;
	const name = ascii.toLowerCase().replace(/\.$/, "");
	const host = name.replace(/^(?:www\.)+(?=.*\.)/, "");
	return { host, isExact: host !== name || isAddress(name) };
}

type Layer = readonly [owner: string, key: PlainKeyRules];

/** Describes the values that later layers replace. */
function replacedBy(layers: readonly Layer[]): string[] {
	const held = new Map<string, { readonly owner: string; readonly value: unknown }>();
	const replaced: string[] = [];
	for (const [owner, { query, ...key }] of layers) {
		const members = [
			...Object.entries(key),
			...Object.entries(query ?? {}).map(([name, value]) => [`query.${name}`, value] as const),
		];
		for (const [name, value] of members) {
			const before = held.get(name);
			const lost = before === undefined ? [] : lostItems(before.value, value);
			if (lost.length > 0) replaced.push(`${name} of ${before?.owner}, replaced by ${owner}: ${lost.join(", ")}`);
			held.set(name, { owner, value });
		}
	}
	return replaced;
}

/** The items of a value that its replacement lacks, as JSON. */
function lostItems(before: unknown, after: unknown): string[] {
	const [lost, kept] = [before, after].map((value) =>
		(Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item)),
	);
	const changesNothing = before === "keep" || before === false;
	return changesNothing ? [] : (lost as string[]).filter((item) => !kept?.includes(item));
}
