/** The text of URL patterns (WHATWG URL Pattern Standard §1.3) and of what they become, as tokens. */

/** A part of a pattern: a text, a group of one segment or label, a group of any text, or an option. `ofHost`: which star a `to` means. */
export type Token =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "name"; readonly name: string }
	| { readonly kind: "star"; readonly ofHost?: boolean }
	| { readonly kind: "option"; readonly tokens: readonly Token[] };

/** A character with a meaning of its own, or a text without one. Of a name, the text is without its ":". */
export interface Mark {
	readonly kind: "text" | "name" | "*" | "{" | "}" | "?" | "+" | "(" | ")" | "#" | "/";
	readonly text: string;
}

/** A run of characters without a meaning. Each by itself could be part of a port, or userinfo. */
const PLAIN = /[\w.~=&,-]+/y;
const NAME = /:([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)/uy;
const KINDS = "*{}?+()#/";

/** Splits a pattern. "\" makes the next character a text. */
export function marksOf(pattern: string): Mark[] {
	const marks: Mark[] = [];
	let at = 0;
	while (at < pattern.length) {
		PLAIN.lastIndex = at;
		const [plain] = PLAIN.exec(pattern) ?? [];
		if (plain !== undefined) {
			marks.push({ kind: "text", text: plain });
			at += plain.length;
			continue;
		}
		NAME.lastIndex = at;
		const [whole, name] = NAME.exec(pattern) ?? [];
		const character = String.fromCodePoint(pattern.codePointAt(at) as number);
		if (whole !== undefined && name !== undefined) marks.push({ kind: "name", text: name });
		else if (character === "\\") marks.push({ kind: "text", text: String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0x5c) });
		else if (KINDS.includes(character)) marks.push({ kind: character as Mark["kind"], text: character });
		else marks.push({ kind: "text", text: character });
		at += whole?.length ?? (character === "\\" ? 1 + (marks.at(-1)?.text.length ?? 0) : character.length);
	}
	return marks;
}

/** Adjacent texts as one. */
export function joined(tokens: readonly Token[]): Token[] {
	const result: Token[] = [];
	for (const token of tokens) {
		const last = result.at(-1);
		if (token.kind === "text" && last?.kind === "text")
			result[result.length - 1] = { kind: "text", text: last.text + token.text };
		else result.push(token);
	}
	return result;
}

/** The tokens with those of options in their places. */
export function flat(tokens: readonly Token[]): readonly Token[] {
	// Fast path only: most patterns have no options.
	if (tokens.every(({ kind }) => kind !== "option")) return tokens;
	return tokens.flatMap((token) => (token.kind === "option" ? [...token.tokens] : [token]));
}
