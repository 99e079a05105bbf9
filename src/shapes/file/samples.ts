/**
 * Files of samples: the keys of which shapes are learned, so that those of several lists can be learned together.
 *
 * ```
 *   {"format":"urlsieve-samples@1",…}
 *   {"site":"http://h.example","sample":8192}       keys of a stratum that were kept, if the site was sampled
 *   http://h.example/a
 *   …
 *   {"keys":16384}                                  number of keys: nothing comes after it
 * ```
 */
import { Octet } from "../../../assembly/octets/char";
import { counted } from "../../counted";
import { EXIT, Failure } from "../../failure";
import type { OctetWriter } from "../../files/output/octet-writer";
import { SAMPLES_FORMAT, type SamplesHead } from "../../learned/schema";
import type { LineSink } from "../../lines/lines";
import { decoder, encoder } from "../../utf8";
import type { KeyBlock } from "../keys/key-block";
import type { KeyLog } from "../keys/key-log";
import { SAMPLE_SIZE, type Sample } from "../keys/sample";
import type { ShapedKeys } from "../keys/shaped-keys";
import { identityOf } from "./identity";

const LF = Uint8Array.of(Octet.LF);

/** Writes a file of samples. */
export class SamplesWriter {
	readonly #output: Pick<OctetWriter, "writeLater">;
	#keys = 0;

	/** Throws Failure. */
	constructor(output: Pick<OctetWriter, "writeLater">, head: SamplesHead) {
		this.#output = output;
		this.#writeLine(head);
	}

	/** Adds the sample of a site. Throws Failure. */
	add(site: string, { k, rows, weights }: Sample, { block, keys }: ShapedKeys): void {
		if (weights !== undefined) this.#writeLine({ site, sample: k });
		for (const row of rows) this.addKey(block, keys[row] as number);
	}

	/** Throws Failure. */
	addKey({ octets, starts, ends }: KeyBlock, key: number): void {
		++this.#keys;
		this.#output.writeLater(octets.subarray(starts[key], ends[key]));
		this.#output.writeLater(LF);
	}

	/** Throws Failure. */
	end(): void {
		this.#writeLine({ keys: this.#keys });
	}

	#writeLine(members: object): void {
		this.#output.writeLater(encoder.encode(`${JSON.stringify(members)}\n`));
	}
}

/** Octets of the longest line: that of a site of the longest key. */
const MAX_LINE = 65536;
/** Characters of a line that messages show. */
const SHOWN = 200;

/** Feeds files of samples to the log of keys. */
export class SamplesFeed implements LineSink {
	readonly #log: KeyLog;
	readonly #sampled: Map<string, number>;
	readonly #names: readonly string[];
	readonly #octets = new Uint8Array(4 * MAX_LINE);
	#filled = 0;
	#hasHead = false;
	#hasEnd = false;
	/** Number of whole files, and of lines and keys of the current one. */
	#files = 0;
	#line = 0;
	#keys = 0;
	/** The identity of the keys of all files. */
	keys: string | undefined;
	lines = 0;

	/** `sampled`: gets the `k` of sampled sites. `names`: of the files, for messages. */
	constructor(log: KeyLog, sampled: Map<string, number>, names: readonly string[]) {
		this.#log = log;
		this.#sampled = sampled;
		this.#names = names;
	}

	space(): Uint8Array {
		return this.#octets.subarray(this.#filled);
	}

	/** Throws Failure if the file is not a file of samples. */
	advance(count: number): void {
		this.#filled += count;
		let start = 0;
		for (let end = 0; ; start = end + 1) {
			end = this.#octets.indexOf(Octet.LF, start);
			if (end < 0 || end >= this.#filled) break;
			this.#take(start, end);
		}
		if (this.#filled - start > MAX_LINE) throw this.#notSamples(`line ${this.#line + 1} has more than ${MAX_LINE} octets`);
		this.#octets.copyWithin(0, start, this.#filled);
		this.#filled -= start;
		this.#log.settle();
	}

	/** Ends a file. Throws Failure. */
	end(): void {
		if (this.#line + this.#filled === 0) throw this.#notSamples("it is empty");
		if (!this.#hasEnd) throw this.#failure(`is torn: its last line is not {"keys":N}; make it again by --samples`);
		++this.#files;
		[this.#hasHead, this.#hasEnd, this.#line, this.#keys] = [false, false, 0, 0];
	}

	#take(start: number, end: number): void {
		++this.lines;
		++this.#line;
		if (this.#hasEnd) throw this.#notSamples(`line ${this.#line} comes after its last line`);
		if (this.#hasHead) this.#takeMember(start, end);
		else this.#takeHead(this.#text(start, end));
	}

	#takeMember(start: number, end: number): void {
		const members = this.#octets[start] === Octet.OPEN_BRACE ? parsed(this.#text(start, end)) : undefined;
		// A key may begin with a brace, but is never JSON: it has a path.
		if (members === undefined) this.#takeKey(start, end);
		else if ("keys" in members) this.#takeEnd(members);
		else this.#takeSite(members);
	}

	#takeHead(line: string): void {
		if (line === "{") throw this.#notSamples("it looks like a file of shapes, which cannot be merged");
		const { format, keys } = parsed(line) ?? {};
		if (format !== SAMPLES_FORMAT || typeof keys !== "string")
			throw this.#notSamples(`its first line is not the head of ${SAMPLES_FORMAT}`);
		if (line !== JSON.stringify({ format: SAMPLES_FORMAT, ...identityOf(keys) }))
			throw this.#failure(`is of another version, ${line.slice(0, SHOWN)}; make it again by --samples`);
		if (this.keys !== undefined && this.keys !== keys)
			throw new Failure(EXIT.USAGE, `samples of keys by ${this.keys} and by ${keys} cannot be merged`);
		this.keys = keys;
		this.#hasHead = true;
	}

	#takeKey(start: number, end: number): void {
		const { keys } = this.#log.counts;
		this.#log.add(this.#octets, start, end);
		if (this.#log.counts.keys === keys) throw this.#notSamples(`line ${this.#line} is not a key with a host`);
		++this.#keys;
	}

	#takeSite({ site, sample }: Members): void {
		const isPower = typeof sample === "number" && sample >= 1 && sample <= SAMPLE_SIZE && Number.isInteger(Math.log2(sample));
		if (typeof site !== "string" || !isPower)
			throw this.#notSamples(`line ${this.#line} is neither a key nor a site with its sample`);
		this.#sampled.set(site, Math.min(sample, this.#sampled.get(site) ?? sample));
	}

	#takeEnd({ keys }: Members): void {
		if (keys !== this.#keys)
			throw this.#failure(`has ${counted(this.#keys, "key")}, and its last line says ${keys}; make it again by --samples`);
		this.#hasEnd = true;
	}

	#text(start: number, end: number): string {
		return decoder.decode(this.#octets.subarray(start, end));
	}

	#notSamples(reason: string): Failure {
		return this.#failure(`is not a file that --samples has written: ${reason}`);
	}

	/** A failure of the current file. */
	#failure(clause: string): Failure {
		return new Failure(EXIT.USAGE, `${this.#names[this.#files]} ${clause}`);
	}
}

type Members = { readonly [name: string]: unknown };

/** The members of a JSON object; undefined if the line is none. */
function parsed(line: string): Members | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === "object" && value !== null ? (value as Members) : undefined;
	} catch {
		return undefined;
	}
}
