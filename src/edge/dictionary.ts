/**
 * Dictionaries of structured fields: RFC 9651 §4.2.2. Only what a rule needs is kept: booleans, and lists whose items are all strings.
 *
 * ```
 *   key-order, params=("a" "b");x=1, except=?1   →   { key-order: true, params: ["a", "b"], except: true }
 * ```
 */

/** A boolean, the strings of an inner list, or undefined for every other value. */
export type Member = boolean | readonly string[] | undefined;

const KEY = /[a-z*][a-z0-9_.*-]*/y;
/** §4.2.4 to §4.2.10: integer or decimal, token, byte sequence, date, display string. */
const OTHER_ITEM =
	/-?(?:[0-9]{1,12}\.[0-9]{1,3}|[0-9]{1,15})(?![0-9.])|[A-Za-z*][A-Za-z0-9:/!#$%&'*+.^_`|~-]*|:[A-Za-z0-9+/]*={0,2}:|@-?[0-9]{1,15}(?![0-9.])|%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y;
const STRING = /"(?:[ !#-[\]-~]|\\["\\])*"/y;
const BOOLEAN = /\?[01]/y;

/** Parses a dictionary. Undefined if it is none. The last of equal keys counts; parameters are ignored. */
export function parseDictionary(text: string): Map<string, Member> | undefined {
	const parser = new Parser(text);
	try {
		return parser.dictionary();
	} catch (error) {
		if (error instanceof Malformed) return undefined;
		throw error;
	}
}

class Malformed extends Error {}

class Parser {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		let [start, end] = [0, text.length];
		while (text[start] === " ") ++start;
		while (end > start && text[end - 1] === " ") --end;
		this.#text = text.slice(start, end);
	}

	/** §4.2.2. */
	dictionary(): Map<string, Member> {
		const members = new Map<string, Member>();
		while (this.#at < this.#text.length) {
			const key = this.#require(KEY);
			members.set(key, this.#takes("=") ? this.#member() : this.#withParameters(true));
			this.#skip(/[ \t]*/y);
			if (this.#at === this.#text.length) break;
			if (!this.#takes(",")) throw new Malformed();
			this.#skip(/[ \t]*/y);
			if (this.#at === this.#text.length) throw new Malformed();
		}
		return members;
	}

	#member(): Member {
		if (this.#takes("(")) return this.#withParameters(this.#innerList());
		const item = this.#item();
		return typeof item === "boolean" ? item : undefined;
	}

	/** §4.2.1.2, without its parameters. Undefined if an item is no string. */
	#innerList(): string[] | undefined {
		const strings: string[] = [];
		let areStrings = true;
		for (;;) {
			this.#skip(/ */y);
			if (this.#takes(")")) return areStrings ? strings : undefined;
			const item = this.#item();
			if (typeof item === "string") strings.push(item);
			else areStrings = false;
			const next = this.#text[this.#at];
			if (next !== " " && next !== ")") throw new Malformed();
		}
	}

	/** §4.2.3: undefined unless it is a boolean or a string. */
	#item(): boolean | string | undefined {
		return this.#withParameters(this.#bareItem());
	}

	#bareItem(): boolean | string | undefined {
		const boolean = this.#match(BOOLEAN);
		if (boolean !== undefined) return boolean === "?1";
		const string = this.#match(STRING);
		if (string !== undefined) return string.slice(1, -1).replace(/\\(.)/g, "$1");
		const other = this.#require(OTHER_ITEM);
		if (other.startsWith("%")) requireUtf8(other);
		return undefined;
	}

	/** §4.2.3.2. */
	#withParameters<Value>(value: Value): Value {
		while (this.#takes(";")) {
			this.#skip(/ */y);
			this.#require(KEY);
			if (this.#takes("=")) this.#bareItem();
		}
		return value;
	}

	#takes(character: string): boolean {
		if (this.#text[this.#at] !== character) return false;
		++this.#at;
		return true;
	}

	#skip(pattern: RegExp): void {
		this.#match(pattern);
	}

	#require(pattern: RegExp): string {
		const found = this.#match(pattern);
		if (found === undefined) throw new Malformed();
		return found;
	}

	#match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		this.#at += found?.length ?? 0;
		return found;
	}
}

/** §4.2.10: a display string is UTF-8. */
function requireUtf8(text: string): void {
	try {
		decodeURIComponent(text.slice(2, -1));
	} catch {
		throw new Malformed();
	}
}
