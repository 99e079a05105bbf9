/** Divides the operands of a command into files to read and references to process. */

import { existsSync, statSync } from "node:fs";
import type { LineArguments } from "../../arguments/arguments";
import { EXIT, Failure, hasCode, usageFailure } from "../../failure";
import { SCHEME } from "../../grammar/patterns";
import { resolveOptions } from "../../options";
import { beginsWithHost } from "../../text/bare-host";

/** A scheme (RFC 3986 §3.1) and the start of an authority (§3.2). "mailto:a" and "c:file" may be file names. */
const REFERENCE_START = new RegExp(`^${SCHEME}://`, "i");

export const URI_HELP = `  --uri URI          Process URI, before any files. May be repeated. An operand of the form SCHEME://... needs no --uri, unless
                     a file has that name. Such operands cannot be combined with files. A single URI and no file: print its
                     result, or its error with exit status 1, and no summary unless --json is given.
`;

/** The inputs of a command, in this order. */
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
	if (references.length === 0) {
		refuseMissing(command, positionals);
		return { references: uris, files: file === undefined && uris.length === 0 ? [undefined] : positionals };
	}
	if (file === undefined) return { references: [...uris, ...references], files: [] };
	throw usageFailure(
		command,
		`"${references[0]}" is a URI and cannot be combined with the file "${file}"; pass the URI with --uri`,
	);
}

/** The reference of a run over one reference and no file. */
export function singleReference({ references, files }: Operands): string | undefined {
	return references.length === 1 && files.length === 0 ? references[0] : undefined;
}

/** The arguments of a run over `operands`. The error of a single reference ends the run, unless options say otherwise. */
export function withOperands(args: LineArguments, operands: Operands): LineArguments {
	const all = { ...args, ...operands };
	if (singleReference(operands) === undefined || args.options.invalid !== undefined || args.rejects !== undefined) return all;
	const options = { ...args.options, invalid: "fail" } as const;
	return { ...all, options, settings: resolveOptions(options), quiet: args.quiet || !args.json };
}

/** Throws Failure for a missing file whose name looks like a reference. */
function refuseMissing(command: string, files: readonly string[]): void {
	const file = files.find((name) => LIKE_REFERENCE.test(name) || beginsWithHost(name));
	if (file === undefined || !isMissing(file)) return;
	const scheme = command === "normalize" && beginsWithHost(file) ? "--default-scheme https " : "";
	throw new Failure(EXIT.IO, `cannot read ${file}: no such file; to read it as a URI, pass ${scheme}--uri ${file}`);
}

/** Whatever begins with a scheme or an authority, or is a query or a fragment. */
const LIKE_REFERENCE = new RegExp(`^(?:${SCHEME}:|//|[?#])`, "i");

function isMissing(path: string): boolean {
	try {
		statSync(path);
		return false;
	} catch (error) {
		return hasCode(error, "ENOENT");
	}
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
