/** The compiler: a policy and its lists → the program that the kernel runs. The layout is drawn in assembly/policy/program.ts. */
import { Base, EntryFlag, Group, Header, MAGIC } from "../../../assembly/policy/program";
import { WORK_MARGIN } from "../../../assembly/policy/work";
import { encoder } from "../../utf8";
import { ListError } from "../lists/list-error";
import { MAX_AUTOMATON_STATES } from "../lists/list-reports";
import type { SESSION_NAMES } from "../lists/sessions";
import { type EntryGroup, groupsOf, keyRules, type Origin, overridden, statedRules } from "../policy/key-options";
import type { FilterRule, PieceTest } from "../schema/filter";
import { nameOf, type Parameter } from "../schema/parameter";
import type { ParameterList, Policy } from "../schema/policy";
import { PolicyError, policyTooLarge } from "../schema/policy-error";
import type { KeyRules } from "../schema/registry";
import { AutomatonOctets } from "./automaton-octets";
import { ConditionTable } from "./condition-table";
import { type EntrySpec, EntryTable } from "./entry-table";
import { ProgramOctets } from "./program-octets";
import { leastOf, type ScopeName, scopeWords } from "./scope-names";

/** Converts names of a policy to the form of the key base. Each function throws an error with the place in the policy. */
export interface Forms {
	/** The host that a name in a scope stands for. */
	host(name: string): ScopeName;
	/** A part of a path. */
	path(text: string): string;
}

/** A host name that no reference has. */
const NO_HOST = "/";

/** A program, and the origins of its entries, by Entry.ORIGIN. */
export interface CompiledPolicy {
	readonly octets: Uint8Array<ArrayBuffer>;
	readonly origins: readonly (Origin | undefined)[];
}

/** Compiles a policy that was checked. The checksum is left to the kernel. Throws ListError `list-too-large`. */
export function compile(policy: Policy, lists: readonly ParameterList[], identity: string, forms: Forms): CompiledPolicy {
	return new Compiler(policy, lists, forms).compile(identity);
}

/** Limit of all matches of sites with hosts of a policy. */
const MAX_MATCHES = 1_000_000;

class Compiler {
	readonly #out = new ProgramOctets(Header.SIZE);
	readonly #policy: Policy;
	readonly #lists: readonly ParameterList[];
	readonly #forms: Forms;
	/** The words of all configurations, and the number of each, by its sites. */
	readonly #configs: number[] = [];
	readonly #configNumbers = new Map<string, number>();
	/** Number of all matches of sites with hosts. */
	#matches = 0;
	/** The number of each group, by the array of its entries. */
	readonly #groups = new Map<EntryGroup["entries"], number>();
	readonly #entries = new EntryTable();
	readonly #conditions = new ConditionTable((names) => this.#scope(names));
	readonly #names = new AutomatonOctets();

	constructor(policy: Policy, lists: readonly ParameterList[], forms: Forms) {
		this.#policy = policy;
		this.#lists = lists;
		this.#forms = forms;
	}

	compile(identity: string): CompiledPolicy {
		const { base, fetch } = this.#policy;
		this.#config([]);
		const sites = this.#sites();
		const identityOctets = encoder.encode(identity);
		const header: [Header, number][] = [
			[Header.MAGIC, MAGIC],
			[Header.BASE, base === "whatwg" ? Base.WHATWG : Base.RFC3986],
			[Header.FETCH, statedRules(fetch ?? {})],
			[Header.CONFIGS, this.#out.words(this.#configs)],
			[Header.CONFIG_COUNT, this.#configNumbers.size],
			...this.#entries.write(this.#out),
			[Header.NAME_AUTOMATON, this.#names.write(this.#out)],
			...this.#conditions.write(this.#out),
			[Header.SITES, sites],
			[Header.IDENTITY, this.#out.text(identityOctets)],
			[Header.IDENTITY_LENGTH, identityOctets.length],
		];
		for (const [field, word] of header) this.#out.set(field, word);
		this.#out.set(Header.WORK, workOf(new Map(header), [this.#names, this.#conditions.patterns]));
		const octets = this.#out.octets();
		new DataView(octets.buffer).setInt32(Header.LENGTH, octets.length, true);
		return { octets, origins: this.#entries.origins };
	}

	/** The scope whose values are configurations, or 0 if there are no sites. */
	#sites(): number {
		const sites = this.#policy.sites ?? [];
		if (sites.length === 0) return 0;
		const names = sites.flatMap(({ hosts }, value) => hosts.map((name) => ({ ...this.#forms.host(name), value })));
		return this.#out.words(scopeWords(names, (matching) => this.#config(matching), this.#out, Number.POSITIVE_INFINITY));
	}

	/** The number of the configuration for hosts that exactly these sites match. Throws PolicyError. */
	#config(matches: readonly number[]): number {
		this.#matches += matches.length;
		if (this.#matches > MAX_MATCHES) {
			throw policyTooLarge("The policy has more than 1,000,000 matches of sites.", "/sites");
		}
		const matching = [...new Set(matches)].sort((a, b) => a - b);
		const id = matching.join();
		const known = this.#configNumbers.get(id);
		if (known !== undefined) return known;
		const sites = this.#policy.sites ?? [];
		const key = matching.reduce((rules: KeyRules, site) => overridden(rules, sites[site]?.key ?? {}), this.#policy.key ?? {});
		const number = this.#configNumbers.size;
		this.#configNumbers.set(id, number);
		for (const word of this.#configWords(key)) this.#configs.push(word);
		return number;
	}

	#configWords(key: KeyRules): number[] {
		const groups = groupsOf(key, this.#lists).map((group) => {
			const words: number[] = [];
			words[Group.ID >> 2] = this.#group(group);
			words[Group.ROLE >> 2] = group.role;
			words[Group.EXEMPT >> 2] = this.#scope(group.exempt);
			words[Group.EXCEPTION >> 2] = this.#conditions.exception(group.exceptions ?? []);
			return words;
		});
		const index = (key.index ?? []).map(nameOf);
		return [
			keyRules(key, this.#policy.fetch ?? {}),
			index.length === 0 ? 0 : this.#texts(index, key.pathCase === "lower" ? lowerPath : undefined),
			this.#out.words(groups.flat()),
			groups.length,
		];
	}

	#group(group: EntryGroup): number {
		const known = this.#groups.get(group.entries);
		if (known !== undefined) return known;
		const id = this.#groups.size;
		this.#groups.set(group.entries, id);
		for (const entry of group.entries) this.#entries.add(this.#spec(entry, id, group));
		return id;
	}

	/** An entry of a group, from a policy or a list. */
	#spec(entry: EntryGroup["entries"][number], group: number, { step, list }: EntryGroup): EntrySpec {
		const originOf = (name: string): Origin => ({ step, ...(list !== undefined && { list }), entry: name });
		if (isSessionName(entry)) {
			const [name, flags] = entry;
			return { name: encoder.encode(name), flags: flags | EntryFlag.IGNORE_CASE, group, origin: originOf(name) };
		}
		if (typeof entry === "string") return { name: encoder.encode(entry), flags: 0, group, origin: originOf(entry) };
		return "piece" in entry
			? this.#ruleSpec(entry, group, originOf(entry.entry))
			: this.#parameterSpec(entry, group, originOf(entry.name));
	}

	#parameterSpec(parameter: Exclude<Parameter, string>, group: number, origin: Origin): EntrySpec {
		const { name, match, ignoreCase, hosts, exceptHosts, exceptPath } = parameter;
		return {
			name: encoder.encode(ignoreCase ? lower(name) : name),
			flags: (match === "prefix" ? EntryFlag.PREFIX : 0) | (ignoreCase ? EntryFlag.IGNORE_CASE : 0),
			group,
			hosts: hosts?.length ? hosts.map((host) => this.#forms.host(host)) : undefined,
			exceptHosts: this.#scope(exceptHosts),
			exceptPath: exceptPath?.length ? this.#texts(exceptPath, lower) : 0,
			origin,
		};
	}

	/** A rule of a filter list. Its own scope is that of its host or, where it has none, of its hosts. */
	#ruleSpec({ piece, url, exceptions }: FilterRule, group: number, origin: Origin): EntrySpec {
		const { host, hosts } = url;
		return {
			...this.#pieceSpec(piece),
			group,
			hosts: host !== undefined ? [{ host, isExact: false }] : hosts && this.#knownHosts(hosts),
			required: this.#conditions.required(url),
			exception: this.#conditions.exception(exceptions),
			origin,
		};
	}

	#pieceSpec(piece: PieceTest): Pick<EntrySpec, "name" | "flags" | "addPattern"> {
		if (piece.kind === "any") return { name: [], flags: EntryFlag.ANY };
		const negated = piece.isNegated ? EntryFlag.NEGATED : 0;
		if (piece.kind === "regex") return { name: [], flags: negated, addPattern: (entry) => this.#names.add(piece.regex, entry) };
		return { name: piece.name, flags: negated | (piece.ignoreCase ? EntryFlag.IGNORE_CASE : 0) };
	}

	/** The valid host names of a filter list. An invalid one matches no host. */
	#knownHosts(names: readonly string[]): ScopeName[] {
		return names.map((name) => {
			try {
				return this.#forms.host(name);
			} catch (error) {
				if (error instanceof PolicyError) return { host: NO_HOST, isExact: true };
				throw error;
			}
		});
	}

	/** The offset of a scope; 0 for none. */
	#scope(hosts: readonly string[] | undefined): number {
		if (hosts === undefined || hosts.length === 0) return 0;
		const names = this.#knownHosts(hosts).map((name) => ({ ...name, value: 1 }));
		return this.#out.words(scopeWords(names, leastOf, this.#out));
	}

	/** The offset of texts in the form of a path. */
	#texts(texts: readonly string[], change = (text: string) => text): number {
		const words = texts.flatMap((text) => {
			const octets = encoder.encode(change(this.#forms.path(text)));
			return [this.#out.text(octets), octets.length];
		});
		return this.#out.words([texts.length, ...words]);
	}
}

/**
 * Octets that the kernel gets after the program: its own need, and a cache for each automaton. Throws ListError when the automata
 * of all lists are too large.
 */
function workOf(header: ReadonlyMap<Header, number>, automata: readonly AutomatonOctets[]): number {
	const used = automata.filter(({ patternCount }) => patternCount > 0);
	if (used.reduce((sum, { stateCount }) => sum + stateCount, 0) > MAX_AUTOMATON_STATES) {
		throw new ListError("list-too-large", "The patterns of all lists have more than 65,536 states.");
	}
	const results = 4 * ((header.get(Header.ENTRY_COUNT) ?? 0) + (header.get(Header.CONDITION_COUNT) ?? 0));
	return used.reduce((sum, automaton) => sum + automaton.machineSize + automaton.cacheSize, WORK_MARGIN + results);
}

function isSessionName(entry: EntryGroup["entries"][number]): entry is (typeof SESSION_NAMES)[number] {
	return Array.isArray(entry);
}

/** ASCII letters of a path in lower case, outside triplets. */
function lowerPath(path: string): string {
	return path.replace(/%[0-9A-F]{2}|[A-Z]/g, (found) => (found.startsWith("%") ? found : found.toLowerCase()));
}

/** ASCII letters in lower case. */
function lower(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
