/**
 * Dictionaries of structured fields: RFC 9651 §4.2.2. Only what a rule needs is kept: booleans, and lists whose items are all strings.
 *
 * ```
 *   key-order, params=("a" "b");x=1, except=?1   →   { key-order: true, params: ["a", "b"], except: true }
 * ```
 */

/** A boolean, the strings of an inner list, or undefined for every other value. */
export type Member = boolean | readonly string[] | undefined;

/** Members by key, without a prototype: small engines have no Map. */
export interface Dictionary {
	[key: string]: Member;
}

/** What a reader of servers' fields ignores, for one that reports it. */
export interface Trace {
	/** The keys in their order, with those that occur again. */
	readonly keys: string[];
	hasParameters: boolean;
	/** Where the text is malformed. */
	end: number;
}

/** Longer fields are not read. Octets. */
export const MAX_FIELD = 8192;
/** More names are not read. */
export const MAX_NAMES = 256;

const KEY = /[a-z*][a-z0-9_.*-]*/y;
/** §4.2.4 to §4.2.10: integer or decimal, token, byte sequence, date, display string. */
const OTHER_ITEM =
	/-?(?:[0-9]{1,12}\.[0-9]{1,3}|[0-9]{1,15})(?![0-9.])|[A-Za-z*][A-Za-z0-9:/!#$%&'*+.^_`|~-]*|:[A-Za-z0-9+/]*={0,2}:|@-?[0-9]{1,15}(?![0-9.])|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y;
const STRING = /"(?:[ !#-[\]-~]|\\["\\])*"/y;
const BOOLEAN = /\?[01]/y;
const SPACES = / */y;
const OWS = /[ \t]*/y;
/** More members follow. */
const SEPARATOR = /,[ \t]*(?!$)/y;

/** Parses a dictionary. Undefined if it is none. The last of equal keys counts; parameters are ignored. */
export function parseDictionary(text: string, trace?: Trace): Dictionary | undefined {
	try {
		return dictionaryOf(trimmed(text), trace);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** §4.2: without SP at both ends. */
export function trimmed(text: string): string {
	let [start, end] = [0, text.length];
	while (text[start] === " ") ++start;
	while (end > start && text[end - 1] === " ") --end;
	return text.slice(start, end);
}

/** §4.2.2. Throws SyntaxError. */
function dictionaryOf(text: string, trace: Trace = { keys: [], hasParameters: false, end: 0 }): Dictionary {
	const members: Dictionary = Object.create(null);
	let at = 0;

	/** What matches a pattern here, behind which it goes on. */
	function match(pattern: RegExp): string | undefined {
		pattern.lastIndex = at;
		const found = pattern.exec(text)?.[0];
		at += found?.length ?? 0;
		return found;
	}

	function require(pattern: RegExp): string {
		const found = match(pattern);
		return found ?? fail();
	}

	function fail(): never {
		trace.end = at;
		throw new SyntaxError();
	}

	function takes(character: string): boolean {
		const isNext = text[at] === character;
		if (isNext) ++at;
		return isNext;
	}

	function bareItem(): boolean | string | undefined {
		const boolean = match(BOOLEAN);
		if (boolean !== undefined) return boolean === "?1";
		const string = match(STRING);
		if (string !== undefined) return string.slice(1, -1).replace(/\\(.)/g, "$1");
		const other = require(OTHER_ITEM);
		if (other[0] === "%") requireUtf8(other);
		return undefined;
	}

	/** §4.2.3.2. */
	function withParameters<Value>(value: Value): Value {
		while (takes(";")) {
			trace.hasParameters = true;
			match(SPACES);
			require(KEY);
			if (takes("=")) bareItem();
		}
		return value;
	}

	/** §4.2.1.2, without its parameters. Undefined if an item is no string. */
	function innerList(): string[] | undefined {
		const items: unknown[] = [];
		for (;;) {
			match(SPACES);
			if (takes(")")) return items.every((item) => typeof item === "string") ? items : undefined;
			items.push(withParameters(bareItem()));
			if (text[at] !== " " && text[at] !== ")") fail();
		}
	}

	/** §4.2.1.1. Undefined unless it is a boolean or a list of strings. */
	function member(): Member {
		const value = takes("(") ? innerList() : bareItem();
		return withParameters(typeof value === "string" ? undefined : value);
	}

	while (at < text.length) {
		const key = require(KEY);
		trace.keys.push(key);
		members[key] = takes("=") ? member() : withParameters(true);
		match(OWS);
		if (at === text.length) break;
		require(SEPARATOR);
	}
	return members;
}

/** §4.2.10: a display string is UTF-8. */
function requireUtf8(text: string): void {
	try {
		decodeURIComponent(text.slice(2, -1));
	} catch {
		throw new SyntaxError();
	}
}
