/** Patterns with their texts in the form that keys have. */
import type { From } from "./parse-from";
import type { Token } from "./tokens";

/** Converts texts of a pattern. */
export interface TextForms {
	/** A part of a path, the first or another. */
	part(text: string, index: number): string;
	/** A whole host, without a final dot. */
	alias(host: string): string;
	label(text: string): string;
}

/** A pattern in that form. Throws PolicyError for a text that no key has. */
export function formedFrom(from: From, forms: TextForms): From {
	const path = from.path.map((token, index) => formedToken(token, (text) => forms.part(text, index)));
	if (from.host === undefined) return { ...from, path };
	const [only] = from.host;
	const isText = from.host.length === 1 && only?.kind === "text";
	const host = isText
		? [{ kind: "text", text: wholeHost(only.text, forms) } as const]
		: from.host.map((token) => formedToken(token, (text) => hostPart(text, forms)));
	return { ...from, host, path };
}

/** A token, or those of an option, with other texts. */
export function formedToken(token: Token, form: (text: string) => string): Token {
	if (token.kind === "text") return { kind: "text", text: form(token.text) };
	return token.kind === "option" ? { kind: "option", tokens: token.tokens.map((inner) => formedToken(inner, form)) } : token;
}

function wholeHost(host: string, forms: TextForms): string {
	const dot = host.endsWith(".") ? "." : "";
	return forms.alias(host.slice(0, host.length - dot.length)) + dot;
}

function hostPart(text: string, forms: TextForms): string {
	const form = (label: string) => (/[^\0-\x7f]/.test(label) ? forms.label(label) : label.toLowerCase());
	return text.split(".").map(form).join(".");
}
