/** The compiler: a policy and its lists → the program that the kernel runs. The layout is drawn in assembly/policy/program.ts. */
import { LISTED_SIZE } from "../../../assembly/policy/host-filter";
import { Layer, More, MoreConfig, MoreFlag } from "../../../assembly/policy/more";
import { CONDITION_HOSTS_SIZE, NAME_HOSTS_SIZE } from "../../../assembly/policy/name-hosts";
import { Base, Group, Header, MAGIC, MAGIC_MORE, Role } from "../../../assembly/policy/program";
import { roomOfRewrites } from "../../../assembly/policy/rewrite/room";
import { MORE_ROOM, WORK_MARGIN } from "../../../assembly/policy/work";
import { encoder } from "../../utf8";
import { ListError } from "../lists/list-error";
import { MAX_AUTOMATON_STATES } from "../lists/list-reports";
import { type EntryGroup, fetchGroupsOf, groupsOf, type Origin, sentRules, statedRules } from "../policy/key-options";
import { keysOf } from "../policy/named-lists";
import type { UrlTest } from "../schema/filter";
import { nameOf } from "../schema/parameter";
import {
	ALL_PARAMETERS,
	type PlainKeyRules,
	type PlainList,
	type PlainParameter,
	type PlainPolicy,
	type PlainSite,
} from "../schema/plain";
import { policyTooLarge } from "../schema/policy-error";
import type { IndexName } from "../schema/registry";
import { AutomatonOctets } from "./automaton-octets";
import { ConditionTable } from "./condition-table";
import { EntrySpecs } from "./entry-specs";
import { EntryTable } from "./entry-table";
import { type GlobParts, lowerPath, partsOf, writeGlobs } from "./globs";
import { isAboutPaths, layerRules, layersOf, layerWords, type PathLayer, replacedRoles } from "./layers";
import { listRewrites, usesId } from "./list-rewrites";
import { needsMore, writeHosts } from "./more-tables";
import { type Forms, PlaceOctets } from "./place-octets";
import { ProgramOctets } from "./program-octets";
import { RewriteTables } from "./rewrite-tables";
import { scopeWords } from "./scope-names";

/** A program, and the origins of its entries, by Entry.ORIGIN. */
export interface CompiledPolicy {
	readonly octets: Uint8Array<ArrayBuffer>;
	readonly origins: readonly (Origin | undefined)[];
	/** The exceptions of lists by their condition, number + 1: the only one, or those by the values of its scope. */
	readonly exceptions: ReadonlyMap<number, readonly UrlTest[]>;
}

/** Compiles a policy that was checked. The checksum is left to the kernel. Throws ListError `list-too-large`. */
export function compile(policy: PlainPolicy, lists: readonly PlainList[], identity: string, forms: Forms): CompiledPolicy {
	return new Compiler(policy, lists, forms).compile(identity);
}

/** Limit of all matches of sites with hosts of a policy. */
const MAX_MATCHES = 1_000_000;
const NONE: readonly number[] = [];

class Compiler {
	readonly #out: ProgramOctets;
	readonly #hasMore: boolean;
	readonly #policy: PlainPolicy;
	/** The rules of the URL to fetch, which the key has, too. */
	readonly #sent: number;
	readonly #lists: readonly PlainList[];
	readonly #places: PlaceOctets;
	/** The words of all configurations, and the number of each, by its sites. */
	readonly #configs: number[] = [];
	readonly #moreConfigs: number[] = [];
	readonly #configNumbers = new Map<string, number>();
	/** The first site with some rules for all paths, and without rewrites. */
	readonly #firstSites = new Map<string, number>();
	/** All matches of sites with hosts. */
	#matches = 0;
	/** The number of each group, by the array of its entries. */
	readonly #groups = new Map<EntryGroup["entries"], number>();
	readonly #entries = new EntryTable();
	readonly #conditions = new ConditionTable(
		(names, numbered) => this.#places.scope(names, numbered),
		(octets) => this.#out.text(octets),
	);
	readonly #names = new AutomatonOctets();
	readonly #specs: EntrySpecs;
	readonly #rewrites: RewriteTables;
	/** The numbers of the rewrites of each site. */
	#siteRewrites: readonly (readonly number[])[] = [];
	/** Those of lists, by what a query says of them. */
	#listed: ReadonlyMap<string, readonly number[]> = new Map();
	/** For each configuration, those of its sites, and of its lists. */
	readonly #configRewrites: number[][] = [];

	constructor(policy: PlainPolicy, lists: readonly PlainList[], forms: Forms) {
		this.#hasMore = needsMore(policy, lists);
		this.#out = new ProgramOctets(this.#hasMore ? More.SIZE : Header.SIZE);
		this.#policy = policy;
		this.#sent = sentRules(policy.fetch ?? {});
		this.#lists = lists;
		this.#places = new PlaceOctets(this.#out, forms);
		this.#rewrites = new RewriteTables(this.#out, forms, policy.fetch?.rewrite ?? []);
		const folds = keysOf(policy).some(
			({ pathCase = "keep", query }) => pathCase !== "keep" || (query?.case ?? "keep") !== "keep",
		);
		this.#specs = new EntrySpecs(this.#out, this.#places, this.#conditions, folds);
	}

	compile(identity: string): CompiledPolicy {
		const { base, rewrite = [], sites: own = [] } = this.#policy;
		this.#rewrites.add(rewrite, false);
		this.#siteRewrites = own.map((site) => this.#rewrites.add(site.rewrite ?? [], true));
		this.#listed = new Map(
			[...listRewrites(this.#policy, this.#lists)].map(([id, rewrites]) => [
				id,
				this.#rewrites.addListed(rewrites, this.#conditions),
			]),
		);
		this.#config([]);
		const sites = this.#sites();
		const identityOctets = encoder.encode(identity);
		const more = this.#hasMore ? this.#more() : [];
		const header: [Header | More, number][] = [
			[Header.MAGIC, this.#hasMore ? MAGIC_MORE : MAGIC],
			[Header.BASE, base === "whatwg" ? Base.WHATWG : Base.RFC3986],
			[Header.FETCH, this.#sent],
			[Header.CONFIGS, this.#out.words(this.#configs)],
			[Header.CONFIG_COUNT, this.#configNumbers.size],
			...more,
			...this.#entries.write(this.#out, this.#names, this.#hasMore),
			[Header.NAME_AUTOMATON, this.#names.write(this.#out)],
			...this.#conditions.write(this.#out),
			[Header.SITES, sites],
			[Header.IDENTITY, this.#out.text(identityOctets)],
			[Header.IDENTITY_LENGTH, identityOctets.length],
		];
		for (const [field, word] of header) this.#out.set(field, word);
		this.#out.set(
			Header.WORK,
			workOf(new Map(header), [this.#names, this.#conditions.patterns]) + (this.#hasMore ? roomOf(new Map(header)) : 0),
		);
		const octets = this.#out.octets();
		new DataView(octets.buffer).setInt32(Header.LENGTH, octets.length, true);
		return { octets, origins: this.#entries.origins, exceptions: this.#conditions.sources };
	}

	/** The scope whose values are configurations, or 0 if there are no sites. */
	#sites(): number {
		const sites = this.#policy.sites ?? [];
		if (sites.length === 0) return 0;
		const names = sites.flatMap(({ hosts }, value) => hosts.map((name) => ({ ...this.#places.forms.host(name), value })));
		return this.#out.words(scopeWords(names, (matching) => this.#config(matching), this.#out, Number.POSITIVE_INFINITY));
	}

	/** The number of the configuration for hosts that exactly these sites match. Throws PolicyError. */
	#config(matches: readonly number[]): number {
		this.#matches += matches.length;
		if (this.#matches > MAX_MATCHES) {
			throw policyTooLarge("The policy has more than 1,000,000 matches of sites.", "/sites");
		}
		const matching = matches.length < 2 ? matches.map((site) => this.#like(site)) : [...new Set(matches)].sort((a, b) => a - b);
		const id = matching.join();
		const known = this.#configNumbers.get(id);
		if (known !== undefined) return known;
		const sites = this.#policy.sites ?? [];
		const own = matching.map((site) => sites[site] as PlainSite);
		const { key, layers } = layersOf(this.#policy.key ?? {}, own);
		const number = this.#configNumbers.size;
		this.#configNumbers.set(id, number);
		const listed = this.#listed.get(usesId(key.query)) ?? NONE;
		this.#configRewrites.push(matching.flatMap((site) => this.#siteRewrites[site] ?? NONE).concat(listed));
		for (const word of this.#configWords(key)) this.#configs.push(word);
		for (const word of this.#hasMore ? this.#moreConfigWords(key, layers) : []) this.#moreConfigs.push(word);
		return number;
	}

	/** The first site with the same rules: without the other, each of the two makes the same configuration. */
	#like(number: number): number {
		const site = this.#policy.sites?.[number];
		if (site === undefined || isAboutPaths(site) || (this.#siteRewrites[number] ?? NONE).length > 0) return number;
		const rules = JSON.stringify(site.key);
		if (!this.#firstSites.has(rules)) this.#firstSites.set(rules, number);
		return this.#firstSites.get(rules) ?? number;
	}

	/** The rest of the header, but for entries. */
	#more(): [More, number][] {
		const { fetch = {} } = this.#policy;
		const hasRounds = this.#lists.some(({ filter }) => filter !== undefined);
		const groups = fetchGroupsOf(fetch, this.#lists);
		const flags =
			(hasRounds ? MoreFlag.ROUNDS : 0) |
			(groups.length > 0 ? MoreFlag.FETCH_QUERY : 0) |
			(fetch.rewrite !== undefined ? MoreFlag.FETCH_REWRITES : 0);
		return [
			...writeHosts(this.#policy, flags, this.#out, this.#places.forms),
			[More.FETCH_GROUPS, this.#out.words(this.#groupWords(groups))],
			[More.FETCH_GROUP_COUNT, groups.length],
			[More.CONFIGS, this.#out.words(this.#moreConfigs)],
			...this.#rewrites.write(this.#policy.rewrite?.length ?? 0, this.#configRewrites),
		];
	}

	#moreConfigWords(key: PlainKeyRules, layers: readonly PathLayer[]): number[] {
		const { pathParams = [], index = [] } = key;
		const groups = pathParams === ALL_PARAMETERS || pathParams.length === 0 ? [] : [pathGroup(pathParams)];
		const written = layers.flatMap((layer) => this.#layerWords(layer));
		const words: number[] = [];
		words[MoreConfig.INDEX >> 2] = writeGlobs(
			index.filter(isGlobName).map((name) => this.#indexGlob(name)),
			this.#out,
		);
		words[MoreConfig.PATH_GROUPS >> 2] = this.#out.words(this.#groupWords(groups));
		words[MoreConfig.PATH_GROUP_COUNT >> 2] = groups.length;
		words[MoreConfig.LAYERS >> 2] = this.#out.words(written);
		words[MoreConfig.LAYER_COUNT >> 2] = layers.length;
		return words;
	}

	#layerWords({ site, key }: PathLayer): number[] {
		const groups = groupsOf(key, this.#lists);
		const { mask, rules } = layerRules(key, this.#policy.fetch ?? {});
		return layerWords([
			[Layer.PATHS, this.#places.paths(site.paths)],
			[Layer.EXCEPT_PATHS, this.#places.paths(site.exceptPaths)],
			[Layer.MASK, mask],
			[Layer.RULES, rules],
			[Layer.GROUPS, this.#out.words(this.#groupWords(groups))],
			[Layer.GROUP_COUNT, groups.length],
			[Layer.ROLES, replacedRoles(key)],
		]);
	}

	#indexGlob(name: IndexName): GlobParts {
		const isGlob = typeof name === "string";
		const parts = isGlob ? partsOf(name).map((part) => this.#places.forms.part(part, 1)) : [this.#places.forms.path(name.name)];
		return { parts, toEnd: true, ignoreCase: !isGlob && name.ignoreCase === true };
	}

	#configWords(key: PlainKeyRules): number[] {
		const groups = groupsOf(key, this.#lists);
		const words = this.#groupWords(groups);
		const index = (key.index ?? []).filter((name) => !isGlobName(name)).map(nameOf);
		return [
			statedRules(key) | this.#sent,
			index.length === 0 ? 0 : this.#places.texts(index, key.pathCase === "lower" ? lowerPath : undefined),
			this.#out.words(words),
			groups.length,
		];
	}

	#groupWords(groups: readonly EntryGroup[]): number[] {
		return groups.flatMap((group) => {
			const words: number[] = [];
			words[Group.ID >> 2] = this.#group(group);
			// Only layers and rounds need to know which groups are of lists.
			words[Group.ROLE >> 2] = this.#hasMore && group.step === "list" ? Math.max(group.role, Role.LIST) : group.role;
			words[Group.EXEMPT >> 2] = this.#places.scope(group.exempt);
			words[Group.EXCEPTION >> 2] = this.#conditions.exception(group.exceptions ?? []);
			return words;
		});
	}

	#group(group: EntryGroup): number {
		const known = this.#groups.get(group.entries);
		if (known !== undefined) return known;
		const id = this.#groups.size;
		this.#groups.set(group.entries, id);
		for (const entry of group.entries) for (const spec of this.#specs.of(entry, id, group)) this.#entries.add(spec);
		return id;
	}
}

/**
 * Octets that the kernel gets after the program: its own need, and a cache for each automaton. Throws ListError when the automata
 * of all lists are too large.
 */
function workOf(header: ReadonlyMap<Header | More, number>, automata: readonly AutomatonOctets[]): number {
	const used = automata.filter(({ patternCount }) => patternCount > 0);
	if (used.reduce((sum, { stateCount }) => sum + stateCount, 0) > MAX_AUTOMATON_STATES) {
		throw new ListError("list-too-large", "The patterns of all lists have more than 65,536 states.");
	}
	const results = 4 * ((header.get(Header.ENTRY_COUNT) ?? 0) + (header.get(Header.CONDITION_COUNT) ?? 0));
	return used.reduce((sum, automaton) => sum + automaton.machineSize + automaton.cacheSize, WORK_MARGIN + results);
}

/** Octets that a program with MAGIC_MORE needs besides. */
function roomOf(header: ReadonlyMap<Header | More, number>): number {
	const conditions = header.get(Header.CONDITION_COUNT) ?? 0;
	return MORE_ROOM + roomOfHosts(header) + (conditions === 0 ? 0 : NAME_HOSTS_SIZE + conditions * CONDITION_HOSTS_SIZE);
}

/** Octets that the aliases and rewrites of a program need. */
function roomOfHosts(more: ReadonlyMap<Header | More, number>): number {
	const count = more.get(More.REWRITE_COUNT) ?? 0;
	if (count === 0) return (more.get(More.ALIASES) ?? 0) === 0 ? 0 : LISTED_SIZE;
	return LISTED_SIZE + roomOfRewrites(more.get(More.MATCH_LENGTH) as number, more.get(More.MATCH_SLOTS) as number);
}

/** Whether the name of an index file is a glob, or one in any case. */
function isGlobName(name: IndexName): boolean {
	return typeof name === "string" ? name.includes("*") : name.ignoreCase === true;
}

function pathGroup(entries: readonly PlainParameter[]): EntryGroup {
	return { entries, role: Role.REMOVE, step: "path-params" };
}
