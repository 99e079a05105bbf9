/** The output of `count`: a line for each part, or a table with the columns `count` and that of the part. */
import { Octet } from "../../assembly/octets/char";
import type { OctetWriter } from "../files/output/octet-writer";
import type { PartName } from "../lines/parts";
import { decimal, decoder, encoder } from "../utf8";
import type { Tally } from "./tally";

export type CountFormat = "lines" | "csv" | "tsv" | "jsonl";

/** The header of a format, and how it writes a row: by default, the count, a TAB and the text. */
interface Writing {
	readonly head?: (part: PartName) => string;
	readonly row?: (count: number, text: string, part: PartName) => string;
}

/** No part has a TAB, a CR or an LF. */
const WRITINGS: { readonly [format in CountFormat]: Writing } = {
	lines: {},
	csv: { head: (part) => `count,${part}\n`, row: (count, text) => `${count},${asField(text)}\n` },
	tsv: { head: (part) => `count\t${part}\n` },
	jsonl: { row: (count, text, part) => `${JSON.stringify({ count, [part]: text })}\n` },
};

export const COUNT_FORMATS = Object.keys(WRITINGS) as readonly CountFormat[];

/** Writes the `most` highest counts. Throws Failure. */
export function writeCounts(output: OctetWriter, counts: Tally, most: number, part: PartName, format: CountFormat): void {
	const { head, row } = WRITINGS[format];
	if (head !== undefined) output.writeLater(encoder.encode(head(part)));
	const rows = new RowBuffer(output);
	counts.eachRanked(most, (count, octets, start, end) => {
		if (row === undefined) rows.add(count, octets, start, end);
		else output.writeLater(encoder.encode(row(count, decoder.decode(octets.subarray(start, end)), part)));
	});
	rows.flush();
}

/** Octets of rows that are gathered. */
const GATHERED = 65536;
/** More than a count, a TAB and a line end take. */
const REST = 32;

/** Gathers rows: one call for each of their pieces takes longer than to copy them. */
class RowBuffer {
	readonly #output: OctetWriter;
	readonly #octets = new Uint8Array(GATHERED);
	#length = 0;

	constructor(output: OctetWriter) {
		this.#output = output;
	}

	/** Adds a count, a TAB, and the octets [start, end). Throws Failure. */
	add(count: number, octets: Uint8Array, start: number, end: number): void {
		if (this.#length + end - start + REST > GATHERED) this.flush();
		const gathered = this.#octets;
		let to = this.#length;
		const digits = decimal(count);
		for (let at = 0; at < digits.length; ++at) gathered[to++] = digits[at] as number;
		gathered[to++] = Octet.TAB;
		if (end - start + REST > GATHERED) {
			this.#length = to;
			this.flush();
			this.#output.writeLater(octets.subarray(start, end));
			to = 0;
		} else {
			for (let at = start; at < end; ++at) gathered[to++] = octets[at] as number;
		}
		gathered[to++] = Octet.LF;
		this.#length = to;
	}

	/** Throws Failure. */
	flush(): void {
		if (this.#length > 0) this.#output.writeLater(this.#octets.subarray(0, this.#length));
		this.#length = 0;
	}
}

function asField(text: string): string {
	return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
