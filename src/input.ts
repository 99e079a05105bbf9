/** Checks arguments and options where they enter the package: a wrong one is an error, never an empty result. */
import { OptionError, type UriError, type UrlsieveError } from "./errors";

/** Octets in memory: a buffer, or a view of any kind, of which only the octets it covers are read. */
export type Octets = ArrayBufferLike | ArrayBufferView;

/** Returns a view of the octets of an argument. Throws OptionError `invalid-input` for anything else, or a detached buffer. */
export function toOctets(input: Octets, name: string): Uint8Array {
	try {
		// These constructors throw for other types and detached buffers, and accept buffers of other realms.
		const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(input) ? input : new DataView(input);
		return new Uint8Array(buffer, byteOffset, byteLength);
	} catch {
		throw inputError(input, name, "bytes");
	}
}

/** Throws OptionError `invalid-input` unless the argument is an object. */
export function requireObject(input: unknown, name: string): void {
	if (typeof input !== "object" || input === null) throw inputError(input, name, "an object");
}

/** Throws OptionError `invalid-input` unless the argument is a string. */
export function requireString(input: unknown, name: string): void {
	if (typeof input !== "string") throw textError(input, name);
}

/** The error for an argument that is not a string. */
export function textError(input: unknown, name: string): OptionError {
	return inputError(input, name, "a string");
}

/**
 * The error in the place of one of several references that is no string: it must not lose the others. Types exclude it, so that results are
 * typed without it.
 */
export function notText(reference: unknown): UriError | undefined {
	return typeof reference === "string" ? undefined : (textError(reference, "reference") as UrlsieveError as UriError);
}

/** The error for an argument of the wrong type. */
export function inputError(input: unknown, name: string, expected: string): OptionError {
	return new OptionError("invalid-input", `The argument "${name}" must be ${expected}; got ${kindOf(input)}.`);
}

/** Names the type of an argument of the wrong type, for messages: `number`, `[object Null]`. */
export function kindOf(input: unknown): string {
	return typeof input === "object" ? Object.prototype.toString.call(input) : typeof input;
}

/** The strings of an argument, as an array. Throws OptionError `invalid-input` unless it can be iterated, or if it is a string itself. */
export function toStrings(references: Iterable<string>): readonly string[] {
	if (Array.isArray(references)) return references;
	if (typeof references === "object" && references !== null && Symbol.iterator in references) return [...references];
	throw inputError(references, "references", "an array or another iterable of strings");
}

/** Throws OptionError `invalid-option` unless the options are an object, and for a property that is not in `names`. */
export function checkNames<Options extends object>(options: Options, ...names: (keyof Options & string)[]): void {
	if (kindOf(options) !== "[object Object]") {
		throw new OptionError("invalid-option", `The options must be an object; got ${kindOf(options)}.`);
	}
	for (const name in options) {
		if (names.includes(name)) continue;
		throw new OptionError("invalid-option", `Unknown option "${name}"; known: ${names.join(", ")}.`);
	}
}

/** Throws OptionError `invalid-option` unless these options are true, false or left out. */
export function checkFlags<Options extends object>(options: Options, ...names: (keyof Options & string)[]): void {
	for (const name of names) {
		const value = options[name] ?? false;
		if (typeof value !== "boolean") throw optionError(name, "true or false", value);
	}
}

/** The error for an option of the wrong type. */
export function optionError(name: string, expected: string, value: unknown): OptionError {
	return new OptionError("invalid-option", `The option "${name}" must be ${expected}; got ${kindOf(value)}.`);
}

/** Looks up an option's value in the table of its values. Throws OptionError `invalid-option` if it is not there. */
export function choose<Values extends object>(name: string, value: string, values: Values): Values[keyof Values] {
	if (typeof value === "string" && Object.hasOwn(values, value)) return values[value as keyof Values];
	const list = Object.keys(values)
		.map((known) => `"${known}"`)
		.join(", ");
	throw new OptionError(
		"invalid-option",
		`The option "${name}" must be one of ${list}, not ${typeof value === "string" ? `"${value}"` : kindOf(value)}.`,
	);
}
