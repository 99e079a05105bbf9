/** Takes keys apart by the kernel, and gives sites, parameters and index names their numbers. */
import { Feature, Hash, LearnLimit, Name, NameKind, Part, Reader } from "../../../assembly/learn/layout";
import { encoder, textDecoder } from "../../utf8";
import { EMPTY_DIGESTS } from "./digest";
import { Features, NAMED_KINDS, type NamedKind } from "./features";
import { type Area, KernelIndex, type LearnMemory } from "./learn-kernel";

/** Number of rows whose new names fit in memory, even if each row has the most it can. */
const NAME_ROWS = 16;
const NAMES = LearnLimit.NAMES * NAME_ROWS;

/** The parts of one key. */
export interface KeyParts {
	readonly skeletonLo: number;
	readonly skeletonHi: number;
	/** The sum of all parts. */
	readonly lo: number;
	readonly hi: number;
	/** The hash of each feature, as two numbers. */
	readonly parts: ReadonlyMap<number, readonly [lo: number, hi: number]>;
}

export class KeyReader {
	/** The address of `Reader`. */
	readonly address: number;
	readonly features = new Features();
	readonly siteNames: string[] = [];
	/** Features that rules of an earlier run erase. */
	readonly required = new Set<number>();
	readonly #memory: LearnMemory;
	readonly #sites: KernelIndex;
	readonly #names: KernelIndex;
	readonly #newNames: number;
	#text: Area;
	#path: Area;
	#key: Area;

	/** `isSorted`: whether the base policy sorts queries by name. Otherwise the order of names is a part, too. */
	constructor(memory: LearnMemory, isSorted: boolean) {
		this.#memory = memory;
		this.address = memory.take(Reader.SIZE).start;
		this.#sites = new KernelIndex(memory);
		this.#names = new KernelIndex(memory);
		this.#newNames = memory.take(NAMES * Name.SIZE).start;
		this.#text = memory.take(1 << 12);
		this.#path = memory.take(1 << 12);
		this.#key = memory.take(1 << 12);
		this.#set(Reader.SITES, this.#sites.address);
		this.#set(Reader.FEATURES, this.#names.address);
		this.#set(Reader.IS_SORTED, isSorted ? 1 : 0);
		this.#set(Reader.NAMES_AT, this.#newNames);
		this.#set(Reader.NAMES_LIMIT, this.#newNames + NAMES * Name.SIZE);
		this.#set(Reader.PARTS, memory.take(LearnLimit.PARTS * Part.SIZE).start);
		this.#set(Reader.PIECES, memory.take(4 * LearnLimit.PIECES).start);
		this.prepare(0);
		this.#hashEmpties();
	}

	/** Makes room for a key of `octets`, and for the names of a row. */
	prepare(octets: number): void {
		this.#text = this.#memory.resized(this.#text, octets);
		this.#path = this.#memory.resized(this.#path, octets);
		this.#set(Reader.TEXT, this.#text.start);
		this.#set(Reader.PATH, this.#path.start);
		this.#sites.makeRoom(this.#sites.size + LearnLimit.NAMES);
		this.#names.makeRoom(this.#names.size + LearnLimit.NAMES);
	}

	/** Registers names that were seen for the first time. */
	takeNames(): void {
		const memory = this.#memory;
		const end = memory.word(this.address + Reader.NAMES_AT);
		for (let at = this.#newNames; at < end; at += Name.SIZE) {
			const start = memory.word(at + Name.START);
			const octets = memory.octets(start, memory.word(at + Name.END) - start);
			const kind = memory.word(at) as NameKind;
			if (kind === NameKind.SITE) this.siteNames.push(textDecoder.decode(octets));
			else this.features.add(NAMED_KINDS[kind - NameKind.PARAM] as NamedKind, octets);
		}
		this.#set(Reader.NAMES_AT, this.#newNames);
	}

	/** The parts of a key, or undefined if it is not http or https with a host. */
	read(key: Uint8Array): KeyParts | undefined {
		const [start, end] = this.#put(key);
		if (!this.#memory.kernel.call.readKey(this.address, start, end)) return undefined;
		this.takeNames();
		const [lo, hi] = this.#hashAt(this.address + Reader.SUM);
		const [skeletonLo, skeletonHi] = this.#hashAt(this.address + Reader.SKELETON);
		return { lo, hi, skeletonLo, skeletonHi, parts: this.#parts() };
	}

	/** The number of the site of the last key. */
	site(): number {
		const memory = this.#memory;
		const at = (word: Reader) => memory.word(this.address + word);
		const site = memory.kernel.call.siteOf(this.address, at(Reader.SITE_START), at(Reader.SITE_END));
		this.takeNames();
		return site;
	}

	/** The number of a site that rules speak of, whether rows do or not. */
	addSite(host: string): number {
		const site = this.#memory.kernel.call.siteOf(this.address, ...this.#put(encoder.encode(host)));
		this.takeNames();
		return site;
	}

	/** Makes a name known that rules of an earlier run erase, as it stands in a URL. */
	addName(kind: NamedKind, text: string): void {
		const number = NAMED_KINDS.indexOf(kind) + NameKind.PARAM;
		this.required.add(this.#memory.kernel.call.featureOf(this.address, number, ...this.#put(encoder.encode(text))));
		this.takeNames();
	}

	/** The first word of the hash of a name. */
	hashOf(feature: number): number {
		return this.#memory.word(this.#names.hashes + Hash.SIZE * (feature - Feature.NAMED)) >>> 0;
	}

	/** Copies octets into the memory. Returns their start and end. */
	#put(octets: Uint8Array): [number, number] {
		this.#key = this.#memory.resized(this.#key, octets.length);
		this.prepare(octets.length);
		this.#memory.kernel.octets.set(octets, this.#key.start);
		return [this.#key.start, this.#key.start + octets.length];
	}

	#hashEmpties(): void {
		const to = this.#memory.take(Hash.SIZE * EMPTY_DIGESTS.length).start;
		for (const [number, text] of EMPTY_DIGESTS.entries()) {
			const [start, end] = this.#put(encoder.encode(text));
			this.#memory.kernel.call.hashFolded(this.address, start, end, to + Hash.SIZE * number);
		}
		this.#set(Reader.EMPTIES, to);
		this.#set(Reader.EMPTY_COUNT, EMPTY_DIGESTS.length);
	}

	#parts(): Map<number, [number, number]> {
		const parts = new Map<number, [number, number]>();
		const first = this.#memory.word(this.address + Reader.PARTS);
		for (let count = this.#memory.word(this.address + Reader.COUNT), part = first; count > 0; --count, part += Part.SIZE) {
			const feature = this.#memory.word(part);
			if (!parts.has(feature)) parts.set(feature, this.#hashAt(part + Part.HASH));
		}
		return parts;
	}

	#hashAt(address: number): [lo: number, hi: number] {
		return [this.#memory.word(address) >>> 0, this.#memory.word(address + 4) >>> 0];
	}

	#set(word: Reader, value: number): void {
		this.#memory.setWord(this.address + word, value);
	}
}
