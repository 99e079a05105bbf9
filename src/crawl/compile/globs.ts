/** Texts with stars: patterns of paths, names of index files, names of parameters. */
import { Glob, GlobFlag } from "../../../assembly/policy/more";
import { ANY_OCTET } from "../regex/octet-set";
import { literal, NAME_END, octets, type Regex, repeat, START, sequence } from "../regex/regex";
import { octetsOf, type ProgramOctets } from "./program-octets";

/** The parts of a text between its stars. */
export interface GlobParts {
	readonly parts: readonly string[];
	/** Whether the last part ends the text. */
	readonly toEnd: boolean;
	readonly ignoreCase: boolean;
}

/** A pattern of paths (RFC 9309 §2.2.2). `form` brings a part into the form of a path. */
export function pathGlob(pattern: string, form: (part: string, index: number) => string): GlobParts {
	const toEnd = pattern.endsWith("$");
	return { parts: partsOf(toEnd ? pattern.slice(0, -1) : pattern).map(form), toEnd, ignoreCase: false };
}

/** The parts of a text between its stars, runs of which are one. */
export function partsOf(text: string): readonly string[] {
	return text.includes("*") ? text.split(/\*+/) : [text];
}

/** Writes globs. Returns their offset; 0 for none. */
export function writeGlobs(globs: readonly GlobParts[], out: ProgramOctets): number {
	if (globs.length === 0) return 0;
	const words = globs.flatMap(({ parts, toEnd, ignoreCase }) => {
		const glob: number[] = [];
		glob[Glob.FLAGS >> 2] = (toEnd ? GlobFlag.TO_END : 0) | (ignoreCase ? GlobFlag.IGNORE_CASE : 0);
		glob[Glob.PARTS >> 2] = writeTexts(parts, out);
		glob[Glob.LOWER_PARTS >> 2] = writeTexts(parts.map(ignoreCase ? lower : lowerPath), out);
		return glob;
	});
	return out.words([globs.length, ...words]);
}

/** Writes texts. Returns their offset. */
export function writeTexts(texts: readonly string[], out: ProgramOctets): number {
	const words = texts.flatMap((text) => {
		const written = octetsOf(text);
		return [out.text(written), written.length];
	});
	return out.words([texts.length, ...words]);
}

/** The names that a glob names, as an expression over a piece of a query. */
export function nameRegex(parts: readonly string[], ignoreCase: boolean): Regex {
	const any = repeat(octets(ANY_OCTET), 0, Number.POSITIVE_INFINITY);
	const tree = parts.flatMap((part, index) => [...(index > 0 ? [any] : []), literal(octetsOf(part), ignoreCase)]);
	return sequence(START, ...tree, NAME_END);
}

/** ASCII letters of a path in lower case, outside triplets. */
export function lowerPath(path: string): string {
	if (!/[A-Z]/.test(path)) return path;
	return path.replace(/%[0-9A-F]{2}|[A-Z]/g, (found) => (found.startsWith("%") ? found : found.toLowerCase()));
}

/** ASCII letters in lower case. */
export function lower(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
