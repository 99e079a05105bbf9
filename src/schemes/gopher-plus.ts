/**
 * The Gopher+ string of a gopher URL: RFC 1738 §3.4.3 to §3.4.9; draft of March 1994, "Summary: gopher+ string part of Gopher URL".
 *
 * ```
 *   ?                                                        an item with a form to fill in
 *   ![attribute_name][ attribute_name]...                    attributes of an item
 *   $[attribute_name][ attribute_name]...                    attributes of the items of a directory
 *   +[view_name[ language_name]][TAB 1 CR LF +-1 CR LF value CR LF ... . CR LF]
 *                                                            a view; with the values of a form
 * ```
 */
import { partError } from "./source";

/** A client's request for a Gopher+ item. */
export type GopherPlus =
	| GopherView
	/** Attributes of an item, or of every item of a directory: those named, such as `"+ABSTRACT"`, or all if none is named. */
	| { readonly kind: "attributes" | "directoryAttributes"; readonly names: readonly string[] }
	| GopherForm
	/** An item with a form that is not filled in yet. */
	| { readonly kind: "ask" }
	/** Any other string without CR and LF. */
	| { readonly kind: "other"; readonly text: string };

/** A representation of the item. Without `view`, the default one. */
export interface GopherView {
	readonly kind: "view";
	readonly view?: string | undefined;
	readonly language?: string | undefined;
}

/** The item returned for a form filled in with `values`, in order. */
export interface GopherForm extends Omit<GopherView, "kind"> {
	readonly kind: "form";
	readonly values: readonly string[];
}

const FORM_START = "\t1\r\n+-1\r\n";
const FORM_END = ".\r\n";
const NAME = /^[^ \t\r\n]+$/;
const LINE_END = /[\r\n]/;

/** Parses a decoded Gopher+ string. Returns undefined if it has line ends outside a form. */
export function readGopherPlus(text: string): GopherPlus | undefined {
	const known = readKnown(text);
	if (known !== undefined) return known;
	return LINE_END.test(text) ? undefined : { kind: "other", text };
}

function readKnown(text: string): GopherPlus | undefined {
	if (text === "?") return { kind: "ask" };
	const names = readNames(text.slice(1));
	if (text.startsWith("!")) return names && { kind: "attributes", names };
	if (text.startsWith("$")) return names && { kind: "directoryAttributes", names };
	if (!text.startsWith("+")) return undefined;
	const formStart = text.indexOf(FORM_START);
	if (formStart < 0) return readView(text.slice(1));
	const view = readView(text.slice(1, formStart));
	const values = readValues(text.slice(formStart + FORM_START.length));
	return view && values && { ...view, kind: "form", values };
}

/** Splits names at spaces. Returns undefined if one is empty or contains white space. */
function readNames(text: string): string[] | undefined {
	const names = text === "" ? [] : text.split(" ");
	return names.every((name) => NAME.test(name)) ? names : undefined;
}

function readView(text: string): GopherView | undefined {
	const names = readNames(text);
	if (names === undefined || names.length > 2) return undefined;
	return { kind: "view", view: names[0], language: names[1] };
}

function readValues(text: string): string[] | undefined {
	if (text === FORM_END) return [];
	if (!text.endsWith(`\r\n${FORM_END}`)) return undefined;
	const values = text.slice(0, -FORM_END.length - 2).split("\r\n");
	return values.every(isValue) ? values : undefined;
}

/** Whether a line can be a value: the line "." ends the form. */
function isValue(value: string): boolean {
	return value !== "." && !LINE_END.test(value);
}

/** Formats a Gopher+ string, decoded. Throws UriError if it cannot contain a value. */
export function writeGopherPlus(plus: GopherPlus): string {
	switch (plus.kind) {
		case "ask":
			return "?";
		case "attributes":
			return `!${writeNames(plus.names)}`;
		case "directoryAttributes":
			return `$${writeNames(plus.names)}`;
		case "view":
			return writeView(plus);
		case "form":
			return `${writeView(plus)}${FORM_START}${writeValues(plus.values)}${FORM_END}`;
		case "other":
			return requireText(plus.text, !LINE_END.test(plus.text));
	}
}

/** The request for a Gopher+ string, including CR LF. The form of an item is its attribute +ASK (§3.4.5). */
export function gopherPlusRequest(plus: GopherPlus): string {
	if (plus.kind === "ask") return "!+ASK\r\n";
	return plus.kind === "form" ? writeGopherPlus(plus) : `${writeGopherPlus(plus)}\r\n`;
}

function writeView({ view, language }: Omit<GopherView, "kind">): string {
	if (view === undefined && language !== undefined) {
		throw partError("gopher+_string", "path", "A Gopher+ language needs a view before it.", language);
	}
	return `+${writeNames([view, language].filter((name) => name !== undefined))}`;
}

function writeNames(names: readonly string[]): string {
	return names.map((name) => requireText(name, NAME.test(name))).join(" ");
}

function writeValues(values: readonly string[]): string {
	return values.map((value) => `${requireText(value, isValue(value))}\r\n`).join("");
}

function requireText(text: string, isAllowed: boolean): string {
	if (isAllowed) return text;
	throw partError("gopher+_string", "path", "A Gopher+ string cannot contain this text.", text);
}
