/**
 * Splits HTML and XML into the stretches in which references may stand, in linear time.
 *
 * ```
 *   <!DOCTYPE …> <?…?> <!-- … -->   nothing: identifiers of DTDs are no links
 *   <a href="…" title="…">          a value for each attribute, except those that name namespaces and schemas
 *   … <![CDATA[ … ]]> …             text; character references are not decoded in CDATA, nor in script and style of HTML
 * ```
 */

/** A stretch of markup: the value of an attribute, or text in an element. `name`: that of the element, or of the attribute without prefix. */
export interface Stretch {
	readonly kind: "value" | "text";
	readonly name: string;
	readonly start: number;
	readonly end: number;
	/** Whether "&" begins a character reference. */
	readonly isEncoded: boolean;
}

/** Pieces of markup without references, by their begin and end. */
const SKIPPED: readonly (readonly [begin: RegExp, end: string])[] = [
	[/<!--/y, "-->"],
	[/<\?/y, ">"],
	[/<\//y, ">"],
];
const CDATA = /<!\[CDATA\[/y;
/** A tag. A URL between angle brackets is none. */
const TAG = /<(?![a-z]+:\/\/)([a-z_:\x80-\uffff][^\s/>]*)/iy;
const BETWEEN = /[\s/]*/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+)))?/dy;
/** Elements of HTML whose content is not markup. */
const RAW: { readonly [name: string]: RegExp } = { script: /<\/script/gi, style: /<\/style/gi };
/** Attributes that name namespaces and schemas. */
const NAMING = /^(?:xmlns(?::.*)?|.*:(?:noNamespaceS|s)chemaLocation)$/i;

/** The stretches of a document, in order. */
export function* stretchesOf(markup: string, isXml: boolean): Generator<Stretch> {
	let element = "";
	for (let at = 0; at < markup.length; ) {
		if (markup[at] !== "<") {
			const end = indexOr(markup, "<", at + 1);
			yield { kind: "text", name: element, start: at, end, isEncoded: true };
			at = end;
		} else if (matches(CDATA, markup, at)) {
			const end = indexOr(markup, "]]>", CDATA.lastIndex);
			yield { kind: "text", name: element, start: CDATA.lastIndex, end, isEncoded: false };
			at = end + 3;
		} else if (matches(TAG, markup, at)) {
			element = markup.slice(at + 1, TAG.lastIndex);
			at = yield* attributesOf(markup, TAG.lastIndex);
			const raw = isXml ? undefined : RAW[localName(element).toLowerCase()];
			if (raw === undefined) continue;
			raw.lastIndex = at;
			const end = raw.exec(markup)?.index ?? markup.length;
			yield { kind: "text", name: element, start: at, end, isEncoded: false };
			at = end;
		} else {
			if (markup[at + 1] === "/") element = "";
			at = skippedEnd(markup, at);
		}
	}
}

/** The name of the first element of a document, with its prefix, or "". */
export function rootOf(markup: string): string {
	for (let at = 0; at < markup.length; at = markup[at] === "<" ? skippedEnd(markup, at) : indexOr(markup, "<", at + 1))
		if (matches(TAG, markup, at)) return markup.slice(at + 1, TAG.lastIndex);
	return "";
}

/** The values of a tag whose name ends at `from`. Returns where the tag ends. */
function* attributesOf(markup: string, from: number): Generator<Stretch, number> {
	let at = endOf(BETWEEN, markup, from);
	for (; at < markup.length && markup[at] !== ">" && markup[at] !== "<"; at = endOf(BETWEEN, markup, at)) {
		ATTRIBUTE.lastIndex = at;
		const match = ATTRIBUTE.exec(markup);
		if (match === null) {
			++at;
			continue;
		}
		at = ATTRIBUTE.lastIndex;
		const place = match.indices?.slice(2).find((indices) => indices !== undefined);
		const name = match[1] as string;
		if (place === undefined || NAMING.test(name)) continue;
		yield { kind: "value", name: localName(name), start: place[0], end: place[1], isEncoded: true };
	}
	return markup[at] === ">" ? at + 1 : at;
}

/** The end of a comment, a processing instruction, a document type or an end tag. A "<" that begins nothing is skipped. */
function skippedEnd(markup: string, at: number): number {
	const skipped = SKIPPED.find(([begin]) => matches(begin, markup, at));
	if (skipped !== undefined) return indexOr(markup, skipped[1], at + 2) + skipped[1].length;
	return markup[at + 1] === "!" ? doctypeEnd(markup, at) : at + 1;
}

/** The end of a document type, which may have an internal subset. */
function doctypeEnd(markup: string, at: number): number {
	const end = indexOr(markup, ">", at);
	const hasSubset = markup.slice(at, end).includes("[");
	return (hasSubset ? indexOr(markup, ">", indexOr(markup, "]", at)) : end) + 1;
}

function endOf(sticky: RegExp, text: string, at: number): number {
	return matches(sticky, text, at) ? sticky.lastIndex : at;
}

function matches(sticky: RegExp, text: string, at: number): boolean {
	sticky.lastIndex = at;
	return sticky.test(text);
}

function indexOr(text: string, searched: string, from: number): number {
	const index = text.indexOf(searched, from);
	return index < 0 ? text.length : index;
}

/** A name without its prefix. */
export function localName(name: string): string {
	return name.slice(name.lastIndexOf(":") + 1);
}
