/** The compiler: a policy and its lists → the program that the kernel runs. The layout is drawn in assembly/policy/program.ts. */
import { hashOctet, slotOf } from "../../assembly/policy/hash";
import { Base, Entry, EntryFlag, Header, MAGIC } from "../../assembly/policy/program";
import { type EntryGroup, fragmentRules, groupsOf, keyRules, overridden } from "./key-options";
import { SESSION_NAMES } from "./lists/sessions";
import type { KeyRules, Parameter, ParameterList, Policy } from "./policy";
import { ProgramOctets } from "./program-octets";
import { type ScopeName, scopeWords } from "./scope-names";

/** How names in a policy are written in the key base: each throws an error that says where in the policy it stands. */
export interface Forms {
	/** The host that a name in a scope stands for. */
	host(name: string): ScopeName;
	/** A part of a path. */
	path(text: string): string;
}

const encoder = new TextEncoder();

/** Compiles a policy that was checked. The checksum is left to the kernel. */
export function compile(
	policy: Policy,
	lists: readonly ParameterList[],
	identity: string,
	forms: Forms,
): Uint8Array<ArrayBuffer> {
	return new Compiler(policy, lists, forms).compile(identity);
}

class Compiler {
	readonly #out = new ProgramOctets(Header.SIZE);
	readonly #policy: Policy;
	readonly #lists: readonly ParameterList[];
	readonly #forms: Forms;
	/** The words of each configuration, by the sites that it is of. */
	readonly #configs = new Map<string, number[]>();
	/** The number of each group, by the array of its entries. */
	readonly #groups = new Map<EntryGroup["entries"], number>();
	readonly #entries: number[][] = [];
	readonly #hashes: number[] = [];
	#prefixLengths = 0;

	constructor(policy: Policy, lists: readonly ParameterList[], forms: Forms) {
		this.#policy = policy;
		this.#lists = lists;
		this.#forms = forms;
	}

	compile(identity: string): Uint8Array<ArrayBuffer> {
		const { base, fetch } = this.#policy;
		this.#config([]);
		const sites = this.#sites();
		const identityOctets = encoder.encode(identity);
		const header: [Header, number][] = [
			[Header.MAGIC, MAGIC],
			[Header.BASE, base === "whatwg" ? Base.WHATWG : Base.RFC3986],
			[Header.FETCH, fragmentRules(fetch ?? {})],
			[Header.CONFIGS, this.#out.words([...this.#configs.values()].flat())],
			[Header.CONFIG_COUNT, this.#configs.size],
			[Header.ENTRIES, this.#out.words(this.#entries.flat())],
			[Header.ENTRY_COUNT, this.#entries.length],
			...this.#slots(),
			[Header.PREFIX_LENGTHS, this.#prefixLengths],
			[Header.SITES, sites],
			[Header.IDENTITY, this.#out.text(identityOctets)],
			[Header.IDENTITY_LENGTH, identityOctets.length],
		];
		for (const [field, word] of header) this.#out.set(field, word);
		const octets = this.#out.octets();
		new DataView(octets.buffer).setInt32(Header.LENGTH, octets.length, true);
		return octets;
	}

	/** The scope whose values are configurations; 0 when there are no sites. */
	#sites(): number {
		const sites = this.#policy.sites ?? [];
		if (sites.length === 0) return 0;
		const names = sites.flatMap(({ hosts }, site) => hosts.map((name) => ({ ...this.#forms.host(name), site })));
		const valueFor = (covering: readonly { readonly site: number }[]) => {
			const matching = new Set(covering.map(({ site }) => site));
			return this.#config([...matching].sort((a, b) => a - b));
		};
		return this.#out.words(scopeWords(names, valueFor, this.#out));
	}

	/** The number of the configuration for hosts that just these sites match. */
	#config(matching: readonly number[]): number {
		const id = matching.join();
		if (!this.#configs.has(id)) {
			const sites = this.#policy.sites ?? [];
			const key = matching.reduce((rules: KeyRules, site) => overridden(rules, sites[site]?.key ?? {}), this.#policy.key ?? {});
			this.#configs.set(id, this.#configWords(key));
		}
		return [...this.#configs.keys()].indexOf(id);
	}

	#configWords(key: KeyRules): number[] {
		const groups = groupsOf(key, this.#lists).map((group) => [this.#group(group), group.role, this.#scope(group.exempt)]);
		const index = key.index ?? [];
		return [
			keyRules(key, this.#policy.fetch ?? {}),
			index.length === 0 ? 0 : this.#texts(index),
			this.#out.words(groups.flat()),
			groups.length,
		];
	}

	#group({ entries }: EntryGroup): number {
		const known = this.#groups.get(entries);
		if (known !== undefined) return known;
		const id = this.#groups.size;
		this.#groups.set(entries, id);
		if (entries === SESSION_NAMES) {
			for (const [name, flags] of SESSION_NAMES) this.#entry(name, flags | EntryFlag.IGNORE_CASE, id, {});
		} else {
			for (const parameter of entries as readonly Parameter[]) this.#parameter(parameter, id);
		}
		return id;
	}

	#parameter(parameter: Parameter, group: number): void {
		const entry = typeof parameter === "string" ? { name: parameter } : parameter;
		const { name, match, ignoreCase } = entry;
		const flags = (match === "prefix" ? EntryFlag.PREFIX : 0) | (ignoreCase ? EntryFlag.IGNORE_CASE : 0);
		this.#entry(ignoreCase ? lower(name) : name, flags, group, entry);
	}

	#entry(name: string, flags: number, group: number, scopes: Exclude<Partial<Parameter>, string>): void {
		const octets = encoder.encode(name);
		const words: number[] = [];
		words[Entry.NAME >> 2] = this.#out.text(octets);
		words[Entry.LENGTH >> 2] = octets.length;
		words[Entry.FLAGS >> 2] = flags;
		words[Entry.GROUP >> 2] = group;
		words[Entry.HOSTS >> 2] = this.#scope(scopes.hosts);
		words[Entry.EXCEPT_HOSTS >> 2] = this.#scope(scopes.exceptHosts);
		words[Entry.EXCEPT_PATH >> 2] = scopes.exceptPath?.length ? this.#texts(scopes.exceptPath, lower) : 0;
		if ((flags & EntryFlag.PREFIX) !== 0) this.#prefixLengths |= 1 << Math.min(octets.length, 31);
		this.#entries.push(words);
		this.#hashes.push(encoder.encode(lower(name)).reduce(hashOctet, 0));
	}

	/** The offset of a scope; 0 for none. */
	#scope(hosts: readonly string[] | undefined): number {
		if (hosts === undefined || hosts.length === 0) return 0;
		const names = hosts.map((name) => this.#forms.host(name));
		return this.#out.words(scopeWords(names, (covering) => (covering.length > 0 ? 1 : 0), this.#out));
	}

	/** The offset of texts in the form of a path. */
	#texts(texts: readonly string[], change = (text: string) => text): number {
		const words = texts.flatMap((text) => {
			const octets = encoder.encode(change(this.#forms.path(text)));
			return [this.#out.text(octets), octets.length];
		});
		return this.#out.words([texts.length, ...words]);
	}

	/** The hash table of entries: at most half full. */
	#slots(): [Header, number][] {
		const count = 2 ** Math.ceil(Math.log2(2 * this.#entries.length + 2));
		const slots = new Array<number>(count).fill(0);
		for (const [index, hash] of this.#hashes.entries()) {
			let slot = slotOf(hash, count);
			while (slots[slot] !== 0) slot = (slot + 1) & (count - 1);
			slots[slot] = index + 1;
		}
		return [
			[Header.SLOTS, this.#out.words(slots)],
			[Header.SLOT_COUNT, count],
		];
	}
}

/** ASCII letters in lower case. */
function lower(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
