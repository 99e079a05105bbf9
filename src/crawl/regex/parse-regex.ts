/**
 * Parses regular expressions of filter lists: JavaScript's syntax, as far as a finite automaton over octets can match it.
 *
 * ```
 *   choice   = sequence *( "|" sequence )
 *   sequence = *( atom [ quantifier ] )
 *   atom     = octet / "." / class / escape / "(" [ "?:" ] choice ")" / "^" / "$"
 *   quantifier = ( "?" / "*" / "+" / "{" m [ "," [ n ] ] "}" ) [ "?" ]
 * ```
 *
 * Deviation: `^` after `$` never holds, even in an empty text. Characters beyond US-ASCII are their octets in UTF-8. Lazy quantifiers match where greedy ones do, so they are the same.
 */

import { encoder } from "../../utf8";
import {
	ANY_IN_LINE,
	complement,
	DIGITS,
	inAnyCase,
	NO_OCTET,
	type OctetSet,
	octetsWhere,
	oneOctet,
	union,
	WHITE_SPACE,
	WORD,
} from "./octet-set";
import { choice, END, literal, MAX_STATES, octets, type Regex, RegexFault, repeat, START, sequence, stateCount } from "./regex";

const MAX_DEPTH = 64;
const SETS: { readonly [letter: string]: OctetSet } = {
	d: DIGITS,
	D: complement(DIGITS),
	w: WORD,
	W: complement(WORD),
	s: WHITE_SPACE,
	S: complement(WHITE_SPACE),
};
const QUANTIFIER = /\{([0-9]+)(,([0-9]*))?\}/y;

/** Parses an expression. `flags` may be `""` or `"i"`. `hasGroups`: marks the first group, and lazy quantifiers. Throws RegexFault. */
export function parseRegex(source: string, flags = "", hasGroups = false): Regex {
	if (!/^i?$/.test(flags)) throw new RegexFault("regex-unsupported", `The flags "${flags}" are not supported; i alone is`);
	const regex = new Parser(source, flags === "i", hasGroups).parse();
	if (stateCount(regex) <= MAX_STATES) return regex;
	throw new RegexFault("regex-too-large", "The expression has more than 2,000 states");
}

class Parser {
	readonly #source: string;
	readonly #ignoreCase: boolean;
	/** Whether the next group that captures is the first, and marked. */
	#marksGroup: boolean;
	readonly #marksLazy: boolean;
	#at = 0;
	#depth = 0;
	#atoms = 0;

	constructor(source: string, ignoreCase: boolean, hasGroups: boolean) {
		this.#source = source;
		this.#ignoreCase = ignoreCase;
		this.#marksGroup = hasGroups;
		this.#marksLazy = hasGroups;
	}

	parse(): Regex {
		const regex = this.#choice();
		if (this.#at < this.#source.length) throw syntax('A ")" closes no group');
		return regex;
	}

	get #next(): string {
		return this.#source[this.#at] ?? "";
	}

	/** Consumes `text` if it is next. */
	#take(text: string): boolean {
		const isNext = this.#source.startsWith(text, this.#at);
		if (isNext) this.#at += text.length;
		return isNext;
	}

	#choice(): Regex {
		const options = [this.#sequence()];
		while (this.#take("|")) options.push(this.#sequence());
		return options.length === 1 ? (options[0] as Regex) : choice(...options);
	}

	#sequence(): Regex {
		const parts: Regex[] = [];
		while (!["", "|", ")"].includes(this.#next)) {
			// Stops early, so that a line of a megabyte does not become a tree of that size.
			if (++this.#atoms > MAX_STATES) throw new RegexFault("regex-too-large", "The expression has more than 2,000 states");
			const start = this.#at;
			parts.push(this.#quantified(this.#atom(), start));
		}
		return parts.length === 1 ? (parts[0] as Regex) : sequence(...parts);
	}

	#atom(): Regex {
		if (this.#take("(")) return this.#group();
		if (this.#take("[")) return octets(this.#class());
		if (this.#take(".")) return octets(ANY_IN_LINE);
		if (this.#take("^")) return START;
		if (this.#take("$")) return END;
		if (this.#take("\\")) return octets(this.#escape());
		if ("?*+".includes(this.#next) || this.#bounds() !== undefined) throw syntax("There is nothing to repeat");
		return this.#literal();
	}

	/** A character. One beyond US-ASCII is several octets, which a quantifier would tear apart. */
	#literal(): Regex {
		const character = String.fromCodePoint(this.#source.codePointAt(this.#at) as number);
		this.#at += character.length;
		return literal(encoder.encode(character), this.#ignoreCase);
	}

	#group(): Regex {
		const captures = !this.#take("?");
		if (!captures) this.#checkGroup();
		const isFirst = captures && this.#marksGroup;
		if (isFirst) this.#marksGroup = false;
		if (++this.#depth > MAX_DEPTH) throw new RegexFault("list-too-large", "The expression has more than 64 nested groups");
		const regex = this.#choice();
		if (!this.#take(")")) throw syntax('A "(" is not closed');
		this.#depth -= 1;
		return isFirst ? { kind: "sequence", parts: [regex], isFirstGroup: true } : regex;
	}

	#checkGroup(): void {
		if (this.#take(":")) return;
		if (/^<?[=!]/.test(this.#source.slice(this.#at, this.#at + 2))) {
			throw new RegexFault("regex-lookaround", "Lookahead and lookbehind are not supported");
		}
		if (/[<ims-]/.test(this.#next)) {
			throw new RegexFault("regex-unsupported", "Named groups and modifiers in groups are not supported");
		}
		throw syntax('"(?" begins no group');
	}

	/** `part`, which began at `start`, with the quantifier that follows it. */
	#quantified(part: Regex, start: number): Regex {
		const isAscii = this.#source.charCodeAt(start) < 0x80;
		const bounds = this.#quantifier();
		if (bounds === undefined) return part;
		if ("^$".includes(this.#source[start] as string)) throw syntax("There is nothing to repeat");
		if (!isAscii) throw new RegexFault("regex-unsupported", "A character beyond ASCII cannot be repeated");
		const isLazy = this.#take("?") && this.#marksLazy;
		const [min, max] = bounds;
		if (min > max) throw syntax("The numbers of a quantifier are out of order");
		return isLazy ? { kind: "repeat", part, min, max, isLazy } : repeat(part, min, max);
	}

	#quantifier(): readonly [min: number, max: number] | undefined {
		if (this.#take("?")) return [0, 1];
		if (this.#take("*")) return [0, Number.POSITIVE_INFINITY];
		if (this.#take("+")) return [1, Number.POSITIVE_INFINITY];
		const bounds = this.#bounds();
		if (bounds !== undefined) this.#at = QUANTIFIER.lastIndex;
		return bounds;
	}

	/** The bounds of the quantifier in braces at the cursor; undefined if there is none, so that "{" is a literal. */
	#bounds(): readonly [min: number, max: number] | undefined {
		QUANTIFIER.lastIndex = this.#at;
		const match = QUANTIFIER.exec(this.#source);
		if (match === null) return undefined;
		const min = Number(match[1]);
		return [min, match[2] === undefined ? min : match[3] ? Number(match[3]) : Number.POSITIVE_INFINITY];
	}

	/** Parses the text after a backslash. */
	#escape(): OctetSet {
		const character = this.#next;
		if (character === "") throw syntax("A backslash ends the expression");
		const set = SETS[character];
		if (set === undefined && /[1-9k]/.test(character)) {
			throw new RegexFault("regex-backreference", "Back-references are not supported");
		}
		if (set === undefined && !/[!-/:-@[-`{-~]/.test(character)) {
			throw new RegexFault("regex-unsupported", `The escape \\${character} is not supported`);
		}
		this.#at += 1;
		return set ?? oneOctet(character.charCodeAt(0));
	}

	/** Parses a character class. The "[" has been consumed. */
	#class(): OctetSet {
		const isNegated = this.#take("^");
		let set = NO_OCTET;
		while (!this.#take("]")) {
			const first = this.#member();
			const isRange = this.#next === "-" && !["]", ""].includes(this.#source[this.#at + 1] ?? "");
			if (!isRange) {
				set = union(set, first.set);
				continue;
			}
			this.#at += 1;
			set = union(set, rangeOf(first, this.#member()));
		}
		const folded = this.#ignoreCase ? inAnyCase(set) : set;
		return isNegated ? complement(folded) : folded;
	}

	/** A member of a class; `octet` unless it is a set. */
	#member(): { readonly set: OctetSet; readonly octet?: number } {
		if (this.#take("\\")) {
			const letter = this.#next;
			const set = this.#escape();
			return Object.hasOwn(SETS, letter) ? { set } : { set, octet: letter.charCodeAt(0) };
		}
		if (this.#next === "") throw syntax('A "[" is not closed');
		const octet = this.#source.charCodeAt(this.#at++);
		if (octet < 0x80) return { set: oneOctet(octet), octet };
		throw new RegexFault("regex-unsupported", "A class has a character beyond ASCII");
	}
}

/** From one member of a class to another. Where either is a set, the "-" between them is a literal, as in JavaScript. */
function rangeOf(
	first: { readonly set: OctetSet; readonly octet?: number },
	last: { readonly set: OctetSet; readonly octet?: number },
): OctetSet {
	if (first.octet === undefined || last.octet === undefined) return union(union(first.set, last.set), oneOctet(0x2d));
	const [from, to] = [first.octet, last.octet];
	if (from > to) throw syntax("A range of a class is out of order");
	return octetsWhere((octet) => octet >= from && octet <= to);
}

function syntax(message: string): RegexFault {
	return new RegexFault("regex-syntax", message);
}
