/** Tells the operands of a command apart: files to read, or references given as they are. */
import { existsSync } from "node:fs";
import { type LineSink, pushInto } from "../../lines/lines";
import { usageFailure } from "../arguments";

/** A scheme (RFC 3986 §3.1) and the start of an authority (§3.2). "mailto:a" and "c:file" may be names of files. */
const REFERENCE_START = /^[a-z][a-z0-9+.-]*:\/\//i;

export const URI_HELP = `  --uri URI          take this reference, before those of the files; may be repeated. A URI of the form SCHEME://… needs no
                     --uri, unless a file has that name, but cannot stand beside files
`;

/** What a command reads, in this order. */
export interface Operands {
	readonly references: readonly string[];
	/** Paths. Undefined stands for standard input, which is read when nothing else is given. */
	readonly files: readonly (string | undefined)[];
}

/**
 * The operands given by `positionals` and by --uri.
 *
 * Throws Failure if references and files are mixed among the positionals: one of them is likely to be a mistake.
 */
export function operandsOf(command: string, positionals: readonly string[], uris: readonly string[] = []): Operands {
	const references = positionals.filter(isReference);
	const file = positionals.find((operand) => !isReference(operand));
	if (references.length === 0)
		return { references: uris, files: file === undefined && uris.length === 0 ? [undefined] : positionals };
	if (file === undefined) return { references: [...uris, ...references], files: [] };
	throw usageFailure(command, `"${references[0]}" is a URI and cannot stand beside the file "${file}" unless passed with --uri`);
}

/** Whether an operand is a reference: a file of that name goes first. */
function isReference(operand: string): boolean {
	return REFERENCE_START.test(operand) && !existsSync(operand);
}

/** Throws Failure if a reference has a line end, which would make two lines of it. */
export function checkSingleLines(command: string, references: readonly string[]): void {
	const broken = references.find((reference) => reference.includes("\n"));
	if (broken === undefined) return;
	throw usageFailure(command, `A URI must be one line, not ${JSON.stringify(broken)}`);
}

/** Hands over a reference as a stream of one line. Returns its octets, line end included. Throws what `taker` throws. */
export function takeReference(taker: LineSink, reference: string): number {
	const octets = new TextEncoder().encode(`${reference}\n`);
	pushInto(taker, octets);
	taker.end();
	return octets.length;
}
