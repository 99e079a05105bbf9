/**
 * Reads a file of URLs and hosts, a line each. Blank lines and lines that begin with "#" are comments. A line with "://" is a URL.
 *
 * ```
 *   chunk ──▶ lines ──▶ host in normal form ──▶ hashed as it is       most lines of long lists
 *                  └──▶ other host ──▶ place-names.ts        URL ──▶ LineFeed ──▶ fingerprints of keys
 * ```
 */
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
import { MAX_NAME, placeNameOf } from "./place-names";
import { PlaceSet } from "./place-set";

const CHUNK_SIZE = 65536;
/** Octets of a line with a host, at the least. */
const LEAST_LINE = 4;

/** Reads files into a set whose fingerprints have this key. Throws Failure. */
export async function readPlaces(files: readonly string[], rules: Rules, key: Uint8Array): Promise<PlaceSet> {
	const inputs = files.map((file) => new Input(file));
	try {
		const expected = inputs.reduce((sum, input) => sum + (input.isPlainFile ? countLines(input) : 0), 0);
		const places = new PlaceSet(rules, key, expected);
		for (const input of inputs) await new PlaceFile(input, rules, places).read();
		return places;
	} finally {
		for (const input of inputs) input.close();
	}
}

/** The number of lines of a plain file. */
function countLines(input: Input): number {
	const chunk = new Uint8Array(CHUNK_SIZE);
	let lines = 1;
	for (let position = 0; ; ) {
		const length = input.readAt(chunk, position);
		if (length === 0) return Math.min(lines, input.size / LEAST_LINE);
		for (let at = chunk.indexOf(Octet.LF); at >= 0 && at < length; at = chunk.indexOf(Octet.LF, at + 1)) ++lines;
		position += length;
	}
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
	/** The unfinished line. */
	#rest = new Uint8Array(0);

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
		const chunk = new Uint8Array(CHUNK_SIZE);
		await this.#input.begin();
		while (true) {
			const filled = this.#input.read(chunk);
			const length = typeof filled === "number" ? filled : await filled;
			if (length === 0) break;
			this.#take(chunk.subarray(0, length));
		}
		if (this.#rest.length > 0) this.#takeLine(this.#rest, 0, this.#rest.length);
		this.#places.hosts.flush();
		this.#urls.end();
	}

	#take(chunk: Uint8Array): void {
		const octets = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
		let start = 0;
		for (let end = octets.indexOf(Octet.LF); end >= 0; end = octets.indexOf(Octet.LF, start)) {
			this.#takeLine(octets, start, end);
			start = end + 1;
		}
		this.#rest = octets.slice(start);
	}

	#takeLine(octets: Uint8Array, start: number, end: number): void {
		++this.#lines;
		if (isPlainHost(octets, start, end)) this.#places.hosts.add(octets, start, end);
		else this.#takeText(withoutLineEnd(octets.subarray(start, end)));
	}

	#takeText(octets: Uint8Array): void {
		const text = decoder.decode(octets).trim();
		if (text === "" || text.startsWith("#")) return;
		if (text.includes("://")) {
			this.#numbers.push(this.#lines);
			this.#urls.push(Buffer.from(`${text}\n`));
			return;
		}
		const place = placeNameOf(text, this.#rules);
		if (typeof place === "string") throw this.#failure(this.#lines, place);
		this.#places.hosts.addName(place.name, place.cover);
	}

	#failure(line: number, sentence: string): Failure {
		return new Failure(EXIT.USAGE, `cannot use ${this.#input.name}: line ${line}: ${sentence}`);
	}
}

/**
 * Whether a line is a host that all rules leave as it is, and that has no port: lower-case letters, digits, hyphens and single dots, which
 * begins with no `www.` and ends with a letter.
 */
function isPlainHost(octets: Uint8Array, start: number, end: number): boolean {
	if (end - start > MAX_NAME || !isLetter(octets[end - 1] as number)) return false;
	if (octets[start] === Octet.DOT || isWww(octets, start, end)) return false;
	for (let at = start; at < end; ++at) {
		const octet = octets[at] as number;
		if (isLetter(octet) || octet === Octet.HYPHEN || (octet >= Octet.DIGIT_0 && octet <= Octet.DIGIT_9)) continue;
		if (octet !== Octet.DOT || octets[at + 1] === Octet.DOT) return false;
	}
	return true;
}

function isLetter(octet: number): boolean {
	return octet >= LETTER_A && octet <= LETTER_Z;
}

const LETTER_A = 0x61;
const LETTER_Z = 0x7a;
const LETTER_W = 0x77;

function isWww(octets: Uint8Array, start: number, end: number): boolean {
	return (
		end - start > 4 &&
		octets[start] === LETTER_W &&
		octets[start + 1] === LETTER_W &&
		octets[start + 2] === LETTER_W &&
		octets[start + 3] === Octet.DOT
	);
}
