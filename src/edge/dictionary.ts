/**
 * Dictionaries of structured fields: RFC 9651 §4.2.2. Only what a rule needs is kept: booleans, and lists whose items are all strings.
 *
 * ```
 *   key-order, params=("a" "b");x=1, except=?1   →   { key-order: true, params: ["a", "b"], except: true }
 *   └─────────┘└──────────────────┘ └───────┘  one match of `member` each
 * ```
 *
 * The grammar is regular. Its patterns take linear time: no part can begin where the one before it gives characters back.
 */
import { isUtf8 } from "./form";

/** A boolean, the strings of an inner list, or undefined for every other value. */
export type Member = boolean | readonly string[] | undefined;

/** Members by key, without a prototype: small engines have no Map. */
export interface Dictionary {
	[key: string]: Member;
}

/** Longer fields are not read. Octets. */
export const MAX_FIELD = 8192;
/** More names are not read. */
export const MAX_NAMES = 256;

/** The strings of a well-formed field, and its display strings, which begin with %. */
export const QUOTED = /%"[^"]*"|"(?:[^"\\]|\\.)*"/g;

/** A call, which bundles without it leave out. */
const PATTERNS = /* @__PURE__ */ patternsOf();

function patternsOf(): { readonly member: RegExp; readonly entry: RegExp } {
	const key = "[a-z*][a-z0-9_.*-]*";
	const string = /"(?:[ !#-[\]-~]|\\["\\])*"/.source;
	// §4.2.4 to §4.2.10: boolean, integer or decimal, token, byte sequence, date, display string.
	const other =
		/\?[01]|-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])|[A-Za-z*][\w:/!#$%&'*+.^`|~-]*|:[A-Za-z0-9+/]*={0,2}:|@-?\d{1,15}(?![\d.])|%"(?:[ !#$&-~]|%[\da-f]{2})*"/
			.source;
	const item = `(?:${string}|${other})`;
	const parameters = `(?:; *${key}(?:=${item})?)*`;
	const list = `\\( *(?:${item}${parameters}(?: +|(?=\\))))*\\)`;
	return {
		member: new RegExp(`(${key})(?:=(?:(${list})|(${item})))?${parameters}[ \\t]*(?:$|,[ \\t]*(?!$))`, "y"),
		entry: new RegExp(`(?:(${string})|${item})${parameters}`, "g"),
	};
}

/** Parses a dictionary. Undefined if it is none. The last of equal keys counts; parameters are ignored. */
export function parseDictionary(text: string): Dictionary | undefined {
	const { member } = PATTERNS;
	const members: Dictionary = Object.create(null);
	for (let at = text.search(/[^ ]|$/); at < text.length; at = member.lastIndex) {
		member.lastIndex = at;
		const [whole, key = "", list, item = "?1"] = member.exec(text) ?? [];
		if (whole === undefined || !areDisplayed(whole)) return undefined;
		members[key] = list === undefined ? (item[0] === "?" ? item === "?1" : undefined) : stringsOf(list);
	}
	return members;
}

/** §4.2.10: display strings are UTF-8. */
function areDisplayed(text: string): boolean {
	return (text.match(QUOTED) ?? []).every((quoted) => quoted[0] !== "%" || isUtf8(quoted.slice(2, -1)));
}

/** The strings of an inner list. Undefined if an item is none. */
function stringsOf(list: string): string[] | undefined {
	const strings: string[] = [];
	let isString = true;
	list.replace(PATTERNS.entry, (entry, string: string | undefined) => {
		if (string === undefined) isString = false;
		else strings.push(string.slice(1, -1).replace(/\\(.)/g, "$1"));
		return entry;
	});
	return isString ? strings : undefined;
}
