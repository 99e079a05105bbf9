/**
 * Finds the place where a text stops being JSON (RFC 8259), and the text expected there. Engines word it differently, and most name
 * no place.
 */
import { Lines } from "./json-members";
import type { PolicyFault } from "./policy-error";

/** Tokens that can come next, as messages name them. */
type Next = keyof typeof NEXT;
const NEXT = {
	value: "a value",
	element: 'a value or "]"',
	name: "a name in double quotes",
	member: 'a name in double quotes or "}"',
	colon: '":" and a value',
	comma: '","',
	end: "nothing more",
} as const;

/** Characters of a string that messages show. */
const MAX_SHOWN = 60;
const SPACE = /[ \t\r\n]*/y;
const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])`;
const TOKEN = new RegExp(String.raw`${STRING}|${NUMBER}|(?:true|false|null)(?!\w)|[{}[\],:]`, "y");
/** A word that is no token, as messages show it. */
const WORD = /[\w$.-]{1,30}|[\s\S]/uy;
/** Habits from other languages, and the remedies. */
const HABITS: readonly (readonly [found: RegExp, advice: string])[] = [
	[/^(?:#|\/[/*])/, ": JSON has no comments"],
	[/^'/, ": write double quotes"],
	[/^"/, String.raw`: a string ends in its line, and a backslash in it is \\`],
];

/** Returns the fault of a text, which `noun` names; undefined if this finds none. */
export function jsonFault(text: string, noun: string): PolicyFault | undefined {
	const closers: string[] = [];
	let next: Next | undefined = "value";
	for (let at = 0, before = ""; ; ) {
		at += taken(SPACE, text, at).length;
		const token = taken(TOKEN, text, at);
		if (token === "" && next === "end" && at === text.length) return undefined;
		const wanted: Next = next;
		next = token === "" ? undefined : after(wanted, token, closers);
		if (next === undefined) return fault(text, at, noun, `${wordsOf(wanted, closers)}, not ${found(text, at, token, before)}`);
		before = token;
		at += token.length;
	}
}

/** The token expected next; undefined if this one must not stand here. `closers` end the open objects and arrays. */
function after(next: Next, token: string, closers: string[]): Next | undefined {
	const isClosing = token === closers.at(-1) && ["comma", "element", "member"].includes(next);
	if (isClosing) closers.pop();
	else if (next === "name" || next === "member") return token.startsWith('"') ? "colon" : undefined;
	else if (next === "colon") return token === ":" ? "value" : undefined;
	else if (next === "comma") return token !== "," ? undefined : closers.at(-1) === "}" ? "name" : "value";
	else if (next === "end" || /^[}\],:]/.test(token)) return undefined;
	else if (token === "{" || token === "[") {
		closers.push(token === "{" ? "}" : "]");
		return token === "{" ? "member" : "element";
	}
	return closers.length === 0 ? "end" : "comma";
}

function wordsOf(next: Next, closers: readonly string[]): string {
	return `${NEXT[next]}${next === "comma" ? ` or "${closers.at(-1)}"` : ""}`;
}

function found(text: string, at: number, token: string, before: string): string {
	if (at === text.length) return "the end of the text";
	const shown = token.startsWith('"') ? token.slice(0, MAX_SHOWN) : JSON.stringify(token || taken(WORD, text, at));
	if (before === "," && /^[}\]]/.test(token)) return `${shown}: remove the comma before it`;
	const [, advice = ""] = (token === "" && HABITS.find(([habit]) => habit.test(text.slice(at, at + 2)))) || [];
	return shown + advice;
}

function taken(pattern: RegExp, text: string, at: number): string {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? "";
}

function fault(text: string, offset: number, noun: string, expected: string): PolicyFault {
	const place = new Lines(text).placeOf(offset);
	return { path: "", message: `the ${noun} is not JSON: expected ${expected}`, ...place };
}
