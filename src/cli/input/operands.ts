/** Divides the operands of a command into files to read and references to process. */
import { existsSync } from "node:fs";
import { SCHEME } from "../../grammar/patterns";
import { type LineSink, pushInto } from "../../lines/lines";
import { usageFailure } from "../arguments";

/** A scheme (RFC 3986 §3.1) and the start of an authority (§3.2). "mailto:a" and "c:file" may be file names. */
const REFERENCE_START = new RegExp(`^${SCHEME}://`, "i");

export const URI_HELP = `  --uri URI          Process URI, before any files. May be repeated. An operand of the form SCHEME://... needs no --uri, unless
                     a file has that name. Such operands cannot be combined with files.
`;

/** What a command processes, in this order. */
export interface Operands {
	readonly references: readonly string[];
	/** Paths. Undefined is standard input, the default if there is neither a file nor a reference. */
	readonly files: readonly (string | undefined)[];
}

/**
 * Returns the operands given as `positionals` and with --uri.
 *
 * Throws Failure if the positionals contain both references and files: one of them is probably a mistake.
 */
export function operandsOf(command: string, positionals: readonly string[], uris: readonly string[] = []): Operands {
	const references = positionals.filter(isReference);
	const file = positionals.find((operand) => !isReference(operand));
	if (references.length === 0)
		return { references: uris, files: file === undefined && uris.length === 0 ? [undefined] : positionals };
	if (file === undefined) return { references: [...uris, ...references], files: [] };
	throw usageFailure(
		command,
		`"${references[0]}" is a URI and cannot be combined with the file "${file}"; pass the URI with --uri`,
	);
}

/** The operands of a run over tables: files, whatever their names look like. */
export function tableOperands(positionals: readonly string[]): Operands {
	return { references: [], files: positionals.length > 0 ? positionals : [undefined] };
}

/** Whether an operand is a reference. A file of that name takes precedence. */
function isReference(operand: string): boolean {
	return REFERENCE_START.test(operand) && !existsSync(operand);
}

/** Throws Failure if a reference contains a line end, and so would be read as two lines. */
export function checkSingleLines(command: string, references: readonly string[]): void {
	const broken = references.find((reference) => reference.includes("\n"));
	if (broken === undefined) return;
	throw usageFailure(command, `a URI must be a single line, not ${JSON.stringify(broken)}`);
}

/** Passes a reference to `sink` as a stream of one line. Returns its size in octets, line end included. Throws what `sink` throws. */
export function takeReference(sink: LineSink, reference: string): number {
	const octets = new TextEncoder().encode(`${reference}\n`);
	pushInto(sink, octets);
	sink.end();
	return octets.length;
}
