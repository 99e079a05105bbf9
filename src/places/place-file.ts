/**
 * Reads a file of URLs and hosts, a line each. Blank lines and lines that begin with "#" are comments. A line with "://" is a URL.
 *
 * ```
 *   chunk ──▶ host-names.ts: plain hosts                              most lines of long lists
 *                  └──▶ other host ──▶ place-names.ts        URL ──▶ LineFeed ──▶ fingerprints of keys
 * ```
 */
import { isUtf8 } from "node:buffer";
import { Limit } from "../../assembly/layout/addresses";
import { Octet } from "../../assembly/octets/char";
import type { LineWorkspace } from "../engine/workspace";
import { EXIT, Failure } from "../failure";
import { Input } from "../files/input/input";
import { rejectsOf } from "../lines/batch";
import { fingerprintBatch } from "../lines/fingerprints";
import { withoutLineEnd } from "../lines/line-end";
import { LineFeed } from "../lines/lines";
import type { Rules } from "../rules/rules";
import { decoder } from "../utf8";
import { placeNameOf } from "./place-names";
import { PlaceSet } from "./place-set";
import { urlFaultOf } from "./place-url";

const CHUNK_SIZE = 65536;
/** The lines of a file may be shorter than those at its start. */
const MARGIN = 1.02;

/** Reads files into a set whose fingerprints have this key. Throws Failure. */
export async function readPlaces(files: readonly string[], rules: Rules, key: Uint8Array): Promise<PlaceSet> {
	const inputs = files.map((file) => new Input(file));
	try {
		const expected = inputs.reduce((sum, input) => sum + (input.isPlainFile ? linesIn(input) : 0), 0);
		const places = new PlaceSet(rules, key, expected);
		for (const input of inputs) await new PlaceFile(input, rules, places).read();
		return places;
	} finally {
		for (const input of inputs) input.close();
	}
}

/** The number of lines of a plain file, roughly: by those at its start. */
function linesIn(input: Input): number {
	const chunk = new Uint8Array(CHUNK_SIZE);
	const length = input.readAt(chunk, 0);
	let lines = 1;
	for (let at = 0; at < length; ++at) if (chunk[at] === Octet.LF) ++lines;
	return length === 0 ? 0 : Math.ceil((MARGIN * lines * input.size) / length);
}

class PlaceFile {
	readonly #input: Input;
	readonly #rules: Rules;
	readonly #places: PlaceSet;
	readonly #workspace: LineWorkspace;
	readonly #urls: LineFeed;
	/** Number of lines so far, and those of the URLs that have not been hashed. */
	#lines = 0;
	#numbers: number[] = [];

	constructor(input: Input, rules: Rules, places: PlaceSet) {
		this.#input = input;
		this.#rules = rules;
		this.#places = places;
		this.#workspace = rules.createWorkspace();
		this.#urls = new LineFeed(this.#workspace, rules.lines("key"), (batch) => {
			const [reject] = rejectsOf(batch);
			if (reject !== undefined) throw this.#failure(this.#numbers[reject.line - 1] as number, `not a URL (${reject.code})`);
			this.#places.urls.addAll(fingerprintBatch(batch, this.#places.key));
		});
	}

	/** Throws Failure. */
	async read(): Promise<void> {
		let chunk = new Uint8Array(CHUNK_SIZE);
		/** Octets of the unfinished line at the start of the chunk. */
		let rest = 0;
		await this.#input.begin();
		while (true) {
			const filled = this.#input.read(chunk.subarray(rest));
			const length = typeof filled === "number" ? filled : await filled;
			if (length === 0) break;
			const end = rest + length;
			// A pipe brings a long line in many pieces, none of which is searched twice.
			const done = chunk.subarray(rest, end).includes(Octet.LF) ? this.#takeLines(chunk.subarray(0, end)) : 0;
			chunk.copyWithin(0, done, end);
			rest = end - done;
			if (rest === chunk.length) chunk = this.#extended(chunk);
		}
		if (rest > 0) this.#takeLine(chunk.subarray(0, rest));
		this.#urls.end();
	}

	/** Takes whole lines. Returns the start of the unfinished one. */
	#takeLines(octets: Uint8Array): number {
		const { hosts } = this.#places;
		hosts.hold(octets);
		let start = 0;
		while (true) {
			const { lines, next } = hosts.addLines(start, octets.length);
			this.#lines += lines;
			const end = octets.indexOf(Octet.LF, next);
			if (end < 0) return next;
			this.#takeLine(octets.subarray(next, end));
			start = end + 1;
		}
	}

	/** A chunk with room for more of the line that fills this one. Throws Failure for a line that is too long. */
	#extended(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
		if (chunk.length > Limit.REFERENCE) throw this.#failure(this.#lines + 1, "too long for a URL or a host");
		const longer = new Uint8Array(2 * chunk.length);
		longer.set(chunk);
		return longer;
	}

	#takeLine(octets: Uint8Array): void {
		++this.#lines;
		this.#takeText(withoutLineEnd(octets));
	}

	#takeText(octets: Uint8Array): void {
		const text = decoder.decode(octets).trim();
		if (text === "" || text.startsWith("#")) return;
		if (text.includes("://")) {
			const fault = urlFaultOf(text);
			if (fault !== undefined) throw this.#failure(this.#lines, fault);
			this.#numbers.push(this.#lines);
			this.#urls.push(isUtf8(octets) ? Buffer.from(`${text}\n`) : trimmed(octets));
			return;
		}
		const place = placeNameOf(text, this.#rules);
		if (typeof place === "string") throw this.#failure(this.#lines, place);
		this.#places.hosts.add(place.name, place.cover);
	}

	#failure(line: number, sentence: string): Failure {
		return new Failure(EXIT.USAGE, `cannot use ${this.#input.name}: line ${line}: ${sentence}`);
	}
}

/** A line without white space at its ends, with a line end. Keeps octets that are not UTF-8. */
function trimmed(octets: Uint8Array): Uint8Array {
	const text = Buffer.from(octets).toString("latin1");
	return Buffer.from(`${text.replace(/^[\t ]+|[\t ]+$/g, "")}\n`, "latin1");
}
