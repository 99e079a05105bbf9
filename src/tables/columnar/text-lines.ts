/** Texts as lines, and lines as texts. */
import { isSpace } from "../../../assembly/tables/white-space";
import type { ValueBatch } from "./value-rows";

/** Texts as a batch of values. `joins`: those that join their keys. */
export function batchOf(texts: readonly (string | null)[], joins: NonNullable<ValueBatch["joins"]> = []): ValueBatch {
	const lacks = new Uint8Array(texts.length);
	const values: string[] = [];
	for (const [row, text] of texts.entries()) {
		if (text === null || isBlankText(text)) lacks[row] = 1;
		else values.push(asLine(text));
	}
	const lines = values.length === 0 ? new Uint8Array(0) : Buffer.from(`${values.join("\n")}\n`);
	return { rows: texts.length, lines: () => [lines], size: lines.length, lacks, joins };
}

/**
 * A value as a line, without its LF. White space stands for an LF in it, which normalization removes (RFC 3986, Appendix C). The end of
 * a line takes one CR, so that a CR that ends the value needs another one.
 */
export function asLine(text: string): string {
	const line = text.includes("\n") ? text.replaceAll("\n", "\t") : text;
	return line.endsWith("\r") ? `${line}\r` : line;
}

export function isBlankText(text: string): boolean {
	let at = 0;
	while (at < text.length && isSpace(text.charCodeAt(at))) ++at;
	return at === text.length;
}

/** Lines as texts, one after the other. */
export class TextLines {
	readonly #text: string;
	#start = 0;

	constructor({ buffer, byteOffset, length }: Uint8Array) {
		this.#text = Buffer.from(buffer, byteOffset, length).toString();
	}

	/** The next line. Requires: there is one. */
	next(): string {
		const start = this.#start;
		const end = this.#text.indexOf("\n", start);
		this.#start = end + 1;
		return this.#text.slice(start, end);
	}
}
