/** Extracts references from HTML and XML: from values of attributes and from text, with character references decoded. */
import { checkNames, choose, requireString } from "../input";
import { decodedOf } from "./character-references";
import { extract } from "./extract";
import type { ExtractedReference } from "./extracted";
import { localName, rootOf, type Stretch, stretchesOf } from "./markup";
import { parses, schemeEnd } from "./scan";

/** Options of `extractMarkup`. */
export interface MarkupOptions {
	/**
	 * `"html"` (default) knows the character references of HTML, and takes the content of `script` and `style` as it is; `"xml"` knows those
	 * of XML; `"sitemap"` is XML in which only `loc` elements count: the pages of a sitemap, or the sitemaps of a sitemap index. Those
	 * of extensions, such as `image:loc`, have another prefix than the root, and do not count.
	 */
	format?: "html" | "xml" | "sitemap" | undefined;
}

const FORMATS = { html: false, xml: true, sitemap: true } as const;

/** Attributes that are a reference as a whole, so that any scheme counts. */
const REFERENCES =
	/^(?:href|src|action|formaction|cite|data|poster|background|longdesc|manifest|profile|url|xmlurl|htmlurl|resource|about|location)$/i;
const CHARACTER_REFERENCE = /&(?:#x?[0-9a-f]+|[a-z][a-z0-9]*);?/gi;
/** White space that a browser removes from a reference. */
const LINE_BREAKS = /[\t\n\r]/g;

/**
 * Finds references with a scheme in HTML or XML, in order, in linear time: in values of attributes, and in text as `extract` does. Their
 * character references are decoded: `&amp;` is `&`. Comments, document types, and attributes that name namespaces or schemas have
 * none. `start` and `end` are UTF-16 indices in the markup.
 *
 * Throws OptionError `invalid-option` or `invalid-input`.
 *
 * @example
 * ```ts
 * const html = '<a href="http://example.com/?q=rust&amp;page=2">2</a> <!-- http://example.com/old -->';
 * extractMarkup(html).map(({ text }) => text); // ["http://example.com/?q=rust&page=2"]
 * const sitemap = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://h/?a&#38;b</loc></url></urlset>';
 * extractMarkup(sitemap, { format: "sitemap" }).map(({ text }) => text); // ["http://h/?a&b"]
 * ```
 */
export function extractMarkup(markup: string, options: MarkupOptions = {}): ExtractedReference[] {
	requireString(markup, "markup");
	checkNames(options, "format");
	const format = options.format ?? "html";
	const isXml = choose("format", format, FORMATS);
	const found: ExtractedReference[] = [];
	const loc = format === "sitemap" ? locOf(markup) : undefined;
	for (const stretch of stretchesOf(markup, isXml)) {
		const text = new SourceText(markup, stretch, isXml);
		if (loc !== undefined) {
			if (stretch.kind === "text" && stretch.name === loc) found.push(...wholeOf(text, "none"));
		} else if (stretch.kind === "value" && REFERENCES.test(stretch.name)) found.push(...wholeOf(text, "quotes"));
		else for (const reference of extract(text.decoded)) found.push(text.placed(reference));
	}
	return found;
}

/** Whether markup is a sitemap or a sitemap index, by its root. */
export function isSitemap(markup: string): boolean {
	return /^(?:urlset|sitemapindex)$/.test(localName(rootOf(markup)));
}

/** The name of `loc` in a sitemap: with the prefix of its root, since others are those of extensions. */
function locOf(markup: string): string {
	const root = rootOf(markup);
	return `${root.slice(0, root.length - localName(root).length)}loc`;
}

/** The reference that a stretch is as a whole, if it has a scheme and parses. */
function wholeOf(text: SourceText, delimiter: ExtractedReference["delimiter"]): ExtractedReference[] {
	const trimmed = text.decoded.trim();
	const reference = trimmed.replace(LINE_BREAKS, "");
	const afterColon = schemeEnd(reference, 0);
	if (afterColon < 0 || afterColon === reference.length || !parses(reference)) return [];
	const start = text.decoded.indexOf(trimmed);
	return [text.placed({ text: reference, start, end: start + trimmed.length, delimiter, doubtful: false })];
}

/** The decoded text of a stretch, and where in the markup it comes from. */
class SourceText {
	readonly decoded: string;
	/** Ends of decoded pieces in `decoded` and in the markup. */
	readonly #ends: [decoded: number, source: number][] = [];
	readonly #start: number;

	constructor(markup: string, { kind, start, end, isEncoded }: Stretch, isXml: boolean) {
		this.#start = start;
		const source = markup.slice(start, end);
		this.decoded = isEncoded && source.includes("&") ? this.#decode(source, isXml ? "xml" : kind) : source;
	}

	#decode(source: string, kind: "xml" | Stretch["kind"]): string {
		let shrunk = 0;
		return source.replace(CHARACTER_REFERENCE, (reference, index: number) => {
			const decoded = decodedOf(reference, source.charAt(index + reference.length), kind);
			shrunk += reference.length - decoded.length;
			const end = index + reference.length;
			this.#ends.push([end - shrunk, this.#start + end]);
			return decoded;
		});
	}

	/** A reference of the decoded text, with its place in the markup. */
	placed({ text, start, end, ...others }: ExtractedReference): ExtractedReference {
		return { text, start: this.#sourceOf(start), end: this.#sourceOf(end), ...others };
	}

	#sourceOf(index: number): number {
		let [low, high] = [0, this.#ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#ends[middle] as [number, number])[0] <= index) low = middle + 1;
			else high = middle;
		}
		const [decoded, source] = this.#ends[low - 1] ?? [0, this.#start];
		return source + index - decoded;
	}
}
