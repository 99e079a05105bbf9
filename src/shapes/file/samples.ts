/**
 * Files of samples: the keys of which shapes are learned, so that those of several lists can be learned together.
 *
 * ```
 *   {"format":"urlsieve-samples@1",…}
 *   {"site":"http://h.example","sample":8192}       keys of a stratum that were kept, if the site was sampled
 *   http://h.example/a
 *   …
 * ```
 */
import { Octet } from "../../../assembly/octets/char";
import { EXIT, Failure } from "../../failure";
import type { OctetWriter } from "../../files/output/octet-writer";
import type { SamplesHead } from "../../learned/schema";
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
		this.#output.writeLater(octets.subarray(starts[key], ends[key]));
		this.#output.writeLater(LF);
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
	readonly #octets = new Uint8Array(4 * MAX_LINE);
	#filled = 0;
	#hasHead = false;
	/** The identity of the keys of all files. */
	keys: string | undefined;
	lines = 0;

	/** `sampled`: gets the `k` of sampled sites. */
	constructor(log: KeyLog, sampled: Map<string, number>) {
		this.#log = log;
		this.#sampled = sampled;
	}

	space(): Uint8Array {
		return this.#octets.subarray(this.#filled);
	}

	/** Throws Failure for what is no file of samples. */
	advance(count: number): void {
		this.#filled += count;
		let start = 0;
		for (let end = 0; ; start = end + 1) {
			end = this.#octets.indexOf(Octet.LF, start);
			if (end < 0 || end >= this.#filled) break;
			this.#take(start, end);
		}
		if (this.#filled - start > MAX_LINE) throw notSamples(`line ${this.lines + 1} has more than ${MAX_LINE} octets`);
		this.#octets.copyWithin(0, start, this.#filled);
		this.#filled -= start;
		this.#log.settle();
	}

	/** Ends a file. Throws Failure. */
	end(): void {
		if (this.#filled > 0) throw notSamples("its last line has no end");
		if (!this.#hasHead) throw notSamples("it is empty");
		this.#hasHead = false;
	}

	#take(start: number, end: number): void {
		++this.lines;
		if (!this.#hasHead) this.#takeHead(decoder.decode(this.#octets.subarray(start, end)));
		else if (this.#octets[start] === Octet.OPEN_BRACE) this.#takeSite(decoder.decode(this.#octets.subarray(start, end)));
		else this.#log.add(this.#octets, start, end);
	}

	#takeHead(line: string): void {
		const head = parsed(line) as Partial<SamplesHead> | undefined;
		const { keys } = head ?? {};
		if (head?.format !== SAMPLES_FORMAT || typeof keys !== "string")
			throw notSamples(`its first line is not the head of ${SAMPLES_FORMAT}`);
		if (line !== JSON.stringify({ format: SAMPLES_FORMAT, ...identityOf(keys) }))
			throw new Failure(
				EXIT.USAGE,
				`a file of samples is of another version, ${line.slice(0, SHOWN)}; make it again by --samples`,
			);
		if (this.keys !== undefined && this.keys !== keys)
			throw new Failure(EXIT.USAGE, `samples of keys by ${this.keys} and by ${keys} cannot be merged`);
		this.keys = keys;
		this.#hasHead = true;
	}

	#takeSite(line: string): void {
		const { site, sample } = (parsed(line) ?? {}) as { readonly site?: unknown; readonly sample?: unknown };
		const isPower = typeof sample === "number" && sample >= 1 && sample <= SAMPLE_SIZE && Number.isInteger(Math.log2(sample));
		if (typeof site !== "string" || !isPower) throw notSamples(`line ${this.lines} is neither a key nor a site with its sample`);
		this.#sampled.set(site, Math.min(sample, this.#sampled.get(site) ?? sample));
	}
}

/** The format and version of such files. */
export const SAMPLES_FORMAT = "urlsieve-samples@1";

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

function notSamples(reason: string): Failure {
	return new Failure(EXIT.USAGE, `--merge takes files that --samples has written, and one is something else: ${reason}`);
}
