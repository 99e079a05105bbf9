/**
 * The keys of a block with their hashes and the tokens of their shapes, each key of a site once.
 *
 * ```
 *   key      http://h.example/users/122?b=1&a=2
 *   shape    http://h.example/users/{int}?a=&b=
 *   tokens                    users {int}              numbers of texts, as is the query
 * ```
 *
 * The hash is the first 64 bits of the fingerprint under a key of zeros: SipHash-1-3 with 128 bits. It never changes.
 */
import { LineRecord } from "../../../assembly/layout/addresses";
import { Octet } from "../../../assembly/octets/char";
import { FINGERPRINT_SIZE } from "../../../assembly/seen/fingerprint";
import type { Engine } from "../../engine/kernel";
import { createKernel } from "../../engine/select";
import { LINES_CAPACITY, MAX_RECORDS, Workspace } from "../../engine/workspace";
import { writeParts } from "../../lines/parts";
import { KEY_SIZE } from "../../rules/key-option";
import { encoder } from "../../utf8";
import type { KeyBlock } from "./key-block";
import { grown, Texts } from "./texts";
import { TokenTraits } from "./token-traits";

/** The hash of the sample, as files name it. */
export const HASH_IDENTITY = "siphash-1-3-128/0";

const QUERY_OR_FRAGMENT = /[?#]/;
const FIRST_TOKENS = 65536;

export class ShapedKeys {
	readonly texts = new Texts();
	readonly traits = new TokenTraits(this.texts);
	block: KeyBlock;
	/** By row: its key, its hash, its first token, and its query. */
	keys = new Int32Array(0);
	high = new Uint32Array(0);
	low = new Uint32Array(0);
	tokenStarts = new Int32Array(0);
	queries = new Int32Array(0);
	/** The number of the query of keys without one. */
	noQuery = 0;
	tokens = new Int32Array(FIRST_TOKENS);
	/** Number of rows, and that of each site: rows are in the order of sites. */
	count = 0;
	rowCounts = new Int32Array(0);
	#tokenCount = 0;
	/** Rows plus one, by their hashes. */
	#slots = new Int32Array(0);
	readonly #workspace: Workspace;

	constructor(engine: Engine, block: KeyBlock) {
		this.block = block;
		this.#workspace = new Workspace(() => createKernel(engine), LINES_CAPACITY);
		this.#workspace.setKey(new Uint8Array(KEY_SIZE));
	}

	/** Reads the keys of all sites of the block that have several, each once. */
	read(): void {
		const { order, sites } = this.block;
		this.texts.clear();
		this.traits.clear();
		this.noQuery = this.texts.add(this.block.octets, 0, 0);
		this.count = 0;
		this.#tokenCount = 0;
		if (this.keys.length < order.length) this.#makeRoom(order.length);
		this.#slots.fill(0);
		this.rowCounts = new Int32Array(sites);
		for (let at = 0; at < order.length; ) at = this.#readBatch(at);
	}

	#makeRoom(most: number): void {
		let size = 1024;
		while (size < most) size *= 2;
		this.keys = new Int32Array(size);
		this.high = new Uint32Array(size);
		this.low = new Uint32Array(size);
		this.tokenStarts = new Int32Array(size + 1);
		this.queries = new Int32Array(size);
		this.#slots = new Int32Array(2 * size);
	}

	/** Reads as many keys as fit in a batch, from one place of the order on. Returns the next place. */
	#readBatch(from: number): number {
		const { order, octets, starts, ends } = this.block;
		const { kernel, output, records } = this.#workspace;
		const { octets: memory, words } = kernel;
		const to = Math.min(order.length, from + MAX_RECORDS);
		let end = output;
		let at = from;
		for (; at < to; ++at) {
			const key = order[at] as number;
			const stop = ends[key] as number;
			if (end - output + stop - (starts[key] as number) >= LINES_CAPACITY) break;
			for (let next = starts[key] as number; next < stop; ++next) memory[end++] = octets[next] as number;
			memory[end++] = Octet.LF;
			const record = (records + (at - from) * LineRecord.SIZE) >> 2;
			words[record + (LineRecord.INPUT_END >> 2)] = end;
			words[record + (LineRecord.OUTPUT_END >> 2)] = end;
		}
		this.#addRows(from, at);
		return at;
	}

	#addRows(from: number, to: number): void {
		const workspace = this.#workspace;
		const { key, records, output, fingerprints } = workspace;
		const shapes = writeParts({ workspace, records: to - from }, ["shape"]);
		workspace.kernel.call.fingerprintLines(key, records, to - from, output, fingerprints);
		const { words } = workspace.kernel;
		let start = 0;
		for (let at = from; at < to; ++at) {
			const end = shapes.indexOf(Octet.LF, start);
			const hash = (fingerprints + (at - from) * FINGERPRINT_SIZE) >> 2;
			this.#addRow(this.block.order[at] as number, words[hash + 1] as number, words[hash] as number, shapes, start, end);
			start = end + 1;
		}
	}

	#addRow(key: number, high: number, low: number, shapes: Uint8Array, start: number, end: number): void {
		if (!this.#isNew(key, high >>> 0, low >>> 0)) return;
		const { starts, pathStarts } = this.block;
		const row = this.count++;
		++(this.rowCounts[this.block.siteOf[key] as number] as number);
		this.keys[row] = key;
		this.high[row] = high;
		this.low[row] = low;
		this.tokenStarts[row] = this.#tokenCount;
		const pathStart = start + (pathStarts[key] as number) - (starts[key] as number);
		const query = this.#addTokens(shapes, pathStart, end);
		this.queries[row] = this.texts.add(shapes, query, end);
		this.tokenStarts[row + 1] = this.#tokenCount;
	}

	/** Adds the tokens of the path from `start` on. Returns its end. */
	#addTokens(shapes: Uint8Array, start: number, end: number): number {
		let from = start + 1;
		let at = from;
		if (start === end || shapes[start] !== Octet.SLASH) return start;
		for (; at < end && shapes[at] !== Octet.QUESTION_MARK; ++at) {
			if (shapes[at] !== Octet.SLASH) continue;
			this.#addToken(shapes, from, at);
			from = at + 1;
		}
		this.#addToken(shapes, from, at);
		return at;
	}

	#addToken(shapes: Uint8Array, start: number, end: number): void {
		if (this.#tokenCount === this.tokens.length) this.tokens = grown(this.tokens, 2 * this.#tokenCount);
		this.tokens[this.#tokenCount++] = this.texts.add(shapes, start, end);
	}

	/** The hash of a row as a number from 0 to 1. */
	shareOf(row: number): number {
		return ((this.high[row] as number) + (this.low[row] as number) / 2 ** 32) / 2 ** 32;
	}

	/** The key of a row. */
	keyOf(row: number): string {
		const { block } = this;
		const key = this.keys[row] as number;
		return block.textAt(block.starts[key] as number, block.ends[key] as number);
	}

	/** The shape of a row, without its site. */
	shapeOf(row: number): string {
		let shape = "";
		for (let depth = 0; depth < this.lengthOf(row); ++depth) shape += `/${this.tokenOf(row, depth)}`;
		return shape + this.texts.textOf(this.queries[row] as number);
	}

	/** The path of the key of a row, without its query and fragment. */
	pathOf(row: number): string {
		return this.#afterSite(row).split(QUERY_OR_FRAGMENT, 1)[0] as string;
	}

	/** The query of the key of a row, "" without one. */
	queryOf(row: number): string {
		const [text = ""] = this.#afterSite(row).split("#", 1);
		const start = text.indexOf("?");
		return start < 0 ? "" : text.slice(start + 1);
	}

	#afterSite(row: number): string {
		const { block } = this;
		const key = this.keys[row] as number;
		return block.textAt(block.pathStarts[key] as number, block.ends[key] as number);
	}

	hasToken(row: number, token: number): boolean {
		const { tokens, tokenStarts } = this;
		for (let at = tokenStarts[row] as number; at < (tokenStarts[row + 1] as number); ++at) if (tokens[at] === token) return true;
		return false;
	}

	/** A token of a row, by its place. */
	tokenOf(row: number, depth: number): string {
		return this.texts.textOf(this.tokens[(this.tokenStarts[row] as number) + depth] as number);
	}

	/** Number of tokens of a row. */
	lengthOf(row: number): number {
		return (this.tokenStarts[row + 1] as number) - (this.tokenStarts[row] as number);
	}

	/** Compares rows by their hashes, and equal ones by the octets of their keys. */
	compare(a: number, b: number): number {
		const high = (this.high[a] as number) - (this.high[b] as number);
		if (high !== 0) return high;
		return (this.low[a] as number) - (this.low[b] as number) || Buffer.compare(this.#octetsOf(a), this.#octetsOf(b));
	}

	/** The first 53 bits of the hash of a text that is no key. */
	hashText(text: string): number {
		const { kernel, key, input, inputOctets, fingerprints } = this.#workspace;
		const { written } = encoder.encodeInto(text, inputOctets);
		kernel.call.fingerprint(key, input, input + written, fingerprints);
		const at = fingerprints >> 2;
		return ((kernel.words[at + 1] as number) >>> 0) * 2 ** 21 + ((kernel.words[at] as number) >>> 11);
	}

	#octetsOf(row: number): Uint8Array {
		const { octets, starts, ends } = this.block;
		const key = this.keys[row] as number;
		return octets.subarray(starts[key], ends[key]);
	}

	/** Whether no row has this key. The next row gets its slot. */
	#isNew(key: number, high: number, low: number): boolean {
		const slots = this.#slots;
		const mask = slots.length - 1;
		let slot = Math.imul(low ^ high, 0x9e3779b1) >>> 0;
		for (slot = (slot ^ (slot >>> 15)) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
			const row = (slots[slot] as number) - 1;
			if (this.high[row] === high && this.low[row] === low && this.#areEqual(this.keys[row] as number, key)) return false;
		}
		slots[slot] = this.count + 1;
		return true;
	}

	#areEqual(a: number, b: number): boolean {
		const { octets, starts, ends } = this.block;
		const shift = (starts[b] as number) - (starts[a] as number);
		if ((ends[b] as number) - (ends[a] as number) !== shift) return false;
		for (let at = starts[a] as number; at < (ends[a] as number); ++at) if (octets[at] !== octets[at + shift]) return false;
		return true;
	}
}
